/** React Native's bundler and engine, and Next.js. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Place, Platform } from './platform.ts';
import { toolOf } from './tool.ts';

const metroBuild = (entry: string) => `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const Metro = require('metro');
const { getDefaultConfig, mergeConfig } = require('metro-config');
const config = mergeConfig(await getDefaultConfig(process.cwd()), {
  // Babel's helpers are among the tool's packages.
  watchFolders: [process.cwd() + '/..'],
  resolver: { useWatchman: false, unstable_enablePackageExports: true },
  cacheStores: [],
});
await Metro.runBuild(config, { entry: '${entry}', out: 'out.js', platform: 'ios', dev: false, minify: false });
`;

/** The suite as an application of React Native: Metro, and Babel with the preset of React Native. */
async function nativeBundle(
  { script, write }: Place,
  { entry = 'main.js', profile = 'hermes-stable' } = {},
): Promise<void> {
  const preset = `['@react-native/babel-preset', { unstable_transformProfile: '${profile}' }]`;
  write('babel.config.cjs', `module.exports = { presets: [${preset}] };\n`);
  await script('metro.mjs', metroBuild(entry));
}

/** A global scope with what React Native 0.85 has, and no more of Node's. */
const nativeScope = `import { readFileSync } from 'node:fs';
import vm from 'node:vm';
const scope = vm.createContext({ console, setTimeout, clearTimeout, TextDecoder, TextEncoder });
vm.runInContext('var global = globalThis; var window = globalThis;' + readFileSync('out.js', 'utf8'), scope);
`;

const hermes = `import { readFileSync, writeFileSync } from 'node:fs';
const scope = 'var global = globalThis; var console = { log: function () { print(Array.prototype.join.call(arguments, " ")); } };';
writeFileSync('hermes.js', scope + readFileSync('out.js', 'utf8'));
`;

/** What Hermes 0.12, the newest one that the registries have as a program, lacks. */
const nativeImports = `import 'fast-text-encoding';
import 'core-js/actual/array/at';
import 'core-js/actual/string/at';
import 'core-js/actual/typed-array/at';
`;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const nextFiles = {
  'app/layout.js':
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n',
  'app/page.js': `import { smoke } from '../smoke.js';
import { Client } from './client.js';
export default () => <main>SMOKE {smoke()} <Client /></main>;
`,
  'app/client.js': `'use client';
import { smoke } from '../smoke.js';
export const Client = () => <b>SMOKE {smoke()}</b>;
`,
  'app/edge/route.js': `import { smoke } from '../../smoke.js';
export const runtime = 'edge';
export const GET = () => new Response('SMOKE ' + smoke());
`,
  'next.config.mjs':
    "export default { output: undefined, turbopack: { root: process.cwd() + '/..' } };\n",
};

async function next({ app, exec, tool, write }: Place): Promise<string> {
  mkdirSync(join(app, 'app', 'edge'), { recursive: true });
  for (const [name, text] of Object.entries(nextFiles)) write(name, text);
  await exec(tool.bin('next'), 'build');
  const port = await freePort();
  const server = spawn(process.execPath, [tool.bin('next'), 'start', '-p', `${port}`], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`next start ended with ${code}`)));
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (/ready/i.test(text)) resolve();
      });
    });
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    // React separates texts that stand beside each other by a comment.
    return `${await get('/')}${await get('/edge')}`.replaceAll('<!-- -->', '');
  } finally {
    server.kill('SIGKILL');
  }
}

export const frameworks: readonly Platform[] = [
  {
    name: 'metro (React Native)',
    sort: 'bundler',
    tool: 'metro',
    how: 'React Native’s preset, in a scope without Node’s globals',
    run: async (place) => {
      await nativeBundle(place);
      return place.script('scope.mjs', nativeScope);
    },
  },
  {
    name: 'Hermes',
    sort: 'runtime',
    tool: 'metro',
    how: 'the bundle of metro for older engines, with `fast-text-encoding` and `at` of `core-js`',
    run: async (place) => {
      const { folder, version } = await toolOf('hermes');
      place.write('native.js', `${nativeImports}import './main.js';\n`);
      await nativeBundle(place, { entry: 'native.js', profile: 'default' });
      await place.script('hermes.mjs', hermes);
      const program = join(folder, 'node_modules/hermes-engine-cli/linux64-bin/hermes');
      return { text: await place.exec(program, 'hermes.js'), version };
    },
  },
  {
    name: 'Hermes’ compiler',
    sort: 'compiler',
    tool: 'metro',
    how: 'the bundle of metro to bytecode',
    run: async (place) => {
      const { folder, version } = await toolOf('hermes-compiler');
      await nativeBundle(place);
      const program = join(folder, 'node_modules/hermes-compiler/hermesc/linux64-bin/hermesc');
      await place.exec(program, '-w', '-emit-binary', '-out', 'out.hbc', 'out.js');
      return { text: '', version };
    },
  },
  {
    name: 'Next.js',
    sort: 'bundler',
    tool: 'next',
    how: 'server component, client component, edge route',
    run: next,
  },
];
