import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { errorHelp } from '../../../src/errors/help.ts';
import { website } from '../../../src/errors/website.ts';
import { run } from '../../../test/support/cli.ts';
import { exitStatuses } from '../../shared/exit.ts';
import { commands } from '../src/commands/index.ts';
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
    [['decode', '--jsn'], 'decode has no option --jsn. Did you mean --json?'],
    [['build', '--stat', 'x'], 'Did you mean --state?'],
    [['sned', '1'], 'Did you mean send'],
    [['send', '1', '--mx', '1'], 'send has no option --mx.\nSee avalanche-tx send --help.'],
    [['completion', 'bsh'], 'SHELL must be bash, zsh or fish'],
    [['fee', '--chain', 'Q'], '--chain must be P, X or C'],
    [['state'], 'state needs an argument: ADDRESS\nSee avalanche-tx state --help.'],
    [['combine', 'a.json'], 'combine needs 2 arguments: DRAFT'],
    [['id', '0x00', '0x01'], 'id takes no further argument: 0x01'],
    [['sign', '--key'], '--key needs a value: FILE'],
    [['sign', '--key', '--yes'], '--key needs a value: FILE'],
    [['sign', '--yes=no'], '--yes takes no value'],
    [['fee', '--price', '1', '--price=2'], '--price can be given only once'],
    [['id', '--', '--help'], 'a file that exists'],
    [['sign', `PrivateKey-${'a'.repeat(40)}`, `--${'b'.repeat(40)}`], 'sign has no option ….'],
    [['id', 'nowhere.json'], 'INPUT: the file nowhere.json does not exist'],
    [
      ['verify', '0x00', '--state', 'not/here.txt'],
      '--state: the file not/here.txt does not exist',
    ],
    [['id', 'nowhere'], 'INPUT: an input must be hex, CB58, JSON, - or a file that exists'],
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
      expect(manual).toContain(`](cli/${name}.md)`);
      const section = readFileSync(`${root}docs/cli/${name}.md`, 'utf8');
      for (const option of page.match(/^ {2}--[\w-]+/gm) ?? [])
        expect(section).toContain(`\`${option.trim()}`);
    }
  });
});

describe('help for an error code', () => {
  it.each(['BadText', 'badtext'])('%s has its meaning and what to do, offline', async (code) => {
    const { status, stdout } = await run(['help', code]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^BadText\n\n/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(errorHelp.BadText);
    expect(/https?:|docs\//.test(stdout)).toBe(website !== '');
  });

  it('is what an error leads to, and no message names a file of the documentation', async () => {
    const { stderr } = await run(['decode', '0x0000']);
    expect(stderr).toMatch(/\nSee avalanche-tx help \w+\n$/);
    for (const { name } of commands)
      expect((await run([name, '--help'])).stdout).not.toMatch(/docs\//);
    expect((await run(['rpc', 'platform.getHeigt'])).stderr).toContain(
      'Did you mean platform.getHeight',
    );
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
    [['decode', '--network', 'f'], ['fuji']],
    [['decode', '--network', '=', 'f'], ['fuji']],
    [
      ['fee', '--chain='],
      ['P', 'X', 'C'],
    ],
    [
      ['fee', '--chain', '='],
      ['P', 'X', 'C'],
    ],
    [['sign', '--key', ''], []],
    [['sign', '--key', 'a', '--ke'], ['--key']],
    [['sign', '--yes', '--ye'], []],
    [['sign', ''], []],
    [['completion', 'z'], ['zsh']],
    [['help', 'verif'], ['verify']],
    [['nothing', ''], []],
  ])('offers for %j what can stand there, and nothing where a file can', async (words, offered) => {
    expect(
      (await run(['completion', 'bash', ...words])).stdout.split('\n').filter(Boolean),
    ).toEqual(offered);
  });
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
