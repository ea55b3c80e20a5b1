/**
 * Prints what decoding one chain weighs in each bundler and for each of its targets, minified and gzipped.
 *
 *     npm run sizes:bundlers [-- --only esbuild,vite]    # installs the bundlers in a cache (PLATFORMS_CACHE)
 *
 * Ends with status 1 if one is above the limit.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { table } from './markdown.ts';
import { command } from './oracle.ts';
import { makeApp, pack } from './platforms/app.ts';
import { bundlers } from './platforms/bundlers.ts';
import { type Platform, placeOf } from './platforms/platform.ts';
import { toolOf } from './platforms/tool.ts';

const limit = 9_000;

/** Gzipped bytes of all that a bundler wrote. Not all of them minify, so esbuild does. */
function written(folder: string): number {
  const files = readdirSync(folder).filter((name) => /\.[cm]?js$/.test(name));
  const code = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const minified = transformSync(code, { minify: true, format: 'esm', target: 'es2022' }).code;
  return gzipSync(minified, { level: 9 }).length;
}

/** What the decoder of a chain weighs. */
async function sizeIn({ tool: name, run }: Platform, chain: string, tarball: string) {
  const tool = await toolOf(name!);
  const app = join(tool.folder, 'app');
  makeApp(app, tarball);
  const place = placeOf(app, tool, tool);
  place.write(
    'main.js',
    `import { decode, Tx } from 'avalanche-tx/${chain}';\nconsole.log(decode, Tx);\n`,
  );
  let size = 0;
  await run({
    ...place,
    exec: async (program, ...args) => {
      if (program !== 'node') return place.exec(program, ...args);
      size = written(join(app, 'out'));
      return '';
    },
  });
  return size;
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const only = values.only?.split(',');
  const place = mkdtempSync(join(tmpdir(), 'bundlersizes-'));
  const rows: string[][] = [];
  let most = 0;
  try {
    const tarball = pack(place);
    for (const bundler of bundlers.filter(({ name }) => !only || only.includes(name))) {
      const sizes: number[] = [];
      for (const chain of ['pchain', 'xchain', 'cchain'])
        sizes.push(await sizeIn(bundler, chain, tarball));
      most = Math.max(most, ...sizes);
      rows.push([bundler.name, bundler.how, ...sizes.map(String)]);
    }
  } finally {
    rmSync(place, { recursive: true });
  }
  console.log(table(['bundler', 'how', 'P', 'X', 'C'], rows));
  if (most > limit) throw new Error(`${most} bytes, at most ${limit} are wanted`);
});
