import { describe, expect, it } from 'vitest';
import { buildExportTx, buildImportTx, type DraftOf } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { atomicFeeOf, atomicGasOf } from '../../src/fee/transactions.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { evmAddressOf, finalize, issueTxRequest, sign } from '../../src/sign/index.ts';
import { type CState, formatState, parseState } from '../../src/state/index.ts';
import type { EVMAccount } from '../../src/state/state.ts';
import { wei } from '../../src/text/amount.ts';
import { compareBytes, equalBytes } from '../../src/text/bytes.ts';
import { formatBytes, formatHex } from '../../src/text/hex.ts';
import { describeWithGo } from '../support/go.ts';
import { asset, frozen, key, now, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';
import { verdicts } from './xverdict.ts';

const gwei = (n: bigint) => wei(n * 1_000_000_000n);
const me = key(1);
const you = key(2);
const AVAX = fuji.avaxAssetID;

const account = (n: number, balance: bigint, nonce = 0n): EVMAccount => ({
  address: evmAddressOf(key(n)),
  nonce,
  balance: wei(balance),
});

const cState = (more: Partial<CState> = {}): CState => ({
  chain: 'C',
  network: fuji,
  from: [me.shortID],
  own: [1, 2, 3].flatMap((n) => [key(n).shortID, evmAddressOf(key(n))]),
  time: now,
  baseFee: gwei(25n),
  accounts: [account(1, 10n ** 18n)],
  ...more,
});

/** A state with UTXOs that P exported. */
const waiting = (utxos: readonly ReturnType<typeof utxo>[], more: Partial<CState> = {}) =>
  cState({ imports: { P: utxos }, ...more });

const exportTx = (draft: DraftOf<'C'>) => {
  if (draft.unsignedTx.type === 'atomic.ExportTx') return draft.unsignedTx;
  throw new Error(draft.unsignedTx.type);
};
const importTx = (draft: DraftOf<'C'>) => {
  if (draft.unsignedTx.type === 'atomic.ImportTx') return draft.unsignedTx;
  throw new Error(draft.unsignedTx.type);
};
/** How many each credential has. */
const signaturesIn = (tx: AnyTx) =>
  tx.chain === 'C' ? tx.credentials.map(({ signatures }) => signatures.length) : [];
const toMe = (amount: bigint | 'max') => ({
  to: 'P' as const,
  outputs: [{ to: me.address('P', fuji), amount }],
});

describe('buildExportTx on C', () => {
  it.each([
    [1n, 1n],
    [1_000_000n, 12n],
    [1_000_000_000n, 11_230n],
    [25_000_000_000n, 280_750n],
    [25_000_000_001n, 280_751n],
  ])('costs the gas at %s wei, rounded up: %s nAVAX [case 47]', (baseFee, total) => {
    const draft = buildExportTx(cState({ baseFee: wei(baseFee) }), toMe(5n));
    expect(draft.fee).toEqual({ total, gas: 11_230n, price: baseFee });
    const { inputs, exportedOutputs } = exportTx(draft);
    expect(inputs).toEqual([
      { address: draft.slots[0]!.owner.addresses[0], amount: 5n + total, assetID: AVAX, nonce: 0n },
    ]);
    expect(formatHex(inputs[0]!.address)).toBe(evmAddressOf(me));
    expect(exportedOutputs.map(({ output }) => output.amount)).toEqual([5n]);
  });

  it.each([
    [1, 11_230n],
    [2, 12_298n],
    [3, 13_366n],
  ])(
    'takes from %s accounts in the order of their addresses, for %s gas [case 48, 51]',
    (count, gas) => {
      const state = cState({
        accounts: [
          account(1, 10n ** 15n, 7n),
          account(2, 10n ** 15n, 8n),
          account(3, 10n ** 15n, 9n),
        ],
      });
      const amount = BigInt(count) * 1_000_000n - 400_000n;
      const draft = buildExportTx(state, toMe(amount));
      expect(draft.fee).toEqual({ total: atomicFeeOf(gas, gwei(25n)), gas, price: gwei(25n) });
      const { inputs } = exportTx(draft);
      expect(inputs).toHaveLength(count);
      expect([...inputs].sort((a, b) => compareBytes(a.address, b.address))).toEqual(inputs);
      const nonces = new Map(
        state.accounts.map(({ address, nonce }) => [address as string, nonce]),
      );
      for (const { address, nonce } of inputs) expect(nonce).toBe(nonces.get(formatHex(address)));
      expect(inputs.reduce((sum, input) => sum + input.amount, 0n)).toBe(amount + draft.fee.total);
      const tx = finalize(sign(draft, [key(1), key(2), key(3)], trusting));
      expect(signaturesIn(tx)).toEqual(inputs.map(() => 1));
    },
  );

  it('takes from the richest, and from no more than it needs', () => {
    const accounts = [account(1, 10n ** 15n), account(2, 3n * 10n ** 15n), account(3, 10n ** 15n)];
    const { inputs } = exportTx(buildExportTx(cState({ accounts }), toMe(2_000_000n)));
    expect(inputs.map(({ address }) => formatHex(address))).toEqual([evmAddressOf(you)]);
  });

  it('leaves the wei below a nAVAX [case 49]', () => {
    const accounts = [account(1, 1_999_999_999n)];
    const cheap = { accounts, baseFee: wei(1n) };
    expect(thrown(() => buildExportTx(cState(cheap), toMe(1n)))).toMatchObject({
      code: 'Insufficient',
      context: { needed: 2n, spendable: 1n },
    });
    const two = cState({ ...cheap, accounts: [account(1, 2_999_999_999n)] });
    expect(exportTx(buildExportTx(two, toMe('max'))).exportedOutputs[0]!.output.amount).toBe(1n);
  });

  it('says what is there and what is not worth taking', () => {
    const accounts = [account(1, 200_000n * 10n ** 9n), account(2, 26_700n * 10n ** 9n)];
    expect(thrown(() => buildExportTx(cState({ accounts }), toMe('max')))).toMatchObject({
      code: 'Insufficient',
      context: { needed: 280_751n, spendable: 200_000n, uneconomic: 26_700n },
    });
  });

  it('refuses an account that is there twice [case 50]', () => {
    const accounts = [account(1, 5n), { ...account(1, 6n), address: evmAddressOf(me) }];
    expect(thrown(() => buildExportTx(cState({ accounts }), toMe(1n)))).toMatchObject({
      code: 'Duplicate',
      path: ['state', 'accounts', 1, 'address'],
    });
  });

  it('sends all that is worth it, and says what stays', () => {
    const state = cState({
      accounts: [
        account(1, 10n ** 15n),
        account(2, 26_700n * 10n ** 9n),
        account(3, 26_701n * 10n ** 9n),
      ],
    });
    const draft = buildExportTx(state, {
      to: 'X',
      outputs: [
        { to: you.address('X', fuji), amount: 7n },
        { to: me.address('X', fuji), amount: 'max' },
      ],
    });
    // An input more costs 1068 gas, 26,700 nAVAX.
    const { inputs, exportedOutputs } = exportTx(draft);
    expect(inputs).toHaveLength(2);
    const amounts = exportedOutputs.map(({ output }) => output.amount);
    expect(amounts).toEqual([7n, 1_026_701n - 7n - draft.fee.total]);
    expect(draft.fee.total).toBe(atomicFeeOf(atomicGasOf(draft.unsignedTx), gwei(25n)));
    expect(draft.warnings).toMatchObject([
      { code: 'LeftBehind', detail: '1 accounts hold less than it costs to take from them' },
    ]);
  });

  it('leaves room for the base fee to rise', () => {
    const draft = buildExportTx(cState(), toMe(5n), { priceMargin: 1.5 });
    expect(draft.fee).toEqual({ total: 421_125n, gas: 11_230n, price: 37_500_000_000n });
    const error = thrown(() =>
      buildExportTx(cState(), toMe(5n), { priceMargin: 1.5, maxFee: 421_124n }),
    );
    expect(error).toMatchObject({ code: 'FeeTooHigh', context: { fee: 421_125n } });
  });

  // docs/rules.md, "Limits of size"
  it('uses the gas of a block before Helicon, of ten after', () => {
    const accounts = Array.from({ length: 100 }, (_, i) => account(i + 1, 10n ** 9n * 30_000n));
    const before = cState({ accounts, time: fuji.upgrades.helicon - 1n });
    const most = (count: bigint) =>
      count * 30_000n - atomicFeeOf(10_162n + 1068n * count, gwei(25n));
    expect(exportTx(buildExportTx(before, toMe(most(84n)))).inputs).toHaveLength(84);
    expect(thrown(() => buildExportTx(before, toMe(most(85n))))).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'gas', value: 100_942n, max: 100_000n, part: 'accounts', count: 85 },
    });
    const all = buildExportTx(before, toMe('max'));
    expect(exportTx(all).inputs).toHaveLength(84);
    expect(all.warnings).toMatchObject([
      { code: 'LeftBehind', detail: '16 accounts are too many for one transaction' },
    ]);
    const outputs = Array.from({ length: 1_200 }, () => ({ to: me.shortID, amount: 1n }));
    expect(thrown(() => buildExportTx(before, { to: 'P', outputs })).code).toBe('OutOfRange');
    const after = { ...before, time: fuji.upgrades.helicon };
    expect(exportTx(buildExportTx(after, toMe(most(85n)))).inputs).toHaveLength(85);
  });

  it('refuses what it cannot do', () => {
    const outputs = [{ to: me.shortID, amount: 1n }];
    const code = (f: () => unknown) => {
      const { code, path } = thrown(f);
      return [code, ...path];
    };
    const other = [{ ...outputs[0]!, assetID: asset(7) }];
    expect(code(() => buildExportTx(cState(), { to: 'P', outputs: other }))).toEqual([
      'Unsupported',
      'outputs',
      0,
      'assetID',
    ]);
    expect(code(() => buildExportTx(cState(), { to: 'C', outputs }))).toEqual(['WrongChain', 'to']);
    const useless = {
      change: me.shortID,
      include: [],
      exclude: [],
      strategy: 'sweep',
      locked: 'only',
    };
    for (const [option, value] of Object.entries(useless))
      expect(
        code(() => buildExportTx(cState(), { to: 'P', outputs }, { [option]: value })),
      ).toEqual(['Unsupported', 'options', option]);
    const poor = { accounts: [] };
    expect(code(() => buildExportTx(cState(poor), { to: 'P', outputs }))).toEqual(['Insufficient']);
    const free = { baseFee: wei(0n) };
    expect(code(() => buildExportTx(cState(free), { to: 'P', outputs }))).toEqual([
      'OutOfRange',
      'state',
      'baseFee',
    ]);
    const spent = { accounts: [account(1, 10n ** 18n, 0xffff_ffff_ffff_ffffn)] };
    expect(code(() => buildExportTx(cState(spent), { to: 'P', outputs }))).toEqual([
      'OutOfRange',
      'state',
      'accounts',
      0,
      'nonce',
    ]);
    const addressOfC = [{ to: me.address('C', fuji), amount: 1n }];
    expect(code(() => buildExportTx(cState(), { to: 'P', outputs: addressOfC }))).toEqual([
      'WrongChain',
      'outputs',
      0,
      'to',
    ]);
  });

  it('is signed by the account’s key, and by no other', () => {
    const draft = buildExportTx(cState(), toMe(5n));
    expect(draft.missing).toMatchObject([{ credential: 0, need: 1 }]);
    expect(thrown(() => sign(draft, you, trusting)).code).toBe('MissingSigner');
    expect(thrown(() => finalize(draft)).code).toBe('MissingSigner');
    const forged = {
      ...draft,
      slots: [{ ...draft.slots[0]!, signatures: [new Uint8Array(65)] }],
      missing: [],
    };
    expect(thrown(() => finalize(forged)).code).toBe('BadSignature');
    const tx = finalize(sign(draft, me));
    expect(issueTxRequest(tx)).toEqual({
      path: '/ext/bc/C/avax',
      method: 'avax.issueTx',
      params: { tx: formatBytes(tx.bytes, 'hex'), encoding: 'hex' },
    });
  });
});

describe('buildImportTx on C', () => {
  const from = 'P' as const;

  // docs/rules.md, "Fees of atomic transactions on C"
  it.each([
    [1, 11_230n],
    [2, 12_318n],
    [10, 21_022n],
    [82, 99_358n],
  ])('imports %s for %s gas', (count, gas) => {
    const utxos = Array.from({ length: count }, (_, i) => utxo(i, 1_000_000n));
    const draft = buildImportTx(waiting(utxos), { from, to: evmAddressOf(me) });
    const total = atomicFeeOf(gas, gwei(25n));
    expect(draft.fee).toEqual({ total, gas, price: gwei(25n) });
    const { outputs, importedInputs } = importTx(draft);
    expect(importedInputs).toHaveLength(count);
    expect(outputs.map(({ address, amount }) => [formatHex(address), amount])).toEqual([
      [evmAddressOf(me), BigInt(count) * 1_000_000n - total],
    ]);
    expect(draft.warnings).toEqual([]);
    finalize(sign(draft, me));
  });

  it.each([
    [-1n, 82],
    [0n, 909],
  ])('takes what a transaction holds at Helicon %s s: %s [case 30]', (offset, most) => {
    const utxos = Array.from({ length: most + 3 }, (_, i) => utxo(i, 1_000_000n + BigInt(i)));
    const state = waiting(utxos, { time: fuji.upgrades.helicon + offset });
    const draft = buildImportTx(state, { from });
    expect(importTx(draft).importedInputs).toHaveLength(most);
    expect(draft.warnings).toMatchObject([
      { code: 'LeftBehind', detail: '3 UTXOs are too many for one transaction' },
    ]);
    // The most valuable come first.
    expect(importTx(draft).importedInputs.every(({ input }) => input.amount >= 1_000_003n)).toBe(
      true,
    );
    expect(
      thrown(() => buildImportTx(state, { from }, { include: utxos.slice(0, most + 1) })),
    ).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'gas', part: 'importedInputs', count: most + 1 },
    });
  });

  it('has no locked funds, and no change', () => {
    const coin = utxo(1, 10_000_000n);
    for (const [name, value] of [
      ['locked', 'never'],
      ['change', key(1).shortID],
    ] as const)
      for (const strategy of ['manual', undefined] as const)
        expect(
          thrown(() =>
            buildImportTx(
              waiting([coin]),
              { from },
              { include: [coin], [name]: value, ...(strategy && { strategy }) },
            ),
          ),
        ).toMatchObject({ code: 'Unsupported', path: ['options', name] });
  });

  it('leaves what costs more than it holds, down to the wei', () => {
    // 1088 gas at 25 gwei are 27,200 nAVAX.
    const utxos = [utxo(1, 10_000_000n), utxo(2, 27_200n), utxo(3, 27_201n)];
    const draft = buildImportTx(waiting(utxos), { from });
    expect(
      importTx(draft)
        .importedInputs.map(({ input }) => input.amount)
        .sort(),
    ).toEqual([10_000_000n, 27_201n]);
    expect(draft.warnings).toMatchObject([
      { code: 'LeftBehind', detail: '1 UTXOs cost more to spend than they hold' },
    ]);
    const all = buildImportTx(waiting(utxos), { from }, { include: [utxos[1]!] });
    expect(importTx(all).importedInputs).toHaveLength(3);
    const poor = [utxos[1]!, utxo(4, 27_200n)];
    const both = buildImportTx(waiting([...utxos, poor[1]!]), { from }, { include: poor });
    expect(importTx(both).importedInputs).toHaveLength(4);
    // A wei less, and it is worth a thousandth of a nAVAX, which the rounding of the whole fee takes.
    const inputsAt = (baseFee: bigint) =>
      importTx(buildImportTx(waiting(utxos, { baseFee: wei(baseFee) }), { from })).importedInputs;
    expect(inputsAt(25_000_000_000n - 1n)).toHaveLength(2);
    expect(inputsAt(24_998_000_000n)).toHaveLength(3);
  });

  it('makes no output of nothing [case 46]', () => {
    const fee = 280_750n;
    expect(thrown(() => buildImportTx(waiting([utxo(1, fee)]), { from }))).toMatchObject({
      code: 'Insufficient',
      context: { needed: fee + 1n, spendable: fee },
    });
    const draft = buildImportTx(waiting([utxo(1, fee + 1n)]), { from });
    expect(importTx(draft).outputs.map(({ amount }) => amount)).toEqual([1n]);
    expect(thrown(() => buildImportTx(waiting([]), { from }))).toMatchObject({
      code: 'Insufficient',
      context: { needed: fee + 1n, spendable: 0n },
    });
  });

  it('gives accounts their shares, in order, 60 gas more for each [case 52]', () => {
    const to = [
      { to: evmAddressOf(me), amount: 5n },
      { to: evmAddressOf(you), amount: 'max' as const },
      { to: evmAddressOf(key(3)), amount: 6n },
    ];
    const draft = buildImportTx(waiting([utxo(1, 1_000_000n)]), { from, to });
    expect(draft.fee.gas).toBe(11_230n + 120n);
    const { outputs } = importTx(draft);
    expect([...outputs].sort((a, b) => compareBytes(a.address, b.address))).toEqual(outputs);
    const shares = new Map(outputs.map(({ address, amount }) => [formatHex(address), amount]));
    expect(shares.get(evmAddressOf(me))).toBe(5n);
    expect(shares.get(evmAddressOf(key(3)))).toBe(6n);
    expect(shares.get(evmAddressOf(you))).toBe(1_000_000n - 11n - draft.fee.total);
    const code = (shares: typeof to) =>
      thrown(() => buildImportTx(waiting([utxo(1, 1_000_000n)]), { from, to: shares })).code;
    expect(code([to[0]!, to[1]!, to[0]!])).toBe('Duplicate');
    expect(code([to[0]!])).toBe('Ambiguous');
    expect(code([to[1]!, { ...to[1]!, to: evmAddressOf(me) }])).toBe('Ambiguous');
    expect(code([to[1]!, { to: evmAddressOf(me), amount: 10_000_000n }])).toBe('Insufficient');
    expect(code([to[1]!, { to: evmAddressOf(me), amount: 0n }])).toBe('OutOfRange');
  });

  it('wants an account, which is no address of X or P', () => {
    const state = waiting([utxo(1, 1_000_000n)]);
    const code = (to: string) => thrown(() => buildImportTx(state, { from, to })).code;
    expect(code(me.address('C', fuji))).toBe('BadText');
    const mixed = evmAddressOf(me).replace(/[a-f]/, (letter) => letter.toUpperCase());
    expect(code(mixed)).toBe('BadChecksum');
    const two = { ...state, accounts: [account(1, 0n), account(2, 0n)] };
    expect(thrown(() => buildImportTx(two, { from }))).toMatchObject({
      code: 'Ambiguous',
      path: ['to'],
    });
  });

  it('leaves other assets, other people’s UTXOs, and what is locked', () => {
    const utxos = [
      utxo(1, 1_000_000n),
      utxo(2, 1_000_000n, { assetID: asset(7) }),
      utxo(3, 1_000_000n, { owner: you.shortID }),
      utxo(4, 1_000_000n, { owner: { addresses: [me.shortID], threshold: 1, locktime: now + 1n } }),
      utxo(5, 1_000_000n, { owner: { addresses: [me.shortID], threshold: 1, locktime: now } }),
      utxo(6, 1_000_000n),
    ];
    const draft = buildImportTx(waiting(utxos), { from }, { exclude: [utxos[5]!] });
    expect(importTx(draft).importedInputs).toHaveLength(2);
    expect(draft.warnings).toMatchObject([
      { code: 'LeftBehind', detail: '1 UTXOs are of assets that the C-chain cannot import' },
    ]);
    const none = waiting([utxos[1]!, utxos[2]!, utxos[3]!]);
    expect(thrown(() => buildImportTx(none, { from }))).toMatchObject({
      code: 'Insufficient',
      context: { foreign: 1_000_000n, timelocked: [{ amount: 1_000_000n }], spendable: 0n },
    });
  });

  it('is signed by as many as the owners need', () => {
    const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
    const state = waiting([utxo(1, 1_000_000n, { owner }), utxo(2, 1_000_000n)], {
      from: trio.map((k) => k.shortID),
    });
    const draft = buildImportTx(state, { from });
    expect(draft.fee.gas).toBe(10_142n + 88n + 1000n + 92n + 2000n);
    const first = trio.find((k) => equalBytes(k.shortID, draft.missing[0]!.candidates[0]!))!;
    const half = sign(draft, first, trusting);
    expect(half.missing.length).toBeGreaterThan(0);
    const tx = finalize(
      sign(
        half,
        trio.filter((k) => k !== first),
        trusting,
      ),
    );
    expect(signaturesIn(tx).sort()).toEqual([1, 2]);
  });

  it('refuses amounts that are too much in all', () => {
    const utxos = [utxo(1, 0xffff_ffff_ffff_ffffn), utxo(2, 1_000_000n)];
    expect(thrown(() => buildImportTx(waiting(utxos), { from })).code).toBe('OutOfRange');
  });

  it('carries the derivation paths of its signers: accounts for exports, addresses for imports', () => {
    const paths = {
      [evmAddressOf(me)]: "m/44'/60'/0'/0/0",
      [evmAddressOf(you)]: "m/44'/60'/0'/0/1",
      [me.address('C', fuji)]: "m/44'/9000'/0'/0/0",
    };
    const state = parseState(formatState(waiting([utxo(1, 1_000_000n)], { paths }))) as CState;
    const to = evmAddressOf(me);
    expect(buildExportTx(state, toMe(5n)).paths).toEqual({
      [evmAddressOf(me)]: "m/44'/60'/0'/0/0",
    });
    expect(buildImportTx(state, { from, to }).paths).toEqual({
      [me.address('C', fuji)]: "m/44'/9000'/0'/0/0",
    });
  });

  it('takes frozen arguments, and any order of them', () => {
    const utxos = Array.from({ length: 20 }, (_, i) => utxo(i, BigInt(100_000 + (i % 4) * 5_000)));
    const state = waiting(utxos, { accounts: [account(1, 10n ** 15n), account(2, 10n ** 15n)] });
    const to = [
      { to: evmAddressOf(me), amount: 'max' as const },
      { to: evmAddressOf(you), amount: 5n },
    ];
    const before = structuredClone([state, to]);
    const imported = buildImportTx(frozen(state), frozen({ from, to }), frozen({ exclude: [] }));
    const exported = buildExportTx(frozen(state), frozen(toMe(1_500_000n)), frozen({}));
    expect([state, to]).toEqual(before);
    const other = {
      ...state,
      accounts: [...state.accounts].reverse(),
      imports: { P: [...utxos].reverse() },
    };
    expect(buildImportTx(other, { from, to: [...to].reverse() })).toEqual(imported);
    expect(buildExportTx(other, toMe(1_500_000n))).toEqual(exported);
  });
});

describeWithGo('atomic transactions, by the node', () => {
  it('are taken, and burn what the node asks', async () => {
    const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
    const drafts = ([mainnet, fuji, local] as const).flatMap((network) => {
      const avax = { assetID: network.avaxAssetID };
      const state = cState({
        network,
        baseFee: wei(25_000_000_001n),
        from: trio.map((k) => k.shortID),
        accounts: [account(1, 10n ** 15n, 3n), account(2, 10n ** 15n, 4n), account(3, 10n ** 15n)],
        imports: {
          P: [utxo(1, 1_000_000n, avax), utxo(2, 2_000_000n, { owner, ...avax })],
          X: Array.from({ length: 82 }, (_, i) => utxo(i, 100_000n, avax)),
        },
      });
      return [
        buildExportTx(state, { to: 'P', outputs: [{ to: owner, amount: 2_000_000n }] }),
        buildExportTx(state, {
          to: 'X',
          outputs: [
            { to: me.shortID, amount: 256n },
            { to: you.shortID, amount: 255n },
            { to: you.shortID, amount: 255n },
            { to: you.shortID, amount: 'max' },
          ],
        }),
        buildImportTx(state, { from: 'P', to: evmAddressOf(me) }),
        buildImportTx(state, {
          from: 'X',
          to: [
            { to: evmAddressOf(you), amount: 'max' },
            { to: evmAddressOf(me), amount: 1n },
          ],
        }),
      ].map((draft) => ({ draft, network }));
    });
    const txs = drafts.map(({ draft, network }) => ({
      tx: finalize(sign(draft, trio, trusting)),
      network,
    }));
    expect(await verdicts(txs)).toEqual(txs.map(() => true));
  });
});
