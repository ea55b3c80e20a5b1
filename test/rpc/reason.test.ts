import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listedReasons, reasonTables, wordsOf } from '../../scripts/reasons.ts';
import { errorCodes } from '../../src/errors/codes.ts';
import { reasonOf } from '../../src/rpc/reason.ts';
import { innerReasons, outerReasons } from '../../src/rpc/reasons.ts';
import { rules } from '../../src/rules/index.ts';

describe('the table of reasons', () => {
  it('is what vectors/reasons.json says (npx tsx scripts/reasons.ts)', () => {
    expect({ innerReasons, outerReasons }).toEqual(reasonTables());
  });

  it('names codes and rules that exist', () => {
    const known = new Set(
      Object.values(rules)
        .flat()
        .map(({ name }) => name),
    );
    // What is refused before there is a transaction. A rule of such a name would get these reasons.
    const parsed = ['text', 'bytes'];
    expect(parsed.filter((of) => known.has(of))).toEqual([]);
    const named = listedReasons.flatMap((of) => of.rules);
    expect(named.filter((of) => !known.has(of) && !parsed.includes(of))).toEqual([]);
    const codes = listedReasons.flatMap((of) => of.codes);
    expect(codes.filter((of) => !Object.hasOwn(errorCodes, of))).toEqual([]);
  });

  it('has every rule of checkTx that can refuse what a node refuses', () => {
    const listed = new Set(listedReasons.flatMap((of) => of.rules));
    const names = new Set(
      Object.values(rules)
        .flat()
        .map(({ name }) => name),
    );
    // It is of a transaction that only nodes make, and a node refuses it for that first.
    expect([...names].filter((name) => !listed.has(name))).toEqual(['renewal']);
  });
});

describe('reasonOf', () => {
  it('knows every text of the list', () => {
    const without = listedReasons.filter(
      (of) => of.codes.length > 0 && !reasonOf(`couldn't issue tx: ${wordsOf(of)}: 1 > 0`).code,
    );
    expect(without).toEqual([]);
    const silent = listedReasons.filter(({ codes }) => codes.length === 0);
    expect(silent.map(({ go }) => go)).toEqual(['cchain.errIssuingTx', 'txpool.errSanityCheck']);
  });

  it('gives only codes of the reason with these words', () => {
    const wrong = listedReasons.filter((of) => {
      const alike = listedReasons.filter((other) => wordsOf(other) === wordsOf(of));
      const { code } = reasonOf(wordsOf(of));
      return code !== undefined && !alike.some(({ codes }) => codes.includes(code));
    });
    expect(wrong.map(wordsOf)).toEqual([]);
  });

  it('knows what a node says of text that is no transaction', () => {
    const lines = gunzipSync(
      readFileSync(new URL('../../vectors/refusals.ndjson.gz', import.meta.url)),
    )
      .toString()
      .trimEnd()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { stage?: string; chain: string; error: string; reasons: string[] },
      )
      .filter(({ stage }) => stage === 'rpc');
    expect(lines.length).toBe(15);
    for (const { chain, error, reasons } of lines) {
      const listed = listedReasons.find(
        (of) => of.chain === chain && reasons.includes(`${of.source} ${of.go}`),
      )!;
      expect(reasonOf(error)).toEqual({ code: listed.codes[0], rule: 'text', text: error });
    }
  });

  it.each([
    ['tx conflicts with other tx', 'Duplicate', 'pool'],
    ["couldn't parse tx: unknown codec version", 'BadVersion', undefined],
    [
      "couldn't parse tx: couldn't unmarshal interface: unknown type ID 99",
      'UnknownTypeID',
      'bytes',
    ],
    ['problem decoding transaction: invalid input checksum', 'BadChecksum', 'text'],
    ['output is time locked', 'Locked', undefined],
    ['locked funds not marked as locked', 'Locked', 'UTXOs'],
    ['warp message expired at 5 and it is currently 6', 'Expired', 'expiry'],
    ['AddDelegatorTx is not permitted post-Durango', 'WrongUpgrade', 'upgrade'],
    ['"x" is immutable', 'NotAllowed', 'mutable subnet'],
    ['signature weight is insufficient: 1*100 < 67*1', 'MissingSigner', 'warp signature'],
    ['unauthorized modification: wrong credential type', 'UnknownTypeID', 'signatures'],
    ['unauthorized modification: something new', 'BadSignature', undefined],
    ['mempool is full', 'NotAllowed', 'pool'],
    ['closed', 'NodeError', undefined],
    ['words of tomorrow', undefined, undefined],
  ])('knows %s', (text, code, rule) => {
    expect(reasonOf(text)).toEqual({ ...(code && { code }), ...(rule && { rule }), text });
  });
});
