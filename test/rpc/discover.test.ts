/** `discover`: the used addresses of an account, on the test node. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { avax } from '../../src/index.ts';
import { formatAddress } from '../../src/network/address.ts';
import { connect } from '../../src/rpc/index.ts';
import { hdWallet, multisig } from '../../src/sign/hd/hd.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';

const wallet = hdWallet('test test test test test test test test test test test junk');
const account = wallet.account();
const node = createTestnode();
const { network } = node;
const client = connect('http://testnode', node);
const derived = new Map<string, Uint8Array>();
/** The address at a place, derived once. */
function at(index: number, change = false): Uint8Array {
  const found =
    derived.get(`${index} ${change}`) ??
    account.addresses('P', network, { from: index, count: 1, change })[0]!.shortID;
  derived.set(`${index} ${change}`, found);
  return found;
}
const hexes = (addresses: readonly Uint8Array[]): readonly string[] => addresses.map(formatHex);
const upTo = (receive: number, change: number): readonly string[] =>
  hexes([
    ...Array.from({ length: receive }, (_, i) => at(i)),
    ...Array.from({ length: change }, (_, i) => at(i, true)),
  ]);

describe('discover', () => {
  beforeAll(() => {
    node.fund('P', { to: at(2), amount: avax('5') });
    node.fund('X', { to: at(21), amount: avax('5') });
    node.fund('P', { to: at(3, true), amount: avax('1') });
    // Beyond the gap of 20, and within it from there on.
    node.fund('P', { to: at(45), amount: avax('1') });
  });

  it('finds what is used on P or X, in both branches, up to the gap', async () => {
    const found = await client.discover(account);
    expect(found.next).toEqual({ receive: 22, change: 4 });
    expect(hexes(found.addresses)).toEqual(upTo(22, 4));
    expect(await client.discover(at, { gap: 24 })).toMatchObject({ next: { receive: 46 } });
    const onP = await client.discover(at, { chains: ['P'] });
    expect(onP.next).toEqual({ receive: 3, change: 4 });
  });

  it('gives what a state and a signature need', async () => {
    const before = node.snapshot();
    const { addresses, paths, next } = await client.discover(account);
    const change = { threshold: 1, addresses: [at(next.change, true)] };
    const state = await client.pchain.state(addresses, { paths: paths.P });
    const outputs = [{ to: at(0), amount: avax('5.5') }];
    const draft = buildBaseTx(state, { outputs }, { change, own: account });
    const tx = finalize(sign(draft, wallet.keys(draft)));
    expect(node.issue('P', tx.bytes).ok).toBe(true);
    // What was spent looks unused, and 21 is beyond the gap: a wallet that remembers still finds it.
    expect((await client.discover(at)).next).toEqual({ receive: 1, change: 5 });
    expect((await client.discover(at, { next })).next).toEqual({ receive: 22, change: 5 });
    expect(await client.xchain.state(addresses, { paths: paths.X })).toMatchObject({
      utxos: [{ output: { amount: avax('5') } }],
    });
    node.revert(before);
  });

  it('finds what waits to be imported', async () => {
    const before = node.snapshot();
    const state = await client.xchain.state([at(21)]);
    const owner = formatAddress(at(30), network.chains.C, network);
    const draft = buildExportTx(state, { to: 'C', outputs: [{ to: owner, amount: avax('2') }] });
    const keyOf21 = wallet.key("m/44'/9000'/0'/0/21");
    node.issue('X', finalize(sign(draft, keyOf21)).bytes);
    expect((await client.discover(at)).next.receive).toBe(46);
    expect((await client.discover(at, { chains: ['P', 'X'] })).next.receive).toBe(22);
    node.revert(before);
  });

  it('takes a function in place of an account', async () => {
    const texts = await client.discover((index, change) =>
      formatAddress(at(index, change), network.chains.X, network),
    );
    const bytes = await client.discover(async (index, change) => at(index, change));
    expect(texts).toEqual(bytes);
    expect(hexes(bytes.addresses)).toEqual(upTo(22, 4));
    expect(bytes.paths).toEqual({ P: {}, X: {}, C: {} });
    await expect(
      client.discover(() => 'P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7r'),
    ).rejects.toMatchObject({ code: 'BadChecksum', path: ['account', 0] });
    await expect(
      client.discover(() => 'X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'),
    ).rejects.toMatchObject({ code: 'WrongNetwork', path: ['account', 0] });
  });

  it('finds the places of a wallet of several signers', async () => {
    const others = hdWallet(new Uint8Array(16).fill(7)).account();
    const team = multisig([account, others], 2);
    const before = node.snapshot();
    node.fund('P', { to: team.owner(1), amount: avax('1') });
    const { next } = await client.discover(team, { chains: ['P'], gap: 2 });
    expect(next.receive).toBeGreaterThanOrEqual(2);
    node.revert(before);
  });

  it('ends where the limits or the options say', async () => {
    const few = connect('http://testnode', { ...node, limits: { maxPages: 9 } });
    await expect(few.discover(at)).rejects.toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxPages', max: 9 },
    });
    await expect(client.discover(at, { maxAddresses: 20 })).rejects.toMatchObject({
      code: 'TooLong',
    });
    const next = { receive: -1, change: 0 };
    await expect(client.discover(account, { next })).rejects.toMatchObject({
      code: 'OutOfRange',
      path: ['next'],
    });
    await expect(client.discover(account, { gap: 0 })).rejects.toMatchObject({
      code: 'OutOfRange',
      path: ['gap'],
    });
  });
});
