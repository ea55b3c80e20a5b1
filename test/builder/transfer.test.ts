import { describe, expect, it } from 'vitest';
import {
  buildBaseTx,
  buildExportTx,
  buildImportTx,
  type DraftOf,
} from '../../src/builder/index.ts';
import { explain, explainError } from '../../src/explain/index.ts';
import { complexityOf } from '../../src/fee/transactions.ts';
import { avmChain } from '../../src/network/custom.ts';
import { fuji, mainnet } from '../../src/network/known.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { formatID } from '../../src/text/id.ts';
import {
  asset,
  frozen,
  key,
  lockedUTXO,
  now,
  pFile,
  pState,
  trio,
  utxo,
  xState,
} from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { burnedBy, transferOf } from '../support/transfer.ts';
import { trusting } from '../support/trusting.ts';

const me = key(1);
const you = key(2).shortID;
const twoOfThree = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const AVAX = fuji.avaxAssetID;

/** What a draft spends and makes: `[outputs, change, inputs]` as amounts. */
const amounts = (draft: DraftOf<'P' | 'X'>) => {
  const {
    inputs,
    importedInputs = [],
    outputs,
    exportedOutputs = [],
  } = transferOf(draft.unsignedTx);
  return {
    inputs: inputs.map((i) => i.input.amount),
    imported: importedInputs.map((i) => i.input.amount),
    outputs: outputs.map((o) => o.output.amount),
    exported: exportedOutputs.map((o) => o.output.amount),
    change: draft.change.map((c) => c.output.amount),
    fee: draft.fee.total,
  };
};

describe('buildBaseTx on P', () => {
  const state = pState([utxo(1, 1_000_000n)]);
  const outputs = [{ to: you, amount: 500_000n }];

  // docs/rules.md, "Fees of whole transactions"
  it.each([1n, 10n])('costs what the node’s wallet pays, at price %s [case 4]', (price) => {
    const draft = buildBaseTx({ ...state, feeState: { price } }, { outputs });
    expect(complexityOf(draft.unsignedTx)).toEqual([379, 1, 3, 200]);
    expect(draft.fee).toEqual({ total: 5179n * price, gas: 5179n, price });
    expect(burnedBy(draft.unsignedTx)).toEqual([{ assetID: AVAX, amount: 5179n * price }]);
  });

  it('gives a draft that says all', () => {
    const owner = outputOwners(me.shortID, fuji.chains.P, fuji);
    const draft = buildBaseTx(state, { outputs });
    expect(draft).toMatchObject({
      kind: 'draft',
      chain: 'P',
      network: fuji,
      slots: [{ utxo: state.utxos[0], owner, signatureIndices: [0], signatures: [null] }],
      warnings: [],
      missing: [{ credential: 0, owner, need: 1, candidates: [me.shortID] }],
    });
    expect(draft.change).toEqual([
      {
        outputIndex: expect.any(Number),
        assetID: AVAX,
        output: { ...owner, type: 'secp256k1fx.TransferOutput', amount: 494_821n },
      },
    ]);
    const at = draft.change[0]!.outputIndex;
    expect(transferOf(draft.unsignedTx).outputs[at]!.output.amount).toBe(494_821n);
  });

  it('carries the derivation paths of its signers, no others', () => {
    const paths = {
      [me.address('P', fuji)]: "m/44'/9000'/0'/0/0",
      [key(2).address('P', fuji)]: "m/44'/9000'/0'/0/1",
    };
    const draft = buildBaseTx({ ...state, paths }, { outputs });
    expect(draft.paths).toEqual({ [me.address('P', fuji)]: "m/44'/9000'/0'/0/0" });
  });

  it('is plain data: a copy signs to the same transaction', () => {
    const draft = buildBaseTx(state, { outputs });
    const copy = structuredClone(draft);
    const reviewed = explain(copy).digest;
    expect(finalize(sign(copy, me, { reviewed }))).toEqual(finalize(sign(draft, me)));
  });

  it('takes frozen arguments and leaves them as they were [case 25]', () => {
    const intent = {
      outputs: [
        { to: { ...twoOfThree, addresses: [...twoOfThree.addresses].reverse() }, amount: 1n },
      ],
    };
    const given = pState([utxo(1, 3n), utxo(2, 1_000_000n, { owner: twoOfThree })], {
      from: trio.map((k) => k.shortID),
    });
    const options = { change: you, include: [given.utxos[0]!], exclude: [], maxFee: 100_000n };
    const before = structuredClone([given, intent, options]);
    buildBaseTx(frozen(given), frozen(intent), frozen(options));
    expect([given, intent, options]).toEqual(before);
  });

  it('gives the same bytes however the UTXOs are ordered [case 24]', () => {
    const utxos = Array.from({ length: 30 }, (_, i) =>
      utxo(i, BigInt(1000 + (i % 4) * 5000), {
        outputIndex: i % 3,
        ...(i % 5 === 0 && { assetID: asset(7) }),
      }),
    );
    const build = (order: typeof utxos) =>
      buildBaseTx(pState(order), {
        outputs: [
          { to: you, amount: 40_000n },
          { to: you, amount: 6000n, assetID: asset(7) },
        ],
      });
    const expected = build(utxos);
    let seed = 1;
    for (let round = 0; round < 100; round++) {
      const shuffled = [...utxos];
      for (let i = shuffled.length - 1; i > 0; i--) {
        seed = (seed * 48_271) % 0x7fff_ffff;
        const j = seed % (i + 1);
        [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
      }
      expect(build(shuffled)).toEqual(expected);
    }
  });

  it('spends one good UTXO, not the dust in front of it [case 23]', () => {
    const dust = Array.from({ length: 300 }, (_, i) => utxo(i, 100n));
    const draft = buildBaseTx(pState([...dust, utxo(999, 1_000_000n)]), { outputs });
    expect(amounts(draft)).toMatchObject({ inputs: [1_000_000n], fee: 5179n });
  });

  it('leaves nothing over where inputs are exact [case 21]', () => {
    const draft = buildBaseTx(pState([utxo(1, 500_000n + 4099n)]), { outputs });
    expect(amounts(draft)).toMatchObject({ outputs: [500_000n], change: [], fee: 4099n });
    expect(draft.warnings).toEqual([]);
  });

  it('burns a rest that an output would cost more than, says so, and nothing above [case 22]', () => {
    const build = (rest: bigint) =>
      buildBaseTx(pState([utxo(1, 500_000n + 4099n + rest)]), { outputs });
    const dusty = build(1080n);
    expect(amounts(dusty)).toMatchObject({ change: [], fee: 5179n });
    expect(dusty.fee).toEqual({ total: 5179n, gas: 4099n, price: 1n });
    expect(dusty.warnings).toMatchObject([{ code: 'DustBurned' }]);
    expect(finalize(sign(dusty, me)).chain).toBe('P');
    expect(amounts(build(1081n))).toMatchObject({ change: [1n], fee: 5179n });
  });

  it('keeps equal outputs apart and sorts by amount as a number [case 37, 38]', () => {
    const draft = buildBaseTx(state, {
      outputs: [256n, 255n, 7n, 7n].map((amount) => ({ to: you, amount })),
    });
    expect(amounts(draft).outputs.slice(0, 4)).toEqual([7n, 7n, 255n, 256n]);
  });

  it('sorts inputs by txID, then by index as a number [case 39]', () => {
    const utxos = [10, 9, 2].map((outputIndex) => utxo(1, 10_000n, { outputIndex }));
    const { inputs } = transferOf(
      buildBaseTx(pState(utxos), { outputs: [{ to: you, amount: 'max' }] }).unsignedTx,
    );
    expect(inputs.map((i) => i.outputIndex)).toEqual([2, 9, 10]);
  });

  it('spends a stakeable output whose lock is over by a plain input, and no other [case 12, 13]', () => {
    const locked = lockedUTXO(1, 1_000_000n, now);
    const draft = buildBaseTx(pState([locked]), { outputs });
    expect(amounts(draft).inputs).toEqual([1_000_000n]);
    const e = thrown(() => buildBaseTx(pState([lockedUTXO(1, 1_000_000n, now + 1n)]), { outputs }));
    expect(e).toMatchObject({
      code: 'Insufficient',
      context: { spendable: 0n, stakeable: [{ amount: 1_000_000n, until: now + 1n }] },
    });
  });

  it('spends from an owner’s locktime on, not a second before [case 10, 11]', () => {
    const owner = (locktime: bigint) => ({ addresses: [me.shortID], threshold: 1, locktime });
    const draft = buildBaseTx(pState([utxo(1, 1_000_000n, { owner: owner(now) })]), { outputs });
    expect(draft.change[0]!.output.locktime).toBe(0n);
    expect(
      thrown(() =>
        buildBaseTx(pState([utxo(1, 1_000_000n, { owner: owner(now + 1n) })]), { outputs }),
      ),
    ).toMatchObject({
      code: 'Insufficient',
      context: { spendable: 0n, timelocked: [{ amount: 1_000_000n, until: now + 1n }] },
    });
  });

  it('spends what anybody may, with an empty credential [case 8]', () => {
    const anyone = utxo(1, 1_000_000n);
    const state = pState([
      { ...anyone, output: { ...anyone.output, threshold: 0, addresses: [] } },
    ]);
    const draft = buildBaseTx(state, { outputs }, { change: you });
    expect(draft.missing).toEqual([]);
    expect(finalize(draft).credentials).toEqual([
      { type: 'secp256k1fx.Credential', signatures: [] },
    ]);
    expect(thrown(() => buildBaseTx(state, { outputs }))).toMatchObject({ code: 'Ambiguous' });
  });

  it('takes 336 inputs, not 337 [case 29]', () => {
    const utxos = Array.from({ length: 340 }, (_, i) => utxo(i, 10_000n));
    const build = (inputs: number) =>
      buildBaseTx(pState(utxos), {
        outputs: [{ to: you, amount: BigInt(inputs) * 7039n - 2219n }],
      });
    expect(build(336)).toMatchObject({
      slots: { length: 336 },
      fee: { gas: 58n + 2160n + 2961n * 336n },
    });
    expect(thrown(() => build(337))).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'gas', max: 1_000_000n, part: 'inputs', count: 337 },
    });
    const e = thrown(() => build(337));
    expect(explainError(e)).toMatch(/most of it by 337 inputs: merge small UTXOs first/);
  });

  it('names what is too large, and what to do', () => {
    const to = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ to: you, amount: BigInt(i + 1) }));
    const rich = [utxo(1, 1_000_000_000_000n)];
    const wide = { maxFee: 10_000_000_000n };
    for (const [f, part, advice] of [
      [
        () => buildBaseTx(pState(rich), { outputs: to(1000) }, wide),
        'outputs',
        /split the payments/,
      ],
      [
        () => buildBaseTx(xState(rich), { outputs: to(1000) }, wide),
        'outputs',
        /split the payments/,
      ],
      [
        () => buildExportTx(xState(rich), { to: 'P', outputs: to(1000) }, wide),
        'exportedOutputs',
        /split the exports/,
      ],
    ] as const) {
      const e = thrown(f);
      expect(e).toMatchObject({ code: 'OutOfRange', context: { part } });
      expect(explainError(e)).toMatch(advice);
    }
  });

  it('stays below the capacity that the node says [case 102]', () => {
    const feeState = (capacity: bigint) => ({ ...state, feeState: { price: 1n, capacity } });
    expect(thrown(() => buildBaseTx(feeState(5000n), { outputs }))).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'gas', value: 5179n, max: 5000n },
    });
    expect(buildBaseTx(feeState(0n), { outputs }).fee.gas).toBe(5179n);
  });
});

describe('amount max', () => {
  it('sends all AVAX less the fee, in one output without change [case 100]', () => {
    const draft = buildBaseTx(pState([utxo(1, 100_000n), utxo(2, 50_000n)]), {
      outputs: [{ to: you, amount: 'max' }],
    });
    const fee = 58n + 2n * 2961n + 1080n;
    expect(amounts(draft)).toMatchObject({ outputs: [150_000n - fee], change: [], fee });
    expect(draft.warnings).toEqual([]);
  });

  it('sends all of another asset, the fee from AVAX', () => {
    const draft = buildBaseTx(
      pState([
        utxo(1, 100_000n),
        utxo(2, 5n, { assetID: asset(7) }),
        utxo(3, 6n, { assetID: asset(7) }),
      ]),
      {
        outputs: [{ to: you, amount: 'max', assetID: asset(7) }],
      },
    );
    expect(draft.change).toHaveLength(1);
    expect(amounts(draft).outputs).toContain(11n);
  });

  it('sends what is left beside fixed amounts', () => {
    const draft = buildBaseTx(xState([utxo(1, 5_000_000n)]), {
      outputs: [
        { to: you, amount: 1_000_000n },
        { to: you, amount: 'max' },
      ],
    });
    expect(amounts(draft)).toMatchObject({ outputs: [1_000_000n, 3_000_000n], change: [] });
  });

  it('leaves what costs more than it holds, and says so', () => {
    const draft = buildBaseTx(pState([utxo(1, 100_000n), utxo(2, 2961n)]), {
      outputs: [{ to: you, amount: 'max' }],
    });
    expect(amounts(draft).inputs).toEqual([100_000n]);
    expect(draft.warnings).toMatchObject([{ code: 'LeftBehind', detail: /^1 UTXOs cost/ }]);
  });

  it('takes as many UTXOs as one transaction holds, the largest, and says so', () => {
    const utxos = Array.from({ length: 420 }, (_, i) => utxo(i, 10_000n + BigInt(i)));
    const draft = buildBaseTx(pState(utxos), { outputs: [{ to: you, amount: 'max' }] });
    expect(draft.slots).toHaveLength(337);
    expect(draft.warnings).toMatchObject([{ code: 'LeftBehind', detail: /^83 UTXOs/ }]);
    const amountsIn = [...amounts(draft).inputs].sort((a, b) => Number(a - b));
    expect(amountsIn[0]).toBe(10_083n);
    const x = buildBaseTx(xState(utxos), { outputs: [{ to: you, amount: 'max' }] });
    expect(x.slots).toHaveLength(406);
  });

  it.each([4099n, 4098n, 0n])('refuses to send nothing of %s', (amount) => {
    const e = thrown(() =>
      buildBaseTx(pState([utxo(1, amount)]), { outputs: [{ to: you, amount: 'max' }] }),
    );
    expect(e.code).toBe('Insufficient');
  });
});

describe('buildBaseTx on X', () => {
  const state = xState([utxo(1, 5_000_000n), utxo(2, 9n, { assetID: asset(7) })]);

  it('burns the static fee', () => {
    const draft = buildBaseTx(state, { outputs: [{ to: you, amount: 5n, assetID: asset(7) }] });
    expect(draft.fee).toEqual({ total: 1_000_000n });
    expect(amounts(draft)).toMatchObject({ change: [4n, 4_000_000n] });
    expect(finalize(sign(draft, me)).unsignedTx.type).toBe('avm.BaseTx');
  });

  it('carries a memo of 256 bytes, not of 257 [case 2]', () => {
    const build = (length: number) =>
      buildBaseTx(state, { outputs: [{ to: you, amount: 1n }], memo: 'm'.repeat(length) });
    expect(transferOf(build(256).unsignedTx).memo).toHaveLength(256);
    expect(thrown(() => build(257))).toMatchObject({ code: 'TooLong', path: ['memo'] });
  });

  it('takes 405 inputs, not 406 [case 28]', () => {
    const utxos = Array.from({ length: 410 }, (_, i) => utxo(i, 10_000_000n));
    const build = (inputs: bigint) =>
      buildBaseTx(xState(utxos), {
        outputs: [{ to: you, amount: inputs * 10_000_000n - 1_000_001n }],
      });
    expect(complexityOf(build(405n).unsignedTx)[0]).toBe(65_423);
    expect(thrown(() => build(406n))).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'bytes', value: 65_584n, max: 65_536n },
    });
  });

  it('works on another instance of the AVM', () => {
    const blockchain = avmChain(asset(5), 'swap');
    const draft = buildBaseTx(
      { ...state, blockchain },
      {
        outputs: [{ to: me.address(blockchain, fuji), amount: 1n }],
      },
    );
    expect(transferOf(draft.unsignedTx).blockchainID).toEqual(asset(5));
    expect(finalize(sign(draft, me)).chain).toBe('X');
    expect(
      thrown(() =>
        buildBaseTx(
          { ...state, blockchain },
          { outputs: [{ to: me.address('X', fuji), amount: 1n }] },
        ),
      ),
    ).toMatchObject({ code: 'WrongChain' });
  });
});

describe('the change', () => {
  const outputs = [{ to: you, amount: 1000n }];
  const ours = trio.map((k) => k.shortID);
  const multisig = utxo(1, 1_000_000n, { owner: twoOfThree });

  it('goes back to the 2-of-3 that it came from [case 5, 97]', () => {
    const draft = buildBaseTx(pState([multisig], { from: ours }), { outputs });
    expect(draft.change[0]!.output).toMatchObject({ threshold: 2, addresses: ours });
    // A 2-of-3 output costs 1120 gas, a 2-signature input 3830.
    expect(draft.fee.gas).toBe(58n + 3830n + 1080n + 1120n);
  });

  it('needs to be named where owners of different strength are spent', () => {
    const utxos = [multisig, utxo(2, 999_000n, { owner: trio[0].shortID })];
    const build = (options = {}) =>
      buildBaseTx(
        pState(utxos, { from: ours }),
        { outputs: [{ to: you, amount: 1_500_000n }] },
        options,
      );
    expect(thrown(() => build())).toMatchObject({ code: 'Ambiguous', path: ['options', 'change'] });
    expect(build({ change: twoOfThree }).change[0]!.output).toMatchObject({ threshold: 2 });
    const named = pState(utxos, { from: ours, change: twoOfThree });
    expect(
      buildBaseTx(named, { outputs: [{ to: you, amount: 1_500_000n }] }).change[0]!.output
        .threshold,
    ).toBe(2);
  });

  it('is decided for each asset by its own coins', () => {
    const utxos = [
      utxo(1, 10n, { owner: twoOfThree, assetID: asset(7) }),
      utxo(2, 1_000_000n, { owner: trio[0].shortID }),
    ];
    const draft = buildBaseTx(pState(utxos, { from: ours }), {
      outputs: [{ to: you, amount: 4n, assetID: asset(7) }],
    });
    expect(draft.change.map((c) => [c.output.amount, c.output.threshold])).toContainEqual([6n, 2]);
    expect(draft.change).toHaveLength(2);
  });

  it('of several single addresses goes to the first in `from`', () => {
    const utxos = trio.map((k, i) => utxo(i, 10_000n, { owner: k.shortID }));
    const from = [trio[2].shortID, trio[0].shortID, trio[1].shortID];
    const draft = buildBaseTx(pState(utxos, { from }), { outputs: [{ to: you, amount: 15_000n }] });
    expect(draft.slots).toHaveLength(3);
    expect(draft.change[0]!.output.addresses).toEqual([trio[2].shortID]);
    // No more of them than are needed.
    const rich = trio.map((k, i) => utxo(i, 100_000n, { owner: k.shortID }));
    const few = buildBaseTx(pState(rich, { from }), { outputs: [{ to: you, amount: 150_000n }] });
    expect(few.slots).toHaveLength(2);
  });

  it('goes to whom the options name, before whom the state names', () => {
    const state = pState([utxo(1, 1_000_000n)], { change: { addresses: [you], threshold: 1 } });
    expect(thrown(() => buildBaseTx(state, { outputs }))).toMatchObject({
      code: 'NotProven',
      path: ['options', 'change'],
    });
    expect(buildBaseTx(state, { outputs }, { own: [you] }).change[0]!.output.addresses).toEqual([
      you,
    ]);
    const change = key(3).address('P', fuji);
    expect(buildBaseTx(state, { outputs }, { change }).change[0]!.output.addresses).toEqual([
      key(3).shortID,
    ]);
    expect(
      thrown(() => buildBaseTx(state, { outputs }, { change: key(3).address('X', fuji) })),
    ).toMatchObject({ code: 'WrongChain', path: ['options', 'change'] });
  });
});

describe('signers', () => {
  it('are named where they are none', () => {
    expect(
      thrown(() =>
        buildBaseTx(
          pState([utxo(1, 1_000_000n)]),
          { outputs: [{ to: you, amount: 1n }] },
          { signers: [key(1).shortID, 'P-nobody'] },
        ),
      ).path,
    ).toEqual(['options', 'signers', 1]);
    expect(
      thrown(() =>
        buildBaseTx(
          pState([utxo(1, 1_000_000n)]),
          { outputs: [{ to: you, amount: 1n }] },
          { own: ['P-nobody'] },
        ),
      ).path.slice(0, 2),
    ).toEqual(['options', 'own']);
  });

  it('are those of single owners where others are only claimed', () => {
    const coins = [1, 2, 3].map((n) => utxo(n, 1_500_000n));
    const state = pFile([...coins, utxo(4, 5_000_000n, { owner: twoOfThree })], {
      from: trio.map((k) => k.shortID),
    });
    const draft = buildBaseTx(state, { outputs: [{ to: you, amount: 3_000_000n }] });
    expect(draft.slots.map(({ owner }) => owner.addresses.length)).toEqual([1, 1, 1]);
  });

  it('whom the state does not list spend for themselves: nobody would get the change of two', () => {
    const [one, two] = [key(4).shortID, key(5).shortID];
    const state = pState(
      [
        utxo(1, 500_000n, { owner: one }),
        utxo(2, 500_000n, { owner: two }),
        utxo(3, 400_000n, { owner: two }),
      ],
      { own: [one, two] },
    );
    const draft = buildBaseTx(
      state,
      { outputs: [{ to: you, amount: 800_000n }] },
      { signers: [one, two] },
    );
    expect(draft.slots.map(({ owner }) => owner.addresses)).toEqual([[two], [two]]);
  });

  it('are the lowest that the state has [case 5, 6]', () => {
    const indices = (...keys: (typeof trio)[number][]) =>
      buildBaseTx(
        pState([utxo(1, 1_000_000n, { owner: twoOfThree })], {
          from: keys.map((k) => k.shortID),
          own: trio.map((k) => k.shortID),
        }),
        { outputs: [{ to: you, amount: 1n }] },
      ).slots[0]!.signatureIndices;
    const [a, b, c] = trio;
    expect([indices(a, b, c), indices(c, b), indices(c, a)]).toEqual([
      [0, 1],
      [1, 2],
      [0, 2],
    ]);
    expect(thrown(() => indices(a))).toMatchObject({
      code: 'Insufficient',
      context: { spendable: 0n, foreign: 1_000_000n },
    });
  });
});

describe('include and exclude', () => {
  const utxos = [utxo(1, 1_000_000n), utxo(2, 900_000n), utxo(3, 10n)];
  const outputs = [{ to: you, amount: 1000n }];

  it('spend what is named, dust too, and not what is excluded [case 98]', () => {
    const draft = buildBaseTx(
      pState(utxos),
      { outputs },
      { include: [utxos[2]!], exclude: [utxos[0]!] },
    );
    expect([...amounts(draft).inputs].sort()).toEqual([10n, 900_000n]);
  });

  it('give an included asset back', () => {
    const gold = utxo(4, 5n, { assetID: asset(7) });
    const draft = buildBaseTx(pState([...utxos, gold]), { outputs }, { include: [gold] });
    expect(draft.change.map((c) => c.output.amount)).toContain(5n);
    const most = utxo(5, 2n ** 64n - 1n, { assetID: asset(8) });
    const whole = buildBaseTx(pState([...utxos, most]), { outputs }, { include: [most] });
    expect(whole.change.map((c) => c.output.amount)).toContain(2n ** 64n - 1n);
    const more = utxo(6, 1n, { assetID: asset(8) });
    const state = pState([...utxos, most, more]);
    expect(thrown(() => buildBaseTx(state, { outputs }, { include: [most, more] }))).toMatchObject({
      code: 'OutOfRange',
      detail: `18446744073709551616 of ${formatID(asset(8))} is more than a uint64`,
    });
  });

  it('tell what is excluded where it is missed [case 99]', () => {
    expect(
      thrown(() => buildBaseTx(pState(utxos), { outputs }, { exclude: utxos.slice(0, 2) })),
    ).toMatchObject({
      code: 'Insufficient',
      context: {
        needed: 1000n + 58n + 1080n + 2961n,
        spendable: 0n,
        uneconomic: 10n,
        excluded: 1_900_000n,
      },
    });
  });

  it.each([
    ['what is not there', [utxo(9, 1n)], 'OutOfRange'],
    ['what is named twice', [utxos[0]!, utxos[0]!], 'Duplicate'],
  ])('refuse to include %s', (_, include, code) => {
    expect(thrown(() => buildBaseTx(pState(utxos), { outputs }, { include }))).toMatchObject({
      code,
      path: ['options', 'include', include.length - 1],
    });
  });

  it('refuse to include what is excluded', () => {
    const both = { include: [utxos[0]!], exclude: [utxos[0]!] };
    expect(thrown(() => buildBaseTx(pState(utxos), { outputs }, both)).detail).toContain(
      'excluded',
    );
  });
});

describe('buildExportTx', () => {
  const outputs = [{ to: key(2).address('X', fuji), amount: 500_000n }];

  // docs/rules.md, "Fees of whole transactions"
  it('costs what the node’s wallet pays', () => {
    const draft = buildExportTx(pState([utxo(1, 1_000_000n)]), { to: 'X', outputs });
    expect(complexityOf(draft.unsignedTx)).toEqual([415, 1, 3, 200]);
    expect(amounts(draft)).toMatchObject({ exported: [500_000n], outputs: [494_785n], fee: 5215n });
    expect(draft.unsignedTx).toMatchObject({ destinationChain: fuji.chains.X.blockchainID });
  });

  it('exports all of it', () => {
    const draft = buildExportTx(xState([utxo(1, 3_000_000n)]), {
      to: 'C',
      outputs: [{ to: you, amount: 'max' }],
    });
    expect(amounts(draft)).toMatchObject({ exported: [2_000_000n], outputs: [], change: [] });
  });

  it('takes addresses of where it goes', () => {
    const state = pState([utxo(1, 1_000_000n)]);
    const to = key(2).address('P', fuji);
    expect(
      thrown(() => buildExportTx(state, { to: 'X', outputs: [{ to, amount: 1n }] })),
    ).toMatchObject({
      code: 'WrongChain',
      path: ['outputs', 0, 'to'],
    });
  });

  it.each(['P', 'Q'])('refuses to go from P to %s', (to) => {
    expect(thrown(() => buildExportTx(pState([]), { to: to as never, outputs }))).toMatchObject({
      code: 'WrongChain',
      path: ['to'],
    });
  });

  it('sends C nothing that it cannot import', () => {
    const state = xState([utxo(1, 5_000_000n), utxo(2, 5n, { assetID: asset(7) })]);
    const gold = [{ to: you, amount: 5n, assetID: asset(7) }];
    expect(thrown(() => buildExportTx(state, { to: 'C', outputs: gold }))).toMatchObject({
      code: 'Unsupported',
      path: ['outputs', 0, 'assetID'],
    });
    expect(amounts(buildExportTx(state, { to: 'P', outputs: gold })).exported).toEqual([5n]);
  });
});

describe('buildImportTx', () => {
  const waiting = (...utxos: ReturnType<typeof utxo>[]) => ({ imports: { C: utxos } });

  // docs/rules.md, "Fees of whole transactions"
  it('costs what the node’s wallet pays', () => {
    const draft = buildImportTx(pState([], waiting(utxo(1, 1_000_000n))), { from: 'C' });
    expect(complexityOf(draft.unsignedTx)).toEqual([335, 1, 2, 200]);
    expect(amounts(draft)).toMatchObject({
      inputs: [],
      imported: [1_000_000n],
      outputs: [995_865n],
      change: [],
      fee: 4135n,
    });
    expect(draft.unsignedTx).toMatchObject({ sourceChain: fuji.chains.C.blockchainID });
  });

  it('gives all to whom it is for', () => {
    const draft = buildImportTx(
      xState([], {
        imports: { P: [utxo(1, 2_000_000n), utxo(2, 5n, { assetID: asset(7) })] },
      }),
      { from: 'P', to: key(2).address('X', fuji) },
    );
    expect(amounts(draft).outputs.sort()).toEqual([1_000_000n, 5n].sort());
    for (const { output } of transferOf(draft.unsignedTx).outputs)
      expect(output.addresses).toEqual([you]);
  });

  it('imports assets in the order of their ids [case 40]', () => {
    const imports = { P: [238, 3, 33].map((n) => utxo(n, 5n, { assetID: asset(n) })) };
    const draft = buildImportTx(xState([utxo(1, 2_000_000n)], { imports }), { from: 'P' });
    expect(transferOf(draft.unsignedTx).outputs.map((o) => o.assetID[0])).toEqual(
      [3, 33, AVAX[0]!, 238].sort((a, b) => a - b),
    );
  });

  it('tops the fee up from the chain: credentials of local inputs first, their rest to their owner', () => {
    const state = pState([utxo(1, 50_000n, { owner: trio[0].shortID })], {
      ...waiting(utxo(2, 3000n, { owner: trio[1].shortID })),
      from: trio.map((k) => k.shortID),
    });
    const draft = buildImportTx(state, { from: 'C', to: you });
    expect(amounts(draft)).toMatchObject({
      inputs: [50_000n],
      imported: [3000n],
      outputs: [53_000n - 94n - 2n * 2961n - 1080n],
    });
    expect(draft.change).toHaveLength(1);
    expect(draft.change[0]!.output.addresses).toEqual([trio[0].shortID]);
    expect(draft.slots.map((s) => s.owner.addresses)).toEqual([
      [trio[0].shortID],
      [trio[1].shortID],
    ]);
    expect(finalize(sign(draft, trio, trusting)).credentials).toHaveLength(2);
  });

  it('makes no output where the fee takes exactly all', () => {
    const draft = buildImportTx(pState([], waiting(utxo(1, 3055n))), { from: 'C' });
    expect(amounts(draft)).toMatchObject({ outputs: [], fee: 3055n });
    expect(draft.warnings).toEqual([]);
  });

  it('imports as much as one transaction holds, and says what is left', () => {
    const many = Array.from({ length: 400 }, (_, i) => utxo(i, 10_000n + BigInt(i)));
    const draft = buildImportTx(pState([], waiting(...many, utxo(999, 5n))), { from: 'C' });
    expect(draft.slots).toHaveLength(337);
    expect(draft.warnings.map((w) => w.detail.split(' ')[0])).toEqual(['63', '1']);
  });

  it('leaves what is worth no more than its input', () => {
    const importing = (...more: readonly bigint[]) =>
      buildImportTx(
        pState([], waiting(...[1_000_000n, ...more].map((amount, i) => utxo(i, amount)))),
        { from: 'C' },
      );
    const cost = importing(500_000n).fee.total - importing().fee.total;
    expect(amounts(importing(cost)).imported).toEqual([1_000_000n]);
    expect(amounts(importing(cost + 1n)).imported).toContain(cost + 1n);
  });

  it('never spends one UTXO twice', () => {
    // Both would be needed: the imported one alone does not pay.
    const small = utxo(1, 3010n);
    const build = () => buildImportTx(pState([small], waiting(small)), { from: 'C' });
    expect(thrown(build)).toMatchObject({
      code: 'Duplicate',
      path: ['draft', 'unsignedTx', 'importedInputs', 0],
    });
  });

  it('refuses where nothing waits, or only dust', () => {
    const own = [utxo(1, 1_000_000n)];
    for (const state of [pState(own, waiting()), pState([], waiting(utxo(1, 10n)))])
      expect(thrown(() => buildImportTx(state, { from: 'C' }))).toMatchObject({
        code: 'Insufficient',
      });
    expect(thrown(() => buildImportTx(pState(own), { from: 'C' }))).toMatchObject({
      code: 'MissingState',
      path: ['state', 'imports', 'C'],
    });
    expect(thrown(() => buildImportTx(pState([]), { from: 'P' }))).toMatchObject({
      code: 'WrongChain',
      path: ['from'],
    });
  });
});

describe('errors', () => {
  const state = pState([utxo(1, 1_000_000n)]);
  const output = { to: you, amount: 1n };
  it.each<[string, () => unknown, string, (string | number)[]]>([
    [
      'an address of another network',
      () =>
        buildBaseTx(state, { outputs: [output, { ...output, to: key(2).address('P', mainnet) }] }),
      'WrongNetwork',
      ['outputs', 1, 'to'],
    ],
    [
      'an address of another chain',
      () => buildBaseTx(state, { outputs: [{ ...output, to: key(2).address('X', fuji) }] }),
      'WrongChain',
      ['outputs', 0, 'to'],
    ],
    [
      'an address with a typing error',
      () =>
        buildBaseTx(state, {
          outputs: [{ ...output, to: `${key(2).address('P', fuji).slice(0, -1)}q` }],
        }),
      'BadChecksum',
      ['outputs', 0, 'to'],
    ],
    [
      'an address of 19 bytes',
      () => buildBaseTx(state, { outputs: [{ ...output, to: new Uint8Array(19) }] }),
      'OutOfRange',
      ['outputs', 0, 'to'],
    ],
    [
      'an address twice in an owner',
      () =>
        buildBaseTx(state, {
          outputs: [{ ...output, to: { addresses: [you, you], threshold: 1 } }],
        }),
      'Duplicate',
      ['outputs', 0, 'to', 'addresses'],
    ],
    [
      'an owner that anybody is',
      () => buildBaseTx(state, { outputs: [{ ...output, to: { addresses: [], threshold: 0 } }] }),
      'OutOfRange',
      ['outputs', 0, 'to', 'threshold'],
    ],
    [
      'an owner that nobody can be',
      () =>
        buildBaseTx(state, { outputs: [{ ...output, to: { addresses: [you], threshold: 2 } }] }),
      'OutOfRange',
      ['outputs', 0, 'to', 'threshold'],
    ],
    [
      'nothing',
      () => buildBaseTx(state, { outputs: [{ ...output, amount: 0n }] }),
      'OutOfRange',
      ['outputs', 0, 'amount'],
    ],
    [
      'less than nothing',
      () => buildBaseTx(state, { outputs: [{ ...output, amount: -1n }] }),
      'OutOfRange',
      ['outputs', 0, 'amount'],
    ],
    [
      'more than a uint64',
      () => buildBaseTx(state, { outputs: [{ ...output, amount: 1n << 64n }] }),
      'OutOfRange',
      ['outputs', 0, 'amount'],
    ],
    [
      'a memo that UTF-8 cannot hold',
      () => buildBaseTx(xState([utxo(1, 2_000_000n)]), { outputs: [output], memo: '\ud800' }),
      'OutOfRange',
      ['memo'],
    ],
    [
      'a number as an amount',
      () => buildBaseTx(state, { outputs: [{ ...output, amount: 1.5 as never }] }),
      'BadArgument',
      ['outputs', 0, 'amount'],
    ],
    [
      'the zero asset',
      () => buildBaseTx(state, { outputs: [{ ...output, assetID: new Uint8Array(32) }] }),
      'OutOfRange',
      ['outputs', 0, 'assetID'],
    ],
    [
      'max twice',
      () =>
        buildBaseTx(state, {
          outputs: [
            { to: you, amount: 'max' },
            { to: you, amount: 'max' },
          ],
        }),
      'Duplicate',
      ['outputs', 1, 'amount'],
    ],
    ['no outputs', () => buildBaseTx(state, { outputs: [] }), 'OutOfRange', ['outputs']],
    [
      'a key that it does not know',
      () => buildBaseTx(state, { outputs: [{ ...output, fee: 5n } as never] }),
      'BadArgument',
      ['outputs', 0, 'fee'],
    ],
    [
      'an option that it does not know',
      () => buildBaseTx(state, { outputs: [output] }, { gas: 1n } as never),
      'BadArgument',
      ['options', 'gas'],
    ],
    [
      'a memo on P',
      () => buildBaseTx(state, { outputs: [output], memo: 'x' }),
      'TooLong',
      ['memo'],
    ],
    [
      'a fee above the ceiling',
      () => buildBaseTx(state, { outputs: [output] }, { maxFee: 5178n }),
      'FeeTooHigh',
      [],
    ],
    [
      'a ceiling that is no amount',
      () => buildBaseTx(state, { outputs: [output] }, { maxFee: 1 as never }),
      'BadArgument',
      ['options', 'maxFee'],
    ],
    [
      'a price that is none',
      () => buildBaseTx({ ...state, feeState: { price: 0n } }, { outputs: [output] }),
      'OutOfRange',
      ['state', 'feeState', 'price'],
    ],
    [
      'a fee above uint64',
      () => buildBaseTx({ ...state, feeState: { price: (1n << 64n) - 1n } }, { outputs: [output] }),
      'FeeTooHigh',
      [],
    ],
    [
      'two UTXOs of one id',
      () => buildBaseTx(pState([utxo(1, 1n), utxo(2, 1n), utxo(1, 2n)]), { outputs: [output] }),
      'Duplicate',
      ['state', 'utxos', 2],
    ],
    [
      'an own address of another network',
      () => buildBaseTx({ ...state, from: [me.address('P', mainnet)] }, { outputs: [output] }),
      'WrongNetwork',
      ['state', 'from', 0],
    ],
    [
      'amounts that are no uint64 together',
      () =>
        buildBaseTx(
          xState([
            utxo(1, 2_000_000n),
            utxo(2, (1n << 64n) - 1n, { assetID: asset(7) }),
            utxo(3, 1n, { assetID: asset(7) }),
          ]),
          { outputs: [{ to: you, amount: 'max', assetID: asset(7) }] },
        ),
      'OutOfRange',
      [],
    ],
  ])('refuse %s', (_, build, code, path) => {
    const e = thrown(build);
    expect(e).toMatchObject({ code });
    expect(e.path).toEqual(path);
  });

  it('refuse inputs that are no uint64 together, as the node does', () => {
    const gold = [(1n << 64n) - 1n, 2n].map((amount, i) => utxo(i, amount, { assetID: asset(7) }));
    const build = () =>
      buildBaseTx(
        xState([...gold, utxo(9, 2_000_000n)]),
        { outputs: [{ to: you, amount: 1n << 63n, assetID: asset(7) }] },
        { include: gold },
      );
    expect(thrown(build)).toMatchObject({ code: 'OutOfRange', path: ['draft', 'unsignedTx'] });
  });

  it('take the same UTXO twice for one [case 26]', () => {
    const draft = buildBaseTx(pState([utxo(1, 1_000_000n), utxo(1, 1_000_000n)]), {
      outputs: [output],
    });
    expect(draft.slots).toHaveLength(1);
    expect(
      thrown(() =>
        buildBaseTx(pState([utxo(1, 6000n), utxo(1, 6000n)]), {
          outputs: [{ to: you, amount: 3000n }],
        }),
      ),
    ).toMatchObject({ code: 'Insufficient', context: { spendable: 6000n } });
  });

  it('say what is missing, and why the rest does not help', () => {
    const utxos = [
      utxo(1, 10_000n),
      utxo(2, 7n),
      lockedUTXO(3, 100n, now + 1n),
      utxo(4, 200n, { owner: { addresses: [me.shortID], threshold: 1, locktime: now + 1n } }),
      utxo(5, 300n, { owner: you }),
      utxo(6, 5000n, { assetID: asset(7) }),
    ];
    expect(
      thrown(() => buildBaseTx(pState(utxos), { outputs: [{ to: you, amount: 9000n }] })).context,
    ).toEqual({
      assetID: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
      symbol: 'AVAX',
      denomination: 9,
      needed: 9000n + 4099n,
      spendable: 10_000n,
      uneconomic: 7n,
      stakeable: [{ amount: 100n, until: now + 1n }],
      timelocked: [{ amount: 200n, until: now + 1n }],
      foreign: 300n,
      excluded: 0n,
    });
  });
});
