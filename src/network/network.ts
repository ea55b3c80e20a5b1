import { checkShape, type Shape } from '../errors/arguments.ts';

/** A blockchain of the primary network, or another instance of one of its VMs. */
export interface Chain {
  /** The part of its addresses before the `-`; the id in CB58 for a chain without an alias. */
  readonly alias: string;
  /** 32 bytes. */
  readonly blockchainID: Uint8Array;
  /** Its virtual machine, which decides the format of its transactions. */
  readonly vm: 'platformvm' | 'avm' | 'evm';
}

/** The time from which each upgrade is active: Unix seconds of the chain's time. */
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

/** Fees of the X-chain, in nAVAX. */
export interface XFees {
  /** nAVAX for every transaction but those that create an asset. */
  readonly txFee: bigint;
  /** The fee of CreateAssetTx. */
  readonly createAssetTxFee: bigint;
}

/** Gas parameters of the P-chain: avalanchego `vms/components/gas/config.go`. */
export interface PFees {
  /** Gas per unit of bandwidth, database read, database write and compute. */
  readonly weights: readonly [bigint, bigint, bigint, bigint];
  /** Gas. */
  readonly maxCapacity: bigint;
  /** Gas per second. */
  readonly maxPerSecond: bigint;
  /** Gas per second. */
  readonly targetPerSecond: bigint;
  /** nAVAX per unit of gas. */
  readonly minPrice: bigint;
  /** How fast the price grows with the excess. */
  readonly excessConversionConstant: bigint;
}

/** Parameters of the fee of L1 validators: avalanchego `vms/platformvm/validators/fee/fee.go`. */
export interface ValidatorFees {
  /** Number of validators. */
  readonly capacity: bigint;
  /** Number of validators. */
  readonly target: bigint;
  /** nAVAX per second. */
  readonly minPrice: bigint;
  /** How fast the price grows with the excess. */
  readonly excessConversionConstant: bigint;
}

/** Limits and rewards of staking on the primary network: avalanchego `genesis/params.go`. */
export interface Staking {
  /** The share of the time that a validator must be online, in millionths; ACP-267 sets it to 900,000 from Helicon on. */
  readonly uptimeRequirement: number;
  /** nAVAX. */
  readonly minValidatorStake: bigint;
  /** nAVAX, delegations included. */
  readonly maxValidatorStake: bigint;
  /** nAVAX. */
  readonly minDelegatorStake: bigint;
  /** Parts of a million. */
  readonly minDelegationFee: number;
  /** Seconds; from Helicon on only for delegators and validators of permissioned subnets. */
  readonly minStakeDuration: bigint;
  /** Seconds; for validators of the primary network from Helicon on (ACP-273). */
  readonly heliconMinStakeDuration: bigint;
  /** Seconds. */
  readonly maxStakeDuration: bigint;
  /** Millionths of the stake per minting period. */
  readonly maxConsumptionRate: bigint;
  /** Millionths of the stake per minting period; ACP-285 lowers it from Helicon on. */
  readonly minConsumptionRate: bigint;
  /** Seconds. */
  readonly mintingPeriod: bigint;
  /** nAVAX. */
  readonly supplyCap: bigint;
}

/** The parameters of a network: ids, the prefix of addresses, upgrades, fees and staking. */
export interface Network {
  /** `mainnet`, `fuji`, `local`, `testnode`, or the name of a custom network. */
  readonly name: string;
  /** uint32. */
  readonly networkID: number;
  /** Human-readable part of its addresses. */
  readonly hrp: string;
  /** 32 bytes. */
  readonly avaxAssetID: Uint8Array;
  /** The chains of the primary network. */
  readonly chains: {
    /** The P-chain. */
    readonly P: Chain;
    /** The X-chain. */
    readonly X: Chain;
    /** The C-chain. */
    readonly C: Chain;
  };
  /** The EIP-155 chain id of the C-chain. */
  readonly evmChainID?: bigint;
  /** Unix seconds of each upgrade. */
  readonly upgrades: Upgrades;
  /** Fees of the X-chain. */
  readonly xFees: XFees;
  /** How gas of the P-chain is priced. */
  readonly pFees: PFees;
  /** How the fee of active L1 validators is priced. */
  readonly validatorFees: ValidatorFees;
  /** Limits of staking. */
  readonly staking: Staking;
}

/** The names of the upgrades, in their order. */
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
 * Whether an upgrade is active. Source: avalanchego `upgrade/upgrade.go`.
 * @param time Unix seconds, by the time of the chain.
 * @example
 * isActive('durango', mainnet, 1_800_000_000n); // true
 */
export function isActive(
  upgrade: keyof Upgrades,
  network: Pick<Network, 'upgrades'>,
  time: bigint,
): boolean {
  const { upgrades } = checkShape(network, { upgrades: 'an object' }, 'network');
  return time >= upgrades[upgrade];
}

const chain: Shape = { alias: 'text', blockchainID: 'bytes', vm: 'text' };

/** What every function reads of a network that it is given. */
export const networkShape: Shape = {
  networkID: 'number',
  hrp: 'text',
  avaxAssetID: 'bytes',
  chains: { P: chain, X: chain, C: chain },
  upgrades: 'an object',
  xFees: { txFee: 'bigint', createAssetTxFee: 'bigint' },
  pFees: {
    weights: ['bigint'],
    maxCapacity: 'bigint',
    maxPerSecond: 'bigint',
    targetPerSecond: 'bigint',
    minPrice: 'bigint',
    excessConversionConstant: 'bigint',
  },
  validatorFees: 'an object',
  staking: 'an object',
};

/** The instance of a VM, if one is named. */
export const blockchainShape: Shape = { '?': chain };
