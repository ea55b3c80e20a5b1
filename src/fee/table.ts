import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import { Finder } from '../tx/find.ts';
import { countMessageSigners } from '../tx/message.ts';
import { unlocked } from '../tx/output.ts';
import type { Complexity } from './complexity.ts';

/** What the node does not price, because nobody can issue it any more, or only nodes do. */
type Unpriced =
  | 'platformvm.AddDelegatorTx'
  | 'platformvm.AddValidatorTx'
  | 'platformvm.AdvanceTimeTx'
  | 'platformvm.RewardAutoRenewedValidatorTx'
  | 'platformvm.RewardValidatorTx'
  | 'platformvm.TransformSubnetTx';

/**
 * The intrinsic complexity of each other type. The X-chain has no gas, but the bandwidth of its transactions is computed the same way.
 * Source: avalanchego `vms/platformvm/txs/fee/complexity.go`, `Intrinsic*TxComplexities`.
 */
export const intrinsic = {
  'platformvm.AddAutoRenewedValidatorTx': [118, 0, 3, 0],
  'platformvm.AddPermissionlessDelegatorTx': [142, 1, 2, 0],
  'platformvm.AddPermissionlessValidatorTx': [154, 1, 3, 0],
  'platformvm.AddSubnetValidatorTx': [142, 3, 3, 0],
  'platformvm.BaseTx': [58, 0, 0, 0],
  'platformvm.ConvertSubnetToL1Tx': [138, 3, 2, 0],
  'platformvm.CreateChainTx': [140, 3, 1, 0],
  'platformvm.CreateSubnetTx': [62, 0, 1, 0],
  'platformvm.DisableL1ValidatorTx': [98, 1, 6, 0],
  'platformvm.ExportTx': [94, 0, 0, 0],
  'platformvm.ImportTx': [94, 0, 0, 0],
  'platformvm.IncreaseL1ValidatorBalanceTx': [98, 1, 5, 0],
  'platformvm.RegisterL1ValidatorTx': [166, 5, 6, 1050],
  'platformvm.RemoveSubnetValidatorTx': [118, 1, 3, 0],
  'platformvm.SetAutoRenewedValidatorConfigTx': [110, 1, 1, 0],
  'platformvm.SetL1ValidatorWeightTx': [62, 3, 5, 0],
  'platformvm.TransferSubnetOwnershipTx': [102, 1, 1, 0],
  'avm.BaseTx': [58, 0, 0, 0],
  'avm.CreateAssetTx': [67, 0, 0, 0],
  'avm.ExportTx': [94, 0, 0, 0],
  'avm.ImportTx': [94, 0, 0, 0],
  'avm.OperationTx': [62, 0, 0, 0],
} as const satisfies Record<Exclude<(PTx | XTx)['type'], Unpriced>, Complexity>;

const costing = /* @__PURE__ */ new Finder('spends', 'makes', 'burns', 'key', 'says', 'auth');

/** Database writes for each L1 validator that a transaction lists. */
const l1ValidatorWrites = 4;
/** Compute for verifying a signature, a proof of possession, a warp message and each of its signers. */
const compute = { signature: 200, proof: 1050, message: 1000, signer: 5 };
/** Database reads for verifying a warp message. */
const messageReads = 23;

/**
 * Returns the complexity of a transaction with its credentials. The bandwidth is the length of the signed bytes.
 * Source: avalanchego `vms/platformvm/txs/fee/complexity.go` `TxComplexity`.
 * @param size Length of the signed bytes, if known.
 * @throws {AvalancheError} `Unsupported`: a type that nobody can issue any more or that only nodes issue, or an unknown
 *   type of authorization; as `decode` or `countSigners`, for a warp message that the node cannot read.
 */
export function complexityOf(tx: PTx | XTx, size?: number): Complexity {
  const own = Object.hasOwn(intrinsic, tx.type) && intrinsic[tx.type as keyof typeof intrinsic];
  if (!own) throw new AvalancheError('Unsupported', `the node has no price for a ${tx.type}`);
  let [, reads, writes, computed]: Complexity = own;
  for (const of of costing.in(tx))
    switch (of.is) {
      case 'spends':
        reads += of.value.length;
        writes += of.value.length;
        for (const { input } of of.value)
          computed += compute.signature * unlocked(input).signatureIndices.length;
        break;
      case 'makes':
        writes += of.value.length;
        break;
      case 'burns':
        if (of.path.length > 1) writes += l1ValidatorWrites;
        break;
      case 'key':
        computed += compute.proof;
        break;
      case 'says':
        reads += messageReads;
        computed += compute.message + compute.signer * countMessageSigners(of.value);
        break;
      case 'auth': {
        const { value, path } = of;
        // The codec allows more types of authorizations than the node has prices for.
        if (value.type !== 'secp256k1fx.Input')
          throw new AvalancheError('Unsupported', `a ${value.type} is not an authorization`).at(
            ...path,
          );
        computed += compute.signature * value.signatureIndices.length;
      }
    }
  return [size ?? signedSizeOf(tx), reads, writes, computed];
}
