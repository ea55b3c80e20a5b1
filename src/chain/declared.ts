/**
 * How generic code finds what is declared of a transaction.
 *
 * A transaction is plain data: `{ type: 'platformvm.BaseTx', … }`. What belongs to its type (its bytes, its roles) is found by
 * that name in a table which a declaration enters when it is made. Nobody registers anything, and nothing lists all types:
 * - A builder takes the name from the declaration (`{ type: BaseTx.name, … }`), so that is in every bundle that can build one.
 * - Who reads any transaction (`UnsignedTx`, `Tx`, `open`, `parseDraft`) uses a union of all types, and so has them all.
 * - A signer or a derivation asks `declarationOf(tx)`, and brings in no declaration at all.
 *
 * This tree-shakes because a call marked as pure is left out exactly if its result is not used. Something else that belongs to
 * a type can be kept in the same way: in a `Map` by name that its own declaring function fills, if whoever makes a transaction
 * of the type refers to what that function returns.
 */
import { AvalancheError } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { struct, union } from '../wire/declare.ts';
import type { Infer, JSONShape, Part, PartSource, Source, UnionJSON } from '../wire/type.ts';
import type { Meanings } from './roles.ts';

/** The three chains of the primary network. X stands for every AVM instance. */
export type ChainName = 'P' | 'X' | 'C';

/**
 * Declares a struct that can stand in a transaction: as `struct`, with a meaning for each field.
 * @param meanings A function, so that bundlers can leave the type out.
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

/** The packages of the node that have transactions, and the chain of each. X stands for every instance of the AVM. */
const chains = { platformvm: 'P', avm: 'X', atomic: 'C' } as const satisfies Record<
  string,
  ChainName
>;
type TxPackage = keyof typeof chains;

/** The chain of a transaction, by its type. */
export const chainNameOf = <T extends { readonly type: `${TxPackage}.${string}` }>(tx: T) =>
  chains[tx.type.slice(0, tx.type.indexOf('.')) as TxPackage];

/** What is declared of a type of transaction. */
export interface Declaration {
  /** Its typeID in the codec of its chain. */
  readonly typeID: number;
  readonly type: Part<unknown>;
}

const declarations = /* @__PURE__ */ new Map<string, Declaration>();

/**
 * Declares a transaction: its typeID, name (`platformvm.BaseTx`) and fields, with a meaning for each. From then on
 * `declarationOf` finds it.
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
    Object.fromEntries(members.map((of) => [declarations.get(of.name)!.typeID, of])),
    json,
  ) as unknown as Part<Infer<M[number]>>;

/**
 * What is declared of the type of a transaction.
 * @throws {AvalancheError} `UnknownTypeID`: no such transaction, or one whose declaration this program does not have.
 */
export function declarationOf({ type }: { readonly type: string }): Declaration {
  const found = declarations.get(type);
  if (found) return found;
  throw new AvalancheError(
    'UnknownTypeID',
    `${named(type)} is not declared in this program: build, decode or parse the transaction here, or take its type from its declaration (\`type: BaseTx.name\`)`,
    { found: named(type) },
  ).at('type');
}
