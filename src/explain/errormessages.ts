/** The message for people of every error code. `explainError` returns it with amounts in AVAX and times as dates. */
import type { ErrorCode } from '../errors/codes.ts';
import type {
  AssetContext,
  ContextOf,
  ErrorContexts,
  LockedAmount,
  RangeUnit,
} from '../errors/contexts.ts';
import { dateText, durationText, grouped } from '../text/words.ts';

/** Formats amounts with the symbols that the caller of `explainError` gives. */
export interface AmountFormat {
  /** Formats an amount: `10.5 AVAX`, `250 units of 2fom…`. */
  amount(units: bigint, asset: AssetContext): string;
  /** Formats nAVAX as AVAX. */
  avax(nAVAX: bigint): string;
}

/** The error's text for developers, which a message may quote besides the context. */
interface ErrorText {
  readonly detail: string;
  /** Path such as `outputs[0].to`; empty if the error concerns the whole value. */
  readonly path: string;
}

/** A message for every error code. */
type Messages = {
  readonly [C in ErrorCode]: (
    context: ContextOf<C>,
    format: AmountFormat,
    text: ErrorText,
  ) => string;
};

/** Makes a sentence: `at least one is needed` becomes `At least one is needed.` */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;

/** Makes a sentence about the value at a path. */
const about = ({ path }: ErrorText, text: string): string =>
  path === '' ? sentence(text) : `${path}: ${sentence(text)}`;

const told = (_: unknown, __: AmountFormat, text: ErrorText): string => about(text, text.detail);

const plural = (n: bigint | number, one: string): string => (BigInt(n) === 1n ? one : `${one}s`);

/** Formats a network. Those that avalanchego does not list share the prefix `custom`. */
const networkText = (network: string): string =>
  network === 'custom' ? 'a custom network' : `the network ${network}`;

/** Formats a chain: aliases as `P-chain`; ids and other text unchanged. */
const chainName = (chain: string): string =>
  /^[A-Z]$/.test(chain) ? `the ${chain}-chain` : chain.replace(/\b([PXC])\b(?!-)/g, 'the $1-chain');

/** Groups the digits of a number: `3,000`. */
const numberText = (value: bigint | number): string => grouped(String(value));

/** Formats Unix seconds as day and time. A negative time was computed from an invalid one. */
const timeText = (time: bigint): string => (time < 0n ? 'before 1970' : dateText(time));

/** Formats Unix seconds as a day: `19 Feb 2028`. */
const dayText = (time: bigint): string => timeText(time).replace(/ \d\d:\d\d(:\d\d)? UTC$/, '');

const sumOf = (amounts: readonly LockedAmount[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + amount, 0n);

/** Maximum number of locks that a sentence lists individually. */
const mostLocks = 3;

/** Formats the ends of locks: ` until 19 Feb 2028`; for several, each amount with its end; for many, the last day. */
function untilText(locks: readonly LockedAmount[], amount: (units: bigint) => string): string {
  const days = [...new Set(locks.map(({ until }) => dayText(until)))];
  if (days.length === 1) return ` until ${days[0]}`;
  if (days.length > mostLocks) return `, all of it until ${days.at(-1)}`;
  return `: ${locks.map((lock) => `${amount(lock.amount)} until ${dayText(lock.until)}`).join(', ')}`;
}

/** Returns when enough is unlocked, if locks are all that is in the way. */
function enoughAt(
  missing: bigint,
  ...locks: readonly (readonly LockedAmount[])[]
): bigint | undefined {
  let left = missing;
  return locks
    .flat()
    .sort((a, b) => (a.until < b.until ? -1 : 1))
    .find(({ amount }) => {
      left -= amount;
      return left <= 0n;
    })?.until;
}

function insufficient(context: ErrorContexts['Insufficient'], format: AmountFormat): string {
  const { needed, spendable, importFrom, stakeable = [], timelocked = [] } = context;
  const { foreign = 0n, excluded = 0n, uneconomic = 0n, outputType, counts = {} } = context;
  const { heldBy = [], elsewhere = [], here } = context;
  if (outputType !== undefined) {
    const others = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const why = others > 0 ? ` ${others} more cannot be used here.` : '';
    return `No ${outputType} of the asset ${context.assetID} is left to use.${why}`;
  }
  const rest = sumOf(stakeable) + sumOf(timelocked) + foreign + excluded + uneconomic;
  const unlocked = enoughAt(needed - spendable, stakeable, timelocked);
  const amount = (units: bigint): string => format.amount(units, context);
  const more = (units: bigint, why: string): readonly string[] =>
    units > 0n ? [`Another ${amount(units)} ${why}.`] : [];
  const isHeld = heldBy.some(({ from }) => from !== undefined && from === importFrom);
  return [
    importFrom !== undefined && spendable + rest === 0n
      ? `There is nothing ${isHeld ? 'else ' : ''}to import from ${chainName(importFrom)}.`
      : `Needs ${amount(needed)}, ${spendable > 0n ? amount(spendable) : 'nothing'} can be spent.`,
    ...more(sumOf(stakeable), `can only be staked${untilText(stakeable, amount)}`),
    ...more(sumOf(timelocked), `is locked${untilText(timelocked, amount)}`),
    ...(unlocked === undefined
      ? []
      : [`Enough is unlocked on ${dayText(unlocked)}: wait until then.`]),
    ...more(foreign, 'needs other signers'),
    ...more(excluded, 'is excluded'),
    ...more(uneconomic, 'costs more to spend than it is worth'),
    ...heldBy.map((one) =>
      one.from === undefined
        ? `The payment ${one.id} holds ${amount(one.amount)}: resume or release it.`
        : `The payment ${one.id} is not finished: ${amount(one.amount)} of it waits on ${chainName(one.chain)} for its import from ${chainName(one.from)}. Resume it.`,
    ),
    ...elsewhere.map((one) =>
      one.isPending
        ? `${amount(one.amount)} waits on ${chainName(one.chain)}${one.from === undefined ? '' : ` for its import from ${chainName(one.from)}`}: import it.`
        : `${amount(one.amount)} can be spent on ${chainName(one.chain)}${here === undefined ? '' : `: move it to ${chainName(here)}`}.`,
    ),
  ].join(' ');
}

/** Formats a number of an `OutOfRange` by its unit. */
const units: {
  readonly [U in RangeUnit]: (value: bigint | number, format: AmountFormat) => string;
} = {
  time: (value) => timeText(BigInt(value)),
  seconds: (value) => durationText(BigInt(value)),
  nAVAX: (value, { avax }) => avax(BigInt(value)),
  wei: (value, { amount }) =>
    amount(BigInt(value), { assetID: '', symbol: 'AVAX', denomination: 18 }),
  bytes: (value) => `${numberText(value)} ${plural(value, 'byte')}`,
  gas: (value) => `${numberText(value)} gas`,
  millionths: (value) => `${Number(value) / 10_000}%`,
};

function outOfRange(
  context: ErrorContexts['OutOfRange'],
  format: AmountFormat,
  text: ErrorText,
): string {
  const { value, min, max, unit, since, part, retryAfter } = context;
  if (part !== undefined || retryAfter !== undefined) return told(context, format, text);
  if (min === undefined && max === undefined) return told(context, format, text);
  if (unit === 'seconds' && since !== undefined) return endOutOfRange(context, since, text);
  const write = (number: bigint | number): string =>
    unit === undefined ? numberText(number) : units[unit](number, format);
  const range =
    min === undefined
      ? `at most ${write(max!)}`
      : max === undefined
        ? `at least ${write(min)}`
        : min === max
          ? write(min)
          : `from ${write(min)} to ${write(max)}`;
  return about(text, `must be ${range}${value === undefined ? '' : `, it is ${write(value)}`}`);
}

/** Formats a duration with a known start as the time at which it ends. */
function endOutOfRange(
  { value, min = 0n, max }: ErrorContexts['OutOfRange'],
  since: bigint,
  text: ErrorText,
): string {
  const end = (seconds: bigint | number): string => timeText(since + BigInt(seconds));
  const range =
    max === undefined
      ? `${end(min)} or later (${durationText(BigInt(min))} after the start)`
      : `from ${end(min)} to ${end(max)} (${durationText(BigInt(min))} to ${durationText(BigInt(max))} after the start)`;
  return about(text, `must be ${range}${value === undefined ? '' : `, it is ${end(value)}`}`);
}

function badText(
  { kind, found }: ErrorContexts['BadText'],
  _: AmountFormat,
  text: ErrorText,
): string {
  if (kind === 'input') return about(text, text.detail);
  if (found === 'account' && text.detail.includes('ImportTx')) return about(text, text.detail);
  if (found === 'account')
    return about(
      text,
      "this is an account of the C-chain's EVM (0x…). An address here starts with its chain, such as P-avax1…",
    );
  if (found === 'address without chain')
    return about(text, 'the address lacks its chain in front, such as P-avax1…');
  return about(text, `this is not a valid ${kind}: ${text.detail}`);
}

function missingSigner(
  { missing = [], have, need }: ErrorContexts['MissingSigner'],
  format: AmountFormat,
  text: ErrorText,
): string {
  if (missing.length > 0)
    return missing
      .map(({ need: n, addresses }) =>
        addresses.length > n
          ? `${n} more ${plural(n, 'signature')} of ${addresses.join(', ')} needed.`
          : `The ${plural(n, 'signature')} of ${addresses.join(', ')} ${n === 1 ? 'is' : 'are'} missing.`,
      )
      .filter((line, i, lines) => lines.indexOf(line) === i)
      .join(' ');
  return have === undefined || need === undefined
    ? told({}, format, text)
    : `Signatures are missing: ${numberText(have)} of ${numberText(need)}.`;
}

function unbalanced(
  context: ErrorContexts['Unbalanced'],
  format: AmountFormat,
  text: ErrorText,
): string {
  const { goesIn, comesOut, lost, locktime } = context;
  if (goesIn !== undefined && comesOut !== undefined)
    return `The outputs have ${format.amount(comesOut, context)}, the inputs only ${format.amount(goesIn, context)}.`;
  if (lost !== undefined && locktime !== undefined)
    return `${format.amount(lost, context)} would lose the lock until ${dayText(locktime)}.`;
  const { burned, locked, deposited, meant } = context;
  if (meant === undefined) return told(context, format, text);
  const [found, verb] =
    burned !== undefined
      ? [burned, 'burned']
      : locked !== undefined
        ? [locked, 'locked']
        : [deposited ?? 0n, 'deposited'];
  return `${format.amount(found, context)} would be ${verb}, ${format.amount(meant, context)} was intended.`;
}

const transport: { readonly [R in ErrorContexts['Transport']['reason']]: string } = {
  network: 'The server cannot be reached. Check the connection and the address.',
  timeout: 'The server did not answer in time. Try again.',
  aborted: 'The request was cancelled.',
  redirect: 'The server redirects to another address.',
};

/** What to do about a transaction that was sent without an answer. */
const sentText = (txID: string | undefined): string =>
  txID === undefined
    ? ''
    : ` Transaction ${txID} may have been accepted all the same: look for it, or submit the same one again, before you make another.`;

/** What a wallet knows of a payment for which nothing was signed. */
const unpaidText = (id: string | undefined): string =>
  id === undefined ? '' : ' Nothing was paid.';

/** The messages by error code. */
export const errorMessages: Messages = {
  BadArgument: (_, __, { path, detail }) =>
    `The application called the library with a wrong argument${path && ` (${path})`}: ${detail}.`,
  Truncated: ({ need, left }, _, text) =>
    about(
      text,
      `the data is incomplete: ${numberText(need)} bytes are needed, ${numberText(left)} are left`,
    ),
  TrailingBytes: ({ left }, _) =>
    `The data has ${numberText(left)} ${plural(left, 'byte')} too many.`,
  TooLong: ({ length, max }, _, text) =>
    about(
      text,
      `too long: ${length === undefined ? '' : `${numberText(length)}, `}at most ${numberText(max)} allowed`,
    ),
  OutOfRange: outOfRange,
  BadVersion: ({ version }, _, text) =>
    typeof version === 'number' ? `Version ${version} is not supported.` : about(text, text.detail),
  UnknownTypeID: ({ found, expected }, _, text) =>
    about(
      text,
      `the type ${found} is not known here${expected ? `, expected ${expected}` : ''}${typeof found === 'number' && found < 256 ? '. A newer version of this program may know it' : ''}`,
    ),
  BadChecksum: (_, __, text) => about(text, `${text.detail}. Check the text for typing errors`),
  BadText: badText,
  BadJSON: told,
  BadRLP: told,
  Mismatch: told,
  Disproved: told,
  NotProven: ({ owners, give }) =>
    `It is not proven that the funds belong to ${owners.map(({ threshold, addresses }) => `${addresses.length > 1 ? `${threshold} of ` : ''}${addresses.join(', ')}`).join('; ')}: only the server or the file claims it. Say which addresses are yours, or who receives the change (${give.join(', ')}).`,
  Ambiguous: told,
  Lossy: (_, __, text) => about(text, `${text.detail}. Copy the original text again`),
  WrongNetwork: ({ have, need }, _, text) =>
    about(text, `belongs to ${networkText(have)}, not to ${networkText(need)}`),
  WrongChain: ({ have, need }, _, text) =>
    about(text, `belongs to ${chainName(have)}, ${chainName(need)} is needed`),
  Unsupported: told,
  NotSorted: told,
  Duplicate: told,
  Insufficient: insufficient,
  MissingSigner: missingSigner,
  BadSignature: (_, __, text) => about(text, `a signature is not valid: ${text.detail}`),
  Unbalanced: unbalanced,
  FeeTooHigh: ({ fee, maxFee }, { avax }) =>
    `The fee is ${avax(fee)}, more than the limit of ${avax(maxFee)}.`,
  FeeTooLow: ({ fee, minFee }, { avax }) =>
    `The fee is ${avax(fee)}, the network needs at least ${avax(minFee)}.`,
  WrongUpgrade: ({ upgrade, at, time: now }) =>
    now < at
      ? `Not possible before the network's upgrade ${upgrade} on ${timeText(at)}.`
      : `No longer possible since the network's upgrade ${upgrade} on ${timeText(at)}.`,
  Expired: ({ until }) => `Expired on ${timeText(until)}.`,
  Locked: ({ until }) => `Locked until ${timeText(until)}.`,
  MissingState: ({ what, id, outputIndex }, _, text) => {
    if (what === 'imports') return sentence(text.detail);
    const name =
      id === undefined ? '' : ` ${id}${outputIndex === undefined ? '' : `:${outputIndex}`}`;
    return `Needed, but not given or not found: ${what === 'utxo' ? 'UTXO' : what}${name}.`;
  },
  NotFound: ({ what }, _, text) =>
    what === undefined
      ? about(text, 'the chain does not have it')
      : `The chain does not have ${what}.`,
  NotAllowed: (_, __, { detail }) => `The state of the chain does not allow it: ${detail}.`,
  Transport: ({ reason, txID, unpaid }) =>
    `${transport[reason]}${sentText(txID)}${unpaidText(unpaid)}`,
  LimitExceeded: ({ limit, max }) =>
    `The server sends more than is accepted: ${limit} is ${numberText(max)}.`,
  HTTPStatus: ({ status, message, txID, unpaid }) =>
    `The server refused with status ${status}${message ? `: ${message}` : ''}.${sentText(txID)}${unpaidText(unpaid)}`,
  NodeError: ({ message, unpaid }) =>
    `The node answered with an error: ${sentence(message)}${unpaidText(unpaid)}`,
  NotAccepted: ({ txID, status, reason, excludedBy }) =>
    status === 'Excluded'
      ? `Transaction ${txID} was not accepted, and never can be${excludedBy === undefined ? '' : `: ${excludedBy} spent its coin`}.`
      : status === 'Processing' || status === 'Unknown'
        ? `Transaction ${txID} was not accepted in time. It may still be accepted.${reason ? ` The node said: ${sentence(reason.text)}` : ''}`
        : `The network did not accept transaction ${txID}${reason ? `: ${sentence(reason.text)}` : '.'}`,
  Pending: ({ id, waits }, { avax }) =>
    `${
      waits
        ? `${waits.amount === undefined ? 'What was exported' : avax(waits.amount)} waits on ${chainName(waits.chain)} for its import from ${chainName(waits.from)}.`
        : 'It is not known yet whether the network accepted the whole payment.'
    } Do not pay again: continue with the payment ${id}.`,
  Inconsistent: () =>
    'The data of the node is behind, or changed while it was read. Try again later.',
  MissingPart: ({ missing, count }) =>
    missing.length === 0
      ? 'No part was given.'
      : `Of ${count} parts, ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
  Refused: ({ findings }) =>
    `The policy does not allow this: ${findings.map(({ path, detail }) => `${path}: ${detail}`).join('; ')}.`,
  NotReviewed: () =>
    'This draft was made elsewhere, or was changed or copied since it was built here. Look at what it does before you sign it.',
  Declined: () => 'The request was declined.',
  SignerFailed: (_, __, text) => `The device or wallet failed: ${text.detail}.`,
  InUse: ({ by }) =>
    `The payments are open elsewhere${by === undefined ? '' : ` (${by})`}. Close that program or tab, or continue there.`,
  StoreFailed: ({ reason }, _, text) =>
    /^(ENOSPC|EDQUOT|QuotaExceededError)$/.test(reason)
      ? 'There is no space left to save the payments. Free some space and try again.'
      : sentence(text.detail),
};
