/**
 * A process that ends, or a store that fails, at each write of a store: afterwards what counts as spent is what left the wallet or may still
 * leave it, so that neither a limit is exceeded nor a crash uses it up.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { AvalancheError } from '../../src/errors/error.ts';
import { avax, days } from '../../src/index.ts';
import { evmAddressOf, privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import {
  createWallet,
  type PaymentStore,
  type Payout,
  type WalletClient,
  type WalletOptions,
} from '../../src/wallet/index.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const me = key.address('P', network);
const account = evmAddressOf(key);
const limit = avax('100');
const limits = [{ amount: limit, per: days(1) }];

const receiver = (i: number): Uint8Array => {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(16, i + 1);
  return bytes;
};
const isMine = (output: object): boolean =>
  'addresses' in output &&
  (output.addresses as readonly Uint8Array[]).some(
    (address) => formatHex(address) === formatHex(key.shortID),
  );
/** nAVAX of the wallet on all chains, with what waits to be imported. */
const wealth = (): bigint => {
  const { world } = testnode;
  const chains = ['P', 'X', 'C'] as const;
  const outputs: readonly object[] = [
    ...(['P', 'X'] as const).flatMap((chain) =>
      testnode.state(chain, [key.shortID]).utxos.map(({ output }) => output),
    ),
    ...chains.flatMap((chain) =>
      Object.values(world.memory[chain]).flatMap((set) =>
        set.entries().map(([, utxo]) => utxo.output),
      ),
    ),
  ];
  const balance = (world.C.accounts.get(account)?.balance ?? 0n) / 1_000_000_000n;
  return outputs
    .filter(isMine)
    .reduce((sum, output) => sum + ('amount' in output ? (output.amount as bigint) : 0n), balance);
};
const gotBy = ({ chain, to }: Payout): bigint =>
  chain === 'C'
    ? (testnode.world.C.accounts.get(to as string)?.balance ?? 0n) / 1_000_000_000n
    : testnode
        .state(chain, [to as Uint8Array])
        .utxos.reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);

/** How a process ends at a write: the write fails, as do all after it; the process dies before or after it. */
type End = 'fails' | 'dies before' | 'dies after';

/** A store that outlasts processes. */
function lasting() {
  const records = new Map<string, readonly [string, boolean]>();
  const never = new Promise<never>(() => {});
  /** A process, whose write number `at` goes wrong. */
  const process = (at = Number.POSITIVE_INFINITY, end: End = 'fails') => {
    let isDead = false;
    const alive = async <T>(work: () => T | Promise<T>): Promise<T> => {
      if (isDead) return never;
      const found = await work();
      return isDead ? never : found;
    };
    let writes = 0;
    let isDown = false;
    let die = () => {};
    const died = new Promise<void>((resolve) => {
      die = () => {
        isDead = true;
        resolve();
      };
    });
    const writing = (work: () => void): Promise<void> =>
      alive(() => {
        const isNow = writes++ === at;
        if (isNow && end !== 'fails') {
          if (end === 'dies after') work();
          die();
          return;
        }
        isDown ||= isNow;
        if (isDown)
          throw new AvalancheError('StoreFailed', 'no space', {
            operation: 'write',
            reason: 'ENOSPC',
          });
        work();
      });
    const store: PaymentStore = {
      open: async () => ({
        unfinished: () =>
          alive(() => [...records].flatMap(([id, [, isOver]]) => (isOver ? [] : [id]))),
        read: (id) => alive(() => records.get(id)?.[0]),
        write: (id, record, isFinished) =>
          writing(() => void records.set(id, [record, isFinished])),
        remove: (id) => writing(() => void records.delete(id)),
        close: async () => {},
      }),
    };
    const connect: WalletOptions['connect'] = {
      ...testnode,
      transport: (request) => alive(() => testnode.transport(request)),
      retry: {
        attempts: 1,
        sleep: async (milliseconds) => {
          if (isDead) return never;
          testnode.advanceTime(BigInt(Math.ceil(milliseconds / 1000)));
          await new Promise((resolve) => setImmediate(resolve));
        },
      },
    };
    const wallet = createWallet({
      url: 'http://testnode',
      connect,
      signer: key,
      store,
      limits,
      resubmitAfter: 500,
      attempts: 2,
    });
    return { wallet, died, die, hasEnded: () => isDead || isDown };
  };
  return { records, process };
}

/** Coins on X, of which no payment here holds all: what counts as spent is asked with them. */
const fundX = (): void => {
  for (let i = 0; i < 3; i++)
    testnode.fund('X', { to: key.address('X', network), amount: avax('200') });
};

/** What counts as spent. */
async function spentOf(wallet: WalletClient): Promise<bigint> {
  const outputs = [{ to: receiver(99), amount: avax('150') }];
  const { refusal } = await wallet.preview({ type: 'BaseTx', chain: 'X', outputs });
  const [finding] = (refusal as AvalancheError<'Refused'>).context.findings;
  expect(finding!.code).toBe('LimitReached');
  return limit - finding!.left!;
}

const rowsOn = (chains: readonly Payout['chain'][]): readonly Payout[] =>
  chains.map((chain, i) => ({
    id: `w-${i}`,
    chain,
    to: chain === 'C' ? formatHex(receiver(i)) : receiver(i),
    amount: avax('5'),
  }));
const onP = rowsOn(['P', 'P', 'P']);
const mixed = rowsOn(['P', 'C', 'X']);
const receivers = [{ to: formatHex(receiver(0)), amount: avax('5') }];
/** What is paid, with the rows to look for afterwards. */
const calls: readonly [string, (wallet: WalletClient) => Promise<unknown>, (readonly Payout[])?][] =
  [
    ['send', (w) => w.send({ chain: 'P', to: receiver(0), amount: avax('15') }, { id: 'w' })],
    ['sendMany', (w) => w.sendMany(onP), onP],
    ['sendMany on all chains', (w) => w.sendMany(mixed), mixed],
    ['consolidate', (w) => w.consolidate({ chain: 'P' }, { id: 'c' })],
    ['move', (w) => w.move({ from: 'P', to: 'X', amount: avax('5') }, { id: 'm' })],
    [
      'move to receivers',
      (w) => w.move({ from: 'P', to: 'C', amount: avax('6'), receivers }, { id: 'm' }),
    ],
  ];

describe.each(calls)('%s', (_, call, rows = []) => {
  it.each(['fails', 'dies before', 'dies after'] as const)(
    'counts as spent what it spends, whichever write of its store %s',
    async (end) => {
      for (let i = 0; i < 4; i++) testnode.fund('P', { to: me, amount: avax('100') });
      fundX();
      let begin = testnode.snapshot();
      for (let at = 0, hasEnded = true; hasEnded; at++) {
        testnode.revert(begin);
        begin = testnode.snapshot();
        const { process } = lasting();
        const { wallet: first } = process();
        await first.resetLimits();
        const before = wealth();
        const { wallet, died, hasEnded: hasIt } = process(at, end);
        await Promise.race([call(wallet).catch(() => {}), died]);
        hasEnded = hasIt();
        const place = `write ${at}`;
        const { wallet: next } = process();
        expect(await spentOf(next), place).toBeGreaterThanOrEqual(before - wealth());
        for (const outcome of await next.resumeAll()) expect(outcome.status).toBe('Accepted');
        expect(await spentOf(next), place).toBe(before - wealth());
        await call(next);
        expect(await spentOf(next), place).toBe(before - wealth());
        for (const row of rows) expect(gotBy(row), place).toBe(row.amount);
        expect(before - wealth()).toBeLessThan(avax('21'));
        expect(at).toBeLessThan(60);
      }
    },
  );
});

describe('an ID that is removed', () => {
  it('pays again, and both payments count', async () => {
    testnode.fund('P', { to: me, amount: avax('400') });
    fundX();
    const before = wealth();
    const { process } = lasting();
    const { wallet } = process();
    await wallet.resetLimits();
    for (let i = 0; i < 3; i++) {
      await wallet.send({ chain: 'P', to: receiver(0), amount: avax('15') }, { id: 'w' });
      await wallet.remove('w');
    }
    expect(await spentOf(wallet)).toBe(before - wealth());
    const { wallet: next } = process();
    expect(await spentOf(next)).toBe(before - wealth());
  });

  it('of a payment that was given up still counts', async () => {
    testnode.fund('P', { to: me, amount: avax('20') });
    fundX();
    const before = wealth();
    const { process } = lasting();
    const { wallet } = process();
    await wallet.resetLimits();
    testnode.hold();
    const payment = { chain: 'P', to: receiver(0), amount: avax('15') } as const;
    await wallet.send(payment, { id: 'w' }).catch(() => {});
    await wallet.release('w');
    await wallet.remove('w');
    testnode.release();
    const { wallet: next } = process();
    expect(await spentOf(next)).toBe(before - wealth());
  });
});

it('lists whose process is killed at any moment pay each row at most once, and never more than the limit', async () => {
  let state = 11;
  const random = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
  for (let i = 0; i < 6; i++) testnode.fund('P', { to: me, amount: avax('60') });
  fundX();
  const before = wealth();
  const { process } = lasting();
  await process().wallet.resetLimits();
  const rows = Array.from({ length: 60 }, (_, i): Payout => {
    const chain = (['P', 'X', 'C'] as const)[random(3)]!;
    const to = chain === 'C' ? formatHex(receiver(i)) : receiver(i);
    return {
      id: `w-${i}`,
      chain,
      to,
      amount: (avax('1') + BigInt(random(4_000_000_000))) as never,
    };
  });
  let kills = 0;
  for (let round = 0; round < 25; round++) {
    const from = random(50);
    const list = rows.slice(from, from + 3 + random(8));
    const { wallet, died, die } = process(random(30), random(2) ? 'dies before' : 'dies after');
    const paying = wallet.sendMany(list).catch(() => {});
    if (random(2) === 0) {
      for (let turns = random(800); turns > 0; turns--) await Promise.resolve();
      die();
      kills++;
    }
    await Promise.race([paying, died]);
    expect(before - wealth()).toBeLessThanOrEqual(limit);
  }
  expect(kills).toBeGreaterThan(5);
  const { wallet } = process();
  await wallet.resumeAll();
  expect(await spentOf(wallet)).toBe(before - wealth());
  const { rows: found } = await wallet.sendMany(rows);
  expect(await spentOf(wallet)).toBe(before - wealth());
  expect(before - wealth()).toBeLessThanOrEqual(limit);
  expect(before - wealth()).toBeGreaterThan(avax('90'));
  rows.forEach((row, i) => {
    const { status } = found[i]!;
    expect(['accepted', 'refused']).toContain(status);
    expect(gotBy(row)).toBe(status === 'accepted' ? row.amount : 0n);
  });
});
