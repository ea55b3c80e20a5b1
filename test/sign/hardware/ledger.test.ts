/** The real client library of the Avalanche app, over an emulated device that speaks the app's protocol. */
import { describe, expect, it } from 'vitest';
import {
  buildAddSubnetValidatorTx,
  buildBaseTx,
  buildExportTx,
  buildOperationTx,
  buildSetAutoRenewedValidatorConfigTx,
  buildTransferSubnetOwnershipTx,
} from '../../../src/builder/index.ts';
import { customNetwork } from '../../../src/network/custom.ts';
import { fuji } from '../../../src/network/known.ts';
import type { HiddenReceiver } from '../../../src/sign/hardware/screens.ts';
import { hdWallet } from '../../../src/sign/hd/hd.ts';
import {
  type BlindRequest,
  type Draft,
  digestsOf,
  finalize,
  type LedgerOptions,
  ledgerSigner,
  type Signer,
  sign,
  signWith,
} from '../../../src/sign/index.ts';
import type { CState } from '../../../src/state/state.ts';
import { wei } from '../../../src/text/amount.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import { type DeviceOptions, ledgerDevice } from '../../support/ledger.ts';
import { asset, key, now, pState, utxo, xState } from '../../support/state.ts';
import { trusting } from '../../support/trusting.ts';

const words = 'test test test test test test test test test test test junk';
const wallet = hdWallet(words);
const account = wallet.account();
const [zero, one] = account.addresses('P', fuji, { count: 2 });
const [change] = account.addresses('P', fuji, { from: 4, count: 1, change: true });
const mine = [zero!, one!, change!];
const paths = Object.fromEntries(mine.map(({ address, path }) => [address, path]));
const from = mine.map(({ shortID }) => shortID);
const owner = { addresses: from.slice(0, 2), threshold: 2 };
const to = key(7).shortID;
const state = pState(
  [utxo(1, 1_000_000n, { owner }), utxo(2, 1_000_000n, { owner: zero!.shortID })],
  {
    from,
    paths,
  },
);
const draft = buildBaseTx(
  state,
  { outputs: [{ to, amount: 1_500_000n }] },
  { change: change!.shortID },
);
const subnetID = formatID(asset(9));
const authorities = { [subnetID]: { addresses: [zero!.shortID], threshold: 1 } };
const unknown = buildTransferSubnetOwnershipTx({ ...state, authorities }, { subnetID, owner: to });
const digest = formatHex(digestsOf(draft)[0]!.digest);
const byKeys = (of: Draft) => finalize(sign(of, wallet.keys(of), trusting)).txID;

/** What comes of signing on a device, with that device. */
function onDevice(options: LedgerOptions = {}, device: DeviceOptions = {}) {
  const ledger = ledgerDevice(wallet, device);
  return { ...ledger, signer: ledgerSigner(ledger.app, account, options) };
}

describe('ledgerSigner', () => {
  it('asks once for all paths of P, and leaves out change', async () => {
    const { signer, reviews, signed } = onDevice();
    expect(finalize(await signWith(draft, signer, trusting)).txID).toBe(byKeys(draft));
    expect(reviews).toEqual([
      { kind: 'transaction', digest, root: account.path, unshown: expect.anything() },
    ]);
    expect([...reviews[0]!.unshown].sort()).toEqual(['0/0', '0/1', '1/4']);
    expect([...signed].sort()).toEqual(['0/0', '0/1']);
  });

  it('says that a draft has no paths, and how to add them, if nobody could sign for that reason', async () => {
    const { signer, reviews } = onDevice();
    const without = buildBaseTx(
      { ...state, paths: {} },
      { outputs: [{ to, amount: 1_500_000n }] },
      { change: change!.shortID },
    );
    await expect(signWith(without, signer, trusting)).rejects.toMatchObject({
      code: 'MissingSigner',
      message: expect.stringContaining('build it from a state with paths'),
      context: { missing: [{ credential: 0 }, { credential: 1 }] },
    });
    expect(reviews).toEqual([]);
    // Somebody else signs what the device cannot.
    const byKey: Signer = { sign: async (of, how) => sign(of, wallet.keys(draft), how as never) };
    const whole = await signWith(without, [signer, byKey], trusting);
    expect(whole.missing).toEqual([]);
  });

  it('signs X, and a transaction of many chunks', async () => {
    const [zeroX] = account.addresses('X', fuji, { count: 1 });
    const utxos = Array.from({ length: 90 }, (_, i) =>
      utxo(i, 1_000_000n, { owner: zeroX!.shortID }),
    );
    const x = xState(utxos, {
      from: [zeroX!.shortID],
      paths: { [zeroX!.address]: zeroX!.path },
    });
    const sent = buildBaseTx(x, { outputs: [{ to, amount: 88_000_000n }] });
    const { signer, apdus, signed } = onDevice();
    expect(finalize(await signWith(sent, signer, trusting)).txID).toBe(byKeys(sent));
    expect(apdus.length).toBeGreaterThan(20);
    expect(Math.max(...apdus.map(({ length }) => length))).toBe(255);
    expect(signed).toEqual(['0/0']);
  });

  it('signs accounts of the C-chain under coin type 60', async () => {
    const evm = wallet.account("m/44'/60'/0'");
    const [first] = evm.addresses('C', fuji, { count: 1 });
    const cState: CState = {
      chain: 'C',
      network: fuji,
      from: [],
      time: now,
      accounts: [{ address: first!.evm, nonce: 0n, balance: wei(10n ** 18n) }],
      baseFee: wei(25_000_000_000n),
      paths: { [first!.evm]: first!.path },
    };
    const out = buildExportTx(cState, { to: 'P', outputs: [{ to, amount: 5n }] });
    const { app, reviews, signed } = ledgerDevice(wallet);
    expect(finalize(await signWith(out, ledgerSigner(app, evm), trusting)).chain).toBe('C');
    expect(reviews).toMatchObject([{ root: "m/44'/60'/0'" }]);
    expect(signed).toEqual(['0/0']);
  });

  it('has the device show change that others own too', async () => {
    const weak = { addresses: [change!.shortID, key(9).shortID], threshold: 1 };
    const leaky = buildBaseTx(state, { outputs: [{ to, amount: 1_500_000n }] }, { change: weak });
    const { signer, reviews } = onDevice();
    await signer.sign(leaky, trusting);
    expect(reviews[0]!.unshown).not.toContain('1/4');
  });

  it('signs its part, and is not asked for nothing', async () => {
    const [stranger] = hdWallet(new Uint8Array(16)).account().addresses('P', fuji, { count: 1 });
    const shared = { addresses: [zero!.shortID, stranger!.shortID], threshold: 2 };
    const both = buildBaseTx(
      pState([utxo(1, 1_000_000n, { owner: shared })], {
        from: shared.addresses,
        paths: { ...paths, [stranger!.address]: "m/44'/9000'/1'/0/0" },
      }),
      { outputs: [{ to, amount: 5n }] },
    );
    const { app, signed, reviews } = ledgerDevice(wallet);
    const half = await ledgerSigner(app, account).sign(both, trusting);
    expect(half.missing).toMatchObject([{ need: 1, candidates: [stranger!.shortID] }]);
    expect(signed).toEqual(['0/0']);
    await ledgerSigner(app, account).sign(half, trusting);
    expect(await ledgerSigner(app, { path: "m/44'/9000'/7'" }).sign(both, trusting)).toEqual(both);
    expect(reviews).toHaveLength(1);
  });

  it('knows its own address from another’s at the same path', async () => {
    const stranger = hdWallet(new Uint8Array(16));
    const [theirs] = stranger.account().addresses('P', fuji, { count: 1 });
    const both = { addresses: [zero!.shortID, theirs!.shortID], threshold: 2 };
    const shared = buildBaseTx(
      pState([utxo(1, 1_000_000n, { owner: both })], {
        from: both.addresses,
        paths: { ...paths, [theirs!.address]: theirs!.path },
      }),
      { outputs: [{ to, amount: 5n }] },
    );
    const half = sign(shared, wallet.keys(shared), trusting);
    const { signer, apdus } = onDevice();
    expect(await signer.sign(half, trusting)).toEqual(half);
    expect(apdus).toEqual([]);
    const whole = await ledgerSigner(ledgerDevice(stranger).app, stranger.account()).sign(
      half,
      trusting,
    );
    expect(whole.missing).toEqual([]);
  });
});

describe('blind signing', () => {
  const asked: BlindRequest[] = [];
  const allow = (request: BlindRequest) => {
    asked.push(request);
    return true;
  };
  const expectBlind = async (of: Draft, options: LedgerOptions, request: object) => {
    const refusing = onDevice(options);
    await expect(refusing.signer.sign(of, trusting)).rejects.toMatchObject({
      code: expect.anything(),
    });
    const declining = onDevice({ ...options, blind: async () => false });
    await expect(declining.signer.sign(of, trusting)).rejects.toMatchObject({
      code: expect.anything(),
    });
    expect([...refusing.apdus, ...declining.apdus]).toEqual([]);
    const { signer, reviews } = onDevice({ ...options, blind: allow });
    const signed = await signer.sign(of, trusting);
    expect(finalize(signed).txID).toBe(byKeys(of));
    const { digest } = digestsOf(of)[0]!;
    expect(asked.at(-1)).toMatchObject({ ...request, digest, draft: of });
    expect(reviews).toMatchObject([{ kind: 'hash', digest: formatHex(digest) }]);
  };

  it('of what the app cannot display needs a callback', async () => {
    await expect(onDevice().signer.sign(unknown, trusting)).rejects.toMatchObject({
      code: 'Unsupported',
      message: expect.stringMatching(/cannot display.*TransferSubnetOwnershipTx/),
    });
    await expectBlind(unknown, {}, { reason: 'notDisplayable' });
  });

  it('of what is too long needs a callback, which is told that it is that', async () => {
    const exact = finalize(sign(draft, wallet.keys(draft), trusting)).bytes.length;
    const maxBytes = exact - 4 - 2 * 8 - 3 * 65 + 1 + 3 * 9;
    const fits = onDevice({ maxBytes }, { maxBytes });
    await fits.signer.sign(draft, trusting);
    expect(fits.reviews).toMatchObject([{ kind: 'transaction' }]);
    const limit = { maxBytes: maxBytes - 1 };
    await expect(onDevice(limit).signer.sign(draft, trusting)).rejects.toMatchObject({
      code: 'TooLong',
      context: { length: maxBytes, max: maxBytes - 1 },
      message: expect.stringMatching(/consolidate/),
    });
    await expectBlind(draft, limit, { reason: 'tooLong' });
  });

  it('can be forced by a payer with dust, and is refused', async () => {
    const dust = Array.from({ length: 200 }, (_, i) => utxo(i, 10_000n, { owner: zero!.shortID }));
    const forced = buildBaseTx(pState(dust, { from, paths }), { outputs: [{ to, amount: 'max' }] });
    const { signer, apdus } = onDevice();
    await expect(signer.sign(forced, trusting)).rejects.toMatchObject({ code: 'TooLong' });
    expect(apdus).toEqual([]);
  });

  it('is asked about when the device knows better than the options', async () => {
    const renewal = buildSetAutoRenewedValidatorConfigTx(
      { ...state, authorities },
      { txID: subnetID, autoCompound: '30%', period: 'stop' },
      { change: change!.shortID },
    );
    const small = { maxBytes: 200 };
    for (const [of, options, device, reason, status] of [
      [draft, {}, small, 'tooLong', 0x6983],
      [renewal, { app: '1.4.20' }, {}, 'notDisplayable', 0x6984],
    ] as const) {
      const { signer, signed } = onDevice(options, device);
      await expect(signer.sign(of, trusting)).rejects.toMatchObject({
        code: 'SignerFailed',
        context: { status },
      });
      expect(signed).toEqual([]);
      const allowed = onDevice({ ...options, blind: allow }, device);
      expect(finalize(await allowed.signer.sign(of, trusting)).txID).toBe(byKeys(of));
      expect(asked.at(-1)).toMatchObject({ reason });
      expect(allowed.reviews).toMatchObject([{ kind: 'hash' }]);
    }
    const newer = onDevice({ app: '1.4.20' }, { reads4041: true });
    expect(finalize(await newer.signer.sign(renewal, trusting)).txID).toBe(byKeys(renewal));
    expect(newer.reviews).toMatchObject([{ kind: 'transaction' }]);
    await expect(onDevice().signer.sign(renewal, trusting)).rejects.toMatchObject({
      code: 'Unsupported',
    });
  });

  it('is needed for properties and other networks', async () => {
    const property = asset(6);
    const [zeroX] = account.addresses('X', fuji, { count: 1 });
    const { threshold, addresses } = { threshold: 1, addresses: [zero!.shortID] };
    const owned = {
      ...utxo(3, 1n),
      assetID: property,
      output: { type: 'propertyfx.OwnedOutput' as const, locktime: 0n, threshold, addresses },
    };
    const x = xState([utxo(4, 9_000_000n, { owner: zero!.shortID }), owned], {
      from,
      paths: { [zeroX!.address]: zeroX!.path },
    });
    const burn = buildOperationTx(x, {
      operations: [{ type: 'burnProperty', assetID: property }],
    });
    const network = customNetwork({
      networkID: 7,
      avaxAssetID: asset(1),
      chains: { X: asset(2), C: asset(3) },
    });
    const [elsewhere] = account.addresses('P', network, { count: 1 });
    const strange = buildBaseTx(
      {
        ...pState([utxo(1, 1_000_000n, { assetID: asset(1), owner: zero!.shortID })], { from }),
        network,
        paths: { [elsewhere!.address]: elsewhere!.path },
      },
      { outputs: [{ to, amount: 5n }] },
    );
    for (const [of, what] of [
      [burn, /propertyfx.BurnOperation/],
      [strange, /network 7/],
    ] as const) {
      const { signer, apdus } = onDevice();
      await expect(signer.sign(of, trusting)).rejects.toMatchObject({
        code: 'Unsupported',
        message: expect.stringMatching(what),
      });
      expect(apdus).toEqual([]);
    }
  });
});

describe('hidden receivers', () => {
  const nodeID = 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5';
  const build = (changeOwner: Uint8Array) =>
    buildAddSubnetValidatorTx(
      { ...state, authorities },
      { nodeID, subnetID, end: now + 86_400n * 30n, weight: 5n },
      { change: changeOwner },
    );

  it('that are not the account’s own are refused before the device is asked', async () => {
    const { signer, apdus } = onDevice();
    await expect(signer.sign(build(to), trusting)).rejects.toMatchObject({
      code: 'Refused',
      context: {
        findings: [
          {
            code: 'HiddenReceiver',
            path: 'unsignedTx.outputs[0].output',
            detail: `1 of ${formatHex(to)}`,
          },
        ],
      },
    });
    expect(apdus).toEqual([]);
    const own = onDevice();
    expect(finalize(await own.signer.sign(build(change!.shortID), trusting)).chain).toBe('P');
    expect(own.reviews).toMatchObject([{ kind: 'transaction' }]);
  });

  it('are the caller’s to allow', async () => {
    const asked: (readonly HiddenReceiver[])[] = [];
    const hidden = async (receivers: readonly HiddenReceiver[]) => {
      asked.push(receivers);
      return asked.length > 1;
    };
    const { signer, apdus } = onDevice({ hidden });
    await expect(signer.sign(build(to), trusting)).rejects.toMatchObject({ code: 'Refused' });
    expect(apdus).toEqual([]);
    expect(finalize(await signer.sign(build(to), trusting)).chain).toBe('P');
    expect(asked[0]).toMatchObject([
      { path: 'outputs[0].output', receiver: { addresses: [to], own: false } },
    ]);
  });

  it('are never own by the draft’s word alone', async () => {
    const ledger = ledgerDevice(wallet);
    const believing = ledgerSigner(ledger.app, { path: account.path });
    await expect(believing.sign(build(change!.shortID), trusting)).rejects.toMatchObject({
      code: 'Refused',
    });
    const [thief] = hdWallet(new Uint8Array(16))
      .account()
      .addresses('P', fuji, { from: 4, count: 1, change: true });
    const stolen = build(thief!.shortID);
    const lying = { ...stolen, paths: { ...stolen.paths, [thief!.address]: thief!.path } };
    await expect(ledgerSigner(ledger.app, account).sign(lying, trusting)).rejects.toMatchObject({
      code: 'Refused',
    });
    expect(ledger.apdus).toEqual([]);
  });
});

describe('a device that does not sign', () => {
  it('because the user declines', async () => {
    const { signer, signed } = onDevice({}, { confirms: () => false });
    await expect(signer.sign(draft, trusting)).rejects.toMatchObject({
      code: 'Declined',
      context: { status: 0x6986 },
      message: expect.stringMatching(/declined/),
    });
    const blind = onDevice({ blind: () => true }, { confirms: ({ kind }) => kind !== 'hash' });
    await expect(blind.signer.sign(unknown, trusting)).rejects.toMatchObject({ code: 'Declined' });
    expect([...signed, ...blind.signed]).toEqual([]);
  });

  it.each([
    [{ state: 'locked' }, 0x5515, /locked/],
    [{ state: 'dashboard' }, 0x6e01, /open Avalanche/],
  ] as const)('because of its state: %j', async (device, status, message) => {
    for (const [of, options] of [
      [draft, {}],
      [unknown, { blind: () => true }],
    ] as const)
      await expect(onDevice(options, device).signer.sign(of, trusting)).rejects.toMatchObject({
        code: 'SignerFailed',
        context: { status },
        message: expect.stringMatching(message),
      });
  });

  it('because it was unplugged, at any time', async () => {
    const whole = onDevice();
    await whole.signer.sign(draft, trusting);
    for (let unplugAfter = 0; unplugAfter < whole.apdus.length; unplugAfter++)
      await expect(
        onDevice({}, { unplugAfter }).signer.sign(draft, trusting),
      ).rejects.toMatchObject({
        code: 'SignerFailed',
      });
  });

  it('as the paths say, but with another seed', async () => {
    const { app } = ledgerDevice(hdWallet(new Uint8Array(16)));
    await expect(ledgerSigner(app, account).sign(draft, trusting)).rejects.toMatchObject({
      code: 'BadSignature',
      path: ['device', expect.stringContaining(account.path), 'signature'],
    });
  });

  it('but answers nonsense', async () => {
    const answers = [
      undefined,
      null,
      {},
      { returnCode: 0x9000, signatures: {} },
      { returnCode: 0x9000, signatures: null },
      { returnCode: 0x9000, signatures: new Map() },
      { returnCode: 0x1234 },
    ];
    for (const answer of answers) {
      const app = { sign: async () => answer as never, signHash: async () => answer as never };
      await expect(ledgerSigner(app, account).sign(draft, trusting)).rejects.toMatchObject({
        code: 'SignerFailed',
      });
    }
    const app = {
      sign: async () => {
        throw Object.assign(new Error('transport'), { statusCode: 0x6e00 });
      },
      signHash: async () => {
        throw new Error('unplugged');
      },
    };
    await expect(ledgerSigner(app, account).sign(draft, trusting)).rejects.toMatchObject({
      code: 'SignerFailed',
      message: expect.stringMatching(/open Avalanche/),
    });
  });
});
