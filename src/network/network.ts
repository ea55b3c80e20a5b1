/** A blockchain of the primary network, or another instance of one of its VMs. */
export interface Chain {
  /** The prefix of its addresses, before the `-`; the CB58 id for a chain without an alias. */
  readonly alias: string;
  /** 32 bytes. */
  readonly blockchainID: Uint8Array;
  /** Its virtual machine, which decides the format of its transactions. */
  readonly vm: 'platformvm' | 'avm' | 'evm';
}

/** Activation time of each upgrade, in Unix seconds of chain time. */
export interface Upgrades {
  /** Unix seconds of Banff. */
  readonly banff: bigint;
  /** Unix seconds of Cortina. */
  readonly cortina: bigint;
  /** Unix seconds of Durango. */
  readonly durango: bigint;
  /** Unix seconds of Etna. */
  readonly etna: bigint;
  /** Unix seconds of Fortuna. */
  readonly fortuna: bigint;
  /** Unix seconds of Granite. */
  readonly granite: bigint;
  /** Unix seconds of Helicon. */
  readonly helicon: bigint;
}

/** Fixed fees of the X-chain, in nAVAX. */
export interface XFees {
  /** nAVAX for every transaction except CreateAssetTx. */
  readonly txFee: bigint;
  /** nAVAX for CreateAssetTx. */
  readonly createAssetTxFee: bigint;
}

/** Gas parameters of the P-chain: avalanchego `vms/components/gas/config.go`. */
export interface PFees {
  /** Gas per unit of bandwidth, database read, database write and compute. */
  readonly weights: readonly [bigint, bigint, bigint, bigint];
  /** Maximum gas that can accumulate. */
  readonly maxCapacity: bigint;
  /** Gas added to the capacity per second. */
  readonly maxPerSecond: bigint;
  /** Gas per second above which the price rises. */
  readonly targetPerSecond: bigint;
  /** Minimum price, in nAVAX per unit of gas. */
  readonly minPrice: bigint;
  /** Gas; the larger, the slower the price changes. */
  readonly excessConversionConstant: bigint;
}

/** Parameters of the fee of L1 validators: avalanchego `vms/platformvm/validators/fee/fee.go`. */
export interface ValidatorFees {
  /** Maximum number of active validators. */
  readonly capacity: bigint;
  /** Number of active validators above which the price rises. */
  readonly target: bigint;
  /** Minimum price, in nAVAX per second. */
  readonly minPrice: bigint;
  /** Validator-seconds; the larger, the slower the price changes. */
  readonly excessConversionConstant: bigint;
}

/** Limits and rewards of staking on the primary network: avalanchego `genesis/params.go`. */
export interface Staking {
  /** Share of time that a validator must be online, in millionths; ACP-267 raises it to 900,000 from Helicon on. */
  readonly uptimeRequirement: number;
  /** Minimum stake of a validator, in nAVAX. */
  readonly minValidatorStake: bigint;
  /** Maximum stake of a validator, in nAVAX, delegations included. */
  readonly maxValidatorStake: bigint;
  /** Minimum stake of a delegator, in nAVAX. */
  readonly minDelegatorStake: bigint;
  /** Minimum delegation fee, in millionths. */
  readonly minDelegationFee: number;
  /** Minimum duration in seconds; from Helicon on only for delegators and validators of permissioned subnets. */
  readonly minStakeDuration: bigint;
  /** Minimum duration in seconds for validators of the primary network, from Helicon on (ACP-273). */
  readonly heliconMinStakeDuration: bigint;
  /** Maximum duration in seconds. */
  readonly maxStakeDuration: bigint;
  /** Maximum reward rate: millionths of the stake per minting period. */
  readonly maxConsumptionRate: bigint;
  /** Minimum reward rate: millionths of the stake per minting period; ACP-285 lowers it from Helicon on. */
  readonly minConsumptionRate: bigint;
  /** Seconds of the minting period to which the reward rates refer. */
  readonly mintingPeriod: bigint;
  /** Maximum supply, in nAVAX. */
  readonly supplyCap: bigint;
}

/** The parameters of a network: ids, address prefix, upgrades, fees and staking. */
export interface Network {
  /** `mainnet`, `fuji`, `local`, `testnode`, or the name of a custom network. */
  readonly name: string;
  /** Id of the network, a uint32. */
  readonly networkID: number;
  /** Human-readable part of its addresses. */
  readonly hrp: string;
  /** Id of AVAX; 32 bytes. */
  readonly avaxAssetID: Uint8Array;
  /** Symbol of that asset, if it is not AVAX. Texts name amounts with it; field names and units keep AVAX. */
  readonly nativeAsset?: string;
  /** The chains of the primary network. */
  readonly chains: {
    /** The platform chain: staking, subnets and L1s. */
    readonly P: Chain;
    /** The exchange chain: assets. */
    readonly X: Chain;
    /** The contract chain, an EVM. */
    readonly C: Chain;
  };
  /** The EIP-155 chain id of the C-chain. */
  readonly evmChainID?: bigint;
  /** Unix seconds of each upgrade. */
  readonly upgrades: Upgrades;
  /** Fees of the X-chain. */
  readonly xFees: XFees;
  /** Gas price parameters of the P-chain. */
  readonly pFees: PFees;
  /** Price parameters of the continuous fee of L1 validators. */
  readonly validatorFees: ValidatorFees;
  /** Limits and rewards of staking. */
  readonly staking: Staking;
}

/** Returns the symbol of a network's native asset; AVAX if it has no other, or the network is not known. */
export const nativeSymbolOf = (network: Pick<Network, 'nativeAsset'> | undefined): string =>
  network?.nativeAsset ?? 'AVAX';

/** The names of the upgrades, in order of activation. */
export const upgradeNames: readonly (keyof Upgrades)[] = /* @__PURE__ */ Object.freeze([
  'banff',
  'cortina',
  'durango',
  'etna',
  'fortuna',
  'granite',
  'helicon',
] as const);

/**
 * Tells whether an upgrade is active. Source: avalanchego `upgrade/upgrade.go`.
 * @param time Unix seconds of chain time.
 * @example
 * isActive('durango', mainnet, 1_800_000_000n); // true
 */
export function isActive(
  upgrade: keyof Upgrades,
  network: Pick<Network, 'upgrades'>,
  time: bigint,
): boolean {
  checkArgument(network, upgradesArgument, 'network');
  checkArgument(time, aTime, 'time');
  return time >= network.upgrades[checkArgument(upgrade, upgradeArgument, 'upgrade')];
}

/** A network of which only the upgrades are read. */
const upgradesArgument = /* @__PURE__ */ objectOf({ upgrades: anObject }, { name: 'a network' });
const upgradeArgument: Check<keyof Upgrades> = /* @__PURE__ */ (() => wordOf(...upgradeNames))();

const chainArgument = /* @__PURE__ */ objectOf({
  alias: aText,
  blockchainID: someBytes,
  vm: aText,
});

/** Gas parameters of the P-chain, as an argument. */
export const pFeesArgument = /* @__PURE__ */ (() =>
  objectOf({
    weights: aListOf(aBigint),
    maxCapacity: aBigint,
    maxPerSecond: aBigint,
    targetPerSecond: aBigint,
    minPrice: aBigint,
    excessConversionConstant: aBigint,
  }))();

/** The fields of a network that every function reads. */
export const networkArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      networkID: aNumber,
      hrp: aText,
      avaxAssetID: someBytes,
      chains: objectOf({ P: chainArgument, X: chainArgument, C: chainArgument }),
      upgrades: anObject,
      xFees: objectOf({ txFee: aBigint, createAssetTxFee: aBigint }),
      pFees: pFeesArgument,
      validatorFees: anObject,
      staking: anObject,
    },
    { name: 'a network' },
  ))();

/** An optional chain that names another instance of a VM. */
export const blockchainArgument = /* @__PURE__ */ optional(chainArgument);

import {
  aBigint,
  aListOf,
  aNumber,
  anObject,
  aText,
  aTime,
  type Check,
  checkArgument,
  objectOf,
  optional,
  someBytes,
  wordOf,
} from '../schema/check.ts';
