/** Transactions of Fuji by hand, as evidence: the parents of made-up UTXOs. */
import { Tx as CTx } from '../../src/chain/cchain/tx.ts';
import { idOf } from '../../src/chain/ids.ts';
import { Tx as PTx } from '../../src/chain/pchain/tx.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { fuji } from '../../src/network/known.ts';
import type { Evidence } from '../../src/state/evidence.ts';
import { type Owner, outputOwners } from '../../src/state/owner.ts';
import type { UTXOID } from '../../src/tx/order.ts';
import { amountOf } from '../../src/tx/output.ts';
import { L1Payload, type RegisterL1Validator, validationIDOf } from '../../src/warp/l1.ts';
import { buildCallMessage, Message, UnsignedMessage } from '../../src/warp/message.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { asset } from './state.ts';
import { base, spend } from './tx.ts';

/** Evidence, and the id of its transaction. */
export interface Parent extends Evidence {
  readonly txID: Uint8Array;
}

const types = { P: PTx, X: XTx, C: CTx } as const;

/** A transaction without credentials, as evidence. */
export function parent(chain: Evidence['chain'], unsignedTx: object): Parent {
  const bytes = encode(types[chain] as typeof PTx, { unsignedTx, credentials: [] } as never);
  return { chain, bytes, txID: idOf(bytes) };
}

/** Whoever holds the key of one address. */
export const ownerAt = (...bytes: readonly Uint8Array[]) =>
  outputOwners({ addresses: bytes, threshold: 1 } satisfies Owner, fuji.chains.P, fuji);

/** A base that spends an output of a transaction. */
export const spending = (from: UTXOID = { txID: asset(77), outputIndex: 0 }) => {
  const output = amountOf(10n, ownerAt(new Uint8Array(20)));
  return base([spend({ ...from, assetID: fuji.avaxAssetID, output })], []);
};

/** A transaction that registers a validator of an L1, and the id of its validation. */
export function registering(
  more: Pick<RegisterL1Validator, 'subnetID' | 'remainingBalanceOwner' | 'disableOwner'>,
): { readonly tx: Parent; readonly validationID: Uint8Array } {
  const registration: RegisterL1Validator = {
    type: 'message.RegisterL1Validator',
    nodeID: new Uint8Array(20),
    blsPublicKey: new Uint8Array(48),
    expiry: 1n,
    weight: 1n,
    ...more,
  };
  return {
    tx: parent('P', {
      type: 'platformvm.RegisterL1ValidatorTx',
      ...spending(),
      balance: 1n,
      proofOfPossession: new Uint8Array(96),
      message: warp(registration),
    }),
    validationID: validationIDOf({ registerMessage: encode(L1Payload, registration) }),
  };
}

/** A warp message that calls with a payload. */
export function warp(payload: L1Payload): Uint8Array {
  const call = buildCallMessage({
    networkID: fuji.networkID,
    sourceChainID: asset(9),
    sourceAddress: new Uint8Array(20),
    payload: encode(L1Payload, payload),
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
