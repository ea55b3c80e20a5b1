/**
 * Fewer bytes of which `holds` is true as well: takes away ever smaller runs, then zeroes what is left, until
 * nothing can go or `most` tries are done.
 */
export async function minimise(
  bytes: Uint8Array,
  holds: (bytes: Uint8Array) => Promise<boolean>,
  most = 4000,
): Promise<Uint8Array> {
  let best = bytes;
  let tries = 0;
  const take = async (next: Uint8Array): Promise<boolean> => {
    if (tries++ >= most || !(await holds(next))) return false;
    best = next;
    return true;
  };
  for (let run = best.length >> 1; run > 0; run >>= 1)
    for (let at = 0; at + run <= best.length && tries < most; ) {
      const less = new Uint8Array(best.length - run);
      less.set(best.subarray(0, at));
      less.set(best.subarray(at + run), at);
      if (!(await take(less))) at += run;
    }
  for (let at = 0; at < best.length && tries < most; at++) {
    if (best[at] === 0) continue;
    const plain = best.slice();
    plain[at] = 0;
    await take(plain);
  }
  return best;
}
