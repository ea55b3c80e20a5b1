/**
 * Recovers the signers of many signatures, as `signersOf`, `checkTx` and `finalize` do: with `@noble/secp256k1`, and with other packages by
 * `checkedRecover`. Every answer is compared. Among each hundred signatures are the higher s, recovery ids that are wrong or out of range,
 * another digest, and zeros.
 *
 *     npm install --prefix DIR tiny-secp256k1 secp256k1
 *     npx tsx benchmarks/recoveries.ts DIR [COUNT] [SECONDS]      # after npm run build
 *
 * COUNT is 100,000 if omitted. Each package stops after SECONDS of the processor, 60 if omitted. Packages that DIR does not have are left out.
 */
import { equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { secp256k1 as curves } from '@noble/curves/secp256k1.js';
import type * as Errors from '../src/index.ts';
import type * as Rules from '../src/rules/index.ts';
import { clocks } from './measure.ts';

const load = (subpath: string): Promise<unknown> => import(`avalanche-tx${subpath}`);
const { isError, formatHex } = (await load('')) as typeof Errors;
const { checkedRecover, recoverKey } = (await load('/rules')) as typeof Rules;
type Given = Parameters<typeof checkedRecover>[0];

const [folder = '.', count = '100000', seconds = '60'] = process.argv.slice(2);
const installed = createRequire(join(resolve(folder), 'package.json'));

/** What is used of the packages. */
interface Packages {
  readonly 'tiny-secp256k1': {
    recover(h: Uint8Array, signature: Uint8Array, id: number, compressed: boolean): Uint8Array;
  };
  readonly secp256k1: {
    ecdsaRecover(signature: Uint8Array, id: number, digest: Uint8Array): Uint8Array;
  };
}
const use = <N extends keyof Packages>(name: N, given: (of: Packages[N]) => Given) =>
  existsSync(join(folder, 'node_modules', name))
    ? [[name, checkedRecover(given(installed(name) as Packages[N]))] as const]
    : [];

const recoveries: readonly (readonly [string, typeof recoverKey])[] = [
  ...use(
    'secp256k1',
    ({ ecdsaRecover }) =>
      (digest, signature) =>
        ecdsaRecover(signature.subarray(0, 64), signature[64]!, digest),
  ),
  ...use(
    'tiny-secp256k1',
    ({ recover }) =>
      (digest, signature) =>
        recover(digest, signature.subarray(0, 64), signature[64]!, true),
  ),
  [
    '@noble/curves',
    checkedRecover((digest, signature) =>
      curves.recoverPublicKey(Uint8Array.of(signature[64]!, ...signature.subarray(0, 64)), digest, {
        prehash: false,
      }),
    ),
  ],
  ['@noble/secp256k1 (default)', recoverKey],
];

interface Sample {
  readonly digest: Uint8Array;
  readonly signature: Uint8Array;
  /** The key, a refusal, or only that the key is another one. */
  readonly expected: string | { readonly not: string };
}

const hash = (text: string): Uint8Array => createHash('sha256').update(text).digest();
const secrets = Array.from({ length: 64 }, (_, i) => hash(`secret ${i}`));
const keys = secrets.map((secret) => formatHex(curves.getPublicKey(secret, true)));
const { ORDER: order } = curves.Point.Fn;

function sample(i: number): Sample {
  const digest = hash(`transaction ${i}`);
  const key = keys[i % keys.length]!;
  const made = curves.sign(digest, secrets[i % keys.length]!, {
    prehash: false,
    format: 'recovered',
  });
  const signature = Uint8Array.of(...made.subarray(1), made[0]!);
  switch (i % 100) {
    case 10: {
      const s = order - BigInt(formatHex(signature.subarray(32, 64)));
      signature.set(Buffer.from(s.toString(16).padStart(64, '0'), 'hex'), 32);
      return { digest, signature, expected: 'must have the lower of two s' };
    }
    case 20:
      signature[64]! ^= 1;
      return { digest, signature, expected: { not: key } };
    case 30:
      signature[64] = 27;
      return { digest, signature, expected: 'must be r, s and a recovery id from 0 to 3' };
    case 40:
      return { digest: hash('another'), signature, expected: { not: key } };
    case 50:
      return { digest, signature: new Uint8Array(65), expected: 'is not a signature of any key' };
    case 60:
      // x would be above the field.
      signature[64]! += 2;
      return { digest, signature, expected: 'is not a signature of any key' };
    default:
      return { digest, signature, expected: key };
  }
}

function answerOf(recover: typeof recoverKey, { digest, signature }: Sample): string {
  try {
    return formatHex(recover(digest, signature));
  } catch (e) {
    if (isError(e, 'BadSignature')) return e.detail;
    throw e;
  }
}

const samples = Array.from({ length: Number(count) }, (_, i) => sample(i));
const answers: string[] = [];
console.log('| package | signatures | milliseconds each | a million, minutes |');
console.log('| --- | --: | --: | --: |');
for (const [name, recover] of recoveries) {
  const start = clocks.cpu();
  let done = 0;
  let spent = 0;
  for (const one of samples) {
    const answer = answerOf(recover, one);
    const before = answers[done];
    if (before === undefined) answers.push(answer);
    else equal(answer, before, `${name}, ${done}`);
    if (typeof one.expected === 'string') equal(answer, one.expected, `${name}, ${done}`);
    else equal(answer.startsWith('0x') && answer !== one.expected.not, true, `${name}, ${done}`);
    done++;
    if ((spent = clocks.cpu() - start) > Number(seconds) * 1e9) break;
  }
  const each = spent / done / 1e6;
  console.log(`| ${name} | ${done} | ${each.toFixed(3)} | ${((each * 1e6) / 6e4).toFixed(1)} |`);
}
