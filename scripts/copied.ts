/** What the files for Node do with dependencies besides importing them. */
import type { Plugin } from 'rolldown';

/**
 * Packages that these files have copies of: CommonJS, which Node takes as long to find and load as all of the library, and no key
 * passes through them. Bundlers get imports of them.
 */
export const copied: readonly string[] = ['bech32', 'bs58', 'base-x'];

/** Hashes that few programs need, by the modules that export them. */
const rare: Readonly<Record<string, string>> = {
  '@noble/hashes/legacy.js': 'ripemd160',
  '@noble/hashes/sha3.js': 'keccak_256',
};

/** Whether a module gets into the files for Node, although it is of a dependency. */
export const isInside = (id: string): boolean =>
  id.startsWith('\0') || copied.includes(id) || Object.hasOwn(rare, id);

/** Loads a rare hash for the first message: Node needs a quarter of the time of an import for them. */
export const lazyHashes: Plugin = {
  name: 'lazy hashes',
  resolveId: (id) => (Object.hasOwn(rare, id) ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith('\0@noble/')
      ? `import { createRequire } from 'node:module';
let hash;
export const ${rare[id.slice(1)]} = (message) => {
  hash ??= createRequire(import.meta.url)('${id.slice(1)}').${rare[id.slice(1)]};
  return hash(message);
};`
      : undefined,
};
