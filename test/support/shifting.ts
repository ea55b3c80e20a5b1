/** Drafts that change while they are read: what somebody gives who runs code in the same process. */
import { createContext, runInContext } from 'node:vm';
import type { Draft } from '../../src/draft/draft.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Counts readings, and answers with the second value from the `n`th on. */
const turning = (n: number) => {
  let count = 0;
  return <T>(first: T, second: T): T => (count++ < n ? first : second);
};

/** Returns a copy of an object with one member that changes at the `n`th reading. */
function withGetter<T extends object>(first: T, second: T, key: keyof T, n: number): T {
  const turn = turning(n);
  return Object.defineProperty({ ...first }, key, {
    enumerable: true,
    get: () => turn(first, second)[key],
  });
}

/** As `withGetter`, for a member of the transaction. */
const withField = (first: Draft, second: Draft, key: string, n: number): Draft => {
  const unsignedTx = withGetter(
    first.unsignedTx as unknown as Plain,
    second.unsignedTx as unknown as Plain,
    key,
    n,
  );
  return { ...first, unsignedTx } as unknown as Draft;
};

/** Wraps each object in a proxy that answers with the second value from the `n`th reading of any member on. */
function deepProxy<T>(first: T, second: T, turn: <V>(a: V, b: V) => V): T {
  if (typeof first !== 'object' || first === null || first instanceof Uint8Array) return first;
  return new Proxy(first, {
    get: (_, key) => {
      const from = turn(first, second) as Record<PropertyKey, unknown>;
      const other = second as Record<PropertyKey, unknown> | undefined;
      const value = from?.[key];
      return Array.isArray(first) && typeof key === 'symbol'
        ? value
        : deepProxy(value, other?.[key], turn);
    },
  });
}

/** Runs something at the `n`th reading of any member. */
const atReading = (draft: Draft, n: number, change: () => void): Draft => {
  let count = 0;
  return new Proxy(draft, {
    get: (target, key) => {
      if (count++ === n) change();
      return Reflect.get(target, key);
    },
  });
};

type Outputs = readonly { readonly output: { readonly addresses: readonly Uint8Array[] } }[];

/** Returns the draft with other byte arrays as the addresses of outputs. */
const withAddresses = (draft: Draft, make: (address: Uint8Array) => Uint8Array): Draft => {
  const outputs = (draft.unsignedTx as unknown as { readonly outputs: Outputs }).outputs.map(
    (of) => ({
      ...of,
      output: { ...of.output, addresses: of.output.addresses.map(make) },
    }),
  );
  return { ...draft, unsignedTx: { ...draft.unsignedTx, outputs } } as unknown as Draft;
};

const addressesOf = (draft: Draft): readonly Uint8Array[] =>
  (draft.unsignedTx as unknown as { readonly outputs: Outputs }).outputs.flatMap(
    ({ output }) => output.addresses,
  );

/** Overwrites the addresses of outputs with those of another draft. */
const overwrite = (draft: Draft, other: Draft): void => {
  const theirs = addressesOf(other);
  for (const [i, address] of addressesOf(draft).entries()) address.set(theirs[i]!);
};

/** Bytes that answer with others by every method. */
const lying = (others: readonly Uint8Array[]) => {
  let i = 0;
  return (address: Uint8Array): Uint8Array => {
    const other = others[i++ % others.length]!;
    class Lying extends Uint8Array {
      override slice = (): Uint8Array<ArrayBuffer> => new Uint8Array(other);
      override subarray = (): Uint8Array<ArrayBuffer> => new Uint8Array(other);
      override at = (k: number): number => other[k]!;
      override [Symbol.iterator] = () => other[Symbol.iterator]();
    }
    return new Lying(address);
  };
};

/** Rebuilds a value in another realm. */
function elsewhere<T>(value: T): T {
  const context = createContext({ value });
  return runInContext(
    `const copy = (of) => typeof of !== 'object' || of === null ? of
      : of.BYTES_PER_ELEMENT === 1 ? new Uint8Array(Array.from(of))
      : Array.isArray(of) ? Array.from(of, copy)
      : Object.fromEntries(Object.keys(of).map((key) => [key, copy(of[key])]));
    copy(value)`,
    context,
  ) as T;
}

/** How a draft turns from one into another, at the `n`th reading. */
export const ways: Readonly<Record<string, (first: Draft, second: Draft, n: number) => Draft>> = {
  ...Object.fromEntries(
    (['unsignedTx', 'slots', 'change', 'fee', 'time', 'network', 'evidence', 'kind'] as const).map(
      (key) => [`a getter of ${key}`, (a: Draft, b: Draft, n: number) => withGetter(a, b, key, n)],
    ),
  ),
  ...Object.fromEntries(
    ['outputs', 'inputs', 'memo', 'type'].map((key) => [
      `a getter of the transaction's ${key}`,
      (a: Draft, b: Draft, n: number) => withField(a, b, key, n),
    ]),
  ),
  'a proxy': (a, b, n) => {
    const turn = turning(n);
    return new Proxy(a, { get: (_, key) => Reflect.get(turn(a, b), key) });
  },
  'a proxy around every object': (a, b, n) => deepProxy(a, b, turning(n)),
  'getters of a prototype': (a, b, n) => {
    const turn = turning(n);
    const keys = Object.keys(a) as (keyof Draft)[];
    const members = keys.map((key) => [key, { get: () => turn(a, b)[key] }] as const);
    return Object.create(Object.defineProperties({}, Object.fromEntries(members))) as Draft;
  },
  'bytes that are overwritten': (a, b, n) => {
    const own = withAddresses(a, (address) => address.slice());
    return atReading(own, n, () => overwrite(own, b));
  },
  'shared memory': (a, b, n) => {
    const own = withAddresses(a, (address) => {
      const shared = new Uint8Array(new SharedArrayBuffer(address.length));
      shared.set(address);
      return shared;
    });
    return atReading(own, n, () => overwrite(own, b));
  },
  'a getter that overwrites bytes while the transaction is read': (a, b, n) => {
    const own = withAddresses(a, (address) => address.slice());
    let count = 0;
    const { memo } = own.unsignedTx as unknown as { readonly memo: Uint8Array };
    const unsignedTx = Object.defineProperty({ ...own.unsignedTx }, 'memo', {
      enumerable: true,
      get: () => {
        if (count++ === n) overwrite(own, b);
        return memo;
      },
    });
    return { ...own, unsignedTx } as Draft;
  },
  'a getter that puts another transaction in place': (a, b, n) => {
    const own = { ...a } as { -readonly [K in keyof Draft]: Draft[K] };
    let count = 0;
    return Object.defineProperty(own, 'time', {
      enumerable: true,
      get: () => {
        if (count++ === n) own.unsignedTx = b.unsignedTx;
        return a.time;
      },
    }) as Draft;
  },
  'byte arrays of a subclass': (a, b) => withAddresses(a, lying(addressesOf(b))),
  'a frozen draft with getters': (a, b, n) => Object.freeze(withGetter(a, b, 'unsignedTx', n)),
  'a draft of another realm': (a) => elsewhere(a),
  'a getter in a draft of another realm': (a, b, n) =>
    withGetter(elsewhere(a), elsewhere(b), 'unsignedTx', n),
  'a proxy that is revoked': (a, _, n) => {
    const { proxy, revoke } = Proxy.revocable(a, {});
    return atReading(proxy, n, revoke);
  },
  'a revoked proxy': (a) => {
    const { proxy, revoke } = Proxy.revocable(a, {});
    revoke();
    return proxy;
  },
  'a draft that contains itself': (a) => {
    const own = { ...a, extra: {} as Record<string, unknown> };
    own.extra.self = own;
    return own as unknown as Draft;
  },
  'a list with a length of its own': (a, b, n) => {
    const turn = turning(n);
    const { outputs } = a.unsignedTx as unknown as { readonly outputs: readonly object[] };
    const others = (b.unsignedTx as unknown as { readonly outputs: readonly object[] }).outputs;
    const list = new Proxy([...outputs], {
      get: (target, key) =>
        key === 'length' ? target.length : Reflect.get(turn(target, others), key),
    });
    return { ...a, unsignedTx: { ...a.unsignedTx, outputs: list } } as unknown as Draft;
  },
};
