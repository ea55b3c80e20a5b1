/**
 * Bundles the library for Node into `dist/node`, and the command line into `apps/cli/dist`: modules that load together are in one file,
 * because Node needs half a millisecond and more to find, read and link each of a hundred. Dependencies stay imports, so that an update
 * of one reaches every user. Bundlers get `dist`, one file per module. The command line has a copy of the library: both are
 * released together.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OutputOptions, type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { commandLine, commandLineOptions } from './commandline.ts';

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

/** The entry points by the names of the files that start from them. */
const entries: Record<string, string> = Object.fromEntries(
  Object.entries(exports)
    .filter(([subpath]) => !subpath.endsWith('.json'))
    .map(([, { node, default: module }]) => [/([^/]+)\.js$/.exec(node)![1]!, sourceOf(module)]),
);

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

const output: OutputOptions = {
  chunkFileNames: '[name].js',
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
};

/**
 * Bundles modules.
 * @param groups Files of what others share: each has all that a module imports. Of two that hold a module the first one gets it.
 */
async function bundle(
  options: RolldownOptions,
  groups: Readonly<Record<string, string>>,
  out: OutputOptions,
): Promise<void> {
  const found = Object.entries(groups).map(([name, start]) => ({
    name,
    start,
    ids: new Set<string>(),
  }));
  const findGroups: Plugin = {
    name: 'groups',
    buildEnd() {
      const reach = (id: string, group: Set<string>): void => {
        if (group.has(id)) return;
        group.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) reach(next, group);
      };
      for (const { start, ids } of found) reach(start, ids);
    },
  };
  const made = await rolldown({
    ...options,
    platform: 'node',
    plugins: [options.plugins, findGroups, inASCII],
  });
  await made.write({
    ...output,
    codeSplitting: {
      groups: found.map(({ name, ids }) => ({ name, test: (id) => ids.has(id) })),
    },
    ...out,
  });
}

await bundle(
  {
    input: entries,
    // What `imports` in package.json gives Node, from its source.
    resolve: {
      alias: Object.fromEntries(
        Object.entries(imports).map(([name, { node }]) => [name, sourceOf(node)]),
      ),
    },
    external: (id) => !/^[./#]/.test(id) && !id.includes(':\\'),
  },
  // What the root needs, as nearly everything does; and what signers need besides.
  { core: entries.index!, signing: entries.sign! },
  {
    dir: path('dist/node'),
    // The maps name the files of `src`, which the package contains.
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
);

await bundle(
  commandLineOptions,
  { core: path('src/index.ts'), signing: path('src/sign/index.ts') },
  {
    dir: path('apps/cli/dist'),
  },
);
chmodSync(commandLine, 0o755);
