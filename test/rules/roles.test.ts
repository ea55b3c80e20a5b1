/** What the roles of a transaction's fields demand of the rules of its type: every example, with one part made wrong. */
import { describe, expect, it } from 'vitest';
import { chainOf, exampleNames, exampleOf, stateOf } from '../../examples/intents/index.ts';
import { build } from '../../src/builder/index.ts';
import { declarationOf } from '../../src/chain/declared.ts';
import { formatPath, type Path } from '../../src/errors/error.ts';
import { type Checkable, checkTx, factsOfState, rules } from '../../src/rules/index.ts';
import { Finder } from '../../src/tx/find.ts';
import type { AnyUnsignedTx } from '../../src/tx/types.ts';
import { put } from '../security/attack/fields.ts';

const built = exampleNames.map((name) => {
  const state = stateOf(chainOf(name));
  const { intent, options } = exampleOf(name);
  const tx: AnyUnsignedTx = build(state, intent, options).unsignedTx;
  /** The first refusal of the transaction with another value in a field. */
  const refusal = (path: Path, make: (old: never) => unknown) =>
    checkTx(
      put(tx, path, make as (old: unknown) => unknown) as Checkable,
      factsOfState(state),
    ).findings.find(({ result }) => result === 'refused');
  return { name, tx, refusal };
});
/** The paths that a search finds in each example. */
const found = (pathsIn: (tx: AnyUnsignedTx) => readonly Path[]) =>
  built.flatMap(({ name, tx, refusal }) =>
    pathsIn(tx).map((path) => ({ name, at: formatPath(path), path, refusal })),
  );

/** Source: avalanchego `vms/platformvm/txs/codec.go`. */
const lastOfBanff = 32;

const owners = new Finder('owner');
const authorizations = new Finder('auth');
const outputs = new Finder('makes');

describe('the rules of a type', () => {
  it.each(built)('accept its example: $name', ({ refusal }) => {
    expect(refusal([], (tx) => tx)).toBeUndefined();
  });

  const later = built.filter(
    ({ tx }) => tx.type.startsWith('platformvm.') && declarationOf(tx).typeID > lastOfBanff,
  );
  it.each(later)('have the upgrade that a type after Banff came with: $name', ({ tx }) => {
    expect(rules[tx.type].map(({ name }) => name)).toContain('upgrade');
  });

  it.each(found((tx) => owners.in(tx).map(({ path }) => path)))(
    'refuse an owner who can never sign: $name $at',
    ({ path, refusal }) => {
      const refused = refusal([...path, 'threshold'], () => 99);
      expect(refused?.path?.slice(0, path.length)).toEqual(path);
    },
  );

  it.each(found((tx) => authorizations.in(tx).map(({ path }) => path)))(
    'refuse an authorization by nobody: $name $at',
    ({ path, refusal }) => {
      expect(refusal([...path, 'signatureIndices'], () => [])).toBeDefined();
    },
  );

  it.each(
    found((tx) =>
      outputs
        .in(tx)
        .flatMap(({ path, value }) =>
          value.flatMap(({ output }, i) =>
            i === value.length - 1 && 'amount' in output ? [[...path, i, 'output', 'amount']] : [],
          ),
        ),
    ),
  )('refuse an output of more than is spent: $name $at', ({ path, refusal }) => {
    expect(refusal(path, (amount) => (amount as bigint) + 10n ** 18n)).toMatchObject({
      code: 'Unbalanced',
    });
  });
});
