/** Holds the order of `src/`: a file imports only from its own layer and those above it that it may know, and never in a circle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders and files of `src/`, from what all may use to what none may. */
export const layers = [
  'errors',
  'schema/check',
  'crypto',
  'text',
  'schema',
  'wire',
  'network',
  'chain',
  'blocks',
  'warp',
  'tx',
  'state',
  'fee',
  'rules',
  'owners',
  'draft',
  'builder',
  'review',
  'sign',
  'keystone',
  'history',
  'open',
  'interop',
  'explain',
  'rpc',
  'deposits',
  'wallet',
  'testnode',
  // Last: nothing else in `src` may need Node.
  'filestore',
] as const;

type Layer = (typeof layers)[number];

/** The layers whose files may import `node:` modules: an entry point that browsers do not have. */
const forNode: readonly Layer[] = ['filestore'];

/** What some layers must not know although the order would let them, types included. */
export const unknownTo: { readonly [L in Layer]?: readonly Layer[] } = {
  // Bridges carry drafts; keys stay with who signs.
  interop: ['review', 'sign'],
  // Blocks change a ledger, whoever built or signed what is in them.
  history: ['rules', 'owners', 'draft', 'builder', 'review', 'sign', 'interop'],
  // Bytes say what they are without anything that a node said.
  open: [
    'state',
    'fee',
    'rules',
    'owners',
    'draft',
    'builder',
    'review',
    'sign',
    'interop',
    'history',
  ],
  // Who reads an explanation has no key.
  explain: ['sign', 'interop', 'history'],
  // A node is asked; what is built and what is made of it is for others.
  rpc: ['builder', 'review', 'interop', 'history', 'explain'],
  // Who takes deposits needs no key and makes no transaction.
  deposits: ['rules', 'owners', 'draft', 'builder', 'review', 'sign', 'interop', 'explain'],
  // Files know nothing of what is in them.
  filestore: [
    'wire',
    'chain',
    'tx',
    'draft',
    'builder',
    'review',
    'sign',
    'explain',
    'rpc',
    'testnode',
  ],
  // A node neither reviews nor explains.
  testnode: ['review', 'interop', 'explain', 'wallet'],
};

/** `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`, of types as well. */
const specifiers = /\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const posixOf = (path: string): string => path.split(sep).join('/');

/** Programs that use the library by its entry points, like anybody's. */
const programs = ['apps/cli', 'apps/index'];
/** What they share. */
const shared = 'apps/shared';

/** Imports of programs that are neither their own files nor shared ones nor packages: nothing of `src`, and nothing of each other. */
export function borderViolations(root: string): string[] {
  const found: string[] = [];
  for (const program of [...programs, shared]) {
    const folder = join(root, program === shared ? shared : `${program}/src`);
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.ts')) continue;
      const file = join(folder, name);
      for (const specifier of specifiersOf(file)) {
        if (!specifier.startsWith('.')) continue;
        const path = posixOf(relative(root, resolve(dirname(file), specifier)));
        if (![program, shared].some((own) => path.startsWith(`${own}/`)))
          found.push(
            `${posixOf(relative(root, file))}: imports ${path}; a program uses the library by its entry points, such as avalanche-tx/sign`,
          );
      }
    }
  }
  return found;
}

/** The relative and other specifiers of a file's imports and exports, types included. */
const specifiersOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').replace(comments, '').matchAll(specifiers)].map(
    ([, , specifier = '']) => specifier,
  );

/**
 * The source files that `package.json` selects for Node by its `imports` map. Only they may import `node:` modules.
 * @param root The project's folder.
 * @returns Names from `src/`.
 */
export function machineFiles(root: string): string[] {
  const { imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly imports?: Readonly<Record<string, unknown>>;
  };
  const filesOf = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(filesOf);
  return Object.values(imports)
    .filter((conditions) => typeof conditions !== 'string')
    .flatMap((conditions) =>
      Object.entries(conditions as object).filter(
        ([condition]) => condition !== 'default' && condition !== 'types',
      ),
    )
    .flatMap(([, file]) => filesOf(file))
    .map((file) => file.replace(/^\.\/(?:dist|src)\//, '').replace(/(?:\.d\.ts|\.js)$/, '.ts'));
}

/**
 * What breaks the order in a source folder, one line each: file, what it imports, why not.
 * @param machine Files that may import `node:` modules.
 */
export function layerViolations(src: string, machine: readonly string[] = []): string[] {
  const found: string[] = [];
  const layerOf = (file: string): number => {
    const [head = '', ...rest] = relative(src, file).split(sep);
    const path = posixOf(relative(src, file)).replace(/\.ts$/, '');
    const places: readonly string[] = layers;
    // A file that is a layer of its own may be used by more than its folder.
    const layer = places.includes(path) ? places.indexOf(path) : places.indexOf(head);
    // A file beside the folders is an entry point: it may use all, and none may use it.
    return layer >= 0 || rest.length > 0 ? layer : layers.length;
  };
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts')) continue;
    const file = join(src, name);
    const path = posixOf(name);
    const layer = layerOf(file);
    const complain = (what: string) => found.push(`${path}: ${what}`);
    if (layer < 0) {
      complain('its folder is no layer');
      continue;
    }
    for (const specifier of specifiersOf(file)) {
      if (!specifier.startsWith('.')) {
        const mayBeNode =
          machine.includes(path) || (forNode as readonly unknown[]).includes(layers[layer]);
        if (/^node:/.test(specifier) && !mayBeNode)
          complain(`imports ${specifier}; only what package.json selects for Node may`);
        if (/^avalanche-tx(\/|$)/.test(specifier)) complain(`imports the package itself`);
        continue;
      }
      const target = resolve(dirname(file), specifier);
      if (relative(src, target).startsWith('..')) complain(`imports ${specifier} from outside src`);
      else if (machine.includes(posixOf(relative(src, target))))
        complain(`imports ${specifier}, which only the package's imports map may lead to`);
      else if (!existsSync(target)) complain(`imports ${specifier}, which is not there`);
      else if (layerOf(target) > layer) complain(`imports ${specifier} from a layer below its own`);
      else {
        const [from, to] = [layers[layer], layers[layerOf(target)]];
        if (from && to && unknownTo[from]?.includes(to))
          complain(`imports ${specifier}: ${from} must not know ${to}`);
      }
    }
  }
  return found;
}

/** Every group of files that import each other in a circle, types included. Names from the folder, sorted. */
export function cycles(src: string): string[][] {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const targets = new Map(
    names.map((name) => [
      name,
      specifiersOf(join(src, name))
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => relative(src, resolve(dirname(join(src, name)), specifier))),
    ]),
  );
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(targets.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      if (!seen.has(next)) {
        seen.add(next);
        open.push(...(targets.get(next) ?? []));
      }
    return seen;
  };
  const reach = new Map(names.map((name) => [name, reached(name)]));
  const circular = names.filter((name) => reach.get(name)!.has(name));
  const groups: string[][] = [];
  for (const name of circular) {
    if (groups.some((group) => group.includes(name))) continue;
    groups.push(
      circular.filter((other) => reach.get(name)!.has(other) && reach.get(other)!.has(name)),
    );
  }
  return groups.map((group) => group.map((name) => name.split(sep).join('/')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const found = layerViolations(join(root, 'src'), machineFiles(root));
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
