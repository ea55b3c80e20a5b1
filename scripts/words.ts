/**
 * Writes `src/testnode/words.ts` and `frames.ts`: what a node says for what a rule finds, by its refusals in `vectors/`. The last of its causes counts;
 * where it says different things for the same finding, the most frequent one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type AnyTx, txFromBytes } from '../src/chain/tx.ts';
import { type AvalancheError, isError } from '../src/errors/error.ts';
import { checkTx, refusalOf } from '../src/rules/index.ts';
import { executionFrame, findingKeys, frameKeys, valuesIn } from '../src/testnode/refusal.ts';
import { parseHex } from '../src/text/bytes.ts';
import type { Judged } from '../test/support/judged.ts';
import { type FactsRow, factsFrom, poolOf } from '../test/support/nodefacts.ts';

interface Line extends Judged {
  readonly causes?: readonly string[];
}

/** A finding with the words of the node. */
interface Said {
  /** From the most to the least general. */
  readonly keys: readonly string[];
  readonly words: string;
}

/** The words of a node with what stands before and after them, with names in the place of values. */
interface Whole extends Said {
  readonly frame?: { readonly keys: readonly string[]; readonly words: string } | undefined;
  readonly tail?: string | undefined;
}

/** A text with names in the place of values; undefined if a value is left that has none. */
function templateOf(
  text: string,
  values: ReadonlyMap<string, string>,
  longestNumber = 2,
): string | undefined {
  const names = new Map([...values].toReversed().map(([name, value]) => [value, name]));
  let isWhole = true;
  const template = text.replace(/NodeID-\w+|\b(\w{25,}|\d+)\b/g, (value) => {
    const name = names.get(value);
    if (name === undefined && value.length <= longestNumber) return value;
    isWhole &&= name !== undefined;
    return `{${name}}`;
  });
  return isWhole ? template : undefined;
}

const usual = { P: '~', X: '', C: 'issuing tx: ' } as const;

const shortened = (frame: string): string =>
  frame.startsWith(executionFrame) ? `~${frame.slice(executionFrame.length)}` : frame;

/** What stands around the words in a message. */
function around(
  tx: AnyTx,
  found: Found,
  message: string,
  words: string,
): Pick<Whole, 'frame' | 'tail'> {
  const at = message.lastIndexOf(words);
  if (at < 0) return {};
  const values = valuesIn(tx, found.error);
  const before = templateOf(message.slice(0, at), values);
  const keys = frameKeys(tx, found.rule, found.error);
  return {
    // Where a value has no name, it is left to what usually stands there.
    frame: { keys, words: before === undefined ? usual[tx.chain] : shortened(before) },
    tail: templateOf(message.slice(at + words.length), values, 0) ?? '',
  };
}

interface Found {
  readonly tx?: AnyTx;
  readonly rule: string;
  readonly error: AvalancheError;
}

function finding(line: Line, facts: ReturnType<typeof factsFrom>): Found | undefined {
  const { chain, hex, pool } = line;
  try {
    const tx = txFromBytes(chain, parseHex(hex));
    const all = pool ? { ...facts[chain], pool: poolOf(chain, pool) } : facts[chain];
    const verdict = checkTx(tx, all);
    const error = refusalOf(verdict);
    const rule = verdict.findings.find((of) => of.error)?.rule;
    return error && rule ? { tx, rule, error } : undefined;
  } catch (error) {
    if (isError(error)) return { rule: 'bytes', error };
    throw error;
  }
}

function* saidIn(name: string): Generator<Whole> {
  const file = new URL(`../vectors/${name}.ndjson.gz`, import.meta.url);
  const states = new Map<string, ReturnType<typeof factsFrom>>();
  for (const text of gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) {
    const line = JSON.parse(text) as FactsRow | Line;
    if ('facts' in line) states.set(line.facts, factsFrom(line));
    else if (!line.ok && line.stage !== 'rpc') {
      const found = finding(line, states.get(line.state)!);
      const words = line.chain === 'C' ? line.causes?.slice(1).join(': ') : line.causes?.at(-1);
      if (!found || !words) continue;
      const keys = findingKeys(line.chain, found.rule, found.error);
      const rest = found.tx ? around(found.tx, found, line.error!, general(words)) : {};
      yield { keys, words: general(words), ...rest };
    }
  }
}

/** Words without the number at their end, which is another each time. */
const general = (words: string): string => words.replace(/ \d+$/, '');

/** The most frequent words. */
function most(list: readonly Said[]): string {
  const counts = new Map<string, number>();
  for (const { words } of list) counts.set(words, (counts.get(words) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]![0];
}

/** Entries for the least general keys that are needed to tell most findings apart. */
function tableOf(
  all: readonly Said[],
  level = 0,
  inherited?: string,
): (readonly [string, string])[] {
  const groups = new Map<string | undefined, Said[]>();
  for (const said of all) {
    const key = said.keys[level];
    groups.set(key, [...(groups.get(key) ?? []), said]);
  }
  return [...groups].flatMap(([key, list]) => {
    if (key === undefined) return [];
    const words = most(list);
    const own = words === inherited ? [] : [[key, words] as const];
    return [...own, ...tableOf(list, level + 1, words)];
  });
}

/** The text after the same words, where it is nearly always the same: another value would be wrong. */
function tailsOf(all: readonly Whole[]): readonly (readonly [string, string])[] {
  const groups = new Map<string, Said[]>();
  for (const { words, tail } of all)
    if (tail !== undefined)
      groups.set(words, [...(groups.get(words) ?? []), { keys: [], words: tail }]);
  return [...groups].flatMap(([words, list]) => {
    const tail = most(list);
    const same = list.filter((of) => of.words === tail);
    return tail && same.length >= 0.9 * list.length ? [[words, tail] as const] : [];
  });
}

const sorted = (list: readonly (readonly [string, string])[]): string =>
  [...list]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, words]) => `${key} = ${words.replace(/[\\`]/g, '\\$&')}\n`)
    .join('');

const all = [...saidIn('refusals'), ...saidIn('verdicts')];
const frames = all.flatMap(({ frame }) => (frame ? [frame] : []));
const write = (name: string, text: string): void =>
  writeFileSync(
    fileURLToPath(new URL(`../src/testnode/${name}.ts`, import.meta.url)),
    `/** Made from the refusals in \`vectors/\` by \`npx tsx scripts/words.ts\`: do not edit. */\n\n${text}`,
  );
write(
  'words',
  `/** What a node says for what a rule finds: lines of a key of \`findingKeys\`, ' = ' and the words. */
export const nodeWords: string = \`
${sorted(tableOf(all))}\`;
`,
);
write(
  'frames',
  `/** What a node says before the words, by the keys of \`frameKeys\`; names in braces stand for the values of \`valuesIn\`. */
export const nodeFrames: string = \`
${sorted(tableOf(frames))}\`;

/** What a node says after the words, by the words. */
export const nodeTails: string = \`
${sorted(tailsOf(all))}\`;
`,
);
