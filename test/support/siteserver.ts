/** The built website on loopback, as any server of static files gives it. */
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the built site. */
export const built: string = fileURLToPath(new URL('../../site/.vitepress/dist/', import.meta.url));

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The file of an address of the site, if there is one: `/guides/` is `guides/index.html`. */
export function fileOf(path: string): string | undefined {
  const file = normalize(join(built, decodeURIComponent(path)));
  if (!file.startsWith(built)) return undefined;
  const found = [file, `${file}.html`, join(file, 'index.html')];
  return found.find((name) => existsSync(name) && statSync(name).isFile());
}

/** Serves the site while the body runs. */
export async function withSite<T>(body: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url }, response) => {
    const found = fileOf(new URL(url!, 'http://127.0.0.1').pathname);
    const file = found ?? `${built}404.html`;
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    return await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
