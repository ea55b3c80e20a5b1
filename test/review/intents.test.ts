import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExampleName, exampleNames } from '../../examples/intents/index.ts';
import { buildBaseTx, buildImportTx, type Intent } from '../../src/builder/index.ts';
import type { Output } from '../../src/chain/pchain/components.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { formatPath, isError } from '../../src/errors/error.ts';
import type { Explainable } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { avax, formatAvax } from '../../src/text/amount.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { leavesOf } from '../../src/tx/find.ts';
import type { AnyOutput } from '../../src/tx/types.ts';
import { differences } from '../support/differences.ts';
import { changedAt, example } from '../support/examples.ts';
import { buildCase, cases } from '../support/intents.ts';
import { seeded } from '../support/seeded.ts';
import { asset, key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, other, third] = [key(1), key(9), key(8)];
const utxos = [utxo(1, avax('5')), utxo(2, 9n, { assetID: asset(7) })];
const intent = {
  type: 'BaseTx',
  outputs: [
    { to: other.shortID, amount: avax('1.5') },
    { to: other.shortID, amount: 4n, assetID: asset(7) },
  ],
} as const satisfies Intent;
const draft = buildBaseTx(pState(utxos), { outputs: intent.outputs });
const tx = finalize(sign(draft, me));
const address = (k: typeof me) => k.address('P', fuji);
/** All who pay or authorize: the tests are their own party. */
const ownersOf = ({ slots }: Draft) => slots.flatMap(({ owner }) => owner.addresses);

/** Another value that a place in an intent could have. */
function another(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (value instanceof Uint8Array)
    return value.map((byte, i) => (i === value.length - 1 ? byte ^ 1 : byte));
  const text = value as string;
  if (/^[PXC]-/.test(text)) return key(77).address(text[0] as 'P', fuji);
  if (text.startsWith('NodeID-')) return formatNodeID(new Uint8Array(20).fill(77));
  if (text.startsWith('0x')) return text.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
  if (/^\d+%$/.test(text)) return '7%';
  if (/^\w{40,}$/.test(text)) return formatID(asset(77));
  if (text === 'subnetevm') return 'avm';
  return text === text.toUpperCase() ? 'OTHR' : `${text} 2`;
}

/** An intent with each of its values changed in turn, and where. */
function* changed(of: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  if (typeof of !== 'object' || of === null || of instanceof Uint8Array) {
    yield [path, another(of)];
    return;
  }
  for (const [name, inner] of Object.entries(of)) {
    const at = Array.isArray(of) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    for (const [where, value] of changed(inner, at))
      yield [
        where,
        Array.isArray(of)
          ? of.map((e, i) => (String(i) === name ? value : e))
          : { ...of, [name]: value },
      ];
  }
}

/** What names no value of the transaction: its kind, the chain of addresses, a proof of the key that is compared. */
const isPassedOver = (name: string, path: string): boolean =>
  /(^|\.)(type|from|threshold|nodePOP\.proofOfPossession|utxo\..*)$/.test(path) ||
  (name.endsWith('ExportTx') && path === 'to');

/** Another value of a field of a transaction. */
function otherValue(value: unknown, field: string): unknown {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}A`;
  if (value instanceof Uint8Array)
    return value.length === 0
      ? new Uint8Array([1])
      : value.map((byte, i) => (i === value.length - 1 ? byte ^ 1 : byte));
  if (Array.isArray(value))
    return field === 'addresses' || field === 'fxIDs'
      ? [new Uint8Array(value[0]?.length ?? 32).fill(9), ...value.slice(1)]
      : [...value, 7];
  if ('addresses' in (value as object))
    return { ...(value as object), addresses: [other.shortID], threshold: 1 };
  return { ...(value as object), signatureIndices: [9] };
}

/** The field of the first difference, or of the error of a value that no intent has. */
function firstOf(compare: () => readonly { readonly path: string }[]): unknown {
  try {
    return compare()[0]?.path.split(/[.[]/)[0];
  } catch (e) {
    if (isError(e, 'BadArgument')) return e.path[2];
    throw e;
  }
}

/** Whether there is no difference, and no error: a transaction of an unknown network cannot be compared. */
function isUnnoticed(compare: () => readonly unknown[]): boolean {
  try {
    return compare().length === 0;
  } catch (e) {
    if (isError(e)) return false;
    throw e;
  }
}

/** What a comparison with an intent leaves out: what pays, who of an owner signs, and what the node passes over or ties to another field. */
const isLeftOut = (role: string, under: string, field: string): boolean =>
  ['spends', 'debits', 'consumes'].includes(under) ||
  ['signs', 'auth'].includes(role) ||
  ['start', 'fxIndex'].includes(field) ||
  // An amount more or less is a fee less or more, which has a ceiling of its own.
  (['makes', 'credits'].includes(under) && role === 'amount');

describe('a comparison with an intent', () => {
  it.each(exampleNames)(
    'finds nothing in %s, and each value that is not what was meant',
    (name) => {
      const of = example(name);
      expect(differences(of.intent, of.draft, { own: ownersOf(of.draft), least: {} })).toEqual([]);
      const { type, ...meant } = of.intent;
      let count = 0;
      for (const [path, value] of changed(meant)) {
        if (isPassedOver(name, path)) continue;
        const first = firstOf(() =>
          differences({ type, ...(value as object) } as Intent, of.draft, {
            own: ownersOf(of.draft),
          }),
        );
        expect(first, path).toBe(path.split(/[.[]/)[0]);
        count++;
      }
      expect(count).toBeGreaterThanOrEqual(
        Object.keys(meant).filter((k) => !['from', 'to'].includes(k)).length,
      );
    },
  );

  it.each(exampleNames)(
    'finds every field of %s that is changed, but those that it leaves out',
    (name) => {
      const { draft: built, intent: meant } = example(name);
      const missed = leavesOf(built.unsignedTx)
        .filter(({ under }) => under !== 'says')
        .filter(({ path, value, key: field }) => {
          const unsignedTx = changedAt(built.unsignedTx, path, otherValue(value, field));
          return isUnnoticed(() =>
            differences(meant, { ...built, unsignedTx } as Draft, { own: ownersOf(built) }),
          );
        })
        .filter(({ role, under = '', key: field }) => !isLeftOut(role.is, under, field))
        .map(({ path }) => formatPath(path));
      expect(missed).toEqual([]);
    },
  );

  it('finds a stake, an import and change that go to somebody who was not named', () => {
    const owned = <T>(output: T) => ({ ...output, threshold: 1, addresses: [other.shortID] });
    const stranger = (output: Output): Output =>
      output.type === 'stakeable.LockOut'
        ? { ...output, output: owned(output.output) }
        : owned(output);
    const redirected = (name: ExampleName, list: string) => {
      const { draft: built, intent: meant } = example(name);
      const tx = built.unsignedTx as unknown as { readonly [key: string]: readonly AnyOutput[] };
      const last = tx[list]!.length - 1;
      const outputs = tx[list]!.map((of, i) =>
        i === last ? { ...of, output: stranger(of.output) } : of,
      );
      const unsignedTx = { ...tx, [list]: outputs };
      return differences(meant, { ...built, unsignedTx } as unknown as Draft, {
        own: ownersOf(built),
      });
    };
    const unnamed = { kind: 'unmeant', found: expect.stringContaining(address(other)) };
    expect(redirected('P.BaseTx', 'outputs')).toMatchObject([unnamed]);
    expect(redirected('P.AddPermissionlessDelegatorTx', 'stake')).toMatchObject([unnamed]);
    const state = pState([], { imports: { C: [utxo(1, avax('2'))] } });
    const stolen = buildImportTx(state, { from: 'C', to: other.shortID });
    expect(
      differences({ type: 'ImportTx', from: 'C' }, stolen, { own: [me.shortID] }),
    ).toMatchObject([unnamed]);
    // Who builds for somebody else says so.
    expect(differences({ type: 'ImportTx', from: 'C' }, stolen, { change: other.shortID })).toEqual(
      [],
    );
  });

  it('finds nothing in what the builders build', () => {
    let drafts = 0;
    fc.assert(
      fc.property(cases, (of) => {
        const built = buildCase(of);
        if (!built) return;
        drafts++;
        const { change } = of.options ?? {};
        const own = ownersOf(built);
        expect(differences(of.intent, built, { own, ...(change && { change }) })).toEqual([]);
      }),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 2) },
    );
    expect(drafts).toBeGreaterThan(0);
  });

  it('knows change of a transaction by its UTXOs', () => {
    expect(differences(intent, tx, { utxos })).toEqual([]);
    // Without them what comes back could be anybody’s.
    expect(
      differences(intent, tx)
        .map(({ kind, found }) => `${kind} ${found}`)
        .sort(),
    ).toEqual([
      `unmeant ${formatAvax(avax('3.5') - draft.fee.total)} AVAX → ${address(me)}`,
      `unmeant 5 units of ${formatID(asset(7))} → ${address(me)}`,
    ]);
  });

  it('says what is another amount, another receiver, missing and not meant', () => {
    const [avaxOutput, goldOutput] = intent.outputs;
    const outputs = (...list: readonly object[]) =>
      differences({ type: 'BaseTx', outputs: list } as Intent, draft, { own: [me.shortID] });
    expect(outputs({ ...avaxOutput, amount: avax('1.4') }, goldOutput)).toMatchObject([
      { kind: 'different', path: 'outputs[0].amount', meant: '1.4 AVAX', found: '1.5 AVAX' },
    ]);
    expect(outputs({ ...avaxOutput, to: third.shortID }, goldOutput)).toMatchObject([
      { kind: 'different', path: 'outputs[0].to', meant: address(third), found: address(other) },
    ]);
    const extra = { to: third.shortID, amount: 3n };
    expect(outputs(avaxOutput, goldOutput, extra)).toMatchObject([
      { kind: 'missing', path: 'outputs[2]', meant: `0.000000003 AVAX → ${address(third)}` },
    ]);
    expect(outputs(avaxOutput)).toMatchObject([
      { kind: 'unmeant', found: `4 units of ${formatID(asset(7))} → ${address(other)}` },
    ]);
    expect(outputs({ ...avaxOutput, amount: 'max' }, goldOutput)).toMatchObject([
      { code: 'AmountLeft', path: 'outputs[0].amount' },
    ]);
  });

  it('tells owners apart that differ in their time or threshold only', () => {
    const owner = {
      addresses: [me.shortID, other.shortID],
      threshold: 2,
      locktime: 4_000_000_000n,
    };
    const built = buildBaseTx(pState(utxos), { outputs: [{ to: owner, amount: 5n }] });
    const meant = (to: object) =>
      differences({ type: 'BaseTx', outputs: [{ to, amount: 5n }] } as Intent, built, {
        own: [me.shortID],
      });
    expect(meant(owner)).toEqual([]);
    expect(meant({ ...owner, locktime: 4_000_000_001n })).toMatchObject([
      { path: 'outputs[0].to' },
    ]);
    expect(meant({ ...owner, threshold: 1 })).toMatchObject([{ path: 'outputs[0].to' }]);
  });

  it('knows the new asset of a transaction that has its id', () => {
    const { draft: made, intent: meant } = example('X.CreateAssetTx');
    const slots = made.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
    const signed = finalize(sign(made, me, { reviewed: digestOf(made) }));
    expect(differences(meant, signed, { utxos: slots })).toEqual([]);
    const less = { ...meant, initial: { fungible: { minters: [me.shortID] } } } as Intent;
    expect(differences(less, signed, { utxos: slots }).map(({ kind }) => kind)).toContain(
      'unmeant',
    );
  });

  it('finds what an import gives to others', () => {
    const state = pState([], { imports: { C: [utxo(1, avax('2'))] } });
    const built = buildImportTx(state, { from: 'C', to: other.shortID });
    expect(differences({ type: 'ImportTx', from: 'C', to: other.shortID }, built)).toEqual([]);
    expect(differences({ type: 'ImportTx', from: 'C', to: third.shortID }, built)).toMatchObject([
      { kind: 'different', path: 'to', meant: address(third), found: address(other) },
    ]);
    expect(differences({ type: 'ImportTx', from: 'X', to: other.shortID }, built)).toMatchObject([
      { kind: 'different', path: 'from', meant: 'X', found: 'C' },
    ]);
  });

  it('compares the type, the fee with a ceiling, and what is lost', () => {
    expect(differences({ type: 'CreateSubnetTx', owner: me.shortID }, tx)).toMatchObject([
      { kind: 'different', path: 'type', meant: 'CreateSubnetTx', found: 'BaseTx' },
    ]);
    expect(differences(intent, draft, { maxFee: 1n, utxos })).toMatchObject([
      { kind: 'different', path: 'options.maxFee', meant: '0.000000001 AVAX' },
    ]);
    const { unsignedTx } = draft;
    if (unsignedTx.type !== 'platformvm.BaseTx') throw new Error(unsignedTx.type);
    const outputs = unsignedTx.outputs.filter(
      ({ output }) => output.type !== 'secp256k1fx.TransferOutput' || output.amount !== 5n,
    );
    const lossy = {
      kind: 'unsignedTx',
      chain: 'P',
      value: { ...unsignedTx, outputs },
    } as unknown as Explainable;
    expect(differences(intent, lossy, { utxos })).toMatchObject([
      { kind: 'unmeant', path: '', code: 'AssetLost', found: `5 units of ${formatID(asset(7))}` },
    ]);
  });

  it('refuses an intent of another network', () => {
    const foreign = {
      ...intent,
      outputs: [{ to: key(2).address('P', { hrp: 'avax' }), amount: 1n }],
    };
    expect(thrown(() => differences(foreign, draft))).toMatchObject({
      code: 'WrongNetwork',
      path: ['outputs', 0, 'to'],
    });
    const unknown = {
      kind: 'unsignedTx',
      chain: 'P',
      value: { ...draft.unsignedTx, networkID: 9 },
    };
    expect(thrown(() => differences(intent, unknown as Explainable))).toMatchObject({
      code: 'MissingState',
    });
  });
});
