import type {
  Block,
  CreateChainTx,
  OutputOwners,
  PChainOwner,
  UTXO as PUTXO,
  TransformSubnetTx,
  UnsignedTx,
} from '../chain/pchain/index.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { guarded } from '../errors/arguments.ts';
import type { ValidatorFeeState } from '../fee/charge.ts';
import type { FeeState } from '../fee/gas.ts';
import type { Chain, Network } from '../network/network.ts';

/** Where a ledger keeps its UTXOs, by CB58 of their ids: a `Map`, or what behaves like one over a database. */
export interface Store<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): unknown;
  delete(key: string): unknown;
}

/** A transaction that makes a staker. */
export type StakerTx = Extract<
  UnsignedTx,
  {
    readonly type: `platformvm.Add${
      | 'Validator'
      | 'SubnetValidator'
      | 'Delegator'
      | 'PermissionlessValidator'
      | 'PermissionlessDelegator'
      | 'AutoRenewedValidator'}Tx`;
  }
>;

/** Somebody who validates or delegates, or will. Names as in `platform.getCurrentValidators`. */
export interface Staker {
  readonly txID: Uint8Array;
  /** What `txID` names. */
  readonly tx: StakerTx;
  readonly nodeID: Uint8Array;
  /** The primary network’s is zero. */
  readonly subnetID: Uint8Array;
  /** nAVAX, or what the subnet counts in. Of an auto-renewed validator with what it staked again. */
  readonly weight: bigint;
  /** Unix seconds. Of an auto-renewed validator those of its period. */
  readonly startTime: bigint;
  readonly endTime: bigint;
  /** What it gets if it is rewarded; the supply counts it already. 0 of permissioned and pending stakers. */
  readonly potentialReward: bigint;
  /** Of a validator, its share of rewards that its delegators have got, which it gets at its end. */
  readonly accruedDelegateeReward: bigint;
  /** Of an auto-renewed validator. */
  readonly renewal?: Renewal;
}

/** How an auto-renewed validator (ACP-236) goes on. */
export interface Renewal {
  /** Seconds; 0: it ends. */
  readonly nextPeriod: bigint;
  /** What of the rewards is staked again, in millionths. */
  readonly autoCompoundRewardShares: number;
  /** Staked again so far, in nAVAX: of the rewards for validating, and of the share of its delegators’. */
  readonly accruedValidationRewards: bigint;
  readonly accruedDelegateeRewards: bigint;
}

/** A validator of an L1 (ACP-77). Names as in `platform.getL1Validator`. */
export interface L1Validator {
  readonly validationID: Uint8Array;
  readonly subnetID: Uint8Array;
  readonly nodeID: Uint8Array;
  /** BLS, compressed. */
  readonly publicKey: Uint8Array;
  readonly remainingBalanceOwner: PChainOwner;
  readonly deactivationOwner: PChainOwner;
  /** Unix seconds. */
  readonly startTime: bigint;
  readonly weight: bigint;
  /** The next message about its weight has at least this nonce. */
  readonly minNonce: bigint;
  /** nAVAX that the ledger’s `accruedFees` must stay below; 0: inactive. `balanceOf` is what is left. */
  readonly endAccumulatedFee: bigint;
}

/** A subnet. */
export interface Subnet {
  readonly owner: OutputOwners;
  /** What made it elastic. */
  readonly transformation?: { readonly txID: Uint8Array; readonly tx: TransformSubnetTx };
  /** What made it an L1: its id, and the contract that manages its validators. */
  readonly conversion?: {
    readonly conversionID: Uint8Array;
    readonly chainID: Uint8Array;
    readonly address: Uint8Array;
  };
}

/** A blockchain, without its genesis. */
export type Blockchain = Pick<CreateChainTx, 'subnetID' | 'chainName' | 'vmID' | 'fxIDs'>;

/**
 * What a transaction makes.
 * @internal
 */
export const blockchainOf = ({ subnetID, chainName, vmID, fxIDs }: CreateChainTx): Blockchain => ({
  subnetID,
  chainName,
  vmID,
  fxIDs,
});

/**
 * What a P-chain node knows after a block. `advanceP` changes it in place; nobody else may. It is plain data: a copy can be
 * kept, and gone on from.
 */
export interface PLedger {
  readonly chain: 'P';
  readonly network: Network;
  /** The last accepted block. */
  blockID: Uint8Array;
  height: bigint;
  /** A proposal whose commit or abort has not come: none of its effects are here yet. */
  proposal:
    | Extract<Block, { readonly tx: unknown; readonly type: `${string}ProposalBlock` }>
    | undefined;
  /** Unix seconds. */
  time: bigint;
  readonly utxos: Store<PUTXO>;
  /** By CB58 of their transactions. */
  readonly current: Map<string, Staker>;
  /** Those that begin later; none since Durango. */
  readonly pending: Map<string, Staker>;
  /** By CB58 of their validationIDs; inactive ones too. */
  readonly l1Validators: Map<string, L1Validator>;
  /** By CB58 of their ids. */
  readonly subnets: Map<string, Subnet>;
  readonly blockchains: Map<string, Blockchain>;
  /** What exists of the staked asset of the primary network (nAVAX) and of elastic subnets. */
  readonly supplies: Map<string, bigint>;
  feeState: FeeState;
  validatorFeeState: ValidatorFeeState;
  /** nAVAX that an L1 validator would have paid which is active since Etna. */
  accruedFees: bigint;
}

/** What a node of the X-chain knows after a block. `advanceX` and `acceptX` change it in place; nobody else may. */
export interface XLedger {
  readonly chain: 'X';
  readonly network: Network;
  /** The instance, if it is not the X-chain. */
  readonly blockchain?: Chain;
  /** The last accepted block; none before the first, as for the time of the X-chain’s vertices. */
  blockID: Uint8Array | undefined;
  height: bigint;
  /** Unix seconds; 0 before the first block. */
  time: bigint;
  readonly utxos: Store<XUTXO>;
}

/** What is left of an L1 validator’s balance, in nAVAX. */
export const balanceOf = /* @__PURE__ */ guarded(function balanceOf(
  { accruedFees }: PLedger,
  { endAccumulatedFee }: L1Validator,
): bigint {
  return endAccumulatedFee === 0n ? 0n : endAccumulatedFee - accruedFees;
});
