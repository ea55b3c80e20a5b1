import { readFileSync } from 'node:fs';
import { encode, Tagged } from 'cborg';
import { describe, expect, it } from 'vitest';
import { AvalancheError } from '../../src/errors/error.ts';
import {
  formatKeystoneRequest,
  formatKeystoneSignature,
  type KeystoneRequest,
  parseKeystoneRequest,
  parseKeystoneSignature,
} from '../../src/keystone/index.ts';
import { formatUR, parseUR } from '../../src/keystone/ur.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { thrown } from '../support/thrown.ts';

/** Keystone's public test data; `about` in the file has the sources. */
const known = JSON.parse(readFileSync(new URL('public.json', import.meta.url), 'utf8')) as {
  readonly requests: readonly {
    readonly source: string;
    readonly form: string;
    readonly ur?: string;
    readonly cbor?: string;
    readonly bytes: string;
    readonly requestID?: string;
    readonly paths: readonly string[];
    readonly fingerprint?: string;
    readonly account?: object;
  }[];
  readonly answers: readonly {
    readonly cbor: string;
    readonly requestID: string;
    readonly signatures: readonly string[];
  }[];
};

const bytesOf = (hex: string): Uint8Array => parseHex(`0x${hex}`);
const requestOf = (cbor: Uint8Array): readonly string[] =>
  formatUR({ type: 'avax-sign-request', cbor }, 200);
const answerOf = (value: unknown): readonly string[] =>
  formatUR({ type: 'avax-signature', cbor: encode(value) }, 200);
const map = (...entries: readonly (readonly [number, unknown])[]) => new Map(entries);

describe('a request', () => {
  it.each(known.requests.map((of) => [of.source, of] as const))('%s is read', (_, of) => {
    const found = parseKeystoneRequest(of.ur ?? requestOf(bytesOf(of.cbor!)));
    const { requestID, bytes, ...others } = found;
    expect(formatHex(bytes)).toBe(`0x${of.bytes}`);
    expect(requestID && formatHex(requestID)).toBe(of.requestID && `0x${of.requestID}`);
    const { form, paths, fingerprint, account } = of;
    expect(others).toEqual({
      form,
      paths,
      ...(fingerprint && { fingerprint }),
      ...(account && { account }),
    });
  });

  it('is written as the wallets of Keystone write it, byte by byte', () => {
    const of = known.requests.find(({ source }) => source.includes('written by'))!;
    const { requestID, bytes, ...request } = parseKeystoneRequest(requestOf(bytesOf(of.cbor!)));
    const parts = formatKeystoneRequest({ requestID, bytes, ...request } as KeystoneRequest);
    expect(parts.length).toBe(5);
    expect(formatHex(parseUR(parts).cbor)).toBe(`0x${of.cbor}`);
  });

  it('is refused if it cannot be asked or scanned', () => {
    const good: KeystoneRequest = {
      requestID: new Uint8Array(16),
      bytes: new Uint8Array(300),
      paths: ["m/44'/9000'/0'/0/0"],
      fingerprint: '0x2D0BDABC',
    };
    expect(parseKeystoneRequest(formatKeystoneRequest(good)).fingerprint).toBe('2d0bdabc');
    expect(formatKeystoneRequest(good, { maxBytes: 50 }).length).toBe(8);
    const failure = (wrong: object, options = {}) => {
      const { code, path } = thrown(() => formatKeystoneRequest({ ...good, ...wrong }, options));
      return [code, ...path];
    };
    expect(failure({ requestID: new Uint8Array(4) })).toEqual([
      'OutOfRange',
      'request',
      'requestID',
    ]);
    expect(failure({ paths: [] })).toEqual(['OutOfRange', 'request', 'paths']);
    expect(failure({ paths: ["44'/9000'"] })).toEqual(['BadText', 'request', 'paths', 0]);
    expect(failure({ fingerprint: '2d0bda' })).toEqual(['BadText', 'request', 'fingerprint']);
    expect(failure({}, { maxBytes: 5 })).toEqual(['OutOfRange', 'options', 'maxBytes']);
  });

  it('is refused if it says something else', () => {
    const path = (steps: unknown, more: readonly (readonly [number, unknown])[] = []) =>
      new Tagged(304, map([1, steps], ...more));
    const steps = [44, true, 9000, true];
    const tx = Uint8Array.of(1);
    expect(parseKeystoneRequest(requestOf(encode(map([2, tx], [3, [path(steps)]]))))).toEqual({
      bytes: tx,
      paths: ["m/44'/9000'"],
      form: 'paths',
    });
    for (const wrong of [
      5,
      'text',
      [],
      map([2, 'text'], [3, [path(steps)]]),
      map([2, tx]),
      map([2, tx], [3, []]),
      map([2, tx], [3, [path([44])]]),
      map([2, tx], [3, [path([44, 1])]]),
      map([2, tx], [3, [path([-1, true])]]),
      map([2, tx], [3, [path([2 ** 31, true])]]),
      map([2, tx], [3, [path(steps, [[2, -1]])]]),
      map([2, tx], [3, [path(steps, [[2, 1]]), path(steps, [[2, 2]])]]),
      map([2, tx], [3, 2 ** 33], [6, 'xpub'], [7, 1]),
      map([2, tx], [6, 5], [7, 1]),
      map([1, 5], [2, tx], [3, [path(steps)]]),
      new Tagged(8303, map()),
    ])
      expect(thrown(() => parseKeystoneRequest(requestOf(encode(wrong)))).code).toBe('BadText');
    for (const hex of ['ff', 'a1', 'a201410102410102', 'd90fa0a0', '9f'])
      expect(thrown(() => parseKeystoneRequest(requestOf(bytesOf(hex)))).code).toBe('BadText');
    expect(
      thrown(() => parseKeystoneRequest(requestOf(new Uint8Array(5000).fill(0x81)))).code,
    ).toBe('BadText');
    expect(thrown(() => parseKeystoneRequest(answerOf(map())))).toMatchObject({
      code: 'Mismatch',
      detail: 'is of avax-signature, expected avax-sign-request',
    });
  });
});

it('a message with any byte changed is read or refused, and never fails otherwise', () => {
  let refused = 0;
  let count = 0;
  const tryAll = (cbor: Uint8Array, type: string, parse: (parts: readonly string[]) => unknown) => {
    for (let i = 0; i < cbor.length; i++)
      for (const change of [1, 0x20, 0x80, 0xff]) {
        const damaged = cbor.slice();
        damaged[i]! ^= change;
        count++;
        try {
          parse(formatUR({ type, cbor: damaged }, 1000));
        } catch (e) {
          expect(e).toBeInstanceOf(AvalancheError);
          refused++;
        }
      }
  };
  const [request] = known.requests.filter(({ form, cbor }) => form === 'account' && cbor);
  tryAll(bytesOf(request!.cbor!), 'avax-sign-request', parseKeystoneRequest);
  const keypaths = formatKeystoneRequest({
    requestID: new Uint8Array(16),
    bytes: new Uint8Array(40),
    paths: ["m/44'/9000'/0'/0/0", "m/44'/9000'/0'/0/1"],
    fingerprint: '2d0bdabc',
  });
  tryAll(parseUR(keypaths).cbor, 'avax-sign-request', parseKeystoneRequest);
  tryAll(bytesOf(known.answers[0]!.cbor), 'avax-signature', parseKeystoneSignature);
  expect(count).toBeGreaterThan(2000);
  expect(refused).toBeGreaterThan(100);
});

describe('an answer', () => {
  it('of the public test data is read', () => {
    for (const { cbor, requestID, signatures } of known.answers) {
      const found = parseKeystoneSignature(
        formatUR({ type: 'avax-signature', cbor: bytesOf(cbor) }, 200),
      );
      expect(formatHex(found.requestID!)).toBe(`0x${requestID}`);
      expect(found.signatures.map(formatHex)).toEqual(signatures.map((of) => `0x${of}`));
      const again = formatKeystoneSignature({ requestID: found.requestID!, ...found });
      expect(formatHex(parseUR(again).cbor)).toBe(`0x${cbor}`);
    }
  });

  it('of before January 2026 is one signature, and its id may be tagged or missing', () => {
    const signature = new Uint8Array(65).fill(3);
    const id = new Uint8Array(16).fill(2);
    expect(parseKeystoneSignature(answerOf(map([1, id], [2, signature])))).toEqual({
      requestID: id,
      signatures: [signature],
    });
    expect(
      parseKeystoneSignature(answerOf(map([1, new Tagged(37, id)], [2, [signature, signature]]))),
    ).toEqual({ requestID: id, signatures: [signature, signature] });
    expect(parseKeystoneSignature(answerOf(map([2, [signature]])))).toEqual({
      signatures: [signature],
    });
    for (const wrong of [
      map(),
      map([2, []]),
      map([2, [new Uint8Array(64)]]),
      map([2, 'text']),
      [signature],
    ])
      expect(thrown(() => parseKeystoneSignature(answerOf(wrong))).code).toBe('BadText');
  });
});
