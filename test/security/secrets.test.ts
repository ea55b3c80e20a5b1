/** Keys of a provider, and keys and words that were passed in the wrong place, appear in no error in any form. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIntent } from '../../src/builder/index.ts';
import { errorCodes, fromJSON, isError, open, parseJSON, parseState } from '../../src/index.ts';
import { parseNetwork } from '../../src/network/index.ts';
import { fuji } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import { dataService } from '../../src/rpc/hosted.ts';
import { parseReply, parseRequest } from '../../src/rpc/request.ts';
import type { Transport } from '../../src/rpc/transport.ts';
import { parseDraft, parsePolicy } from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

/** All that somebody can print of an error. */
function everythingOf(e: unknown): string {
  if (!isError(e)) throw e;
  const chain: string[] = [];
  for (let of: unknown = e; of !== undefined && chain.length < 5; of = (of as Error).cause)
    chain.push(
      inspect(of, { depth: 20, showHidden: true }),
      String(of),
      String((of as Error).stack),
    );
  return [...chain, JSON.stringify(e), String(e.detail), JSON.stringify(e.path)].join('\n');
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A secret in every form in which somebody may have written it. */
const forms = (secret: string): readonly string[] =>
  [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    encodeURIComponent(secret),
    base64(secret).replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    JSON.stringify(secret).slice(1, -1),
  ].filter((form) => form.length >= 4);

function expectNone(e: unknown, secrets: readonly string[]): void {
  const text = everythingOf(e);
  for (const secret of secrets)
    for (const form of forms(secret)) if (text.includes(form)) expect.fail(`${form} is in ${text}`);
}

/** What a server can say, with a secret in it, in many places and forms. */
const replies = (secret: string): readonly (readonly [status: number, text: string])[] => {
  const quoted = JSON.stringify(secret);
  const forged = forms(secret).join(' ');
  return [
    [401, `no access for ${forged}`],
    [401, `${'x'.repeat(1990)}${secret}`],
    [200, `{"jsonrpc":"2.0","error":{"code":-32000,"message":${JSON.stringify(forged)}},"id":1}`],
    [
      200,
      `{"jsonrpc":"2.0","error":{"code":-1,"message":"m","data":{${quoted}:[${quoted}]}},"id":1}`,
    ],
    [200, `{"jsonrpc":"2.0","result":{"height":${quoted}},"id":1}`],
    [200, `{"jsonrpc":"2.0","result":{"height":{${quoted}:1,${quoted}:2}},"id":1}`],
    [200, `{"jsonrpc":"2.0","result":1,"id":${quoted}}`],
    [200, `${secret}`],
    [200, `[${quoted}]`],
    [400, `{"message":[${quoted}],"statusCode":400,"error":${quoted}}`],
  ];
};

const printable = fc.string({
  unit: fc.constantFrom(
    ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=-_.~!$&*',
  ),
  minLength: 4,
  maxLength: 40,
});
/** Letters only: what looks like a word. */
const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 8,
  maxLength: 40,
});
/** Not a part of what the library itself says: of that nothing is hidden. */
const own = JSON.stringify(errorCodes).toLowerCase();
const secretText = fc
  .oneof(printable, letters)
  .filter((text) => /^[!-~]+$/.test(text) && new Set(text).size > 3)
  .filter((text) => text.length >= 8 || !own.includes(text.toLowerCase()));

async function errorsOf(secret: string, url: string, headers: Record<string, string>) {
  const found: unknown[] = [];
  for (const [status, text] of replies(secret)) {
    const transport: Transport = async () => ({ status, headers: {}, text });
    const options = { transport, headers, network: fuji, retry: { attempts: 1 } };
    const service = dataService(url, { transport, headers, retry: { attempts: 1 } });
    const failed = (asked: Promise<unknown>) =>
      asked.then(
        () => undefined,
        (e) => e,
      );
    found.push(
      await failed(connect(url, options).call('platform.getHeight')),
      await failed(connect(url, options).send('/ext/bc/C/rpc', { method: 'eth_call', params: [] })),
      await failed(
        connect(url, options).sendBatch('/ext/bc/C/rpc', [{ method: 'eth_call', params: [] }]),
      ),
      await failed(service.getChain('1')),
    );
  }
  const broken: Transport = async ({ url: asked, headers: sent }) => {
    throw new Error(
      `cannot reach ${asked} with ${JSON.stringify(sent)} ${forms(secret).join(' ')}`,
    );
  };
  for (const reason of [broken])
    found.push(
      await connect(url, { transport: reason, headers, retry: { attempts: 1 } })
        .call('platform.getHeight')
        .catch((e) => e),
    );
  return found.filter((e) => e !== undefined);
}

describe('secrets that are sent', () => {
  it.each<[string, (secret: string) => readonly [url: string, headers: Record<string, string>]]>([
    ['the path', (key) => [`https://node.test/v1/${encodeURIComponent(key)}/ext`, {}]],
    ['the query', (key) => [`https://node.test/?apikey=${encodeURIComponent(key)}`, {}]],
    ['a header', (key) => ['https://node.test', { 'x-api-key': key }]],
    ['a bearer token', (key) => ['https://node.test', { Authorization: `Bearer ${key}` }]],
    [
      'a password',
      (key) => ['https://node.test', { Authorization: `Basic ${base64(`me:${key}`)}` }],
    ],
  ])('in %s are in no error', async (_, place) => {
    await fc.assert(
      fc.asyncProperty(
        secretText.filter((text) => !/^\.{1,2}$/.test(text) && !text.includes(':')),
        async (secret) => {
          const [url, headers] = place(secret);
          const errors = await errorsOf(secret, url, headers);
          expect(errors.length).toBeGreaterThan(10);
          for (const e of errors) expectNone(e, [secret]);
        },
      ),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 20) },
    );
  });

  it.each([
    ['a key without a digit in the path', 'https://node.test/AbCdEfGhIjKl', {}, 'AbCdEfGhIjKl'],
    ['a key without a digit in the query', 'https://node.test/?token=abcdefgh', {}, 'abcdefgh'],
    ['a short header', 'https://node.test', { 'x-key': 'qz7' }, 'qz7'],
    ['a password', 'https://node.test', { Authorization: `Basic ${base64('me:pw-pw')}` }, 'pw-pw'],
    ['a short password', 'https://node.test', { Authorization: `Basic ${base64('u:p7')}` }, 'p7'],
  ])('%s is hidden', async (_, url, headers, secret) => {
    const transport: Transport = async () => ({ status: 403, headers: {}, text: `no: ${secret}!` });
    const e = await connect(url, { transport, headers, retry: { attempts: 1 } })
      .call('platform.getHeight')
      .catch((error) => error);
    expect(e.code).toBe('HTTPStatus');
    expect(everythingOf(e)).not.toContain(secret);
  });

  it('leaves the rest of what a node says as it is', async () => {
    const message = 'not found: 1 of the api keys of mainnet';
    const transport: Transport = async () => ({
      status: 200,
      headers: {},
      text: `{"jsonrpc":"2.0","error":{"code":-32000,"message":"${message}"},"id":1}`,
    });
    const headers = { Accept: 'application/json', 'x-version': '2', 'x-key': 'secret-1234' };
    const e = await connect('https://api.avax.network/ext', { transport, headers })
      .call('platform.getHeight')
      .catch((error) => error);
    expect(e).toMatchObject({ code: 'NodeError', context: { code: -32000, message } });
  });

  it('are hidden in the status of a transaction, which is no error of the node', async () => {
    const { decodeTx } = await import('../../src/chain/tx.ts');
    const { encode } = await import('../../src/wire/codec.ts');
    const { Tx } = await import('../../src/chain/pchain/tx.ts');
    const unsignedTx = {
      type: 'platformvm.BaseTx' as const,
      networkID: 5,
      blockchainID: new Uint8Array(32),
      outputs: [],
      inputs: [],
      memo: new Uint8Array(),
    };
    const tx = decodeTx(encode(Tx, { unsignedTx, credentials: [] }), 'P');
    const transport: Transport = async ({ body = '' }) => ({
      status: 200,
      headers: {},
      text: body.includes('issueTx')
        ? `{"jsonrpc":"2.0","result":{"txID":"${tx.txID}"},"id":1}`
        : '{"jsonrpc":"2.0","result":{"status":"Dropped","reason":"key Sesame-Open is over"},"id":1}',
    });
    const node = connect('https://node.test', { transport, headers: { 'x-key': 'Sesame-Open' } });
    const e = await node.issue(tx).catch((error) => error);
    expect(e).toMatchObject({ code: 'NotAccepted', context: { status: 'Dropped' } });
    expect(everythingOf(e)).not.toContain('Sesame-Open');
  });
});

/** Keys and words as people paste them. */
const pasted = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => formatHex(bytes)),
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => formatHex(bytes).slice(2)),
  fc
    .string({
      unit: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
      minLength: 49,
      maxLength: 51,
    })
    .map((text) => `PrivateKey-${text}`),
  fc
    .array(
      fc.constantFrom('abandon', 'zebra', 'test', 'junk', 'legal', 'winner', 'thank', 'year'),
      {
        minLength: 12,
        maxLength: 24,
      },
    )
    .map((words) => words.join(' ')),
);

/** A document with a text in each place: as a value, a key, a member of a list. */
const documents = (text: string): readonly string[] => {
  const s = JSON.stringify(text);
  return [
    s,
    text,
    `[${s}]`,
    `{${s}:1}`,
    `{${s}:1,${s}:2}`,
    `{"type":${s}}`,
    `{"type":"BaseTx","outputs":[{"to":${s},"amount":"1"}]}`,
    `{"type":"BaseTx","outputs":[{"to":["P-fuji1x"],"amount":${s},${s}:1}]}`,
    `{"network":${s},"chain":${s},"from":[${s}],"time":${s}}`,
    `{"name":"x","networkID":${s},"hrp":${s}}`,
    `{"to":[${s}],"maxFee":${s}}`,
    `{"maxAmounts":{${s}:"1"}}`,
    `{"jsonrpc":"2.0","id":1,"method":${s},"params":{}}`,
    `{"jsonrpc":"2.0","id":1,"method":"platform.getTx","params":{"txID":${s},${s}:1}}`,
    `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"bad address ${text}"}}`,
    `{"jsonrpc":"2.0","id":1,"result":{"height":${s}}}`,
    `{"unsignedTx":{"networkID":${s},"blockchainID":${s},"outputs":[{${s}:${s}}],"inputs":[]}}`,
    `{"kind":${s},"version":${s},"draft":${s}}`,
  ];
};

const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['open', (text) => open(text)],
  ['parseJSON', parseJSON],
  ['fromJSON', (text) => fromJSON(text, { chain: 'P' })],
  ['parseState', parseState],
  ['parseNetwork', parseNetwork],
  ['parseIntent', (text) => parseIntent(text, { chain: 'P', network: fuji } as never)],
  ['parsePolicy', (text) => parsePolicy(text)],
  ['parseDraft', parseDraft],
  ['parseRequest', (text) => parseRequest(text, '/ext/bc/P')],
  ['parseReply', (text) => parseReply(text, { method: 'platform.getHeight', params: {} })],
];

describe('keys and words that were passed in the wrong place', () => {
  it.each(readers)('%s repeats none of them', (_, read) => {
    let refused = 0;
    fc.assert(
      fc.property(pasted, (secret) => {
        for (const text of documents(secret)) {
          let e: unknown;
          try {
            read(text);
          } catch (error) {
            e = error;
          }
          if (e === undefined) continue;
          refused++;
          expectNone(e, [secret, secret.replace('PrivateKey-', '')]);
        }
      }),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 4) },
    );
    expect(refused).toBeGreaterThan(0);
  });

  it('no call of a node repeats them, and neither what a node says of them', async () => {
    await fc.assert(
      fc.asyncProperty(pasted, async (secret) => {
        const transport: Transport = async ({ body = '' }) => ({
          status: 200,
          headers: {},
          text: `{"jsonrpc":"2.0","error":{"code":-32000,"message":${JSON.stringify(`cannot parse ${body} ${secret}`)},"data":${JSON.stringify(secret)}},"id":1}`,
        });
        const node = connect('https://node.test', { network: fuji, transport });
        const asked = [
          node.pchain.state([secret]),
          node.cchain.state([secret]),
          node.pchain.getTx(secret),
          node.pchain.state([], { imports: [secret as 'X'] }),
          node.pchain.state([], { authorities: [secret] }),
          node.call(secret as 'platform.getHeight'),
          node.call('avm.getHeight', {}, { at: secret }),
          node.send('/ext/bc/C/rpc', {
            method: 'eth_call',
            params: [secret, { [secret]: secret }],
          }),
        ];
        for (const e of await Promise.all(asked.map((of) => of.catch((error) => error))))
          expectNone(e, [secret]);
        expectNone(
          thrown(() => connect('https://node.test', { headers: { [secret]: 'x\n' } })),
          [secret],
        );
        expectNone(
          thrown(() => connect(secret)),
          [secret],
        );
      }),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 4) },
    );
  });
});
