/** Every finding of the audit is a test whose title has its number; those that real nodes accepted have one against the VMs as well. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The findings, and which of them the real VMs accepted. */
const findings = {
  C1: { what: 'A node adds an owner, and gets the change.', isNode: true },
  C2: {
    what: 'A coordinator invents owners; one signature counts in every slot of its key.',
    isNode: true,
  },
  H1: { what: 'Change that is mentioned twice.', isNode: true },
  H2: { what: 'A known network with another tariff.', isNode: true },
  H3: { what: '`diff` says nothing of drafts that give everything away.' },
  H4: { what: 'A policy does not mention what it allows.' },
  M1: { what: 'Text that a terminal obeys.' },
  M2: { what: 'A draft that disables `explain`.' },
  M3: { what: 'A draft that changes after its check.' },
  M4: { what: 'A payer who forces a blind signature.' },
  M5: { what: 'An export with a nonce that is to come.' },
  M6: { what: 'Replies without end.' },
  M7: { what: 'Explanations in quadratic time.' },
  M8: { what: 'Secrets in errors.' },
  M9: { what: 'A copy of the cryptography that updates do not reach.' },
  L1: { what: 'An alias that passes for another chain.' },
  L2: { what: 'Change at a place where nobody looks.' },
  L3: { what: 'A key whose address can be overwritten.' },
  L4: { what: 'BLS keys that cancel each other out.' },
  L5: { what: 'A hash that any module can replace.' },
  L6: { what: 'A draft that has any path derived.' },
  L7: { what: 'A key file that others can read.' },
  L8: { what: 'Headers with keys over plain HTTP.' },
  L9: { what: 'Hex in upper case in a draft.' },
  L10: { what: 'A node that refuses and broadcasts later.' },
  L11: { what: 'Constants that a program can overwrite.' },
  L12: { what: 'Tables that are not frozen.' },
  L13: { what: 'Times in milliseconds.' },
} as const;

const root = fileURLToPath(new URL('..', import.meta.url));
/** Titles of tests, by file. */
const titles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('index.test.ts'))
  .flatMap((file) =>
    [
      ...readFileSync(`${root}${file}`, 'utf8').matchAll(
        /^\s*(?:it|describe)\b[^'"`]*(['"`])((?:(?!\1).)+)\1/gm,
      ),
    ].map(([, , title]) => ({ file, title: title! })),
  );
const filesOf = (number: string): readonly string[] => [
  ...new Set(
    titles.filter(({ title }) => new RegExp(`\\b${number}\\b`).test(title)).map(({ file }) => file),
  ),
];

it.each(Object.entries(findings))('%s is a test', (number, of) => {
  const files = filesOf(number);
  expect(files, `${number}: ${of.what}`).not.toEqual([]);
  if ('isNode' in of) expect(files.some((file) => file.endsWith('.ci.test.ts'))).toBe(true);
});

it('no test names a finding that there is not', () => {
  const named = titles.flatMap(({ title }) =>
    [...title.matchAll(/(?:^|, |\[audit )([CHML]\d{1,2})(?=[:,\]])/g)].map(([, number]) => number!),
  );
  expect(named.filter((number) => !Object.hasOwn(findings, number))).toEqual([]);
});
