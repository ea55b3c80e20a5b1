/** What the files for Node do with dependencies besides importing them. */
import type { Plugin } from 'rolldown';

/**
 * Packages that these files have copies of: CommonJS, which Node takes as long to find and load as all of the library, and no key
 * passes through them. Bundlers get imports of them.
 */
export const copied: readonly string[] = ['bech32', 'bs58', 'base-x'];

/** What few programs need, by the modules that export it: hashes, and what reads blocks of an EVM. */
const rare: Readonly<Record<string, string>> = {
  '@noble/hashes/legacy.js': `export const ripemd160 = (message) => loaded().ripemd160(message);`,
  '@noble/hashes/sha3.js': `export const keccak_256 = (message) => loaded().keccak_256(message);`,
  '@ethereumjs/rlp': `export const RLP = {
  decode: (bytes) => loaded().RLP.decode(bytes),
  encode: (item) => loaded().RLP.encode(item),
};`,
};

/** Whether a module gets into the files for Node, although it is of a dependency. */
export const isInside = (id: string): boolean =>
  id.startsWith('\0') || copied.includes(id) || Object.hasOwn(rare, id);

/** Loads what is rare at its first use: Node needs a quarter of the time of an import for the hashes. */
export const lazyModules: Plugin = {
  name: 'lazy modules',
  resolveId: (id) => (Object.hasOwn(rare, id) ? `\0${id}` : undefined),
  load: (id) =>
    Object.hasOwn(rare, id.slice(1))
      ? `import { createRequire } from 'node:module';
let module;
const loaded = () => (module ??= createRequire(import.meta.url)('${id.slice(1)}'));
${rare[id.slice(1)]}`
      : undefined,
};
