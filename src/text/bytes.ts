/** Whether both hold the same bytes. Not for secrets: the time depends on the bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * `f`, which is not run again for the bytes that it was given last: those of a transaction come in runs, for most of its inputs share
 * an owner, an asset and a signature. For a step in which nobody changes the bytes.
 */
export function oncePerRun<V>(f: (bytes: Uint8Array) => V): (bytes: Uint8Array) => V {
  let last: { readonly bytes: Uint8Array; readonly value: V } | undefined;
  return (bytes) => {
    if (last === undefined || !equalBytes(last.bytes, bytes)) last = { bytes, value: f(bytes) };
    return last.value;
  };
}

/** Below, at or above zero as `a` sorts before, with or after `b`: byte by byte, the shorter one first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference) return difference;
  }
  return a.length - b.length;
}

/** All parts one after another, in an array of their own. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
