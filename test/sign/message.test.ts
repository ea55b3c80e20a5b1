import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { recoverKey } from '../../src/crypto/secp256k1.ts';
import { privateKey } from '../../src/sign/key.ts';
import { signMessage, verifyMessage } from '../../src/sign/message.ts';
import { parseCB58 } from '../../src/text/cb58.ts';
import { thrown } from '../support/thrown.ts';

/** Made by the Avalanche wallet, of a mnemonic that its owner published for tests. */
const wallet = {
  key: privateKey('PrivateKey-2GCgSHhQMwycn28YMovLxDeka4dr6NeD1LFmMY7Dcbg14Sx7uX'),
  address: 'P-avax1gfpj30csekhwmf4mqkncelus5zl2ztqzvv7aww',
  text: '0x0961Ca10D49B9B8e371aA0Bcf77fE5730b18f2E4',
  signature:
    '24eWufzWvm38teEhNQmtE9N5BD12CWUawv1YtbYkuxeS5gGCN6CoZBgU4V4WDrLa5anYyTLGZT8nqiEsqX7hm1k3jofswfx',
};

describe('signMessage', () => {
  it('accepts what a wallet signed, and signs the same', () => {
    expect(verifyMessage(wallet.text, wallet.signature, wallet.address)).toBe(true);
    expect(signMessage(wallet.text, wallet.key)).toBe(wallet.signature);
  });

  it('counts bytes, not characters', () => {
    const text = '\x1aAvalanche Signed Message:\n\0\0\0\x05é€';
    const digest = sha256(new TextEncoder().encode(text));
    const signed = parseCB58(signMessage('é€', wallet.key), 65);
    expect(recoverKey(digest, signed)).toEqual(wallet.key.publicKey);
  });

  it('is of its text and its key only', () => {
    expect(verifyMessage(`${wallet.text} `, wallet.signature, wallet.address)).toBe(false);
    expect(verifyMessage(wallet.text, wallet.signature, new Uint8Array(20))).toBe(false);
  });

  it('refuses a signature that is none', () => {
    expect(thrown(() => verifyMessage('', '45PJLL', wallet.address))).toMatchObject({
      code: 'OutOfRange',
    });
    expect(
      thrown(() => verifyMessage('', wallet.signature.replace(/x$/, 'y'), wallet.address)),
    ).toMatchObject({
      code: 'BadChecksum',
    });
  });
});
