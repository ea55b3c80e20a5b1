/** Wrong arguments: no public function hangs or repeats a secret, and those that take values from outside say what is wrong. */
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { build, buildBaseTx } from '../../src/builder/index.ts';
import { isError } from '../../src/errors/error.ts';
import { effectsOf, open, parseJSON, parseState } from '../../src/index.ts';
import { checkPolicy, finalize, policyOf, sign } from '../../src/sign/index.ts';
import { key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const root = new URL('../../', import.meta.url);
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
    if (typeof result?.then === 'function')
      await Promise.race([result, new Promise((resolve) => setTimeout(resolve, 20))]);
    else if (typeof result?.next === 'function') await result.next();
  } catch (e) {
    return e;
  }
  return undefined;
}

type Function = (...args: unknown[]) => unknown;
const isClass = (f: Function) => /^class\b/.test(globalThis.Function.prototype.toString.call(f));

describe.each(entries)('%s', (_, file) => {
  it('comes back for wrong arguments', async () => {
    const module = (await import(new URL(file, root).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      // This one keeps what it is given, for all that comes after.
      if (typeof value !== 'function' || isClass(value as Function) || name === 'useSHA256')
        continue;
      for (const args of calls) await failure(value as Function, args);
    }
    expect(Object.keys(module).length).toBeGreaterThan(0);
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

const state = pState([utxo(1, 1_000_000n)]);
const intent = { type: 'BaseTx', outputs: [{ to: key(2).shortID, amount: 5_000n }] } as const;
const draft = buildBaseTx(state, { outputs: intent.outputs });
const signed = finalize(sign(draft, key(1)));

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
    ['an intent', intent, (value) => build(state, value)],
    ['a draft to finalize', sign(draft, key(1)), (value) => finalize(value)],
    [
      'a policy',
      { network: 'fuji', to: [], maxFee: 1n },
      (value) => checkPolicy(draft, policyOf(value)),
    ],
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
      detail: 'must be a key made by privateKey, got text',
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
