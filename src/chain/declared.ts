/**
 * Declarations of transactions, and how generic code finds them.
 *
 * A transaction is plain data: `{ type: 'platformvm.BaseTx', … }`. Everything that belongs to its type (its bytes,
 * its roles) is looked up by that name in a table, in which each declaration enters itself when it is created.
 * There is no registration and no list of all types:
 * - A builder takes the name from the declaration (`{ type: BaseTx.name, … }`), so the declaration is in every
 *   bundle that can build one.
 * - Code that reads any transaction (`UnsignedTx`, `Tx`, `open`, `parseDraft`) uses a union of all types, and so
 *   includes all of them.
 * - A signer or a derivation calls `declarationOf(tx)`, which includes no declaration.
 *
 * This tree-shakes because bundlers drop a call marked as pure exactly if its result is not used. Other data that
 * belongs to a type can be stored in the same way: in a `Map` by name that its declaring function fills, if the
 * code that creates such a transaction refers to the result of that function.
 */

import { AvalancheError } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import {
  aList,
  aText,
  checkArgument,
  isA,
  objectOf,
  optional,
  type WordCheck,
  wordOf,
} from '../schema/check.ts';
import { struct, union } from '../wire/declare.ts';
import type { Infer, JSONShape, Part, PartSource, Source, UnionJSON } from '../wire/type.ts';
import type { Meanings } from './roles.ts';

/** The three chains of the primary network. X also stands for every other AVM instance. */
export type ChainName = 'P' | 'X' | 'C';

/** The name of a chain, as an argument. */
export const chainArgument: WordCheck<ChainName> = /* @__PURE__ */ wordOf('P', 'X', 'C');

/**
 * Declares a struct that can be part of a transaction: like `struct`, with a role and note for each field.
 * @param meanings A function, so that bundlers can drop the type.
 */
export const part = <T extends object>(
  name: string,
  declare: (s: PartSource) => T,
  meanings: () => Meanings<T>,
  json: JSONShape<NoInfer<T>> = {},
): Part<Readonly<T>> =>
  struct<T>(name, declare as (s: Source) => T, meanings as never, json) as Part<Readonly<T>>;

/** The declaration of a transaction. */
export interface TxPart<T extends { readonly type: string }> extends Part<T> {
  readonly name: T['type'];
}

/** The node's packages with transactions, and the chain of each. X stands for every AVM instance. */
const chains = { platformvm: 'P', avm: 'X', atomic: 'C' } as const satisfies Record<
  string,
  ChainName
>;
type TxPackage = keyof typeof chains;

/** Returns the chain of a transaction from its type. */
export const chainNameOf = <T extends { readonly type: `${TxPackage}.${string}` }>(tx: T) =>
  chains[tx.type.slice(0, tx.type.indexOf('.')) as TxPackage];

/** The declaration of a transaction type. */
export interface Declaration {
  /** Its typeID in the codec of its chain. */
  readonly typeID: number;
  readonly type: Part<unknown>;
}

const declarations = /* @__PURE__ */ new Map<string, Declaration>();

/**
 * Declares a transaction: its typeID, its name (`platformvm.BaseTx`), and its fields with a role and note each.
 * `declarationOf` finds it from then on.
 */
export function transaction<T extends { readonly type: `${TxPackage}.${string}` }>(
  typeID: number,
  name: T['type'],
  declare: (s: PartSource) => T,
  meanings: () => Meanings<T>,
): TxPart<Readonly<T>> {
  const type = part(name, declare, meanings) as TxPart<Readonly<T>>;
  declarations.set(name, { typeID, type });
  return type;
}

/** Declares the transactions of a chain: a union by their own typeIDs. */
export const transactions = <const M extends readonly TxPart<{ readonly type: string }>[]>(
  name: string,
  members: M,
  json: UnionJSON = {},
): Part<Infer<M[number]>> =>
  union(
    name,
    Object.fromEntries(members.map((member) => [declarations.get(member.name)!.typeID, member])),
    json,
  ) as unknown as Part<Infer<M[number]>>;

/** An unsigned transaction, as an argument. */
export const unsignedTxArgument = /* @__PURE__ */ (() =>
  objectOf(
    // What `open` returns has a type as well, and drafts and signed transactions have a kind.
    { type: aText, kind: optional(isA('absent', () => false)) },
    { name: 'an unsigned transaction' },
  ))();

/** A signed transaction, as an argument. */
export const txArgument = /* @__PURE__ */ (() =>
  objectOf(
    { unsignedTx: unsignedTxArgument, credentials: aList },
    { name: 'a signed transaction' },
  ))();

/**
 * Returns the declaration of a transaction's type.
 * @throws {AvalancheError} `UnknownTypeID`: no such transaction, or its declaration is not part of this program.
 */
export function declarationOf(tx: { readonly type: string }): Declaration {
  const found = declarations.get(tx?.type);
  if (found) return found;
  checkArgument(tx, unsignedTxArgument, 'tx');
  const { type } = tx;
  throw new AvalancheError(
    'UnknownTypeID',
    `${named(type)} is not declared in this program: build, decode or parse the transaction here, or take its type from its declaration (\`type: BaseTx.name\`)`,
    { found: named(type) },
  ).at('type');
}
