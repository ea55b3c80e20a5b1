import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';

const file = testFiles();

const folder = dirname(file('some', ''));

describe('what cannot be read', () => {
  it.each([
    [['decode', '--stream', folder], `${folder} cannot be read: illegal operation on a directory`],
    [['decode', folder], 'illegal operation on a directory'],
    [['sign', folder, '--key', folder], 'illegal operation on a directory'],
    [['rpc', 'info.peers', '--url', 'http://127.0.0.1:9'], 'Transport'],
  ])('is told without a stack, with status 3: %j', async (args, said) => {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^error: /m);
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it('is wrong usage if a file does not exist', async () =>
    expect(await run(['decode', '--stream', 'nowhere.gz'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: nowhere.gz does not exist\n',
    }));
});

describe('options that have no meaning', () => {
  it.each([
    [['decode', '--compress', 'gzip', '0x00'], '--compress needs --stream'],
    [['decode', '--stream', '--compress', 'lzma'], '--compress must be gzip or zstd'],
    [['decode', '--stream', '--chain', 'P'], '--stream takes only --compress'],
    [['decode', '--stream', '--network', 'fuji'], '--stream takes only --compress'],
    [['decode', '--stream', '--kind', 'tx'], '--stream takes only --compress'],
    [['decode', '--stream', '--hint', 'x'], '--stream takes only --compress'],
    [['decode', '--stream', '--json'], '--stream takes only --compress'],
  ])('are refused: %j', async (args, said) => {
    const { status, stdout, stderr } = await run(args, '{}\n');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(said);
  });
});

describe('arguments of testnode', () => {
  it.each([
    [['--http', 'nowhere'], '--http must be HOST:PORT'],
    [['--fund', 'P-local1'], '--fund must be ADDRESS=AVAX'],
    [['--block-time', 'x'], '--block-time must be a whole number'],
    [['extra'], 'testnode takes no further argument: extra'],
    [['--url', 'x'], 'has no option --url.'],
  ])('are refused: %j', async (args, message) => {
    const { status, stderr } = await run(['testnode', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
