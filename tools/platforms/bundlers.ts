/** Bundlers: the suite becomes one file, which Node then runs. */
import type { Place, Platform } from './platform.ts';

const bundler = (
  name: string,
  tool: string,
  how: string,
  bundle: (place: Place) => Promise<unknown>,
  output = 'out/main.mjs',
): Platform => ({
  name,
  sort: 'bundler',
  tool,
  how,
  run: async (place) => {
    await bundle(place);
    return place.exec('node', output);
  },
});

const webpackConfig = (target: string) => `{
  mode: 'production',
  context: process.cwd(),
  entry: './main.js',
  target: '${target}',
  output: { path: process.cwd() + '/out', filename: 'main.cjs', chunkFilename: '[name].cjs' },
}`;

/** Webpack and rspack have one interface. */
const withCompiler = (from: string, target: string) => `import ${from};
pack(${webpackConfig(target)}, (error, stats) => {
  if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exitCode = 1; }
});
`;

const compiled = (name: string, from: string, target: string, how: string): Platform =>
  bundler(
    name,
    name,
    how,
    ({ script }) => script('build.mjs', withCompiler(from, target)),
    'out/main.cjs',
  );

const viteConfig = `export default {
  logLevel: 'warn',
  build: { outDir: 'out', lib: { entry: 'main.js', formats: ['es'], fileName: () => 'main.mjs' } },
  ssr: { noExternal: true },
};
`;

/** Copies the files that a tracer finds, as serverless platforms do, and no others. */
const traced = `import { cpSync, renameSync } from 'node:fs';
import { nodeFileTrace } from '@vercel/nft';
const { fileList } = await nodeFileTrace(['main.js'], { base: process.cwd() });
for (const file of ['package.json', ...fileList]) cpSync(file, 'out/' + file, { recursive: true });
// What it has not found is not there.
renameSync('node_modules', 'not-traced');
`;

const parcel = (how: string, manifest: string): Platform =>
  bundler(
    'parcel',
    'parcel',
    how,
    ({ exec, tool, write }) => {
      write('package.json', manifest);
      // Where a lock file is, Parcel takes the folder for the project's.
      write('package-lock.json', '{}');
      return exec(
        tool.bin('parcel'),
        ...['build', 'main.js', '--no-cache', '--dist-dir', 'out', '--no-source-maps'],
      );
    },
    'out/main.js',
  );

export const bundlers: readonly Platform[] = [
  ...(['browser', 'node'] as const).map((target) =>
    bundler('esbuild', 'esbuild', `for ${target}`, ({ exec, tool }) =>
      exec(
        tool.bin('esbuild'),
        ...['main.js', '--bundle', '--minify', '--format=esm', `--platform=${target}`],
        '--outfile=out/main.mjs',
      ),
    ),
  ),
  bundler('rollup', 'rollup', 'with `node-resolve` and `commonjs`', ({ exec, tool, write }) => {
    write(
      'rollup.config.mjs',
      // Other dependencies of a program may be CommonJS; ours are not.
      `import commonjs from '@rollup/plugin-commonjs';
import resolve from '@rollup/plugin-node-resolve';
export default { input: 'main.js', plugins: [resolve({ browser: true }), commonjs()], output: { file: 'out/main.mjs' } };
`,
    );
    return exec(tool.bin('rollup'), '-c', 'rollup.config.mjs');
  }),
  ...(['browser', 'node'] as const).map((target) =>
    bundler('rolldown', 'rolldown', `for ${target}`, ({ exec, tool }) =>
      exec(
        tool.bin('rolldown'),
        ...['main.js', '--format=esm', `--platform=${target}`, '--file', 'out/main.mjs'],
      ),
    ),
  ),
  bundler('vite', 'vite', 'library mode', ({ exec, tool, write }) => {
    write('vite.config.mjs', viteConfig);
    return exec(tool.bin('vite'), 'build');
  }),
  bundler(
    'vite',
    'vite',
    'for a server',
    ({ exec, tool, write }) => {
      write('vite.config.mjs', viteConfig);
      return exec(tool.bin('vite'), 'build', '--ssr', 'main.js');
    },
    'out/main.js',
  ),
  ...(['web', 'node'] as const).flatMap((target) => [
    compiled('webpack', "pack from 'webpack'", target, `for ${target}`),
    compiled('rspack', "{ rspack as pack } from '@rspack/core'", target, `for ${target}`),
  ]),
  bundler(
    'nft',
    'nft',
    'the files that it finds',
    ({ script }) => script('trace.mjs', traced),
    'out/main.js',
  ),
  parcel('defaults', '{ "private": true }'),
  parcel(
    'with `packageExports`',
    '{ "private": true, "@parcel/resolver-default": { "packageExports": true } }',
  ),
];
