/** The completion scripts in the shells themselves. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { program, run } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';

const file = testFiles();

describe('completion', () => {
  const script = (shell: string) => run(['completion', shell]).stdout;
  const installed = (shell: string) =>
    ['/bin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/${shell}`));

  it.each([
    ['bash', ['-n']],
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ])('prints a script that %s accepts', (shell, options) => {
    const text = script(shell);
    expect(text).toContain('avalanche-tx');
    if (!installed(shell))
      return console.warn(`${shell} is not installed: its script is not checked`);
    const checked = spawnSync(shell, [...options, file(`completion.${shell}`, text)], {
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
  });

  it('completes in bash itself', () => {
    if (!installed('bash')) return console.warn('bash is not installed');
    const sourced = `${script('bash')}
avalanche-tx() { "${process.execPath}" "${program}" "$@"; }
COMP_WORDS=(avalanche-tx sign --max); COMP_CWORD=2; COMP_LINE='avalanche-tx sign --max'; COMP_POINT=23
_avalanche-tx avalanche-tx --max sign; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync('bash', ['-c', sourced], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('--max-fee');
  });
});
