/** Makes `vectors/drafts.ndjson`: drafts in all forms, with what their evidence proves, and drafts that are refused. */
import { sha256 } from '../src/crypto/hash.ts';
import { digestOf } from '../src/draft/reading.ts';
import type { AvalancheError } from '../src/errors/error.ts';
import { formatNetwork } from '../src/network/custom.ts';
import { fuji } from '../src/network/known.ts';
import { prove } from '../src/owners/prove.ts';
import { encodeDraft, formatDraft, formatDraftParts, parseDraft } from '../src/sign/index.ts';
import { compareBytes } from '../src/text/bytes.ts';
import { formatHex, parseHex } from '../src/text/hex.ts';
import { drafts } from '../test/draft/drafts.ts';

/** A draft in all its forms. */
export interface DraftRow {
  readonly name: string;
  /** What is signed. */
  readonly digest: string;
  readonly text: string;
  readonly bytes: string;
  /** Most characters of a part; the parts, and those without the evidence. */
  readonly maxLength: number;
  readonly parts: readonly string[];
  readonly bareParts: readonly string[];
  /** How well the owner of each slot is known to somebody who owns nothing. */
  readonly owners: readonly string[];
}

/** A text that is no draft, and why. */
export interface RefusedRow {
  readonly name: string;
  readonly text: string;
  readonly code: string;
  readonly path: string;
}

const maxLength = 800;

const rowOf = ([name, draft]: (typeof drafts)[number]): DraftRow => ({
  name,
  digest: formatHex(digestOf(draft)),
  text: formatDraft(draft),
  bytes: formatHex(encodeDraft(draft)),
  maxLength,
  parts: formatDraftParts(draft, { maxLength }),
  bareParts: formatDraftParts(draft, { maxLength, evidence: false }),
  owners: prove(draft).map(({ status, why }) => (why ? `${status} ${why}` : status)),
});

const [first, half, bare, , avm, account, , opened, , , left] = drafts.map(([, draft]) =>
  formatDraft(draft),
) as [string, string, string, string, string, string, string, string, string, string, string];

/** Evidence with another order. */
const reversed = (text: string): string =>
  text.replace(/"evidence":\[(.*?\})\]/, (_, list: string) => {
    const items = list.match(/\{.*?\}/g) ?? [];
    return `"evidence":[${items.reverse().join(',')}]`;
  });

/** Two pieces of evidence in order, neither of which is a transaction. */
const pieces = ['0x01', '0x02']
  .sort((a, b) => compareBytes(sha256(parseHex(a)), sha256(parseHex(b))))
  .map((bytes) => `{"chain":"P","bytes":"${bytes}"}`);
const pair = bare.replace('"evidence":[]', `"evidence":[${pieces.join(',')}]`);

/** What is refused: how the text differs from a draft. */
const changes: readonly (readonly [
  name: string,
  text: string,
  from: string | RegExp,
  to: string,
])[] = [
  ['format 1', first, 'draft 2', 'draft 1'],
  ['a key that is unknown', first, '{"format"', '{"note":1,"format"'],
  ['a key that is missing', first, ',"extra":', ',"more":'],
  ['hex in upper case', first, /"unsignedTx":"0x[0-9a-f]+"/, 'UPPER'],
  ['a number as text', first, '"price":1', '"price":"1"'],
  ['another price', first, '"price":1,', '"price":2,'],
  ['a price on X', avm, '"price":0', '"price":1'],
  ['mainnet as a file', first, '"network":"fuji"', '"network":"{\\"name\\":\\"mainnet\\"}"'],
  ['fuji as a file', first, '"network":"fuji"', `"network":${JSON.stringify(formatNetwork(fuji))}`],
  ['change twice', first, /"change":\[(\d+)\]/, '"change":[$1,$1]'],
  ['change that is not there', first, /"change":\[\d+\]/, '"change":[1048575]'],
  ['an owner with another threshold', first, '"threshold":2', '"threshold":1'],
  ['an account with an owner', account, '"owner":[]', '"owner":[OWNER]'],
  ['a slot without an owner', opened, /"owner":\[\{.*?\}\]/, '"owner":[]'],
  ['a lock where nothing is locked', account, '"lock":0', '"lock":5'],
  ['a lock that lasts', opened, /"lock":\d+/, '"lock":1900000000'],
  ['a warning that nobody knows', left, '"uneconomic"', '"__proto__"'],
  ['a warning twice', left, /"warnings":\[(.*?)\]/, '"warnings":[$1,$1]'],
  [
    'a path of somebody else',
    first,
    /"address":"P-fuji1[^"]+","path"/,
    '"address":"P-fuji1q","path"',
  ],
  ['a path that is none', first, "m/44'/9000'/0'/0/0", 'm/x'],
  ['an alias of the P-chain on X', avm.replaceAll('"my-', '"P-'), '"alias":"my"', '"alias":"P"'],
  ['an alias on C', account, '"alias":""', '"alias":"C2"'],
  ['no alias', avm, '"alias":"my"', '"alias":""'],
  ['evidence of another chain', first, '"chain":"P","bytes"', '"chain":"D","bytes"'],
  ['evidence out of order', reversed(pair), '', ''],
  ['evidence twice', pair, pieces[0]!, `${pieces[0]!},${pieces[0]!}`],
  ['an extra key without a domain', first, 'example.com/note', 'note'],
  ['an extra key of JavaScript', first, 'example.com/note', '__proto__'],
  ['extra entries out of order', first, 'example.com/note', 'zoo.example/note'],
  ['a signature of another key', half, /"bytes":"0x[0-9a-f]{8}/, '"bytes":"0x00000001'],
  ['a signature too many', half, '"signatures":[', '"signatures":[{"bytes":"0x"},'],
];

const owner = '{"locktime":0,"threshold":1,"addresses":["C-fuji1q"]}';

function changed([, text, from, to]: (typeof changes)[number]): string {
  if (to === 'UPPER')
    return text.replace(from, (hex) => hex.replace(/(?<=0x).*/, (digits) => digits.toUpperCase()));
  return text.replace(from, to.replace('OWNER', owner));
}

const refusedOf = (change: (typeof changes)[number]): RefusedRow => {
  const text = changed(change);
  try {
    parseDraft(text);
  } catch (e) {
    const { code, path } = e as AvalancheError;
    return { name: change[0], text, code, path: path.join('.') };
  }
  throw new Error(`${change[0]} is not refused`);
};

/** Every row of the file. */
export const draftRows = (): readonly (DraftRow | RefusedRow)[] => [
  ...drafts.map(rowOf),
  ...changes.map(refusedOf),
];
