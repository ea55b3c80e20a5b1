import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { explain, explainError, textOf } from '../../src/explain/index.ts';
import {
  avmChain,
  type CustomNetwork,
  checkNetwork,
  customNetwork,
  formatNetwork,
  parseNetwork,
} from '../../src/network/custom.ts';
import { fuji, local, mainnet, verifyConstants } from '../../src/network/known.ts';
import { formatID } from '../../src/text/id.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';
import { key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const asset = new Uint8Array(32).fill(1);
const x = new Uint8Array(32).fill(2);
const c = new Uint8Array(32).fill(3);
const least: CustomNetwork = { networkID: 1337, avaxAssetID: asset, chains: { X: x, C: c } };

describe('customNetwork', () => {
  it('has the parameters of a local network', () => {
    const { upgrades, xFees, pFees, validatorFees, staking } = local;
    expect(customNetwork(least)).toEqual({
      name: 'network-1337',
      networkID: 1337,
      hrp: 'custom',
      avaxAssetID: asset,
      chains: {
        P: { alias: 'P', blockchainID: new Uint8Array(32), vm: 'platformvm' },
        X: { alias: 'X', blockchainID: x, vm: 'avm' },
        C: { alias: 'C', blockchainID: c, vm: 'evm' },
      },
      upgrades,
      xFees,
      pFees,
      validatorFees,
      staking,
    });
  });

  it.each([mainnet, fuji])('is $name by its number, with what that has', (network) => {
    const { networkID, avaxAssetID, chains } = network;
    const ids = { X: chains.X.blockchainID, C: chains.C.blockchainID };
    expect(customNetwork({ networkID, avaxAssetID, chains: ids })).toEqual(network);
  });

  it('takes ids as CB58 and any parameter instead', () => {
    const network = customNetwork({
      networkID: 7,
      name: 'mine',
      hrp: 'mine',
      avaxAssetID: formatID(asset),
      chains: { X: formatID(x), C: formatID(c) },
      evmChainID: 99n,
      upgrades: { helicon: local.upgrades.granite },
      pFees: { minPrice: 7n },
    });
    expect(network).toEqual({
      ...customNetwork(least),
      name: 'mine',
      networkID: 7,
      hrp: 'mine',
      evmChainID: 99n,
      upgrades: { ...local.upgrades, helicon: local.upgrades.granite },
      pFees: { ...local.pFees, minPrice: 7n },
    });
  });

  it('is no public network under another name, nor the other way round', () => {
    for (const change of [
      { name: 'fuji', hrp: 'fuji' },
      { hrp: 'fuji' },
      { avaxAssetID: asset },
      { chains: { ...mainnet.chains, X: { ...mainnet.chains.X, alias: 'Y' } } },
      { networkID: 7 },
    ])
      expect(thrown(() => formatNetwork({ ...mainnet, ...change }))).toMatchObject({
        code: 'WrongNetwork',
        path: expect.arrayContaining([Object.keys(change)[0]]),
      });
  });

  it('has the library’s constants of a public network, whoever says what else', () => {
    const other = (value: unknown): unknown =>
      typeof value === 'bigint'
        ? value + 1n
        : typeof value === 'number'
          ? value - 1
          : typeof value === 'string'
            ? `${value}x`
            : Array.isArray(value)
              ? [other(value[0]), ...value.slice(1)]
              : asset;
    const texts: [string, string][] = [];
    for (const known of [mainnet, fuji])
      for (const [key, value] of Object.entries(known))
        for (const inner of ['upgrades', 'xFees', 'pFees', 'validatorFees', 'staking'].includes(key)
          ? Object.keys(value)
          : [undefined]) {
          const part = value as Record<string, unknown>;
          const changed = {
            ...known,
            [key]: inner === undefined ? other(value) : { ...part, [inner]: other(part[inner]) },
          };
          if (key === 'name' || key === 'networkID' || key === 'chains') continue;
          const e = thrown(() => verifyConstants(changed));
          expect(e.code).toBe('WrongNetwork');
          expect(e.path.slice(0, 2)).toEqual(inner === undefined ? [key] : [key, inner]);
          const { networkID, avaxAssetID, chains } = known;
          const ids = { X: chains.X.blockchainID, C: chains.C.blockchainID };
          if (inner !== undefined)
            texts.push([
              `${known.name} ${key}.${inner}`,
              thrown(() =>
                customNetwork({
                  networkID,
                  avaxAssetID,
                  chains: ids,
                  [key]: changed[key as 'staking'],
                }),
              ).code,
            ]);
        }
    expect(texts).toHaveLength(2 * (7 + 2 + 6 + 4 + 12));
    expect(texts.filter(([, code]) => code !== 'WrongNetwork')).toEqual([]);
  });

  it('refuses a file that says other fees of mainnet', () => {
    const text = formatNetwork(mainnet);
    expect(parseNetwork(text)).toEqual(mainnet);
    const dearer = text.replace('"txFee":1000000', '"txFee":50000000000000');
    expect(dearer).not.toBe(text);
    expect(thrown(() => parseNetwork(dearer))).toMatchObject({
      code: 'WrongNetwork',
      path: ['xFees', 'txFee'],
    });
  });

  it('copies the bytes it is given', () => {
    const avaxAssetID = asset.slice();
    const network = customNetwork({ ...least, avaxAssetID });
    avaxAssetID[0] = 9;
    expect(network.avaxAssetID).toEqual(asset);
  });

  it.each<[Partial<CustomNetwork>, string, (string | number)[]]>([
    [{ networkID: -1 }, 'OutOfRange', ['networkID']],
    [{ networkID: 2 ** 32 }, 'OutOfRange', ['networkID']],
    [{ networkID: 1.5 }, 'OutOfRange', ['networkID']],
    [{ hrp: 'Mine' }, 'BadText', ['hrp']],
    [{ hrp: '' }, 'BadText', ['hrp']],
    [{ avaxAssetID: asset.subarray(1) }, 'OutOfRange', ['avaxAssetID']],
    [{ avaxAssetID: 'x' }, 'BadText', ['avaxAssetID']],
    [{ chains: { X: x.subarray(1), C: c } }, 'OutOfRange', ['chains', 'X']],
    [{ chains: { X: x, C: `${formatID(c)}zz` } }, 'OutOfRange', ['chains', 'C']],
    [{ chains: { X: x, C: `${formatID(c).slice(0, -1)}z` } }, 'BadChecksum', ['chains', 'C']],
    [{ chains: { X: new Uint8Array(32), C: c } }, 'Duplicate', ['chains', 'X']],
    [{ chains: { X: x, C: x } }, 'Duplicate', ['chains', 'C']],
    [{ evmChainID: -1n }, 'OutOfRange', ['evmChainID']],
    [{ upgrades: { etna: 0n } }, 'NotSorted', ['upgrades', 'etna']],
    [{ upgrades: { helicon: 1n << 64n } }, 'OutOfRange', ['upgrades', 'helicon']],
    [{ pFees: { weights: [1n, 1n, 1n, -1n] } }, 'OutOfRange', ['pFees', 'weights', 3]],
    [
      { pFees: { excessConversionConstant: 0n } },
      'OutOfRange',
      ['pFees', 'excessConversionConstant'],
    ],
    [{ staking: { minDelegationFee: 1_000_001 } }, 'OutOfRange', ['staking', 'minDelegationFee']],
  ])('refuses row %#', (change, code, path) => {
    expect(thrown(() => customNetwork({ ...least, ...change }))).toMatchObject({ code, path });
  });
});

describe('formatNetwork', () => {
  it.each([mainnet, fuji, local, customNetwork(least)])(
    'writes $name, which is read back',
    (network) => {
      const text = formatNetwork(network);
      expect(parseNetwork(text)).toEqual(network);
      expect(formatNetwork(parseNetwork(text))).toBe(text);
    },
  );

  it('writes ids as CB58 and every digit', () => {
    expect(formatNetwork(mainnet)).toMatch(
      /^\{"name":"mainnet","networkID":1,"hrp":"avax","avaxAssetID":"FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z",/,
    );
    expect(formatNetwork(mainnet)).toMatch(/"supplyCap":720000000000000000\}\}$/);
  });

  it('refuses what could not be read back', () => {
    const network = { ...local, avaxAssetID: asset.subarray(1) };
    expect(thrown(() => formatNetwork(network))).toMatchObject({
      code: 'OutOfRange',
      path: ['avaxAssetID'],
    });
  });
});

describe('parseNetwork', () => {
  type Members = { [key: string]: JSONValue };
  const file = () => parseJSON(formatNetwork(local)) as Members;
  const chains = (change: Members) => ({ ...(file().chains as Members), ...change });

  it.each<[string, Members, string, string[]]>([
    ['an unknown key', { fees: 1n }, 'BadJSON', ['fees']],
    ['a key of every object', { constructor: 1n }, 'BadJSON', ['constructor']],
    [
      'an unknown key deep down',
      { xFees: { txFee: 1n, createAssetTxFee: 1n, fee: 1n } },
      'BadJSON',
      ['xFees', 'fee'],
    ],
    ['a missing key', { xFees: { txFee: 1n } }, 'BadJSON', ['xFees', 'createAssetTxFee']],
    ['a list for an object', { xFees: [] }, 'BadJSON', ['xFees']],
    ['null', { staking: null }, 'BadJSON', ['staking']],
    ['a number in quotes', { networkID: '5' }, 'BadJSON', ['networkID']],
    ['a number with a point', { networkID: 5.5 }, 'BadJSON', ['networkID']],
    ['a number for a name', { name: 5n }, 'BadJSON', ['name']],
    ['an id in hex', { avaxAssetID: `0x${'01'.repeat(32)}` }, 'BadText', ['avaxAssetID']],
    ['a short id', { avaxAssetID: '111111111111111111116DBWJs' }, 'OutOfRange', ['avaxAssetID']],
    [
      'another P-chain',
      { chains: chains({ P: { alias: 'P', blockchainID: formatID(x), vm: 'platformvm' } }) },
      'OutOfRange',
      ['chains', 'P'],
    ],
    [
      'another VM',
      { chains: chains({ X: { alias: 'X', blockchainID: formatID(x), vm: 'evm' } }) },
      'BadJSON',
      ['chains', 'X', 'vm'],
    ],
    [
      'an alias with a dash',
      { chains: chains({ X: { alias: 'X-1', blockchainID: formatID(x), vm: 'avm' } }) },
      'BadText',
      ['chains', 'X', 'alias'],
    ],
  ])('refuses %s', (_, change, code, path) => {
    const text = formatJSON({ ...file(), ...change });
    expect(thrown(() => parseNetwork(text))).toMatchObject({ code, path });
  });

  it.each(['', '[]', 'null', '{', '{"name":"a","name":"a"}'])('refuses %j', (text) => {
    expect(thrown(() => parseNetwork(text))).toMatchObject({ code: 'BadJSON' });
  });
});

describe('avmChain', () => {
  it('has its id as alias if it has no other', () => {
    expect(avmChain(x)).toEqual({ alias: formatID(x), blockchainID: x, vm: 'avm' });
    expect(avmChain(x, 'mine')).toEqual({ alias: 'mine', blockchainID: x, vm: 'avm' });
  });

  it('refuses what no address can carry', () => {
    expect(thrown(() => avmChain(x.subarray(1)))).toMatchObject({ code: 'OutOfRange' });
    for (const alias of ['', 'a-b', 'a b', 'é']) {
      expect(thrown(() => avmChain(x, alias))).toMatchObject({ code: 'BadText' });
    }
  });
});

describe('the native asset of a custom network', () => {
  const flare = customNetwork({ ...least, nativeAsset: 'FLR' });

  it('is in its file, and names amounts in explanations and errors', () => {
    expect(parseNetwork(formatNetwork(flare))).toEqual(flare);
    expect(formatNetwork(customNetwork(least))).not.toContain('nativeAsset');
    const coin = { ...utxo(1, 5_000_000_000n), assetID: flare.avaxAssetID };
    const state = pState([coin], { network: flare });
    const outputs = [{ to: key(2).shortID, amount: 1_500_000_000n }];
    const told = explain(buildBaseTx(state, { outputs }), { network: flare, time: state.time });
    expect(textOf(told)).toContain('1.5 FLR');
    expect(textOf(told)).not.toMatch(/\d AVAX/);
    const tooMuch = [{ to: key(2).shortID, amount: 6_000_000_000n }];
    const e = thrown(() => buildBaseTx(state, { outputs: tooMuch }));
    expect(explainError(e)).toMatch(/5 FLR can be spent/);
  });

  it.each([
    ['', 'BadText'],
    ['A B', 'BadText'],
    ['1INCH', 'BadText'],
  ])('is not %j', (nativeAsset, code) => {
    expect(thrown(() => customNetwork({ ...least, nativeAsset }))).toMatchObject({
      code,
      path: ['nativeAsset'],
    });
  });

  it('is AVAX on mainnet and fuji, whatever a file says', () => {
    for (const network of [mainnet, fuji])
      expect(thrown(() => checkNetwork({ ...network, nativeAsset: 'FLR' }))).toMatchObject({
        code: 'WrongNetwork',
        path: ['nativeAsset'],
      });
  });
});
