import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isToldAlike, type ListedReason, listedReasons } from '../../scripts/reasons.ts';
import { reasonOf } from '../../src/rpc/reason.ts';
import { saidAs, wordsFor } from '../../src/testnode/issue.ts';
import { compared, type Judged, type Opinion, type Refusal } from '../support/judged.ts';

const linesOf = (name: string): readonly string[] =>
  gunzipSync(readFileSync(new URL(`../../vectors/${name}.ndjson.gz`, import.meta.url)))
    .toString()
    .trimEnd()
    .split('\n');

/**
 * Refused for the text of the request (`stage` `rpc`): encodings that are not known, hex without 0x or with a wrong checksum. There
 * is no transaction that `checkTx` could look at.
 */
const isRequest = (line: string): boolean => (JSON.parse(line) as Partial<Judged>).stage === 'rpc';

const judgedIn = (name: string) => [...compared(linesOf(name).filter((line) => !isRequest(line)))];
const judged = new Map<string, ReturnType<typeof judgedIn>>();

/** What this library says of the lines of a file, compared once. */
function resultsOf(name: string): ReturnType<typeof judgedIn> {
  const results = judged.get(name) ?? judgedIn(name);
  judged.set(name, results);
  return results;
}

const reasons = new Map(listedReasons.map((of) => [`${of.chain} ${of.source} ${of.go}`, of]));

/** The reasons of a line that say most: those around others only if there are no others. */
function reasonsOf({ chain, reasons: names = [] }: Judged): readonly ListedReason[] {
  const all = names.map((name) => reasons.get(`${chain} ${name}`)!);
  const inner = all.filter(({ outer }) => !outer);
  return inner.length > 0 ? inner : all;
}

const isOf = ({ rule, code }: Refusal, reason: ListedReason): boolean =>
  reason.rules.includes(rule) && (reason.codes as readonly string[]).includes(code);

/** Transactions that are refused by both, but for something else. */
const elsewhere: Readonly<Record<string, string>> = {
  'P durango fresh: maximumSupply: the largest, balanced':
    'The node adds up to more than 64 bits before it compares; we compare.',
};
const nameOf = ({ chain, state, mutation }: Judged): string => `${chain} ${state}: ${mutation}`;

const shown = (line: Judged, { result, refusals, open }: Opinion) => ({
  transaction: nameOf(line),
  number: line.seed,
  node: line.error ?? 'accepted',
  ours: [result, ...refusals.map((of) => `${of.rule}: ${of.code}, ${of.detail}`), ...open],
});

describe('the 2,000 mutants', () => {
  it('are accepted and refused as the node does', () => {
    const results = resultsOf('verdicts');
    const wrong = results.filter(({ agrees }) => !agrees);
    expect(wrong.map(({ line, opinion }) => shown(line, opinion))).toEqual([]);
    expect(results.length).toBe(2000);
    expect(results.filter(({ line }) => line.ok).length).toBeGreaterThan(500);
  });

  it('are refused by a rule and with a code that the list has for the words of the node', () => {
    const results = resultsOf('verdicts');
    const wrong = results.filter(
      ({ line, opinion }) => !line.ok && !isToldAlike(line, opinion.refusals),
    );
    expect(wrong.map(({ line, opinion }) => shown(line, opinion))).toEqual([]);
  });
});

describe('the refusals of the node', () => {
  it('are refusals of checkTx, with a rule and a code of the reason', () => {
    const results = resultsOf('refusals');
    const wrong = results.filter(
      ({ line, opinion, agrees }) =>
        !agrees ||
        !(
          nameOf(line) in elsewhere ||
          reasonsOf(line).some((reason) => opinion.refusals.some((of) => isOf(of, reason)))
        ),
    );
    expect(wrong.map(({ line, opinion }) => shown(line, opinion))).toEqual([]);
    expect(results.length).toBeGreaterThan(700);
  });

  it('that are named as exceptions all exist', () => {
    const results = resultsOf('refusals');
    const names = new Set(results.map(({ line }) => nameOf(line)));
    expect(Object.keys(elsewhere).filter((name) => !names.has(name))).toEqual([]);
  });

  it('get from reasonOf a code of their reasons, which checkTx gives, and no other rule', () => {
    const results = resultsOf('refusals');
    const wrong = results.flatMap(({ line, opinion }) => {
      const { code, rule } = reasonOf(line.error!);
      const listed = reasonsOf(line);
      const codes = listed.flatMap((of) => of.codes);
      const ours = opinion.refusals.filter((of) => listed.some((reason) => isOf(of, reason)));
      // Where the node has the same words for several things, `reasonOf` gives the usual one.
      const isRight =
        code !== undefined &&
        (codes.includes(code) || nameOf(line) in elsewhere) &&
        (rule === undefined || ours.length === 0 || ours.some((of) => of.rule === rule)) &&
        (new Set(codes).size > 1 || ours.length === 0 || ours.some((of) => of.code === code));
      return isRight ? [] : [{ ...shown(line, opinion), code, rule }];
    });
    expect(wrong).toEqual([]);
  });
});

describe('the words with which a test node refuses what both refuse', () => {
  const told = () =>
    ['refusals', 'verdicts']
      .flatMap(resultsOf)
      .filter(({ line }) => !line.ok)
      .map(({ line, opinion }) => {
        const { rule, error } = opinion.first!;
        const { message } = wordsFor(line.chain, rule, error);
        return { line, message, rule, code: error.code };
      });

  it('give programs the reason of a real node, or the one that the rule found', () => {
    const all = told().map(({ line, message, ...ours }) => ({
      message,
      ours,
      said: reasonOf(message),
      node: reasonOf(line.error!),
    }));
    expect(all.length).toBeGreaterThan(2_000);
    // As the node's, or what the rule found where the node finds another fault first.
    const wrong = all.filter(
      ({ ours, said, node }) =>
        ![node.code, ours.code, saidAs[ours.code]].includes(said.code) ||
        ![undefined, node.rule, ours.rule].includes(said.rule),
    );
    expect(wrong).toEqual([]);
    const same = all.filter(({ said, node }) => said.code === node.code);
    expect(same.length / all.length).toBeGreaterThan(0.9);
  });

  it('begin as those of a node', () => {
    const start = /^(couldn't (issue|parse) tx: |issuing tx: |parsing tx: )?/;
    const wrong = told().filter(
      ({ line, message }) => start.exec(message)![0] !== start.exec(line.error!)![0],
    );
    expect(wrong).toEqual([]);
  });
});
