/** Policies and limits of a wallet: what may leave, in which time, and what happens when the store does not know what left. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Draft } from '../../src/draft/draft.ts';
import { type AvalancheError, isError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/index.ts';
import { avax, days } from '../../src/index.ts';
import { evmAddressOf, policyOf, privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import {
  createWallet,
  type PaymentStore,
  type SpendingLimit,
  type WalletOptions,
} from '../../src/wallet/index.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const [bob, carol] = [2, 3].map((byte) => privateKey(new Uint8Array(32).fill(byte)));
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const me = key.address('P', network);
const [to, other] = [bob!, carol!].map((of) => of.address('P', network)) as [string, string];
/** When a test begins, and the seconds that have passed since on the clock of the wallets. */
let start = 0n;
let later = 0;
const now = () => (Number(start) + later) * 1000;
const connect = { ...testnode, now, retry: { sleep: async () => {} } };
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: key, resubmitAfter: 500, ...options });
/** A wallet with limits whose new store a person has looked at. */
async function limited(limits: readonly SpendingLimit[], options: Partial<WalletOptions> = {}) {
  const wallet = walletOf({ limits, ...options });
  await wallet.resetLimits();
  return wallet;
}
const fund = (...amounts: readonly string[]) => {
  for (const amount of amounts) testnode.fund('P', { to: me, amount: avax(amount) });
};
const pay = (amount: string, address = to) =>
  ({ chain: 'P', to: address, amount: avax(amount) }) as const;
const findingsIn = (e: AvalancheError) => (isError(e, 'Refused') ? e.context.findings : []);
const codesIn = (e: AvalancheError) => [e.code, ...findingsIn(e).map(({ code }) => code)];
/** A store whose content a person can copy and put back. */
function copyable() {
  let records = new Map<string, readonly [string, boolean]>();
  const store: PaymentStore = {
    open: async () => ({
      unfinished: async () => [...records].flatMap(([id, [, isOver]]) => (isOver ? [] : [id])),
      read: async (id) => records.get(id)?.[0],
      write: async (id, record, isFinished) => void records.set(id, [record, isFinished]),
      remove: async (id) => void records.delete(id),
      close: async () => {},
    }),
  };
  return {
    store,
    records: () => records,
    copy: () => new Map(records),
    restore: (copy: typeof records) => {
      records = new Map(copy);
    },
  };
}

beforeEach(() => {
  start = testnode.time();
  later = 0;
});

describe('a policy', () => {
  const policy = policyOf({
    network: network.name,
    to: [to],
    amounts: { AVAX: avax('2') },
  });

  it('of the wallet and of the call is checked before anybody is asked', async () => {
    fund('20');
    let asked = 0;
    const confirm = () => ++asked > 0;
    const wallet = walletOf({ policy, confirm });
    expect((await wallet.send(pay('1'))).status).toBe('Accepted');
    expect(asked).toBe(1);
    expect(codesIn(await failed(wallet.send(pay('1', other))))).toContain('ReceiverNotAllowed');
    expect(codesIn(await failed(wallet.send(pay('3'))))).toContain('AmountTooHigh');
    expect(asked).toBe(1);
    // That of a call narrows, and does not replace.
    const narrow = policyOf({ network: network.name, to: [to], amounts: { AVAX: avax('0.5') } });
    expect(codesIn(await failed(wallet.send(pay('1'), { policy: narrow })))).toContain(
      'AmountTooHigh',
    );
    const wide = policyOf({ network: network.name, to: [to, other], amounts: { AVAX: avax('9') } });
    expect((await failed(wallet.send(pay('1', other), { policy: wide }))).code).toBe('Refused');
  });

  it('can be anything with findings, of drafts for others too, and shows in a preview', async () => {
    fund('20');
    const seen: Draft[] = [];
    const own = {
      findings(draft: Draft) {
        seen.push(draft);
        return [{ code: 'Closed', path: 'time', detail: 'the office is closed' }];
      },
    };
    const { refusal } = await walletOf().preview(
      { type: 'BaseTx', chain: 'P', outputs: [{ to, amount: 1n }] },
      { policy: own },
    );
    expect(refusal?.detail).toContain('the office is closed');
    const watching = createWallet({
      url: 'http://testnode',
      connect,
      addresses: [me],
      policy: own,
    });
    expect(codesIn(await failed(watching.send(pay('1'))))).toEqual(['Refused', 'Closed']);
    expect(seen.map(({ kind }) => kind)).toEqual(['draft', 'draft']);
    expect(() => walletOf({ policy: {} as never })).toThrow(/BadArgument at policy/);
  });
});

describe('a limit', () => {
  it('counts what leaves within its time, fees included, and says what is left and until when', async () => {
    fund('50');
    const wallet = await limited([{ amount: avax('10'), per: days(1) }]);
    await wallet.send(pay('4'));
    later = 3600;
    await wallet.send(pay('5'));
    const e = await failed(wallet.send(pay('2')));
    const [{ code, path, left, until }] = findingsIn(e) as [ReturnType<typeof findingsIn>[0]];
    expect([e.code, code, path]).toEqual(['Refused', 'LimitReached', 'limits[0]']);
    // The fees are in it.
    expect(left).toBeLessThan(avax('1'));
    expect(left).toBeGreaterThan(avax('0.9999'));
    expect(until).toBe(start + days(1));
    expect(explainError(e)).toMatch(
      /2\.0000\d+ AVAX would leave, 0\.9999\d+ AVAX of 10 AVAX in 1 day is left until \d+ \w+ \d{4} [\d:]+ UTC, from when it fits/,
    );
    expect((await wallet.send(pay('0.5'))).status).toBe('Accepted');
    later = 86_399;
    expect((await failed(wallet.send(pay('2')))).code).toBe('Refused');
    later = 86_400;
    expect((await wallet.send(pay('2'))).status).toBe('Accepted');
    expect((await failed(wallet.send(pay('11')))).detail).toContain(
      'more than the limit ever allows',
    );
  });

  it('does not count what stays: change, moves, stakes', async () => {
    fund('200');
    testnode.fund('C', { to: evmAddressOf(key), amount: avax('20') });
    const wallet = await limited([{ amount: avax('1'), per: days(1) }]);
    const { nodeID } = testnode.addValidator();
    await wallet.move({ from: 'P', to: 'X', amount: avax('30') });
    await wallet.move({ from: 'P', to: 'C', amount: avax('30') });
    await wallet.move({ from: 'C', to: 'P', amount: avax('10') });
    await wallet.run({
      type: 'AddPermissionlessDelegatorTx',
      chain: 'P',
      nodeID,
      end: testnode.time() + days(30),
      amount: avax('25'),
    });
    // But a stake that returns to somebody else, and an import for somebody else, leave.
    const stake = {
      type: 'AddPermissionlessDelegatorTx',
      chain: 'P',
      nodeID,
      end: testnode.time() + days(30),
      amount: avax('25'),
      stakeReturnOwner: other,
    } as const;
    expect(codesIn(await failed(wallet.run(stake)))).toEqual(['Refused', 'LimitReached']);
    const give = {
      type: 'ExportTx',
      chain: 'P',
      to: 'C',
      outputs: [{ to: bob!.address('C', network), amount: avax('2') }],
    } as const;
    expect(codesIn(await failed(wallet.run(give)))).toEqual(['Refused', 'LimitReached']);
  });

  it('counts each transaction of a move, of which the second goes on when there is room again', async () => {
    fund('30');
    const wallet = await limited([{ amount: avax('0.001'), per: days(1) }], { attempts: 1 });
    const move = { from: 'P', to: 'X', amount: avax('10') } as const;
    const e = await failed(wallet.move(move, { id: 'm-1' }));
    expect(e.code).toBe('Pending');
    expect(isError(e.cause, 'Refused') && codesIn(e.cause)).toEqual(['Refused', 'LimitReached']);
    later = 86_400;
    expect((await wallet.resume('m-1')).status).toBe('Accepted');
  });

  it('is by receiver, for some together or each by itself, in any owner', async () => {
    fund('90');
    const wallet = await limited([
      { amount: avax('5'), per: days(1), to: [to] },
      { amount: avax('8'), per: days(1), to: 'each' },
    ]);
    await wallet.send(pay('5'));
    await wallet.send(pay('8', other));
    expect(findingsIn(await failed(wallet.send(pay('1')))).map(({ path }) => path)).toEqual([
      'limits[0]',
    ]);
    // The fee goes to nobody; a shared owner counts for each.
    const shared = { addresses: [me, other], threshold: 1 };
    expect(findingsIn(await failed(wallet.send({ ...pay('1'), to: shared })))).toMatchObject([
      { path: 'limits[1]', left: 0n },
    ]);
    const account = { type: 'ExportTx', chain: 'P', to: 'C' } as const;
    const outputs = [{ to: bob!.address('C', network), amount: avax('1') }];
    expect((await failed(wallet.run({ ...account, outputs }))).code).toBe('Refused');
  });

  it('is by asset, and leaves the others alone', async () => {
    testnode.fund('X', { to: key.address('X', network), amount: avax('9') });
    const wallet = await limited([]);
    const made = await wallet.run({
      type: 'CreateAssetTx',
      chain: 'X',
      name: 'Coin',
      symbol: 'COIN',
      denomination: 0,
      initial: { fungible: { holders: [{ to: key.address('X', network), amount: 100n }] } },
    });
    const assetID = made.status === 'Accepted' ? made.txs[0]!.txID : '';
    const limits = [{ amount: 10n, per: days(1), assetID }];
    const send = (amount: bigint) =>
      wallet.send({ chain: 'X', to: bob!.address('X', network), amount, assetID }, { limits });
    await send(7n);
    expect(findingsIn(await failed(send(4n)))).toMatchObject([{ left: 3n }]);
    await send(3n);
    expect(
      (await wallet.send({ ...pay('1'), chain: 'X', to: bob!.address('X', network) })).status,
    ).toBe('Accepted');
  });

  it('counts calls without limits too, and those that run at the same time', async () => {
    fund('9', '9', '9', '9');
    const wallet = walletOf();
    await wallet.resetLimits();
    await wallet.send(pay('3'));
    const limits = [{ amount: avax('8'), per: days(1) }];
    const ends = await Promise.allSettled([1, 2, 3].map(() => wallet.send(pay('2'), { limits })));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('counts what may still be accepted until it is, and not what never can be', async () => {
    fund('30', '30');
    const limits = [{ amount: avax('10'), per: days(1) }];
    const { store } = copyable();
    const wallet = await limited(limits, { store, attempts: 1 });
    testnode.hold();
    const e = await failed(wallet.send(pay('8'), { id: 'w-1' }));
    expect(e.code).toBe('Pending');
    // However long it takes.
    later = 10 * 86_400;
    const held = findingsIn(await failed(wallet.send(pay('5'))));
    expect(held.map(({ code, until }) => [code, until])).toEqual([['LimitReached', undefined]]);
    expect(held[0]!.detail).toContain('may still be accepted: resume them first');
    await wallet.close();
    testnode.release();
    // In another process: it is accepted now, and counts from now on.
    const next = walletOf({ limits, store });
    expect((await next.resume('w-1')).status).toBe('Accepted');
    later += 86_399;
    expect((await failed(next.send(pay('5')))).code).toBe('Refused');
    later += 1;
    expect((await next.send(pay('5'))).status).toBe('Accepted');
    // Nothing was signed.
    const confirm = () => false;
    expect((await failed(next.send(pay('4'), { confirm }))).code).toBe('Declined');
    expect((await next.send(pay('4'))).status).toBe('Accepted');
  });

  it('counts a payment that is given up from then on', async () => {
    fund('50');
    const wallet = await limited([{ amount: avax('10'), per: days(1) }], { attempts: 1 });
    testnode.hold();
    expect((await failed(wallet.send(pay('8'), { id: 'w-1' }))).code).toBe('Pending');
    later = 3 * 86_400;
    await wallet.release('w-1');
    testnode.release();
    expect((await failed(wallet.send(pay('5')))).code).toBe('Refused');
    later += 86_400;
    expect((await wallet.send(pay('5'))).status).toBe('Accepted');
  });

  it('refuses what is no limit', () => {
    for (const limit of [
      { amount: 1, per: days(1) },
      { amount: 1n, per: 0n },
      { amount: 1n, per: 86_400_000n * 365n },
      { amount: 1n, per: days(1), to: 'all' },
      { amount: 1n },
    ])
      expect(() => walletOf({ limits: [limit as never] })).toThrow(/BadArgument at limits\[0\]/);
    expect(() => walletOf({ limits: [{ amount: 1n, per: days(1), too: [] } as never] })).toThrow(
      /BadArgument at limits\[0\].too/,
    );
  });

  it('is read once', async () => {
    fund('50');
    const limits = [{ amount: avax('1'), per: days(1) }];
    const wallet = await limited(limits);
    limits[0]!.amount = avax('40');
    expect((await failed(wallet.send(pay('5')))).code).toBe('Refused');
  });

  it('is not mistaken for a payment', async () => {
    fund('5');
    const wallet = await limited([]);
    const id = 'avalanche-tx spent';
    for (const call of [wallet.send(pay('1'), { id }), wallet.resume(id)])
      expect([(await failed(call)).code, (await failed(call)).path]).toEqual([
        'BadArgument',
        ['id'],
      ]);
  });

  it('names an address that it cannot read', async () => {
    fund('50');
    const wallet = await limited([{ amount: 1n, per: days(1), to: [to, 'P-fuji1nothing'] }]);
    expect((await failed(wallet.send(pay('1')))).path).toEqual(['limits', 0, 'to', 1]);
  });
});

describe('a store that does not know what was spent', () => {
  const limits = [{ amount: avax('10'), per: days(1) }];
  const unknown = ['Refused', 'SpentUnknown'];

  it('counts as used up when it is new, lost or damaged, until a person resets it', async () => {
    fund('50');
    const { store, records } = copyable();
    const first = walletOf({ limits, store });
    const e = await failed(first.send(pay('1')));
    expect(codesIn(e)).toEqual(unknown);
    expect(e.detail).toContain('resetLimits()');
    await first.resetLimits();
    await first.send(pay('9'));
    await first.close();
    const id = 'avalanche-tx spent';
    const [record] = records().get(id)!;
    for (const damaged of [
      record.slice(0, -5),
      record.replace('"since"', '"sinc"'),
      'x',
      undefined,
    ]) {
      if (damaged === undefined) records().delete(id);
      else records().set(id, [damaged, true]);
      const wallet = walletOf({ limits, store });
      expect(codesIn(await failed(wallet.send(pay('1'))))).toEqual(unknown);
      // Without limits nothing is asked of it.
      await wallet.close();
      const without = walletOf({ store });
      expect((await without.send(pay('1'))).status).toBe('Accepted');
      await without.close();
    }
  });

  it('is found when it is an older copy, by coins that are gone', async () => {
    fund('20', '20', '20');
    const { store, copy, restore } = copyable();
    const first = await limited(limits, { store });
    await first.send(pay('2'));
    await first.close();
    const older = copy();
    const second = walletOf({ limits, store });
    await second.send(pay('7'));
    await second.close();
    const third = walletOf({ limits, store });
    expect(findingsIn(await failed(third.send(pay('2'))))[0]!.code).toBe('LimitReached');
    await third.close();
    restore(older);
    const fourth = walletOf({ limits, store });
    const e = await failed(fourth.send(pay('2')));
    expect(codesIn(e)).toEqual(unknown);
    expect(e.detail).toContain('older copy');
    await fourth.close();
    // In each process, until a person resets it.
    const fifth = walletOf({ limits, store });
    expect(codesIn(await failed(fifth.send(pay('2'))))).toEqual(unknown);
    await fifth.resetLimits();
    expect((await fifth.send(pay('2'))).status).toBe('Accepted');
  });

  it('is no older copy because of payments that were interrupted, finished or refused', async () => {
    fund('20', '20', '20');
    const { store } = copyable();
    const wide = [{ amount: avax('50'), per: days(1) }];
    const first = await limited(wide, { store, attempts: 1 });
    testnode.hold();
    await Promise.all([1, 2].map((i) => failed(first.send(pay('1'), { id: `held ${i}` }))));
    expect((await failed(first.send(pay('99')))).code).toBe('Insufficient');
    await first.close();
    testnode.release();
    // A move whose first transaction is accepted, while its change is spent by another payment.
    const second = walletOf({ limits: wide, store });
    await second.resumeAll();
    const stop = new AbortController();
    const onProgress = ({ step }: { readonly step: string }) => step === 'accepted' && stop.abort();
    const move = { from: 'P', to: 'X', amount: avax('3') } as const;
    await failed(second.move(move, { id: 'm-1', signal: stop.signal, onProgress }));
    await second.resetLimits();
    await second.send({ ...pay('40'), amount: 'max' }, { limits: [] }).catch(() => {});
    await second.close();
    const third = walletOf({ limits: wide, store });
    expect((await third.resume('m-1')).status).toBe('Accepted');
    await third.close();
    const watching = createWallet({ url: 'http://testnode', connect, addresses: [me] });
    fund('5', '5');
    const half = await watching.send(pay('6'));
    if (half.status !== 'Unsigned') throw new Error('it is signed');
    const fourth = walletOf({ limits: wide, store });
    const ended = await fourth.finish(half.draft, { confirm: () => true });
    expect(ended.status).toBe('Accepted');
    await fourth.close();
    const fifth = walletOf({ limits: wide, store });
    expect((await fifth.send(pay('1'))).status).toBe('Accepted');
  });

  it('is reset with what may still be accepted', async () => {
    fund('30', '30');
    const { store, records } = copyable();
    const first = await limited(limits, { store, attempts: 1 });
    testnode.hold();
    expect((await failed(first.send(pay('8')))).code).toBe('Pending');
    await first.close();
    records().delete('avalanche-tx spent');
    const second = walletOf({ limits, store });
    await second.resetLimits();
    testnode.release();
    expect(findingsIn(await failed(second.send(pay('5'))))).toMatchObject([
      { code: 'LimitReached' },
    ]);
  });

  it('is so for a longer time than it was kept', async () => {
    fund('50');
    const wallet = await limited(limits);
    await wallet.send(pay('1'));
    later = 2 * 86_400;
    await wallet.send(pay('1'));
    const week = [{ amount: avax('10'), per: days(7) }];
    expect(codesIn(await failed(wallet.send(pay('1'), { limits: week })))).toEqual(unknown);
    await wallet.resetLimits();
    expect((await wallet.send(pay('1'), { limits: week })).status).toBe('Accepted');
    later += 3 * 86_400;
    await wallet.send(pay('1'));
    // From then on it is kept for so long.
    expect((await wallet.send(pay('1'), { limits: week })).status).toBe('Accepted');
  });
});

describe('faults', () => {
  it('never let more leave than the limit, however processes end and nodes answer', async () => {
    const limit = avax('10');
    const limits = [{ amount: limit, per: days(1) }];
    let state = 7;
    const random = (n: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * n);
    };
    const node = testnode;
    for (let i = 0; i < 12; i++) fund('5');
    const funds = () =>
      node
        .state('P', [me])
        .utxos.reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);
    const before = funds();
    const { store, records } = copyable();
    await (await limited(limits, { store })).close();
    let refusals = 0;
    for (let round = 0; round < 12; round++) {
      // What a process that is killed asked for is never answered, and what it writes is lost.
      let isDead = false;
      const unless = async <T>(work: () => Promise<T>): Promise<T> => {
        if (isDead) return new Promise<T>(() => {});
        const found = await work();
        return isDead ? new Promise<T>(() => {}) : found;
      };
      const transport: typeof node.transport = (request) =>
        unless(async () => {
          const isIssue = request.body?.includes('.issueTx') ?? false;
          if (isIssue && random(6) === 0) throw new Error('no connection');
          const reply = await node.transport(request);
          if (isIssue && random(4) === 0) throw new Error('the reply is lost');
          return reply;
        });
      const mortal: PaymentStore = {
        async open() {
          const open = await store.open();
          return {
            ...open,
            read: (id) => unless(() => open.read(id)),
            write: (id, record, isFinished) => unless(() => open.write(id, record, isFinished)),
          };
        },
      };
      const wallet = walletOf({
        limits,
        store: mortal,
        attempts: 2,
        connect: { ...connect, transport },
      });
      if (random(3) === 0) node.refuse({ times: 1 }, 'mempool is full');
      const calls = Array.from({ length: 3 }, (_, i) =>
        wallet.send(pay(`${1 + random(3)}`), { id: `${round} ${i}` }),
      );
      const ends = calls.map((call) => call.catch((e: unknown) => e));
      if (random(2) === 0) {
        // Killed at a moment of its own.
        for (let turns = random(400); turns > 0; turns--) await Promise.resolve();
        isDead = true;
        continue;
      }
      for (const e of await Promise.all(ends)) if (isError(e, 'Refused')) refusals++;
      await wallet.resumeAll();
    }
    const last = walletOf({ limits, store });
    await last.resumeAll();
    expect(before - funds()).toBeLessThanOrEqual(limit);
    expect(before - funds()).toBeGreaterThan(avax('5'));
    expect(refusals).toBeGreaterThan(0);
    expect(records().has('avalanche-tx spent')).toBe(true);
    later += 2 * 86_400;
    expect((await last.send(pay('9'))).status).toBe('Accepted');
  });
});
