/** Holds the order of `src/`: a file imports only from its own layer and those above it in this list. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders and files of `src/`, from what all may use to what none may. */
export const layers = [
  'errors',
  'crypto',
  'text',
  'schema',
  'wire',
  'network',
  'chain',
  'blocks',
  'warp',
  'state',
  'fee',
  'rules',
  'draft',
  'builder',
  'sign',
  'interop',
  'history',
  'open',
  'explain',
  'rpc',
  'cli',
] as const;

/** `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`, of types as well. */
const specifiers = /\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** What breaks the order in a source folder, one line each: file, what it imports, why not. */
export function violations(src: string): string[] {
  const found: string[] = [];
  const layerOf = (file: string): number => {
    const [head = '', ...rest] = relative(src, file).split(sep);
    const layer = (layers as readonly string[]).indexOf(
      rest.length > 0 ? head : head.replace(/\.ts$/, ''),
    );
    // A file beside the folders is an entry point: it may use all, and none may use it.
    return layer >= 0 || rest.length > 0 ? layer : layers.length;
  };
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts')) continue;
    const file = join(src, name);
    const layer = layerOf(file);
    const complain = (what: string) => found.push(`${name.split(sep).join('/')}: ${what}`);
    if (layer < 0) {
      complain('its folder is no layer');
      continue;
    }
    const text = readFileSync(file, 'utf8').replace(comments, '');
    for (const [, , specifier = ''] of text.matchAll(specifiers)) {
      if (!specifier.startsWith('.')) {
        if (/^node:/.test(specifier) && layers[layer] !== 'cli')
          complain(`imports ${specifier}; only cli knows the machine`);
        if (/^avalanche-tx(\/|$)/.test(specifier)) complain(`imports the package itself`);
        continue;
      }
      const target = resolve(dirname(file), specifier);
      if (relative(src, target).startsWith('..')) complain(`imports ${specifier} from outside src`);
      else if (!existsSync(target)) complain(`imports ${specifier}, which is not there`);
      else if (layerOf(target) > layer) complain(`imports ${specifier} from a layer below its own`);
    }
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations(fileURLToPath(new URL('../src', import.meta.url)));
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
