import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Readonly<Record<string, unknown>>;
};
const subpaths = Object.keys(exports)
  // Bundles are for browsers.
  .filter((subpath) => !subpath.endsWith('.json') && subpath !== './filestore')
  .map((subpath) => `avalanche-tx${subpath.slice(1)}`);
const peer = '@avalabs/avalanchejs';
const hasPeer = existsSync(new URL(`node_modules/${peer}`, root));
/** A module that exports all of these. */
const all = (names: readonly string[]): string =>
  names.map((name, i) => `export * as e${i} from '${name}';`).join('\n');

/** The entry points but these. */
const without = (...names: readonly string[]): readonly string[] =>
  subpaths.filter((name) => !names.some((other) => name === `avalanche-tx/${other}`));
const these = (names: string): string =>
  all(
    names
      .split(' ')
      .map((name) => `avalanche-tx/${name}`)
      .concat('avalanche-tx'),
  );

/** What is bundled: the one module that a program would write. Subpaths resolve through package.json into `dist`. */
const entries: readonly (readonly [label: string, code: string])[] = [
  ['P-chain: decode', `export { decode, Tx } from 'avalanche-tx/pchain';`],
  ['X-chain: decode', `export { decode, Tx } from 'avalanche-tx/xchain';`],
  ['C-chain: decode', `export { decode, Tx } from 'avalanche-tx/cchain';`],
  ['one type: decode', `export { BaseTx, decode } from 'avalanche-tx/pchain';`],
  ['open anything, print node JSON', `export { open, toJSONText } from 'avalanche-tx';`],
  [
    'build and sign a transfer',
    `export { buildBaseTx } from 'avalanche-tx/build';
     export { finalize, privateKey, sign } from 'avalanche-tx/sign';`,
  ],
  [
    'build and sign a transfer, with the client of a node',
    `export { buildBaseTx } from 'avalanche-tx/build';
     export { finalize, privateKey, sign } from 'avalanche-tx/sign';
     export { connect } from 'avalanche-tx/rpc';`,
  ],
  [
    'the wallet, with a private key',
    `export { createWallet } from 'avalanche-tx/wallet';
     export { privateKey } from 'avalanche-tx/sign';`,
  ],
  ...subpaths.map((name) => [`all of ${name}`, all([name])] as const),
  [
    'all that reads, builds, checks and signs',
    these('pchain xchain cchain network fee rules build sign'),
  ],
  [
    'everything but RLP, HD, BLS, the test node and test data',
    all(without('evm', 'hd', 'bls', 'proposer', 'testnode', 'testing')),
  ],
  ['every entry point but BLS and test data', all(without('bls', 'testing'))],
  ['every entry point', all(subpaths)],
];
const peerEntries: typeof entries = [
  [
    'avalanchejs: decode',
    `import { utils } from '${peer}'; export const { unpackWithManager } = utils;`,
  ],
  ['avalanchejs: everything', `export * from '${peer}';`],
];

/** Bytes of one bundle. */
export interface Size {
  readonly label: string;
  readonly minified: number;
  readonly gzipped: number;
}

/** Bundles and minifies each entry with esbuild for the browser, as an ES module, and gzips it at level 9. */
export function sizes(): Promise<Size[]> {
  return Promise.all(
    [...entries, ...(hasPeer ? peerEntries : [])].map(async ([label, contents]) => {
      const { outputFiles } = await build({
        // The paths of this project lead to the source.
        tsconfigRaw: '{}',
        stdin: { contents, resolveDir: fileURLToPath(root) },
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        external: ['util'], // avalanchejs wants Node's
        target: 'es2022',
        logLevel: 'silent',
      });
      const code = outputFiles[0]!.contents;
      return { label, minified: code.length, gzipped: gzipSync(code, { level: 9 }).length };
    }),
  );
}
