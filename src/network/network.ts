import { guarded } from '../errors/arguments.ts';

/** A blockchain of the primary network, or another instance of one of its VMs. */
export interface Chain {
  /** What its addresses start with; a chain without an alias has its id in CB58. */
  readonly alias: string;
  /** 32 bytes. */
  readonly blockchainID: Uint8Array;
  readonly vm: 'platformvm' | 'avm' | 'evm';
}

/** When each upgrade is active: from these Unix seconds on, by the time of the chain. */
export interface Upgrades {
  readonly banff: bigint;
  readonly cortina: bigint;
  readonly durango: bigint;
  readonly etna: bigint;
  readonly fortuna: bigint;
  readonly granite: bigint;
  readonly helicon: bigint;
}

/** What a transaction of the X-chain burns, in nAVAX. */
export interface XFees {
  readonly txFee: bigint;
  /** Of CreateAssetTx. */
  readonly createAssetTxFee: bigint;
}

/** How the P-chain prices gas: avalanchego `vms/components/gas/config.go`. */
export interface PFees {
  /** Gas of a unit of bandwidth, database read, database write and compute. */
  readonly weights: readonly [bigint, bigint, bigint, bigint];
  /** Gas. */
  readonly maxCapacity: bigint;
  /** Gas a second. */
  readonly maxPerSecond: bigint;
  /** Gas a second. */
  readonly targetPerSecond: bigint;
  /** nAVAX for a unit of gas. */
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
}

/** How L1 validators are charged: avalanchego `vms/platformvm/validators/fee/fee.go`. */
export interface ValidatorFees {
  /** Validators. */
  readonly capacity: bigint;
  /** Validators. */
  readonly target: bigint;
  /** nAVAX a second. */
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
}

/** Limits and rewards of staking on the primary network: avalanchego `genesis/params.go`. */
export interface Staking {
  /** Parts of a million that a validator must be online, before ACP-267 sets 900,000 from Helicon on. */
  readonly uptimeRequirement: number;
  /** nAVAX. */
  readonly minValidatorStake: bigint;
  /** nAVAX, delegations included. */
  readonly maxValidatorStake: bigint;
  /** nAVAX. */
  readonly minDelegatorStake: bigint;
  /** Parts of a million. */
  readonly minDelegationFee: number;
  /** Seconds; from Helicon on only of delegators and validators of permissioned subnets. */
  readonly minStakeDuration: bigint;
  /** Seconds; of validators of the primary network from Helicon on (ACP-273). */
  readonly heliconMinStakeDuration: bigint;
  /** Seconds. */
  readonly maxStakeDuration: bigint;
  /** Parts of a million of the stake a minting period. */
  readonly maxConsumptionRate: bigint;
  /** Parts of a million of the stake a minting period, before ACP-285 lowers it from Helicon on. */
  readonly minConsumptionRate: bigint;
  /** Seconds. */
  readonly mintingPeriod: bigint;
  /** nAVAX. */
  readonly supplyCap: bigint;
}

/** All that is fixed about a network: what ids and addresses mean there, when upgrades come, what things cost. */
export interface Network {
  readonly name: string;
  /** uint32. */
  readonly networkID: number;
  /** Human-readable part of its addresses. */
  readonly hrp: string;
  /** 32 bytes. */
  readonly avaxAssetID: Uint8Array;
  readonly chains: { readonly P: Chain; readonly X: Chain; readonly C: Chain };
  /** Chain id of the C-chain as Ethereum tools know it. */
  readonly evmChainID?: bigint;
  readonly upgrades: Upgrades;
  readonly xFees: XFees;
  readonly pFees: PFees;
  readonly validatorFees: ValidatorFees;
  readonly staking: Staking;
}

/**
 * Whether an upgrade is active. Source: avalanchego `upgrade/upgrade.go`.
 * @param time Unix seconds, by the time of the chain.
 * @example
 * isActive('durango', mainnet, 1_800_000_000n); // true
 */
export const isActive = /* @__PURE__ */ guarded(function isActive(
  upgrade: keyof Upgrades,
  { upgrades }: Pick<Network, 'upgrades'>,
  time: bigint,
): boolean {
  return time >= upgrades[upgrade];
});
