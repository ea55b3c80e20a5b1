import { equalBytes } from './bytes.ts';

const known: { readonly scope: string; readonly bytes: Uint8Array; readonly text: string }[] = [];

/**
 * Returns `format(bytes)`, using a cache of up to 256 recent results: a chain has few assets and chains, and most
 * inputs and outputs of a transaction have the same owner.
 * @param scope Everything else that the text depends on.
 * @param bytes At least 2.
 */
export function recent(
  scope: string,
  bytes: Uint8Array,
  format: (bytes: Uint8Array) => string,
): string {
  const place = bytes[0]! ^ bytes[bytes.length - 1]!;
  const found = known[place];
  if (found !== undefined && found.scope === scope && equalBytes(found.bytes, bytes))
    return found.text;
  const text = format(bytes);
  known[place] = { scope, bytes: new Uint8Array(bytes), text };
  return text;
}

const read: { readonly scope: string; readonly text: string; readonly bytes: Uint8Array }[] = [];

/**
 * Returns `parse(text)`, using a cache of recent results; cached bytes are copied.
 * @param scope Everything else that the bytes depend on.
 * @param parse Returns undefined, or throws, if the text is not of that scope; such texts are not cached.
 */
export function recentBytes<B extends Uint8Array | undefined>(
  scope: string,
  text: string,
  parse: (text: string) => B,
): B | Uint8Array {
  const { length } = text;
  // The digits before a checksum are practically random.
  const place =
    (text.charCodeAt(length - 1) +
      58 * text.charCodeAt(length - 2) +
      7 * text.charCodeAt(length - 8)) &
    255;
  const found = read[place];
  if (found !== undefined && found.text === text && found.scope === scope)
    return new Uint8Array(found.bytes);
  const bytes = parse(text);
  if (bytes !== undefined) read[place] = { scope, text, bytes: new Uint8Array(bytes) };
  return bytes;
}

/** A map that keeps its newest entries. */
export class RecentMap<V> {
  readonly #entries = new Map<string, V>();
  readonly #most: number;

  /** @param most Number of entries that it keeps. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value!);
  }
}
