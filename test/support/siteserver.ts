/** The built website on loopback, as any server of static files gives it. */
import { existsSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFiles } from './staticserver.ts';

/** The folder of the built site. */
export const built: string = fileURLToPath(new URL('../../site/.vitepress/dist/', import.meta.url));

/** The file of an address of the site, if there is one: `/guides/` is `guides/index.html`. */
export function fileOf(path: string): string | undefined {
  const file = normalize(join(built, decodeURIComponent(path)));
  if (!file.startsWith(built)) return undefined;
  const found = [file, `${file}.html`, join(file, 'index.html')];
  return found.find((name) => existsSync(name) && statSync(name).isFile());
}

/** Serves the site while the body runs. */
export const withSite = <T>(body: (origin: string) => Promise<T>): Promise<T> =>
  withFiles(fileOf, body, `${built}404.html`);
