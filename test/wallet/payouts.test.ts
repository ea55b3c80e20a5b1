/** Payments to many: which transactions they become, what becomes of each row, and the report. */
import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '../../src/draft/reading.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { avax } from '../../src/index.ts';
import { evmAddressOf, privateKey, type Signer, sign } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { sumOf } from '../../src/text/uint64.ts';
import {
  createWallet,
  memoryStore,
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
  createWallet({ url: 'http://testnode', connect, signer: key, timeout: 500, ...options });
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

  it('pays a row once, in other lists and processes too, and refuses another content', async () => {
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
    expect(states(other)).toEqual(['refused', 'accepted']);
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
    expect(codes(await wallet.sendMany([much]))).toEqual(['Mismatch']);
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
      [[{ ...row, memo: 'x' }], 'Unsupported', 'rows', 0, 'memo'],
    ] as const) {
      const e = await failed(wallet.sendMany(rows as never));
      expect([e.code, ...e.path]).toEqual([code, ...path]);
    }
    const e = await failed(wallet.sendMany([row!], { id: 'x' } as never));
    expect([e.code, ...e.path]).toEqual(['Unsupported', 'options', 'id']);
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
