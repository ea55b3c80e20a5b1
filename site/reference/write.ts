/**
 * The reference: a page for each entry point in `docs/reference/api/`, from the declarations that were built. The pages are not committed.
 *
 *     npm run build && npm run reference --workspace site
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referencePages } from './pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}docs/reference/api/`;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, text] of referencePages(root)) writeFileSync(folder + file, text);
