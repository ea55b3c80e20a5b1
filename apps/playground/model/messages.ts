/**
 * What the worker with the edited code reports to the page. Anybody's code may have written it: each report is text of limited size,
 * and is read value by value.
 */
type Reader<T> = (value: unknown) => T;

const fail = (what: string): never => {
  throw new TypeError(`expected ${what}`);
};

const text =
  (most: number): Reader<string> =>
  (value) =>
    typeof value === 'string' && value.length <= most ? value : fail(`text up to ${most}`);

const whole: Reader<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : fail('a whole number');

const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : fail('a boolean'));

const oneOf =
  <const T extends string>(...words: readonly T[]): Reader<T> =>
  (value) =>
    words.find((word) => word === value) ?? fail(words.join(' or '));

const list =
  <T>(item: Reader<T>, most: number): Reader<readonly T[]> =>
  (value) =>
    Array.isArray(value) && value.length <= most
      ? value.map((of) => item(of))
      : fail(`a list of up to ${most}`);

const optional =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value) =>
    value === undefined ? undefined : reader(value);

type Shape<S extends { readonly [key: string]: Reader<unknown> }> = {
  readonly [K in keyof S]: ReturnType<S[K]>;
};

/** An object with these keys; others are left out. */
const object =
  <S extends { readonly [key: string]: Reader<unknown> }>(shape: S): Reader<Shape<S>> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return fail('an object');
    const found = value as { readonly [key: string]: unknown };
    return Object.fromEntries(
      Object.entries(shape).map(([key, reader]) => [
        key,
        reader(Object.hasOwn(found, key) ? found[key] : undefined),
      ]),
    ) as Shape<S>;
  };

const word = text(200);
const chain = oneOf('P', 'X', 'C');

/** Limits that the worker keeps to as well. */
export const limits = {
  /** Characters of a report. */
  report: 400_000,
  /** Characters that are shown of one text. */
  text: 8_000,
  transactions: 40,
  /** Blocks of a chain. */
  blocks: 30,
  balances: 40,
  /** Lines of output; older ones make room. */
  lines: 500,
} as const;

const failure = object({
  /** The code of an `AvalancheError`, or the name of another error. */
  name: word,
  /** Whether it is an `AvalancheError`, with a section among the error codes. */
  isOurs: flag,
  /** For users: `explainError`. */
  text: text(limits.text),
  /** For developers. */
  message: text(limits.text),
  /** Of the edited code, from 1. */
  line: optional(whole),
});

const transaction = object({
  key: word,
  chain,
  type: word,
  title: text(limits.text),
  /** What `explain` says. */
  text: text(limits.text),
  signed: whole,
  needed: whole,
  status: oneOf('draft', 'signed', 'submitted', 'accepted', 'refused'),
  txID: optional(word),
  height: optional(word),
  reason: optional(text(limits.text)),
});

const state = object({
  network: word,
  /** Unix seconds. */
  time: word,
  isHeld: flag,
  chains: list(
    object({
      chain,
      height: word,
      feeRate: word,
      blocks: list(
        object({
          height: word,
          id: word,
          time: word,
          txs: list(object({ txID: word, type: word, title: text(limits.text) }), 50),
        }),
        limits.blocks,
      ),
    }),
    3,
  ),
  balances: list(
    object({
      address: word,
      amounts: list(object({ amount: word, note: word }), 20),
    }),
    limits.balances,
  ),
});

const readers = {
  output: object({
    lines: list(
      object({
        level: oneOf('log', 'warn', 'error', 'value'),
        text: text(limits.text),
        line: optional(whole),
      }),
      limits.lines,
    ),
    /** Lines before these that were too many. */
    dropped: whole,
  }),
  transactions: object({ list: list(transaction, limits.transactions) }),
  state: object({ state }),
  failure: object({ failure }),
  /** The program came to its end, with or without a failure. */
  ended: object({}),
  /** A control is done. */
  answered: object({ failure: optional(failure) }),
} as const;

type Readers = typeof readers;

/** What the worker reports. */
export type Report = {
  readonly [K in keyof Readers]: { readonly type: K } & ReturnType<Readers[K]>;
}[keyof Readers];

export type OutputLine = ReturnType<Readers['output']>['lines'][number];
export type Failure = ReturnType<typeof failure>;
export type Transaction = ReturnType<typeof transaction>;
export type NodeState = ReturnType<typeof state>;

/** Reads a report; undefined if it is none. */
export function readReport(json: unknown): Report | undefined {
  if (typeof json !== 'string' || json.length > limits.report) return undefined;
  try {
    const value = JSON.parse(json) as { readonly type?: unknown } | null;
    const type = oneOf(...(Object.keys(readers) as (keyof Readers)[]))(value?.type);
    return { type, ...readers[type](value) } as Report;
  } catch {
    return undefined;
  }
}

/** What the page asks of a test node. */
export type Control =
  | { readonly kind: 'advance'; readonly seconds: number }
  | { readonly kind: 'hold' | 'release' | 'mine' | 'reset' };

/** What the page tells its frame. */
export type Order =
  /** The script of the worker, before the first run. */
  | { readonly type: 'runner'; readonly text: string }
  | {
      readonly type: 'run';
      readonly run: number;
      readonly code: string;
      readonly isHeld: boolean;
    }
  | { readonly type: 'control'; readonly run: number; readonly control: Control }
  | { readonly type: 'stop' };

/** What the frame tells the page: a report of a run, or about itself. */
export type Notice =
  | { readonly type: 'ready' }
  | { readonly type: 'report'; readonly run: number; readonly json: string }
  /** It reported more than a page can show, and was stopped. */
  | { readonly type: 'flooded'; readonly run: number }
  | { readonly type: 'broken'; readonly run: number; readonly message: string };

const notices = {
  ready: object({}),
  report: object({ run: whole, json: text(limits.report) }),
  flooded: object({ run: whole }),
  broken: object({ run: whole, message: text(limits.text) }),
} as const;

/** Reads what a frame says; undefined if it is no notice. */
export function readNotice(data: unknown): Notice | undefined {
  try {
    const { type: found } = object({ type: word })(data);
    const type = oneOf('ready', 'report', 'flooded', 'broken')(found);
    return { type, ...notices[type](data) } as Notice;
  } catch {
    return undefined;
  }
}
