import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { loadTestnode } from '../../src/testnode/index.ts';
import { testnodeServer } from '../../src/testnode/serve/server.ts';
import { formatID } from '../../src/text/id.ts';
import { AVAX, newNode, other, signedBy } from '../support/testnode.ts';

type Node = ReturnType<typeof newNode>;

/** Calls a method as a client does; the result, or the message of the error. */
function call(node: Node, path: string, method: string, params: object): unknown {
  const { text } = testnodeServer(node, { url: 'http://127.0.0.1:9650' }).answer({
    method: 'POST',
    target: path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: { message: string } };
  return result ?? error?.message;
}

/** A payment with a signature that is not valid, another one each time. */
function badPayment(node: Node, chain: 'P' | 'X', amount = AVAX) {
  const to = other.address(chain, node.network);
  const bytes = signedBy(node, chain, { type: 'BaseTx', outputs: [{ to, amount }] }).bytes.slice();
  bytes[bytes.length - 2]! ^= 1;
  return { bytes, txID: formatID(sha256(bytes)) };
}

const statusOf = (node: Node, txID: string) =>
  call(node, '/ext/bc/P', 'platform.getTxStatus', { txID });

describe('a transaction that was refused', () => {
  it('is called dropped with the reason, and refused again without a look', () => {
    const node = newNode();
    const before = node.snapshot();
    const { bytes, txID } = badPayment(node, 'P');
    const first = node.issue('P', bytes);
    if (first.ok) throw new Error('must be refused');
    expect(first.message).toBe(`couldn't issue tx: failed verification: ${first.reason}`);
    expect(statusOf(node, txID)).toEqual({ status: 'Dropped', reason: first.reason });
    expect(node.issue('P', bytes)).toMatchObject({
      ok: false,
      rule: 'dropped',
      message: `couldn't issue tx: ${first.reason}`,
    });
    expect(statusOf(loadTestnode(node.dump()), txID)).toMatchObject({ status: 'Dropped' });
    node.revert(before);
    expect(statusOf(node, txID)).toEqual({ status: 'Unknown' });
  });

  it('is unknown to getTxStatus of X, and refused again', () => {
    const node = newNode();
    const { bytes, txID } = badPayment(node, 'X');
    const first = node.issue('X', bytes);
    if (first.ok) throw new Error('must be refused');
    expect(node.issue('X', bytes)).toMatchObject({ rule: 'dropped', message: first.message });
    expect(call(node, '/ext/bc/X', 'avm.getTxStatus', { txID })).toEqual({ status: 'Unknown' });
  });

  it('is forgotten after 64 others, unless somebody asked for it', () => {
    const node = newNode();
    const refused = Array.from({ length: 65 }, (_, i) => badPayment(node, 'P', AVAX + BigInt(i)));
    for (const [i, { bytes }] of refused.entries()) {
      node.issue('P', bytes);
      if (i === 63) expect(statusOf(node, refused[0]!.txID)).toMatchObject({ status: 'Dropped' });
    }
    expect(statusOf(node, refused[0]!.txID)).toMatchObject({ status: 'Dropped' });
    expect(statusOf(node, refused[1]!.txID)).toEqual({ status: 'Unknown' });
    expect(node.issue('P', refused[1]!.bytes)).toMatchObject({ rule: 'signatures' });
  });
});

describe('transactions of the genesis', () => {
  it('are found on their chain', () => {
    const node = newNode();
    const { P, X } = node.world;
    for (const txID of [...P.ledger.current.keys(), ...P.ledger.blockchains.keys()]) {
      const { tx } = call(node, '/ext/bc/P', 'platform.getTx', { txID, encoding: 'hexnc' }) as {
        tx: string;
      };
      expect(formatID(sha256(Buffer.from(tx.slice(2), 'hex')))).toBe(txID);
      expect(statusOf(node, txID)).toEqual({ status: 'Committed' });
    }
    const [asset] = X.assets.keys();
    expect(call(node, '/ext/bc/X', 'avm.getTx', { txID: asset, encoding: 'json' })).toMatchObject({
      tx: { unsignedTx: { symbol: 'AVAX' }, credentials: [], id: asset },
    });
  });
});

describe('an index', () => {
  it('does not look at the encoding of getIndex and isAccepted', () => {
    const node = newNode();
    node.fund('P', { to: other.address('P', node.network), amount: AVAX });
    const id = formatID(node.world.P.blockIndex.list[0]!.id);
    const ask = (method: string, encoding: unknown) =>
      call(node, '/ext/index/P/block', `index.${method}`, { id, encoding });
    expect(ask('getIndex', 'cb58')).toEqual({ index: '0' });
    expect(ask('isAccepted', 7)).toEqual({ isAccepted: true });
    expect(ask('getContainerByID', 'cb58')).toMatch(/^couldn't unmarshal an argument/);
  });
});
