/** What the inspector asks a Keystone, and takes of its answer. The device is a double: no device was used. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { explain } from 'avalanche-tx/explain';
import { hdWallet } from 'avalanche-tx/hd';
import { formatKeystoneSignature, parseKeystoneRequest } from 'avalanche-tx/keystone';
import { type Draft, finalize, formatDraft, parseDraft } from 'avalanche-tx/sign';
import { expect, it } from 'vitest';
import { add } from '../../apps/inspector/drafts/model/adding.ts';
import { keystoneCodes } from '../../apps/inspector/drafts/model/keystone.ts';
import { buildBaseTx } from '../../src/builder/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const words = 'test test test test test test test test test test test junk';
const path = "m/44'/9000'/0'";
const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
const wallet = hdWallet(words);
const key = wallet.key(`${path}/0/3`);
const { xpub } = wallet.account(path);
const draft: Draft = parseDraft(
  formatDraft(
    buildBaseTx(pState([utxo(1, 5_000_000n, { owner: key.shortID })], { from: [key.shortID] }), {
      outputs: [{ to: key.shortID, amount: 1_000_000n }],
    }),
  ),
);
const options = { ...trusting, reviewed: explain(draft).digest };

function answer(codes: readonly string[]): string {
  const { requestID, bytes, paths } = parseKeystoneRequest(codes);
  const signatures = paths.map((of) => {
    const signature = secp256k1.sign(sha256(bytes), master.derive(of).privateKey!, {
      prehash: false,
      format: 'recovered',
    });
    return Uint8Array.from([...signature.subarray(1), signature[0]!]);
  });
  return formatKeystoneSignature({ requestID: requestID!, signatures }, { maxBytes: 50 }).join(' ');
}

it('the inspector asks for the keys of an account, and adds the codes of the answer', () => {
  const codes = keystoneCodes(draft, { fingerprint: ' 16a93ed0 ', xpub, path }, options);
  expect(parseKeystoneRequest(codes)).toMatchObject({
    paths: [`${path}/0/3`],
    fingerprint: '16a93ed0',
  });
  const added = add(draft, answer(codes));
  expect(added).toMatchObject({ text: '1 signature added. The draft is complete.' });
  if ('refusal' in added) throw new Error(added.refusal.text);
  expect(finalize(added.draft, trusting).txID).toMatch(/^[1-9A-Za-z]{40,}$/);
});

it('the inspector says why it does not ask, or takes nothing', () => {
  expect(
    thrown(() => keystoneCodes(draft, { fingerprint: '16a93ed0', xpub: '', path }, options)).code,
  ).toBe('MissingSigner');
  expect(thrown(() => keystoneCodes(draft, { fingerprint: '', xpub, path }, options)).code).toBe(
    'BadText',
  );
  const codes = keystoneCodes(draft, { fingerprint: '16a93ed0', xpub, path }, options);
  const added = add(draft, answer(codes).split(' ')[0]!);
  expect(added).toMatchObject({ refusal: { text: expect.stringContaining('parts') } });
});
