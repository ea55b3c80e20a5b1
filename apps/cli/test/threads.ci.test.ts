import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { output, program, run } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { rows } from '../../../test/support/vectors.ts';

const file = testFiles();
const lines = rows('p-public').map(({ hex, network, id }) =>
  JSON.stringify({ id, chain: 'P', network, hex }),
);
const text = `${lines.join('\n')}\n`;
const plain = output(['decode', '--stream'], text);

describe('threads', () => {
  it.each([['1'], ['2'], ['3']])(
    'answer a producer that waits for each answer, %s of them',
    async (n) => {
      const child = spawn(process.execPath, [program, 'decode', '--stream', '--workers', n]);
      const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
      for (const line of lines.slice(0, 5)) {
        child.stdin.write(`${line}\n`);
        const { value } = await answers.next();
        expect(JSON.parse(value as string)).toMatchObject({ id: JSON.parse(line).id, ok: true });
      }
      child.stdin.end();
      expect((await answers.next()).done).toBe(true);
    },
  );

  it.each([
    ['throw new Error("boom")', 'boom'],
    ['process.exit(7)', 'a thread ended with status 7'],
  ])('say what they died of, with status 3: %s', (code, said) => {
    const bad = file(
      'bad.cjs',
      `const { parentPort } = require('node:worker_threads');
      parentPort?.on('message', () => { ${code} });`,
    );
    const all = file('many', text.repeat(3));
    const args = [program, 'decode', '--stream', '--workers', '2', all];
    const reply = spawnSync(process.execPath, args, {
      env: { ...process.env, NODE_OPTIONS: `--require ${bad}` },
      encoding: 'utf8',
      timeout: 200_000,
    });
    expect(reply.status).toBe(3);
    expect(reply.stderr).toContain(said);
  });

  it('are not more than there is work for, and warn of nothing', () => {
    const { stderr, stdout, status } = run(['decode', '--stream', '--workers', '99'], text);
    expect(status).toBe(0);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout === plain).toBe(true);
    const many = run(['decode', '--stream', '--workers', '20', file('much', text.repeat(12))]);
    expect(many.stderr.trim().split('\n')).toHaveLength(1);
    expect(many.stdout === plain.repeat(12)).toBe(true);
  });
});
