/** The transactions that the oracle judged, as `vectors/README.md` has them, and what this library says of them. */
import { decodeTx } from '../../src/chain/tx.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { checkTx, type Facts } from '../../src/rules/index.ts';
import { parseHex } from '../../src/text/hex.ts';
import { type FactsRow, factsFrom, poolOf } from './nodefacts.ts';

/** A transaction, and what the node said about it in a state. */
export interface Judged {
  readonly state: string;
  readonly seed: number;
  readonly chain: 'P' | 'X' | 'C';
  readonly type: string;
  readonly mutation: string;
  readonly hex: string;
  readonly ok: boolean;
  readonly stage?: string;
  readonly error?: string;
  readonly pool?: readonly string[];
  readonly reasons?: readonly string[];
}

/** What refuses a transaction: a rule of `checkTx`, or `bytes` if it cannot be read. */
export interface Refusal {
  readonly rule: string;
  readonly code: string;
  readonly detail: string;
}

/** The first thing that is wrong with a transaction. */
interface Fault {
  readonly rule: string;
  readonly error: AvalancheError;
}

/** What this library says about a transaction. */
export interface Opinion {
  readonly result: 'accepted' | 'refused' | 'unknown';
  /** In the order of the rules. */
  readonly refusals: readonly Refusal[];
  /** Rules that were not checked, with what is missing. */
  readonly open: readonly string[];
  /** Of the first refusal. */
  readonly first?: Fault | undefined;
}

/** What `checkTx` says with full facts. */
function opinionOf({ chain, hex, pool }: Judged, facts: Facts): Opinion {
  try {
    const tx = decodeTx(parseHex(hex), chain);
    const all = pool ? { ...facts, pool: poolOf(chain, pool) } : facts;
    // The pool of the C-chain does not look at the price of gas.
    const findings = checkTx(tx, all).findings.filter(({ missing }) => missing !== 'baseFee');
    const refusals = findings.flatMap(({ rule, code, detail = '' }) =>
      code ? [{ rule, code, detail }] : [],
    );
    const first = findings.flatMap(({ rule, error }) => (error ? [{ rule, error }] : []))[0];
    const open = findings.flatMap(({ rule, result, missing, detail }) =>
      result === 'not checked' ? [`${rule}: ${missing}, ${detail}`] : [],
    );
    const result = refusals.length > 0 ? 'refused' : open.length > 0 ? 'unknown' : 'accepted';
    return { result, refusals, open, first };
  } catch (e) {
    if (!(e instanceof AvalancheError)) throw e;
    const refusal = { rule: 'bytes', code: e.code, detail: e.message };
    return { result: 'refused', refusals: [refusal], open: [], first: { rule: 'bytes', error: e } };
  }
}

/** Each judged transaction of NDJSON with what this library says, in order. */
export function* compared(
  lines: Iterable<string>,
): Generator<{ readonly line: Judged; readonly opinion: Opinion; readonly agrees: boolean }> {
  const states = new Map<string, ReturnType<typeof factsFrom>>();
  for (const text of lines) {
    const line = JSON.parse(text) as FactsRow | Judged;
    if ('facts' in line) {
      states.set(line.facts, factsFrom(line));
      continue;
    }
    const facts = states.get(line.state);
    if (!facts) throw new Error(`no facts of ${line.state}`);
    const opinion = opinionOf(line, facts[line.chain]);
    yield { line, opinion, agrees: opinion.result === (line.ok ? 'accepted' : 'refused') };
  }
}
