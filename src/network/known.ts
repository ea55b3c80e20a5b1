import { parseID } from '../text/id.ts';
import type { Network } from './network.ts';

/**
 * The main network: avalanchego v1.15.0 `genesis/genesis_mainnet.go` and `.json`, `upgrade/upgrade.go`; ids from the
 * genesis that it makes.
 */
export const mainnet: Network = {
  name: 'mainnet',
  networkID: 1,
  hrp: 'avax',
  avaxAssetID: /* @__PURE__ */ parseID('FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'),
  chains: {
    P: { alias: 'P', blockchainID: /* @__PURE__ */ new Uint8Array(32), vm: 'platformvm' },
    X: {
      alias: 'X',
      blockchainID: /* @__PURE__ */ parseID('2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'),
      vm: 'avm',
    },
    C: {
      alias: 'C',
      blockchainID: /* @__PURE__ */ parseID('2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'),
      vm: 'evm',
    },
  },
  evmChainID: 43_114n,
  upgrades: {
    banff: 1_666_108_800n,
    cortina: 1_682_434_800n,
    durango: 1_709_740_800n,
    etna: 1_734_368_400n,
    fortuna: 1_744_124_400n,
    granite: 1_763_568_000n,
    helicon: 1_790_089_200n,
  },
  xFees: { txFee: 1_000_000n, createAssetTxFee: 10_000_000n },
  pFees: {
    weights: [1n, 1_000n, 1_000n, 4n],
    maxCapacity: 1_000_000n,
    maxPerSecond: 100_000n,
    targetPerSecond: 50_000n,
    minPrice: 1n,
    excessConversionConstant: 2_164_043n,
  },
  validatorFees: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 512n,
    excessConversionConstant: 1_246_488_515n,
  },
  staking: {
    uptimeRequirement: 800_000,
    minValidatorStake: 2_000_000_000_000n,
    maxValidatorStake: 3_000_000_000_000_000n,
    minDelegatorStake: 25_000_000_000n,
    minDelegationFee: 20_000,
    minStakeDuration: 1_209_600n,
    heliconMinStakeDuration: 172_800n,
    maxStakeDuration: 31_536_000n,
    maxConsumptionRate: 120_000n,
    minConsumptionRate: 100_000n,
    mintingPeriod: 31_536_000n,
    supplyCap: 720_000_000_000_000_000n,
  },
};

/**
 * The test network: avalanchego v1.15.0 `genesis/genesis_fuji.go` and `.json`, `upgrade/upgrade.go`; ids from the
 * genesis that it makes.
 */
export const fuji: Network = {
  name: 'fuji',
  networkID: 5,
  hrp: 'fuji',
  avaxAssetID: /* @__PURE__ */ parseID('U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK'),
  chains: {
    P: { alias: 'P', blockchainID: /* @__PURE__ */ new Uint8Array(32), vm: 'platformvm' },
    X: {
      alias: 'X',
      blockchainID: /* @__PURE__ */ parseID('2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'),
      vm: 'avm',
    },
    C: {
      alias: 'C',
      blockchainID: /* @__PURE__ */ parseID('yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp'),
      vm: 'evm',
    },
  },
  evmChainID: 43_113n,
  upgrades: {
    banff: 1_664_805_600n,
    cortina: 1_680_793_200n,
    durango: 1_707_840_000n,
    etna: 1_732_550_400n,
    fortuna: 1_741_878_000n,
    granite: 1_761_750_000n,
    helicon: 1_785_250_800n,
  },
  xFees: { txFee: 1_000_000n, createAssetTxFee: 10_000_000n },
  pFees: {
    weights: [1n, 1_000n, 1_000n, 4n],
    maxCapacity: 1_000_000n,
    maxPerSecond: 100_000n,
    targetPerSecond: 50_000n,
    minPrice: 1n,
    excessConversionConstant: 2_164_043n,
  },
  validatorFees: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 512n,
    excessConversionConstant: 51_937_021n,
  },
  staking: {
    uptimeRequirement: 800_000,
    minValidatorStake: 1_000_000_000n,
    maxValidatorStake: 3_000_000_000_000_000n,
    minDelegatorStake: 1_000_000_000n,
    minDelegationFee: 20_000,
    minStakeDuration: 86_400n,
    heliconMinStakeDuration: 43_200n,
    maxStakeDuration: 31_536_000n,
    maxConsumptionRate: 120_000n,
    minConsumptionRate: 100_000n,
    mintingPeriod: 31_536_000n,
    supplyCap: 720_000_000_000_000_000n,
  },
};

/**
 * A network on one machine: avalanchego v1.15.0 `genesis/genesis_local.go` and `.json`, `upgrade/upgrade.go`. The ids
 * hold for the genesis of that version: take them from the node where another one runs.
 */
export const local: Network = {
  name: 'local',
  networkID: 12_345,
  hrp: 'local',
  avaxAssetID: /* @__PURE__ */ parseID('2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe'),
  chains: {
    P: { alias: 'P', blockchainID: /* @__PURE__ */ new Uint8Array(32), vm: 'platformvm' },
    X: {
      alias: 'X',
      blockchainID: /* @__PURE__ */ parseID('2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed'),
      vm: 'avm',
    },
    C: {
      alias: 'C',
      blockchainID: /* @__PURE__ */ parseID('2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC'),
      vm: 'evm',
    },
  },
  evmChainID: 43_112n,
  upgrades: {
    banff: 1_607_144_400n,
    cortina: 1_607_144_400n,
    durango: 1_607_144_400n,
    etna: 1_607_144_400n,
    fortuna: 1_607_144_400n,
    granite: 1_607_144_400n,
    helicon: 253_399_622_400n,
  },
  xFees: { txFee: 1_000_000n, createAssetTxFee: 1_000_000n },
  pFees: {
    weights: [1n, 1_000n, 1_000n, 4n],
    maxCapacity: 1_000_000n,
    maxPerSecond: 100_000n,
    targetPerSecond: 50_000n,
    minPrice: 1n,
    excessConversionConstant: 2_164_043n,
  },
  validatorFees: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 1n,
    excessConversionConstant: 865_617n,
  },
  staking: {
    uptimeRequirement: 800_000,
    minValidatorStake: 2_000_000_000_000n,
    maxValidatorStake: 3_000_000_000_000_000n,
    minDelegatorStake: 25_000_000_000n,
    minDelegationFee: 20_000,
    minStakeDuration: 86_400n,
    heliconMinStakeDuration: 3_600n,
    maxStakeDuration: 31_536_000n,
    maxConsumptionRate: 120_000n,
    minConsumptionRate: 100_000n,
    mintingPeriod: 31_536_000n,
    supplyCap: 720_000_000_000_000_000n,
  },
};
