/** Commands joined by pipes, whose left side may take its time. */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { output, program } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';

const file = testFiles();
const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const state = `${folder}states/P.json`;
const intent = `${folder}P.BaseTx.json`;
const key = file('pipe.key', `0x${'01'.repeat(32)}`);
const cli = `'${process.execPath}' '${program}'`;
const shell = (command: string) => spawnSync('sh', ['-c', command], { encoding: 'utf8' });
const draft = output(['build', intent, '--state', state]);

describe('standard input', () => {
  it.each(['', '-'])('waits for a slow producer: argument %j', (argument) => {
    const { status, stdout, stderr } = shell(
      `(sleep 0.7; cat '${intent}') | ${cli} build ${argument} --state '${state}'`,
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toBe(draft);
  });

  it('waits for each part of what a producer writes', () => {
    const half = Math.floor(draft.length / 2);
    const [first, second] = [draft.slice(0, half), draft.slice(half)];
    const { status, stdout } = shell(
      `(sleep 0.5; cat '${file('first', first)}'; sleep 0.5; cat '${file('second', second)}') | ${cli} missing`,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: output(['missing'], draft) });
  });

  it('may be a pipe that somebody made non-blocking', async () => {
    // Node makes the pipes non-blocking that it gives to children as their output.
    const producer = spawn('sh', ['-c', `sleep 0.5; cat '${intent}'`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const consumer = spawn(process.execPath, [program, 'build', '--state', state], {
      stdio: [producer.stdout, 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    consumer.stdout!.on('data', (chunk) => (stdout += chunk));
    consumer.stderr!.on('data', (chunk) => (stderr += chunk));
    const status = await new Promise((resolve) => consumer.on('close', resolve));
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: draft, stderr: '' });
  });

  it('joins build, sign and finalize', () => {
    const { status, stdout, stderr } = shell(
      `(sleep 0.4; cat '${intent}') | ${cli} build --state '${state}' | ${cli} sign --key '${key}' --intent '${intent}' | ${cli} finalize`,
    );
    expect(status).toBe(0);
    expect(stderr).not.toContain('error');
    expect(JSON.parse(stdout)).toMatchObject({ method: 'platform.issueTx' });
  });
});
