import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Platform } from 'esbuild';
import { median } from './measure.ts';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Readonly<Record<string, unknown>>;
};
const subpaths = Object.keys(exports)
  .filter((subpath) => !subpath.endsWith('.json'))
  .map((subpath) => `avalanche-tx${subpath.slice(1)}`);
/** A module that exports all of these. */
const all = (names: readonly string[]): string =>
  names.map((name, i) => `export * as e${i} from '${name}';`).join('\n');

/** What is bundled: the one module that a program would write. Subpaths resolve through package.json into `dist`. */
const entries: readonly (readonly [label: string, platform: Platform, code: string])[] = [
  ['P-chain: decode', 'neutral', `export { decode, Tx } from 'avalanche-tx/pchain';`],
  ['X-chain: decode', 'neutral', `export { decode, Tx } from 'avalanche-tx/xchain';`],
  ['C-chain: decode', 'neutral', `export { decode, Tx } from 'avalanche-tx/cchain';`],
  ['one type: decode', 'neutral', `export { BaseTx, decode } from 'avalanche-tx/pchain';`],
  ['open anything, print node JSON', 'neutral', `export { open, toJSONText } from 'avalanche-tx';`],
  [
    'build and sign a transfer',
    'neutral',
    `export { buildBaseTx } from 'avalanche-tx/build';
     export { finalize, privateKey, sign } from 'avalanche-tx/sign';`,
  ],
  ...subpaths.map((name) => [`all of ${name}`, 'neutral', all([name])] as const),
  [
    'every entry point but BLS',
    'neutral',
    all(subpaths.filter((name) => !/(bls|testing)$/.test(name))),
  ],
  ['every entry point', 'neutral', all(subpaths)],
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

/** How long a new process takes to import a module. */
export interface ImportTime {
  readonly module: string;
  /** Median. */
  readonly milliseconds: number;
}

/** Imports each entry point, and avalanchejs, in processes of their own, in turns. */
export function importTimes(rounds: number): readonly ImportTime[] {
  const modules = [...subpaths, '@avalabs/avalanchejs'];
  const times = modules.map((): number[] => []);
  for (let round = 0; round < Math.max(5, rounds / 8); round++)
    modules.forEach((module, i) => {
      const code = `const start = performance.now(); await import('${module}'); console.log(performance.now() - start);`;
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
        cwd: fileURLToPath(root),
        encoding: 'utf8',
      });
      times[i]!.push(Number(stdout));
    });
  return modules.map((module, i) => ({ module, milliseconds: median(times[i]!) }));
}
