import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { guarded } from '../errors/arguments.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import { verifyCTx } from './cchain.ts';
import { verifyLength } from './components.ts';
import { chainNameOf, isActive, type Rules, type UnsignedTx } from './context.ts';
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
