/**
 * Prints what a user pays for: gzipped bytes of bundles for a browser, and the time of an import in Node.
 *
 *     npx tsx scripts/sizes.ts [--rounds 21]
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
    stdin: { contents: code, resolveDir: checkout, sourcefile: 'package.json' },
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
    { cwd: checkout, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const signing = `export { finalize, privateKey, sign } from 'avalanche-tx/sign';`;
const builder = (name: string) => `export { ${name} } from 'avalanche-tx/build';\n${signing}`;

/** What is bundled: a name, and the module that a program would write. */
export const bundles: { readonly [name: string]: string } = {
  'build, sign, finalize: BaseTx': builder('buildBaseTx'),
  'build, sign, finalize: AddPermissionlessValidatorTx of P': builder(
    'buildAddPermissionlessValidatorTx',
  ),
  'build, sign, finalize: CreateAssetTx of X': builder('buildCreateAssetTx'),
  'decode: P-chain': `export { decode, Tx } from 'avalanche-tx/pchain';`,
  'decode: X-chain': `export { decode, Tx } from 'avalanche-tx/xchain';`,
  'decode: C-chain': `export { decode, Tx } from 'avalanche-tx/cchain';`,
  'decode: one type': `export { BaseTx, decode } from 'avalanche-tx/pchain';`,
  'open anything, print JSON': `export { open, toJSONText } from 'avalanche-tx';`,
};

await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } });
  const rows: string[][] = [];
  for (const [name, code] of Object.entries(bundles)) {
    const { gzipped, minified } = await bundleSize(code);
    rows.push([name, `${gzipped} bytes gzipped`, `${minified} minified`]);
  }
  const times = Array.from({ length: Number(values.rounds) }, () => importTime('avalanche-tx'));
  times.sort((a, b) => a - b);
  const range = `${times[0]!.toFixed(1)} to ${times.at(-1)!.toFixed(1)}`;
  rows.push(['import of the root in Node', `${times[times.length >> 1]!.toFixed(1)} ms`, range]);
  console.log(table(['what', 'size or median', 'minified or range'], rows));
});
