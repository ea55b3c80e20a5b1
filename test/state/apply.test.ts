import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as C from '../../src/chain/cchain/index.ts';
import type * as P from '../../src/chain/pchain/index.ts';
import type * as X from '../../src/chain/xchain/index.ts';
import { avmChain } from '../../src/network/custom.ts';
import { fuji, local } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import {
  applyTxs,
  balancesOf,
  type CState,
  formatState,
  type PState,
  parseState,
} from '../../src/state/index.ts';
import { wei } from '../../src/text/amount.ts';
import { parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { L1Payload, validationIDOf } from '../../src/warp/l1.ts';
import { buildCallMessage, Message, UnsignedMessage } from '../../src/warp/message.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { seeded } from '../support/seeded.ts';
import {
  asset,
  frozen,
  key,
  lockedUTXO,
  now,
  pFile as pState,
  utxo,
  xFile as xState,
} from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const AVAX = fuji.avaxAssetID;
const me = key(1).shortID;
const owner = {
  type: 'secp256k1fx.OutputOwners',
  locktime: 0n,
  threshold: 1,
  addresses: [me],
} as const;
const asOwner = { addresses: [me], threshold: 1, locktime: 0n };
const others = { ...owner, addresses: [key(2).shortID] };
const amount = (n: bigint, of: { addresses: readonly Uint8Array[] } = owner) => ({
  assetID: AVAX,
  output: { ...owner, ...of, type: 'secp256k1fx.TransferOutput', amount: n } as const,
});
const spend = (of: { txID: Uint8Array; outputIndex: number }, n: bigint) => ({
  txID: of.txID,
  outputIndex: of.outputIndex,
  assetID: AVAX,
  input: { type: 'secp256k1fx.TransferInput', amount: n, signatureIndices: [0] } as const,
});
const p = <T extends P.UnsignedTx>(txID: Uint8Array, unsignedTx: T) =>
  frozen({ chain: 'P', txID, unsignedTx } as const);
const x = (txID: Uint8Array, unsignedTx: X.UnsignedTx) =>
  frozen({ chain: 'X', txID, unsignedTx } as const);
const c = (txID: Uint8Array, unsignedTx: C.UnsignedTx) =>
  frozen({ chain: 'C', txID, unsignedTx } as const);
const base = {
  networkID: 5,
  blockchainID: fuji.chains.P.blockchainID,
  memo: new Uint8Array(0),
  inputs: [] as P.TransferableInput[],
  outputs: [] as P.TransferableOutput[],
};
const xBase = { ...base, blockchainID: fuji.chains.X.blockchainID, inputs: [], outputs: [] };
const cBase = { networkID: 5, blockchainID: fuji.chains.C.blockchainID };
const cState: CState = {
  chain: 'C',
  network: fuji,
  from: [me],
  time: now,
  baseFee: wei(1n),
  accounts: [
    { address: evmAddressOf(key(1)), nonce: 3n, balance: wei('2') },
    { address: evmAddressOf(key(2)), nonce: 0n, balance: wei('1') },
  ],
};
const account = parseHex(evmAddressOf(key(1)));

const toP = c(asset(0xc1), {
  type: 'atomic.ExportTx',
  ...cBase,
  destinationChain: fuji.chains.P.blockchainID,
  inputs: [{ address: account, amount: 1_000_000_000n, assetID: AVAX, nonce: 3n }],
  exportedOutputs: [amount(600_000_000n), amount(399_000_000n, others)],
});
const exported = { txID: asset(0xc1), outputIndex: 0 };
const fromC = p(asset(0xa1), {
  type: 'platformvm.ImportTx',
  ...base,
  sourceChain: fuji.chains.C.blockchainID,
  outputs: [amount(599_000_000n)],
  importedInputs: [spend(exported, 600_000_000n)],
});
const stake = p(asset(0xa2), {
  type: 'platformvm.AddPermissionlessDelegatorTx',
  ...base,
  inputs: [spend({ txID: asset(0xa1), outputIndex: 0 }, 599_000_000n)],
  outputs: [amount(90_000_000n)],
  validator: { nodeID: new Uint8Array(20), start: 0n, end: now + 1n, weight: 500_000_000n },
  subnetID: new Uint8Array(32),
  stake: [amount(500_000_000n)],
  rewardsOwner: owner,
});

describe('apply', () => {
  it('carries AVAX from C to P into a stake, in one sitting', () => {
    const start = frozen(pState([utxo(1, 5n)]));
    const waiting = applyTxs(start, toP);
    expect(waiting.utxos).toEqual(start.utxos);
    expect(waiting.imports).toEqual({ C: [{ ...exported, ...amount(600_000_000n) }] });
    const there = applyTxs(waiting, fromC);
    expect(there.imports).toEqual({ C: [] });
    expect(there.utxos).toEqual([
      utxo(1, 5n),
      { txID: asset(0xa1), outputIndex: 0, ...amount(599_000_000n) },
    ]);
    const staked = applyTxs(there, stake);
    expect(balancesOf(staked.utxos, staked)).toMatchObject([{ assetID: AVAX, total: 90_000_005n }]);
    expect(applyTxs(start, toP, fromC, stake)).toEqual(staked);
    expect(parseState(formatState(staked))).toEqual(staked);
  });

  it('takes from accounts what C exports, and gives what it imports', () => {
    const after = applyTxs(frozen(cState), toP);
    expect(after.accounts).toEqual([
      { address: evmAddressOf(key(1)), nonce: 4n, balance: wei('1') },
      cState.accounts[1],
    ]);
    const toC = p(asset(0xa3), {
      type: 'platformvm.ExportTx',
      ...base,
      destinationChain: fuji.chains.C.blockchainID,
      inputs: [spend(utxo(1, 0n), 9n)],
      exportedOutputs: [amount(8n)],
    });
    const waiting = { txID: asset(0xa3), outputIndex: 0 };
    const fromP = c(asset(0xc2), {
      type: 'atomic.ImportTx',
      ...cBase,
      sourceChain: fuji.chains.P.blockchainID,
      importedInputs: [spend(waiting, 8n)],
      outputs: [
        { address: account, amount: 5n, assetID: AVAX },
        { address: new Uint8Array(20), amount: 2n, assetID: AVAX },
      ],
    });
    expect(applyTxs(after, toC).imports).toEqual({ P: [{ ...waiting, ...amount(8n) }] });
    const end = applyTxs(after, toC, fromP);
    expect(end.imports).toEqual({ P: [] });
    expect(end.accounts).toEqual([
      { address: evmAddressOf(key(1)), nonce: 4n, balance: 1_000_000_005_000_000_000n },
      cState.accounts[1],
    ]);
    expect(applyTxs(pState([utxo(1, 9n)]), toC).utxos).toEqual([]);
  });

  it('moves between X and P, and leaves each state what is its own', () => {
    const out = x(asset(0xb1), {
      type: 'avm.ExportTx',
      ...xBase,
      destinationChain: fuji.chains.P.blockchainID,
      inputs: [spend(utxo(1, 0n), 9n)],
      outputs: [amount(2n)],
      exportedOutputs: [amount(6n)],
    });
    const xs = xState([utxo(1, 9n)], { imports: { C: [] } });
    expect(applyTxs(xs, out)).toEqual({
      ...xs,
      utxos: [{ txID: asset(0xb1), outputIndex: 0, ...amount(2n) }],
    });
    expect(applyTxs(pState([]), out).imports).toEqual({
      X: [{ txID: asset(0xb1), outputIndex: 1, ...amount(6n) }],
    });
    expect(applyTxs(frozen(cState), out)).toEqual(cState);
    const instance = xState([], { blockchain: avmChain(asset(5), 'swap') });
    expect(applyTxs(instance, out)).toEqual(instance);
    const elsewhere = x(out.txID, { ...out.unsignedTx, blockchainID: asset(5) } as X.UnsignedTx);
    expect(thrown(() => applyTxs(pState([]), elsewhere))).toMatchObject({ code: 'WrongChain' });
  });

  it('consumes what operations do, and adds what it mints', () => {
    const right = {
      ...owner,
      type: 'secp256k1fx.MintOutput',
    } as const;
    const minter = { txID: asset(1), outputIndex: 2, assetID: asset(9), output: right };
    const minted = { ...amount(50n).output };
    const mint = x(asset(0xb2), {
      type: 'avm.OperationTx',
      ...xBase,
      inputs: [spend(utxo(1, 0n), 9n)],
      operations: [
        {
          assetID: asset(9),
          inputIDs: [{ txID: asset(1), outputIndex: 2 }],
          operation: {
            type: 'secp256k1fx.MintOperation',
            mintInput: { type: 'secp256k1fx.Input', signatureIndices: [0] },
            mintOutput: right,
            transferOutput: minted,
          },
        },
      ],
    });
    const { utxos } = applyTxs(xState([utxo(1, 9n), minter]), mint);
    expect(utxos).toEqual([
      { txID: asset(0xb2), outputIndex: 0, assetID: asset(9), output: right },
      { txID: asset(0xb2), outputIndex: 1, assetID: asset(9), output: minted },
    ]);
  });

  it('keeps what belongs to nobody of the state out, and what it shares in', () => {
    const tx = p(asset(0xa4), {
      type: 'platformvm.BaseTx',
      ...base,
      inputs: [spend(utxo(1, 0n), 9n)],
      outputs: [
        amount(1n, others),
        amount(2n, { addresses: [me, key(2).shortID] }),
        {
          assetID: AVAX,
          output: { type: 'stakeable.LockOut', locktime: now, output: amount(3n).output },
        },
      ],
    });
    const { utxos } = applyTxs(pState([utxo(1, 9n)]), tx);
    expect(utxos.map(({ outputIndex }) => outputIndex)).toEqual([1, 2]);
  });

  const fails: readonly [string, () => unknown, string][] = [
    ['what has been applied', () => applyTxs(pState([]), toP, toP), 'Duplicate'],
    ['an import a second time', () => applyTxs(pState([]), toP, fromC, fromC), 'Duplicate'],
    ['what another has spent', () => applyTxs(pState([]), toP, fromC, stake, stake), 'Duplicate'],
    ['what is not there', () => applyTxs(pState([]), fromC), 'MissingState'],
    [
      'another amount than is there',
      () =>
        applyTxs(
          pState([lockedUTXO(1, 5n, now)]),
          p(asset(1), { type: 'platformvm.BaseTx', ...base, inputs: [spend(utxo(1, 0n), 6n)] }),
        ),
      'Mismatch',
    ],
    [
      'more out than in',
      () =>
        applyTxs(
          pState([]),
          p(asset(1), { type: 'platformvm.BaseTx', ...base, outputs: [amount(1n)] }),
        ),
      'Unbalanced',
    ],
    [
      'a nonce that is used',
      () => applyTxs(applyTxs(cState, toP), { ...toP, txID: asset(1) }),
      'Duplicate',
    ],
    [
      'a nonce that is not reached',
      () => applyTxs({ ...cState, accounts: [{ ...cState.accounts[0]!, nonce: 2n }] }, toP),
      'Mismatch',
    ],
    [
      'more than an account has',
      () =>
        applyTxs({ ...cState, accounts: [{ ...cState.accounts[0]!, balance: wei('0.9') }] }, toP),
      'Insufficient',
    ],
    [
      'an account that is not known',
      () => applyTxs({ ...cState, accounts: [] }, toP),
      'MissingState',
    ],
    [
      'another network',
      () => applyTxs(pState([], { network: local, from: [] }), toP),
      'WrongNetwork',
    ],
    [
      'another chain of that name',
      () => applyTxs(cState, { ...toP, unsignedTx: { ...toP.unsignedTx, blockchainID: asset(1) } }),
      'WrongChain',
    ],
    [
      'what has no id',
      () => applyTxs(pState([]), { ...fromC, txID: undefined } as unknown as typeof fromC),
      'MissingSigner',
    ],
  ];
  it.each(fails)('refuses %s', (_, f, code) => {
    expect(thrown(f)).toMatchObject({ code });
  });

  it('says which nonce was found and expected', () => {
    const [first] = cState.accounts;
    expect(
      thrown(() => applyTxs({ ...cState, accounts: [{ ...first!, nonce: 2n }] }, toP)),
    ).toMatchObject({ context: { found: '3', expected: '2' } });
  });

  it('says which transaction and which UTXO', () => {
    expect(
      thrown(() => applyTxs(pState([]), toP, fromC, { ...fromC, txID: asset(3) })),
    ).toMatchObject({
      code: 'MissingState',
      path: [2],
      detail: `output 0 of ${formatID(asset(0xc1))} is not in the state, or already spent`,
    });
  });

  it('knows the owners of what is new', () => {
    const disableOwner = { threshold: 1, addresses: [key(2).shortID] };
    const nobody = { threshold: 0, addresses: [] };
    const subnet = p(asset(2), { type: 'platformvm.CreateSubnetTx', ...base, owner });
    const transfer = p(asset(3), {
      type: 'platformvm.TransferSubnetOwnershipTx',
      ...base,
      subnetID: asset(2),
      subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [0] },
      newOwner: { ...others, locktime: 7n },
    });
    const signer = {
      type: 'signer.ProofOfPossession',
      publicKey: new Uint8Array(48),
      proofOfPossession: new Uint8Array(96),
    } as const;
    const validator = (deactivationOwner: P.PChainOwner) => ({
      nodeID: new Uint8Array(20),
      weight: 1n,
      balance: 0n,
      signer,
      remainingBalanceOwner: nobody,
      deactivationOwner,
    });
    const convert = p(asset(4), {
      type: 'platformvm.ConvertSubnetToL1Tx',
      ...base,
      subnetID: asset(2),
      chainID: asset(9),
      address: new Uint8Array(0),
      validators: [validator(disableOwner), validator(nobody)],
      subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [0] },
    });
    const registration = encode(L1Payload, {
      type: 'message.RegisterL1Validator',
      subnetID: asset(2),
      nodeID: new Uint8Array(20),
      blsPublicKey: new Uint8Array(48),
      expiry: 1n,
      remainingBalanceOwner: nobody,
      disableOwner,
      weight: 1n,
    });
    const register = p(asset(5), {
      type: 'platformvm.RegisterL1ValidatorTx',
      ...base,
      balance: 0n,
      proofOfPossession: new Uint8Array(96),
      message: warp(registration),
    });
    const registered = validationIDOf({ registerMessage: registration });
    const remove = p(asset(6), {
      type: 'platformvm.SetL1ValidatorWeightTx',
      ...base,
      message: warp(
        encode(L1Payload, {
          type: 'message.L1ValidatorWeight',
          validationID: registered,
          nonce: 1n,
          weight: 0n,
        }),
      ),
    });
    const renewed = p(asset(7), {
      type: 'platformvm.AddAutoRenewedValidatorTx',
      ...base,
      nodeID: new Uint8Array(20),
      signer,
      stake: [],
      validationRewardsOwner: others,
      delegationRewardsOwner: others,
      validatorAuthority: owner,
      delegationShares: 0,
      autoCompoundRewardShares: 0,
      period: 1n,
    });
    const first = formatID(validationIDOf({ subnetID: asset(2), index: 0 }));
    const second = formatID(validationIDOf({ subnetID: asset(2), index: 1 }));
    const disabler = { ...disableOwner, locktime: 0n };
    const state: PState = applyTxs(pState([]), subnet);
    expect(state.authorities).toEqual({ [formatID(asset(2))]: asOwner });
    const later = applyTxs(state, transfer, convert, register, renewed);
    expect(later.authorities).toEqual({
      [formatID(asset(2))]: { ...asOwner, addresses: others.addresses, locktime: 7n },
      [first]: disabler,
      [second]: { ...nobody, locktime: 0n },
      [formatID(registered)]: disabler,
      [formatID(asset(7))]: asOwner,
    });
    expect(parseState(formatState(later))).toEqual(later);
    expect(Object.keys(applyTxs(later, remove).authorities!)).toEqual(
      Object.keys(later.authorities!).filter((id) => id !== formatID(registered)),
    );
    expect(
      applyTxs(pState([]), {
        ...register,
        unsignedTx: { ...register.unsignedTx, message: new Uint8Array(3) } as P.UnsignedTx,
      }),
    ).toEqual(pState([]));
  });
});

describe('apply, whatever the ids look like', () => {
  // Ids alike in their first bytes: what is looked at and what is not must come to the same.
  const ids = fc.record({
    head: fc.integer({ min: 0, max: 3 }),
    tail: fc.integer({ min: 0, max: 2 }),
  });
  const idOf = ({ head, tail }: { head: number; tail: number }) =>
    Uint8Array.of(head, ...new Uint8Array(30), tail);
  const places = fc.uniqueArray(fc.tuple(ids, fc.integer({ min: 0, max: 3 })), {
    maxLength: 40,
    selector: ([{ head, tail }, index]) => `${head} ${tail} ${index}`,
  });
  it('spends what is named and keeps the rest in its order', () => {
    fc.assert(
      fc.property(places, fc.infiniteStream(fc.boolean()), (list, spends) => {
        const utxos = list.map(([id, outputIndex]) => ({
          txID: idOf(id),
          outputIndex,
          ...amount(1n),
        }));
        const spent = utxos.filter(() => spends.next().value);
        const tx = p(Uint8Array.of(0, 9, ...new Uint8Array(30)), {
          type: 'platformvm.BaseTx',
          ...base,
          inputs: spent.map((of) => spend(of, 1n)),
          outputs: spent.length > 0 ? [amount(1n)] : [],
        });
        const made = tx.unsignedTx.outputs.map((of) => ({ txID: tx.txID, outputIndex: 0, ...of }));
        expect(applyTxs(pState(utxos), tx).utxos).toEqual([
          ...utxos.filter((of) => !spent.includes(of)),
          ...made,
        ]);
      }),
      seeded,
    );
  });
});

/** A warp message that calls with a payload. */
function warp(payload: Uint8Array): Uint8Array {
  const call = buildCallMessage({
    networkID: 5,
    sourceChainID: asset(9),
    sourceAddress: new Uint8Array(20),
    payload,
  });
  return encode(Message, {
    ...decode(UnsignedMessage, call),
    Signature: {
      type: 'warp.BitSetSignature',
      Signers: Uint8Array.of(1),
      Signature: new Uint8Array(96),
    },
  });
}
