/**
 * Prints what a user pays for: gzipped bytes of bundles for a browser, and the time of an import in Node.
 *
 *     npx tsx scripts/sizes.ts [--rounds 21]     # needs `npm run build`
 *
 * Ends with status 1 if a bundle or the import is above its limit.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { table } from './markdown.ts';
import { command } from './oracle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bytes of a bundle. */
export interface Size {
  readonly minified: number;
  readonly gzipped: number;
}

/**
 * Bundles and minifies a module for the browser with esbuild, and gzips it at level 9.
 * @param code The module. It imports `avalanche-tx` by name.
 * @param checkout The built project that the name stands for.
 */
export async function bundleSize(code: string, checkout = root): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: checkout },
    nodePaths: [join(root, 'node_modules')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['util'], // avalanchejs imports Node's
    target: 'es2022',
    logLevel: 'silent',
    // The checkout's own maps names of `imports` to their sources for Node.
    tsconfigRaw: '{}',
  });
  const { contents } = outputFiles[0]!;
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

await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } });
  const rows: string[][] = [];
  let above = 0;
  for (const [name, limit, code] of bundles) {
    const { gzipped, minified } = await bundleSize(code);
    if (gzipped > limit) above++;
    rows.push([name, `${gzipped} bytes gzipped`, `${minified} minified`, `at most ${limit}`]);
  }
  const times = Array.from({ length: Number(values.rounds) }, () => importTime('avalanche-tx'));
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
});
