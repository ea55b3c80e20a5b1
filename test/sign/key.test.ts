import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { recoverKey, shortIDOfPublicKey } from '../../src/crypto/secp256k1.ts';
import { jsonContext } from '../../src/network/context.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf, type Key, privateKey, signWithKey } from '../../src/sign/key.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatShortID } from '../../src/text/id.ts';
import { encodeUTF8 } from '../../src/text/utf8.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const hex = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';
const text = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN';
const order = '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';

describe('privateKey', () => {
  it.each([
    ['CB58', text],
    ['hex', hex],
    ['bytes', parseHex(hex)],
  ])('knows ewoq from %s', (_, secret) => {
    const key = privateKey(secret);
    expect(formatHex(key.publicKey)).toBe(
      '0x0327448e78ffa8cdb24cf19be0204ad954b1bdb4db8c51183534c1eecf2ebd094e',
    );
    expect(formatHex(key.shortID)).toBe('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
    expect(evmAddressOf(key)).toBe('0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc');
    expect(key.address('X', fuji)).toBe('X-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t');
  });

  it('agrees with the node on every key of the vectors', () => {
    const known = rows('primitives').filter(
      (row) => row.kind === 'privateKey' && row.ok && row.shortID && row.ethAddress,
    );
    let checked = 0;
    for (const row of known) {
      let key: ReturnType<typeof privateKey>;
      try {
        key = privateKey(row.text);
      } catch {
        continue; // What only a lenient reader takes.
      }
      expect(formatHex(key.publicKey)).toBe(row.publicKeyHex);
      expect(formatShortID(key.shortID)).toBe(row.shortID);
      expect(evmAddressOf(key)).toBe(row.ethAddress!.toLowerCase());
      checked++;
    }
    expect(checked).toBeGreaterThan(3);
  });

  it('shows its secret to nobody', () => {
    const key = privateKey(text);
    const shown = [
      inspect(key, { showHidden: true, depth: 9, getters: true }),
      JSON.stringify(key),
      String(key),
      Object.values(key).map(String).join(),
      Reflect.ownKeys(key).map(String).join(),
      String(key.address),
    ].join('\n');
    const bytes = parseHex(hex);
    for (const secret of [hex.slice(2), text.slice(11), bytes.join(), bytes.join(', ')])
      expect(shown).not.toContain(secret.slice(0, 24));
    expect(Object.isFrozen(key)).toBe(true);
    expect(structuredClone({ ...key, address: 0, wipe: 0 })).toBeDefined();
  });

  it('does not change with the bytes that it was made from', () => {
    const bytes = parseHex(hex);
    const key = privateKey(bytes);
    const before = signWithKey(key, sha256(bytes));
    const digest = sha256(bytes);
    bytes.fill(9);
    expect(signWithKey(key, digest)).toEqual(before);
  });

  it('signs nothing once it is wiped', () => {
    const keys = [privateKey(text), privateKey(hex), privateKey(parseHex(hex))];
    const [wiped, ...others] = keys as [Key, Key, Key];
    const digest = sha256(wiped.publicKey);
    const before = signWithKey(wiped, digest);
    wiped.wipe();
    wiped.wipe();
    const e = thrown(() => signWithKey(wiped, digest));
    expect(e.code).toBe('MissingSigner');
    expect(evmAddressOf(wiped)).toBe(evmAddressOf(others[0]!));
    for (const key of others) expect(signWithKey(key, digest)).toEqual(before);
    const bytes = parseHex(hex);
    const copy = privateKey(bytes);
    const fill = vi.spyOn(Uint8Array.prototype, 'fill');
    copy.wipe();
    expect(fill.mock.contexts).toEqual([new Uint8Array(32)]);
    fill.mockRestore();
    expect(bytes).toEqual(parseHex(hex));
  });

  it.each<[string, string | Uint8Array, string]>([
    ['a typing error', `${text.slice(0, -1)}M`, 'BadChecksum'],
    ['bare hex', hex.slice(2), 'BadText'],
    ['63 digits', hex.slice(0, -1), 'BadText'],
    ['a digit that is none', `${hex.slice(0, -1)}g`, 'BadText'],
    ['31 bytes', new Uint8Array(31), 'OutOfRange'],
    ['zero', new Uint8Array(32), 'OutOfRange'],
    ['the order of the curve', order, 'OutOfRange'],
    ['a number', 5 as never, 'OutOfRange'],
    ['another text', 'secret words', 'BadText'],
  ])('refuses %s, and repeats none of it', (_, secret, code) => {
    const e = thrown(() => privateKey(secret));
    expect(e.code).toBe(code);
    if (typeof secret === 'string')
      expect(`${e.message}${JSON.stringify(e.context)}`).not.toContain(secret.slice(3, 9));
  });
});

describe('signatures', () => {
  it('are those of RFC 6979 [case 72]', () => {
    const digest = sha256(encodeUTF8('hello'));
    const signature = signWithKey(privateKey(text), digest);
    expect(formatHex(signature)).toBe(
      '0x8a3e427cc4d9b8ebec2cf0bc8dbe80a484ba56bf4387d78d96b2272f3511dae53cf12fecbb1ab6be408595f7e70ddee3abc6dd8fffb1d41f9f1afe9010b7b81601',
    );
    expect(recoverKey(digest, signature)).toEqual(privateKey(text).publicKey);
  });

  it.each(['P', 'X'] as const)('of %s-chain vectors recover to their signers', (chain) => {
    const of = rows(chain === 'P' ? 'p-public' : 'x-public');
    let checked = 0;
    for (const row of of.filter((_, i) => i % 24 === 0)) {
      const context = jsonContext(chain, { hrp: row.network === 'mainnet' ? 'avax' : row.network });
      const digest = sha256(parseHex(row.unsignedHex));
      const { credentials } = JSON.parse(row.json) as {
        credentials: ({ signatures: string[] } | { credential: { signatures: string[] } })[];
      };
      credentials.forEach((c, i) => {
        const { signatures } = 'credential' in c ? c.credential : c;
        signatures?.forEach((signature, k) => {
          const signer = shortIDOfPublicKey(recoverKey(digest, parseHex(signature)));
          expect(context.formatAddress(signer)).toBe(row.signers[i]![k]);
          checked++;
        });
      });
    }
    expect(checked).toBeGreaterThan(50);
  });

  const digest = sha256(encodeUTF8('hello'));
  const good = signWithKey(privateKey(text), digest);
  const changed = (at: number, value: number) => {
    const bytes = good.slice();
    bytes[at] = value;
    return bytes;
  };
  const s = BigInt(formatHex(good.slice(32, 64)));
  const high = (BigInt(order) - s).toString(16).padStart(64, '0');
  it.each<[string, Uint8Array]>([
    ['64 bytes', good.slice(0, 64)],
    ['66 bytes', new Uint8Array(66)],
    ['a recovery id of 28', changed(64, 28)],
    ['a recovery id of 4', changed(64, 4)],
    ['zeros', new Uint8Array(65)],
    ['the higher s', parseHex(`${formatHex(good.slice(0, 32))}${high}00`)],
  ])('of %s are refused', (_, signature) => {
    expect(thrown(() => recoverKey(digest, signature))).toMatchObject({ code: 'BadSignature' });
  });

  it('leave the hashes of noble as they were', async () => {
    const { hashes } = await import('@noble/secp256k1');
    const before = { ...hashes };
    const lent = () => new Uint8Array(32);
    hashes.sha256 = lent;
    expect(signWithKey(privateKey(text), digest)).toEqual(good);
    expect(hashes.sha256).toBe(lent);
    hashes.sha256 = before.sha256;
  });
});
