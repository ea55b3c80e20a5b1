import { formatHex, parseHex } from 'avalanche-tx';
import { explain } from 'avalanche-tx/explain';
import {
  combineDrafts,
  type Draft,
  finalize,
  formatDraft,
  formatDraftParts,
  formatPrivateKey,
  type Key,
  parseDraft,
  policyOf,
  privateKey,
  sign as signAs,
} from 'avalanche-tx/sign';
import { describe, expect, it } from 'vitest';
import { answer, choose } from '../../apps/inspector/drafts/desk.ts';
import { add, addParsed } from '../../apps/inspector/drafts/model/adding.ts';
import { check, fullPolicyText } from '../../apps/inspector/drafts/model/checking.ts';
import {
  type Collected,
  collect,
  missingText,
  nothing,
} from '../../apps/inspector/drafts/model/collecting.ts';
import { indentJSON } from '../../apps/inspector/drafts/model/indent.ts';
import { signWithSecret } from '../../apps/inspector/drafts/model/keys.ts';
import { issueRequest, statusRequest } from '../../apps/inspector/drafts/model/request.ts';
import { signersOf } from '../../apps/inspector/drafts/model/signers.ts';
import { refusalOf } from '../../apps/inspector/drafts/model/words.ts';
import { clear, show, subject } from '../../apps/inspector/model/session.ts';
import { acceptFirst, isOther, startAgain } from '../../apps/inspector/model/shown.ts';
import { draftSubject } from '../../apps/inspector/model/subject.ts';
import { judge } from '../../apps/inspector/model/verdict.ts';
import { buildBaseTx } from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { linesOf } from '../support/vectors.ts';

const texts = new Map(
  linesOf('drafts').map((line) => {
    const { name, text } = JSON.parse(line) as { readonly name: string; readonly text: string };
    return [name, text];
  }),
);
const draftNamed = (name: string): Draft => parseDraft(texts.get(name)!);
/** What the page gives: the digest of what it shows. */
const reviewed = (draft: Draft) => ({ reviewed: explain(draft).digest });
const byTwo = draftNamed(
  '2-of-3 on P, with its parent, paths, descriptor and entries of other programs',
);
const bare = draftNamed('the same transaction, without evidence');
const other = draftNamed('funds whose stakeable lock has ended');
/** Words that everybody knows. */
const mnemonic = 'test test test test test test test test test test test junk';
const secret = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
/** Signs what somebody has looked at. */
const sign = (draft: Draft, key: Key): Draft =>
  signAs(draft, key, { reviewed: explain(draft).digest });
/** The two keys of the three that were chosen to sign. */
const [first, second] = [privateKey(secret(1)), privateKey(secret(3))];

const refusalIn = (added: ReturnType<typeof add>): string =>
  'refusal' in added ? added.refusal.text : `taken: ${added.text}`;
const draftIn = (added: ReturnType<typeof add>): Draft => {
  if ('refusal' in added) throw new Error(added.refusal.text);
  return added.draft;
};

describe('who is to sign', () => {
  it('lists each signer once, with what the signature is for', () => {
    const { signers, slots, missing, digest } = signersOf(byTwo);
    expect(missing).toBe(2);
    expect(signers.map(({ isSigned, paths }) => ({ isSigned, paths }))).toEqual([
      { isSigned: false, paths: ['inputs[0]', 'inputs[1]'] },
      { isSigned: false, paths: ['inputs[0]', 'inputs[1]'] },
    ]);
    expect(signers.map(({ path }) => path)).toContain("m/44'/9000'/0'/0/0");
    expect(slots[0]).toMatchObject({ purpose: 'Spend 0.001 AVAX', trust: 'proven', threshold: 2 });
    expect(slots[0]!.owners.map(({ state }) => state)).toEqual(['asked', 'asked', 'spare']);
    expect(digest).toBe(formatHex(explain(byTwo).digest));
  });

  it('says who has signed, and why an owner is only claimed', () => {
    const half = signersOf(sign(byTwo, first));
    expect(half.missing).toBe(1);
    expect(half.slots[0]!.owners.map(({ state }) => state)).toContain('signed');
    expect(signersOf(bare).slots[0]).toMatchObject({
      trust: 'claimed',
      why: 'The transaction that made it was not given.',
    });
    expect(signersOf(sign(sign(byTwo, first), second)).digest).toBeUndefined();
  });
});

describe('signatures from elsewhere', () => {
  const signature = sign(byTwo, first).slots[0]!.signatures.find((of) => of !== null)!;
  const { digest } = explain(byTwo);

  it('takes hex, JSON, and drafts as text and in parts', () => {
    const hex = formatHex(signature);
    const answer = JSON.stringify([{ digest: formatHex(digest), signature: hex }]);
    const half = sign(byTwo, first);
    for (const text of [
      hex,
      hex.slice(2),
      answer,
      formatDraft(half),
      formatDraftParts(half).join('\n'),
    ])
      expect(formatDraft(draftIn(add(byTwo, text)))).toBe(formatDraft(half));
    const whole = draftIn(addParsed(half, sign(byTwo, second)));
    expect(finalize(whole).bytes).toEqual(finalize(sign(half, second)).bytes);
  });

  it('says what was added', () => {
    const half = sign(byTwo, first);
    expect(add(byTwo, formatDraft(half))).toMatchObject({
      text: '2 signatures added. Still missing: 1 signer.',
    });
    expect(add(half, formatDraft(half))).toMatchObject({
      text: 'Nothing new: all its signatures were there already.',
    });
    expect(addParsed(half, sign(byTwo, second))).toMatchObject({
      text: '2 signatures added. The draft is complete.',
    });
  });

  it('refuses signatures that belong nowhere', () => {
    expect(refusalIn(add(byTwo, '0x00'))).toMatch(/64 or 65 bytes/);
    expect(refusalIn(add(byTwo, 'zz'))).toMatch(/hex/);
    expect(refusalIn(add(byTwo, '[{"digest":"0x00"}]'))).toMatch(/digest and signature/);
    expect(refusalIn(add(byTwo, '[{'))).not.toMatch(/taken/);
    const stranger = sign(other, privateKey(secret(1)));
    const foreign = stranger.slots[0]!.signatures[0]!;
    expect(refusalIn(add(byTwo, formatHex(foreign)))).toMatch(/no slot of the draft needs/);
    const whole = sign(sign(byTwo, first), second);
    expect(refusalIn(add(whole, formatHex(signature)))).toMatch(/all signatures are there/);
  });

  it('refuses a co-signer who lies, in words', () => {
    expect(refusalIn(add(byTwo, formatDraft(other)))).toMatch(
      /another transaction, so nothing was taken from it\. It would: “Send .*”\. The draft here would: “Send 0\.0015 AVAX/,
    );
    const half = formatDraft(sign(byTwo, first));
    const wrong = half.replace(formatHex(signature), `0x${'11'.repeat(64)}00`);
    expect(refusalIn(add(byTwo, wrong))).toMatch(
      /wrong signature, so nothing was taken.*signatures/,
    );
    const later = { ...byTwo, time: byTwo.time + 1n };
    expect(refusalIn(addParsed(byTwo, later))).toMatch(/same transaction but differs in the time/);
    const noted = { ...byTwo, extra: { 'example.com/note': Uint8Array.of(9) } };
    expect(refusalIn(addParsed(byTwo, noted))).toMatch(/an entry of another program/);
  });
});

describe('keys', () => {
  it('signs with hex and with text, and says why it does not', () => {
    const half = formatDraft(sign(byTwo, first));
    for (const text of [
      formatPrivateKey(secret(1)),
      formatHex(secret(1)),
      ` ${formatHex(secret(1)).slice(2)}\n`,
    ])
      expect(formatDraft(signWithSecret(byTwo, text, reviewed(byTwo)))).toBe(half);
    const refused = (text: string) => {
      try {
        return signWithSecret(byTwo, text, reviewed(byTwo));
      } catch (e) {
        return refusalOf(e);
      }
    };
    const spare = privateKey(secret(2)).address('P', byTwo.network);
    expect(refused(formatPrivateKey(secret(2)))).toMatchObject({
      text: expect.stringMatching(
        /is an owner, but others were chosen to sign\. The draft needs P-/,
      ),
      spare,
    });
    const strange = privateKey(secret(77)).address('P', byTwo.network);
    expect(refused(formatPrivateKey(secret(77)))).toMatchObject({
      text: expect.stringContaining(`This key is ${strange}. The draft needs `),
    });
    expect(refused(mnemonic)).toMatchObject({
      text: expect.stringMatching(/^This wallet’s first address is P-fuji\w+\. The draft needs /),
    });
    const policy = policyOf(bare);
    const findings = refusalOf(
      thrown(() =>
        signWithSecret(bare, formatPrivateKey(secret(1)), { ...reviewed(bare), policy }),
      ),
    );
    expect(findings.findings.map(({ code }) => code)).toContain('InputNotProven');
  });

  it('signs with words a draft that has no paths', () => {
    const [derived] = hdWallet(mnemonic).account().addresses('P', fuji, { count: 1 });
    const address = derived!.shortID;
    const own = pState([utxo(1, 5_000_000n, { owner: address })], { from: [address] });
    const draft = buildBaseTx(own, { outputs: [{ to: address, amount: 1_000n }] });
    expect(draft.paths ?? {}).toEqual({});
    expect(signWithSecret(draft, mnemonic, reviewed(draft)).missing).toEqual([]);
  });

  it('repeats no secret', () => {
    for (const text of [
      `PrivateKey-${'z'.repeat(40)}`,
      'abandon ability able about above absent absorb abstract absurd abuse access zoo',
      'hunter2hunter2',
      `0x${'ab'.repeat(31)}`,
    ]) {
      const e = thrown(() => signWithSecret(byTwo, text, reviewed(byTwo))) as Error;
      for (const word of text.split(/[\s-]/).filter((part) => part.length > 10))
        expect(refusalOf(e).text + e.message).not.toContain(word);
    }
  });
});

describe('policies', () => {
  it('allow what they were written for, and list what they refuse', () => {
    const text = fullPolicyText(byTwo);
    expect(text).toContain('\n  "network": 5,');
    expect(check(byTwo, text, {}, byTwo.time)).toMatchObject({ kind: 'checked', findings: [] });
    expect(check(byTwo, '{"network":"fuji"}', {}, byTwo.time)).toMatchObject({
      findings: [
        { code: 'ReceiverNotAllowed', path: 'unsignedTx.outputs[1].output' },
        { code: 'AmountTooHigh' },
      ],
    });
    expect(check(byTwo, '', {}, 0n)).toEqual({ kind: 'none' });
    expect(check(byTwo, '{"network":"fuji","maxfee":"1"}', {}, 0n)).toMatchObject({
      kind: 'failed',
      text: expect.stringMatching(/maxfee/),
    });
  });

  it('keep every digit of a number when they are indented', () => {
    const text = '{"a":[18446744073709551615,"x\\",{]"],"b":{},"c":[]}';
    expect(indentJSON(text).replaceAll(/\n */g, '').replaceAll('": ', '":')).toBe(text);
  });
});

describe('parts as they are scanned', () => {
  const parts = formatDraftParts(byTwo, { maxLength: 300 });
  const scan = (texts: readonly string[]) =>
    texts.reduce<{ last: ReturnType<typeof collect> | undefined; collected: Collected }>(
      ({ collected }, text) => {
        const last = collect(collected, text);
        return { last, collected: 'collected' in last ? last.collected : collected };
      },
      { last: undefined, collected: nothing },
    );

  it('join in any order, however often each came', () => {
    const { last } = scan([...parts, ...parts].reverse().slice(0, parts.length + 1));
    expect(last?.kind).toBe('again');
    const whole = scan([...parts].reverse()).last;
    expect(whole?.kind === 'whole' && formatDraft(whole.draft)).toBe(formatDraft(byTwo));
    const [one] = formatDraftParts(bare, { maxLength: 4000 });
    expect(collect(nothing, one!).kind).toBe('whole');
  });

  it('say which are missing', () => {
    const { collected } = scan([parts[0]!, parts[3]!]);
    expect(collected.count).toBe(parts.length);
    expect(missingText(collected)).toBe(`2–3, 5–${parts.length}`);
    const odd = new Map([...Array(60).keys()].map((i) => [2 * i + 1, '']));
    expect(missingText({ parts: odd, count: 120 })).toMatch(/^2, 4, 6, .*20, …$/);
  });

  it('are told from damaged ones, those of other drafts, and other codes', () => {
    const { collected } = scan(parts.slice(0, 2));
    const foreign = formatDraftParts(other, { maxLength: 300 });
    expect(collect(collected, foreign[0]!)).toEqual({
      kind: 'foreign',
      text: `This code is part 1 of ${foreign.length} of another draft.`,
    });
    expect(collect(collected, `${parts[2]!.slice(0, -1)}A`)).toMatchObject({ kind: 'wrong' });
    expect(collect(collected, 'AVAXTX1:0/0:A')).toMatchObject({ kind: 'wrong' });
    expect(collect(collected, 'https://example.com')).toEqual({
      kind: 'other',
      content: 'https://example.com',
    });
  });
});

describe('the request for a node', () => {
  const tx = finalize(combineDrafts(sign(byTwo, first), sign(byTwo, second)));

  it('is what the node documents', () => {
    const { url, body } = issueRequest(' https://api.example.com/key/ext/bc/P?token=1 ', tx);
    expect(url).toBe('https://api.example.com/key/ext/bc/P?token=1');
    const { method, params } = JSON.parse(body);
    expect(method).toBe('platform.issueTx');
    expect(parseHex(params.tx).subarray(0, -4)).toEqual(tx.bytes);
    expect(statusRequest('http://127.0.0.1:9650/', tx).url).toBe('http://127.0.0.1:9650/ext/bc/P');
  });

  it('goes only to the address of a node', () => {
    for (const url of ['', 'node', 'javascript:alert(1)', 'file:///etc', 'http://me:pw@host'])
      expect(() => issueRequest(url, tx)).toThrow(/must be the address of a node/);
  });
});

describe('the verdict on a draft', () => {
  const judged = (draft: Draft) => judge(draftSubject(draft, 'test'), undefined, draft.time);
  const resultOf = (draft: Draft, rule: string) =>
    judged(draft).findings.find((of) => of.rule === rule)?.result;

  it('uses the evidence of the draft: a coin is not proven here and unchecked there', () => {
    const whole = sign(sign(byTwo, first), second);
    expect(resultOf(whole, 'UTXOs')).toBe('proven');
    expect(resultOf(whole, 'signatures')).toBe('ok');
    expect(judged(whole).result).toBe('unknown');
    expect(resultOf(bare, 'UTXOs')).toBe('not checked');
  });
});

describe('a draft for an owner who was not chosen', () => {
  const spare = privateKey(secret(2));
  const address = spare.address('P', byTwo.network);
  const shown = (): Draft => {
    const now = subject.value;
    if (now?.kind !== 'draft') throw new Error('no draft is shown');
    return now.draft;
  };

  it('does the same, can be signed by them, and is not asked about', () => {
    clear();
    startAgain();
    show('pasted', formatDraft(byTwo));
    acceptFirst();
    const before = shown();
    choose(before, address, 'key');
    expect(isOther.value).toBe(false);
    expect(explain(shown()).title).toBe(explain(before).title);
    expect(explain(shown()).digest).not.toEqual(explain(before).digest);
    expect(sign(shown(), spare).missing).not.toEqual(shown().missing);
    expect(answer.value).toMatchObject({ at: 'key', text: expect.stringContaining(address) });
    // What is shown by now is another draft.
    expect(() => choose(before, address, 'key')).toThrow('shows another transaction');
  });
});
