/** What another page can do to the inspector: swap what is shown, frame it, open it. And whether what came back is what was approved. */
import { beforeEach, describe, expect, it } from 'vitest';
import { checkOptions, replace } from '../../apps/inspector/drafts/desk.ts';
import { compare } from '../../apps/inspector/model/compare.ts';
import { offered } from '../../apps/inspector/model/page.ts';
import { foreignPlace } from '../../apps/inspector/model/place.ts';
import { clear, show, showSubject, subject } from '../../apps/inspector/model/session.ts';
import {
  accept,
  acceptFirst,
  digestOf,
  forgetReviews,
  isOther,
  round,
  startAgain,
} from '../../apps/inspector/model/shown.ts';
import { draftSubject, readSubject } from '../../apps/inspector/model/subject.ts';
import { formatDraft, parseDraft } from '../../src/draft/file.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { alice, honest, thefts } from '../support/thefts.ts';

const theft = thefts.at(-1)![2];
const shown = (text: string) => {
  const read = readSubject(text, 'test');
  if (!('subject' in read) || !('opened' in read.subject)) throw new Error('is not read');
  return read.subject;
};

describe('another transaction than the one that was shown', () => {
  beforeEach(() => {
    clear();
    startAgain();
    offered.value = undefined;
    show('pasted', formatDraft(honest));
    acceptFirst();
  });
  const now = () => {
    const of = subject.value;
    if (of?.kind !== 'draft') throw new Error('no draft is shown');
    return of.draft;
  };

  it('is asked about, and nothing takes its place before the answer', () => {
    const before = now();
    expect(isOther.value).toBe(false);
    showSubject(draftSubject(parseDraft(formatDraft(theft)), 'link'));
    acceptFirst();
    expect(isOther.value).toBe(true);
    const signed = sign(before, alice, { reviewed: digestOf(before) });
    expect(() => replace(before, signed, 'signed', 'key')).toThrow('shows another transaction');
    expect(() => replace(now(), now(), 'signed', 'key')).toThrow('shows another transaction');
    accept();
    expect(isOther.value).toBe(false);
  });

  it('is signed by nobody who answers late', () => {
    const before = now();
    const signed = sign(before, alice, { reviewed: digestOf(before) });
    offered.value = { content: formatDraft(theft) };
    expect(() => replace(before, signed, 'signed', 'key')).toThrow('shows another transaction');
    offered.value = undefined;
    replace(before, signed, 'signed', 'key');
    expect(now().missing).toEqual([]);
  });

  it('drops what was typed and checked', () => {
    const count = round.value;
    forgetReviews();
    expect(round.value).toBe(count + 1);
  });

  it('is checked by the clock of this machine', () => {
    expect(Math.abs(Number(checkOptions(now()).time) - Date.now() / 1000)).toBeLessThan(86_400);
  });
});

describe('the place of the page', () => {
  const origin = 'https://tx.example';
  const of = (more: object) => {
    const self = {};
    return foreignPlace({ self, top: self, opener: null, location: { origin }, ...more });
  };
  const foreign = {
    get location(): never {
      throw new Error('SecurityError');
    },
  };

  it('is its own, or that of a page of the same origin', () => {
    expect(of({})).toBeUndefined();
    expect(of({ opener: { location: { origin } } })).toBeUndefined();
    expect(of({ top: { location: { origin } } })).toBeUndefined();
  });

  it('is no place to sign in a frame of another, or opened by another', () => {
    expect(of({ top: foreign })).toMatch(/frame/);
    expect(of({ opener: foreign })).toMatch(/opened/);
    expect(of({ opener: { location: { origin: 'https://evil.example' } } })).toMatch(/opened/);
    // Files are all of the origin "null".
    const files = { location: { origin: 'null' } };
    expect(of({ ...files, opener: files })).toMatch(/opened/);
    expect(of(files)).toBeUndefined();
  });
});

describe('comparing a draft with the transaction made of it', () => {
  const signed = finalize(sign(honest, alice));
  const texts = [
    formatDraft(honest),
    formatHex(signed.bytes),
    toJSONText(open(signed.bytes, { chain: 'P', kind: 'tx' })),
  ];

  it.each([
    [0, 1],
    [1, 0],
    [0, 2],
    [2, 0],
  ])('has the same fields, all the same: %i and %i', (a, b) => {
    const compared = compare(shown(texts[a]!), texts[b]!);
    if (compared.kind !== 'fields') throw new Error('no fields');
    expect(compared.pairs.length).toBeGreaterThan(10);
    expect(compared.pairs.filter(({ left, right }) => left !== right)).toEqual([]);
    expect(compared.title).toContain('without the signatures');
    // A path leads to a field of what is inspected.
    const isTx = a !== 0;
    expect(compared.pairs.every(({ path }) => path.startsWith('unsignedTx.') === isTx)).toBe(true);
  });

  it('shows what another transaction has otherwise', () => {
    const compared = compare(shown(formatDraft(theft)), formatHex(signed.bytes));
    if (compared.kind !== 'fields') throw new Error('no fields');
    expect(compared.pairs.some(({ left, right }) => left !== right)).toBe(true);
  });
});
