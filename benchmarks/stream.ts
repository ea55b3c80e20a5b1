import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rows } from '../test/support/vectors.ts';
import { median } from './measure.ts';

/** What `decode --stream` does with hex lines, from start to end of the process. */
export interface StreamResult {
  readonly lines: number;
  /** Mean bytes of a transaction. */
  readonly bytes: number;
  readonly perSecond: number;
}

const main = fileURLToPath(new URL('../dist/node/main.js', import.meta.url));

/** Runs the command line on the transactions of the vectors, of all types of P and X, after one checked run. */
export function stream(rounds: number): readonly StreamResult[] {
  const all = [...rows('p-public'), ...rows('x-public')];
  const input = all.map(
    ({ chain, network, hex }, id) => `${JSON.stringify({ id, chain, network, hex })}\n`,
  );
  const bytes = all.reduce((sum, { hex }) => sum + hex.length / 2 - 1, 0) / all.length;
  const run = (text: string, stdout: 'pipe' | 'ignore'): string => {
    const result = spawnSync(process.execPath, [main, 'decode', '--stream'], {
      input: text,
      stdio: ['pipe', stdout, 'inherit'],
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    equal(result.status, 0);
    return result.stdout;
  };
  const answers = run(input.join(''), 'pipe').trim().split('\n');
  all.forEach(({ hex, json, id: txID }, id) => {
    const start = `{"id":${id},"ok":true,`;
    const end = `"hex":"${hex}","txID":"${txID}","json":${json}}`;
    equal(answers[id], start + answers[id]!.slice(start.length, -end.length) + end);
  });
  return [20, 60].map((times) => {
    const text = input.join('').repeat(times);
    const lines = all.length * times;
    const took: number[] = [];
    for (let round = 0; round < Math.max(3, rounds / 40); round++) {
      const start = performance.now();
      run(text, 'ignore');
      took.push(performance.now() - start);
    }
    return { lines, bytes, perSecond: (lines / median(took)) * 1000 };
  });
}
