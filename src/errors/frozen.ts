/**
 * The value, frozen with all objects and lists in it: what a module exports cannot be changed for everybody else in the process. Bytes in
 * it stay as they are.
 */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}
