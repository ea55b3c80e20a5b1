/** The owners in a transaction, wherever they stand. */
import type { Path } from '../../errors/error.ts';
import { saidBy } from './screens/layout.ts';

/** An owner in a transaction, or in the warp message of one. */
export interface Owner {
  /** 20 bytes each. */
  readonly addresses: readonly Uint8Array[];
  readonly threshold: number;
  /** Unix seconds. */
  readonly locktime: bigint;
}

/** The fields of a value, without its type. */
export const entries = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([key]) => key !== 'type');

/** Finds all owners at any depth, including those in a warp message. */
export function ownersIn(
  value: unknown,
  path: Path,
): readonly { readonly path: Path; readonly owner: Owner }[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if (Array.isArray(value)) return value.flatMap((of, i) => ownersIn(of, [...path, i]));
  const own = 'addresses' in value ? [{ path, owner: ownerOf(value as unknown as Owner) }] : [];
  const said =
    'message' in value && value.message instanceof Uint8Array
      ? ownersIn(saidBy(value.message), [...path, 'message'])
      : [];
  return [...own, ...entries(value).flatMap(([key, of]) => ownersIn(of, [...path, key])), ...said];
}

/** Returns an owner with locktime 0 where the type has none, as for the owners of an L1 validator. */
const ownerOf = ({
  addresses,
  threshold,
  locktime = 0n,
}: Pick<Owner, 'addresses' | 'threshold'> & Partial<Owner>): Owner => ({
  addresses,
  threshold,
  locktime,
});
