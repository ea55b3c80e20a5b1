/** Runtimes that run the suite as it is, and those that need it in one file. */
import { build } from 'esbuild';
import type { Place, Platform } from './platform.ts';

/** The suite in one file, as the bundler of this repository makes it, with package conditions of a runtime. */
export async function oneFile(
  { app }: Pick<Place, 'app'>,
  format: 'esm' | 'iife',
  entry = 'main.js',
  conditions: readonly string[] = ['browser'],
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${app}/${entry}`],
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    conditions: [...conditions],
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

const node = (version: string): Platform => ({
  name: `Node ${version}`,
  sort: 'runtime',
  tool: `node-${version}`,
  how: '`import` and `require`',
  run: async ({ exec, tool, write }) => {
    write('required.cjs', "console.log('SMOKE', require('./smoke.js').smoke());\n");
    const program = tool.bin('node');
    return (await exec(program, 'main.js')) + (await exec(program, 'required.cjs'));
  },
});

const commandLineOn = (version: string): Platform => ({
  name: `Node ${version}`,
  sort: 'runtime',
  tool: `node-${version}`,
  suite: 'command line',
  how: '`decode` of `avalanche-tx-cli`',
  run: ({ exec, tool }) => exec(tool.bin('node'), 'commandline.js'),
});

const versions = ['20.19', '20', '22.12', '22', '24', '26'] as const;

const worker = `import { smoke } from './smoke.js';
export default { test() { console.log('SMOKE', smoke()); } };
`;
const workerConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
);
`;

const jsdom = `import { readFileSync } from 'node:fs';
import { JSDOM, VirtualConsole } from 'jsdom';
const virtualConsole = new VirtualConsole();
virtualConsole.forwardTo(console);
const { window } = new JSDOM('', { runScripts: 'outside-only', url: 'https://app.example', virtualConsole });
// jsdom has neither.
Object.assign(window, { TextDecoder, TextEncoder });
window.eval(readFileSync('bundle.js', 'utf8'));
`;

export const runtimes: readonly Platform[] = [
  ...versions.map(node),
  ...versions.map(commandLineOn),
  {
    name: 'Bun',
    sort: 'runtime',
    tool: 'bun',
    how: '`import`',
    run: ({ exec, tool }) => exec(tool.bin('bun'), 'main.js'),
  },
  {
    name: 'Deno',
    sort: 'runtime',
    tool: 'deno',
    how: '`import`, without permissions',
    run: ({ exec, tool }) => exec(tool.bin('deno'), 'run', '--no-prompt', 'main.js'),
  },
  {
    name: 'workerd (Cloudflare Workers)',
    sort: 'runtime',
    tool: 'workerd',
    how: 'one file, condition `workerd`',
    run: async (place) => {
      place.write('entry.js', worker);
      place.write('worker.js', await oneFile(place, 'esm', 'entry.js', ['workerd', 'worker']));
      place.write('config.capnp', workerConfig);
      return place.exec(place.tool.bin('workerd'), 'test', 'config.capnp');
    },
  },
  {
    name: 'jsdom',
    sort: 'runtime',
    tool: 'jsdom',
    how: 'one script in the window, with Node’s `TextDecoder`',
    run: async (place) => {
      place.write('bundle.js', await oneFile(place, 'iife'));
      return place.script('window.mjs', jsdom);
    },
  },
];
