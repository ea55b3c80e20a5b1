/**
 * Bundles the library for Node into `dist/node`: what loads together lies in one file, dependencies included, because Node
 * needs half a millisecond and more to find, read and link each of a hundred. Bundlers get `dist`, a file a module.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const path = (relative: string): string =>
  fileURLToPath(new URL(`../${relative}`, import.meta.url));
const { exports } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
  readonly exports: {
    readonly [subpath: string]: { readonly node: string; readonly default: string };
  };
};

const sourceOf = (compiled: string): string =>
  path(compiled.replace(/^\.\/dist/, 'src').replace(/\.js$/, '.ts'));

/** Modules by the names of the files that start from them: the entry points, the command line and its threads. */
const input: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(exports)
      .filter(([subpath]) => subpath !== './package.json')
      .map(([, { node, default: module }]) => [/([^/]+)\.js$/.exec(node)![1]!, sourceOf(module)]),
  ),
  main: path('src/cli/main.ts'),
  worker: path('src/cli/worker.ts'),
};

/** What the root needs, and so nearly all do; and what signers need beside that. */
const groups = { core: new Set<string>(), signing: new Set<string>() };
const findGroups: Plugin = {
  name: 'groups',
  buildEnd() {
    const reach = (id: string, group: Set<string>): void => {
      if (group.has(id)) return;
      group.add(id);
      for (const next of this.getModuleInfo(id)?.importedIds ?? []) reach(next, group);
    };
    reach(input.index!, groups.core);
    reach(input.sign!, groups.signing);
  },
};

const bundle = await rolldown({
  input,
  platform: 'node',
  plugins: [findGroups],
});
const { output } = await bundle.write({
  dir: path('dist/node'),
  chunkFileNames: '[name].js',
  // Less to read over; functions and classes keep their names for who reads a stack.
  minify: {
    compress: true,
    mangle: { toplevel: true, keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: true },
  },
  codeSplitting: {
    // Of two groups that hold a module the first one gets it.
    groups: Object.entries(groups).map(([name, ids]) => ({ name, test: (id) => ids.has(id) })),
  },
});

/** The folders of the packages whose code is in the files. */
const packages = output
  .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  .flatMap((id) => /.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0] ?? []);
const licenses = [...new Set(packages)].sort().map((folder) => {
  const name = /node_modules\/(.*)\/$/.exec(folder)![1]!;
  const file = readdirSync(folder).find((found) => /^licen[cs]e/i.test(found));
  if (file === undefined) throw new Error(`${name} has no license that could be passed on`);
  return `${name}\n\n${readFileSync(folder + file, 'utf8').trim()}\n`;
});
writeFileSync(path('dist/node/LICENSES'), licenses.join('\n---\n\n'));
