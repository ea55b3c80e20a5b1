import { describe, expect, it } from 'vitest';
import { hrpOf } from '../../src/network/identity.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { unix } from '../../src/text/time.ts';
import { genesisFacts } from '../support/vectors.ts';

/** What `poracle networks` and `xoracle networks` print for avalanchego v1.15.0, one network a row. */
const fromTheNode = [
  {
    network: 'local',
    networkID: 12345,
    hrp: 'local',
    avaxAssetID: '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe',
    pChainID: '11111111111111111111111111111111LpoYY',
    xChainID: '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed',
    cChainID: '2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC',
    txFee: '1000000',
    createAssetTxFee: '1000000',
    dynamicFeeConfig: {
      weights: [1, 1000, 1000, 4],
      maxCapacity: 1000000,
      maxPerSecond: 100000,
      targetPerSecond: 50000,
      minPrice: 1,
      excessConversionConstant: 2164043,
    },
    validatorFeeConfig: {
      capacity: 20000,
      target: 10000,
      minPrice: 1,
      excessConversionConstant: 865617,
    },
  },
  {
    network: 'fuji',
    networkID: 5,
    hrp: 'fuji',
    avaxAssetID: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
    pChainID: '11111111111111111111111111111111LpoYY',
    xChainID: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
    cChainID: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
    txFee: '1000000',
    createAssetTxFee: '10000000',
    dynamicFeeConfig: {
      weights: [1, 1000, 1000, 4],
      maxCapacity: 1000000,
      maxPerSecond: 100000,
      targetPerSecond: 50000,
      minPrice: 1,
      excessConversionConstant: 2164043,
    },
    validatorFeeConfig: {
      capacity: 20000,
      target: 10000,
      minPrice: 512,
      excessConversionConstant: 51937021,
    },
  },
  {
    network: 'mainnet',
    networkID: 1,
    hrp: 'avax',
    avaxAssetID: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
    pChainID: '11111111111111111111111111111111LpoYY',
    xChainID: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
    cChainID: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
    txFee: '1000000',
    createAssetTxFee: '10000000',
    dynamicFeeConfig: {
      weights: [1, 1000, 1000, 4],
      maxCapacity: 1000000,
      maxPerSecond: 100000,
      targetPerSecond: 50000,
      minPrice: 1,
      excessConversionConstant: 2164043,
    },
    validatorFeeConfig: {
      capacity: 20000,
      target: 10000,
      minPrice: 512,
      excessConversionConstant: 1246488515,
    },
  },
];

const numbers = (values: object): unknown =>
  JSON.parse(JSON.stringify(values, (_, v) => (typeof v === 'bigint' ? Number(v) : v)));

const asTheNodeSaysIt = (network: Network) => ({
  network: network.name,
  networkID: network.networkID,
  hrp: network.hrp,
  avaxAssetID: formatID(network.avaxAssetID),
  pChainID: formatID(network.chains.P.blockchainID),
  xChainID: formatID(network.chains.X.blockchainID),
  cChainID: formatID(network.chains.C.blockchainID),
  txFee: `${network.xFees.txFee}`,
  createAssetTxFee: `${network.xFees.createAssetTxFee}`,
  dynamicFeeConfig: numbers(network.pFees),
  validatorFeeConfig: numbers(network.validatorFees),
});

describe.each([local, fuji, mainnet])('$name', (network) => {
  it('has the ids and fees of the node', () => {
    const row = fromTheNode.find((row) => row.networkID === network.networkID);
    expect(asTheNodeSaysIt(network)).toEqual(row);
  });

  it('has the ids that follow from its genesis', () => {
    const { chains, avaxAssetID } = network;
    const facts = genesisFacts().find((row) => row.networkID === network.networkID);
    expect({
      network: network.name,
      xChainID: formatID(chains.X.blockchainID),
      cChainID: formatID(chains.C.blockchainID),
      avaxAssetID: formatID(avaxAssetID),
    }).toMatchObject({
      network: facts?.network,
      xChainID: facts?.xChainID,
      cChainID: facts?.cChainID,
      avaxAssetID: facts?.avaxAssetID,
    });
  });

  it('has the hrp of its networkID, and its chains their letters', () => {
    const { P, X, C } = network.chains;
    expect(network.hrp).toBe(hrpOf(network.networkID));
    expect([P.alias, X.alias, C.alias]).toEqual(['P', 'X', 'C']);
    expect([P.vm, X.vm, C.vm]).toEqual(['platformvm', 'avm', 'evm']);
  });
});

describe('upgrades', () => {
  it.each([
    [
      mainnet,
      ['2022-10-18T16:00Z', '2023-04-25T15:00Z', '2024-03-06T16:00Z', '2024-12-16T17:00Z'],
      ['2025-04-08T15:00Z', '2025-11-19T16:00Z', '2026-09-22T15:00Z'],
    ],
    [
      fuji,
      ['2022-10-03T14:00Z', '2023-04-06T15:00Z', '2024-02-13T16:00Z', '2024-11-25T16:00Z'],
      ['2025-03-13T15:00Z', '2025-10-29T15:00Z', '2026-07-28T15:00Z'],
    ],
    [
      local,
      Array<string>(4).fill('2020-12-05T05:00Z'),
      ['2020-12-05T05:00Z', '2020-12-05T05:00Z', '9999-12-01T00:00Z'],
    ],
  ])('of $name are those of `upgrade/upgrade.go`', ({ upgrades }, early, late) => {
    expect(Object.values(upgrades)).toEqual([...early, ...late].map(unix));
  });
});

describe('staking', () => {
  it('is that of `genesis/params.go`', () => {
    const common = {
      uptimeRequirement: 800_000,
      maxValidatorStake: 3_000_000n * 10n ** 9n,
      minDelegationFee: 20_000,
      maxStakeDuration: 365n * 86_400n,
      maxConsumptionRate: 120_000n,
      minConsumptionRate: 100_000n,
      mintingPeriod: 365n * 86_400n,
      supplyCap: 720_000_000n * 10n ** 9n,
    };
    expect(mainnet.staking).toEqual({
      ...common,
      minValidatorStake: 2_000n * 10n ** 9n,
      minDelegatorStake: 25n * 10n ** 9n,
      minStakeDuration: 14n * 86_400n,
      heliconMinStakeDuration: 48n * 3_600n,
    });
    expect(fuji.staking).toEqual({
      ...common,
      minValidatorStake: 10n ** 9n,
      minDelegatorStake: 10n ** 9n,
      minStakeDuration: 86_400n,
      heliconMinStakeDuration: 12n * 3_600n,
    });
    expect(local.staking).toEqual({
      ...common,
      minValidatorStake: 2_000n * 10n ** 9n,
      minDelegatorStake: 25n * 10n ** 9n,
      minStakeDuration: 86_400n,
      heliconMinStakeDuration: 3_600n,
    });
  });
});

describe('mainnet', () => {
  it('has its ids in hex', () => {
    expect(formatHex(mainnet.avaxAssetID)).toBe(
      '0x21e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff',
    );
    expect(formatHex(mainnet.chains.X.blockchainID)).toBe(
      '0xed5f38341e436e5d46e2bb00b45d62ae97d1b050c64bc634ae10626739e35c4b',
    );
    expect(formatHex(mainnet.chains.C.blockchainID)).toBe(
      '0x0427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652',
    );
  });
});
