import { asBytes } from './arguments.ts';
import { AvalancheError } from './error.ts';

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
export const copied = <T>(value: T): T => copyOf(value, true, 0);

/**
 * Copies plain data, reading each member once, so that a getter, a proxy or another thread cannot change what was copied.
 * @throws {AvalancheError} `BadArgument`: nested more than 64 times, as what contains itself.
 */
export const deepCopy = <T>(value: T): T => copyOf(value, false, 0);

function copyOf<T>(value: T, keepsMethods: boolean, depth: number): T {
  if (typeof value !== 'object' || value === null) return value;
  // By the engine's own access: methods of the value, such as its iterator, could return other bytes.
  if (value instanceof Uint8Array) return new Uint8Array(value) as T;
  if (depth > 64)
    throw new AvalancheError('BadArgument', 'is nested too deeply', { expected: 'plain data' });
  if (Array.isArray(value)) {
    const { length } = value;
    const list: unknown[] = [];
    for (let i = 0; i < length; i++)
      list.push(copyOf(value[i] as unknown, keepsMethods, depth + 1));
    return list as T;
  }
  // Most objects are plain, and then need no other test.
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    const bytes = asBytes(value);
    if (bytes) return new Uint8Array(bytes) as T;
    // Of these only the kind is read, for an error that names it.
    if (value instanceof Promise) return new Promise(() => {}) as T;
    if (value instanceof Date) return new Date(Number.NaN) as T;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = copyOf((value as Record<string, unknown>)[key], keepsMethods, depth + 1);
    if (keepsMethods && typeof member === 'function') return value;
    // An assignment to this key would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, enumerable: true });
    else copy[key] = member;
  }
  return copy as T;
}
