import { AvalancheError } from '../errors/error.ts';

/** How a state is read. */
export interface SteadyOptions {
  /**
   * Read so often at most until no block came in between; then `Inconsistent` is thrown. 4 if not given. With 0 it is read
   * once and taken as it is: of an address with many UTXOs there may be blocks at every try.
   */
  readonly attempts?: number;
}

/** What `read` gives when the chain's height is the same before and after. */
export async function steady<T>(
  heightOf: () => Promise<bigint>,
  read: () => Promise<T>,
  { attempts = 4 }: SteadyOptions,
): Promise<T> {
  if (attempts === 0) return read();
  let before = await heightOf();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const value = await read();
    const after = await heightOf();
    if (after === before) return value;
    before = after;
  }
  throw new AvalancheError('Inconsistent', `a new block arrived ${attempts} times while reading`);
}
