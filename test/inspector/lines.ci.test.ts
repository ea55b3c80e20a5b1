/** What the views say is what the library says, for every transaction of `vectors/`; `says.ci.test.ts` has the verdicts, and `shell.ci.test.ts` one of each type in the page. */
import { describe, expect, it } from 'vitest';
import { knownFieldsOf } from '../../apps/inspector/model/embedded.ts';
import { explainableOf, explainContext } from '../../apps/inspector/model/facts.ts';
import { nodeOf } from '../../apps/inspector/model/fields.ts';
import { type DecodedSubject, isDecoded, readSubject } from '../../apps/inspector/model/subject.ts';
import { linesOf, prefixOf } from '../../apps/inspector/views/explanation/lines.ts';
import { jsonLines } from '../../apps/inspector/views/jsonlines.ts';
import { explain } from '../../src/explain/index.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { rows } from '../support/vectors.ts';

const all = (['p-public', 'x-public', 'c-public'] as const).flatMap((name) =>
  rows(name).map(({ chain, hex, network }) => ({ chain, hex, network })),
);

function subjectOf({ hex, chain }: (typeof all)[number]): DecodedSubject {
  const read = readSubject(hex, 'test', { chain, kind: 'tx' });
  if ('subject' in read && isDecoded(read.subject)) return read.subject;
  throw new Error('it was not read');
}

const networkOf = (networkID: number | undefined) =>
  [mainnet, fuji, local].find((known) => known.networkID === networkID);

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

describe('for every transaction', () => {
  it('the lines of the explanation are those of explain, and their fields exist', () => {
    expect(all.length).toBeGreaterThan(900);
    for (const row of all) {
      const subject = subjectOf(row);
      const opened = open(row.hex, { chain: row.chain, kind: 'tx' });
      const network = networkOf(opened.network?.networkID);
      const told = explain(opened, network ? { network } : {});
      const shown = explain(explainableOf(subject), explainContext(subject));
      const unsigned = (opened.value as { readonly unsignedTx: object }).unsignedTx;
      const { title, blocks } = linesOf(shown, unsigned, prefixOf(subject.opened));
      const lines = blocks.flat();
      expect(squeeze(title + lines.map(({ label, text }) => label + text).join(''))).toBe(
        squeeze(told.text),
      );
      const paths = lines.flatMap(({ path }) => path ?? []);
      if (paths.length === 0) continue;
      const fields = knownFieldsOf(subject.opened, true)!;
      for (const path of paths) expect(nodeOf(fields, path), path).toBeDefined();
    }
  });

  it('the lines of JSON are those of toJSONText, with every digit', () => {
    for (const row of all) {
      const text = toJSONText(open(row.hex, { chain: row.chain, kind: 'tx' }));
      const lines = jsonLines(toJSONText(subjectOf(row).opened));
      if (lines.some((line) => line.text.includes('more characters'))) continue;
      expect(
        lines.map((line) => line.text.trim().replace(/^("(?:[^"\\]|\\.)*"): /, '$1:')).join(''),
      ).toBe(text);
    }
  });
});
