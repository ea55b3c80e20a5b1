/**
 * A device in this process, with the seed of keystone3-firmware's tests: it signs as the firmware does, which `public.json` shows. No device
 * was used.
 */
import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateSubnetTx,
} from '../../src/builder/index.ts';
import type { TransferInput } from '../../src/chain/fx/secp256k1fx.ts';
import type { BaseTx as PBaseTx } from '../../src/chain/pchain/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { avax, open } from '../../src/index.ts';
import { fromForeign } from '../../src/interop/index.ts';
import {
  addKeystoneSignature,
  formatKeystoneRequest,
  formatKeystoneSignature,
  type KeystoneSignature,
  keystoneRequestOf,
  keystoneSigner,
  parseKeystoneRequest,
  parseKeystoneSignature,
  urReader,
} from '../../src/keystone/index.ts';
import { fuji } from '../../src/network/known.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import {
  type Draft,
  finalize,
  formatDraft,
  parseDraft,
  sign,
  signWith,
} from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { createWallet } from '../../src/wallet/index.ts';
import { lockedUTXO, now, pState, key as testKey, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const { signatures: known } = JSON.parse(
  readFileSync(new URL('public.json', import.meta.url), 'utf8'),
) as {
  readonly signatures: {
    readonly seed: string;
    readonly cases: readonly {
      readonly path: string;
      readonly bytes: string;
      readonly signature: string;
    }[];
  };
};

const master = HDKey.fromMasterSeed(parseHex(`0x${known.seed}`));
const fingerprint = master.fingerprint.toString(16).padStart(8, '0');

/** What `avax_base_sign` of the firmware does. */
function signatureAt(path: string, bytes: Uint8Array): Uint8Array {
  const { privateKey } = master.derive(path);
  const options = { prehash: false, format: 'recovered' } as const;
  const signature = secp256k1.sign(sha256(bytes), privateKey!, options);
  return Uint8Array.from([...signature.subarray(1), signature[0]!]);
}

/** The device: it scans, refuses another master key, and shows a signature for each path. */
function device(parts: readonly string[], maxBytes = 200): readonly string[] {
  const { requestID, bytes, paths, form, ...request } = parseKeystoneRequest(parts);
  expect(form).toBe('paths');
  if (request.fingerprint !== fingerprint) throw new Error('Master fingerprint mismatch');
  const signatures = paths.map((path) => signatureAt(path, bytes));
  return formatKeystoneSignature({ requestID: requestID!, signatures }, { maxBytes });
}

const words = hdWallet(parseHex(`0x${known.seed}`));
const account = words.account("m/44'/9000'/0'");
const path = "m/44'/9000'/0'/0/5";
const key = words.key(path);
const address = key.address('P', fuji);

describe('the public test data of the firmware', () => {
  it('is what the device of this test signs', () => {
    expect(known.cases.length).toBe(7);
    for (const { path, bytes, signature } of known.cases)
      expect(formatHex(signatureAt(path, parseHex(`0x${bytes}`)))).toBe(`0x${signature}`);
  });

  it.each(
    known.cases
      .map((of) => ({ ...of, hex: `0x${of.bytes}` }))
      .filter(({ hex }) => /^0x0000000000(11|12|03|22)/.test(hex))
      .map((of) => [open(of.hex).type, of] as const),
  )('%s goes to the device and back, with the signature of the firmware', (_, of) => {
    const signer = words.key(of.path);
    const opened = open(of.hex);
    if (opened.kind !== 'unsignedTx') throw new Error('not unsigned');
    const { value } = opened;
    const inputs = 'importedInputs' in value ? value.importedInputs : (value as PBaseTx).inputs;
    const utxos = inputs.map(({ txID, outputIndex, assetID, input }) => ({
      txID,
      outputIndex,
      assetID,
      output: {
        type: 'secp256k1fx.TransferOutput' as const,
        amount: (input as TransferInput).amount,
        locktime: 0n,
        threshold: 1,
        addresses: [signer.shortID],
      },
    }));
    const read = fromForeign(of.hex, { time: 1_800_000_000n, utxos }).draft;
    const draft = { ...read, paths: { [signer.address(read.chain, fuji)]: of.path } };
    const request = keystoneRequestOf(draft, { fingerprint, ...trusting });
    expect(request).toMatchObject({ bytes: parseHex(of.hex), paths: [of.path], fingerprint });
    const answer = parseKeystoneSignature(device(formatKeystoneRequest(request)));
    const signed = addKeystoneSignature(draft, answer);
    expect(signed.missing).toEqual([]);
    for (const { signatures } of signed.slots)
      expect(signatures.map((one) => formatHex(one!))).toEqual([`0x${of.signature}`]);
    expect(finalize(signed, trusting).txID).toMatch(/^[1-9A-Za-z]{40,}$/);
  });
});

const state = (amounts: readonly bigint[], indexes: readonly number[] = [5]) => {
  const keys = indexes.map((index) => words.key(`m/44'/9000'/0'/0/${index}`));
  return pState(
    amounts.map((amount, i) => utxo(i + 1, amount, { owner: keys[i % keys.length]!.shortID })),
    {
      from: keys.map(({ shortID }) => shortID),
      paths: Object.fromEntries(
        keys.map((of, i) => [of.address('P', fuji), `m/44'/9000'/0'/0/${indexes[i]}`]),
      ),
    },
  );
};
const outputs = [{ to: address, amount: 1_000_000n }];
const draft = buildBaseTx(state([5_000_000n]), { outputs });

describe('a Keystone', () => {
  it('pays on a node, with a wallet over the device', async () => {
    const testnode = createTestnode();
    const to = words.key("m/44'/9000'/0'/0/0").address('P', testnode.network);
    testnode.fund('P', { to, amount: avax('10') });
    const asked: (readonly string[])[] = [];
    const signer = keystoneSigner({
      fingerprint,
      account,
      exchange: async (parts) => {
        asked.push(parts);
        return device(parts);
      },
    });
    const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer, account });
    const receiver = words.key("m/44'/9000'/9'/0/0").address('P', testnode.network);
    const { status } = await wallet.send({ chain: 'P', to: receiver, amount: avax('1.5') });
    expect(status).toBe('Accepted');
    expect(asked.length).toBe(1);
    expect(testnode.state('P', [receiver]).utxos.map(({ output }) => output)).toMatchObject([
      { amount: avax('1.5') },
    ]);
  });

  it('signs for each of its keys once, in an answer of several codes', async () => {
    const many = buildBaseTx(state(Array(12).fill(100_000n), [0, 1, 2, 3, 4, 5]), {
      outputs: [{ to: address, amount: 1_100_000n }],
    });
    const signer = keystoneSigner({
      fingerprint,
      maxBytes: 100,
      exchange: async (parts) => {
        expect(parts.length).toBeGreaterThan(10);
        const answer = device([...parts].reverse(), 100);
        expect(answer.length).toBe(5);
        const reader = urReader();
        for (const text of [...answer, ...answer].reverse()) reader.add(text);
        return reader.parts;
      },
    });
    const request = keystoneRequestOf(many, { fingerprint });
    expect([...request.paths].sort()).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `m/44'/9000'/0'/0/${index}`),
    );
    const signed = await signWith(many, signer);
    expect(finalize(signed).txID).toBe(
      finalize(
        sign(
          many,
          [0, 1, 2, 3, 4, 5].map((i) => words.key(`m/44'/9000'/0'/0/${i}`)),
        ),
      ).txID,
    );
  });

  it('signs its part of a multisig, and only what is missing', async () => {
    const other = words.key("m/44'/9000'/1'/0/0");
    const owner = { addresses: [key.shortID, other.shortID], threshold: 2 };
    const shared = buildBaseTx(
      pState([utxo(1, 5_000_000n, { owner })], {
        from: owner.addresses,
        paths: {
          [address]: path,
          [other.address('P', fuji)]: "m/44'/9000'/1'/0/0",
        },
      }),
      { outputs },
    );
    const of = keystoneRequestOf(shared, { fingerprint, account });
    expect(of.paths).toEqual([path]);
    const half = addKeystoneSignature(
      shared,
      parseKeystoneSignature(device(formatKeystoneRequest(of))),
    );
    expect(half.missing).toMatchObject([{ need: 1 }]);
    expect(keystoneRequestOf(half, { fingerprint }).paths).toEqual(["m/44'/9000'/1'/0/0"]);
    expect(thrown(() => keystoneRequestOf(half, { fingerprint, account })).code).toBe(
      'MissingSigner',
    );
    const exchange = async () => {
      throw new Error('asked in vain');
    };
    const signer = keystoneSigner({ fingerprint, account, exchange });
    expect(await signWith(half, [signer])).toEqual(half);
  });

  it('is not asked for what it cannot read, or what nobody reviewed', async () => {
    const locked = lockedUTXO(1, avax('5'), now + 900n * 86_400n);
    const stake = buildAddPermissionlessDelegatorTx(
      pState([locked, utxo(2, avax('1'))], {
        paths: { [testKey(1).address('P', fuji)]: path },
      }),
      {
        nodeID: 'NodeID-YrGg3TKiBsKripCdjm77zgy8WhBiDYPb',
        end: now + 30n * 86_400n,
        amount: avax('5'),
        rewardsOwner: address,
      },
      { maxFee: avax('1') },
    );
    expect(thrown(() => keystoneRequestOf(stake, { fingerprint }))).toMatchObject({
      code: 'Unsupported',
      detail: expect.stringMatching(
        /^firmware 3\.0\.0 of Keystone cannot read stakeable\.Lock(?:In|Out)$/,
      ),
    });
    const subnet = buildCreateSubnetTx(state([avax('5')]), {
      owner: { addresses: [address], threshold: 1 },
    });
    expect(thrown(() => keystoneRequestOf(subnet, { fingerprint }))).toMatchObject({
      code: 'Unsupported',
      path: ['draft', 'unsignedTx'],
    });
    const outside = parseDraft(formatDraft(draft));
    expect(thrown(() => keystoneRequestOf(outside as never, { fingerprint })).code).toBe(
      'NotReviewed',
    );
    expect(keystoneRequestOf(outside, { fingerprint, ...trusting }).paths).toEqual([path]);
    expect(thrown(() => keystoneRequestOf(draft, { fingerprint: 'x' })).path).toEqual([
      'options',
      'fingerprint',
    ]);
    const noPaths = buildBaseTx({ ...state([5_000_000n]), paths: {} }, { outputs });
    expect(thrown(() => keystoneRequestOf(noPaths, { fingerprint }))).toMatchObject({
      code: 'MissingSigner',
      message: expect.stringContaining('no derivation paths'),
    });
  });

  it('is not believed: another answer, another device, another transaction', async () => {
    const request = keystoneRequestOf(draft, { fingerprint });
    const parts = formatKeystoneRequest(request);
    const answer = parseKeystoneSignature(device(parts));
    expect(keystoneRequestOf(draft, { fingerprint }).requestID).toEqual(request.requestID);
    const other = buildBaseTx(state([6_000_000n]), { outputs });
    const failure = (of: Draft, signature: KeystoneSignature) => {
      const { code, path } = thrown(() => addKeystoneSignature(of, signature));
      return [code, ...path];
    };
    expect(failure(other, answer)).toEqual(['Mismatch', 'signature', 'requestID']);
    const { signatures } = answer;
    expect(failure(other, { signatures })).toEqual([
      'BadSignature',
      'signature',
      'signatures',
      0,
      'signature',
    ]);
    const foreign = { ...answer, signatures: [signatureAt("m/44'/9000'/0'/0/6", request.bytes)] };
    expect(failure(draft, foreign)[0]).toBe('BadSignature');
    expect(failure(draft, { ...answer, signatures: [...signatures, ...signatures] })[0]).toBe(
      'BadSignature',
    );
    expect(addKeystoneSignature(draft, { signatures })).toEqual(
      addKeystoneSignature(draft, answer),
    );
    const exchange = async () =>
      device(formatKeystoneRequest(keystoneRequestOf(other, { fingerprint })));
    await expect(signWith(draft, keystoneSigner({ fingerprint, exchange }))).rejects.toMatchObject({
      code: 'Mismatch',
      path: ['device', 'signature', 'requestID'],
    });
  });
});
