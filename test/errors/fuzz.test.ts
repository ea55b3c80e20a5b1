/** Wrong arguments: no public function hangs or repeats a secret, and those that take values from outside say what is wrong. */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  build,
  buildBaseTx,
  buildConsolidateTxs,
  buildCreateSubnetTx,
  buildExportTx,
  buildImportTx,
  buildImportTxs,
  estimateFee,
  formatIntent,
  parseIntent,
} from '../../src/builder/index.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { explain, review } from '../../src/explain/index.ts';
import {
  decodeTx,
  effectsOf,
  formatState,
  fromJSON,
  open,
  openAll,
  openTx,
  parseAddress,
  parseHex,
  parseID,
  parseJSON,
  parseState,
} from '../../src/index.ts';
import { formatNetwork, parseNetwork } from '../../src/network/index.ts';
import { fuji } from '../../src/network/known.ts';
import { connect, formatRequest } from '../../src/rpc/index.ts';
import { checkTx } from '../../src/rules/index.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import {
  addSignature,
  chooseSigners,
  decodeDraft,
  digestsOf,
  encodeDraft,
  finalize,
  formatDraft,
  formatPolicy,
  hashSigner,
  parseDraft,
  parsePolicy,
  parsePrivateKey,
  policyOf,
  privateKey,
  sign,
  signWith,
} from '../../src/sign/index.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { lasting } from '../support/lasting.ts';
import { key, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const root = new URL('../../', import.meta.url);

// A million errors are made here, and looked into: their frames would take half of the time.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 0));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string | { readonly default: string }>;
};
const entries = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string'
    ? []
    : [[name, target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')] as const],
);

const foreign = vm.runInNewContext(
  '({ object: {}, bytes: new Uint8Array(32), list: [1], error: new TypeError("x"), date: new Date(NaN) })',
) as Record<string, unknown>;
const junk: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  Number.NaN,
  7n,
  -1n,
  '',
  'x',
  '0x00',
  true,
  {},
  [],
  [null],
  [{}],
  new Uint8Array(0),
  new Uint8Array(32),
  new ArrayBuffer(4),
  () => undefined,
  Symbol('s'),
  new Map(),
  Object.create(null),
  ...Object.values(foreign),
];

/** Every way in which a few arguments are wrong. */
const calls: readonly (readonly unknown[])[] = [
  [],
  ...junk.flatMap((value) => [
    [value],
    [value, value],
    [value, value, value],
    [{}, value],
    [value, {}],
    [new Uint8Array(32), value],
    ['P', value],
    [pState([]), value],
  ]),
];

/** What a call throws, at once, later or while it is iterated over. */
async function failure(f: (...args: unknown[]) => unknown, args: readonly unknown[]) {
  try {
    const result = f(...args) as
      | (Iterator<unknown> & AsyncIterator<unknown> & PromiseLike<unknown>)
      | undefined;
    if (typeof result?.then === 'function') await result;
    else if (typeof result?.next === 'function') await result.next();
  } catch (e) {
    return e;
  }
  return undefined;
}

type Function = (...args: unknown[]) => unknown;
const isClass = (f: Function) => /^class\b/.test(globalThis.Function.prototype.toString.call(f));

/** Texts that must appear in no error, and how a caller may pass them by mistake. */
const secrets = [
  'PrivateKey-2GCgSHhQMwycn28YMovLxDeka4dr6NeD1LFmMY7Dcbg14Sx7uX',
  `0x${'5ec2e7'.repeat(10)}abcd`,
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon secret',
] as const;
const withSecret = secrets.flatMap((secret) => [
  [secret],
  [secret, secret, secret],
  [{}, secret],
  [secret, {}],
  ['P', secret],
  [pState([]), secret],
  [[secret]],
]);
const tellsSecret = (e: unknown): boolean => {
  const text = inspect(e, { depth: 5, showHidden: true });
  return secrets.some((secret) => text.includes(secret.slice(-12)));
};

describe.each(entries)('%s', (_, file) => {
  it('repeats no secret, and comes back, for wrong arguments', async () => {
    const module = (await import(new URL(file, root).href)) as Record<string, unknown>;
    const telling: string[] = [];
    for (const [name, value] of Object.entries(module)) {
      if (typeof value !== 'function' || isClass(value as Function) || lasting.has(name)) continue;
      for (const args of [...calls, ...withSecret]) {
        const e = await failure(value as Function, args);
        if (tellsSecret(e)) telling.push(`${name}: ${String(e)}`);
      }
    }
    expect([...new Set(telling)]).toEqual([]);
  });
});

/** The value with one part after another replaced, to some depth. */
function* broken(value: unknown, depth = 3): Iterable<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || depth === 0)
    return;
  if (Array.isArray(value)) {
    if (value.length > 0)
      for (const part of [...parts, ...broken(value[0], depth - 1)])
        yield [part, ...value.slice(1)];
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    for (const part of [...parts, ...broken(member, depth - 1)]) yield { ...value, [name]: part };
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    yield rest;
  }
}
const parts: readonly unknown[] = [undefined, null, 5, -1n, 'x', {}, [null], new Uint8Array(3)];

const rules = { network: fuji, time: now };
const state = pState([utxo(1, 1_000_000n)]);
const intent = { type: 'BaseTx', outputs: [{ to: key(2).shortID, amount: 5_000n }] } as const;
const draft = buildBaseTx(state, { outputs: intent.outputs });
const signed = finalize(sign(draft, key(1)));

const json = formatState(state);
/** Functions that take values from outside, with arguments that are right. */
const doors: readonly (readonly [f: (...args: never[]) => unknown, ...args: unknown[]])[] = [
  [open, signed.bytes, { chain: 'P' }],
  [openAll, signed.bytes, { chain: 'P' }],
  [openTx, signed.bytes, { chain: 'P' }],
  [fromJSON, 'P', '{}', {}],
  [decodeTx, 'P', signed.bytes],
  [parseState, json],
  [parseJSON, json],
  [parseHex, '0x00'],
  [parseID, signed.txID],
  [parseAddress, 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t', fuji],
  [parseDraft, formatDraft(draft)],
  [decodeDraft, encodeDraft(draft)],
  [parseIntent, formatIntent({ intent, options: {} }, 'P'), 'P'],
  [parsePolicy, formatPolicy(policyOf({ network: 'fuji' })), {}],
  [parsePrivateKey, 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN'],
  [parseNetwork, formatNetwork(fuji)],
  [decode, UTXO, encode(UTXO, utxo(1, 1n))],
  [encode, UTXO, utxo(1, 1n)],
  [build, state, intent, {}],
  [estimateFee, state, intent, {}],
  [buildBaseTx, state, { outputs: intent.outputs }, {}],
  [buildImportTx, state, { from: 'X' }, {}],
  [buildExportTx, state, { to: 'X', outputs: [{ to: key(2).shortID, amount: 5n }] }, {}],
  [buildConsolidateTxs, state, {}, {}],
  [buildImportTxs, state, { from: 'X' }, {}],
  [buildCreateSubnetTx, state, { owner: key(1).shortID }, {}],
  [sign, draft, key(1), {}],
  [finalize, sign(draft, key(1)), {}],
  [digestsOf, draft],
  [chooseSigners, draft, [key(1).shortID]],
  [addSignature, draft, { digest: new Uint8Array(32), signature: new Uint8Array(65) }],
  [
    signWith,
    draft,
    hashSigner({ publicKey: key(1).publicKey, sign: async () => new Uint8Array(65) }),
    {},
  ],
  [checkPolicy, draft, policyOf({ network: 'fuji' }), {}],
  [policyOf, draft, {}],
  [policyOf, intent, {}],
  [policyOf, { network: 'fuji' }],
  [privateKey, new Uint8Array(32).fill(1)],
  [hdWallet, 'test test test test test test test test test test test junk', {}],
  [checkTx, draft, rules],
  [explain, draft, {}],
  [review, draft, { expect: intent }],
  [review, draft, { expect: draft }],
  [review, draft, { expect: policyOf(intent) }],
  [connect, 'https://api.avax.network', {}],
  [formatRequest, 'platform.getHeight', {}, {}],
];

describe('a door', () => {
  it.each(doors.map((door) => [door[0].name, door] as const))(
    '%s says what is wrong with an argument',
    async (_, [f, ...args]) => {
      const raw = new Set<string>();
      for (let i = 0; i < args.length; i++)
        for (const value of junk) {
          const e = await failure(
            f as Function,
            args.map((arg, k) => (k === i ? value : arg)),
          );
          if (e !== undefined && !isError(e))
            raw.add(`${i}: ${String(value?.toString)} ${String(e)}`);
        }
      expect([...raw]).toEqual([]);
    },
  );
  it('keeps an error of the caller as it is', () => {
    const own = new TypeError('mine');
    const policy = {
      findings: () => {
        throw own;
      },
    };
    const caught = (f: () => unknown): unknown => {
      try {
        return f();
      } catch (e) {
        return e;
      }
    };
    expect(caught(() => checkPolicy(draft, policy))).toBe(own);
    expect(caught(() => sign(draft, key(1), { policy }))).toBe(own);
    expect(caught(() => finalize(sign(draft, key(1)), { policy }))).toBe(own);
  });
});

describe('parts of arguments', () => {
  const raw = (values: Iterable<unknown>, f: (value: never) => unknown): string[] => {
    const found = new Set<string>();
    for (const value of values)
      try {
        f(value as never);
      } catch (e) {
        if (!isError(e)) found.add(String(e));
      }
    return [...found];
  };

  it.each<[string, unknown, (value: never) => unknown]>([
    ['a state', state, (value) => build(value, intent)],
    ['a state of X', xState([utxo(1, 5_000_000n)]), (value) => build(value, intent)],
    ['an intent', intent, (value) => build(state, value)],
    ['a draft to sign', draft, (value) => sign(value, key(1))],
    ['a draft to check', draft, (value) => checkPolicy(value, policyOf({ network: 'fuji' }))],
    ['a draft to finalize', sign(draft, key(1)), (value) => finalize(value)],
    [
      'a policy',
      { network: 'fuji', to: [], maxFee: 1n },
      (value) => checkPolicy(draft, policyOf(value)),
    ],
    ['a transaction to explain', signed, (value) => explain(value)],
    ['a transaction to verify', signed.unsignedTx, (value) => checkTx(value, rules)],
  ])('of %s may be wrong', (_, good, f) => {
    expect(raw(broken(good), f)).toEqual([]);
  });
});

describe('what new users met', () => {
  it('sign with the text of a key says so, without a part of it', () => {
    const text = 'PrivateKey-2GCgSHhQMwycn28YMovLxDeka4dr6NeD1LFmMY7Dcbg14Sx7uX';
    const e = thrown(() => sign(draft, text as never, trusting));
    expect(e).toMatchObject({
      code: 'BadArgument',
      path: ['keys', 0],
      detail: 'must be a key made by privateKey: call privateKey() with it',
    });
  });

  it('a state without feeState names it', () => {
    const { feeState: _, ...rest } = state;
    const e = thrown(() => buildBaseTx(rest as never, { outputs: intent.outputs }));
    expect(e).toMatchObject({ code: 'BadArgument', path: ['state', 'feeState'] });
  });

  it('effects of something opened, which has its transactions in txs', () => {
    const opened = open(signed.bytes, { chain: 'P' });
    expect(thrown(() => effectsOf(opened as never)).code).toBe('BadArgument');
    expect(effectsOf(opened.txs[0] as never).consumed).toHaveLength(1);
  });

  it('a state that is no state', () => {
    expect(thrown(() => parseState('{}')).code).toBe('BadJSON');
    expect(thrown(() => parseState(parseJSON('{}') as never)).code).toBe('BadArgument');
  });
});
