/**
 * The fee of a transaction: by complexity and gas on P, flat on X, by gas and base fee on C. Builders read a chain's tariff; `feeOf` says
 * what a transaction of any chain costs.
 */

import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { isActive, type Network, networkArgument } from '../network/network.ts';
import { aBigint, aNumber, checkArgument, objectOf, optional } from '../schema/check.ts';
import type { UTXOState } from '../state/state.ts';
import { type Wei, weiPerNAVAX } from '../text/amount.ts';
import { maxUint64, uint64 } from '../text/uint64.ts';
import { signedSizeOf, unsignedBytesOf } from '../tx/bytes.ts';
import { credentialUsesOf } from '../tx/credentials.ts';
import { Finder } from '../tx/find.ts';
import { factOf } from '../tx/held.ts';
import { countMessageSigners } from '../tx/message.ts';
import { unlocked } from '../tx/output.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { type Complexity, currentFeeState } from './gas.ts';

/** Types without a fee: those that can no longer be issued, or that only nodes create. */
type Feeless =
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
} as const satisfies Record<Exclude<(PTx | XTx)['type'], Feeless>, Complexity>;

const costing = /* @__PURE__ */ new Finder('spends', 'makes', 'burns', 'key', 'says', 'auth');

/** Database writes for each L1 validator that a transaction lists. */
const l1ValidatorWrites = 4;
/** Compute for verifying a signature, a proof of possession, a warp message and each of its signers. */
const compute = { signature: 200, proof: 1050, message: 1000, signer: 5 };
const nodeIDLength = 20;
/** Database reads for verifying a warp message. */
const messageReads = 23;

/**
 * Returns the complexity of a transaction with its credentials. The bandwidth is the length of the signed bytes, with 20 bytes for the nodeID
 * of an AddAutoRenewedValidatorTx.
 * Source: avalanchego `vms/platformvm/txs/fee/complexity.go` `TxComplexity`.
 * @param size Length of the signed bytes, if known.
 * @throws {AvalancheError} `Unsupported`: a type that nobody can issue any more or that only nodes issue, or an unknown
 *   type of authorization; as `decode` or `countSigners`, for a warp message that the node cannot read.
 */
export function complexityOf(tx: PTx | XTx, size?: number): Complexity {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(size, sizeArgument, 'size');
  const { lacking, reads, writes, computed } = factOf(tx, 'complexity', () => complexityIn(tx));
  return [(size ?? signedSizeOf(tx)) + lacking, reads, writes, computed];
}

const sizeArgument = /* @__PURE__ */ optional(aNumber);

/** Returns the complexity without the size, and the bytes that a nodeID lacks. */
function complexityIn(tx: PTx | XTx) {
  const own = Object.hasOwn(intrinsic, tx.type) && intrinsic[tx.type as keyof typeof intrinsic];
  if (!own) throw new AvalancheError('Unsupported', `the node has no price for a ${tx.type}`);
  let [, reads, writes, computed]: Complexity = own;
  for (const part of costing.in(tx))
    switch (part.is) {
      case 'spends':
        reads += part.value.length;
        writes += part.value.length;
        for (const { input } of part.value)
          computed += compute.signature * unlocked(input).signatureIndices.length;
        break;
      case 'makes':
        writes += part.value.length;
        break;
      case 'burns':
        if (part.path.length > 1) writes += l1ValidatorWrites;
        break;
      case 'key':
        computed += compute.proof;
        break;
      case 'says':
        reads += messageReads;
        computed += compute.message + compute.signer * countMessageSigners(part.value);
        break;
      case 'auth': {
        const { value, path } = part;
        // The codec allows more types of authorizations than the node has prices for.
        if (value.type !== 'secp256k1fx.Input')
          throw new AvalancheError('Unsupported', `a ${value.type} is not an authorization`).at(
            ...path,
          );
        computed += compute.signature * value.signatureIndices.length;
      }
    }
  // The node counts 20 bytes for a nodeID whose length it has not checked yet.
  const lacking =
    tx.type === 'platformvm.AddAutoRenewedValidatorTx' ? nodeIDLength - tx.nodeID.length : 0;
  return { lacking, reads, writes, computed };
}

/** The fee and the weight limit of a chain with UTXOs. The weight is gas on P, and signed bytes on X. */
export interface Tariff {
  readonly unit: 'gas' | 'bytes';
  /** Weight per unit of each dimension of complexity. */
  readonly weights: Network['pFees']['weights'];
  /** nAVAX per unit of weight. */
  readonly price: bigint;
  /** nAVAX per transaction. */
  readonly flat: bigint;
  /** The maximum weight of a transaction. */
  readonly cap: bigint;
  /** What it is once gas has come back, if blocks have used some. */
  readonly refill?: { readonly cap: bigint; readonly perSecond: bigint };
  /** A further limit: the most signed bytes of a transaction. */
  readonly maxBytes?: number;
  /** nAVAX: the most that is paid for what takes all that fits. */
  readonly maxFee?: bigint;
}

/**
 * Highest ordinary fee in nAVAX. A higher fee is treated as a mistake unless the caller allows it; the most expensive type costs a
 * tenth of it. Stakes, burned amounts and balances of L1 validators are not fees.
 */
export const ordinaryFee = 100_000_000n;

/** The most signed bytes that the X-chain's mempool accepts. Source: avalanchego `vms/txs/mempool/mempool.go`. */
const maxXBytes = 65_536n;

/** The P-chain's tariff at a price in nAVAX per unit of gas. A capacity of 0 means unknown, which is no limit. */
export const pTariff = (network: Network, price: bigint, capacity = 0n): Tariff => {
  const { weights, maxCapacity, maxPerSecond } = network.pFees;
  const isUsed = capacity > 0n && capacity < maxCapacity;
  return {
    unit: 'gas',
    weights,
    price,
    flat: 0n,
    cap: isUsed ? capacity : maxCapacity,
    ...(isUsed && { refill: { cap: maxCapacity, perSecond: maxPerSecond } }),
  };
};

/**
 * Returns the error of a transaction that needs more gas than blocks have left for the moment; undefined if it needs more than there ever
 * is.
 */
export function gasUsedUp(
  gas: bigint,
  { cap, refill }: Pick<Tariff, 'cap' | 'refill'>,
): AvalancheError | undefined {
  if (!refill || gas > refill.cap) return undefined;
  const retryAfter = Number((gas - cap + refill.perSecond - 1n) / refill.perSecond);
  return new AvalancheError(
    'OutOfRange',
    `the transaction needs ${gas} gas, and blocks have used all but ${cap} of ${refill.cap}: in about ${retryAfter} s there is enough`,
    { value: gas, max: cap, unit: 'gas', retryAfter },
  );
}

/**
 * The X-chain's tariff: a fixed fee, and another one for creating an asset.
 * @param type The type of the transaction.
 */
export const xTariff = ({ xFees }: Network, type?: string): Tariff => ({
  unit: 'bytes',
  weights: [1n, 0n, 0n, 0n],
  price: 0n,
  flat: type === 'avm.CreateAssetTx' ? xFees.createAssetTxFee : xFees.txFee,
  cap: maxXBytes,
});

/** A price times a margin (rounded to a millionth), rounded up. */
export const withMargin = (price: bigint, margin = 1): bigint =>
  (price * BigInt(Math.round(margin * 1e6)) + 999_999n) / 1_000_000n;

/**
 * Returns the tariff of a state at its `time`.
 * @param margin A factor for the price of gas: 1.5 allows a rise of 50 %.
 * @throws {AvalancheError} `OutOfRange`: a gas price or capacity that no node returns.
 */
export function tariffOf(state: UTXOState, margin?: number): Tariff {
  if (state.chain === 'X') return xTariff(state.network);
  const { price, capacity } = within(['feeState'], () => currentFeeState(state));
  if (typeof price !== 'bigint' || price < 1n || price > maxUint64)
    throw new AvalancheError('OutOfRange', `must be a gas price greater than 0, got ${price}`, {
      value: price,
      min: 1,
      unit: 'nAVAX',
    }).at('feeState', 'price');
  if (capacity !== undefined && (typeof capacity !== 'bigint' || capacity < 0n))
    throw new AvalancheError('OutOfRange', `must be an amount of gas, got ${capacity}`, {
      value: capacity,
      min: 0,
      unit: 'gas',
    }).at('feeState', 'capacity');
  return pTariff(state.network, withMargin(price, margin), capacity);
}

/** The weight of a complexity: gas, or bytes. */
export const weightOf = (complexity: Complexity, { weights }: Tariff): bigint =>
  complexity.reduce((sum, units, i) => sum + BigInt(units) * weights[i]!, 0n);

/**
 * Returns the fee for a weight, in nAVAX.
 * @throws {AvalancheError} `OutOfRange`: a fee that is not a uint64.
 * @example
 * feeOfWeight(5179n, pTariff(mainnet, 10n)); // 51_790n
 */
export function feeOfWeight(weight: bigint, { flat, price }: Tariff): bigint {
  const fee = flat + weight * price;
  if (fee <= maxUint64) return fee;
  throw new AvalancheError('OutOfRange', `a fee of ${fee} nAVAX is not a uint64`, {
    value: fee,
    unit: 'nAVAX',
  });
}

/**
 * Returns the gas of a P-chain transaction.
 * @throws {AvalancheError} As `complexityOf`.
 */
export function gasOf(tx: PTx, network: Network): bigint {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(network, networkArgument, 'network');
  return weightOf(complexityOf(tx), pTariff(network, 0n));
}

/**
 * Returns the minimum fee of a P- or X-chain transaction, in nAVAX. If a transaction pays more, all of it is burned.
 * @param price nAVAX per unit of gas on P, as `gasPriceOf` or `platform.getFeeState` returns it. The X-chain has fixed fees.
 * @throws {AvalancheError} As `complexityOf`; `OutOfRange`: a price or fee that is not a uint64.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 1, blockchainID: parseID('11111111111111111111111111111111LpoYY'), outputs: [], inputs: [], memo: parseHex('0x') };
 * txFeeOf(tx, mainnet, 10n); // 580n
 */
export function txFeeOf(tx: PTx, network: Network, price: bigint): bigint;
export function txFeeOf(tx: XTx, network: Network): bigint;
export function txFeeOf(tx: PTx | XTx, network: Network, price?: bigint): bigint {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(network, networkArgument, 'network');
  if (tx.type.startsWith('avm.')) return feeOfWeight(0n, xTariff(network, tx.type));
  const tariff = pTariff(network, uint64(price!, 'price'));
  return feeOfWeight(weightOf(complexityOf(tx), tariff), tariff);
}

/**
 * Returns the gas of an import to the C-chain or an export from it: 10,000, plus 1 per byte and 1,000 per signature.
 * Source: avalanchego `vms/saevm/cchain/tx/tx.go` `gasUsed`.
 * @param unsignedSize Length of the unsigned bytes, if known.
 * @throws {AvalancheError} As `encode`.
 */
export function atomicGasOf(tx: CTx, unsignedSize: number = unsignedBytesOf(tx).length): bigint {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(unsignedSize, aNumber, 'unsignedSize');
  if (!Number.isSafeInteger(unsignedSize))
    throw new AvalancheError('OutOfRange', `must be a number of bytes, got ${unsignedSize}`, {
      value: unsignedSize,
      unit: 'bytes',
    }).at('unsignedSize');
  const signatures = credentialUsesOf(tx).reduce(
    (sum, use) => sum + use.signatureIndices.length,
    0,
  );
  return BigInt(10_000 + unsignedSize + 1_000 * signatures);
}

/** Returns the cost of gas on the C-chain in nAVAX, rounded up. It can be more than a uint64 holds, which is above every limit of a fee. */
export const atomicCostOf = (gas: bigint, baseFee: Wei): bigint =>
  (gas * baseFee + weiPerNAVAX - 1n) / weiPerNAVAX;

/**
 * Returns the fee for gas of the C-chain in nAVAX, rounded up: the minimum that an import or export must burn.
 * Source: avalanchego `vms/saevm/cchain/tx/tx.go` `gasPrice`.
 * @param baseFee Wei per unit of gas. The base fee at execution is not known in advance: add a margin to the current one.
 * @throws {AvalancheError} `OutOfRange`: a negative base fee, or a fee that is not a uint64.
 * @example
 * atomicFeeOf(11_230n, wei(25_000_000_001n)); // 280_751n
 */
export function atomicFeeOf(gas: bigint, baseFee: Wei): bigint {
  uint64(gas, 'gas');
  if (typeof baseFee !== 'bigint' || baseFee < 0n)
    throw new AvalancheError('OutOfRange', `must be an amount of wei, got ${baseFee}`, {
      value: baseFee,
      min: 0,
      unit: 'wei',
    }).at('baseFee');
  const fee = atomicCostOf(gas, baseFee);
  if (fee <= maxUint64) return fee;
  throw new AvalancheError('OutOfRange', `a fee of ${fee} nAVAX is not a uint64`, {
    value: fee,
    unit: 'nAVAX',
  });
}

/**
 * Returns the most gas that an import or export may use. Before Helicon it is the limit for all of them in a block.
 * Source: avalanchego `vms/saevm/cchain/txpool/txpool.go`; before Helicon coreth `plugin/evm/upgrade/ap5`.
 * @param time Unix seconds.
 */
export const atomicGasCap = (network: Network, time: bigint): bigint =>
  !isActive('helicon', network, time) ? 100_000n : 1_000_000n;

/** The price of a transaction. */
export interface TxFee {
  /** P and C: the gas. */
  readonly gas?: bigint;
  /** Per unit of gas: nAVAX on P, wei on C. */
  readonly price?: bigint;
  /** nAVAX, if the price is known. */
  readonly fee?: bigint;
}

/** The facts that the fee depends on: a part of the facts of `checkTx`. */
export interface FeeFacts {
  /** The network: `mainnet`, `fuji`, or the parameters of another. */
  readonly network: Network;
  /** P: nAVAX per unit of gas. */
  readonly feeState?: { readonly price?: bigint | undefined } | undefined;
  /** C: wei per unit of gas. */
  readonly baseFee?: bigint | undefined;
}

/** Whether a transaction is of the X-chain, or another instance of the AVM. */
const isX = (tx: PTx | XTx | CTx): tx is XTx => tx.type.startsWith('avm.');
/** Whether a transaction is of the C-chain. */
const isC = (tx: PTx | XTx | CTx): tx is CTx => tx.type.startsWith('atomic.');

const factsArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      network: networkArgument,
      feeState: optional(objectOf({ price: optional(aBigint) })),
      baseFee: optional(aBigint),
    },
    { name: 'facts' },
  ))();

/**
 * Returns the gas and fee of a transaction of any chain.
 * @param facts The price of gas; without it only the gas is returned. `factsOfState` gets the facts of a state.
 * @throws {AvalancheError} As `complexityOf`; `OutOfRange`: a price or fee that is not a uint64.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 1, blockchainID: new Uint8Array(32), outputs: [], inputs: [], memo: new Uint8Array(0) };
 * feeOf(tx, { network: mainnet, feeState: { price: 10n } }).fee; // 580n
 */
export function feeOf(tx: AnyUnsignedTx, facts: FeeFacts): TxFee {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(facts, factsArgument, 'facts');
  const { network, feeState, baseFee } = facts;
  if (isX(tx)) return { fee: txFeeOf(tx, network) };
  if (isC(tx)) {
    const gas = atomicGasOf(tx);
    if (baseFee === undefined) return { gas };
    return { gas, price: baseFee, fee: atomicFeeOf(gas, baseFee as Wei) };
  }
  const gas = gasOf(tx, network);
  const price = feeState?.price;
  return price === undefined ? { gas } : { gas, price, fee: txFeeOf(tx, network, price) };
}
