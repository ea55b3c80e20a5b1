/**
 * Pages that are made with the site and not committed: the reference, a page for each entry point in `docs/reference/api/`, from the
 * declarations that were built; and the changes, the licence and the security policy, in `docs/project/`.
 *
 *     npm run build && npm run reference --workspace site
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referencePages } from './pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function write(folder: string, pages: ReadonlyMap<string, string>): void {
  rmSync(`${root}${folder}`, { recursive: true, force: true });
  mkdirSync(`${root}${folder}`, { recursive: true });
  for (const [file, text] of pages) writeFileSync(`${root}${folder}${file}`, text);
}

/** A file of the repository's root, with its links as of `docs/project/`. */
const fileOf = (path: string): string =>
  readFileSync(`${root}${path}`, 'utf8').replaceAll(
    /\]\((?![a-z]+:|#)(docs\/)?/g,
    (_, docs?: string) => (docs === undefined ? '](../../' : '](../'),
  );

write('docs/reference/api/', referencePages(root));
write(
  'docs/project/',
  new Map([
    ['changes.md', fileOf('CHANGELOG.md')],
    ['security.md', fileOf('SECURITY.md')],
    ['license.md', `# Licence\n\n${fileOf('LICENSE').replaceAll('<', '&lt;')}`],
  ]),
);
