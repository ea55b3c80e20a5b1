/** Nothing that does not print comes out of the command line. See `security/unprintable.test.ts`. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UnsignedTx } from '../../../src/chain/xchain/tx.ts';
import { formatDraft } from '../../../src/draft/file.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { formatJSON, parseJSON } from '../../../src/text/json.ts';
import { encode } from '../../../src/wire/codec.ts';
import { run } from '../../../test/support/cli.ts';
import { created } from '../../../test/support/eviltx.ts';
import { example } from '../../../test/support/examples.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { json, serve } from '../../../test/support/http.ts';
import { evil, evilArgument, hiddenIn } from '../../../test/support/invisible.ts';

const file = testFiles();

const hex = formatHex(encode(UnsignedTx, created));
const chain = example('P.CreateChainTx').draft;
const keys = (text: string): string => JSON.stringify({ [evil]: 1, [text]: 2 });

describe('the command line prints nothing that does not print', () => {
  const lines = `${JSON.stringify({ chain: 'X', kind: 'unsignedTx', hex })}\n${JSON.stringify({ id: evil, [evil]: 1 })}\n`;
  const badDraft = formatJSON({ ...(parseJSON(formatDraft(chain)) as object), [evil]: 1n });
  const tx = ['--chain', 'X', '--kind', 'unsignedTx'];
  const calls: { readonly [what: string]: readonly [args: readonly string[], input?: string] } = {
    decode: [['decode', hex, ...tx]],
    'decode --json': [['decode', hex, '--json', ...tx]],
    'decode of a damaged text': [['decode', '-'], evil],
    'decode --stream of a damaged file': [
      [
        'decode',
        '--stream',
        file(
          `${evilArgument.replaceAll('/', '').slice(0, 60)}.gz`,
          gzipSync(lines).subarray(0, 40),
        ),
      ],
    ],
    explain: [['explain', hex, ...tx]],
    'explain --json': [['explain', hex, '--json', ...tx]],
    'explain --svg': [['explain', hex, '--svg', ...tx]],
    verify: [['verify', hex, ...tx]],
    'explain of a draft with other keys': [['explain', '-'], badDraft],
    'build of an intent with other keys': [
      ['build', '-', '--state', file('m1-state.json', keys('chain'))],
      keys('type'),
    ],
    'an unknown command': [[evilArgument]],
    'an unknown option': [['decode', `--${evilArgument}`]],
    'an option with another value': [['decode', hex, '--chain', evilArgument]],
    'a network that is none': [['address', 'P-avax1', '--network', evilArgument]],
    'a file that is not there': [['decode', `./${evilArgument}`]],
    'a key that is none': [['sign', '-', '--key', evilArgument], formatDraft(chain)],
    'an address that is none': [['address', evilArgument]],
  };

  it.each(Object.entries(calls))('%s', async (_, [args, input]) => {
    const { stdout, stderr } = await run(args, input);
    expect(stdout + stderr).not.toBe('');
    expect(hiddenIn(stdout)).toEqual([]);
    expect(hiddenIn(stderr)).toEqual([]);
  });

  it('and JSON is the same value', async () => {
    const { stdout } = await run(['decode', hex, '--json', ...tx]);
    expect((JSON.parse(stdout) as { name: string }).name).toBe(created.name);
    expect(stdout).toContain('\\u202e');
  });

  it('of what a node answers', async () => {
    const error = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: evil } });
    const { url } = await serve((_, response) => json(response, error));
    const { stdout, stderr } = await run(['rpc', 'info.peers', '--url', url]);
    const told = stdout + stderr;
    expect(told).toContain('FORGED');
    expect(hiddenIn(told)).toEqual([]);
  });
});
