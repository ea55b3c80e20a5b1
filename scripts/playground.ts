/** Builds the playground's page out of `dist` and the guides: `npx tsx scripts/apps.ts --pages FOLDER` calls it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readExamples } from './examples.ts';
import { headerOf } from './header.ts';
import { bundled, empty, fill, hashOf, policyOf, root, writeHashed, writeSplit } from './page.ts';

const app = `${root}apps/playground/`;

/** The page: its own scripts and styles, its own files, its own frame. */
const pagePolicy = policyOf([
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
]);

/** The frame, and the workers in it that run what somebody wrote: scripts made from text, and no connection. */
const framePolicy = (script: string): string =>
  policyOf([`script-src blob: ${hashOf(script)}`, "connect-src 'none'", 'worker-src blob:']);

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
  empty(folder);
  const write = (name: string, extension: string, text: string): string =>
    writeHashed(folder, name, extension, text);
  const frame = await bundled(`${app}frame/frame.ts`, { format: 'iife' });
  writeFileSync(
    join(folder, 'frame.html'),
    fill(readFileSync(`${app}frame/index.html`, 'utf8'), {
      CSP: framePolicy(frame),
      SCRIPT: `<script>${frame}</script>`,
    }),
  );
  const files = {
    runner: write('runner', 'js', await bundled(`${app}runner/runner.ts`, { format: 'iife' })),
    service: write(
      'service',
      'js',
      await bundled(`${root}site/playground/service.ts`, { format: 'iife' }),
    ),
    declarations: write('declarations', 'json', JSON.stringify(declarations())),
  };
  const script = await writeSplit(folder, '', 'playground', `${app}main.tsx`);
  const style = write('playground', 'css', await bundled(`${app}style.css`));
  writeFileSync(
    join(folder, 'index.html'),
    fill(readFileSync(`${app}index.html`, 'utf8'), {
      CSP: pagePolicy,
      HEADER: headerOf('Playground'),
      STYLE: `<link rel="stylesheet" href="${style}">`,
      DATA: `<script type="application/json" id="data">${dataOf({ files, examples: readExamples() })}</script>`,
      SCRIPT: script,
    }),
  );
}
