/**
 * Replies in the documented shapes of AWS KMS (GetPublicKey, Sign) and Google Cloud KMS (getPublicKey, asymmetricSign), signed by keys of
 * our own: https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html,
 * https://cloud.google.com/kms/docs/reference/rest/v1/projects.locations.keyRings.cryptoKeys.cryptoKeyVersions/asymmetricSign
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import {
  addressOf,
  addSignature,
  digestsOf,
  evmAddressOf,
  finalize,
  hashSigner,
  privateKey,
  sign,
  signWith,
} from '../../src/sign/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { codeBlocks } from '../support/codeblocks.ts';
import { pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const secret = new Uint8Array(32).fill(0x2c);
const local = privateKey(secret);
const sec1 = Buffer.concat([
  Buffer.from('302e0201010420', 'hex'),
  secret,
  Buffer.from('a00706052b8104000a', 'hex'),
]);
const node = createPublicKey(createPrivateKey({ key: sec1, format: 'der', type: 'sec1' }));
const spki = node.export({ type: 'spki', format: 'der' });
const pem = String(node.export({ type: 'spki', format: 'pem' }));
const whole = secp256k1.Point.fromBytes(local.publicKey).toBytes(false);

const draft = buildBaseTx(
  pState([utxo(1, 5_000_000n, { owner: { addresses: [local.shortID], threshold: 1 } })], {
    from: [local.shortID],
  }),
  {
    outputs: [{ to: local.shortID, amount: 1_000_000n }],
  },
);
const expected = finalize(sign(draft, local)).txID;

const recovered = (digest: Uint8Array): Uint8Array =>
  secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
const compact = (digest: Uint8Array): Uint8Array => recovered(digest).subarray(1);
const withV = (digest: Uint8Array, more: number): Uint8Array =>
  Uint8Array.from([...compact(digest), recovered(digest)[0]! + more]);
/** As services sign: s is as often the higher as the lower. */
const der = (digest: Uint8Array, isHigh = false): Uint8Array => {
  const { r, s } = secp256k1.Signature.fromBytes(compact(digest));
  return new secp256k1.Signature(r, isHigh ? secp256k1.Point.Fn.ORDER - s : s).toBytes('der');
};
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('a public key', () => {
  it.each([
    ['33 bytes', local.publicKey],
    ['65 bytes', whole],
    ['SPKI', spki],
    [
      'SPKI of the compressed key',
      Buffer.concat([
        parseHex('0x3036301006072a8648ce3d020106052b8104000a032200'),
        local.publicKey,
      ]),
    ],
    ['hex', formatHex(whole)],
    ['hex without 0x', formatHex(local.publicKey).slice(2)],
    ['hex in capitals', formatHex(spki).toUpperCase()],
    ['base64 (AWS on the command line)', base64(spki)],
    ['PEM (Google)', pem],
  ])('may be %s', (_, publicKey) => {
    expect(addressOf({ publicKey }, 'P', fuji)).toBe(local.address('P', fuji));
    expect(evmAddressOf({ publicKey })).toBe(evmAddressOf(local));
    expect(hashSigner({ publicKey, sign: async (digest) => digest }).own).toEqual([
      local.shortID,
      evmAddressOf(local),
    ]);
  });
});

describe('a signature', () => {
  const [{ digest }] = digestsOf(draft) as unknown as [{ digest: Uint8Array }];
  it.each([
    ['DER', der(digest)],
    ['DER with the higher s', der(digest, true)],
    ['64 bytes', compact(digest)],
    ['65 bytes', withV(digest, 0)],
    ['65 bytes with 27 or 28', withV(digest, 27)],
    ['hex', formatHex(withV(digest, 27))],
    ['hex of DER without 0x', formatHex(der(digest)).slice(2)],
    ['base64 of DER', base64(der(digest, true))],
    ['base64 of 64 bytes', base64(compact(digest))],
  ])('may be %s', async (_, signature) => {
    const signer = hashSigner({ publicKey: spki, sign: async () => signature });
    expect(finalize(await signWith(draft, signer)).txID).toBe(expected);
    expect(finalize(addSignature(draft, { digest, signature, publicKey: pem })).txID).toBe(
      expected,
    );
  });

  it('with 27 or 28 needs no public key, and is refused with other numbers', () => {
    expect(finalize(addSignature(draft, { digest, signature: withV(digest, 27) })).txID).toBe(
      expected,
    );
    for (const more of [4, 26 - recovered(digest)[0]!, 31, 35])
      expect(
        thrown(() => addSignature(draft, { digest, signature: withV(digest, more) })),
      ).toMatchObject({ code: 'BadSignature', path: ['signature'] });
  });

  it('is refused as DER of a number that is too large, negative or zero, or with more bytes', () => {
    const add = (hex: string) =>
      thrown(() => addSignature(draft, { digest, signature: hex, publicKey: spki })).code;
    const s = '0220'.padEnd(68, '1');
    for (const r of [`0221${'11'.repeat(33)}`, `0220${'ff'.repeat(32)}`, '020100', '0200'])
      expect(add(`30${((r.length + s.length) / 2).toString(16)}${r}${s}`)).toBe('BadSignature');
    expect(add(`${formatHex(der(digest))}00`)).toBe('BadSignature');
    expect(add(formatHex(der(digest)).slice(0, -2))).toBe('BadSignature');
  });
});

/** The program of docs/guides/kms.md that imports a package, with a double in place of the package. */
async function guide(name: string, double: object): Promise<ReturnType<typeof hashSigner>> {
  const page = readFileSync(new URL('../../docs/guides/kms.md', import.meta.url), 'utf8');
  const program = codeBlocks(page).find(({ code }) => code.includes(`from '${name}'`))!;
  const code = program.code
    .replace(/^import \{ hashSigner \}.*\n/m, '')
    .replace(/^import (\{.*\}) from.*$/m, 'const $1 = double;')
    .replace('export const', 'const');
  const run = new Function(
    'double',
    'hashSigner',
    `return (async () => {\n${code}\nreturn signer;\n})();`,
  );
  return run(double, hashSigner) as Promise<ReturnType<typeof hashSigner>>;
}

describe('a KMS, with the program of the guide,', () => {
  it.each([false, true])('of AWS signs (higher s: %s)', async (isHigh) => {
    class GetPublicKeyCommand {
      answer = () => ({
        KeyId: 'arn:aws:kms:us-east-1:111122223333:key/1234abcd',
        PublicKey: new Uint8Array(spki),
        KeySpec: 'ECC_SECG_P256K1',
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: ['ECDSA_SHA_256'],
      });
    }
    class SignCommand {
      readonly input: { readonly Message: Uint8Array };
      constructor(input: SignCommand['input']) {
        this.input = input;
      }
      answer = () => {
        const { Message, ...others } = this.input;
        expect(others).toEqual({
          KeyId: 'alias/treasury',
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
        });
        return {
          KeyId: 'arn:aws:kms:us-east-1:111122223333:key/1234abcd',
          Signature: der(Message, isHigh),
          SigningAlgorithm: 'ECDSA_SHA_256',
        };
      };
    }
    class KMSClient {
      send = async (command: GetPublicKeyCommand | SignCommand) => command.answer();
    }
    const double = { GetPublicKeyCommand, SignCommand, KMSClient };
    const signer = await guide('@aws-sdk/client-kms', double);
    expect(finalize(await signWith(draft, signer)).txID).toBe(expected);
  });

  it.each(['bytes', 'base64'])('of Google signs (signature as %s)', async (form) => {
    class KeyManagementServiceClient {
      cryptoKeyVersionPath = (...names: readonly string[]) => names.join('/');
      getPublicKey = async () => [
        { pem, algorithm: 'EC_SIGN_SECP256K1_SHA256', protectionLevel: 'HSM' },
      ];
      asymmetricSign = async (asked: {
        readonly name: string;
        readonly digest: { readonly sha256: Uint8Array };
      }) => {
        const signature = Buffer.from(der(asked.digest.sha256));
        return [
          {
            name: asked.name,
            signature: form === 'base64' ? base64(signature) : signature,
            verifiedDigestCrc32c: true,
            protectionLevel: 'HSM',
          },
        ];
      };
    }
    const signer = await guide('@google-cloud/kms', { KeyManagementServiceClient });
    expect(finalize(await signWith(draft, signer)).txID).toBe(expected);
  });

  it('that hashes the digest once more, or has another key, is found out', async () => {
    const [{ digest }] = digestsOf(draft) as unknown as [{ digest: Uint8Array }];
    const twice = secp256k1.sign(digest, secret, { format: 'der' });
    const other = secp256k1.sign(digest, new Uint8Array(32).fill(9), { prehash: false });
    for (const signature of [twice, other])
      await expect(
        signWith(draft, hashSigner({ publicKey: spki, sign: async () => signature })),
      ).rejects.toMatchObject({ code: 'BadSignature', path: ['signature'] });
  });
});
