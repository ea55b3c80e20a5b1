/** C1 by a node: what `connect` reads so that owners are proven, and what it costs. */
import { describe, expect, it } from 'vitest';
import { idOf } from '../../src/chain/ids.ts';
import { UTXO as PUTXO, Tx } from '../../src/chain/pchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { proveState } from '../../src/owners/prove.ts';
import { connect } from '../../src/rpc/connect.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { formatState, parseState } from '../../src/state/statefile.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import type { JSONValue } from '../../src/text/json.ts';
import { amountOf } from '../../src/tx/output.ts';
import { encode } from '../../src/wire/codec.ts';
import { lying } from '../support/lyingnode.ts';
import { key } from '../support/state.ts';

const owner = (...keys: readonly number[]) =>
  outputOwners({ addresses: keys.map((n) => key(n).shortID), threshold: 1 }, fuji.chains.P, fuji);

/** A transaction that made one output for an owner; `n` tells several apart. */
function parent(n: number, to: ReturnType<typeof owner>) {
  const output = amountOf(BigInt(n + 1) * 1_000_000n, to);
  const bytes = encode(Tx, {
    unsignedTx: {
      type: 'platformvm.BaseTx',
      networkID: 5,
      blockchainID: fuji.chains.P.blockchainID,
      outputs: [{ assetID: fuji.avaxAssetID, output }],
      inputs: [],
      memo: Uint8Array.of(n >> 8, n & 255),
    },
    credentials: [],
  });
  const utxo: PUTXO = { txID: idOf(bytes), outputIndex: 0, assetID: fuji.avaxAssetID, output };
  return { bytes, utxo, txID: formatID(idOf(bytes)) };
}
type Parent = ReturnType<typeof parent>;

const now = () => Date.parse('2027-01-15T08:01:00Z');
const me = formatAddress(key(1).shortID, fuji.chains.P, fuji);

/** A node that lists UTXOs, and has some of the transactions that made them. */
function nodeWith(utxos: readonly PUTXO[], has: readonly Parent[], options = {}) {
  const { transport, calls } = lying(({ method, params }): JSONValue | { raw: string } => {
    if (method === 'platform.getHeight') return { height: '7' };
    if (method === 'platform.getFeeState')
      return { capacity: '1000000', excess: '0', price: '1', timestamp: '2027-01-15T08:00:00Z' };
    if (method === 'platform.getUTXOs')
      return {
        numFetched: String(utxos.length),
        utxos: utxos.map((of) => formatBytes(encode(PUTXO, of), 'hex')),
        endIndex: { address: me, utxo: formatID(new Uint8Array(32)) },
        encoding: 'hex',
      };
    const found = has.find(({ txID }) => txID === params.txID);
    if (method === 'platform.getTx' && found)
      return { tx: formatBytes(found.bytes, 'hex'), encoding: 'hex' };
    return { raw: '{"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}' };
  });
  const node = connect('https://node.test', { network: fuji, transport, now, ...options });
  const asked = () => calls.filter(({ method }) => method === 'platform.getTx').length;
  return { node, asked };
}

describe('a state that a node gives', () => {
  it('says whose addresses the caller named', async () => {
    const { utxo } = parent(1, owner(1));
    const { node, asked } = nodeWith([utxo], []);
    const state = await node.pchain.state([me, key(2).shortID]);
    expect(state.own).toEqual([key(1).shortID, key(2).shortID]);
    // Nothing is to be proven of what is all the caller's own.
    expect(state.evidence).toBeUndefined();
    expect(asked()).toBe(0);
    expect(proveState(state).utxos).toMatchObject([{ status: 'own' }]);
    expect(parseState(formatState(state)).own).toBeUndefined();
  });

  it('has the parents of what others could own as well, each asked for once', async () => {
    const shared = [1, 2, 3].map((n) => parent(n, owner(1, 2)));
    const mine = parent(9, owner(1));
    const { node, asked } = nodeWith(
      [...shared, mine].map(({ utxo }) => utxo),
      [...shared, mine],
    );
    const state = await node.pchain.state([me]);
    expect(state.evidence).toHaveLength(3);
    expect(asked()).toBe(3);
    const kinds = proveState(state).utxos.map(({ status }) => status);
    expect([...kinds].sort()).toEqual(['own', 'proven', 'proven', 'proven']);
    await node.pchain.state([me]);
    expect(asked()).toBe(3);
    expect(parseState(formatState(state)).evidence).toEqual(state.evidence);
  });

  it('disproves a co-owner that the node made up', async () => {
    const honest = parent(1, owner(1));
    const lie = { ...honest.utxo, output: amountOf(2_000_000n, owner(1, 66)) };
    const { node } = nodeWith([lie], [honest]);
    const state = await node.pchain.state([me]);
    let e: unknown;
    try {
      proveState(state);
    } catch (error) {
      e = error;
    }
    expect(isError(e, 'Disproved')).toBe(true);
  });

  it('leaves a claim where the node has no old transactions, and says so', async () => {
    const shared = parent(1, owner(1, 2));
    const { node, asked } = nodeWith([shared.utxo], []);
    const state = await node.pchain.state([me]);
    expect(state.evidence).toBeUndefined();
    expect(node.unavailable()).toEqual([shared.utxo.txID]);
    const [proof] = proveState(state, { unavailable: node.unavailable() }).utxos;
    expect(proof).toMatchObject({ status: 'claimed', why: 'unavailable' });
    await node.pchain.state([me]);
    expect(asked()).toBe(1);
  });

  it('takes no other transaction for the parent', async () => {
    const shared = parent(1, owner(1, 2));
    const other = { ...parent(2, owner(1, 66)), txID: shared.txID };
    const { node } = nodeWith([shared.utxo], [other]);
    const state = await node.pchain.state([me]);
    expect(state.evidence).toBeUndefined();
    expect(node.unavailable()).toHaveLength(1);
  });

  it('reads at most 64 parents and 4 MiB, or as the caller says, and always the same ones', async () => {
    const shared = Array.from({ length: 80 }, (_, n) => parent(n, owner(1, 2)));
    const utxos = shared.map(({ utxo }) => utxo);
    const usual = nodeWith(utxos, shared);
    const state = await usual.node.pchain.state([me]);
    expect(state.evidence).toHaveLength(64);
    expect(usual.asked()).toBe(64);
    const other = await nodeWith([...utxos].reverse(), shared).node.pchain.state([me]);
    expect(other.evidence).toEqual(state.evidence);
    const few = nodeWith(utxos, shared);
    expect((await few.node.pchain.state([me], { evidence: { maxTxs: 5 } })).evidence).toHaveLength(
      5,
    );
    expect(few.asked()).toBe(5);
    const size = state.evidence![0]!.bytes.length;
    const small = nodeWith(utxos, shared);
    const limited = await small.node.pchain.state([me], { evidence: { maxBytes: 3 * size } });
    expect(limited.evidence).toHaveLength(3);
    expect(small.asked()).toBeLessThan(10);
    const none = nodeWith(utxos, shared);
    expect((await none.node.pchain.state([me], { evidence: false })).evidence).toBeUndefined();
    expect(none.asked()).toBe(0);
    const wrong = nodeWith(utxos, shared).node.pchain.state([me], { evidence: { maxTxs: 513 } });
    expect(await wrong.catch((e) => e)).toMatchObject({ path: ['evidence', 'maxTxs'] });
  });
});
