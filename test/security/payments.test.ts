/** Low: a node may refuse a transaction and broadcast it later, so what replaces it must spend one of the same UTXOs. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { fuji } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import type { PState } from '../../src/state/state.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { inputsOf } from '../../src/tx/parts.ts';
import { key, pState, utxo } from '../support/state.ts';

const coins = [1, 2, 3, 4].map((n) => utxo(n, 10_000_000n));
const state = (...of: readonly number[]): PState => pState(of.map((n) => coins[n - 1]!));
const to = key(9).shortID;
const payment = (from: PState, amount = 5_000_000n, receiver = to, options = {}): AnyTx =>
  finalize(sign(buildBaseTx(from, { outputs: [{ to: receiver, amount }] }, options), key(1)));

/** A node that refuses each transaction at once, and broadcasts all of them when it likes to. */
function refusing() {
  const kept: string[] = [];
  let isHonest = false;
  const node = connect('https://node.test', {
    network: fuji,
    transport: async ({ body = '' }) => {
      const { method, params } = JSON.parse(body) as {
        method: string;
        params: { tx: string; txID: string };
      };
      if (method === 'platform.issueTx') kept.push(params.tx);
      const said =
        method === 'platform.getTxStatus'
          ? `"result":{"status":"${isHonest ? 'Committed' : 'Unknown'}"}`
          : isHonest
            ? `"result":{"txID":"${sent.at(-1)!.txID}"}`
            : '"error":{"code":-32000,"message":"mempool is full"}';
      return { status: 200, headers: {}, text: `{"jsonrpc":"2.0",${said},"id":1}` };
    },
  });
  const sent: AnyTx[] = [];
  const issue = (tx: AnyTx, options = {}) => {
    sent.push(tx);
    return node.issue(tx, options).then(
      () => undefined,
      (e) => e,
    );
  };
  return { issue, kept, becomeHonest: () => (isHonest = true) };
}

/** How many of some transactions a chain can accept: one for each set that shares no UTXO with the others. */
function acceptable(txs: readonly AnyTx[]): number {
  const spent = new Set<string>();
  return txs.filter((tx) => {
    const keys = inputsOf(tx.unsignedTx).map(({ value }) => utxoKey(value));
    if (keys.some((of) => spent.has(of))) return false;
    for (const of of keys) spent.add(of);
    return true;
  }).length;
}

describe('a node that refuses and broadcasts later', () => {
  it('is not sent the same payment from other UTXOs', async () => {
    const { issue, kept } = refusing();
    const first = payment(state(1));
    const refused = await issue(first);
    expect(refused).toMatchObject({ code: 'NotAccepted', context: { status: 'Refused' } });
    const second = payment(state(2));
    expect(await issue(second)).toMatchObject({ code: 'Duplicate' });
    expect(kept).toHaveLength(1);
    // Nor if the change is gone, or is another.
    const large = pState([utxo(7, 90_000_000n)]);
    expect(await issue(payment(large))).toMatchObject({ code: 'Duplicate' });
    expect(kept).toHaveLength(1);
  });

  it('is sent one that replaces it: the error says which UTXOs that must spend', async () => {
    const { issue, kept } = refusing();
    const first = payment(state(1));
    const { context } = await issue(first);
    expect(context.inputs).toHaveLength(1);
    const replacement = payment(state(1, 2, 3), 5_000_000n, to, {
      include: context.inputs,
      priceMargin: 2,
    });
    expect(replacement.txID).not.toBe(first.txID);
    expect(await issue(replacement)).toMatchObject({ code: 'NotAccepted' });
    expect(kept).toHaveLength(2);
    expect(acceptable([first, replacement])).toBe(1);
  });

  it('is sent other payments, and the same one if the caller pays again on purpose', async () => {
    const { issue, kept } = refusing();
    await issue(payment(state(1)));
    await issue(payment(state(2), 6_000_000n));
    await issue(payment(state(3), 5_000_000n, key(8).shortID));
    await issue(payment(state(4)), { payAgain: true });
    expect(kept).toHaveLength(4);
  });

  it('may have the same payment once the first was replaced by an accepted one', async () => {
    const { issue, kept, becomeHonest } = refusing();
    const first = payment(state(1));
    const { context } = await issue(first);
    becomeHonest();
    const replacement = payment(state(1, 2), 5_000_000n, to, {
      include: context.inputs,
      priceMargin: 2,
    });
    expect(await issue(replacement)).toBeUndefined();
    expect(await issue(payment(state(3)))).toBeUndefined();
    expect(kept).toHaveLength(3);
  });

  it('counts what is exported as a payment', async () => {
    const { issue } = refusing();
    const exported = (n: number) =>
      finalize(
        sign(
          buildExportTx(state(n), { to: 'X', outputs: [{ to, amount: 5_000_000n }] } as never),
          key(1),
        ),
      );
    await issue(exported(1));
    expect(await issue(exported(2))).toMatchObject({ code: 'Duplicate' });
  });

  it('is not sent the same payment with the change to another owner, whose coins it lists then', async () => {
    const { issue, kept } = refusing();
    const change = key(5).shortID;
    await issue(payment(state(1)));
    const large = pState([utxo(7, 90_000_000n)]);
    const second = payment(large, 5_000_000n, to, { change });
    expect(await issue(second)).toMatchObject({ code: 'Duplicate' });
    const exported = (of: PState, options = {}) => {
      const intent = { to: 'X', outputs: [{ to, amount: 5_000_000n }] } as const;
      return finalize(sign(buildExportTx(of, intent, options), key(1)));
    };
    await issue(exported(state(2)));
    // Of an export, what is not exported is change, even if it has the same amount.
    expect(await issue(exported(state(3), { change }))).toMatchObject({ code: 'Duplicate' });
    expect(kept).toHaveLength(2);
  });

  it('never has two payments that can both be accepted, whatever is rebuilt', async () => {
    const { issue } = refusing();
    const took: AnyTx[] = [];
    for (const n of [1, 2, 3, 4, 1, 3]) {
      const tx = payment(state(n), 5_000_000n, to, { priceMargin: 1 + took.length / 10 });
      const e = await issue(tx);
      if (e.code === 'NotAccepted') took.push(tx);
    }
    expect(took.length).toBeGreaterThan(1);
    expect(acceptable(took)).toBe(1);
  });
});
