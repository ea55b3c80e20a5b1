/**
 * Natural wrong arguments: every exported function, and every method of what they make, answers them with an `AvalancheError`. The
 * functions are those that `package.json` exports, so that none can be forgotten.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, buildBaseTx } from '../../src/builder/index.ts';
import { isError } from '../../src/errors/error.ts';
import { explain } from '../../src/explain/index.ts';
import { validatorFeeOf } from '../../src/fee/index.ts';
import { txFeeOf } from '../../src/fee/transactions.ts';
import {
  applyTxs,
  balancesOf,
  formatAmount,
  formatAvax,
  formatHex,
  formatState,
  open,
  openTx,
  toJSONText,
} from '../../src/index.ts';
import { jsonContext } from '../../src/network/index.ts';
import { fuji } from '../../src/network/known.ts';
import { connect, dataService, metricsService, retryTransport } from '../../src/rpc/index.ts';
import { discoverAddresses, hdWallet, multisig } from '../../src/sign/hd/hd.ts';
import {
  evidenceOf,
  finalize,
  formatDraft,
  hashSigner,
  issueTxRequest,
  ledgerSigner,
  parseDraft,
  parseDraftParts,
  policyOf,
  privateKey,
  sign,
  walletSigner,
} from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { createWallet } from '../../src/wallet/index.ts';
import { decode } from '../../src/wire/index.ts';
import { lasting } from '../support/lasting.ts';
import { key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const root = new URL('../../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string | { readonly default: string }>;
};
const entries = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string'
    ? []
    : [[name, target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')] as const],
);

const state = pState([utxo(1, 1_000_000n)]);
const draft = buildBaseTx(state, { outputs: [{ to: key(2).shortID, amount: 5_000n }] });
const signed = finalize(sign(draft, key(1)));
const tx = openTx(signed.bytes);

/** What people give by mistake, by the name under which a failure lists it. */
const wrong: { readonly [name: string]: unknown } = {
  undefined,
  null: null,
  number: 5,
  fraction: 1.5,
  NaN: Number.NaN,
  bigint: 5n,
  'negative bigint': -1n,
  text: 'x',
  'empty text': '',
  boolean: true,
  '{}': {},
  '[]': [],
  '[null]': [null],
  Promise: Promise.resolve({}),
  Date: new Date(0),
  Map: new Map(),
  function: () => undefined,
  bytes: new Uint8Array(3),
  draft,
  tx,
  'unsigned transaction': draft.unsignedTx,
  state,
  network: fuji,
  key: key(1),
  opened: open(signed.bytes, { chain: 'P' }),
};
/** Good first arguments, after which others are wrong. */
const first: readonly (readonly unknown[])[] = [
  [draft],
  [tx],
  [draft.unsignedTx],
  [state],
  [fuji],
  [key(1)],
  ['P'],
  [new Uint8Array(32)],
  [{}],
];
const calls: readonly (readonly [name: string, args: readonly unknown[]])[] = [
  ['nothing', []],
  ...Object.entries(wrong).flatMap(([name, value]) => [
    [name, [value]] as const,
    [`${name} twice`, [value, value]] as const,
    [`${name} three times`, [value, value, value]] as const,
    ...first.map((good, i) => [`${name} after ${i}`, [...good, value]] as const),
  ]),
];

type Callable = (...args: unknown[]) => unknown;
const isClass = (f: Callable): boolean => /^class\b/.test(Function.prototype.toString.call(f));

/** Returns what a call throws: at once, later, or while it is iterated over. */
async function failure(f: Callable, args: readonly unknown[]): Promise<unknown> {
  try {
    const result = f(...args) as (PromiseLike<unknown> & AsyncIterable<unknown>) | null | undefined;
    if (typeof result !== 'object' || result === null) return undefined;
    if (typeof result.then === 'function') await soon(result);
    else if (typeof result[Symbol.asyncIterator] === 'function')
      await soon(result[Symbol.asyncIterator]().next());
  } catch (e) {
    return e;
  }
  return undefined;
}
/** Arguments are checked before anything is awaited, so that what fails has failed when this turn of the event loop ends. */
const soon = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.race([promise, new Promise((resolve) => setImmediate(resolve))]);

/** Lists the calls of a function that end in an error of the engine. */
async function rawErrors(f: Callable, tried = calls): Promise<string[]> {
  const found = new Map<string, string>();
  for (const [name, args] of tried) {
    const e = await failure(f, args);
    if (e !== undefined && !isError(e)) found.set(String(e), `${name}: ${String(e)}`);
  }
  return [...found.values()];
}

// Their frames would take half of the time.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 0));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));

describe.each(entries)('%s', (_, file) => {
  it('answers natural wrong arguments with an AvalancheError', async () => {
    const module = (await import(new URL(file, root).href)) as Record<string, unknown>;
    const raw: { [name: string]: string[] } = {};
    for (const [name, value] of Object.entries(module)) {
      if (typeof value !== 'function' || isClass(value as Callable) || lasting.has(name)) continue;
      const errors = await rawErrors(value as Callable);
      if (errors.length > 0) raw[name] = errors;
    }
    expect(raw).toEqual({});
  });
});

/** What functions make, with methods that take arguments. */
const made: { readonly [name: string]: () => object } = {
  'a client': () => connect('http://testnode', createTestnode()),
  'a test node': () => {
    const { world: _, ...methods } = createTestnode();
    return methods;
  },
  'a wallet': () =>
    createWallet({ url: 'http://testnode', connect: createTestnode(), signer: key(1) }),
  'an HD wallet': () => hdWallet(new Uint8Array(16).fill(1)),
  'an account': () => account,
  'a multisig wallet': () => multisig([account], 1),
  // Its own: one of the calls wipes it.
  'a key': () => privateKey(new Uint8Array(32).fill(77)),
  'a signer of hashes': () =>
    hashSigner({ publicKey: key(1).publicKey, sign: async () => new Uint8Array(65) }),
  'a Ledger': () =>
    ledgerSigner({ sign: async () => ({ signatures: new Map() }) } as never, account),
  'a wallet of the browser': () => walletSigner({ request: async () => ({}) } as never),
  'a policy': () => policyOf({ network: 'fuji' }),
  'a policy of an intent': () => policyOf({ type: 'BaseTx', outputs: [] }),
  evidence: () => evidenceOf([], { network: fuji }),
  'a fee': () => validatorFeeOf({ current: 1n, excess: 0n }, fuji.validatorFees),
  'a context': () => jsonContext('P', fuji),
  'the Data API': () => dataService('http://localhost', offline),
  'the Metrics API': () => metricsService('http://localhost', offline),
};
const account = hdWallet(new Uint8Array(16).fill(1)).account("m/44'/9000'/0'");
const offline = { transport: async () => ({ status: 404, headers: {}, text: '' }) };

/** Methods may read from a node: each is given the most common mistakes, alone, and after a few values that may be good. */
const ofMethods = calls.filter(([name]) =>
  /^(undefined|null|number|bigint|text|\{\}|\[\]|Promise|function|draft|tx|state)( after [0678])?$/.test(
    name,
  ),
);

/** The methods of an object, its class and the objects in it. */
function methodsOf(object: object, prefix = ''): (readonly [name: string, method: Callable])[] {
  const kind = Object.getPrototypeOf(object) as object | null;
  const inherited = kind && kind !== Object.prototype ? Object.getOwnPropertyNames(kind) : [];
  return [...Object.keys(object), ...inherited].flatMap((name) => {
    const member = (object as { readonly [name: string]: unknown })[name];
    if (/^[pxc]chain$/.test(name)) return methodsOf(member as object, `${name}.`);
    if (typeof member !== 'function' || name === 'constructor') return [];
    return [[`${prefix}${name}`, (...args: unknown[]) => member.apply(object, args)] as const];
  });
}

describe.each(Object.entries(made))('%s', (_, make) => {
  it('has methods that answer natural wrong arguments with an AvalancheError', async () => {
    const raw: { [name: string]: string[] } = {};
    const methods = methodsOf(make());
    for (const [name, method] of methods) {
      const errors = await rawErrors(method, ofMethods);
      if (errors.length > 0) raw[name] = errors;
    }
    expect(methods.length).toBeGreaterThan(0);
    expect(raw).toEqual({});
  });
});

/** What people type first, with what they are told. */
const mistakes: readonly (readonly [typed: string, call: () => unknown, told: string])[] = [
  [
    'formatAvax(1.5)',
    () => formatAvax(1.5 as never),
    "must be a bigint of nAVAX, got number: avax('1.5')",
  ],
  [
    "formatAvax('1.5')",
    () => formatAvax('1.5' as never),
    "must be a bigint of nAVAX, got text: avax('1.5')",
  ],
  [
    'formatAvax(NaN)',
    () => formatAvax(Number.NaN as never),
    "must be a bigint of nAVAX, such as avax('1.5'), got NaN",
  ],
  [
    'formatAmount(1.5, 6)',
    () => formatAmount(1.5 as never, 6),
    'must be a bigint, such as 250n, got number',
  ],
  [
    'multisig([address], 1)',
    () => multisig(['P-fuji1…'] as never, 1),
    'must be an account: hdWallet(words).account(path) (for addresses use an owner { addresses, threshold }), got text',
  ],
  [
    'multisig([key], 1)',
    () => multisig([key(1)] as never, 1),
    'must be an account: hdWallet(words).account(path) (for addresses use an owner { addresses, threshold }), got a key',
  ],
  [
    'balancesOf(state, { time })',
    () => balancesOf(state as never, { time: 1n }),
    'must be a list, got a state: give its utxos',
  ],
  [
    'formatState(promise)',
    () => formatState(Promise.resolve(state) as never),
    'must be a state, got a Promise: await it',
  ],
  [
    'formatDraft(promise)',
    () => formatDraft(Promise.resolve(draft) as never),
    'must be a draft, got a Promise: await it',
  ],
  [
    'formatDraft(tx)',
    () => formatDraft(tx as never),
    'is a signed transaction already, not a draft',
  ],
  [
    'issueTxRequest(draft)',
    () => issueTxRequest(draft as never),
    'must be a signed transaction, got a draft: finalize(sign(draft, key)) makes it',
  ],
  [
    'txFeeOf(draft)',
    () => txFeeOf(draft as never, fuji, 1n),
    'must be an unsigned transaction, got a draft: give its unsignedTx',
  ],
  [
    'parseDraftParts(text)',
    () => parseDraftParts('AVAXTX1:1/1:AA' as never),
    'must be a list, got text: put it into [ ]',
  ],
  [
    'parseDraft(hex)',
    () => parseDraft(formatHex(signed.bytes)),
    'is hex, not a draft: openTx() reads a signed transaction, fromForeign() an unsigned one of another tool',
  ],
  [
    'toJSONText(draft)',
    () => toJSONText(draft as never),
    'must be what open() returns, got a draft: formatDraft() writes it',
  ],
  [
    'explain(hex)',
    () => explain(formatHex(signed.bytes) as never),
    'must be a draft, a signed transaction or what open() returns, got text: open() reads it',
  ],
  [
    'sign(key, draft)',
    () => sign(key(1) as never, draft as never),
    'must be a draft, got a key: the draft comes first',
  ],
  [
    'buildBaseTx(intent, state)',
    () => buildBaseTx({ outputs: [] } as never, state as never),
    'must be a state, got an intent: the state comes first',
  ],
  [
    'build(intent, state)',
    () => build({ type: 'BaseTx', outputs: [] } as never, state as never),
    'must be a state, got an intent: the state comes first',
  ],
  [
    'applyTxs(tx, state)',
    () => applyTxs(tx as never, state as never),
    'must be a state, got a signed transaction: the state comes first',
  ],
  [
    'walletSigner(window.avalanche), without a wallet',
    () => walletSigner(undefined as never),
    'must be the provider of a browser wallet, such as Core (is it installed?), got undefined',
  ],
  [
    'decode(bytes, Tx)',
    () => decode(signed.bytes as never, {} as never),
    'must be a wire type, got bytes: the type comes first',
  ],
];

it.each(mistakes)('%s is told what it must be', (_, call, told) => {
  expect(thrown(call)).toMatchObject({
    code: expect.stringMatching(/^Bad(Argument|JSON)$/),
    detail: told,
  });
});

it('leaves an error of the engine as it is where the arguments are good', async () => {
  const own = new TypeError('a defect');
  const isUsed = () => {
    throw own;
  };
  const options = { chain: 'P', network: fuji, isUsed } as const;
  await expect(discoverAddresses(account, options)).rejects.toBe(own);
  await expect(retryTransport(async () => isUsed())({} as never)).rejects.toBe(own);
});
