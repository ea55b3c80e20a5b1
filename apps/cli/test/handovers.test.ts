/** What each command writes, given to each command that could be meant to read it: it is read, or named. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateKey } from '../../../src/sign/index.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';
import { avax } from '../../../src/text/amount.ts';
import { unix } from '../../../src/text/time.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { listen } from '../src/testnodehttp.ts';

const file = testFiles();
const testnode = createTestnode({ time: unix('2026-10-01T00:00:00Z') });
const server = testnodeServer(testnode);
const key = privateKey(new Uint8Array(32).fill(1));
const me = key.address('P', testnode.network);
const to = privateKey(new Uint8Array(32).fill(2)).address('P', testnode.network);
const secret = file('one.key', `0x${'01'.repeat(32)}`);
const intentText = JSON.stringify({ type: 'BaseTx', outputs: [{ to, amount: '1.5' }] });
const intent = file('intent.json', intentText);
const time = ['--time', '2026-10-01T00:00:00Z'];

/** What each command wrote, by a name of it. */
const written = new Map<string, string>([['an intent', intentText]]);
let url = '';
let close: () => Promise<void> = async () => {};
const files = { state: '', draft: '', hex: '' };

beforeAll(async () => {
  testnode.fund('P', { to: me, amount: avax('10') });
  testnode.fund('P', { to: me, amount: avax('3') });
  ({ url, close } = await listen({ hostname: '127.0.0.1', port: 0 }, (request) =>
    server.answer(request),
  ));
  server.url = url;
  const at = ['--url', url];
  const make = async (name: string, args: readonly string[], from = '') => {
    const text = (await output(args, written.get(from) ?? '')).trim();
    written.set(name, text);
    return text;
  };
  files.state = file('state.json', await make('state', ['state', me, ...at]));
  await make('utxos', ['utxos', me, ...at]);
  await make('utxos --json', ['utxos', me, '--json', ...at]);
  files.draft = file(
    'draft.json',
    await make('build', ['build', '-', '--state', files.state], 'an intent'),
  );
  await make('build --parts', ['build', '-', '--state', files.state, '--parts'], 'an intent');
  await make(
    'build --as unsigned',
    ['build', '-', '--state', files.state, '--as', 'unsigned'],
    'an intent',
  );
  await make(
    'build --as avalanchejs',
    ['build', '-', '--state', files.state, '--as', 'avalanchejs'],
    'an intent',
  );
  await make('policy', ['policy', '-'], 'build');
  await make('missing --json', ['missing', '-', '--json'], 'build');
  const sign = ['sign', '-', '--key', secret, '--utxos', files.state, ...time];
  await make('sign', [...sign, '--intent', intent], 'build');
  await make('sign --finalize', [...sign, '--intent', intent, '--finalize'], 'build');
  await make('finalize', ['finalize', '-', ...time], 'sign');
  files.hex = file('tx.hex', await make('encode', ['encode', '-'], 'finalize'));
  await make('encode --checksum', ['encode', '-', '--checksum'], 'finalize');
  await make('decode --json', ['decode', '-', '--json'], 'finalize');
  const cb58 = await make('cb58', ['cb58', written.get('encode')!]);
  expect(cb58).toMatch(/^1/);
  const issued = await make('issue', ['issue', '-', '--wait', ...at], 'finalize');
  const { txID } = JSON.parse(issued) as { readonly txID: string };
  const rpc = (name: string, method: string, params: object, ...more: readonly string[]) =>
    make(`rpc ${name}`, ['rpc', method, JSON.stringify(params), ...more, ...at]);
  await rpc('getTx', 'platform.getTx', { txID });
  await rpc('getTx as JSON', 'platform.getTx', { txID, encoding: 'json' });
  await rpc('getUTXOs', 'platform.getUTXOs', { addresses: [me] });
  await rpc('getBlock', 'platform.getBlockByHeight', { height: '1' });
  await rpc('getStake', 'platform.getStake', { addresses: [me] });
  await rpc('getLastAccepted', 'index.getLastAccepted', {}, '--at', 'P/block');
  await rpc('getBalance', 'platform.getBalance', { addresses: [me] });
});
afterAll(() => close());

/** Arguments of a command that reads standard input. */
const commands: Readonly<Record<string, () => readonly string[]>> = {
  decode: () => ['decode'],
  'decode --json': () => ['decode', '--json'],
  encode: () => ['encode'],
  id: () => ['id'],
  explain: () => ['explain', ...time],
  'explain --url': () => ['explain', '--url', url, ...time],
  verify: () => ['verify', ...time],
  fee: () => ['fee'],
  balances: () => ['balances'],
  build: () => ['build', '--state', files.state],
  'build --state': () => ['build', intent, '--state', '-'],
  'fee --state': () => ['fee', files.hex, '--state', '-'],
  sign: () => ['sign', '--key', secret, '--yes', '--state', files.state, ...time],
  'sign --utxos': () => ['sign', files.draft, '--key', secret, '--yes', '--utxos', '-', ...time],
  'sign --policy': () => [
    'sign',
    files.draft,
    '--key',
    secret,
    '--policy',
    '-',
    '--utxos',
    files.state,
    ...time,
  ],
  'sign --intent': () => [
    'sign',
    files.draft,
    '--key',
    secret,
    '--intent',
    '-',
    '--utxos',
    files.state,
    ...time,
  ],
  'verify --utxos': () => ['verify', files.hex, '--utxos', '-', ...time],
  missing: () => ['missing', '--state', files.state],
  policy: () => ['policy'],
  combine: () => ['combine', '-', files.draft],
  finalize: () => ['finalize', '--state', files.state, ...time],
  issue: () => ['issue', '--idempotent', '--url', url],
};

const tx = /platformvm\.BaseTx/;
const draft = /"format":"avalanche-tx draft/;
const request = /"method":"platform\.issueTx"/;
const hex = /^0x0000/;
const sends = /^Send 1\.5 AVAX/;
const reads = (...them: readonly (readonly [to: string, expected: RegExp])[]) => them;

const signedTx = reads(
  ['decode', tx],
  ['decode --json', /"unsignedTx"/],
  ['encode', hex],
  ['id', /^[1-9A-HJ-NP-Za-km-z]{49,50}$/],
  ['explain', /^Send /],
  ['explain --url', /proven/],
  ['verify', tx],
  ['fee', tx],
  ['missing', /^$/],
  ['combine', /^(0x|\{)/],
  ['finalize', /^(0x|\{"path")/],
  ['issue', /"txID"/],
);
const drafts = reads(
  ['explain', sends],
  ['verify', tx],
  ['fee', tx],
  ['missing', /missing: credential 0|^$/],
  ['policy', /"amounts"/],
  ['combine', draft],
);
const unsignedTx = reads(
  ['decode', tx],
  ['explain', /^Send /],
  ['verify', tx],
  ['fee', tx],
  ['missing', /missing: credential 0 needs 1/],
  ['sign', /^(0x|\{"codecId")/],
);

/** What is read, and how the answer begins or what is in it. */
const read: Readonly<Record<string, ReturnType<typeof reads>>> = {
  'an intent': reads(['build', draft], ['sign --intent', draft]),
  state: reads(
    ['explain', /^State of the P-chain/],
    ['balances', /^place/],
    ['build --state', draft],
    ['fee --state', tx],
    ['sign --utxos', draft],
    ['verify --utxos', tx],
  ),
  utxos: reads(
    ['decode', /avax\.UTXO/],
    ['explain', /^UTXO\n/],
    ['sign --utxos', draft],
    ['verify --utxos', tx],
  ),
  'utxos --json': reads(
    ['decode', /avax\.UTXO/],
    ['decode --json', /"outputIndex"/],
    ['explain', /^UTXO of the P-chain/],
    ['verify --utxos', tx],
  ),
  build: [...drafts, ['sign', draft]],
  'build --parts': [...drafts, ['sign', draft]],
  'build --as unsigned': unsignedTx,
  'build --as avalanchejs': unsignedTx,
  sign: [...drafts, ['finalize', request]],
  'sign --finalize': signedTx,
  finalize: signedTx,
  policy: reads(['sign --policy', draft]),
  encode: signedTx,
  'encode --checksum': signedTx,
  cb58: signedTx,
  'decode --json': signedTx,
  'rpc getTx': signedTx,
  'rpc getTx as JSON': signedTx,
  'rpc getUTXOs': reads(
    ['decode', /avax\.UTXO/],
    ['explain', /^UTXO of the P-chain/],
    ['verify --utxos', tx],
  ),
  'rpc getBlock': reads(
    ['decode', /BanffStandardBlock/],
    ['encode', hex],
    ['id', /^\w+$/],
    ['explain', /^Block of the P-chain/],
  ),
  'rpc getLastAccepted': reads(
    ['decode', /BanffStandardBlock/],
    ['encode', hex],
    ['id', /^\w+$/],
    ['explain', /lock of the P-chain/],
  ),
  'rpc getStake': reads(['decode', /^The list is empty/], ['explain', /^The list is empty/]),
};

const isIntent = /this is an intent: build it first/;
const isDraft = /this is a draft, which has no signed transaction yet: sign and finalize it first/;
const needsState = /: a state is needed here, which the state command reads from a node/;
const needsIntent = /: an intent is needed here, which says what you mean to do/;
const needsPolicy = /: a policy is needed here, which the policy command makes of a draft/;
const isState = /this is a state: balances, build and explain read it/;
const isPolicy = /this is a policy: sign takes it as --policy/;
const isValue = /this is a value that decode and explain read, not a(n| )/;
const each = (to: readonly string[], expected: RegExp) => to.map((of) => [of, expected] as const);
const readers = ['decode', 'encode', 'id', 'issue'];
const others = ['verify', 'fee', 'sign', 'missing', 'policy', 'combine', 'finalize'];

/** What is refused, and what is said of it. */
const refused: Readonly<Record<string, ReturnType<typeof reads>>> = {
  'an intent': [
    ...each([...readers, 'explain', ...others], isIntent),
    ...each(['balances', 'build --state', 'fee --state', 'sign --utxos'], needsState),
    ['sign --policy', needsPolicy],
  ],
  state: [
    ...each([...readers, 'sign', 'missing', 'policy', 'combine', 'finalize'], isState),
    ...each(['build', 'sign --intent'], needsIntent),
    ['sign --policy', needsPolicy],
    ...each(['verify', 'fee'], /a state is not a transaction or draft/),
  ],
  build: [
    ...each(readers, isDraft),
    ...each(['balances', 'build --state', 'fee --state', 'sign --utxos'], needsState),
    ...each(['build', 'sign --intent'], needsIntent),
    ['sign --policy', needsPolicy],
    ['finalize', /MissingSigner: credential 0 needs 1 of /],
  ],
  'build --parts': [
    ...each(['balances', 'build --state'], needsState),
    ...each(['build', 'sign --intent'], needsIntent),
    ['sign --policy', needsPolicy],
  ],
  policy: [
    ...each([...readers, 'explain', ...others], isPolicy),
    ...each(['balances', 'build --state', 'sign --utxos'], needsState),
    ...each(['build', 'sign --intent'], needsIntent),
  ],
  utxos: [
    ...each(['balances', 'build', 'build --state', 'sign --policy', 'sign --intent'], isValue),
    ...each(['verify', 'fee', 'sign', 'missing'], /a list of values is not a transaction or draft/),
  ],
  encode: each(['balances', 'build', 'build --state', 'sign --policy'], isValue),
  'build --as unsigned': [['finalize', /MissingSigner: credential 0 needs 1 of /]],
  'rpc getBalance': each(['decode', 'explain'], /BadJSON/),
  issue: each(['decode', 'explain'], /BadJSON/),
};

const rowsOf = (table: typeof read) =>
  Object.entries(table).flatMap(([from, rows]) =>
    rows.map(([to, expected]) => ({ from, to, expected })),
  );

describe('avalanche-tx', () => {
  it.each(rowsOf(read))('$from | $to', async ({ from, to, expected }) => {
    const { status, stdout, stderr } = await run(commands[to]!(), written.get(from)!);
    const isVerdict = to.startsWith('verify') && status === 1;
    expect(isVerdict ? stdout : status === 0 ? stdout.trim() : stderr).toMatch(expected);
  });

  it.each(rowsOf(refused))('$from | $to: is named', async ({ from, to, expected }) => {
    const { status, stdout, stderr } = await run(commands[to]!(), written.get(from)!);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(expected);
  });

  it('knows all of them', () => {
    for (const { from, to } of [...rowsOf(read), ...rowsOf(refused)]) {
      expect(written.has(from), from).toBe(true);
      expect(Object.keys(commands)).toContain(to);
    }
  });
});
