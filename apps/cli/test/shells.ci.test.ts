/** What other programs make of the man page and of the completion scripts. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { program, run } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';

const file = testFiles();
const root = fileURLToPath(new URL('../', import.meta.url));

describe('the manual', () => {
  it('is a man page that man can format', () => {
    const { man } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { man: string };
    expect(readFileSync(`${root}${man}`, 'utf8')).toMatch(/^\.TH AVALANCHE/);
    const shown = spawnSync('man', ['--warnings=mac', '-l', `${root}${man}`], { encoding: 'utf8' });
    if (shown.error) return console.warn('man is not installed: its page is not formatted');
    expect(shown.stderr).toBe('');
    expect(shown.stdout).toContain('EXIT STATUS');
  });
});

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
