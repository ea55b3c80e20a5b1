/** Would a node take this: the rules of every transaction, where funds go, who signed, the bounds of staking. */

export { recoverKey } from '../crypto/secp256k1.ts';
export { signedSizeOf, unsignedBytesOf } from '../tx/bytes.ts';
export {
  type AssetFlow,
  type FlowIntent,
  type FlowState,
  type Flows,
  flowsOf,
  type LockFlow,
  verifyFlows,
} from '../tx/flows.ts';
export type { AnyUTXO, AssetAmount } from '../tx/types.ts';
export { verifyCare } from './care.ts';
export type { Rules, UnsignedTx } from './context.ts';
export {
  type CredentialState,
  credentialCountOf,
  type SignedTx,
  signersOf,
  verifyCredentialCount,
  verifyCredentials,
} from './credentials.ts';
export { type StakedValidator, type StakingState, verifyStaking } from './staking.ts';
export { verifyTx } from './tx.ts';
export { type Manager, verifyWarpMessage, type WarpRules } from './warp.ts';
