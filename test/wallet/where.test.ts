import { beforeEach, describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/index.ts';
import { avax, formatAvax } from '../../src/index.ts';
import { privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { createWallet, memoryStore, type WalletOptions } from '../../src/wallet/index.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const other = privateKey(new Uint8Array(32).fill(2));
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const connect = { ...testnode, retry: { sleep: async () => {} } };
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: key, resubmitAfter: 500, ...options });
const move = { from: 'P', to: 'X', amount: avax('10') } as const;

/** A move that is stopped after its export. */
async function stoppedMove(amount: typeof move.amount | 'max' = move.amount) {
  testnode.fund('P', { to: key.address('P', network), amount: avax('20') });
  const store = memoryStore();
  const wallet = walletOf({ store });
  const stop = new AbortController();
  let exported = '';
  const error = await failed(
    wallet.move(
      { ...move, amount },
      {
        id: 'm 1',
        signal: stop.signal,
        onProgress(progress) {
          if (progress.step !== 'accepted') return;
          exported = progress.txID;
          stop.abort();
        },
      },
    ),
  );
  if (!isError(error, 'Pending')) throw error;
  return { store, wallet, error, exported };
}

describe('a move whose import is missing', () => {
  it('says that the export is accepted and what waits where', async () => {
    const { store, wallet, error, exported } = await stoppedMove();
    expect(error.detail).toBe(
      `${exported} is accepted, 10 AVAX waits on X for its import from P; go on with the same call or resume("m 1"): Transport: the caller stopped it`,
    );
    const txs = [{ txID: exported, chain: 'P', status: 'accepted' }];
    const waits = { chain: 'X', from: 'P', amount: avax('10') };
    expect(error.context).toEqual({ id: 'm 1', txs, waits });
    expect(explainError(error)).toBe(
      '10 AVAX waits on the X-chain for its import from the P-chain. Do not pay again: continue with the payment m 1.',
    );
    await wallet.close();
    const [listed] = await walletOf({ store }).payments();
    expect(listed).toEqual({
      id: 'm 1',
      state: 'unknown',
      chain: 'P',
      title: 'move 10 AVAX from P to X',
      txs,
      waits,
      reason: 'Transport: the caller stopped it',
      next: '10 AVAX waits on X for its import from P: call it again with the same ID, or resume("m 1"), which never pays twice',
    });
  });

  it('names no amount if all was moved', async () => {
    const { error } = await stoppedMove('max');
    expect(error.detail).toContain('what it exported waits on X for its import from P');
    expect(error.context.waits).toEqual({ chain: 'X', from: 'P' });
    expect(explainError(error)).toContain('What was exported waits on the X-chain');
  });

  it('holds what it exported: another payment and an import name it, and the balances list it', async () => {
    const { wallet } = await stoppedMove();
    const { P, X } = await wallet.balances();
    expect([P.heldBy, X.heldBy]).toEqual([[], [{ id: 'm 1', amount: avax('10'), from: 'P' }]]);
    expect([P.held, X.held]).toEqual([0n, avax('10')]);
    expect([X.pending, X.pendingFrom]).toEqual([0n, {}]);
    const to = other.address('X', network);
    const told =
      'The payment m 1 is not finished: 10 AVAX of it waits on the X-chain for its import from the P-chain. Resume it.';
    for (const call of [
      () => wallet.send({ chain: 'X', to, amount: avax('1') }),
      () => wallet.run({ type: 'ImportTx', chain: 'X', from: 'P' }),
    ]) {
      const e = await failed(call());
      if (!isError(e, 'Insufficient')) throw e;
      expect(e.detail).toContain(
        '10 AVAX waits on X for its import from P by the payment m 1: resume("m 1")',
      );
      expect(e.detail).not.toContain('run an ImportTx');
      expect(e.context.heldBy).toEqual([{ id: 'm 1', amount: avax('10'), chain: 'X', from: 'P' }]);
      expect(explainError(e)).toContain(told);
      expect(explainError(e)).not.toContain('nothing to import');
      expect(explainError(e)).not.toContain('import it');
    }
    await wallet.resume('m 1');
    expect(formatAvax((await wallet.balances()).X.free)).toBe('9.999');
  });

  it('is an import for anybody once it is released', async () => {
    const { wallet } = await stoppedMove();
    await wallet.release('m 1');
    const { X } = await wallet.balances();
    expect([X.heldBy, X.pending, X.pendingFrom]).toEqual([[], avax('10'), { P: avax('10') }]);
    const to = other.address('X', network);
    const e = await failed(wallet.send({ chain: 'X', to, amount: avax('1') }));
    expect(explainError(e)).toContain(
      '10 AVAX waits on the X-chain for its import from the P-chain: import it.',
    );
    await wallet.run({ type: 'ImportTx', chain: 'X', from: 'P' });
  });

  it('says which of its two transactions may still be accepted', async () => {
    testnode.fund('P', { to: key.address('P', network), amount: avax('20') });
    const wallet = walletOf({ attempts: 1, resubmitAfter: 0 });
    const e = await failed(
      wallet.move(move, {
        id: 'm',
        onProgress: ({ step }) => step === 'accepted' && testnode.hold(),
      }),
    );
    if (!isError(e, 'Pending')) throw e;
    const { txs, waits } = e.context;
    expect(txs.map(({ chain, status }) => [chain, status])).toEqual([
      ['P', 'accepted'],
      ['X', 'unknown'],
    ]);
    expect(waits).toBeUndefined();
    expect(e.detail).toContain(
      `${txs[0]!.txID} is accepted, ${txs[1]!.txID} may still be accepted; go on`,
    );
    testnode.release();
  });
});

describe('a node that fails before anything is signed', () => {
  it.each([
    ['Transport', { reason: 'network' }],
    ['HTTPStatus', { status: 503 }],
    ['NodeError', { code: -32000 }],
  ] as const)('%s: the error says that nothing was paid', async (code, context) => {
    testnode.fund('P', { to: key.address('P', network), amount: avax('20') });
    const failing: typeof testnode.transport = async (request) => {
      if (!request.body?.includes('getUTXOs')) return testnode.transport(request);
      if (code === 'Transport') throw new Error('connection lost');
      if (code === 'HTTPStatus') return { status: 503, headers: {}, text: 'busy' };
      const { id } = JSON.parse(request.body ?? '') as { id: number };
      const error = { code: -32000, message: 'try later', data: null };
      return { status: 200, headers: {}, text: JSON.stringify({ jsonrpc: '2.0', id, error }) };
    };
    const wallet = walletOf({ connect: { ...connect, transport: failing } });
    const to = other.address('P', network);
    const e = await failed(wallet.send({ chain: 'P', to, amount: avax('1') }, { id: 'w-7' }));
    expect([e.code, e.context]).toMatchObject([code, { ...context, unpaid: 'w-7' }]);
    expect(e.detail).toMatch(/; nothing was signed, so the payment "w-7" paid nothing$/);
    expect(explainError(e)).toMatch(/ Nothing was paid\.$/);
    expect(await wallet.payments()).toEqual([]);
  });
});
