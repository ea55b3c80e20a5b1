import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import { buildAddPermissionlessDelegatorTx, buildBaseTx } from '../../src/builder/index.ts';
import { Tx as PTx } from '../../src/chain/pchain/tx.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import type { ErrorCode } from '../../src/errors/codes.ts';
import { isError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/error.ts';
import type { ConnectOptions, NodeClient } from '../../src/rpc/client.ts';
import { connect } from '../../src/rpc/connect.ts';
import { transportError } from '../../src/rpc/errors.ts';
import { type IssueOptions, isNotAccepted } from '../../src/rpc/issue.ts';
import { type Exchange, recordingTransport } from '../../src/rpc/replay.ts';
import type { RetryOptions } from '../../src/rpc/retry.ts';
import { fetchTransport, type Transport } from '../../src/rpc/transport.ts';
import { assertNotRefused, checkTx } from '../../src/rules/index.ts';
import { finalize, type Key, privateKey, sign } from '../../src/sign/index.ts';
import type { PState, XState } from '../../src/state/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { avax } from '../../src/text/amount.ts';
import { days } from '../../src/text/time.ts';
import { encode } from '../../src/wire/codec.ts';
import type { Type } from '../../src/wire/type.ts';
import { credential } from '../support/tx.ts';
import { describeNode, startNode } from './node.ts';

/** A transaction of a test, as far as it is changed. */
interface Content {
  readonly inputs: readonly {
    readonly txID: Uint8Array;
    readonly assetID: Uint8Array;
    readonly input: { readonly amount: bigint };
  }[];
  readonly outputs: readonly { readonly output: { readonly amount: bigint } }[];
  readonly validator: object;
}
type Change = (of: Content) => object;

const bytes = (n: number, length = 32) => new Uint8Array(length).fill(n);
const input =
  (change: (of: Content['inputs'][number]) => object): Change =>
  ({ inputs }) => ({ inputs: inputs.map((of) => ({ ...of, ...change(of) })) });
const output =
  (change: (of: { readonly amount: bigint }) => object): Change =>
  ({ outputs: [first, ...rest] }) => ({
    outputs: [{ ...first, output: { ...first!.output, ...change(first!.output) } }, ...rest],
  });

/** What is wrong, and the code that says so; what the checks of this library say where a node has one word for two things. */
const wrong: readonly (readonly [
  name: string,
  change: Change,
  code: ErrorCode,
  ours: ErrorCode | undefined,
])[] = [
  [
    'outputs out of order',
    ({ outputs }) => ({ outputs: [...outputs].reverse() }),
    'NotSorted',
    undefined,
  ],
  [
    'an input twice',
    ({ inputs }) => ({ inputs: [...inputs, ...inputs] }),
    'NotSorted',
    'Duplicate',
  ],
  ['another network', () => ({ networkID: 5 }), 'WrongNetwork', undefined],
  ['a long memo', () => ({ memo: bytes(0, 300) }), 'TooLong', undefined],
  ['no amount', output(() => ({ amount: 0n })), 'OutOfRange', undefined],
  ['an owner that nobody is', output(() => ({ threshold: 2 })), 'OutOfRange', undefined],
  ['a UTXO that is not there', input(() => ({ txID: bytes(9) })), 'NotFound', undefined],
  [
    'another amount',
    input(({ input: of }) => ({ input: { ...of, amount: of.amount + 1n } })),
    'Mismatch',
    undefined,
  ],
  [
    'another of the owners',
    input(({ input: of }) => ({ input: { ...of, signatureIndices: [1] } })),
    'OutOfRange',
    undefined,
  ],
  [
    'too few signatures',
    input(({ input: of }) => ({ input: { ...of, signatureIndices: [] } })),
    'MissingSigner',
    undefined,
  ],
];

describeNode('issuing at a node', () => {
  let local: Localnode;
  let node: NodeClient;
  let keys: readonly Key[];
  let key: Key;
  const state = { P: undefined as unknown as PState, X: undefined as unknown as XState };
  const quick: IssueOptions = { timeout: 5000, interval: 20, payAgain: true };

  beforeAll(async () => {
    local = await startNode();
    node = connect(local.ready.url);
    keys = local.ready.keys.map(({ privateKey: secret }) => privateKey(secret));
    key = keys[1]!;
  });
  afterAll(() => local?.stop());

  const refresh = async () => {
    [state.P, state.X] = await Promise.all([
      node.pchain.state([key.shortID]),
      node.xchain.state([key.shortID]),
    ]);
  };
  beforeEach(refresh);
  const transfer = (chain: 'P' | 'X', amount = avax('1')): AnyTx =>
    finalize(sign(buildBaseTx(state[chain], { outputs: [{ to: keys[2]!.shortID, amount }] }), key));

  /** The transaction with its content changed, signed again. */
  function changed(tx: AnyTx, change: Change, by = key): AnyTx {
    const unsignedTx = {
      ...tx.unsignedTx,
      ...change(tx.unsignedTx as unknown as Content),
    } as unknown as AnyTx['unsignedTx'];
    const signed = credential(unsignedTx, by);
    const credentials = tx.credentials.map((of) =>
      'credential' in of ? { ...of, credential: signed } : signed,
    );
    const type = (tx.chain === 'P' ? PTx : XTx) as Type<unknown>;
    return decodeTx(encode(type, { unsignedTx, credentials }), tx.chain);
  }

  const refusal = async (tx: AnyTx, options = quick) => {
    const error = await node.issue(tx, options).catch((e) => e);
    if (!isNotAccepted(error)) throw error;
    expect(error.context).toMatchObject({ txID: tx.txID, status: 'Refused' });
    return error.context.reason!;
  };

  /** What the checks of this library say. */
  function verdict(chain: 'P' | 'X', tx: AnyTx): ErrorCode | undefined {
    try {
      const { network, time, utxos } = state[chain];
      const verdict = checkTx(tx, { network, time, utxos });
      assertNotRefused(verdict);
      if (verdict.findings.some((of) => of.missing === 'utxos')) return 'NotFound';
      return undefined;
    } catch (e) {
      if (isError(e)) return e.code;
      throw e;
    }
  }

  it('goes as examples/recording.json has it (vitest -u writes it)', async () => {
    const exchanges: Exchange[] = [];
    const transport = recordingTransport(fetchTransport(), (exchange) => exchanges.push(exchange));
    const fresh = await startNode();
    onTestFinished(fresh.stop);
    const recorded = connect(fresh.ready.url, { transport });
    const of = await recorded.pchain.state([key.shortID]);
    const to = keys[0]!.address('P', of.network);
    const draft = buildBaseTx(of, { outputs: [{ to, amount: avax('1.5') }] });
    await recorded.issue(finalize(sign(draft, key)));
    const lines = exchanges
      // What differs from run to run: times, headers, how often it was asked, the order of UTXOs.
      .filter(({ reply }) => !/"(Processing|Unknown)"/.test(reply.text))
      .map(({ reply: { status, text }, ...asked }) => {
        const then = text
          .replace(/"timestamp":"[^"]*"/, '"timestamp":"2026-10-03T00:00:00Z"')
          .replace(/"utxo":"[^"]*"/, '"utxo":"11111111111111111111111111111111LpoYY"')
          .replace(/(?<="utxos":\[)[^\]]*/, (utxos) => utxos.split(',').sort().join());
        return JSON.stringify({ ...asked, reply: { status, headers: {}, text: then } });
      });
    const text = `[\n${[...new Set(lines)].sort().join(',\n')}\n]\n`;
    await expect(text).toMatchFileSnapshot('../../examples/recording.json');
  });

  describe.each(['P', 'X'] as const)('on %s', (chain) => {
    it.each(wrong)('is told of %s as the checks here tell it', async (_, change, code, ours) => {
      const tx = changed(transfer(chain), change);
      // A node's texts do not always tell the code that the rule has here; the test node's do.
      expect([code, ours]).toContain((await refusal(tx)).code);
      expect(verdict(chain, tx)).toBe(ours ?? code);
    });
    it('is told of the signature of another', async () => {
      const tx = changed(transfer(chain), () => ({}), keys[2]!);
      expect(await refusal(tx)).toMatchObject({ code: 'BadSignature' });
      expect(verdict(chain, tx)).toBe('BadSignature');
    });
    it('is told of a fee that is short', async () => {
      const tx = changed(
        transfer(chain),
        output(({ amount }) => ({ amount: amount + 1n })),
      );
      expect(await refusal(tx)).toMatchObject({ code: 'Unbalanced' });
    });
    it('is told of credentials that are not there', async () => {
      const { unsignedTx } = transfer(chain);
      const type = (chain === 'P' ? PTx : XTx) as Type<unknown>;
      const tx = decodeTx(encode(type, { unsignedTx, credentials: [] }), chain);
      expect(await refusal(tx)).toMatchObject({ code: 'Mismatch' });
      expect(verdict(chain, tx)).toBe('Mismatch');
    });
    it('waits until it is accepted, and says a second time that it was', async () => {
      const tx = transfer(chain);
      const said: string[] = [];
      const onProgress = (status: string) => void said.push(status);
      expect(await node.issue(tx, { ...quick, onProgress })).toEqual({
        txID: tx.txID,
        status: 'Accepted',
      });
      expect(said.at(-1)).toBe('Accepted');
      for (const idempotent of [false, true])
        expect(await node.issue(tx, { ...quick, idempotent })).toMatchObject({
          status: 'Accepted',
          already: true,
        });
      const got = await (chain === 'P' ? node.pchain : node.xchain).getTx(tx.txID);
      expect(got.bytes).toEqual(tx.bytes);
    });
    it('is told that another spent the UTXO first', async () => {
      const [first, second] = [transfer(chain), transfer(chain, avax('2'))];
      await node.issue(first, quick);
      expect(await refusal(second, { ...quick, idempotent: true })).toMatchObject({
        code: 'NotFound',
      });
    });
  });

  it('is told what is wrong with a delegation', async () => {
    const { time } = state.P;
    const validators = await node.pchain.validators();
    const { nodeID } = validators.find(({ weight }) => weight < avax('20000'))!;
    const intent = { nodeID, amount: avax('25'), end: time + days(2), rewardsOwner: key.shortID };
    const tx = finalize(sign(buildAddPermissionlessDelegatorTx(state.P, intent), key));
    const ending =
      (end: bigint): Change =>
      ({ validator }) => ({ validator: { ...validator, end } });
    for (const [change, code] of [
      [ending(time + 60n), 'OutOfRange'],
      [ending(time + days(400)), 'OutOfRange'],
      [({ validator }) => ({ validator: { ...validator, nodeID: bytes(3, 20) } }), 'NotFound'],
      [({ validator }) => ({ validator: { ...validator, weight: avax('26') } }), 'Mismatch'],
    ] as readonly (readonly [Change, ErrorCode])[])
      expect(await refusal(changed(tx, change))).toMatchObject({ code });
  });

  it('sends once, and again only if asked, where no reply comes', async () => {
    const real = fetchTransport();
    let sent = 0;
    /** Loses the reply to what is issued, which the node has by then. */
    const losing: Transport = async (request) => {
      const reply = await real(request);
      if (!request.body?.includes('issueTx') || ++sent > 1) return reply;
      throw transportError('network', 'lost');
    };
    const options: ConnectOptions = { transport: losing, retry: { sleep: async () => {} } };
    const lossy = connect(local.ready.url, options);
    const tx = transfer('P');
    const lost = await lossy.issue(tx, quick).catch((e) => e);
    expect(lost).toMatchObject({
      code: 'Transport',
      context: { reason: 'network', txID: tx.txID },
    });
    expect(lost.message).toContain(`${tx.txID} may have been accepted: ask platform.getTxStatus`);
    expect(explainError(lost)).toContain(`${tx.txID} may have been accepted`);
    expect(sent).toBe(1);
    expect(await node.issue(tx, { ...quick, idempotent: true })).toMatchObject({
      status: 'Accepted',
    });
    await refresh();
    sent = 0;
    const other = transfer('X');
    expect(await lossy.issue(other, { timeout: 5000, idempotent: true })).toMatchObject({
      status: 'Accepted',
    });
    expect(sent).toBe(2);
  });
});

describe('issue', () => {
  const atOnce = { sleep: async () => {} };
  const tx = decodeTx(
    encode(PTx, {
      unsignedTx: {
        type: 'platformvm.BaseTx',
        networkID: 5,
        blockchainID: bytes(0),
        outputs: [],
        inputs: [],
        memo: new Uint8Array(),
      },
      credentials: [],
    }),
    'P',
  );

  /** A node that says these things of the transaction, one after the other. */
  function saying(retry: RetryOptions, ...said: readonly string[]) {
    const methods: string[] = [];
    let looks = 0;
    const node = connect('http://node.test', {
      retry,
      transport: async ({ body = '' }) => {
        const { method } = JSON.parse(body) as { method: string };
        methods.push(method);
        const result =
          method === 'platform.issueTx'
            ? `{"txID":"${tx.txID}"}`
            : said[Math.min(looks++, said.length - 1)];
        return { status: 200, headers: {}, text: `{"jsonrpc":"2.0","result":${result},"id":1}` };
      },
    });
    return { node, methods };
  }

  it('looks until it is accepted', async () => {
    const { node, methods } = saying(
      atOnce,
      '{"status":"Unknown"}',
      '{"status":"Processing"}',
      '{"status":"Committed"}',
    );
    expect(await node.issue(tx)).toEqual({ txID: tx.txID, status: 'Accepted' });
    expect(methods).toEqual(['platform.issueTx', ...Array(3).fill('platform.getTxStatus')]);
  });

  it('takes one that waits already for issued', async () => {
    let looks = 0;
    const node = connect('http://node.test', {
      retry: atOnce,
      transport: async ({ body = '' }) => {
        const said = body.includes('issueTx')
          ? '"error":{"code":-32000,"message":"couldn\'t issue tx: duplicate tx","data":null}'
          : `"result":{"status":"${++looks % 4 ? 'Processing' : 'Committed'}"}`;
        return { status: 200, headers: {}, text: `{"jsonrpc":"2.0",${said},"id":1}` };
      },
    });
    expect(await node.issue(tx, { idempotent: true })).toMatchObject({ status: 'Accepted' });
    expect(await node.issue(tx)).toMatchObject({ status: 'Accepted' });
  });

  it('is not called refused where the node cannot be asked for it', async () => {
    const node = connect('http://node.test', {
      retry: atOnce,
      transport: async ({ body = '' }) =>
        body.includes('issueTx')
          ? {
              status: 200,
              headers: {},
              text: '{"jsonrpc":"2.0","error":{"code":-32000,"message":"missing UTXO","data":null},"id":1}',
            }
          : { status: 404, headers: {}, text: '' },
    });
    const e = await node.issue(tx).catch((e) => e);
    expect(e).toMatchObject({ context: { status: 'Unknown', reason: { text: 'missing UTXO' } } });
    expect(explainError(e)).toMatch(/may still be accepted.*issing UTXO/);
  });

  it('may have been accepted wherever the answer is lost, and not where nothing was sent', async () => {
    const with503 = connect('http://node.test', {
      transport: async () => ({ status: 503, headers: {}, text: 'try later' }),
    });
    expect(await with503.issue(tx).catch((e) => e)).toMatchObject({
      code: 'HTTPStatus',
      context: { status: 503, txID: tx.txID },
    });
    const lostLater = connect('http://node.test', {
      retry: { attempts: 1 },
      transport: async ({ body = '' }) => {
        if (!body.includes('issueTx')) throw transportError('timeout', 'no reply');
        const text = `{"jsonrpc":"2.0","result":{"txID":"${tx.txID}"},"id":1}`;
        return { status: 200, headers: {}, text };
      },
    });
    expect(await lostLater.issue(tx).catch((e) => e)).toMatchObject({
      context: { reason: 'timeout', txID: tx.txID },
    });
    const unreached = connect('http://node.test', {
      transport: async () => {
        throw transportError('network', 'http://node.test: ECONNREFUSED');
      },
    });
    const e = await unreached.issue(tx).catch((e) => e);
    expect(e.context).toEqual({ reason: 'network' });
  });

  it('says why it was dropped, and that it was aborted', async () => {
    const reason = 'failed execution: staking period is too short';
    const dropped = saying(
      atOnce,
      '{"status":"Processing"}',
      `{"status":"Dropped","reason":"${reason}"}`,
    );
    expect(await dropped.node.issue(tx).catch((e) => e)).toMatchObject({
      code: 'NotAccepted',
      context: { txID: tx.txID, status: 'Dropped', reason: { code: 'OutOfRange', text: reason } },
    });
    const aborted = saying(atOnce, '{"status":"Aborted"}');
    expect(await aborted.node.issue(tx).catch((e) => e)).toMatchObject({
      context: { status: 'Aborted' },
    });
  });

  it('gives up after its time, and waits for nothing if not asked to', async () => {
    const { node, methods } = saying(atOnce, '{"status":"Processing"}');
    expect(await node.issue(tx, { timeout: 10_000 }).catch((e) => e)).toMatchObject({
      context: { status: 'Processing' },
    });
    expect(methods.length).toBeLessThan(15);
    expect(await saying(atOnce, 'x').node.issue(tx, { wait: false })).toEqual({
      txID: tx.txID,
      status: 'Processing',
    });
  });

  it('stops when the caller says so, and refuses another id', async () => {
    const controller = new AbortController();
    const { node } = saying({}, '{"status":"Processing"}');
    const waiting = node.issue(tx, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(await waiting.catch((e) => e)).toMatchObject({ context: { reason: 'aborted' } });
    const odd = connect('http://node.test', {
      transport: async () => ({
        status: 200,
        headers: {},
        text: `{"jsonrpc":"2.0","result":{"txID":"11111111111111111111111111111111LpoYY"},"id":1}`,
      }),
    });
    expect(await odd.issue(tx).catch((e) => e)).toMatchObject({ code: 'Mismatch' });
  });
});

describe('issue, one transaction after another', () => {
  const one = privateKey(bytes(1));
  const [friend, shop] = [privateKey(bytes(3)), privateKey(bytes(4))];
  const client = (coins: number) => {
    const testnode = createTestnode();
    const { network } = testnode;
    const me = one.address('P', network);
    for (let i = 0; i < coins; i++) testnode.fund('P', { to: me, amount: avax('20') });
    const node = connect('http://testnode', testnode);
    const pay = (state: PState, to: Key): AnyTx => {
      const outputs = [{ to: to.address('P', network), amount: avax('1') }];
      return finalize(sign(buildBaseTx(state, { outputs }), one));
    };
    return { node, pay, state: () => node.pchain.state([me]) };
  };

  it('says of the same bytes that they were accepted, and pays the same again next month', async () => {
    const { node, pay, state } = client(5);
    const first = pay(await state(), friend);
    expect(await node.issue(first)).toEqual({ txID: first.txID, status: 'Accepted' });
    expect(await node.issue(first)).toEqual({
      txID: first.txID,
      status: 'Accepted',
      already: true,
    });
    expect(await node.issue(pay(await state(), friend))).toMatchObject({ status: 'Accepted' });
  });

  it('refuses the second of two builds over one state, and takes it rebuilt', async () => {
    const { node, pay, state } = client(1);
    const before = await state();
    const [first, second] = [pay(before, friend), pay(before, shop)];
    await node.issue(first);
    expect(await node.issue(second).catch((e) => e)).toMatchObject({
      code: 'NotAccepted',
      context: { status: 'Refused', reason: { code: 'NotFound' } },
    });
    // What spent a coin of an accepted transaction is dead: nothing repeats it.
    expect(await node.issue(pay(await state(), shop))).toMatchObject({ status: 'Accepted' });
  });

  it('still blocks an equal payment while the first may be accepted', async () => {
    const { node, pay, state } = client(2);
    const before = await state();
    const first = pay({ ...before, utxos: before.utxos.slice(0, 1) }, friend);
    const equal = pay({ ...before, utxos: before.utxos.slice(1) }, friend);
    const lost = connect('http://testnode', {
      transport: async ({ body = '' }) => {
        if (body.includes('issueTx')) throw transportError('network', 'lost');
        return { status: 404, headers: {}, text: '' };
      },
    });
    expect((await lost.issue(first).catch((e) => e)).context.txID).toBe(first.txID);
    expect(await lost.issue(equal).catch((e) => e)).toMatchObject({ code: 'Duplicate' });
    expect(await node.issue(equal)).toMatchObject({ status: 'Accepted' });
  });
});
