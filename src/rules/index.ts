/** Checks whether a node would accept a transaction: facts, verdict, flows of funds, and signers. */

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
export type { AnyUnsignedTx, AnyUTXO, AssetAmount } from '../tx/types.ts';
export { verifyCare } from './care.ts';
export { checkTx, type RuleTable, rules } from './check.ts';
export type { TxOf } from './components.ts';
export {
  type AccountFacts,
  type AutoRenewedFacts,
  type BLS,
  completeLookup,
  type FactLookup,
  type Facts,
  factsOfState,
  type L1ValidatorFacts,
  type ManagerFacts,
  nextBlockTime,
  nodeKeyOf,
  type OwnerFacts,
  type Pool,
  type StakeFacts,
  type SubnetFacts,
  type UTXOs,
  type ValidatorFacts,
} from './facts.ts';
export { signersOf } from './spending.ts';
export type { Checkable, PartlySigned, SignedTx, Subject } from './subject.ts';
export {
  assertNotRefused,
  type Rule,
  type RuleFinding,
  refusalOf,
  type Verdict,
} from './verdict.ts';
