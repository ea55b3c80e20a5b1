/** Pages on loopback, as any server of static files gives them. */
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** What a server answers at an address. */
export interface Served {
  readonly type: string;
  readonly content: string | Buffer;
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
}

/**
 * Runs a body with a server on loopback.
 * @param serve What is at a path; nothing is answered with status 404.
 */
export async function withServer<T>(
  serve: (path: string) => Served | undefined,
  body: (origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer(({ url }, response) => {
    const found = serve(new URL(url!, 'http://127.0.0.1').pathname);
    response.writeHead(found === undefined ? 404 : (found.status ?? 200), {
      'content-type': found?.type ?? 'text/plain',
      ...found?.headers,
    });
    response.end(found?.content);
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    return await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** A file as a server gives it. */
const served = (file: string, status = 200): Served => ({
  type: types[extname(file)] ?? 'application/octet-stream',
  content: readFileSync(file),
  status,
});

/** The file of an address in a folder, if there is one: `/guides/` is `guides/index.html`, and `/guides/decode` is `guides/decode.html`. */
export function fileIn(folder: string, path: string): string | undefined {
  const file = normalize(join(folder, decodeURIComponent(path)));
  if (!file.startsWith(folder)) return undefined;
  const found = [file, `${file}.html`, join(file, 'index.html')];
  return found.find((name) => existsSync(name) && statSync(name).isFile());
}

/** Serves the files of a folder while a body runs; its `404.html` answers where there is none. @param asked Gets each path. */
export const withFolder = <T>(
  folder: string,
  body: (origin: string) => Promise<T>,
  asked: string[] = [],
): Promise<T> =>
  withServer((path) => {
    asked.push(path);
    const file = fileIn(folder, path);
    const missing = join(folder, '404.html');
    if (file !== undefined) return served(file);
    return existsSync(missing) ? served(missing, 404) : undefined;
  }, body);
