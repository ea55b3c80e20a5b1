import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { txFromBytes } from '../../src/chain/tx.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { checkTx, type Facts, type RuleFinding } from '../../src/rules/index.ts';
import { parseHex } from '../../src/text/bytes.ts';
import { type FactsRow, factsFrom, poolOf } from '../support/nodefacts.ts';

/** A transaction, and what the node said about it in a state. */
interface Judged {
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

const linesOf = (name: string): readonly (FactsRow | Judged)[] =>
  gunzipSync(readFileSync(new URL(`../../vectors/${name}.ndjson.gz`, import.meta.url)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

interface Found {
  readonly result: string;
  readonly told: readonly string[];
  /** Of what is refused, in the node's order. */
  readonly codes: readonly string[];
}

/** What the oracle says of a reason by `chain`, file and name. */
const reasons = new Map(
  (
    JSON.parse(
      readFileSync(new URL('../../vectors/reasons.json', import.meta.url), 'utf8'),
    ) as readonly { chain: string; source: string; go: string; code: string }[]
  ).map((of) => [`${of.chain} ${of.source} ${of.go}`, of.code]),
);

/** Where this library tells apart what the node's words do not, or the other way round: what it says for a code of the list. */
const closer: Readonly<Record<string, readonly string[]>> = {
  // Not there, rather than not given.
  MissingState: ['NotFound', 'WrongChain'],
  // The node has one word for both.
  NotSorted: ['Duplicate'],
  Unbalanced: ['FeeTooLow'],
  // What the state rules out.
  WrongUpgrade: ['NotAllowed'],
  OutOfRange: ['NotAllowed', 'Unbalanced'],
  Mismatch: ['NotAllowed', 'OutOfRange'],
  Expired: ['OutOfRange'],
  // Too many signatures or credentials.
  MissingSigner: ['Mismatch', 'OutOfRange'],
  Unsupported: ['OutOfRange', 'UnknownTypeID'],
  Truncated: ['TooLong'],
  // A point that is none.
  BadSignature: ['OutOfRange'],
};

const isSame = (code: string, ours: readonly string[]): boolean =>
  [code, ...(closer[code] ?? [])].some((of) => ours.includes(of));

const wordsOf = ({ rule, result, code, detail, missing }: RuleFinding): string =>
  `${rule}: ${result} ${code ?? missing} ${detail}`;

function verdictOf({ chain, hex, pool }: Judged, facts: Facts): Found {
  try {
    const tx = txFromBytes(chain, parseHex(hex));
    const { result, findings } = checkTx(
      tx,
      pool ? { ...facts, pool: poolOf(chain, pool) } : facts,
    );
    // The price of gas on the C-chain is no matter of the pool.
    const open = findings.filter((of) => of.result !== 'ok' && of.missing !== 'baseFee');
    const codes = open.flatMap(({ code }) => code ?? []);
    return { result: open.length === 0 ? 'accepted' : result, told: open.map(wordsOf), codes };
  } catch (e) {
    if (e instanceof AvalancheError)
      return { result: 'refused', told: [e.message], codes: [e.code] };
    throw e;
  }
}

/** Lines that are not as the node would say them, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'X 1220 etna quiet':
    'The recorder changed the owner of a right in place, and with it the UTXO in the memory of the node that it asked.',
};

/** Compares all of a file, and says how many were compared and accepted. */
function compare(name: string) {
  const states = new Map<string, ReturnType<typeof factsFrom>>();
  const wrong: object[] = [];
  const counts = { accepted: 0, refused: 0 };
  for (const line of linesOf(name)) {
    if ('facts' in line) {
      states.set(line.facts, factsFrom(line));
      continue;
    }
    if (line.stage === 'rpc' || `${line.chain} ${line.seed} ${line.state}` in exceptions) continue;
    const { result, told, codes } = verdictOf(line, states.get(line.state)![line.chain]);
    const expected = line.ok ? 'accepted' : 'refused';
    counts[expected]++;
    const named = (line.reasons ?? []).map((of) => reasons.get(`${line.chain} ${of}`)!);
    const isToldAlike = named.length === 0 || named.some((code) => isSame(code, codes));
    if (result !== expected || !isToldAlike) {
      const { state, seed, chain, type, mutation, error } = line;
      wrong.push({
        state,
        seed,
        chain,
        type,
        mutation,
        node: error ?? 'ok',
        named,
        ours: result,
        told,
      });
    }
  }
  return { wrong, counts };
}

it.each(['verdicts', 'refusals'])(
  'says what the node says of all %s',
  (name) => {
    const { wrong, counts } = compare(name);
    expect(wrong).toEqual([]);
    expect(counts.refused).toBeGreaterThan(500);
  },
  120_000,
);
