import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Platform } from 'esbuild';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Readonly<Record<string, unknown>>;
};
/** A module that exports all of every entry point. */
const everything = Object.keys(exports)
  .filter((subpath) => !subpath.endsWith('.json'))
  .map((subpath, i) => `export * as e${i} from 'avalanche-tx${subpath.slice(1)}';`)
  .join('\n');

/** What is bundled: the one module that a program would write. Subpaths resolve through package.json into `dist`. */
const entries: readonly (readonly [label: string, platform: Platform, code: string])[] = [
  ['P-chain: decode', 'neutral', `export { decode, Tx } from 'avalanche-tx/pchain';`],
  ['X-chain: decode', 'neutral', `export { decode, Tx } from 'avalanche-tx/xchain';`],
  ['C-chain: decode', 'neutral', `export { decode, Tx } from 'avalanche-tx/cchain';`],
  ['open anything, print node JSON', 'neutral', `export { open, toJSONText } from 'avalanche-tx';`],
  ['every entry point', 'neutral', everything],
  [
    'avalanchejs: decode',
    'node',
    `import { utils } from '@avalabs/avalanchejs'; export const { unpackWithManager } = utils;`,
  ],
  ['avalanchejs: everything', 'node', `export * from '@avalabs/avalanchejs';`],
];

/** Bytes of one bundle. */
export interface Size {
  readonly label: string;
  readonly minified: number;
  readonly gzipped: number;
}

/** Bundles and minifies each entry with esbuild, as an ES module, and gzips it at level 9. */
export function sizes(): Promise<Size[]> {
  return Promise.all(
    entries.map(async ([label, platform, contents]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: fileURLToPath(root) },
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform,
        mainFields: ['module', 'main'],
        target: 'es2022',
        logLevel: 'silent',
      });
      const code = outputFiles[0]!.contents;
      return { label, minified: code.length, gzipped: gzipSync(code, { level: 9 }).length };
    }),
  );
}
