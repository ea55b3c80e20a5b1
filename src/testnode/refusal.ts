/** The node's words for what the rules refuse. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { AvalancheError } from '../errors/error.ts';
import { isActive } from '../network/network.ts';
import { innerReasons, outerReasons } from '../rpc/reasons.ts';
import type { Facts } from '../rules/facts.ts';
import { causeOf } from './causes.ts';
import { nodeFrames } from './frames.ts';
import { nodeTails } from './tails.ts';
import { spotOf, valuesIn } from './values.ts';
import { nodeWords } from './words.ts';

/** What a node says. */
export interface Words {
  /** All of it. */
  readonly message: string;
  /** What it remembers of a dropped transaction. */
  readonly reason: string;
}

/** How the detail of an error begins, without its values; 0 is kept, as a node often says something else of it. */
function headOf({ detail, context }: AvalancheError): string {
  const { value, min, max } = context as Readonly<Record<string, bigint | number | undefined>>;
  const isOver = value !== undefined && max !== undefined && BigInt(value) > BigInt(max);
  const isUnder = value !== undefined && min !== undefined && BigInt(value) < BigInt(min);
  const head = detail.replace(/(?!\b0\b)[\w.]*\d[\w.]*/g, '#').slice(0, 30);
  return `${head}${isOver ? ' over' : isUnder ? ' under' : ''}`;
}

/** Which words a node had at a time. */
const eraOf = ({ network, time }: Facts): string =>
  time !== undefined && isActive('etna', network, time) ? 'etna' : 'before';

const prefixes = (keys: readonly string[]): readonly string[] =>
  keys.map((_, i) => keys.slice(0, i + 1).join('|'));

/** What was refused: its transaction, if it is one, and what is known. */
export interface Refused {
  readonly chain: ChainName;
  readonly rule: string;
  readonly error: AvalancheError;
  readonly tx?: AnyTx;
  readonly facts?: Facts;
}

/**
 * What a finding is looked up by, from the most to the least general: rule and code, the chain, the field, how its detail begins
 * without values, the type of the transaction, and whether gas is paid.
 */
export function findingKeys({ chain, rule, error, tx, facts }: Refused): readonly string[] {
  const { code, path } = error;
  const field = tx
    ? spotOf(tx, error)
    : (path.filter((step) => typeof step === 'string').at(-1) ?? '');
  const keys = [`${rule}|${code}`, chain, field, headOf(error)];
  return prefixes(tx && facts ? [...keys, tx.unsignedTx.type, eraOf(facts)] : keys);
}

let byKey: ReadonlyMap<string, string> | undefined;

/** What a table has for the most specific key. */
const found = (table: ReadonlyMap<string, string>, keys: readonly string[]): string | undefined => {
  for (const key of keys.toReversed()) {
    const text = table.get(key);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** The words of a node that are certain or known for a finding; else words that it has for the code of the rule. */
function wordsOf(of: Refused): string {
  const cause = of.tx && causeOf(of.tx, of.error);
  if (cause !== undefined) return cause;
  byKey ??= tableIn(nodeWords);
  const words = found(byKey, findingKeys(of));
  if (words !== undefined) return words;
  const { code } = of.error;
  for (const table of [innerReasons, outerReasons])
    for (const wanted of [of.rule, ''])
      for (const [about, at, known] of table)
        if (about === code && at === wanted && known) return known;
  return code;
}

/** The message of `issueTx` for bytes that are not a transaction. */
export function undecodable(chain: ChainName, error: AvalancheError): Words {
  const reason = wordsOf({ chain, rule: 'bytes', error });
  const before = { P: "couldn't parse tx: couldn't parse tx: ", X: '', C: 'parsing tx: ' };
  return { reason, message: before[chain] + reason };
}

/**
 * What stands around the words is looked up by the chain, the rule and code, the words, the field, how its detail begins, the type of
 * the transaction, and whether gas is paid.
 */
export function frameKeys(of: Required<Refused>, words: string): readonly string[] {
  const { chain, rule, error, tx, facts } = of;
  return prefixes([
    chain,
    `${rule}|${error.code}`,
    words,
    spotOf(tx, error),
    headOf(error),
    tx.unsignedTx.type,
    eraOf(facts),
  ]);
}

/** What stands after the words is looked up by them, the chain, the rule, the type of the transaction and whether gas is paid. */
export const tailKeys = (
  { chain, rule, tx, facts }: Required<Refused>,
  words: string,
): readonly string[] => prefixes([words, chain, rule, tx.unsignedTx.type, eraOf(facts)]);

let frames: ReadonlyMap<string, string> | undefined;
let tails: ReadonlyMap<string, string> | undefined;

const tableIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .slice(1, -1)
      .split('\n')
      .map((line) => line.split(' = ') as [string, string]),
  );

/** Puts values in the place of their names; undefined if one is missing. */
function filled(template: string, values: ReadonlyMap<string, string>): string | undefined {
  let isWhole = true;
  const text = template.replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const value = values.get(name);
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}

/** What stands before most words of the P-chain; `~` in the table. */
export const executionFrame =
  "couldn't issue tx: failed verification: failed execution: standard tx {id} failed execution: ";

const defaultFrames: Readonly<Record<ChainName, string>> = {
  P: executionFrame,
  X: '',
  C: 'issuing tx: ',
};

/** The message of `issueTx` for a transaction that a rule refuses. */
export function wordsFor(tx: AnyTx, rule: string, error: AvalancheError, facts: Facts): Words {
  frames ??= tableIn(nodeFrames);
  tails ??= tableIn(nodeTails);
  const { chain } = tx;
  const of = { chain, rule, error, tx, facts };
  const words = wordsOf(of);
  const values = valuesIn(tx, rule, error, facts);
  const frame = found(frames, frameKeys(of, words));
  const before =
    (frame === undefined ? undefined : filled(frame.replace('~', executionFrame), values)) ??
    filled(defaultFrames[chain], values)!;
  const after = filled(found(tails, tailKeys(of, words)) ?? '', values) ?? '';
  const message = before + words + after;
  const reason = message.replace(/^(couldn't issue tx: (failed verification: )?|issuing tx: )/, '');
  return { reason, message };
}
