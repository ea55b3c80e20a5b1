/** The pages of `apps/`, built into a folder of their own and served on loopback. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** Builds the pages into a new folder. */
export function buildPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-pages-'));
  const args = ['--import', 'tsx', 'scripts/apps.ts', '--pages', folder];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  return folder;
}

export const removePages = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** Serves a folder while the body runs, as any server of static files would. */
export async function withPages<T>(
  folder: string,
  body: (origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer(({ url }, response) => {
    const path = normalize(join(folder, new URL(url!, 'http://127.0.0.1').pathname));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    const isFile = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    response.writeHead(isFile ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    response.end(isFile ? readFileSync(file) : undefined);
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    return await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
