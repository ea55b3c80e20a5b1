/** Transactions put together by hand, and their signatures. */
import { primaryNetworkID } from '../../src/chain/base.ts';
import type { TransferableInput, TransferableOutput } from '../../src/chain/pchain/components.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { fuji } from '../../src/network/known.ts';
import { type AnyUTXO, unsignedBytesOf } from '../../src/rules/index.ts';
import { type Key, signWithKey } from '../../src/sign/key.ts';
import { compareUTXOIDs, outputOrder } from '../../src/tx/order.ts';
import type { AnyUnsignedTx } from '../../src/tx/types.ts';

/** The input that spends a UTXO with the first of its owners, locked as that is. */
export function spend(utxo: AnyUTXO, signatureIndices: readonly number[] = [0]): TransferableInput {
  const { txID, outputIndex, assetID, output } = utxo;
  const input = (amount: bigint) => ({
    type: 'secp256k1fx.TransferInput' as const,
    amount,
    signatureIndices,
  });
  if (output.type === 'secp256k1fx.TransferOutput')
    return { txID, outputIndex, assetID, input: input(output.amount) };
  if (output.type !== 'stakeable.LockOut') throw new Error(`no input spends a ${output.type}`);
  const { locktime } = output;
  return {
    txID,
    outputIndex,
    assetID,
    input: { type: 'stakeable.LockIn', locktime, input: input(output.output.amount) },
  };
}

/** The fields of a base transaction on the P-chain of Fuji, lists sorted. */
export const base = (
  inputs: readonly TransferableInput[],
  outputs: readonly TransferableOutput[],
) => ({
  networkID: fuji.networkID,
  blockchainID: primaryNetworkID,
  inputs: [...inputs].sort(compareUTXOIDs),
  outputs: outputOrder(outputs).map((i) => outputs[i]!),
  memo: new Uint8Array(),
});

/** The same on the X-chain, where nothing is locked. */
export const xBase = (
  inputs: readonly TransferableInput[],
  outputs: readonly TransferableOutput[],
) => ({
  ...(base(inputs, outputs) as ReturnType<typeof base> & {
    readonly inputs: readonly (TransferableInput & {
      readonly input: { readonly type: 'secp256k1fx.TransferInput' };
    })[];
    readonly outputs: readonly (TransferableOutput & {
      readonly output: { readonly type: 'secp256k1fx.TransferOutput' };
    })[];
  }),
  blockchainID: fuji.chains.X.blockchainID,
});

/** A credential with the signatures of keys, in their order. */
export const credential = (tx: AnyUnsignedTx, ...keys: readonly Key[]) => {
  const digest = sha256(unsignedBytesOf(tx));
  return {
    type: 'secp256k1fx.Credential' as const,
    signatures: keys.map((key) => signWithKey(key, digest)),
  };
};
