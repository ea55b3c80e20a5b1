import { isBytes } from './arguments.ts';

/**
 * Freezes a value with all objects and lists in it, so that no code in the process can change an exported table. Byte arrays in it
 * stay mutable.
 * @example
 * const table = frozen({ rows: [{ name: 'a' }] });
 * Object.isFrozen(table.rows[0]); // true
 */
export function frozen<T>(value: T): T {
  if (!isContainer(value)) return value;
  if (Object.isFrozen(value)) return value;
  // Frozen before its members, which may refer back to it.
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
  return value;
}

/** Tests whether a value has members that can be frozen; engines refuse to freeze byte arrays. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

/** Copies plain data so that it shares no bytes with the original. Objects with functions, such as a wallet, are not copied. */
export function copied<T>(value: T): T {
  if (isBytes(value)) return Uint8Array.from(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => copied(one)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (members.some(([, member]) => typeof member === 'function')) return value;
  return Object.fromEntries(members.map(([key, member]) => [key, copied(member)])) as T;
}
