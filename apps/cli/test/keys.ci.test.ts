/** `keys new` on a terminal of its own. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decryptKeystore, privateKey } from '../../../src/sign/index.ts';
import { program } from '../../../test/support/built.ts';
import { testFolder } from '../../../test/support/folder.ts';

/** Types a line for each question, and prints the status and what the terminal showed. */
const typing = `
import os, pty, sys
answers, command = sys.argv[1:-1], sys.argv[-1]
pid, terminal = pty.fork()
if pid == 0:
    os.execv('/bin/sh', ['sh', '-c', command])
shown = b''
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:
        break
    if not data:
        break
    shown += data
    if answers and data.rstrip(b' ').endswith((b'Passphrase:', b'again:')):
        os.write(terminal, answers.pop(0).encode() + b'\\r')
_, status = os.waitpid(pid, 0)
print(os.waitstatus_to_exitcode(status))
sys.stdout.write(shown.decode())
`;
const python =
  spawnSync('python3', ['-c', 'import os, pty; os.waitstatus_to_exitcode']).status === 0;
if (!python) console.warn('Python 3.9 or newer is not installed: passphrases are not typed');

describe.skipIf(!python)('a passphrase', () => {
  const keys = (answers: readonly string[], ...args: readonly string[]) => {
    const command = [process.execPath, program, 'keys', ...args].map((of) => `"${of}"`).join(' ');
    const { stdout, stderr } = spawnSync('python3', ['-c', typing, ...answers, command], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    const [status, ...shown] = stdout.split('\n');
    return { status, shown: shown.join('\n') };
  };

  it('is typed twice without being shown, and encrypts the key', async () => {
    const file = join(testFolder(), 'key.json');
    // The last letter is taken back.
    const made = keys(['pässwörd!\u007f', 'pässwörd'], 'new', file, '--network', 'fuji');
    expect(made.status).toBe('0');
    expect(made.shown).not.toContain('ssw');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = privateKey(await decryptKeystore(readFileSync(file, 'utf8'), 'pässwörd'));
    const address = key.address('P', { hrp: 'fuji' });
    expect(made.shown).toContain(address);
    const shown = keys(['pässwörd'], 'show', file, '--network', 'fuji');
    expect(shown.shown).toContain(address);
    expect(keys(['passwort'], 'show', file).shown).toContain('the passphrase is wrong');
    expect(keys(['\u0003'], 'show', file)).toMatchObject({ status: '2' });
  });
});
