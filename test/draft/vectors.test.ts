/** The forms of `docs/draft.md`, as its vectors have them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/draft/signatures.ts';
import {
  decodeDraft,
  encodeDraft,
  formatDraft,
  formatDraftParts,
  parseDraft,
  parseDraftParts,
} from '../../src/sign/index.ts';
import { formatHex, parseHex } from '../../src/text/bytes.ts';

interface Row {
  readonly name: string;
  /** What is signed. */
  readonly digest: string;
  readonly text: string;
  readonly bytes: string;
  /** Most characters of a part. */
  readonly maxLength: number;
  readonly parts: readonly string[];
}
const rows = JSON.parse(
  readFileSync(new URL('../../docs/draft.vectors.json', import.meta.url), 'utf8'),
) as readonly Row[];

describe('docs/draft.vectors.json', () => {
  it.each(rows)('$name', ({ digest, text, bytes, maxLength, parts }) => {
    const draft = parseDraft(text);
    expect(formatDraft(draft)).toBe(text);
    expect(formatHex(encodeDraft(draft))).toBe(bytes);
    expect(decodeDraft(parseHex(bytes))).toEqual(draft);
    expect(formatDraftParts(draft, { maxLength: maxLength })).toEqual(parts);
    expect(parseDraftParts([...parts].reverse())).toEqual(draft);
    expect(formatHex(digestOf(draft))).toBe(digest);
  });
});
