/** What the names of this package and of its parts stand for in tests: the source, as `paths` of `tsconfig.json` say it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const { compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.json', root), 'utf8')) as {
  readonly compilerOptions: { readonly paths: { readonly [name: string]: readonly [string] } };
};

/** For vite: each name as a whole, and the file. */
export const aliases: readonly { readonly find: RegExp; readonly replacement: string }[] =
  Object.entries(compilerOptions.paths).map(([name, [file]]) => ({
    find: new RegExp(`^${name}$`),
    replacement: fileURLToPath(new URL(file, root)),
  }));
