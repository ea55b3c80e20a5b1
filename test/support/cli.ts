/** The command line, as it is built. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** Its file. */
export const program = fileURLToPath(new URL('../../dist/node/main.js', import.meta.url));

const { FORCE_COLOR: _force, NO_COLOR: _no, ...env } = process.env;

/** Runs it with arguments and what it reads. It has no terminal, also where the tests have one: `sign` would ask there. */
export const run = (
  args: readonly string[],
  input = '',
  more: Readonly<Record<string, string>> = {},
) => {
  const options = {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...env, ...more },
  } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    ...options,
    // Node passes it on, and its types leave it out.
    ...{ detached: true },
  });
  return { status, stdout, stderr };
};

const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
