import { describe, expect, it } from 'vitest';
import {
  buildBaseTx,
  buildExportTx,
  buildOperationTx,
  buildTransferSubnetOwnershipTx,
} from '../../../src/builder/index.ts';
import { customNetwork } from '../../../src/network/custom.ts';
import { fuji } from '../../../src/network/known.ts';
import { hdWallet } from '../../../src/sign/hd/hd.ts';
import { finalize, ledgerSigner, sign, signWith } from '../../../src/sign/index.ts';
import type { CState } from '../../../src/state/state.ts';
import { wei } from '../../../src/text/amount.ts';
import { formatID } from '../../../src/text/id.ts';
import { fakeLedger } from '../../support/ledger.ts';
import { asset, key, now, pState, utxo, xState } from '../../support/state.ts';

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
const unknown = buildTransferSubnetOwnershipTx(
  { ...state, authorities: { [subnetID]: { addresses: [zero!.shortID], threshold: 1 } } },
  { subnetID, owner: to },
);

describe('ledgerSigner', () => {
  it('asks once, with the paths that sign and those of change', async () => {
    const app = fakeLedger(wallet);
    const signed = await signWith(draft, ledgerSigner(app, account));
    expect(app.asked).toEqual([
      { by: 'sign', prefix: account.path, signing: expect.anything(), change: ['1/4'] },
    ]);
    expect([...app.asked[0]!.signing].sort()).toEqual(['0/0', '0/1']);
    expect(finalize(signed).txID).toBe(finalize(sign(draft, ...wallet.keys(draft))).txID);
  });

  it('has the device show change that others own too', async () => {
    const weak = { addresses: [change!.shortID, key(9).shortID], threshold: 1 };
    const leaky = buildBaseTx(state, { outputs: [{ to, amount: 1_500_000n }] }, { change: weak });
    const app = fakeLedger(wallet);
    await ledgerSigner(app, account).sign(leaky);
    expect(app.asked).toMatchObject([{ change: [] }]);
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
    const app = fakeLedger(wallet);
    const half = await ledgerSigner(app, account).sign(both);
    expect(half.missing).toMatchObject([{ need: 1, candidates: [stranger!.shortID] }]);
    expect(app.asked).toMatchObject([{ signing: ['0/0'] }]);
    await ledgerSigner(app, account).sign(half);
    expect(await ledgerSigner(app, { path: "m/44'/9000'/7'" }).sign(both)).toEqual(both);
    expect(app.asked).toHaveLength(1);
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
    const half = sign(shared, ...wallet.keys(shared));
    const app = fakeLedger(wallet);
    expect(await ledgerSigner(app, account).sign(half)).toEqual(half);
    expect(app.asked).toEqual([]);
    const whole = await ledgerSigner(fakeLedger(stranger), stranger.account()).sign(half);
    expect(whole.missing).toEqual([]);
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
    const app = fakeLedger(wallet);
    expect(finalize(await signWith(out, ledgerSigner(app, evm))).chain).toBe('C');
    expect(app.asked).toMatchObject([{ prefix: "m/44'/60'/0'", signing: ['0/0'] }]);
  });

  it('knows beforehand what the app cannot read', async () => {
    const app = fakeLedger(wallet);
    await expect(ledgerSigner(app, account).sign(unknown)).rejects.toMatchObject({
      code: 'Unsupported',
      context: { reason: 'platformvm.TransferSubnetOwnershipTx' },
    });
    const property = asset(6);
    const owned = {
      ...utxo(3, 1n),
      assetID: property,
      output: {
        type: 'propertyfx.OwnedOutput' as const,
        locktime: 0n,
        threshold: 1,
        addresses: [zero!.shortID],
      },
    };
    const [zeroX] = account.addresses('X', fuji, { count: 1 });
    const x = xState([utxo(4, 9_000_000n, { owner: zero!.shortID }), owned], {
      from,
      paths: { [zeroX!.address]: zeroX!.path },
    });
    const burn = buildOperationTx(x, {
      operations: [{ type: 'burnProperty', assetID: property }],
    });
    await expect(ledgerSigner(app, account).sign(burn)).rejects.toMatchObject({
      context: { reason: 'propertyfx' },
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
    await expect(ledgerSigner(app, account).sign(strange)).rejects.toMatchObject({
      context: { reason: 'network 7' },
    });
    expect(app.asked).toEqual([]);
  });

  it('gives a hash only if it may', async () => {
    const app = fakeLedger(wallet);
    const options = { hash: 'unreadable' } as const;
    const signed = await ledgerSigner(app, account, options).sign(unknown);
    expect(finalize(signed).txID).toBe(finalize(sign(unknown, ...wallet.keys(unknown))).txID);
    await ledgerSigner(app, account, options).sign(draft);
    await ledgerSigner(app, account, { hash: 'always' }).sign(draft);
    const reads = ['platformvm.TransferSubnetOwnershipTx'];
    await ledgerSigner(app, account, { reads }).sign(unknown);
    expect(app.asked.map(({ by }) => by)).toEqual(['signHash', 'sign', 'signHash', 'sign']);
  });

  it('knows how much the device holds, paths included', async () => {
    const exact = finalize(sign(draft, ...wallet.keys(draft))).bytes.length;
    const unsigned = exact - 4 - 2 * 8 - 3 * 65;
    const app = fakeLedger(wallet);
    const maxBytes = unsigned + 1 + 3 * 9;
    await ledgerSigner(app, account, { maxBytes }).sign(draft);
    await expect(
      ledgerSigner(app, account, { maxBytes: maxBytes - 1 }).sign(draft),
    ).rejects.toMatchObject({ code: 'TooLong', context: { length: maxBytes, max: maxBytes - 1 } });
    expect(app.asked).toHaveLength(1);
  });

  it.each([
    [0x6986, 'Declined', /declined/],
    [0x6984, 'SignerFailed', /cannot read.*0x6984/],
    [0x5515, 'SignerFailed', /locked/],
    [0x6e00, 'SignerFailed', /open Avalanche/],
    [0x1234, 'SignerFailed', /0x1234/],
  ])('says status %i in words', async (status, code, message) => {
    const answered = ledgerSigner(fakeLedger(wallet, status), account).sign(draft);
    await expect(answered).rejects.toMatchObject({
      code,
      context: { status },
      message: expect.stringMatching(message),
    });
    const app = fakeLedger(wallet);
    app.sign = async () => {
      throw Object.assign(new Error('transport'), { statusCode: status });
    };
    await expect(ledgerSigner(app, account).sign(draft)).rejects.toMatchObject({ code });
  });

  it('notices another seed, a lost signature, a lost connection', async () => {
    const other = fakeLedger(hdWallet(new Uint8Array(16)));
    const { path } = account;
    await expect(ledgerSigner(other, { path }).sign(draft)).rejects.toMatchObject({
      code: 'BadSignature',
      path: ['device', expect.stringContaining(account.path), 'signature'],
    });
    const app = fakeLedger(wallet);
    app.sign = async () => ({ returnCode: 0x9000, signatures: new Map() });
    await expect(ledgerSigner(app, account).sign(draft)).rejects.toMatchObject({
      code: 'SignerFailed',
    });
    app.sign = async () => ({ returnCode: 0x9000, signatures: null });
    await expect(ledgerSigner(app, account).sign(draft)).rejects.toMatchObject({
      code: 'SignerFailed',
    });
    for (const answer of [undefined, null, { returnCode: 0x9000, signatures: {} }]) {
      app.sign = async () => answer as never;
      await expect(ledgerSigner(app, account).sign(draft)).rejects.toMatchObject({
        code: 'SignerFailed',
      });
    }
    app.sign = async () => {
      throw new Error('unplugged');
    };
    await expect(ledgerSigner(app, account).sign(draft)).rejects.toMatchObject({
      code: 'SignerFailed',
    });
  });
});
