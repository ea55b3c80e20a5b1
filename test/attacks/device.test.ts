/** The host of a device, a service or a wallet lies. Each title says what it wants, and what stops it. */
import { describe, expect, test } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { signDigest } from '../../src/crypto/secp256k1.ts';
import { unsignedBytes } from '../../src/draft/check.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { formatDraft, parseDraft } from '../../src/draft/file.ts';
import { markMade } from '../../src/draft/mark.ts';
import { signedBytes } from '../../src/draft/partial.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { explain } from '../../src/explain/index.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import {
  type BlindRequest,
  type LedgerAnswer,
  ledgerSigner,
} from '../../src/sign/hardware/ledger.ts';
import { ledgerScreens } from '../../src/sign/hardware/screens.ts';
import { policyOf } from '../../src/sign/policy/policyof.ts';
import { sign } from '../../src/sign/sign.ts';
import { walletSigner } from '../../src/sign/wallet.ts';
import { formatHex } from '../../src/text/hex.ts';
import { asset, key, pState, utxo, xState } from '../support/state.ts';
import { alice, bob, codeOf, errorOf, hexOf, mallory, on, secret } from './attacked.ts';

const account = "m/44'/9000'/0'";
/** The account of a device with one key in each branch: Alice’s, and `key(4)` for change. */
const device = {
  path: account,
  owner: (index: number, change = false) => ({
    threshold: 1,
    addresses: [index === 0 ? (change ? key(4) : alice).shortID : new Uint8Array(20)],
  }),
};
const marked = <D extends Draft>(draft: D): D => markMade(draft, digestOf(draft));
/** Whoever marks it stands for a signer who has looked at it: these tests are about what the host does then. */
const honest = (): Draft =>
  marked({
    ...buildBaseTx(
      pState([utxo(1, 10n ** 10n)]),
      { outputs: [{ to: bob.shortID, amount: 5n }] },
      { change: key(4).shortID },
    ),
    paths: { [on('P', alice)]: `${account}/0/0`, [on('P', key(4))]: `${account}/1/0` },
  });
const draft = honest();

/** What a host was asked, and what its device signs. */
function host(
  lie: {
    sign?: (message: Uint8Array) => number;
    answer?: (hash: Uint8Array, suffixes: string[]) => unknown;
  } = {},
) {
  const asked = { changes: [] as string[], hashes: [] as string[], signing: [] as string[] };
  const answer = (hash: Uint8Array, suffixes: string[]): LedgerAnswer => {
    asked.hashes.push(formatHex(hash));
    const signatures = lie.answer
      ? lie.answer(hash, suffixes)
      : new Map(suffixes.map((of) => [of, signDigest(hash, secret(1))]));
    return { returnCode: 0x9000, signatures } as LedgerAnswer;
  };
  const app = {
    async sign(_: string, suffixes: string[], message: Uint8Array, change: string[] = []) {
      asked.changes.push(...change);
      asked.signing.push(...suffixes);
      const returnCode = lie.sign?.(message) ?? 0x9000;
      return returnCode === 0x9000 ? answer(sha256(message), suffixes) : { returnCode };
    },
    signHash: async (_: string, suffixes: string[], hash: Uint8Array) => answer(hash, suffixes),
  };
  return { app, asked };
}
const digest = formatHex(sha256(unsignedBytes(draft)));
const redirect = (message: Uint8Array): undefined => {
  const at = Buffer.from(message).indexOf(Buffer.from(bob.shortID));
  if (at >= 0) message.set(mallory.shortID, at);
};

describe('device host', () => {
  // Succeeded at first.
  test('changes the bytes that it was given, says that they cannot be displayed, and has the hash of the changed ones confirmed: the digest is taken first', async () => {
    for (const status of [0x6983, 0x6984, 0x6a80]) {
      const { app, asked } = host({ sign: (message) => redirect(message) ?? status });
      const shown: string[] = [];
      const blind = (of: BlindRequest) => shown.push(formatHex(of.digest)) > 0;
      await ledgerSigner(app, device, { blind }).sign(draft);
      expect([...shown, ...asked.hashes]).toEqual([digest, digest]);
    }
  });

  // Succeeded at first.
  test('changes the digest while the person compares it: the question and the device get copies', async () => {
    const { app, asked } = host({ sign: () => 0x6984 });
    const blind = (of: BlindRequest) => {
      of.digest.fill(9);
      return true;
    };
    await ledgerSigner(app, device, { blind }).sign(draft);
    expect(asked.hashes).toEqual([digest]);
  });

  test('says "cannot display" to get a blind signature from somebody who allowed none: no callback, no signature', async () => {
    const { app, asked } = host({ sign: () => 0x6984 });
    expect(await codeOf(() => ledgerSigner(app, device).sign(draft))).toBe('SignerFailed');
    const no = ledgerSigner(app, device, { blind: async () => false });
    expect(await codeOf(() => no.sign(draft))).toBe('SignerFailed');
    const long = ledgerSigner(app, device, { maxBytes: 10 });
    expect(await codeOf(() => long.sign(draft))).toBe('TooLong');
    expect(asked.hashes).toEqual([]);
  });

  test('asks the hash after the person declined on the device: declined is the end', async () => {
    const { app, asked } = host({ sign: () => 0x6986 });
    const attack = ledgerSigner(app, device, { blind: () => true });
    expect(await codeOf(() => attack.sign(draft))).toBe('Declined');
    expect(asked.hashes).toEqual([]);
  });

  test('answers with signatures of another key, of another digest, for other paths, or of no form: each is that of its slot', async () => {
    for (const answer of [
      (hash: Uint8Array, of: string[]) =>
        new Map(of.map((one) => [one, signDigest(hash, secret(66))])),
      (_: Uint8Array, of: string[]) =>
        new Map(of.map((one) => [one, signDigest(sha256(new Uint8Array(1)), secret(1))])),
      (hash: Uint8Array) => new Map([['1/0', signDigest(hash, secret(1))]]),
      () => ({ get: () => 'a signature' }),
      () => new Map([['0/0', new Uint8Array(0)]]),
      () => null,
    ]) {
      const { app } = host({ answer });
      expect(await codeOf(() => ledgerSigner(app, device).sign(draft))).toMatch(
        /BadSignature|SignerFailed/,
      );
    }
  });

  test('gives Mallory’s output a path of the change branch, so that the device does not show it: change is derived, and not believed', async () => {
    const theft = buildBaseTx(
      pState([utxo(1, 10n ** 10n)]),
      { outputs: [{ to: bob.shortID, amount: 5n }] },
      { change: mallory.shortID },
    );
    for (const path of [`${account}/1/0`, `${account}/1/7`]) {
      const lie = marked({
        ...theft,
        paths: { [on('P', alice)]: `${account}/0/0`, [on('P', mallory)]: path },
      } as Draft);
      const { app, asked } = host();
      await ledgerSigner(app, device, { hidden: () => false })
        .sign(lie)
        .catch(() => undefined);
      expect(asked.changes).toEqual([]);
      const { screens } = ledgerScreens(lie, { account: device });
      expect(JSON.stringify(screens)).toContain(on('P', mallory).slice(2));
    }
  });

  test('names paths of another account, another coin or another branch for Alice’s address: keys are of the account alone', async () => {
    for (const path of [
      "m/44'/9000'/1'/0/0",
      "m/44'/60'/0'/0/0",
      `${account}/0/1`,
      `${account}/1/0`,
    ]) {
      const lie = marked({ ...draft, paths: { [on('P', alice)]: path } } as Draft);
      const { app, asked } = host();
      await ledgerSigner(app, device).sign(lie, { own: [alice.shortID] });
      expect(asked.signing).toEqual([]);
    }
  });

  test('gives the extended key of a stranger as the account, so that the stranger’s change counts as Alice’s: her slots are not its own, and nothing is signed', async () => {
    const stranger = {
      path: account,
      owner: () => ({ threshold: 1, addresses: [mallory.shortID] }),
    };
    const { app, asked } = host();
    expect((await ledgerSigner(app, stranger).sign(draft)).missing).toEqual(draft.missing);
    expect(asked.signing).toEqual([]);
  });

  test('has another asset confirmed that the device calls AVAX: named, and refused by the policy’s device', () => {
    const x = xState([utxo(1, 10n ** 10n), utxo(2, 10n ** 10n, { assetID: asset(6) })]);
    const of = buildBaseTx(x, {
      outputs: [{ to: bob.shortID, amount: 5n, assetID: asset(6) }],
    } as never);
    const screens = ledgerScreens(of);
    expect(screens.hidden.map(({ as }) => as)).toContain('As AVAX, with 9 decimals.');
    expect(explain(of, { device: screens } as never).warnings.map(({ code }) => code)).toContain(
      'DeviceDiffers',
    );
    const policy = policyOf({ network: 'fuji', device: '1.4.4', to: [bob.shortID] });
    expect(checkPolicy(of, policy, { own: [alice.shortID] }).map(({ code }) => code)).toContain(
      'NotDisplayed',
    );
  });

  test('returns from the wallet another signed transaction, one that another key signed, or none: bytes and signatures are compared', async () => {
    const theft = buildBaseTx(pState([utxo(1, 10n ** 10n)]), {
      outputs: [{ to: mallory.shortID, amount: 5n }],
    });
    const wrong = {
      ...draft,
      slots: draft.slots.map((of) => ({
        ...of,
        signatures: [signDigest(sha256(unsignedBytes(draft)), secret(66))],
      })),
    } as Draft;
    for (const [signedTransactionHex, code] of [
      [formatHex(signedBytes(sign(theft, alice))), 'Mismatch'],
      [formatHex(signedBytes(wrong)), 'BadSignature'],
      ['', 'Mismatch'],
      [undefined, 'SignerFailed'],
      ['0xzz', 'BadText'],
    ] as const) {
      const wallet = walletSigner({ request: async () => ({ signedTransactionHex }) });
      expect(await codeOf(() => wallet.sign(draft, { own: [alice.shortID] }))).toBe(code);
    }
  });

  test('writes its own lines into the error of a wallet: nothing that does not print is in a message', async () => {
    const request = async () => {
      throw Object.assign(new Error('\u001b[2J\u202eall is well\n\u0000'), { code: -1 });
    };
    const { message } = await errorOf(() =>
      walletSigner({ request }).sign(draft, { own: [alice.shortID] }),
    );
    expect(message).toMatch(/^[ -~]*$/);
  });

  test('asks for a signature of coins that only it calls Alice’s, while the screen shows her other coin: claimed slots are refused before the device is asked', async () => {
    const both = buildBaseTx(
      pState([utxo(1, 6n * 10n ** 9n), utxo(2, 5n * 10n ** 9n, { owner: mallory.shortID })], {
        from: [alice.shortID, mallory.shortID],
      }),
      { outputs: [{ to: bob.shortID, amount: 10n ** 10n }] },
      { change: alice.shortID },
    );
    const { app, asked } = host();
    const lie = { ...both, paths: draft.paths! } as Draft;
    expect(await codeOf(() => ledgerSigner(app, device).sign(lie))).toBe('NotReviewed');
    const policy = policyOf({ network: 'fuji', to: [bob.shortID], amounts: { AVAX: 2n ** 64n } });
    expect(await codeOf(() => ledgerSigner(app, device).sign(lie, { policy }))).toBe('Refused');
    expect(asked.signing).toEqual([]);
  });

  // Succeeded at first.
  test('puts a path into a draft that is no path, or of nobody in it: such a draft is not read', async () => {
    const text = formatDraft(draft);
    for (const [from, to] of [
      [`${account}/0/0`, `${account}/0/00`],
      [`${account}/0/0`, `${account}/0/4294967296`],
      [`${account}/0/0`, `${account}/../0`],
      [on('P', alice), on('P', mallory)],
    ] as const)
      expect([
        to,
        await codeOf(() => parseDraft(text.replace(from, to))).catch(() => 'read'),
      ]).toEqual([to, expect.stringMatching(/BadText|OutOfRange|Mismatch|NotSorted/)]);
    expect(hexOf(bob)).not.toBe(hexOf(mallory));
  });
});
