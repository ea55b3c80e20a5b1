/** What the builders answer: drafts in short, and refusals. */
import { build, type Draft, formatIntent, parseIntent } from '../../src/builder/index.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { isError } from '../../src/errors/error.ts';
import { evmAddressOf, finalize } from '../../src/sign/index.ts';
import { formatState, parseState, type State } from '../../src/state/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { encodeUTF8 } from '../../src/text/utf8.ts';
import { unsignedBytesOf } from '../../src/tx/bytes.ts';
import { type FullBuild, fullBuilds } from './fullbuilds.ts';
import { key } from './state.ts';

/** A build as text, and its answer. */
export interface Build {
  /** Of a full build. */
  readonly name?: string;
  readonly chain: ChainName;
  /** As `formatState` writes it. */
  readonly state: string;
  /** As `formatIntent` writes it. */
  readonly intent: string;
  readonly answer: Answer;
}

/** What a build gives: a draft in short, or the error. */
export type Answer =
  | {
      /** Unsigned bytes. */
      readonly hex: string;
      /** Total, gas and price. */
      readonly fee: string;
      /** Of each credential: what it is for, who may sign with which threshold, and which of them do. */
      readonly slots: readonly string[];
      /** Places of the change in the outputs; with the end of their lock. */
      readonly change: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly error: string };

/** What was found instead is of no use to a program: it is told in words that may change. */
const text = (key: string, value: unknown): unknown => {
  if (key === 'found') return undefined;
  if (typeof value === 'bigint') return `${value}n`;
  return value instanceof Uint8Array ? formatHex(value) : value;
};

const slotText = (slot: Draft['slots'][number]): string => {
  const { addresses, threshold, locktime } = slot.owner;
  const of = 'of' in slot ? ` ${formatHex(slot.of)}` : '';
  return `${slot.kind}${of} ${threshold} of ${addresses.map((a) => formatHex(a))} from ${locktime}: ${slot.signatureIndices}`;
};

/** The answer of a build. */
export function answerOf(f: () => Draft): Answer {
  try {
    const { unsignedTx, fee, slots, change, warnings, missing } = f();
    return {
      hex: formatHex(unsignedBytesOf(unsignedTx)),
      fee: `${fee.total} ${fee.gas} ${fee.price}`,
      slots: slots.map((slot, i) => {
        const need = missing.find(({ credential }) => credential === i)?.need ?? 0;
        return `${slotText(slot)}, ${need} missing`;
      }),
      change: change.map((of) => `${of.outputIndex} ${of.stakeableUntil ?? ''}`.trim()),
      warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`),
    };
  } catch (e) {
    // Of a state that is not of its type.
    if (!isError(e)) return { error: 'an error of the engine' };
    const { code, path, context } = e;
    return { error: `${code} at ${JSON.stringify(path)} ${JSON.stringify(context, text)}` };
  }
}

/** A build with its answer. */
export function recordBuild({
  state,
  intent,
  options,
  name,
}: Omit<FullBuild, 'name'> & { readonly name?: string }): Build {
  const answer = answerOf(() => build(owned(state), intent, options));
  return {
    ...(name !== undefined && { name }),
    chain: state.chain,
    state: formatState(state),
    intent: formatIntent({ intent, options }, state.chain),
    answer,
  };
}

/** All who own anything in the recorded builds, so that nothing is only claimed. */
const own = [1, 2, 3, 4, 5, 9].flatMap((n) => [key(n).shortID, evmAddressOf(key(n))]);
const owned = (state: State): State =>
  typeof state === 'object' && state !== null ? { ...state, own } : state;

/** The build that a text describes. */
export function rebuild({ chain, state, intent }: Omit<Build, 'answer'>): Draft {
  const read = parseIntent(intent, chain);
  return build(owned(parseState(state)), read.intent, read.options);
}

/** An answer on one line: of a draft the fee and what tells it from others. */
function lineOf(f: () => Draft): string {
  const answer = answerOf(f);
  if ('error' in answer) return answer.error;
  return `draft ${answer.fee} ${formatHex(sha256(encodeUTF8(JSON.stringify(answer)))).slice(2, 12)}`;
}

/** What is changed in a build. */
export type Part = 'state' | 'intent' | 'options' | 'draft';

/** Answers to one build with one thing changed in a part, by what is changed. */
export interface ChangedBuild {
  readonly name: string;
  readonly part: Part;
  readonly answers: Readonly<Record<string, string>>;
}

/** Builds whose states are changed as well. */
const withState = [
  'P BaseTx pays by hand',
  'P ImportTx imports by hand',
  'P AddSubnetValidatorTx adds to a subnet',
  'P AddPermissionlessDelegatorTx delegates what is locked',
  'X BaseTx pays by hand',
  'X OperationTx burns',
  'C ExportTx exports',
  'C ImportTx imports',
];

/** Builds whose drafts are changed as well, before somebody finalizes them. */
const withDraft = [
  'P BaseTx pays',
  'P AddPermissionlessDelegatorTx delegates what is locked',
  'P TransferSubnetOwnershipTx transfers',
  'X OperationTx operates',
  'X ImportTx imports',
  'C ExportTx exports all',
  'C ImportTx imports by hand',
];

/** Each full build with each of its parts that is changed. */
export const changedParts: readonly { readonly full: FullBuild; readonly part: Part }[] =
  fullBuilds.flatMap((full) => {
    const more = [
      ...(withState.includes(full.name) ? (['state'] as const) : []),
      ...(withDraft.includes(full.name) ? (['draft'] as const) : []),
    ];
    return (['intent', 'options', ...more] as const).map((part) => ({ full, part }));
  });

/** What of a draft is changed: what a transaction is made of, who signs, and what is said of them. */
const draftKeys = ['unsignedTx', 'slots', 'fee', 'change', 'time', 'chain'] as const;

/** What to put in the place of a value: outside and at the bounds of what it can be, or another kind of thing. */
function* insteadOf(value: unknown): Generator<unknown> {
  yield undefined;
  yield null;
  if (typeof value === 'bigint')
    yield* [0n, -1n, 1n, value + 1n, 2n ** 64n - 1n, 2n ** 64n, 5, 'x'];
  else if (typeof value === 'number') yield* [0, -1, 1.5, value + 1, 2 ** 32, 5n, 'x'];
  else if (typeof value === 'boolean') yield !value;
  else if (typeof value === 'string')
    yield* ['', 'x', `${value}1`, value.slice(0, -1), `${value} `, 5, new Uint8Array(3)];
  else if (value instanceof Uint8Array)
    yield* [
      value.slice(1),
      new Uint8Array(value.length + 1),
      value.map(() => 0),
      value.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
      'x',
    ];
  else if (Array.isArray(value)) {
    yield [];
    yield value.slice(1);
    yield [...value].reverse();
    yield [...value, ...value.slice(0, 1)];
    yield [null];
    yield 'x';
  } else if (typeof value === 'object' && value !== null) yield* [{ ...value, extra: 1 }, [], 'x'];
}

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/** A name for a place and the number of the change there, and the value with that change. */
function* wrong(
  value: unknown,
  { skip = [], most = 2 }: { readonly skip?: readonly string[]; readonly most?: number } = {},
  place = '',
): Generator<readonly [where: string, value: unknown]> {
  let way = 0;
  for (const change of insteadOf(value)) yield [`${place} ${way++}`, change];
  if (!isTree(value)) return;
  const isList = Array.isArray(value);
  for (const [i, [key, element]] of Object.entries(value).entries()) {
    if (skip.includes(key) || (isList && i >= most)) continue;
    const inner = isList ? `${place}[${key}]` : `${place}.${key}`;
    for (const [where, change] of wrong(element, { skip, most }, inner))
      yield [
        where,
        isList
          ? value.map((old: unknown, k) => (k === i ? change : old))
          : { ...value, [key]: change },
      ];
  }
}

function* changesOf({ full, part }: (typeof changedParts)[number]) {
  const { state, intent, options } = full;
  if (part === 'draft') {
    const draft = build(owned(state), intent, options);
    for (const key of draftKeys)
      for (const [where, changed] of wrong(draft[key], { most: 1 }))
        yield [`${key}${where}`, () => finalize({ ...draft, [key]: changed })] as const;
  } else {
    // Of each list of a state one element, of those of an intent or of options two.
    const most = part === 'state' ? 1 : 2;
    for (const [where, changed] of wrong(full[part], { skip: ['network'], most })) {
      const of = { ...full, [part]: changed } as FullBuild;
      yield [where, () => build(owned(of.state), of.intent, of.options)] as const;
    }
  }
}

/** All answers to the changes of a part. */
export function answersTo(of: (typeof changedParts)[number]): ChangedBuild {
  const answers: Record<string, string> = {};
  for (const [where, f] of changesOf(of)) answers[where] = lineOf(f as () => Draft);
  return { name: of.full.name, part: of.part, answers };
}
