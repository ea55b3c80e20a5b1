/**
 * Bundles the library for Node into `dist/node`: modules that load together are in one file, because Node needs half a millisecond
 * and more to find, read and link each of a hundred. Dependencies stay imports, so that an update of one reaches every user.
 * Bundlers get `dist`, one file per module.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const path = (relative: string): string =>
  fileURLToPath(new URL(`../${relative}`, import.meta.url));
const { exports, imports } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
  readonly exports: {
    readonly [subpath: string]: { readonly node: string; readonly default: string };
  };
  readonly imports: { readonly [name: string]: { readonly node: string } };
};

const sourceOf = (compiled: string): string =>
  path(compiled.replace(/^\.\/dist/, 'src').replace(/\.js$/, '.ts'));

/** Modules by the names of the files that start from them: the entry points, the command line and its threads. */
const input: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(exports)
      .filter(([subpath]) => !subpath.endsWith('.json'))
      .map(([, { node, default: module }]) => [/([^/]+)\.js$/.exec(node)![1]!, sourceOf(module)]),
  ),
  main: path('src/cli/main.ts'),
  worker: path('src/cli/worker.ts'),
};

/** What the root needs, as nearly everything does; and what signers need besides. */
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

/** A few characters beyond ASCII would make V8 keep a whole file in two bytes a character, and read it slower. They stand in literals. */
const inASCII: Plugin = {
  name: 'ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

const bundle = await rolldown({
  input,
  platform: 'node',
  // What `imports` in package.json gives Node, from its source.
  resolve: {
    alias: Object.fromEntries(
      Object.entries(imports).map(([name, { node }]) => [name, sourceOf(node)]),
    ),
  },
  external: (id) => !/^[./#]/.test(id) && !id.includes(':\\'),
  plugins: [findGroups, inASCII],
});
await bundle.write({
  dir: path('dist/node'),
  chunkFileNames: '[name].js',
  // The maps name the files of `src`, which the package contains.
  sourcemap: true,
  sourcemapExcludeSources: true,
  comments: false,
  // Two modules of one file may have functions of one name.
  keepNames: true,
  // Short names make an import faster; functions and classes keep theirs for stacks. One statement a line, so that Node prints the
  // line of an uncaught error and not the whole file.
  minify: {
    compress: true,
    mangle: { toplevel: true, keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: false },
  },
  codeSplitting: {
    // Of two groups that hold a module the first one gets it.
    groups: Object.entries(groups).map(([name, ids]) => ({ name, test: (id) => ids.has(id) })),
  },
});
