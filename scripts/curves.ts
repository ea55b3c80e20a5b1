/**
 * Makes `test/support/curves/answers.br`: what the libraries of curves answer in the fast tests, which look it up there; see
 * `test/support/curves/recorded.ts`. Needs only Node. Tests are right without a record, and slower.
 *
 *     npx tsx scripts/curves.ts
 *
 * The tests run twice, and what only one run asks is left out: it comes of random inputs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { command } from './oracle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The lines that one run of the fast tests asks for. */
function asked(folder: string, run: number): ReadonlySet<string> {
  const file = join(folder, String(run));
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CURVES: file },
  });
  if (status !== 0) throw new Error('the fast tests fail');
  return new Set(readFileSync(file, 'utf8').trimEnd().split('\n'));
}

await command(import.meta.url, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'curves-'));
  try {
    const [first, second] = [asked(folder, 1), asked(folder, 2)];
    const lines = [...first].filter((line) => second.has(line)).sort();
    writeFileSync(
      join(root, 'test/support/curves/answers.br'),
      brotliCompressSync(`${lines.join('\n')}\n`),
    );
    console.log(`${lines.length} answers`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
