/**
 * `npx tsx benchmarks/formats.ts [LINES]` (after `npm run build`): what engines take to answer questions over the tables of a data set as
 * Parquet, which `decode --stream --parquet` writes, and over the same rows as Arrow IPC and as CSV. The rows of all files are compared
 * first, and so are the answers. Times are medians of turns that all formats take; a turn opens the files and reads what the questions need.
 */
import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonProgram, sparkMissing } from '../scripts/spark.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-formats-'));
const input = join(folder, 'mix.ndjson');
const lines = Number(process.argv[2] ?? 200_000);

const run = (args: readonly string[], output: number | 'ignore'): void =>
  equal(spawnSync(process.execPath, args, { stdio: ['ignore', output, 2] }).status, 0);

const missing = sparkMissing();
if (missing !== undefined) throw new Error(missing);
try {
  run(['--import', 'tsx', path('../scripts/mix.ts'), String(lines)], openSync(input, 'w'));
  const decode = [path('../apps/cli/dist/main.js'), 'decode', '--stream'];
  run([...decode, '--parquet', folder, input], 'ignore');
  console.log((await pythonProgram(readFileSync(path('formats.py'), 'utf8'), folder)).trim());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
