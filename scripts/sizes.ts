/**
 * Prints what a user pays for: gzipped bytes of bundles for a browser, and the time of an import in Node.
 *
 *     npm run sizes -- [--rounds 21]
 *     npm run sizes -- --why [BUNDLE] [--declarations]
 *
 * Ends with status 1 if a bundle or the import is above its limit. With `--why` it prints what the bytes of one bundle are instead
 * (the first whose name contains BUNDLE): what the gzipped bundle would lose without each folder and module, or each declaration.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type OutputFile } from 'esbuild';
import { table } from './markdown.ts';
import { command } from './oracle.ts';
import { type Part, partsOf } from './why.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bytes of a bundle. */
export interface Size {
  readonly minified: number;
  readonly gzipped: number;
}

/** Bundles and minifies a module for the browser with esbuild: its code, and a map to its sources. */
async function bundleOf(code: string, checkout: string): Promise<OutputFile & { map: string }> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: checkout, sourcefile: 'package.json' },
    nodePaths: [join(root, 'node_modules')],
    outfile: join(checkout, 'bundle.js'),
    bundle: true,
    minify: true,
    write: false,
    sourcemap: 'external',
    format: 'esm',
    platform: 'browser',
    external: ['util'], // avalanchejs imports Node's
    target: 'es2022',
    logLevel: 'silent',
    // The checkout's own maps names of `imports` to their sources for Node.
    tsconfigRaw: '{}',
  });
  const [map, bundle] = outputFiles as [OutputFile, OutputFile];
  return { ...bundle, text: bundle.text, map: map.text };
}

/**
 * Bundles and minifies a module for the browser with esbuild, and gzips it at level 9.
 * @param code The module. It imports `avalanche-tx` by name.
 * @param checkout The built project that the name stands for.
 */
export async function bundleSize(code: string, checkout = root): Promise<Size> {
  const { contents } = await bundleOf(code, checkout);
  return { minified: contents.length, gzipped: gzipSync(contents, { level: 9 }).length };
}

/** Milliseconds that a new process takes to import a module of a built project. */
export function importTime(module: string, checkout = root): number {
  const code = `const start = performance.now(); await import('${module}'); console.log(performance.now() - start);`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', code],
    {
      cwd: checkout,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const signing = `export { finalize, privateKey, sign } from 'avalanche-tx/sign';`;
const builder = (name: string) => `export { ${name} } from 'avalanche-tx/build';\n${signing}`;

/** What is bundled: a name, the most gzipped bytes, and the module that a program would write. */
export const bundles: readonly (readonly [name: string, limit: number, code: string])[] = [
  ['build, sign, finalize: BaseTx', 38_000, builder('buildBaseTx')],
  [
    'build, sign, finalize: AddPermissionlessValidatorTx of P',
    38_000,
    builder('buildAddPermissionlessValidatorTx'),
  ],
  ['build, sign, finalize: CreateAssetTx of X', 38_000, builder('buildCreateAssetTx')],
  ['decode: P-chain', 8_800, `export { decode, Tx } from 'avalanche-tx/pchain';`],
  ['decode: X-chain', 8_000, `export { decode, Tx } from 'avalanche-tx/xchain';`],
  ['decode: C-chain', 7_000, `export { decode, Tx } from 'avalanche-tx/cchain';`],
  ['decode: one type', 6_550, `export { BaseTx, decode } from 'avalanche-tx/pchain';`],
  ['open anything, print JSON', 30_000, `export { open, toJSONText } from 'avalanche-tx';`],
];

const importLimit = 20;

/** Prints sizes and the time of an import beside their limits. */
async function printLimits(rounds: number): Promise<void> {
  const rows: string[][] = [];
  let above = 0;
  for (const [name, limit, code] of bundles) {
    const { gzipped, minified } = await bundleSize(code);
    if (gzipped > limit) above++;
    rows.push([name, `${gzipped} bytes gzipped`, `${minified} minified`, `at most ${limit}`]);
  }
  const times = Array.from({ length: rounds }, () => importTime('avalanche-tx'));
  const median = times.sort((a, b) => a - b)[times.length >> 1]!;
  if (median > importLimit) above++;
  const range = `${times[0]!.toFixed(1)} to ${times.at(-1)!.toFixed(1)}`;
  rows.push([
    'import of the root in Node',
    `${median.toFixed(1)} ms`,
    range,
    `at most ${importLimit}`,
  ]);
  console.log(table(['what', 'median or size', 'range or minified', 'limit'], rows));
  if (above > 0) throw new Error(`${above} above the limit`);
}

/** Prints what a bundle consists of. */
async function printParts(wanted: string, declarations: boolean): Promise<void> {
  const found = bundles.find(([name]) => name.toLowerCase().includes(wanted.toLowerCase()));
  if (!found) throw new Error(`no bundle has ${wanted} in its name`);
  const { text, map } = await bundleOf(found[2], root);
  const parts = partsOf(text, map, root);
  const print = (title: string, list: readonly Part[]) => {
    const rows = list.map((of) => [of.name, `${of.gzipped}`, `${of.minified}`]);
    console.log(`\n${table([title, 'gzipped', 'minified'], rows)}`);
  };
  console.log(`${found[0]}: what the gzipped bundle would lose without each part`);
  if (declarations) print('declaration', parts.declarations);
  else {
    print('package or folder', parts.folders);
    print('module', parts.modules);
    print('across them', [parts.texts]);
  }
}

await command(import.meta.url, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '21' },
      why: { type: 'boolean', default: false },
      declarations: { type: 'boolean', default: false },
    },
  });
  if (values.why) await printParts(positionals[0] ?? 'BaseTx', values.declarations);
  else await printLimits(Number(values.rounds));
});
