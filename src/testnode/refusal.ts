/** The node's words for what the rules refuse. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { AvalancheError } from '../errors/error.ts';
import { innerReasons, outerReasons } from '../rpc/reasons.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { nodeFrames, nodeTails } from './frames.ts';
import { nodeWords } from './words.ts';

/** What a node says. */
export interface Words {
  /** All of it. */
  readonly message: string;
  /** What it remembers of a dropped transaction. */
  readonly reason: string;
}

/**
 * What a finding is looked up by, from the most to the least general: rule and code, the chain, the field, and how its detail begins
 * without values.
 */
export function findingKeys(
  chain: ChainName,
  rule: string,
  { code, path, detail }: Pick<AvalancheError, 'code' | 'path' | 'detail'>,
): readonly string[] {
  const field = path.filter((step) => typeof step === 'string').at(-1) ?? '';
  const head = detail.replace(/[\w.]*\d[\w.]*/g, '#').slice(0, 30);
  const keys = [`${rule}|${code}`, chain, field, head];
  return keys.map((_, i) => keys.slice(0, i + 1).join('|'));
}

let byKey: ReadonlyMap<string, string> | undefined;

/** The words of a node that are known for a finding; else words that it has for the code of the rule. */
function wordsOf(chain: ChainName, rule: string, error: AvalancheError): string {
  byKey ??= tableIn(nodeWords);
  const { code } = error;
  for (const key of findingKeys(chain, rule, error).toReversed()) {
    const words = byKey.get(key);
    if (words !== undefined) return words;
  }
  for (const table of [innerReasons, outerReasons])
    for (const wanted of [rule, ''])
      for (const [of, at, words] of table) if (of === code && at === wanted && words) return words;
  return code;
}

/** The message of `issueTx` for bytes that are not a transaction. */
export function undecodable(chain: ChainName, error: AvalancheError): Words {
  const reason = wordsOf(chain, 'bytes', error);
  const before = { P: "couldn't parse tx: couldn't parse tx: ", X: '', C: 'parsing tx: ' };
  return { reason, message: before[chain] + reason };
}

/** What stands around the words is looked up by the chain, the rule and code, the type of the transaction and the field. */
export function frameKeys(
  { chain, unsignedTx }: AnyTx,
  rule: string,
  { code, path }: Pick<AvalancheError, 'code' | 'path'>,
): readonly string[] {
  const keys = [
    chain,
    `${rule}|${code}`,
    unsignedTx.type,
    path.filter((step) => typeof step === 'string').at(-1) ?? '',
  ];
  return keys.map((_, i) => keys.slice(0, i + 1).join('|'));
}

const idText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatID(bytes);

/** The values of an object that a message can contain, as a node writes them. */
function textsOf(of: object, before: string): readonly (readonly [name: string, text: string])[] {
  return Object.entries(of).flatMap(([key, value]) =>
    typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string'
      ? [[before + key, String(value)] as const]
      : value instanceof Uint8Array && (value.length === 20 || value.length === 32)
        ? [[before + key, idText(value)] as const]
        : [],
  );
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array);

/** What can stand in a message about a transaction, by name: values of the finding and of the places that its path leads to. */
export function valuesIn(
  tx: AnyTx,
  { context, path }: AvalancheError,
): ReadonlyMap<string, string> {
  const { goesIn, comesOut } = context as { goesIn?: bigint; comesOut?: bigint };
  const isShort = goesIn !== undefined && comesOut !== undefined && comesOut > goesIn;
  const { validator } = tx.unsignedTx as { validator?: object };
  const places: object[] = [];
  let at: unknown = tx.unsignedTx;
  for (const step of path) {
    at = (at as Record<string | number, unknown> | undefined)?.[step];
    if (isRecord(at)) places.push(at);
  }
  const list = [
    ['txID', tx.txID] as const,
    ...(isShort ? [['short', String(comesOut - goesIn)] as const] : []),
    ...textsOf(context as object, 'context.'),
    ...places.flatMap((place, i) => textsOf(place, `place${i}.`)),
    ...textsOf(tx.unsignedTx, ''),
    ...textsOf(validator ?? {}, 'validator.'),
  ];
  return new Map(list);
}

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
  "couldn't issue tx: failed verification: failed execution: standard tx {txID} failed execution: ";

const defaultFrames: Readonly<Record<ChainName, string>> = {
  P: executionFrame,
  X: '',
  C: 'issuing tx: ',
};

/** The message of `issueTx` for a transaction that a rule refuses. */
export function wordsFor(tx: AnyTx, rule: string, error: AvalancheError): Words {
  frames ??= tableIn(nodeFrames);
  tails ??= tableIn(nodeTails);
  const words = wordsOf(tx.chain, rule, error);
  const values = valuesIn(tx, error);
  const keys = frameKeys(tx, rule, error).toReversed();
  const frame = keys.map((key) => frames!.get(key)).find((of) => of !== undefined);
  const before =
    (frame === undefined ? undefined : filled(frame.replace('~', executionFrame), values)) ??
    filled(defaultFrames[tx.chain], values)!;
  const after = filled(tails.get(words) ?? '', values) ?? '';
  const message = before + words + after;
  const reason = message.replace(
    /^(couldn't issue tx: (failed verification: (failed execution: )?)?|issuing tx: )/,
    '',
  );
  return { reason, message };
}
