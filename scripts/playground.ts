/** Builds the playground's page out of `dist` and the guides: `npx tsx scripts/apps.ts --pages FOLDER` calls it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { readExamples } from './examples.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const app = `${root}apps/playground/`;

const common = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  conditions: ['module', 'browser'],
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // As in a project of a user: the paths of this one lead to the source for Node.
  tsconfigRaw: '{}',
  absWorkingDir: root,
  logLevel: 'error',
} satisfies BuildOptions;

const sha256 = (text: string) => createHash('sha256').update(text);
const hashOf = (text: string): string => `'sha256-${sha256(text).digest('base64')}'`;
const named = (name: string, extension: string, text: string): string =>
  `${name}-${sha256(text).digest('hex').slice(0, 8)}.${extension}`;

const policy = (rules: readonly string[]): string =>
  ["default-src 'none'", ...rules, "base-uri 'none'", "form-action 'none'"].join('; ');

/** The page: its own scripts and styles, its own files, its own frame. */
const pagePolicy = policy([
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
]);

/** The frame, and the workers in it that run what somebody wrote: scripts made from text, and no connection. */
const framePolicy = (script: string): string =>
  policy([`script-src blob: ${hashOf(script)}`, "connect-src 'none'", 'worker-src blob:']);

const fill = (template: string, parts: { readonly [name: string]: string }): string =>
  template.replaceAll(/<!-- (CSP|STYLE|SCRIPT|DATA) -->/g, (_, name: string) =>
    name === 'CSP'
      ? `<meta http-equiv="Content-Security-Policy" content="${parts[name]}">`
      : parts[name]!,
  );

async function bundled(path: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({ ...common, ...options, entryPoints: [`${app}${path}`] });
  return outputFiles![0]!.text;
}

/** JSON for a page: no text in it can end the element that it stands in. */
const dataOf = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Declarations for the editor: those of the package, and what a worker has. */
function declarations(): { readonly [path: string]: string } {
  const require = createRequire(`${root}site/package.json`);
  const lib = dirname(require.resolve('typescript'));
  const libraries = readdirSync(lib).filter((name) =>
    /^lib\.(es5|es20(1\d|2[0-3]).*|decorators.*|webworker)\.d\.ts$/.test(name),
  );
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly exports: { readonly [entry: string]: { readonly types?: string } | string };
  };
  const types = Object.entries(exports).flatMap(([entry, of]) =>
    typeof of === 'object' && entry !== './testing' ? [[entry, { types: of.types }]] : [],
  );
  return {
    ...Object.fromEntries(
      libraries.map((name) => [`/lib/${name}`, readFileSync(join(lib, name), 'utf8')]),
    ),
    '/node_modules/avalanche-tx/package.json': JSON.stringify({
      name: 'avalanche-tx',
      type: 'module',
      exports: Object.fromEntries(types),
    }),
    ...Object.fromEntries(
      readdirSync(`${root}dist`, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.d.ts') && !/^(cli|node)\//.test(path))
        .map((path) => [
          `/node_modules/avalanche-tx/dist/${path}`,
          readFileSync(`${root}dist/${path}`, 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, ''),
        ]),
    ),
  };
}

/** Writes the page and what it loads into a folder. */
export async function playground(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, extension: string, text: string): string => {
    const file = named(name, extension, text);
    writeFileSync(join(folder, file), text);
    return file;
  };
  const frame = await bundled('frame/frame.ts', { format: 'iife' });
  writeFileSync(
    join(folder, 'frame.html'),
    fill(readFileSync(`${app}frame/index.html`, 'utf8'), {
      CSP: framePolicy(frame),
      SCRIPT: `<script>${frame}</script>`,
    }),
  );
  const files = {
    runner: write('runner', 'js', await bundled('runner/runner.ts', { format: 'iife' })),
    service: write(
      'service',
      'js',
      await bundled('../../site/playground/service.ts', { format: 'iife' }),
    ),
    declarations: write('declarations', 'json', JSON.stringify(declarations())),
  };
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { playground: `${app}main.tsx` },
    outdir: folder,
    splitting: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  const entry = Object.entries(metafile.outputs).find(([path, { entryPoint }]) =>
    Boolean(entryPoint?.endsWith('main.tsx') && path.endsWith('.js')),
  )![0];
  const style = write('playground', 'css', await bundled('style.css'));
  writeFileSync(
    join(folder, 'index.html'),
    fill(readFileSync(`${app}index.html`, 'utf8'), {
      CSP: pagePolicy,
      STYLE: `<link rel="stylesheet" href="${style}">`,
      DATA: `<script type="application/json" id="data">${dataOf({ files, examples: readExamples() })}</script>`,
      SCRIPT: `<script type="module" src="${entry.split('/').at(-1)}"></script>`,
    }),
  );
}
