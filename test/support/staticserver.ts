/** Files on loopback, as any server of static files gives them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The media type of a file, by its name. */
export const mediaType = (file: string): string =>
  types[extname(file)] ?? 'application/octet-stream';

/**
 * Serves files while the body runs.
 * @param fileOf The file of a path, if there is one.
 * @param missing The file that answers with status 404 instead.
 */
export async function withFiles<T>(
  fileOf: (path: string) => string | undefined,
  body: (origin: string) => Promise<T>,
  missing?: string,
): Promise<T> {
  const server = createServer(({ url }, response) => {
    const found = fileOf(new URL(url!, 'http://127.0.0.1').pathname);
    const file = found ?? missing;
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': file === undefined ? 'text/plain' : mediaType(file),
    });
    response.end(file === undefined ? undefined : readFileSync(file));
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    return await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
