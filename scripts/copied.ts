/** What the files for Node do with dependencies besides importing them. */
import type { Plugin } from 'rolldown';

/**
 * Packages that these files have copies of: CommonJS, which Node takes as long to find and load as all of the library, and no key
 * passes through them. Bundlers get imports of them.
 */
export const copied: readonly string[] = ['bech32', 'bs58', 'base-x'];

/** What is exported by modules that take long to load and that few programs use at once: curves 35 ms, hashes 9. */
const late: Readonly<Record<string, string>> = {
  '@noble/curves/bls12-381.js': 'bls12_381',
  '@noble/curves/nist.js': 'p256',
  '@noble/hashes/legacy.js': 'ripemd160',
  '@noble/hashes/sha3.js': 'keccak_256',
  '@ethereumjs/rlp': 'RLP',
};

/** Whether an import gets into the files for Node, although it is of a dependency: its code, or what loads it. */
export const isInside = (id: string, from = ''): boolean =>
  id.startsWith('\0') || copied.includes(id) || (Object.hasOwn(late, id) && !from.startsWith('\0'));

/**
 * Loads these modules when what they export is first called or read. Tools that collect the files of a program follow the `import`, which
 * nothing calls: not all of them know `createRequire`.
 * @param isInstalled Whether a module is there when the program runs. Others are copied.
 */
export const lateModules = (isInstalled: (id: string) => boolean = () => true): Plugin => ({
  name: 'late modules',
  resolveId: (id) => (Object.hasOwn(late, id) && isInstalled(id) ? `\0${id}` : undefined),
  load: (id) =>
    Object.hasOwn(late, id.slice(1))
      ? `import { createRequire } from 'node:module';
let loaded;
const load = () => (loaded ??= createRequire(import.meta.url)('${id.slice(1)}').${late[id.slice(1)]});
export const ${late[id.slice(1)]} = /* @__PURE__ */ new Proxy(() => {}, {
  apply: (_, __, parameters) => load()(...parameters),
  get: (_, key) => load()[key],
  traced: () => import('${id.slice(1)}'),
});`
      : undefined,
});
