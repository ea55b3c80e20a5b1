import { describe, expect, it } from 'vitest';
import type { AnyTx } from '../../src/chain/tx.ts';
import { connect } from '../../src/rpc/connect.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { AVAX, ewoq, newNode, other, send, signedBy } from '../support/testnode.ts';

const gwei = 1_000_000_000n;

/** A signed export that pays for a base fee, whatever the node asks now. */
function exportAt(node: Testnode, baseFee: bigint, amount = AVAX): AnyTx {
  const before = node.snapshot();
  node.setGasPrice('C', baseFee);
  const tx = signedBy(
    node,
    'C',
    { type: 'ExportTx', to: 'P', outputs: [{ to: other.shortID, amount }] },
    [ewoq],
    { priceMargin: 1 },
  );
  node.revert(before);
  return tx;
}

const heightOf = ({ world }: Testnode) => world.C.blocks.length - 1;
const waiting = ({ world }: Testnode) => [...world.C.pool.keys()];

describe("the C-chain's pool", () => {
  it('accepts what pays less than the base fee, and includes it when the base fee has fallen', async () => {
    const node = newNode();
    const tx = exportAt(node, 1n);
    node.setGasPrice('C', 25n * gwei);
    expect(node.issue('C', tx.bytes)).toMatchObject({ ok: true, txID: tx.txID });
    expect(heightOf(node)).toBe(0);
    expect(waiting(node)).toEqual([tx.txID]);
    const client = connect('http://testnode', node);
    // A node lists accepted transactions only.
    const { status } = await client.call('avax.getAtomicTxStatus', { txID: tx.txID });
    expect(status).toBe('Unknown');
    // To submit it again is no error, as on a node.
    expect(node.issue('C', tx.bytes)).toMatchObject({ ok: true });
    node.advanceTime(10_000n);
    expect(heightOf(node)).toBe(1);
    expect(await client.call('avax.getAtomicTxStatus', { txID: tx.txID })).toEqual({
      status: 'Accepted',
      blockHeight: 1n,
    });
  });

  it('still refuses what breaks another rule', () => {
    const node = newNode();
    const tx = exportAt(node, 1n);
    send(node, 'C', { type: 'ExportTx', to: 'P', outputs: [{ to: other.shortID, amount: 1n }] });
    node.setGasPrice('C', 25n * gwei);
    expect(node.issue('C', tx.bytes)).toMatchObject({ ok: false, rule: 'accounts' });
    expect(waiting(node)).toEqual([]);
  });

  it('replaces a transaction by one with the same nonce that pays more, and by no other', () => {
    const node = newNode();
    const [low, same, high] = [
      exportAt(node, gwei),
      exportAt(node, gwei, 2n * AVAX),
      exportAt(node, 2n * gwei, 3n * AVAX),
    ];
    node.setGasPrice('C', 25n * gwei);
    expect(node.issue('C', low.bytes).ok).toBe(true);
    expect(node.issue('C', same.bytes)).toMatchObject({
      ok: false,
      rule: 'pool',
      message: expect.stringMatching(/insufficient fee$/),
    });
    expect(node.issue('C', high.bytes).ok).toBe(true);
    expect(waiting(node)).toEqual([high.txID]);
    expect(node.world.txs.get(low.txID)?.status).toBe('Dropped');
  });

  it('drops what is spent by then, and keeps what an account cannot pay yet', () => {
    const node = newNode();
    node.fund('C', { to: evmAddressOf(other), amount: 10n * AVAX });
    node.hold();
    const [a, b] = [ewoq, other].map((key) =>
      send(
        node,
        'C',
        { type: 'ExportTx', to: 'P', outputs: [{ to: other.shortID, amount: 5n * AVAX }] },
        [key],
      ),
    );
    const { accounts } = node.world.C;
    const mine = accounts.get(evmAddressOf(ewoq))!;
    accounts.set(evmAddressOf(ewoq), { ...mine, nonce: mine.nonce + 1n });
    const theirs = accounts.get(evmAddressOf(other))!;
    accounts.set(evmAddressOf(other), { ...theirs, balance: 0n });
    node.mine();
    expect(node.world.txs.get(a!.txID)?.status).toBe('Dropped');
    expect(waiting(node)).toEqual([b!.txID]);
    accounts.set(evmAddressOf(other), theirs);
    node.mine();
    expect(node.world.txs.get(b!.txID)?.status).toBe('Accepted');
  });

  it('fills blocks by price', () => {
    const node = newNode();
    node.fund('C', { to: evmAddressOf(other), amount: 10n * AVAX });
    node.hold();
    node.setGasPrice('C', gwei);
    const [cheap, dear] = (
      [
        [ewoq, 1],
        [other, 9],
      ] as const
    ).map(([key, priceMargin]) =>
      send(
        node,
        'C',
        { type: 'ExportTx', to: 'P', outputs: [{ to: other.shortID, amount: AVAX }] },
        [key],
        { priceMargin },
      ),
    );
    node.mine();
    expect(node.world.C.blocks.at(-1)!.txIDs).toEqual([dear!.txID, cheap!.txID]);
  });

  it('refuses it at submission before Helicon, as coreth does', () => {
    const node = newNode({ upgrades: 'granite' });
    const tx = exportAt(node, 1n);
    node.setGasPrice('C', 25n * gwei);
    expect(node.issue('C', tx.bytes)).toMatchObject({
      ok: false,
      rule: 'fee',
      error: { code: 'FeeTooLow' },
    });
  });
});
