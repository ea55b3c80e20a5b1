import { describe, expect, it } from 'vitest';
import { fuji } from '../../src/network/known.ts';
import { generateMnemonic, hdWallet } from '../../src/sign/hd/hd.ts';
import {
  addressOf,
  decryptKeystore,
  encryptKeystore,
  generatePrivateKey,
  hashSigner,
  privateKey,
} from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { gethKeystore } from '../support/keystore.ts';
import { failed } from '../support/thrown.ts';

const secret = new Uint8Array(32).fill(1);
const n = 1024;

describe('a keystore', () => {
  it('of geth is read, and one of ours has the same form', async () => {
    const { text, passphrase } = gethKeystore;
    expect(await decryptKeystore(text, passphrase)).toEqual(secret);
    const ours = await encryptKeystore(secret, passphrase, { n });
    expect(await decryptKeystore(ours, passphrase)).toEqual(secret);
    const shapeOf = (json: string) =>
      json.replace(/"(?:[0-9a-f]{32,64}|[0-9a-f]{8}-[0-9a-f-]{27})"|\b\d+\b/g, '…').length;
    expect(shapeOf(ours)).toBe(shapeOf(text));
    const { address, id, crypto } = JSON.parse(ours);
    expect(address).toBe(JSON.parse(text).address);
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(crypto.ciphertext).not.toBe(
      JSON.parse(await encryptKeystore(secret, passphrase, { n })).crypto.ciphertext,
    );
  });

  it('with PBKDF2 and the capital of older programs is read', async () => {
    // Made by Node: two rounds would do, and the definition's own vectors have 262,144 (test/sign/keystore.ci.test.ts).
    const { crypto, ...rest } = JSON.parse(await encryptKeystore(secret, 'x', { n }));
    const salt = Buffer.from(crypto.kdfparams.salt, 'hex');
    const { pbkdf2Sync, createCipheriv } = await import('node:crypto');
    const derived = pbkdf2Sync('x', salt, 10, 32, 'sha256');
    const iv = Buffer.from(crypto.cipherparams.iv, 'hex');
    const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
    const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
    const { keccak_256 } = await import('@noble/hashes/sha3.js');
    const mac = keccak_256(Buffer.concat([derived.subarray(16), ciphertext]));
    const Crypto = {
      ...crypto,
      ciphertext: ciphertext.toString('hex'),
      mac: formatHex(mac).slice(2),
      kdf: 'pbkdf2',
      kdfparams: { c: 10, dklen: 32, prf: 'hmac-sha256', salt: crypto.kdfparams.salt },
    };
    expect(await decryptKeystore(JSON.stringify({ ...rest, Crypto }), 'x')).toEqual(secret);
  });

  it.each([
    ['another passphrase', (text: string) => text, 'Mismatch', /passphrase is wrong/],
    ['version 1', (text: string) => text.replace('"version":3', '"version":1'), 'BadVersion', /3/],
    ['another cipher', (text: string) => text.replace('ctr', 'cbc'), 'Unsupported', /cipher/],
    [
      'an n that needs all memory',
      (text: string) => text.replace('4096', '1073741824'),
      'OutOfRange',
      /crypto.kdfparams/,
    ],
    ['a cut text', (text: string) => text.slice(0, -9), 'BadJSON', /./],
    ['no keystore', () => '{"version":3}', 'BadJSON', /Crypto.*object/],
    ['a salt that is no hex', (text: string) => text.replace('"c42', '"xyz'), 'BadJSON', /salt/],
  ] as const)(
    'is refused with %s, without the passphrase in the error',
    async (_, change, code, text) => {
      const e = await failed(decryptKeystore(change(gethKeystore.text), 'secret words'));
      expect([e.code, e.message]).toEqual([code, expect.stringMatching(text)]);
      expect(JSON.stringify(e)).not.toContain('secret words');
    },
  );

  it('has a cost that is a power of 2', async () => {
    const e = await failed(encryptKeystore(secret, 'x', { n: 1000 }));
    expect([e.code, ...e.path]).toEqual(['OutOfRange', 'n']);
  });
});

describe('new keys', () => {
  it('are random, and valid', () => {
    const [a, b] = [generatePrivateKey(), generatePrivateKey()];
    expect(formatHex(a)).not.toBe(formatHex(b));
    expect(privateKey(a).publicKey).toHaveLength(33);
    const words = [generateMnemonic(), generateMnemonic({ words: 12 })];
    expect(words.map((text) => text.split(' ').length)).toEqual([24, 12]);
    for (const text of words) expect(hdWallet(text).account().xpub).toMatch(/^xpub/);
    expect(() => generateMnemonic({ words: 13 })).toThrow(/words.*12, 15, 18, 21 or 24/);
  });

  it('have addresses that follow from the public key', () => {
    const key = privateKey(secret);
    const { publicKey } = key;
    expect(addressOf({ publicKey }, 'X', fuji)).toBe(key.address('X', fuji));
    const [address] = hashSigner({ publicKey, sign: async (digest) => digest }).own;
    expect(address).toEqual(key.shortID);
    expect(() => addressOf({} as never, 'X', fuji)).toThrow(/BadArgument at publicKey/);
  });
});
