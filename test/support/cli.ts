/** The command line, as it is built. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Its file. */
export const program = fileURLToPath(new URL('../../dist/node/main.js', import.meta.url));

/** Runs it with arguments and what it reads. */
export const run = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
};

const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-'));

/** A file of its own for what it reads; nobody else can, as it may hold a key. */
export const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content, { mode: 0o600 });
  return join(folder, name);
};

/** The text of what it writes, if it is well. */
export function output(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = run(args, input);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
