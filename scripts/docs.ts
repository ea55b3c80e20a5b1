/**
 * Writes what a reader looks up and what follows from the source: `codec.json`, RPC methods, errors, transactions, the wire format, a node's
 * reasons, the gallery, the manual of the command line, and the tables of `scripts/tables.ts`.
 *
 *     npm run docs               write
 *     npm run docs -- --check    fail where a page differs from the source
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { codecJSON } from './codecjson.ts';
import { errorsPage } from './errordocs.ts';
import { formatPage } from './formatdocs.ts';
import { firstPictures, gallery } from './gallery.ts';
import { manualTables } from './manual.ts';
import { between } from './markdown.ts';
import { reasonsPage } from './reasons.ts';
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

/** Pages as they should be. */
export const pages = (): ReadonlyMap<string, string> =>
  new Map([
    ['codec.json', codecJSON()],
    ['docs/format.md', `${formatPage().trimEnd()}\n`],
    ['docs/reasons.md', reasonsPage()],
    ...rpcPages(),
    ...txPages(),
    ...gallery(),
    ...firstPictures(),
    withTables('docs/cli.md', manualTables()),
    ...Object.entries(tablesIn).map(([path, tables]) =>
      withTables(
        path,
        Object.entries(tables).map(([mark, make]) => [mark, make()]),
      ),
    ),
  ]);

if (process.argv[1] === page('scripts/docs.ts').pathname)
  // The page of errors provokes each of them.
  for (const [path, text] of [
    ...pages(),
    ['docs/reference/errors.md', await errorsPage()] as const,
  ]) {
    if (!process.argv.includes('--check')) {
      mkdirSync(new URL('.', page(path)), { recursive: true });
      writeFileSync(page(path), text);
    } else if (!existsSync(page(path)) || readFileSync(page(path), 'utf8') !== text) {
      console.error(`${path} differs from the source: npm run docs`);
      process.exitCode = 1;
    }
  }
