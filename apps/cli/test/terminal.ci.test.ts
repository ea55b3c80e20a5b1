/** The question of `sign`, on a terminal. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { output, program } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';

const file = testFiles();
const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const draftOf = (name: string) =>
  output(['build', `${folder}P.${name}.json`, '--state', `${folder}states/P.json`]);
const key = file('confirm-key', `0x${'01'.repeat(32)}`);
/** Its owner is somebody else: the explanation has a warning. */
const warned = draftOf('CreateSubnetTx');

/** Answers the question on a terminal of its own, with standard input as a pipe. Prints the status, then what the terminal showed. */
const answering = `
import os, pty, sys
answer, command = sys.argv[1], sys.argv[2]
pid, terminal = pty.fork()
if pid == 0:
    os.execv('/bin/sh', ['sh', '-c', command])
shown = b''
answered = False
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:
        break
    if not data:
        break
    shown += data
    if not answered and b'[y/N]' in shown:
        answered = True
        os.write(terminal, answer.encode() + b'\\n')
_, status = os.waitpid(pid, 0)
print(os.waitstatus_to_exitcode(status))
sys.stdout.write(shown.decode())
`;
const python =
  spawnSync('python3', ['-c', 'import os, pty; os.waitstatus_to_exitcode']).status === 0;
if (!python)
  console.warn('Python 3.9 or newer is not installed: the question on a terminal is not tested');

describe.skipIf(!python)('sign on a terminal', () => {
  const input = file('warned.json', warned);
  const signed = file('signed.json', '');
  const ask = (answer: string, more = '') => {
    const sign = `"${process.execPath}" "${program}" sign --key "${key}" ${more}`;
    const command = `cat "${input}" | ${sign} > "${signed}"`;
    const { stdout, stderr } = spawnSync('python3', ['-c', answering, answer, command], {
      encoding: 'utf8',
      env: { ...process.env, COLUMNS: '80' },
    });
    const [status = '', ...shown] = stdout.split('\n');
    if (status === '') throw new Error(stderr);
    return { status, shown: shown.join('\n'), signed: readFileSync(signed, 'utf8') };
  };

  it('asks there although standard input is a pipe, and signs after yes', () => {
    const { status, shown, signed: draft } = ask('y');
    expect(shown).toMatch(/Sign it, despite \d warnings? \(\w+(, \w+)*\)\?\s+\[y\/N\]/);
    expect(status).toBe('0');
    expect(draft).toContain('"format"');
  });

  it.each([['n'], [''], ['\x03']])('signs nothing after %j', (answer) => {
    const { status, shown, signed: draft } = ask(answer);
    expect(shown).toContain('Declined: you did not confirm: nothing was signed');
    expect({ status, draft }).toEqual({ status: '1', draft: '' });
  });

  it('does not ask with --yes', () => {
    const { status, shown } = ask('', '--yes');
    expect(shown).not.toContain('[y/N]');
    expect(status).toBe('0');
  });
});
