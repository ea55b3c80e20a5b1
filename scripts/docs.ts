/**
 * Writes what a reader looks up and what follows from the source and `package.json`: addresses, `codec.json`, RPC methods, errors, transactions, the wire format, a node's
 * reasons, the gallery, the manual of the command line, and the tables of `scripts/tables.ts`.
 *
 *     npm run docs               write
 *     npm run docs -- --check    fail where a page differs from the source
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { addresses, addressPages } from './addresses.ts';
import { codecJSON } from './codecjson.ts';
import { errorPages } from './errordocs.ts';
import { figures } from './figures.ts';
import { formatPages } from './formatdocs.ts';
import { firstPictures, gallery } from './gallery.ts';
import { commandPages, manualTables } from './manual.ts';
import { between } from './markdown.ts';
import { reasonPages } from './reasons.ts';
import { rpcPages } from './rpcdocs.ts';
import { tablesIn } from './tables.ts';
import { txPages } from './txdocs.ts';

const page = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** A page with its tables, by their marks. */
const withTables = (
  path: string,
  tables: readonly (readonly [mark: string, content: string])[],
): readonly [path: string, text: string] => [
  path,
  tables.reduce(
    (text, [mark, content]) => between(text, mark, content),
    readFileSync(page(path), 'utf8'),
  ),
];

const readme = (): string => between(readFileSync(page('README.md'), 'utf8'), 'figures', figures());

/** Pages as they should be. */
export const pages = (): ReadonlyMap<string, string> =>
  new Map([
    ['codec.json', codecJSON()],
    ...addressPages(addresses(), readme()),
    ...formatPages(),
    ...reasonPages(),
    ...rpcPages(),
    ...txPages(),
    ...gallery(),
    ...firstPictures(),
    withTables('docs/cli.md', manualTables()),
    ...commandPages(),
    ...Object.entries(tablesIn).map(([path, tables]) =>
      withTables(
        path,
        Object.entries(tables).map(([mark, make]) => [mark, make()]),
      ),
    ),
  ]);

if (process.argv[1] === page('scripts/docs.ts').pathname)
  // The pages of errors provoke each of them.
  for (const [path, text] of [...pages(), ...(await errorPages())]) {
    if (!process.argv.includes('--check')) {
      mkdirSync(new URL('.', page(path)), { recursive: true });
      writeFileSync(page(path), text);
    } else if (!existsSync(page(path)) || readFileSync(page(path), 'utf8') !== text) {
      console.error(`${path} differs from the source: npm run docs`);
      process.exitCode = 1;
    }
  }
