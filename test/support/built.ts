/** The command line as it is built, in processes of its own. `cli.ts` runs its source in this one. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Ran } from './cli.ts';

/** Its file. */
export const program = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));

const { FORCE_COLOR: _force, NO_COLOR: _no, ...env } = process.env;

/** Runs it with arguments and what it reads. It has no terminal, also where the tests have one: `sign` would ask there. */
export function run(
  args: readonly string[],
  input = '',
  more: Readonly<Record<string, string>> = {},
): Ran {
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
}

/** Runs it while this process goes on, as servers of a test must. */
export const runAside = (...args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });

/** The text of what it writes, if it is well. */
export function output(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = run(args, input);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
