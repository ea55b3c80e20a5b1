import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../../src/builder/index.ts';
import { sha256 } from '../../../src/crypto/hash.ts';
import { formatDraft, parseDraft } from '../../../src/draft/file.ts';
import { formatKeystoneSignature, parseKeystoneRequest } from '../../../src/keystone/index.ts';
import { fuji } from '../../../src/network/known.ts';
import { finalize, sign } from '../../../src/sign/index.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { key, pState, trio, utxo } from '../../../test/support/state.ts';
import { trusting } from '../../../test/support/trusting.ts';

const file = testFiles();
const [a, b] = trio;
const paths = {
  [a.address('P', fuji)]: "m/44'/9000'/0'/0/0",
  [b.address('P', fuji)]: "m/44'/9000'/1'/0/0",
};
const owner = { addresses: [a.shortID, b.shortID], threshold: 2 };
const draft = buildBaseTx(
  pState([utxo(1, 5_000_000n, { owner })], { from: owner.addresses, paths }),
  {
    outputs: [{ to: key(7).shortID, amount: 1_000_000n }],
  },
);
const draftFile = file('draft.json', formatDraft(draft));

/** What a device with the keys of `trio` answers. */
function answer(codes: string): string {
  const { requestID, bytes, paths: asked } = parseKeystoneRequest(codes);
  const signatures = asked.map((path) => {
    const n = trio.findIndex((of) => paths[of.address('P', fuji)] === path);
    const secret = [1, 2, 3].find((byte) =>
      trio[n]!.shortID.every((x, i) => x === key(byte).shortID[i]),
    )!;
    const signature = secp256k1.sign(sha256(bytes), new Uint8Array(32).fill(secret), {
      prehash: false,
      format: 'recovered',
    });
    return Uint8Array.from([...signature.subarray(1), signature[0]!]);
  });
  return formatKeystoneSignature({ requestID: requestID!, signatures }, { maxBytes: 60 }).join(
    '\n',
  );
}

describe('a Keystone on the command line', () => {
  it('scans what missing prints, and sign adds what it answers', async () => {
    const codes = await output(['missing', draftFile, '--keystone', '2d0bdabc']);
    expect(
      codes
        .trim()
        .split('\n')
        .every((line) => /^UR:AVAX-SIGN-REQUEST\/\d-\d\/[A-Z]+$/.test(line)),
    ).toBe(true);
    expect(parseKeystoneRequest(codes)).toMatchObject({ fingerprint: '2d0bdabc', form: 'paths' });
    const signed = await output(['sign', draftFile, '--add', file('answer.txt', answer(codes))]);
    expect(finalize(parseDraft(signed), trusting).txID).toBe(
      finalize(sign(draft, [a, b], trusting), trusting).txID,
    );
  });

  it('is asked for the keys of one account, and then for the others', async () => {
    const codes = await output([
      'missing',
      draftFile,
      '--keystone',
      '2d0bdabc',
      '--account',
      "m/44'/9000'/1'",
    ]);
    expect(parseKeystoneRequest(codes).paths).toEqual(["m/44'/9000'/1'/0/0"]);
    const half = await output(['sign', draftFile, '--add', '-'], answer(codes));
    const rest = await output(['missing', '-', '--keystone', '2d0bdabc'], half);
    expect(parseKeystoneRequest(rest).paths).toEqual(["m/44'/9000'/0'/0/0"]);
  });

  it('says what is wrong', async () => {
    const other = formatDraft(
      buildBaseTx(pState([utxo(2, 5_000_000n, { owner })], { from: owner.addresses, paths }), {
        outputs: [{ to: key(7).shortID, amount: 1_000_000n }],
      }),
    );
    const codes = await output(['missing', '-', '--keystone', '2d0bdabc'], other);
    const wrong = await run(['sign', draftFile, '--add', '-'], answer(codes));
    expect(wrong).toMatchObject({ status: 1, stdout: '' });
    expect(wrong.stderr).toContain(
      'Mismatch at add[0].signature.requestID: is the answer to another request',
    );
    const part = await run(['sign', draftFile, '--add', '-'], answer(codes).split('\n')[1]!);
    expect(part.stderr).toContain('MissingPart at add[0].parts');
    expect((await run(['missing', draftFile, '--keystone', 'x'])).stderr).toContain(
      'must be 8 hex digits',
    );
    expect((await run(['missing', draftFile, '--account', 'm'])).stderr).toContain(
      '--account needs --keystone',
    );
    expect((await run(['missing', draftFile, '--json', '--keystone', 'x'])).stderr).toContain(
      'not both',
    );
  });
});
