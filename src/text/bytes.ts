/** Tells whether two byte arrays are equal. Not for secrets: the time depends on the bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Caches the last result of `f`. Byte fields of a transaction often repeat, because most of its inputs share an
 * owner, an asset and a signature. The bytes must not change while the returned function is used.
 */
export function oncePerRun<V>(f: (bytes: Uint8Array) => V): (bytes: Uint8Array) => V {
  let last: { readonly bytes: Uint8Array; readonly value: V } | undefined;
  return (bytes) => {
    if (last === undefined || !equalBytes(last.bytes, bytes)) last = { bytes, value: f(bytes) };
    return last.value;
  };
}

/** Compares byte arrays for sorting: byte by byte, with a prefix before longer arrays. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference) return difference;
  }
  return a.length - b.length;
}

/** Concatenates byte arrays into a new one. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
