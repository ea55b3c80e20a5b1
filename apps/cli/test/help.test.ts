import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../../test/support/cli.ts';
import { commands } from '../src/commands/index.ts';
import { exitStatuses } from '../src/exit.ts';
import { streamArguments } from '../src/stream.ts';
import { wrapped } from '../src/wrap.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('help', async () => {
  const { stdout } = await run([]);

  it('lists every command, and leads to the help of each', async () => {
    for (const { name, brief } of commands)
      expect(stdout).toContain(`  ${name.padEnd(10)}  ${brief}`);
    expect((await run(['--help'])).stdout).toBe(stdout);
    expect((await run(['help'])).stdout).toBe(stdout);
  });

  it.each(commands.map(({ name }) => [name]))('of %s has a usage and examples', async (name) => {
    const page = await run([name, '--help']);
    expect(page).toMatchObject({ status: 0, stderr: '' });
    expect(page.stdout.startsWith(`Usage: avalanche-tx ${name} `)).toBe(true);
    expect(page.stdout).toContain(`\nExamples:\n`);
    expect(
      page.stdout
        .split('Examples:')[0]!
        .split('\n')
        .every((line) => line.length <= 80),
    ).toBe(true);
  });

  it('is the same by help COMMAND, and wins over missing arguments', async () => {
    expect((await run(['help', 'state'])).stdout).toBe((await run(['state', '-h'])).stdout);
  });

  it('has colors where they are asked for, and NO_COLOR does not matter then', async () => {
    expect((await run(['sign', '--help'], '', { env: { FORCE_COLOR: '1' } })).stdout).toContain(
      '\u001b[',
    );
    expect((await run(['sign', '--help'], '', { env: { FORCE_COLOR: '0' } })).stdout).not.toContain(
      '\u001b',
    );
    expect((await run(['sign', '--help'], '', { env: { NO_COLOR: '1' } })).stdout).not.toContain(
      '\u001b',
    );
  });
});

describe('mistakes', () => {
  it.each([
    [['decod', '0x00'], 'Did you mean decode?'],
    [['decode', '--jsn'], 'Did you mean `--json`?'],
    [['build', '--stat', 'x'], 'Did you mean `--state`?'],
    [['completion', 'bsh'], 'Expected one of "bash", "zsh", and "fish"'],
    [['fee', '--chain', 'Q'], 'Expected one of "P", "X", and "C"'],
    [['state'], 'See avalanche-tx state --help.'],
    [['id', 'nowhere.json'], 'a file that exists'],
    [['build', '-', '--state', '-'], 'only one input can be standard input'],
    [['build', '--state', '-'], 'only one input can be standard input'],
    [['address', '0x00', '--network', 'nowhere'], '--network must be'],
  ])('are told with what was meant: %j', async (args, said) => {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(said);
  });
});

describe('the manual', () => {
  it('has every exit status and every option of every command', async () => {
    const manual = readFileSync(`${root}docs/cli.md`, 'utf8');
    for (const [status, text] of Object.entries(exitStatuses))
      expect(manual).toContain(`| ${status} | ${text} |`);
    for (const { name } of commands) {
      const page = (await run([name, '--help'])).stdout;
      const section = manual.split(`\n### ${name}\n`)[1]!.split('\n### ')[0]!;
      for (const option of page.match(/^ {2}--[\w-]+/gm) ?? [])
        expect(section).toContain(`\`${option.trim()}`);
    }
  });

  it('is in the package as a man page', () => {
    const own = `${root}apps/cli/`;
    const { man } = JSON.parse(readFileSync(`${own}package.json`, 'utf8')) as { man: string };
    expect(readFileSync(`${own}${man}`, 'utf8')).toMatch(/^\.TH AVALANCHE/);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { status, stdout, stderr } = await run(['completion', shell]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('avalanche-tx');
  });

  it.each([
    [['ex'], ['explain']],
    [['sign', '--k'], ['--key']],
    [
      ['explain', '--device', ''],
      ['1.4.4', '1.4.20'],
    ],
    [
      ['decode', '--network', 'f'],
      ['fuji', '__FILE__:any::f:0'],
    ],
    [['sign', '--key', ''], ['__FILE__:any:::0']],
    [['nothing', ''], []],
  ])('offers for %j what can stand there', async (words, offered) => {
    expect(
      (await run(['completion', 'bash', ...words])).stdout.split('\n').filter(Boolean),
    ).toEqual(offered);
  });
});

describe('the quick reading of a stream’s arguments', () => {
  it.each([
    [['--stream']],
    [['--stream', 'a.gz', '--workers', '2', '--compress', 'gzip']],
    [['--stream', '--parquet', 'tables']],
    [['a.gz', '--stream', '--workers=3']],
  ])('takes %j', (args) => expect(streamArguments(args)).toBeDefined());

  it.each([[['--stream', '--json']], [['--stream', 'a', 'b']], [['--stream', '--help']], [['a']]])(
    'leaves %j to the parser',
    (args) => expect(streamArguments(args)).toBeUndefined(),
  );
});

describe('wrapping', () => {
  it.each([60, 80, 120])(
    'at %i columns indents under the last column and breaks no word',
    (width) => {
      const id = 'x'.repeat(100);
      const text = `Paid by      ${'some words '.repeat(20)}\nid  ${id}`;
      const lines = wrapped(text, width).split('\n');
      expect(lines.slice(0, -1).every((line) => line.length <= width)).toBe(true);
      expect(lines[1]!.startsWith(`${' '.repeat(13)}`)).toBe(true);
      expect(lines.join('\n')).toContain(id);
      expect(wrapped(text, undefined)).toBe(text);
    },
  );
});
