/** The forms of `docs/draft.md`, as its vectors have them. */
import { describe, expect, it } from 'vitest';
import { type DraftRow, draftRows, type RefusedRow } from '../../scripts/drafts.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { prove } from '../../src/owners/prove.ts';
import {
  decodeDraft,
  encodeDraft,
  formatDraft,
  formatDraftParts,
  parseDraft,
  parseDraftParts,
} from '../../src/sign/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { thrown } from '../support/thrown.ts';
import { linesOf } from '../support/vectors.ts';

const rows = linesOf('drafts').map((line) => JSON.parse(line) as DraftRow | RefusedRow);
const good = rows.filter((row) => 'bytes' in row);
const refused = rows.filter((row) => 'code' in row);

describe('vectors/drafts.ndjson', () => {
  it('is what scripts/drafts.ts makes', () => {
    expect(draftRows()).toEqual(rows);
  });

  it.each(good)('$name', ({ digest, text, bytes, maxLength, parts, bareParts, owners }) => {
    const draft = parseDraft(text);
    expect(formatDraft(draft)).toBe(text);
    expect(formatHex(encodeDraft(draft))).toBe(bytes);
    expect(decodeDraft(parseHex(bytes))).toEqual(draft);
    expect(formatDraftParts(draft, { maxLength })).toEqual(parts);
    expect(parseDraftParts([...parts].reverse())).toEqual(draft);
    expect(parseDraftParts(bareParts)).toEqual({ ...draft, evidence: [] });
    expect(formatHex(digestOf(draft))).toBe(digest);
    const known = prove(draft).map(({ status, why }) => (why ? `${status} ${why}` : status));
    expect(known).toEqual(owners);
  });

  it.each(refused)('refuses $name', ({ text, code, path }) => {
    const e = thrown(() => parseDraft(text));
    expect([e.code, e.path.join('.')]).toEqual([code, path]);
  });
});
