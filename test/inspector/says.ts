/** What the views say is what the library says: functions for one transaction of `vectors/` each. `shell.ci.test.ts` looks at the page. */
import { expect } from 'vitest';
import { knownFieldsOf } from '../../apps/inspector/model/embedded.ts';
import { explainableOf, explainContext } from '../../apps/inspector/model/facts.ts';
import { nodeOf } from '../../apps/inspector/model/fields.ts';
import { type DecodedSubject, isDecoded, readSubject } from '../../apps/inspector/model/subject.ts';
import { judge } from '../../apps/inspector/model/verdict.ts';
import { linesOf, prefixOf } from '../../apps/inspector/views/explanation/lines.ts';
import { jsonLines } from '../../apps/inspector/views/jsonlines.ts';
import { explain, textOf } from '../../src/explain/index.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { checkTx } from '../../src/rules/check.ts';
import { verifyPossession, verifyWarpMessage } from '../../src/warp/bls.ts';
import { rows } from '../support/vectors.ts';

/** All transactions. */
export const allTxs = (['p-public', 'x-public', 'c-public'] as const).flatMap((name) =>
  rows(name).map(({ chain, type, hex, network }) => ({ chain, type, hex, network })),
);
type Row = (typeof allTxs)[number];

function subjectOf({ hex, chain }: Row): DecodedSubject {
  const read = readSubject(hex, 'test', { chain, kind: 'tx' });
  if ('subject' in read && isDecoded(read.subject)) return read.subject;
  throw new Error('it was not read');
}

const networkOf = (networkID: number | undefined) =>
  [mainnet, fuji, local].find((known) => known.networkID === networkID);

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

/** Expects that the lines of the explanation are those of `explain`, and that their fields exist. */
export function explainsAlike(row: Row): void {
  const subject = subjectOf(row);
  const opened = open(row.hex, { chain: row.chain, kind: 'tx' });
  const network = networkOf(opened.network?.networkID);
  const told = explain(opened, network ? { network } : {});
  const shown = explain(explainableOf(subject), explainContext(subject));
  const unsigned = (opened.value as { readonly unsignedTx: object }).unsignedTx;
  const { title, blocks } = linesOf(shown, unsigned, prefixOf(subject.opened));
  const lines = blocks.flat();
  expect(squeeze(title + lines.map(({ label, text }) => label + text).join(''))).toBe(
    squeeze(textOf(told)),
  );
  const paths = lines.flatMap(({ path }) => path ?? []);
  if (paths.length === 0) return;
  const fields = knownFieldsOf(subject.opened, true)!;
  for (const path of paths) expect(nodeOf(fields, path), path).toBeDefined();
}

/** Expects that the lines of JSON are those of `toJSONText`, with every digit. */
export function printsAlike(row: Row): void {
  const text = toJSONText(open(row.hex, { chain: row.chain, kind: 'tx' }));
  const lines = jsonLines(toJSONText(subjectOf(row).opened));
  if (lines.some((line) => line.text.includes('more characters'))) return;
  expect(
    lines.map((line) => line.text.trim().replace(/^("(?:[^"\\]|\\.)*"): /, '$1:')).join(''),
  ).toBe(text);
}

const time = 1_790_000_000n;
const bls = { verifyPossession, verifyMessage: verifyWarpMessage };

/** Expects that the verdict is that of `checkTx`. */
export function judgesAlike(row: Row): void {
  const opened = open(row.hex, { chain: row.chain, kind: 'tx' });
  const network = networkOf(opened.network?.networkID) ?? mainnet;
  const facts = { network, time, clock: time, bls };
  const { result, findings } = checkTx(opened.value as never, facts);
  const judged = judge(subjectOf(row), undefined, time);
  expect(judged.result).toBe(result);
  expect(judged.findings).toEqual(findings);
}
