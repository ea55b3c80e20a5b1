/**
 * Bundles the library for Node into `dist/node`, and the command line into `apps/cli/dist`: modules that load together are in one file,
 * because Node needs half a millisecond and more to find, read and link each of a hundred. Dependencies stay imports, so that an update
 * of one reaches every user, but for two of text (`copied.ts`). Bundlers get `dist`, one file per module. The command line has a copy of the library: both are
 * released together.
 */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OutputOptions, type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { commandLine, commandLineOptions } from './commandline.ts';
import { isInside, lazyModules } from './copied.ts';

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

/**
 * A few characters beyond ASCII would make V8 keep a whole file in two bytes a character, and read it slower. They stand in literals.
 * A file is imported only for what is used of it: modules do nothing when they load (`sideEffects` in package.json).
 */
const tidied: Plugin = {
  name: 'tidied',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code
          .replace(
            /[^\0-\x7f]/g,
            (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
          .replace(/^import "\.\/[^"]+";$/gm, '');
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
 * Bundles modules. What a program loads at once gets into few files, without what it does not load.
 * @param groups Names of files, each with entry points: it has the modules that all of them load, as far as no earlier one has them.
 */
async function bundle(
  options: RolldownOptions,
  groups: Readonly<Record<string, readonly string[]>>,
  out: OutputOptions,
): Promise<void> {
  const shared: RolldownOptions = {
    ...options,
    platform: 'node',
  };
  const apart = await rolldown(shared);
  const { output: files } = await apart.generate(output);
  const chunks = new Map(files.flatMap((of) => (of.type === 'chunk' ? [[of.fileName, of]] : [])));
  /** The modules that are loaded with a file. */
  const reach = (file: string, ids = new Set<string>(), seen = new Set<string>()): Set<string> => {
    const chunk = chunks.get(file);
    if (!chunk || seen.has(file)) return ids;
    seen.add(file);
    for (const id of chunk.moduleIds) ids.add(id);
    for (const next of chunk.imports) reach(next, ids, seen);
    return ids;
  };
  const fileOf = (entry: string): string =>
    [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === entry)!.fileName;
  const starts = new Set(Object.values(options.input as Readonly<Record<string, string>>));
  const found = Object.entries(groups).map(([name, entries]) => {
    const [first, ...others] = entries.map((entry) => reach(fileOf(entry)));
    const all = [...first!].filter((id) => others.every((of) => of.has(id)));
    // What starts may await what it imports later: nothing that is imported later may import it.
    const ids = new Set(all.filter((id) => !starts.has(id)));
    return { name, test: (id: string) => ids.has(id) };
  });
  const made = await rolldown({ ...shared, plugins: [shared.plugins, tidied] });
  await made.write({ ...output, codeSplitting: { groups: found }, ...out });
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
    external: (id) => !/^[./#]/.test(id) && !id.includes(':\\') && !isInside(id),
    plugins: [lazyModules],
  },
  {
    codec: [entries.pchain!],
    xchain: [entries.xchain!],
    // What nearly everything needs, and then the rest of the root.
    text: [entries.index!, entries.build!],
    core: [entries.index!],
    network: [entries.network!, entries.build!],
    pricing: [entries.fee!, entries.explain!],
    drafts: [entries.build!, entries.sign!],
    reviewing: [entries.sign!, entries.explain!],
    checking: [entries.rules!, entries.explain!],
    signing: [entries.sign!],
    building: [entries.build!],
    review: [entries.explain!],
  },
  {
    dir: path('dist/node'),
    // The maps have the sources in them: the package contains no others.
    sourcemap: true,
  },
);

// Docstrings are with the types; without them here the package is a tenth smaller. Lines stay where they are.
for (const name of readdirSync(path('dist/node')).filter((file) => file.endsWith('.map'))) {
  const map = JSON.parse(readFileSync(path(`dist/node/${name}`), 'utf8')) as {
    readonly sourcesContent: readonly string[];
  };
  const sourcesContent = map.sourcesContent.map((text) =>
    text.replace(/^ *\/\*\*[\s\S]*?\*\/$/gm, (comment) => comment.replace(/[^\n]+/g, '')),
  );
  writeFileSync(path(`dist/node/${name}`), JSON.stringify({ ...map, sourcesContent }));
}

const cli = (file: string): string => path(`apps/cli/src/${file}.ts`);
await bundle(
  commandLineOptions,
  { start: [cli('main')], read: [cli('decode')], draft: [cli('sign')] },
  { dir: path('apps/cli/dist') },
);
chmodSync(commandLine, 0o755);
