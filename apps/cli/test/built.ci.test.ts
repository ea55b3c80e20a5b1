/** The command line as it is built: each command once, on a real input and with an error. The source of all of them is tested beside this. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { privateKey } from '../../../src/sign/index.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';
import { output, run, runAside } from '../../../test/support/built.ts';
import { testFiles, testFolder } from '../../../test/support/folder.ts';
import { rows } from '../../../test/support/vectors.ts';
import { commands } from '../src/commands/index.ts';
import { type Listening, listen } from '../src/testnodehttp.ts';

const file = testFiles();
const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const state = `${folder}states/P.json`;
const key = file('key', `0x${'01'.repeat(32)}`);
const { hex, id, json } = rows('p-public').find(({ type }) => type === 'BaseTx')!;
const draft = output(['build', `${folder}P.BaseTx.json`, '--state', state]);
const signed = output(['sign', '--yes', '--key', key], draft);
const request = output(['finalize'], signed);

/** By command: arguments and input that work, what is then printed, and arguments that end with a status. */
const offline: Readonly<
  Record<string, readonly [args: readonly string[], input: string, prints: string | RegExp]>
> = {
  decode: [['--json'], hex, `${json}\n`],
  encode: [[], json, `${hex}\n`],
  id: [[hex], '', `${id}\n`],
  address: [
    ['P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p', '--network', 'fuji'],
    '',
    'X-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p',
  ],
  keys: [['show', key, '--network', 'fuji'], '', 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p'],
  cb58: [['0x'], '', '45PJLL\n'],
  balances: [[state], '', /^P +AVAX +5000 /m],
  build: [[`${folder}P.BaseTx.json`, '--state', state], '', draft],
  sign: [['--yes', '--key', key], draft, signed],
  missing: [[], draft, /^missing: credential 0 needs 1 of P-fuji1/],
  policy: [[], draft, '"types"'],
  combine: [[file('draft', draft), file('signed', signed)], '', signed],
  finalize: [[], signed, 'platform.issueTx'],
  explain: [['--utxos', state], signed, 'Send 11.5 AVAX to 2 receivers'],
  verify: [['--utxos', state], request, /^signatures +ok/m],
  fee: [['--state', state], draft, '62990 nAVAX'],
  inspect: [[hex], '', 'avalanche-tx-input'],
  completion: [['bash'], '', 'avalanche-tx'],
};

describe('every command, as it is built', () => {
  const testnode = createTestnode();
  const payer = privateKey(new Uint8Array(32).fill(8));
  const address = payer.address('P', testnode.network);
  let server: Listening;
  beforeAll(async () => {
    testnode.fund('P', { to: payer.shortID, amount: 100_000_000_000n });
    testnode.setTime(BigInt(Math.floor(Date.now() / 1000)));
    server = await listen({ hostname: '127.0.0.1', port: 0 }, testnodeServer(testnode).answer);
  });
  afterAll(() => server.close());

  it.each(Object.entries(offline))('%s does what it is for', (name, [args, input, prints]) => {
    const { status, stdout } = run([name, ...args], input);
    expect(status).toBe(0);
    if (typeof prints === 'string') expect(stdout).toContain(prints);
    else expect(stdout).toMatch(prints);
  });

  it('state, utxos, issue, rpc and history do it with a node', async () => {
    const at = ['--url', server.url];
    const read = await runAside('state', address, ...at);
    expect(read).toMatchObject({ status: 0, stderr: '' });
    expect(await runAside('utxos', address, ...at)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^0x[0-9a-f]+\n$/),
    });
    const intent = file(
      'pay.json',
      `{"type":"BaseTx","outputs":[{"to":"${address}","amount":"1"}]}`,
    );
    const pay = output(['build', intent, '--state', file('now.json', read.stdout)]);
    const secret = file('payer', `0x${'08'.repeat(32)}`);
    const done = output(['sign', '--finalize', '--yes', '--key', secret], pay);
    const issued = await runAside('issue', done, '--wait', ...at);
    expect(issued).toMatchObject({ status: 0, stderr: '' });
    expect(issued.stdout).toContain('"status":"Accepted"');
    const { txID } = JSON.parse(issued.stdout) as { readonly txID: string };
    const found = await runAside('rpc', 'platform.getTxStatus', JSON.stringify({ txID }), ...at);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    expect(found.stdout).toContain('"Committed"');
    const history = await runAside('history', address, '--csv', ...at);
    expect(history).toMatchObject({ status: 0, stderr: '' });
    expect(history.stdout).toContain(txID);
  });

  it('all are here; other files start those that are left', () => {
    const elsewhere = ['testnode', 'send', 'move', 'run', 'payments'];
    const tested = [
      ...Object.keys(offline),
      'state',
      'utxos',
      'issue',
      'rpc',
      'history',
      ...elsewhere,
    ];
    expect(tested.sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  it.each(commands.map(({ name }) => [name]))(
    '%s ends with status 2 after a wrong option',
    (name) => {
      const { status, stdout, stderr } = run([name, '--nonsense']);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(/^error: /);
    },
  );

  it.each([
    [['decode', '0x00'], 1],
    [['decode', '--stream', 'nowhere'], 2],
    [['sign', file('unsigned', draft), '--finalize', '--add', file('none', '[]')], 1],
    [['rpc', 'info.peers', '--url', 'http://127.0.0.1:9'], 3],
    [['decode', folder], 3],
  ])('%j ends with its status', (args, status) => {
    expect(run(args)).toMatchObject({
      status,
      stdout: '',
      stderr: expect.stringMatching(/^error: /m),
    });
  });

  it('prints its version and its help', () => {
    expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run(['--help'])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('decode'),
    });
  });
});

describe('what a start costs', () => {
  /** The files of the program that a command loads. */
  function loadedBy(...args: readonly string[]): readonly string[] {
    const folder = testFolder();
    run(args, '', { NODE_V8_COVERAGE: folder });
    return readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        readonly result: readonly { readonly url: string }[];
      };
      return result.flatMap(({ url }) => (url.startsWith('file:') ? [basename(url)] : []));
    });
  }

  it('loads for the help what the help needs, and no command', () => {
    expect(loadedBy('--help').toSorted()).toEqual([
      'help.js',
      'main.js',
      'standard.js',
      'start.js',
    ]);
  });

  it('loads for an error and for decoding nothing that builds or signs', () => {
    expect(loadedBy('decod')).not.toContain('read.js');
    for (const args of [['decod'], ['decode', hex], ['address', 'P-fuji1']])
      expect(loadedBy(...args), args.join(' ')).not.toContain('draft.js');
  });

  it('keeps what V8 compiles in a folder of the user, if Node can', () => {
    const caches = testFolder();
    run(['--help'], '', { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches, HOME: caches });
    const folder = process.platform === 'darwin' ? join(caches, 'Library', 'Caches') : caches;
    expect(existsSync(join(folder, 'avalanche-tx'))).toBe('enableCompileCache' in module);
  });
});
