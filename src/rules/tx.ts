import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { UnsignedTx as CUnsignedTx } from '../chain/cchain/tx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import { UnsignedTx as PUnsignedTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { UnsignedTx as XUnsignedTx } from '../chain/xchain/tx.ts';
import { encode } from '../wire/codec.ts';
import { chainNameOf, type UnsignedTx } from './context.ts';
import { authorizationOf, inputsOf } from './parts.ts';

/** The bytes whose sha256 is signed. */
export function unsignedBytesOf(tx: UnsignedTx): Uint8Array {
  switch (chainNameOf(tx)) {
    case 'P':
      return encode(PUnsignedTx, tx as PTx);
    case 'X':
      return encode(XUnsignedTx, tx as XTx);
    default:
      return encode(CUnsignedTx, tx as CTx);
  }
}

/** Bytes of a transaction once all have signed who are to sign: credentials are known before they are there. */
export const signedSizeOf = (tx: UnsignedTx): number =>
  signedSizeFor(tx, unsignedBytesOf(tx).length);

/** The same, if the length of the unsigned bytes is known. */
export function signedSizeFor(tx: UnsignedTx, unsignedSize: number): number {
  const slots = [
    ...inputsOf(tx).map(({ value: { input } }) =>
      input.type === 'stakeable.LockIn' ? input.input : input,
    ),
    ...('operations' in tx ? tx.operations.map(({ operation }) => signerOf(operation)) : []),
  ].map(({ signatureIndices }) => signatureIndices.length);
  if (tx.type === 'atomic.ExportTx') slots.push(...tx.inputs.map(() => 1));
  const auth = authorizationOf(tx)?.value;
  if (auth) slots.push(auth.type === 'secp256k1fx.Input' ? auth.signatureIndices.length : 0);
  return slots.reduce((sum, count) => sum + 8 + 65 * count, unsignedSize + 4);
}

type FxOperation = Extract<
  XTx,
  { readonly type: 'avm.OperationTx' }
>['operations'][number]['operation'];

/** Who of the UTXO’s owners signs an operation. */
export function signerOf(operation: FxOperation): { readonly signatureIndices: readonly number[] } {
  switch (operation.type) {
    case 'propertyfx.BurnOperation':
      return operation;
    case 'nftfx.TransferOperation':
      return operation.input;
    default:
      return operation.mintInput;
  }
}
