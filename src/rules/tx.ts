import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { UnsignedTx as CUnsignedTx } from '../chain/cchain/tx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import { UnsignedTx as PUnsignedTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { UnsignedTx as XUnsignedTx } from '../chain/xchain/tx.ts';
import { guarded } from '../errors/arguments.ts';
import { encode } from '../wire/codec.ts';
import { verifyCTx } from './cchain.ts';
import { verifyLength } from './components.ts';
import { chainNameOf, isActive, type Rules, type UnsignedTx } from './context.ts';
import { authorizationOf, inputsOf } from './parts.ts';
import { verifyPTx } from './pchain.ts';
import { verifyXTx } from './xchain.ts';

/** Most bytes of a signed transaction of the X-chain. Source: avalanchego `vms/txs/mempool/mempool.go`: MaxTxSize. */
const maxXTxSize = 65_536;
/** Most bytes of one of the P-chain before Helicon. Source: avalanchego `codec/manager.go`: DefaultMaxSize. */
const maxPTxSizePreHelicon = 262_144;

/**
 * Checks an unsigned transaction as a node does before it looks at its state, rules in the node’s order; with `rules.time`
 * also what it refuses at that time whatever the state. What a node lets pass and nobody means is for `verifyCare`.
 * @throws {AvalancheError} With the path of what is wrong: `WrongNetwork`, `WrongChain`, `WrongUpgrade`, `TooLong`, `OutOfRange`,
 *   `NotSorted`, `Duplicate`, `Mismatch`, `Unsupported`, `Unbalanced`, `FeeTooLow`, `BadSignature` (proof of possession),
 *   `Expired` and the codes of `decode` (warp message).
 */
export const verifyTx = /* @__PURE__ */ guarded(function verifyTx(
  tx: UnsignedTx,
  rules: Rules,
): void {
  switch (chainNameOf(tx)) {
    case 'P':
      verifyPTx(tx as PTx, rules);
      break;
    case 'X':
      verifyXTx(tx as XTx, rules);
      break;
    case 'C':
      verifyCTx(tx as CTx, rules);
  }
  if (rules.time !== undefined) verifySize(tx, rules, rules.time);
});

/** The bytes whose sha256 is signed. */
export const unsignedBytesOf = /* @__PURE__ */ guarded(function unsignedBytesOf(
  tx: UnsignedTx,
): Uint8Array {
  switch (chainNameOf(tx)) {
    case 'P':
      return encode(PUnsignedTx, tx as PTx);
    case 'X':
      return encode(XUnsignedTx, tx as XTx);
    default:
      return encode(CUnsignedTx, tx as CTx);
  }
});

/** Bytes of a transaction once all have signed who are to sign: credentials are known before they are there. */
export const signedSizeOf = /* @__PURE__ */ guarded(function signedSizeOf(tx: UnsignedTx): number {
  const slots = [
    ...inputsOf(tx).map(({ value: { input } }) =>
      input.type === 'stakeable.LockIn' ? input.input : input,
    ),
    ...('operations' in tx ? tx.operations.map(({ operation }) => signerOf(operation)) : []),
  ].map(({ signatureIndices }) => signatureIndices.length);
  if (tx.type === 'atomic.ExportTx') slots.push(...tx.inputs.map(() => 1));
  const auth = authorizationOf(tx)?.value;
  if (auth) slots.push(auth.type === 'secp256k1fx.Input' ? auth.signatureIndices.length : 0);
  return slots.reduce((sum, count) => sum + 8 + 65 * count, unsignedBytesOf(tx).length + 4);
});

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

function verifySize(tx: UnsignedTx, { network }: Rules, time: bigint): void {
  const chain = chainNameOf(tx);
  if (chain === 'X') verifyLength(signedSizeOf(tx), maxXTxSize);
  if (chain === 'P' && !isActive('helicon', network, time))
    verifyLength(signedSizeOf(tx), maxPTxSizePreHelicon);
}
