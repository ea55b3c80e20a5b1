/**
 * Bundles the library for Node into `dist/node`, and the programs into `apps/cli/dist` and `apps/index/dist`: modules that load together are in one file,
 * because Node needs half a millisecond and more to find, read and link each of a hundred. Dependencies stay imports, so that an update
 * of one reaches every user, but for two of text (`copied.ts`). Bundlers get `dist`, one file per module. The command line has a copy of the library: both are
 * released together.
 */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OutputOptions, type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { commandLine, indexProgram } from './commandline.ts';
import { isInside, lateModules } from './copied.ts';

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

/** Copies the few functions of the bundler into the files that import them: as a file of their own they would take longer than a thousand lines. */
const withRuntime: Plugin = {
  name: 'with runtime',
  generateBundle(_, files) {
    const runtime = files['rolldown-runtime.js'];
    if (runtime?.type !== 'chunk') return;
    const body = runtime.code
      .replace(/^(import .*|\/\/.*)$/gm, '')
      .replace(
        /export \{(.*)\};/,
        (_, names: string) => `return {${names.replace(/(\w+) as (\w+)/g, '$2: $1')}};`,
      )
      .replaceAll(/\s+/g, ' ');
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        // In one line, so that the lines of source maps stay right.
        file.code = file.code.replace(
          /^import \{(.*)\} from "\.\/rolldown-runtime\.js";$/m,
          (_, names: string) => `const {${names.replaceAll(' as ', ': ')}} = (() => {${body}})();`,
        );
    delete files['rolldown-runtime.js'];
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
 * Bundles modules. What a program loads at once gets into few files, without what it does not load: a file costs as much as 25 kB in one
 * that is loaded anyway.
 * @param entries Entry points by the names that `groups` use.
 * @param groups By the name of a file, which modules it has, of those that no earlier one has. What a module imports, its programs load
 *   as well: no file imports a later one.
 */
async function bundle<E extends string>(
  options: RolldownOptions,
  entries: Readonly<Record<E, string>>,
  groups: Readonly<Record<string, (by: (entry: E) => boolean) => boolean>>,
  out: OutputOptions,
): Promise<void> {
  const shared: RolldownOptions = { ...options, platform: 'node' };
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
  const loads = new Map(
    (Object.entries(entries) as [E, string][]).map(([name, id]) => [name, reach(fileOf(id))]),
  );
  // What starts may await what it imports later: nothing that is imported later may import it.
  const starts = new Set(Object.values(options.input as Readonly<Record<string, string>>));
  const found = Object.entries(groups).map(([name, has]) => ({
    name,
    test: (id: string) => !starts.has(id) && has((entry) => loads.get(entry)!.has(id)),
  }));
  const made = await rolldown({ ...shared, plugins: [shared.plugins, withRuntime, tidied] });
  await made.write({ ...output, codeSplitting: { groups: found }, ...out });
}

await bundle(
  {
    input: entries,
    // What `imports` in package.json gives Node, from its source.
    resolve: {
      // The files name modules by their paths: those are the same where node_modules is a link to another checkout's.
      symlinks: false,
      alias: Object.fromEntries(
        Object.entries(imports).map(([name, { node }]) => [name, sourceOf(node)]),
      ),
    },
    external: (id, from) => !/^[./#]/.test(id) && !id.includes(':\\') && !isInside(id, from),
    plugins: [lateModules()],
  },
  entries,
  {
    codec: (by) => by('pchain') || by('xchain'),
    // What nearly everything needs.
    text: (by) =>
      (by('index') && (by('build') || by('sign'))) ||
      (by('fee') && (by('explain') || by('testnode'))) ||
      (by('rpc') && (by('sign') || by('hd'))),
    bls: (by) => by('bls') && by('testnode'),
    drafts: (by) => by('sign') && (by('build') || by('hd') || by('testnode')),
    reviewing: (by) => by('sign') && by('explain'),
    signing: (by) => by('sign'),
    opening: (by) => by('index') || (by('blocks') && (by('rpc') || by('testnode'))),
    client: (by) => by('rpc') && by('testnode'),
    connecting: (by) => by('rpc') && by('wallet'),
    ledger: (by) => by('history') && by('testnode'),
    building: (by) => by('build'),
    explaining: (by) => by('explain'),
  },
  {
    dir: path('dist/node'),
    // The maps have the sources in them: the package contains no others.
    sourcemap: true,
  },
);

// Docstrings are with the types, and nowhere else in the package, which is a sixth smaller without copies of them.
const docstring = /^ *\/\*\*[\s\S]*?\*\/$\n/gm;
for (const name of readdirSync(path('dist'), { recursive: true, encoding: 'utf8' })) {
  const file = path(`dist/${name}`);
  const text = /\.(?:js|map)$/.test(name) ? readFileSync(file, 'utf8') : '';
  if (name.endsWith('.map')) {
    const map = JSON.parse(text) as { readonly sourcesContent: readonly string[] };
    // Lines stay where they are.
    const sourcesContent = map.sourcesContent.map((source) =>
      source.replace(docstring, (comment) => comment.replace(/[^\n]+/g, '')),
    );
    writeFileSync(file, JSON.stringify({ ...map, sourcesContent }));
  } else if (text !== '') writeFileSync(file, text.replace(docstring, ''));
}

const cli = (file: string): string => path(`apps/cli/src/${file}.ts`);
await bundle(
  commandLine.options,
  {
    start: cli('standard'),
    help: cli('help'),
    tell: cli('tell'),
    settings: cli('settingsread'),
    decode: cli('decode'),
    address: cli('text'),
    sign: cli('sign'),
  },
  {
    start: (by) => by('start') || by('help'),
    text: (by) => by('tell') || by('settings'),
    read: (by) => by('decode'),
    addresses: (by) => by('address'),
    draft: (by) => by('sign'),
  },
  { dir: path('apps/cli/dist') },
);
await bundle(
  indexProgram.options,
  { main: `${indexProgram.folder}src/main.ts` },
  {},
  { dir: `${indexProgram.folder}dist` },
);
for (const { file } of [commandLine, indexProgram]) chmodSync(file, 0o755);
