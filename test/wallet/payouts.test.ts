/** Payments to many: which transactions they become, what becomes of each row, and the report. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Draft } from '../../src/draft/draft.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { avax, days } from '../../src/index.ts';
import { evmAddressOf, policyOf, privateKey, type Signer, sign } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { sumOf } from '../../src/text/uint64.ts';
import {
  createWallet,
  memoryStore,
  type PaymentSummary,
  type Payout,
  type PayoutReport,
  payoutTextOf,
  type WalletOptions,
} from '../../src/wallet/index.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const me = key.address('P', network);
/** Waiting for gas is waiting for the chain's clock. */
const sleep = async (milliseconds: number) => {
  testnode.advanceTime(BigInt(Math.ceil(milliseconds / 1000)));
};
const connect = { ...testnode, retry: { sleep } };
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: key, resubmitAfter: 500, ...options });
const receiver = (i: number) => {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(16, i + 1000);
  return bytes;
};
const rowsOf = (count: number, from = 0): readonly Payout[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `w-${from + i}`,
    chain: 'P' as const,
    to: receiver(from + i),
    amount: avax('0.001') + BigInt(from + i),
  }));
/** How often each of the receivers is paid, and how much. */
const paidTo = (rows: readonly Payout[]) =>
  rows.map(({ chain, to }) => {
    if (chain === 'C') return testnode.world.C.accounts.get(to as string)?.balance ?? 0n;
    const { utxos } = testnode.state(chain, [to as Uint8Array]);
    return utxos.map(({ output }) => ('amount' in output ? output.amount : 0n));
  });
const once = (rows: readonly Payout[]) => rows.map(({ amount }) => [amount]);
const states = ({ rows }: PayoutReport) => rows.map(({ status }) => status);
const codes = ({ rows }: PayoutReport) => rows.map(({ code }) => code);
const txs = () => testnode.world.txs.size;

describe('sendMany', () => {
  it('pays as many rows as fit into each transaction, and reports the fee of each row', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const rows = rowsOf(1500);
    const report = await walletOf().sendMany(rows);
    expect(new Set(states(report))).toEqual(new Set(['accepted']));
    expect(paidTo(rows)).toEqual(once(rows));
    expect(report.txs.length).toBe(2);
    expect(report.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    const left = testnode.state('P', [me]).utxos;
    expect(left.length).toBe(1);
    const fees = sumOf(report.rows.map(({ fee }) => fee!));
    const paid = sumOf(rows.map(({ amount }) => amount));
    expect(sumOf(left.map(({ output }) => ('amount' in output ? output.amount : 0n)))).toBe(
      avax('100') - paid - fees,
    );
  });

  it('pays a row once, in other lists and processes too, and not with another content', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const store = memoryStore();
    const first = walletOf({ store });
    const rows = rowsOf(6);
    const [one, two] = await Promise.all([
      first.sendMany(rows.slice(0, 4)),
      first.sendMany(rows.slice(2)),
    ]);
    expect(states(one!)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    expect(two!.rows.slice(0, 2)).toEqual(one!.rows.slice(2));
    await first.close();
    const second = walletOf({ store });
    const before = txs();
    const again = await second.sendMany([...rows].reverse());
    expect([...again.rows].reverse()).toEqual([...one!.rows, ...two!.rows.slice(2)]);
    expect(txs()).toBe(before);
    const changed = { ...rows[0]!, amount: avax('2') };
    const other = await second.sendMany([changed, rows[1]!]);
    expect(states(other)).toEqual(['conflict', 'accepted']);
    expect(codes(other)).toEqual(['Mismatch', undefined]);
    expect(paidTo(rows)).toEqual(once(rows));
  });

  it('shares its IDs with other payments', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const wallet = walletOf();
    const [row, other] = rowsOf(2) as [Payout, Payout];
    const { id, ...payment } = row as Payout & { chain: 'P' };
    await wallet.send(payment, { id });
    const report = await wallet.sendMany([row, other]);
    expect(codes(report)).toEqual(['Mismatch', undefined]);
    expect(report.rows[0]).toMatchObject({ status: 'conflict', known: 'accepted', payment: id });
    expect(report.rows[0]!.txID).toBeDefined();
    const again = { ...(other as typeof payment), id: undefined };
    const { id: _, ...same } = again;
    expect((await failed(wallet.send(same, { id: other.id }))).code).toBe('Mismatch');
    expect((await wallet.resume(other.id)).status).toBe('Accepted');
    // While it runs too.
    const [, , third] = rowsOf(3) as [Payout, Payout, Payout];
    const many = wallet.sendMany([third]);
    await Promise.resolve();
    const { id: __, ...plain } = third as typeof row & { chain: 'P' };
    await Promise.allSettled([many, wallet.send(plain, { id: third.id })]);
    expect(paidTo([row, other, third])).toEqual(once([row, other, third]));
  });

  describe('a row whose ID is known', () => {
    const bob = privateKey(new Uint8Array(32).fill(2));
    const address = bob.address('P', network);
    const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const row = (more: object) => ({ id: 'w-1', amount: avax('1'), ...more }) as Payout;
    const P = (more: object) => row({ chain: 'P', to: address, ...more });
    const C = (more: object) => row({ chain: 'C', to: account, ...more });
    const { avaxAssetID } = network;
    const twoOf = (...addresses: readonly (string | Uint8Array)[]) => ({
      addresses,
      threshold: 2,
    });

    it.each([
      ['an account in lower case', C({ to: account.toLowerCase() }), C({})],
      ['AVAX by its ID on C', C({}), C({ assetID: formatID(avaxAssetID) })],
      ['an address as bytes', P({}), P({ to: bob.shortID })],
      ['the owner of one address', P({}), P({ to: { addresses: [address], threshold: 1 } })],
      ['a locktime of 0', P({}), P({ to: { addresses: [address], threshold: 1, locktime: 0n } })],
      ['AVAX by its ID', P({}), P({ assetID: formatID(avaxAssetID) })],
      ['AVAX by its bytes', P({ assetID: avaxAssetID }), P({})],
      [
        'addresses in another order',
        P({ to: twoOf(address, me) }),
        P({ to: twoOf(key.shortID, bob.shortID) }),
      ],
    ])('is the same row with %s', async (_, first, second) => {
      testnode.fund('P', { to: me, amount: avax('10') });
      const wallet = walletOf();
      const [paid] = (await wallet.sendMany([first])).rows;
      const before = txs();
      const [again] = (await wallet.sendMany([second])).rows;
      expect(again).toMatchObject({ status: 'accepted', txID: paid!.txID, fee: paid!.fee });
      expect(txs()).toBe(before);
    });

    const others: readonly [string, Payout, Payout, string][] = [
      ['another amount', P({}), P({ amount: avax('2') }), 'Mismatch'],
      ['another receiver', P({}), P({ to: me }), 'Mismatch'],
      ['another account', C({}), C({ to: `0x${'11'.repeat(20)}` }), 'Mismatch'],
      ['another chain', P({}), C({}), 'Mismatch'],
      [
        'a lock',
        P({}),
        P({ to: { addresses: [address], threshold: 1, locktime: 9n } }),
        'Mismatch',
      ],
      ['an address that was cut off', P({}), P({ to: address.slice(0, -1) }), 'BadChecksum'],
      ['an account that was cut off', C({}), C({ to: account.slice(0, -1) }), 'BadText'],
      ['no amount', P({}), P({ amount: null }), 'BadArgument'],
      ['a chain that there is not', P({}), P({ chain: 'Q' }), 'OutOfRange'],
      [
        'an address of another network',
        P({}),
        P({ to: bob.address('P', { ...network, hrp: 'avax' }) }),
        'WrongNetwork',
      ],
    ];
    it.each(others)('is never refused with %s: it is paid', async (_, first, second, code) => {
      testnode.fund('P', { to: me, amount: avax('10') });
      const wallet = walletOf();
      const [paid] = (await wallet.sendMany([first])).rows;
      const before = txs();
      const [other] = (await wallet.sendMany([second])).rows;
      const { txID, payment } = paid!;
      expect(other).toMatchObject({ status: 'conflict', known: 'accepted', code, txID, payment });
      expect(other!.reason).toContain('compare the two before you pay by another ID');
      expect(txs()).toBe(before);
    });

    it.each(others.slice(0, 6))(
      'is never refused with %s: it may be paid',
      async (_, first, second) => {
        testnode.fund('P', { to: me, amount: avax('10') });
        const store = memoryStore();
        const early = walletOf({ store, attempts: 1 });
        testnode.hold();
        const [pending] = (await early.sendMany([first])).rows;
        expect(pending!.status).toBe('unknown');
        const [other] = (await early.sendMany([second])).rows;
        const { payment } = pending!;
        expect(other).toMatchObject({ status: 'conflict', known: 'unknown', payment });
        await early.close();
        testnode.release();
        const late = walletOf({ store });
        expect((await late.sendMany([second])).rows[0]).toMatchObject({
          status: 'conflict',
          known: 'accepted',
          payment,
        });
        expect(states(await late.sendMany([first]))).toEqual(['accepted']);
      },
    );

    it('may be paid where no node answers', async () => {
      testnode.fund('P', { to: me, amount: avax('10') });
      const store = memoryStore();
      const early = walletOf({ store });
      await early.sendMany([P({})]);
      await early.close();
      let isDown = false;
      const transport: typeof testnode.transport = async (request) => {
        if (isDown && request.body?.includes('platform.getTx')) throw new TypeError('lost');
        return testnode.transport(request);
      };
      const late = walletOf({ store, attempts: 1, connect: { ...connect, transport } });
      await late.balances();
      isDown = true;
      const report = await late.sendMany([P({ amount: avax('2') })]);
      expect(report.rows[0]).toMatchObject({ status: 'conflict', known: 'unknown' });
    });

    it('of send or move is reported with what came of that', async () => {
      testnode.fund('P', { to: me, amount: avax('10') });
      const wallet = walletOf({ attempts: 1 });
      testnode.hold();
      const payment = { chain: 'P', to: address, amount: avax('1') } as const;
      expect((await failed(wallet.send(payment, { id: 'w-1' }))).code).toBe('Pending');
      const [row] = (await wallet.sendMany([P({})])).rows;
      expect(row).toMatchObject({ status: 'conflict', known: 'unknown', payment: 'w-1' });
      expect(row!.txID).toBeDefined();
    });
  });

  it('reads amounts as send does, and refuses an ID that is none of a payment', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const wallet = walletOf();
    for (const amount of [5, '5', 5.5, null, 0n] as never[]) {
      const payment = { chain: 'P', to: me, amount } as const;
      const e = await failed(wallet.send(payment));
      const [row] = (await wallet.sendMany([{ id: `${amount}`, ...payment }])).rows;
      expect([row!.status, row!.code, row!.reason]).toEqual(['refused', e.code, e.detail]);
    }
    const id = 'avalanche-tx spent';
    for (const [call, ...path] of [
      [wallet.sendMany([{ ...rowsOf(1)[0]!, id }]), 'rows', 0, 'id'],
      [wallet.remove(id), 'id'],
      [wallet.release(id), 'id'],
    ] as const) {
      const e = await failed(call);
      expect([e.code, ...e.path]).toEqual(['BadArgument', ...path]);
    }
  });

  it('names itself as what goes on with its payments', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const wallet = walletOf({ attempts: 1 });
    testnode.hold();
    await wallet.sendMany([{ ...rowsOf(1)[0]!, chain: 'C', to: formatHex(receiver(1)) }]);
    const [{ next, title }] = (await wallet.payments()) as [PaymentSummary];
    expect(next).toContain('sendMany');
    expect(next).not.toContain('the same ID');
    expect(title).toContain('for 1 receiver');
    expect(title).not.toContain('receivers');
  });

  it('remembers a row until its own ID is removed', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const wallet = walletOf();
    const rows = rowsOf(2);
    const { rows: found } = await wallet.sendMany(rows);
    expect((await failed(wallet.remove(found[0]!.payment!))).code).toBe('Unsupported');
    await wallet.remove('w-0');
    await wallet.sendMany(rows);
    expect(paidTo(rows)).toEqual([[rows[0]!.amount, rows[0]!.amount], [rows[1]!.amount]]);
  });

  it('refuses rows that cannot be paid, and pays the others', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const [a, b] = rowsOf(2) as [Payout, Payout];
    const row = (id: string, more: object) => ({ ...a, id, ...more }) as Payout;
    const rows = [
      row('much', { amount: avax('20') }),
      a,
      row('zero', { amount: 0n }),
      row('max', { amount: 'max' }),
      row('other network', { to: key.address('P', { ...network, hrp: 'avax' }) }),
      row('other chain', { to: key.address('X', network) }),
      row('typo', { to: `${me.slice(0, -1)}q` }),
      row('nowhere', { chain: 'Q' }),
      row('own', { chain: 'C', to: evmAddressOf(key) }),
      row('asset', { assetID: new Uint8Array(32).fill(7), amount: 1n }),
      row('more', { amount: avax('30') }),
      b,
    ];
    const report = await walletOf().sendMany(rows);
    expect(report.rows.flatMap(({ id, status }) => (status === 'accepted' ? [id] : []))).toEqual([
      'w-0',
      'w-1',
    ]);
    expect(codes(report)).toEqual([
      'Insufficient',
      undefined,
      'OutOfRange',
      'OutOfRange',
      'WrongNetwork',
      'WrongChain',
      'BadChecksum',
      'OutOfRange',
      'Unsupported',
      'Insufficient',
      'Insufficient',
      undefined,
    ]);
    expect(report.txs.length).toBe(1);
    for (const { status } of report.rows) expect(status).not.toBe('unknown');
  });

  it('divides what a signer refuses at once, and refuses only the rows that it refuses alone', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const rows = [...rowsOf(5), { ...rowsOf(1, 5)[0]!, amount: avax('20') }, ...rowsOf(6, 6)];
    // A service that signs at most 10 AVAX and 4 payments at a time.
    const signer: Signer = {
      own: [me],
      async sign(draft, options) {
        const paid = draft.unsignedTx as { readonly outputs: readonly { output: object }[] };
        const amounts = paid.outputs.flatMap(({ output }) =>
          'amount' in output && output.amount !== undefined ? [output.amount as bigint] : [],
        );
        if (amounts.length > 5 || amounts.includes(avax('20')))
          throw new AvalancheError('Refused', 'too much at once', { findings: [] });
        return sign(draft, key, options as { readonly reviewed: Uint8Array });
      },
    };
    const report = await walletOf({ signer, addresses: [me] }).sendMany(rows);
    expect(codes(report)).toEqual(rows.map((_, i) => (i === 5 ? 'Refused' : undefined)));
    const paid = rows.filter((_, i) => i !== 5);
    expect(paidTo(paid)).toEqual(once(paid));
    expect(report.txs.length).toBeLessThan(6);
  });

  it('pays a row that was refused, with another content too', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const wallet = walletOf();
    const [row] = rowsOf(1) as [Payout];
    const much = { ...row, amount: avax('20') };
    expect(codes(await wallet.sendMany([much]))).toEqual(['Insufficient']);
    expect(states(await wallet.sendMany([row]))).toEqual(['accepted']);
    expect(states(await wallet.sendMany([much]))).toEqual(['conflict']);
    const declined = await wallet.sendMany(rowsOf(1, 1), { confirm: () => false });
    expect(codes(declined)).toEqual(['Declined']);
    const { id, ...payment } = rowsOf(1, 1)[0] as Payout & { chain: 'P' };
    expect((await wallet.send(payment, { id })).status).toBe('Accepted');
  });

  it('refuses a list in which two rows have one ID, or a row is none', async () => {
    const [row] = rowsOf(1);
    const wallet = walletOf();
    for (const [rows, code, ...path] of [
      [[row, { ...row, amount: 1n }], 'Duplicate', 'rows', 1, 'id'],
      [[{ ...row, id: '' }], 'BadArgument', 'rows', 0, 'id'],
      [[row, 7], 'BadArgument', 'rows', 1],
      [row, 'BadArgument', 'rows'],
      [[{ ...row, memo: 'x' }], 'BadArgument', 'rows', 0, 'memo'],
    ] as const) {
      const e = await failed(wallet.sendMany(rows as never));
      expect([e.code, ...e.path]).toEqual([code, ...path]);
    }
    const e = await failed(wallet.sendMany([row!], { id: 'x' } as never));
    expect([e.code, ...e.path]).toEqual(['BadArgument', 'options', 'id']);
  });

  it('begins nothing more once no node answers, and goes on later', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const rows = rowsOf(1000);
    let left = Number.POSITIVE_INFINITY;
    const transport: typeof testnode.transport = async (request) => {
      if (request.body?.includes('.issueTx"')) left = Math.min(left, 3);
      if (left-- <= 0) throw new TypeError('connection lost');
      return testnode.transport(request);
    };
    const store = memoryStore();
    const first = walletOf({ store, attempts: 1, connect: { ...connect, transport } });
    const report = await first.sendMany(rows);
    await first.close();
    const known = new Set(states(report));
    expect(known.size).toBe(2);
    expect(known).toContain('refused');
    expect(report.rows.at(-1)!.reason).toContain('not begun');
    const second = walletOf({ store });
    const again = await second.sendMany(rows);
    expect(new Set(states(again))).toEqual(new Set(['accepted']));
    expect(paidTo(rows)).toEqual(once(rows));
  });

  it('ends with drafts where others must sign, and with the report once they have', async () => {
    const other = privateKey(new Uint8Array(32).fill(2));
    const owner = { addresses: [key, other].map((of) => of.address('P', network)), threshold: 2 };
    testnode.fund('P', { to: owner, amount: avax('10') });
    const rows = rowsOf(3);
    const wallet = walletOf({ owner });
    const report = await wallet.sendMany(rows);
    expect(codes(report)).toEqual(['MissingSigner', 'MissingSigner', 'MissingSigner']);
    const { draft } = report.drafts[0]!;
    const whole = sign(draft, other, { reviewed: digestOf(draft) });
    expect((await wallet.finish(whole)).status).toBe('Accepted');
    expect(states(await wallet.sendMany(rows))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(paidTo(rows)).toEqual(once(rows));
  });

  it('pays accounts of the C-chain by one export and one import', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const wallet = walletOf();
    const rows = rowsOf(40).map((row, i) => ({
      ...row,
      chain: 'C' as const,
      // Every fourth receiver is the same.
      to: formatHex(receiver(i % 4 === 0 ? 0 : i)),
    }));
    const report = await wallet.sendMany(rows);
    expect(new Set(states(report))).toEqual(new Set(['accepted']));
    expect(report.txs.map(({ chain }) => chain)).toEqual(['P', 'C']);
    for (const { to } of rows) {
      const sum = sumOf(rows.filter((row) => row.to === to).map(({ amount }) => amount));
      expect(testnode.world.C.accounts.get(to)?.balance).toBe(sum * 1_000_000_000n);
    }
    // What the fee of the import leaves is the wallet's own.
    const fees = sumOf(report.rows.map(({ fee }) => fee!));
    const { P, C } = await wallet.balances();
    expect(P.free + C.free + fees + sumOf(rows.map(({ amount }) => amount))).toBe(avax('100'));
    expect(await wallet.sendMany(rows)).toEqual(report);
  });
});

describe('what policies, limits and signers refuse', () => {
  const rows = (count: number, amount = avax('1')): readonly Payout[] =>
    rowsOf(count).map((row) => ({ ...row, amount }));
  /** Counts what a list costs. */
  async function counted(list: readonly Payout[], options: Partial<WalletOptions> = {}) {
    testnode.fund('P', { to: me, amount: avax('1000') });
    let [requests, builds] = [0, 0];
    const transport: typeof testnode.transport = (request) => {
      requests++;
      return testnode.transport(request);
    };
    const wallet = walletOf({ connect: { ...connect, transport }, ...options });
    if (options.limits?.some(({ amount }) => amount > 0n)) await wallet.resetLimits();
    requests = 0;
    const report = await wallet.sendMany(list, {
      onProgress: ({ step }) => {
        if (step === 'built') builds++;
      },
    });
    return { report, requests, builds };
  }
  const paid = ({ rows }: PayoutReport) =>
    rows.filter(({ status }) => status === 'accepted').length;
  const day = (amount: string) => [{ amount: avax(amount), per: days(1) }];

  it('stops once it is not known what was spent', async () => {
    const { report, requests, builds } = await counted(rows(300), { limits: day('0') });
    expect(builds).toBe(0);
    expect(requests).toBeLessThan(20);
    expect(new Set(codes(report))).toEqual(new Set(['Refused']));
    expect(report.rows.at(-1)!.reason).toMatch(/^not begun: SpentUnknown/);
  });

  it('stops once a policy is over', async () => {
    const policy = policyOf({ network: network.name, to: [me], until: 1n });
    const { report, requests, builds } = await counted(rows(300), { policy });
    expect(builds).toBe(0);
    expect(requests).toBeLessThan(20);
    expect(report.rows.at(-1)!.reason).toMatch(/^not begun: Expired/);
  });

  it('cuts the list by what is left of a limit, and reports that for each row', async () => {
    const { report, requests, builds } = await counted(rows(200), { limits: day('7.5') });
    expect(paid(report)).toBe(7);
    expect(states(report).lastIndexOf('accepted')).toBe(6);
    expect(builds).toBe(1);
    expect(requests).toBeLessThan(60);
    const { left, until } = report.rows[7]!;
    expect(left).toBeGreaterThan(avax('0.49'));
    expect(left).toBeLessThan(avax('0.5'));
    expect(until).toBeGreaterThan(testnode.time());
  });

  it('pays smaller rows where a large one does not fit, and none that only the fee makes too large', async () => {
    const amounts = ['4', '9', '3', '0.5', '0.3'].map((amount) => avax(amount));
    const list = rowsOf(5).map((row, i) => ({ ...row, amount: amounts[i]! }));
    const first = await counted(list, { limits: day('7.5') });
    expect(states(first.report)).toEqual([
      'accepted',
      'refused',
      'accepted',
      'refused',
      'accepted',
    ]);
    expect(first.report.rows[1]!.until).toBeUndefined();
    const second = await counted(rows(300), { limits: day('1') });
    expect(paid(second.report)).toBe(0);
    expect(second.builds).toBe(0);
    expect(second.requests).toBeLessThan(40);
  });

  it('keeps a limit for each receiver, and for receivers on C before their AVAX is exported', async () => {
    const to = receiver(0);
    const list = [...rows(20).map((row) => ({ ...row, to })), ...rowsOf(3, 20)];
    const each = [{ amount: avax('5'), per: days(1), to: 'each' as const }];
    const { report, builds } = await counted(list, { limits: each });
    expect(paid(report)).toBe(8);
    expect(builds).toBe(1);
    const onC = rows(20).map((row, i) => ({
      ...row,
      chain: 'C' as const,
      to: formatHex(receiver(i)),
    }));
    const other = await counted(onC, { limits: day('7.5') });
    expect(paid(other.report)).toBe(7);
    expect(new Set(states(other.report))).toEqual(new Set(['accepted', 'refused']));
    expect(other.builds).toBe(2);
  });

  it('refuses the rows that a policy does not allow, and pays the others at once', async () => {
    const list = rows(200).map((row, i) => (i % 2 ? { ...row, amount: avax('2') } : row));
    const own = {
      findings({ unsignedTx }: Draft) {
        const { outputs } = unsignedTx as {
          readonly outputs: readonly { readonly output: object }[];
        };
        return outputs.some(({ output }) => 'amount' in output && output.amount === avax('2'))
          ? [{ code: 'TooMuch', path: '', detail: 'no 2' }]
          : [];
      },
    };
    const { report, requests, builds } = await counted(list, { policy: own });
    expect(paid(report)).toBe(100);
    expect(builds).toBe(1);
    expect(requests).toBeLessThan(40);
  });

  it('stops once a signer refuses many rows one after the other', async () => {
    const signer: Signer = {
      own: [me],
      sign: () => Promise.reject(new AvalancheError('Refused', 'no', { findings: [] })),
    };
    const { report, builds } = await counted(rows(200), { signer, addresses: [me] });
    expect(paid(report)).toBe(0);
    expect(builds).toBeLessThan(50);
    expect(report.rows.at(-1)!.reason).toBe('not begun: no');
  });
});

describe('move', () => {
  it('has receivers on the C-chain', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const wallet = walletOf();
    const receivers = [1, 2, 3].map((i) => ({ to: formatHex(receiver(i)), amount: avax('1') }));
    const move = { from: 'P', to: 'C', amount: avax('4'), receivers } as const;
    const done = await wallet.move(move, { id: 'm' });
    expect(done.status).toBe('Accepted');
    for (const { to } of receivers)
      expect(testnode.world.C.accounts.get(to)?.balance).toBe(10n ** 18n);
    expect((await wallet.balances()).C.free).toBeGreaterThan(avax('0.9'));
    expect(await wallet.move(move, { id: 'm' })).toEqual(done);
  });

  it('refuses receivers that its import could not pay, before anything is signed', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const wallet = walletOf();
    const to = formatHex(receiver(1));
    const before = txs();
    for (const [move, code, ...path] of [
      [{ receivers: [{ to, amount: avax('4') }] }, 'Insufficient', 'amount'],
      [{ receivers: [] }, 'OutOfRange', 'receivers'],
      [{ receivers: [{ to, amount: 'max' }] }, 'Unsupported', 'receivers', 0, 'amount'],
      [{ receivers: [{ to, amount: 0n }] }, 'OutOfRange', 'receivers', 0, 'amount'],
      [{ receivers: [{ to: me, amount: 1n }] }, 'BadText', 'receivers', 0, 'to'],
      [
        { receivers: [1n, 2n].map((amount) => ({ to, amount })) },
        'Duplicate',
        'receivers',
        1,
        'to',
      ],
      [{ to: 'X', receivers: [{ to, amount: 1n }] }, 'Unsupported', 'receivers'],
    ] as const) {
      const own = { from: 'P', to: 'C', amount: avax('4'), ...move } as never;
      const e = await failed(wallet.move(own));
      expect([e.code, ...e.path]).toEqual([code, ...path]);
    }
    const own = [{ to: evmAddressOf(key), amount: 1n as never }];
    const e = await failed(wallet.move({ from: 'P', to: 'C', amount: avax('4'), receivers: own }));
    expect(e.code).toBe('Duplicate');
    expect(txs()).toBe(before);
  });
});

describe('payoutTextOf', () => {
  it('quotes what CSV needs, and disarms formulas', () => {
    const row = {
      id: '=cmd()',
      status: 'refused',
      chain: 'P',
      to: 'a,"b"',
      amount: avax('1.5'),
      code: 'Insufficient',
      reason: 'line 1\nline 2',
    } as const;
    expect(payoutTextOf([row], 'csv')).toBe(
      'id,status,chain,to,amount,asset,fee,txID,payment,code,reason\r\n' +
        `'=cmd(),refused,P,"a,""b""",1.5,AVAX,,,,Insufficient,"line 1\nline 2"\r\n`,
    );
    expect(payoutTextOf([{ ...row, assetID: 'A' }], 'ndjson')).toBe(
      '{"id":"=cmd()","status":"refused","chain":"P","to":"a,\\"b\\"","amount":"1500000000","asset":"A","code":"Insufficient","reason":"line 1\\nline 2"}\n',
    );
  });
});
