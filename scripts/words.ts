/**
 * Writes `src/testnode/words.ts`, `frames.ts` and `tails.ts`: what a node says for what a rule finds, by its refusals in `vectors/`. The last of its causes counts;
 * where it says different things for the same finding, the most frequent one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { txFromBytes } from '../src/chain/tx.ts';
import { isError } from '../src/errors/error.ts';
import { checkTx, refusalOf } from '../src/rules/index.ts';
import { causeOf } from '../src/testnode/causes.ts';
import {
  executionFrame,
  findingKeys,
  frameKeys,
  type Refused,
  tailKeys,
} from '../src/testnode/refusal.ts';
import { baseFrames, flowFrames, stakeFrames, valuesIn } from '../src/testnode/values.ts';
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
  readonly frame?: Said | undefined;
  readonly tail?: Said | undefined;
  /** Whether `causeOf` knows the words. */
  readonly isCertain: boolean;
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

const spending = /^(UTXOs|signatures|funds|fee)$/;
const forming = /^(network and chain|memo|outputs|inputs)$/;

/** A frame with names for what depends on the type alone. */
function shortened(frame: string, { rule, tx }: Required<Refused>): string {
  if (!frame.startsWith(executionFrame)) return frame;
  const rest = frame.slice(executionFrame.length);
  const { type } = tx.unsignedTx;
  const [name, usual] = spending.test(rule)
    ? ['flow', flowFrames[type] ?? '']
    : rule === 'stake'
      ? ['stake', stakeFrames[type] ?? '']
      : ['base', baseFrames[type] ?? ''];
  const isNamed = spending.test(rule) || forming.test(rule) || rule === 'stake';
  return isNamed && rest.startsWith(usual) && !rest.startsWith('unauthorized')
    ? `~{${name}}${rest.slice(usual.length)}`
    : `~${rest}`;
}

/** What stands around the words in a message. */
function around(
  of: Required<Refused>,
  message: string,
  words: string,
): Pick<Whole, 'frame' | 'tail'> {
  const at = message.lastIndexOf(words);
  if (at < 0) return {};
  const values = valuesIn(of.tx, of.rule, of.error, of.facts);
  const before = templateOf(message.slice(0, at), values);
  // Where a value has no name, it is left to what usually stands there.
  const frame = before === undefined ? usual[of.chain] : shortened(before, of);
  const tail = templateOf(message.slice(at + words.length), values, 0) ?? '';
  return {
    frame: { keys: frameKeys(of, words), words: frame },
    tail: { keys: tailKeys(of, words), words: tail },
  };
}

function finding(line: Line, facts: ReturnType<typeof factsFrom>): Refused | undefined {
  const { chain, hex, pool } = line;
  try {
    const tx = txFromBytes(chain, parseHex(hex));
    const all = pool ? { ...facts[chain], pool: poolOf(chain, pool) } : facts[chain];
    const verdict = checkTx(tx, all);
    const error = refusalOf(verdict);
    const rule = verdict.findings.find((of) => of.error)?.rule;
    return error && rule ? { chain, tx, rule, error, facts: all } : undefined;
  } catch (error) {
    if (isError(error)) return { chain, rule: 'bytes', error };
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
      const words = line.causes?.at(-1);
      if (!found || !words) continue;
      const isTx = found.tx !== undefined;
      const rest = isTx ? around(found as Required<Refused>, line.error!, general(words)) : {};
      const isCertain = found.tx !== undefined && causeOf(found.tx, found.error) !== undefined;
      yield { keys: findingKeys(found), words: general(words), ...rest, isCertain };
    }
  }
}

/** Frames of which the vectors have too few. Source: avalanchego `vms/platformvm/txs/executor/subnet_tx_verification.go`. */
const knownFrames = [['P|authorization|Locked', '~unauthorized modification: ']] as const;

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

const sorted = (list: readonly (readonly [string, string])[]): string =>
  [...list]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, words]) => `${key} = ${words.replace(/[\\`]/g, '\\$&')}\n`)
    .join('');

const all = [...saidIn('refusals'), ...saidIn('verdicts')];
const uncertain = all.filter(({ isCertain }) => !isCertain);
const frames = all.flatMap(({ frame }) => frame ?? []);
const tails = all.flatMap(({ tail }) => tail ?? []);
const write = (name: string, text: string): void =>
  writeFileSync(
    fileURLToPath(new URL(`../src/testnode/${name}.ts`, import.meta.url)),
    `/** Made from the refusals in \`vectors/\` by \`npx tsx scripts/words.ts\`: do not edit. */\n\n${text}`,
  );
write(
  'words',
  `/** What a node says for what a rule finds: lines of a key of \`findingKeys\`, ' = ' and the words. */
export const nodeWords: string = \`
${sorted(tableOf(uncertain))}\`;
`,
);
write(
  'frames',
  `/** What a node says before the words, by the keys of \`frameKeys\`; names in braces stand for the values of \`valuesIn\`. */
export const nodeFrames: string = \`
${sorted([...knownFrames, ...tableOf(frames)])}\`;
`,
);
write(
  'tails',
  `/** What a node says after the words, by the words. */
export const nodeTails: string = \`
${sorted(tableOf(tails))}\`;
`,
);
