import { beforeAll, describe, expect, it } from 'vitest';
import { type History, type HistoryRow, historyOf } from '../../src/history/index.ts';
import { connect } from '../../src/rpc/connect.ts';
import { privateKey } from '../../src/sign/key.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { AVAX, balanceOf, newNode, other, send } from '../support/testnode.ts';
import { failed } from '../support/thrown.ts';
import { play } from '../testnode/randomnode.ts';
import { type LivedNode, livedNode } from './livednode.ts';

const clientOf = (node: LivedNode['node']) => connect('http://testnode', node);
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);

/** What every history must hold: rows in order, each balance the last one and its amounts, entries that sum to zero. */
function check({ rows, balances }: History): void {
  for (const [i, row] of rows.entries()) expect(row.time >= (rows[i - 1]?.time ?? 0n)).toBe(true);
  for (const { chain, assetID, opening, closing } of balances) {
    let balance = opening;
    for (const row of rows) {
      if (row.chain !== chain || !equalBytes(row.assetID, assetID)) continue;
      const { received, returned, rewarded, sent, fee, staked } = row;
      expect(received + returned + rewarded - sent - fee - staked).toBe(row.change);
      balance += row.change;
      expect(row.balance).toBe(balance);
      expect(sum(row.entries.map(({ amount }) => amount))).toBe(0n);
    }
    expect(balance).toBe(closing);
  }
}

describe('the history of addresses', () => {
  let lived: LivedNode;
  let found: History;
  beforeAll(async () => {
    lived = livedNode();
    found = await historyOf(clientOf(lived.node), [lived.me.P, lived.me.X]);
  });
  const rowsOf = (txID: string): readonly HistoryRow[] =>
    found.rows.filter((row) => row.txID === txID);

  it('has every amount with a balance, from nothing to what the node says', () => {
    check(found);
    const { node } = lived;
    const closing = (chain: 'P' | 'X') =>
      found.balances.find(
        (of) => of.chain === chain && equalBytes(of.assetID, node.network.avaxAssetID),
      );
    expect(closing('P')).toMatchObject({ opening: 0n, closing: balanceOf(node, 'P', other) });
    expect(closing('X')).toMatchObject({ opening: 0n, closing: balanceOf(node, 'X', other) });
  });

  it('says of a payment what went and what the fee was, without the change', () => {
    const [row] = rowsOf(lived.txIDs.payment);
    expect(row).toMatchObject({ sent: 3n * AVAX, received: 0n, staked: 0n, isShared: false });
    expect(row!.fee).toBeGreaterThan(0n);
    expect(row!.balance).toBe(4_997n * AVAX - row!.fee);
  });

  it('has stakes, their return, and rewards in the transactions that pay them', () => {
    const { delegation, refused, renewed } = lived.txIDs;
    for (const [txID, staked] of [
      [delegation, 100n],
      [refused, 100n],
      [renewed, 2_000n],
    ] as const)
      expect(rowsOf(txID)).toMatchObject([{ staked: staked * AVAX, sent: 0n }]);
    const ends = found.rows.filter(({ type }) => /Reward/.test(type));
    const { rewardUTXOs } = lived.node.world.P;
    const paid = (txID: string) =>
      sum(rewardUTXOs.get(txID)!.map(({ output }) => ('amount' in output ? output.amount : 0n)));
    expect(ends.map(({ returned, rewarded }) => [returned, rewarded])).toEqual([
      [100n * AVAX, paid(delegation)],
      [100n * AVAX, 0n],
      // It continues: the stake stays.
      [0n, paid(ends[2]!.txID)],
      [2_000n * AVAX, paid(ends[3]!.txID)],
    ]);
    expect(paid(delegation)).toBeGreaterThan(0n);
  });

  it('has what was left of the balance of an L1 validator, which is in no transaction', () => {
    const [row] = rowsOf(lived.txIDs.l1);
    expect(row!.returned).toBeGreaterThan((19n * AVAX) / 10n);
  });

  it('has exports and imports, each on its chain, and what was minted', () => {
    const [gone] = rowsOf(lived.txIDs.export);
    const [come] = rowsOf(lived.txIDs.import);
    expect(gone).toMatchObject({ chain: 'P', returned: 0n });
    expect(gone!.sent).toBe(come!.received);
    expect(come!.chain).toBe('X');
    expect(come!.fee).toBeGreaterThan(0n);
    const asset = rowsOf(lived.txIDs.asset);
    expect(asset.map(({ received, fee }) => [received, fee > 0n])).toEqual(
      expect.arrayContaining([
        [1_000n, false],
        [0n, true],
      ]),
    );
  });

  it('begins at any time with the balance before, and ends with the one after', async () => {
    const { node, me, half } = lived;
    const late = await historyOf(clientOf(node), [me.P, me.X], { since: half });
    check(late);
    const rows = found.rows.filter(({ time }) => time >= half);
    expect(late.rows.map(({ txID, balance }) => [txID, balance])).toEqual(
      rows.map(({ txID, balance }) => [txID, balance]),
    );
    const early = await historyOf(clientOf(node), [me.P], { until: half - 1n });
    const before = found.rows.filter(({ time, chain }) => time < half && chain === 'P');
    expect(early.rows).toEqual(before);
    expect(early.balances[0]!.closing).toBe(before.at(-1)!.balance);
  });

  it('sees a refund that was spent meanwhile, and stakes from before', async () => {
    const { node, me } = livedNode();
    const all = { type: 'BaseTx', outputs: [{ to: other.shortID, amount: 'max' }] } as const;
    send(node, 'P', all as never, [other]);
    const whole = await historyOf(clientOf(node), [me.P]);
    check(whole);
    expect(whole.balances).toMatchObject([{ opening: 0n }]);
    for (const { time } of whole.rows) {
      const part = await historyOf(clientOf(node), [me.P], { since: time });
      check(part);
      const rows = whole.rows.filter((row) => row.time >= time);
      expect(part.rows.map(({ txID, change }) => [txID, change])).toEqual(
        rows.map(({ txID, change }) => [txID, change]),
      );
    }
  });

  it('is whole for every key after random operations', { timeout: 120_000 }, async () => {
    const { node } = play(2, 120);
    for (const byte of [11, 12, 13]) {
      const key = privateKey(new Uint8Array(32).fill(byte));
      const mine = (['P', 'X'] as const).map((chain) => key.address(chain, node.network));
      const of = await historyOf(clientOf(node), mine);
      check(of);
      // Nothing is in the genesis for them: all is explained by rows.
      expect(of.balances.map(({ opening }) => opening)).toEqual(of.balances.map(() => 0n));
    }
  });

  it('marks UTXOs that others share, and says what has no history', async () => {
    const node = newNode();
    const mine = other.address('P', node.network);
    const addresses = [mine, privateKey(new Uint8Array(32).fill(9)).address('P', node.network)];
    node.fund('P', { to: { addresses, threshold: 2 }, amount: AVAX });
    const { rows } = await historyOf(clientOf(node), [mine]);
    expect(rows).toMatchObject([{ received: AVAX, isShared: true }]);
    expect((await historyOf(clientOf(node), addresses)).rows).toMatchObject([{ isShared: false }]);
    const C = other.address('C', node.network);
    expect(await failed(historyOf(clientOf(node), [C]))).toMatchObject({
      code: 'Unsupported',
      path: ['addresses', 0],
    });
  });

  it('does not believe a node whose UTXOs contradict its blocks', async () => {
    const { node, me } = lived;
    const client = clientOf(node);
    const { getRewardUTXOs } = client.pchain;
    for (const lie of [
      { async *utxos() {} },
      {
        getRewardUTXOs: async (txID: string) => {
          const paid = await getRewardUTXOs(txID);
          return [...paid, ...paid];
        },
      },
      {
        getRewardUTXOs: async (txID: string) =>
          (await getRewardUTXOs(txID)).map((utxo) => ({ ...utxo, txID: new Uint8Array(32) })),
      },
    ]) {
      const lying = { ...client, pchain: { ...client.pchain, ...lie } };
      expect(await failed(historyOf(lying, [me.P]))).toMatchObject({ code: 'Inconsistent' });
    }
  });
});
