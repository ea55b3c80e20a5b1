/** Consolidation: many UTXOs become few, over several transactions, with the cost shown first. */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { avax } from '../../src/index.ts';
import { finalize, type Key, privateKey, sign } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { sumOf } from '../../src/text/uint64.ts';
import { effectsOf } from '../../src/tx/effects.ts';
import {
  type ConsolidationCost,
  createWallet,
  memoryStore,
  type WalletOptions,
  type WalletProgress,
  type WalletResult,
} from '../../src/wallet/index.ts';
import { failed } from '../support/thrown.ts';

const [key, other] = [1, 3].map((n) => privateKey(new Uint8Array(32).fill(n))) as [Key, Key];
const testnode = useTestnode(beforeEach);
const { network } = testnode;
/** Waiting for gas is waiting for the chain's clock. */
const sleep = async (milliseconds: number) => {
  testnode.advanceTime(BigInt(Math.ceil(milliseconds / 1000)));
};
const connect = { ...testnode, retry: { sleep } };
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: key, resubmitAfter: 500, ...options });
const me = { P: key.address('P', network), X: key.address('X', network) };
const amounts = (chain: 'P' | 'X' = 'P') =>
  testnode
    .state(chain, [me[chain]])
    .utxos.map(({ output }) => ('amount' in output ? output.amount : 0n))
    .sort((a, b) => (a < b ? -1 : 1));
/** Pays UTXOs to the wallet, by transactions of many outputs. */
const fund = (chain: 'P' | 'X', count: number, of = (i: number) => avax('0.1') + BigInt(i)) => {
  const outputs = Array.from({ length: count }, (_, i) => ({ to: me[chain], amount: of(i) }));
  const from = other.address(chain, network);
  testnode.fund(chain, { to: from, amount: avax('100000') });
  for (let i = 0; i < count; i += 500) {
    const draft = buildBaseTx(testnode.state(chain, [from]), {
      outputs: outputs.slice(i, i + 500),
    });
    testnode.issue(chain, finalize(sign(draft, other)).bytes);
    testnode.advanceTime(20n);
  }
};
const txsIn = (result: WalletResult) => (result.status === 'Accepted' ? result.txs : []);
const feesIn = (result: WalletResult) =>
  sumOf(
    txsIn(result).flatMap((tx) => effectsOf(tx, { network }).burned.map(({ amount }) => amount)),
  );

describe('consolidate', () => {
  it.each(['P', 'X'] as const)(
    'merges all UTXOs of %s into one, for what it says before',
    async (chain) => {
      fund(chain, 1000);
      const before = sumOf(amounts(chain));
      const costs: ConsolidationCost[] = [];
      const result = await walletOf().consolidate(
        { chain },
        {
          confirmCost(cost) {
            costs.push(cost);
            return amounts(chain).length === 1000;
          },
        },
      );
      const fee = feesIn(result);
      expect(txsIn(result).length).toBeGreaterThan(2);
      expect(amounts(chain)).toEqual([before - fee]);
      const [cost] = costs as [ConsolidationCost];
      expect([cost.transactions, cost.merged]).toEqual([txsIn(result).length, 1000]);
      // The price of gas can have fallen further.
      expect(cost.fee).toBeGreaterThanOrEqual(fee);
      expect(cost.fee).toBeLessThan(2n * fee);
      expect(cost.seconds > 0).toBe(chain === 'P');
    },
  );

  it('goes on after an interruption, in another process', async () => {
    fund('P', 1000);
    const store = memoryStore();
    const stop = new AbortController();
    const first = walletOf({ store });
    const e = await failed(
      first.consolidate(
        { chain: 'P' },
        {
          id: 'c',
          signal: stop.signal,
          onProgress: ({ step }) => step === 'accepted' && stop.abort(),
        },
      ),
    );
    expect(e.code).toBe('Pending');
    await first.close();
    expect(amounts().length).toBeGreaterThan(300);
    const second = walletOf({ store });
    expect(await second.payments()).toMatchObject([{ id: 'c', title: 'consolidate on P' }]);
    const [done] = await second.resumeAll();
    expect(done!.status).toBe('Accepted');
    expect(amounts().length).toBe(1);
    const again = await second.consolidate({ chain: 'P' }, { id: 'c' });
    expect(again).toEqual(done);
    expect((await failed(second.consolidate({ chain: 'X' }, { id: 'c' }))).code).toBe('Mismatch');
  });

  it('asks for what is left and shows what is spent after an interruption, and nothing once it is done', async () => {
    fund('P', 1000);
    const store = memoryStore();
    const costs: ConsolidationCost[] = [];
    const confirmCost = (cost: ConsolidationCost) => costs.push(cost) > 0;
    const stop = new AbortController();
    const first = walletOf({ store });
    const onProgress = ({ step }: WalletProgress) => step === 'accepted' && stop.abort();
    const call = { id: 'c', confirmCost };
    await failed(first.consolidate({ chain: 'P' }, { ...call, signal: stop.signal, onProgress }));
    await first.close();
    const second = walletOf({ store });
    const result = await second.consolidate({ chain: 'P' }, call);
    expect(costs.map(({ spent }) => spent.transactions)).toEqual([0, 1]);
    const [whole, rest] = costs as [ConsolidationCost, ConsolidationCost];
    expect(rest.transactions).toBe(whole.transactions - 1);
    const [before] = txsIn(result);
    expect(rest.spent.fee).toBe(feesIn({ status: 'Accepted', id: '', txs: [before!] }));
    expect(whole.spent.fee).toBe(0n);
    // It is done, so that there is nothing to confirm, whatever came since.
    fund('P', 3);
    const no = () => {
      throw new Error('asked');
    };
    expect(await second.consolidate({ chain: 'P' }, { id: 'c', confirmCost: no })).toEqual(result);
    await second.consolidate({ chain: 'P' });
    const nothing = await second.consolidate({ chain: 'P' }, { confirmCost: no });
    expect(txsIn(nothing)).toEqual([]);
  });

  it('keeps the largest, and merges only what is less than dust', async () => {
    fund('P', 20, (i) => avax('1') * BigInt(i + 1));
    const wallet = walletOf();
    await wallet.consolidate({ chain: 'P', keep: 3 });
    const three = amounts();
    expect(three.slice(0, 2)).toEqual([avax('19'), avax('20')]);
    expect(three.length).toBe(3);
    fund('P', 5, () => avax('0.5'));
    await wallet.consolidate({ chain: 'P', dust: avax('1') });
    expect(amounts().length).toBe(4);
    expect(amounts().slice(1)).toEqual(three);
    // Nothing is left to do.
    const nothing = await wallet.consolidate({ chain: 'P', dust: avax('1') }, { id: 'n' });
    expect(nothing).toEqual({ status: 'Accepted', id: 'n', txs: [] });
    expect(await wallet.consolidate({ chain: 'P', dust: avax('1') }, { id: 'n' })).toEqual(nothing);
  });

  it('signs nothing if its cost is not confirmed, or it is not possible', async () => {
    fund('P', 5);
    const wallet = walletOf();
    const declined = wallet.consolidate({ chain: 'P' }, { confirmCost: () => false });
    expect((await failed(declined)).code).toBe('Declined');
    for (const [what, code, ...path] of [
      [{ chain: 'C' }, 'Unsupported', 'chain'],
      [{ chain: 'Q' }, 'BadArgument', 'chain'],
      [{ chain: 'P', keep: 0 }, 'OutOfRange', 'keep'],
      [{ chain: 'P', keep: 1.5 }, 'BadArgument', 'keep'],
      [{ chain: 'P', dust: 0n }, 'OutOfRange', 'dust'],
      [{ chain: 'P', to: me.P }, 'BadArgument', 'to'],
    ] as const) {
      const e = await failed(wallet.consolidate(what as never));
      expect([e.code, ...e.path]).toEqual([code, ...path]);
    }
    expect(amounts().length).toBe(5);
  });

  it('leaves the coins of payments that run to them', async () => {
    fund('P', 400);
    const wallet = walletOf();
    const to = new Uint8Array(20).fill(5);
    const [sent, merged] = await Promise.all([
      wallet.send({ chain: 'P', to, amount: avax('1') }),
      wallet.consolidate({ chain: 'P' }),
    ]);
    expect([sent.status, merged.status]).toEqual(['Accepted', 'Accepted']);
    expect(testnode.state('P', [to]).utxos.length).toBe(1);
  });

  it('goes on with each transaction that others signed', async () => {
    const others = privateKey(new Uint8Array(32).fill(2));
    const owner = { addresses: [key, others].map((of) => of.address('P', network)), threshold: 2 };
    for (let i = 0; i < 60; i++) testnode.fund('P', { to: owner, amount: avax('0.1') });
    const wallet = walletOf({ owner });
    const limits = { maxFee: avax('0.0002') };
    let result = await wallet.consolidate({ chain: 'P' }, limits);
    let signed = 0;
    for (; result.status === 'Unsigned'; signed++) {
      const { draft } = result;
      const whole = sign(draft, others, { reviewed: digestOf(draft) });
      result = await wallet.finish(whole, limits);
    }
    expect([signed, txsIn(result).length]).toEqual([2, 2]);
    expect(testnode.state('P', [owner.addresses[0]!]).utxos.length).toBe(1);
  });
});
