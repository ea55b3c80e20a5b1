/** What is recorded of the libraries of curves is what they answer: the fast tests, with everything computed. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('recorded answers are those of the libraries', () => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'fast*'];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, CURVES: 'check' },
  });
  expect(status, stdout.slice(-5000)).toBe(0);
}, 1_200_000);
