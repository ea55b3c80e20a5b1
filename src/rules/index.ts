/** Checks whether a node would accept a transaction: facts, verdict, flows of funds, and signers. */

export { recoverKey } from '../crypto/secp256k1.ts';
export type { State } from '../state/state.ts';
export { signedSizeOf, unsignedBytesOf } from '../tx/bytes.ts';
export { checkedRecover, type Recover } from '../tx/recover.ts';
export type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
export type { SignerSet } from '../warp/signerset.ts';
export { checkCare } from './care.ts';
export { checkTx, type RuleTable, rules } from './check.ts';
export type { TxOf } from './components.ts';
export {
  type AccountFacts,
  type AutoRenewedFacts,
  type BLS,
  completeList,
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
