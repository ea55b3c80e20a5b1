import { describe, expect, it } from 'vitest';
import { avmChain, customNetwork } from '../../src/network/custom.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import {
  type CState,
  formatState,
  type PState,
  parseState,
  type XState,
} from '../../src/state/index.ts';
import { wei } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import {
  asset,
  frozen,
  key,
  lockedUTXO,
  now,
  pFile as pState,
  trio,
  utxo,
  xFile as xState,
} from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const one = key(1);
const full: PState = pState([utxo(1, 5n), lockedUTXO(2, 1n << 63n, now + 1n)], {
  from: [one.shortID, key(2).shortID],
  feeState: { price: 3n, capacity: 1_000_000n },
  change: { addresses: [one.shortID], threshold: 1, locktime: 7n },
  paths: { [one.address('P', fuji)]: "m/44'/9000'/0'/0/0" },
  imports: { X: [utxo(3, 1n, { assetID: asset(9) })], C: [] },
  authorities: {
    [formatID(asset(7))]: {
      addresses: trio.map(({ shortID }) => shortID),
      threshold: 2,
      locktime: 0n,
    },
    [formatID(asset(8))]: { addresses: [], threshold: 0, locktime: 0n },
  },
});
const largest = wei((1n << 256n) - 1n);
const account: CState = {
  chain: 'C',
  network: fuji,
  from: [one.shortID],
  time: now,
  accounts: [
    { address: evmAddressOf(one), nonce: (1n << 64n) - 1n, balance: largest },
    { address: evmAddressOf(key(2)), nonce: 0n, balance: wei(0n) },
  ],
  baseFee: wei(1n),
  paths: { [one.address('C', fuji)]: "m/44'/60'/0'/0/0" },
  imports: { P: [utxo(6, 5n)], X: [] },
};
const other: XState = xState([utxo(4, 2n)], {
  blockchain: avmChain(asset(5), 'swap'),
  imports: { P: [utxo(5, 1n)] },
});

describe('formatState and parseState', () => {
  it.each([
    ['P, all of it', full],
    ['P, the least', pState([])],
    ['X', xState([utxo(1, 1n)])],
    ['another AVM', other],
    ['C, all of it', account],
    ['C, the least', { ...account, accounts: [], imports: {} }],
    ['a known network', pState([], { network: mainnet })],
    [
      'a network of one’s own',
      pState([], {
        network: customNetwork({
          networkID: 12345,
          avaxAssetID: asset(1),
          chains: { X: asset(2), C: asset(3) },
          pFees: { minPrice: (1n << 64n) - 1n },
        }),
      }),
    ],
  ])('carry %s', (_, state) => {
    const text = formatState(frozen(state));
    expect(parseState(text)).toEqual(state);
    expect(formatState(parseState(text))).toBe(text);
  });

  it('writes a network by name only if it is that network', () => {
    const network = { ...local, xFees: { ...local.xFees, txFee: 5n } };
    expect(formatState(pState([], { network: local }))).toContain('"network": "local"');
    expect(formatState(pState([], { network }))).toContain('"network": {"name":"local"');
  });

  it('writes addresses as text, whichever way they came', () => {
    const text = one.address('P', fuji);
    expect(formatState(pState([], { from: [text] }))).toBe(formatState(pState([])));
    expect(parseState(formatState(pState([], { from: [text] }))).from).toEqual([one.shortID]);
  });

  it('keeps the checksum of an account out of the file', () => {
    const text = formatState(account);
    const checked = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
    expect(parseState(text.replace(evmAddressOf(one), checked))).toEqual({
      ...account,
      accounts: [{ ...account.accounts[0], address: checked.toLowerCase() }, account.accounts[1]],
    });
  });

  it.each<[string, Partial<CState> | Partial<PState>, string, (string | number)[]]>([
    ['a time that is no uint64', { time: 1n << 64n }, 'OutOfRange', ['time']],
    ['a time in milliseconds', { time: 1_800_000_000_000n }, 'OutOfRange', ['time']],
    [
      'an account twice',
      { accounts: [account.accounts[0]!, account.accounts[0]!] },
      'Duplicate',
      ['accounts', 1, 'address'],
    ],
  ])('refuse to write %s', (_, change, code, path) => {
    expect(thrown(() => formatState({ ...account, ...change } as CState))).toMatchObject({
      code,
      path,
    });
  });

  it('reads 64-bit numbers with and without quotes', () => {
    const text = formatState(full);
    const bare = text.replace('"1800000000"', '1800000000').replace('"1000000"', '1000000');
    expect(bare).not.toBe(text);
    expect(parseState(bare)).toEqual(full);
  });

  it('refuses to write an address of another network', () => {
    expect(
      thrown(() => formatState(pState([], { from: [one.address('P', mainnet)] }))),
    ).toMatchObject({ code: 'WrongNetwork' });
  });
});

describe('parseState', () => {
  const members = JSON.parse(formatState(full)) as Record<string, unknown>;
  const hex = (members.utxos as string[])[0]!;
  it.each<[string, Record<string, unknown>, string, (string | number)[]]>([
    ['a chain that it does not know', { chain: 'Q' }, 'BadJSON', ['chain']],
    ['a key that it does not know', { fees: 1 }, 'BadJSON', ['fees']],
    ['no time', { time: undefined }, 'BadJSON', ['time']],
    ['a time that is no integer', { time: '1e9' }, 'BadJSON', ['time']],
    [
      'a price above uint64',
      { feeState: { price: '18446744073709551616' } },
      'OutOfRange',
      ['feeState', 'price'],
    ],
    ['a network that it does not know', { network: 'fiji' }, 'BadJSON', ['network']],
    [
      'an address of another network',
      { from: [one.address('P', local)] },
      'WrongNetwork',
      ['from', 0],
    ],
    ['an address of another chain', { from: [one.address('X', fuji)] }, 'WrongChain', ['from', 0]],
    [
      'a UTXO without its checksum',
      { utxos: [hex, hex.slice(0, -8)] },
      'BadChecksum',
      ['utxos', 1],
    ],
    ['UTXOs that are no list', { utxos: hex }, 'BadJSON', ['utxos']],
    ['UTXOs from itself', { imports: { P: [] } }, 'BadJSON', ['imports', 'P']],
    [
      'a threshold above the addresses',
      { change: { addresses: [one.address('P', fuji)], threshold: 2 } },
      'OutOfRange',
      ['change', 'threshold'],
    ],
    [
      'a path that is none',
      { paths: { [one.address('P', fuji)]: '44/9000' } },
      'BadText',
      ['paths', one.address('P', fuji)],
    ],
    [
      'a path of an address of another network',
      { paths: { [one.address('P', local)]: "m/44'/9000'/0'/0/0" } },
      'WrongNetwork',
      ['paths', '…'],
    ],
    [
      'an authority of no id',
      { authorities: { subnet: { addresses: [], threshold: 0 } } },
      'BadChecksum',
      ['authorities', 'subnet'],
    ],
    [
      'an authority that nobody can give',
      { authorities: { [formatID(asset(7))]: { addresses: [], threshold: 1 } } },
      'OutOfRange',
      ['authorities', formatID(asset(7)), 'threshold'],
    ],
    ['accounts on P', { accounts: [] }, 'BadJSON', ['accounts']],
    ['a blockchain on P', { blockchain: {} }, 'BadJSON', ['blockchain']],
  ])('refuses %s', (_, change, code, path) => {
    const text = JSON.stringify({ ...members, ...change });
    expect(thrown(() => parseState(text))).toMatchObject({ code, path });
  });

  it('refuses an alias of more than 64 characters', () => {
    const xMembers = JSON.parse(formatState(other)) as { readonly blockchain: object };
    const named = (length: number) =>
      JSON.stringify({
        ...xMembers,
        from: [],
        utxos: [],
        blockchain: { ...xMembers.blockchain, alias: 'a'.repeat(length) },
      });
    expect(parseState(named(64))).toMatchObject({ blockchain: { alias: 'a'.repeat(64) } });
    expect(thrown(() => parseState(named(65)))).toMatchObject({
      code: 'TooLong',
      path: ['blockchain', 'alias'],
      context: { length: 65, max: 64 },
    });
  });

  it('says where in a UTXO its bytes end', () => {
    const text = JSON.stringify({ ...members, imports: { C: ['0x0000c66a7ae8'] } });
    const e = thrown(() => parseState(text));
    expect(e.path.slice(0, 3)).toEqual(['imports', 'C', 0]);
  });

  const cMembers = JSON.parse(formatState(account)) as Record<string, unknown>;
  const [first, second] = cMembers.accounts as Record<string, string>[];
  it.each<[string, Record<string, unknown>, string, (string | number)[]]>([
    ['UTXOs on C', { utxos: [] }, 'BadJSON', ['utxos']],
    ['imports of C from itself', { imports: { C: [] } }, 'BadJSON', ['imports', 'C']],
    ['no accounts', { accounts: undefined }, 'BadJSON', ['accounts']],
    ['an account twice', { accounts: [first, first] }, 'Duplicate', ['accounts', 1, 'address']],
    [
      'an account of another length',
      { accounts: [second, { ...first, address: `${evmAddressOf(one)}00` }] },
      'BadText',
      ['accounts', 1, 'address'],
    ],
    [
      'an account with a wrong checksum',
      { accounts: [{ ...first, address: '0x8db97c7cEcE249c2b98bDC0226Cc4C2A57BF52FC' }] },
      'BadChecksum',
      ['accounts', 0, 'address'],
    ],
    [
      'a nonce above uint64',
      { accounts: [{ ...first, nonce: String(1n << 64n) }] },
      'OutOfRange',
      ['accounts', 0, 'nonce'],
    ],
    [
      'a balance above uint256',
      { accounts: [{ ...first, balance: String(1n << 256n) }] },
      'OutOfRange',
      ['accounts', 0, 'balance'],
    ],
    ['a base fee with decimals', { baseFee: '1.5' }, 'BadJSON', ['baseFee']],
  ])('refuses %s', (_, change, code, path) => {
    const text = JSON.stringify({ ...cMembers, ...change });
    expect(thrown(() => parseState(text))).toMatchObject({ code, path });
  });
});
