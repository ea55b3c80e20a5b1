import { isBytes } from './arguments.ts';

/**
 * The value, frozen with all objects and lists in it: what a module exports cannot be changed for everybody else in the process. Bytes in
 * it stay as they are.
 * @example
 * const table = frozen({ rows: [{ name: 'a' }] });
 * Object.isFrozen(table.rows[0]); // true
 */
export function frozen<T>(value: T): T {
  if (!isContainer(value)) return value;
  if (Object.isFrozen(value)) return value;
  // Before its members, of which one may lead back to it.
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
  return value;
}

/** Whether it has members that can be frozen; the engine refuses to freeze bytes. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

/**
 * A copy of plain data that shares no bytes with it. What has functions, like a wallet, stays as it is.
 */
export function copied<T>(value: T): T {
  if (isBytes(value)) return Uint8Array.from(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => copied(one)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (members.some(([, of]) => typeof of === 'function')) return value;
  return Object.fromEntries(members.map(([key, of]) => [key, copied(of)])) as T;
}
