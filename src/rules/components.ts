/** Checks of the parts that transactions of several chains share: amounts, owners, inputs, outputs, memos and chains. */
import { chainNameOf } from '../chain/declared.ts';
import type { TransferableInput, TransferableOutput } from '../chain/pchain/components.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { compareUTXOIDs, verifyIncreasing, verifyOutputOrder } from '../tx/order.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';

/** Denominator of shares and rates: they are in millionths. Source: avalanchego `vms/platformvm/reward/config.go`. */
export const percentDenominator = 1_000_000;

export const outOfRange = (detail: string, ...path: readonly (string | number)[]): AvalancheError =>
  new AvalancheError('OutOfRange', detail).at(...path);

export const isZero = (id: Uint8Array): boolean => id.every((byte) => byte === 0);

/** Source: avalanchego `vms/components/avax/asset.go`. */
export function verifyAsset(assetID: Uint8Array): void {
  if (isZero(assetID)) throw outOfRange('must be the ID of an asset, got zeros', 'assetID');
}

/** Source: avalanchego `vms/secp256k1fx/transfer_output.go`, `transfer_input.go`. */
export function verifyAmount(amount: bigint): void {
  if (amount < 1n) throw outOfRange(`must be an amount greater than 0, got ${amount}`, 'amount');
}

/** Addresses and the number of required signatures. */
interface Owners {
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
}

/** Checks an owner. Threshold 0 without addresses is valid and means "anybody". Source: avalanchego `vms/secp256k1fx/output_owners.go`. */
export function verifyOwners({ threshold, addresses }: Owners): void {
  const { length } = addresses;
  const min = Math.min(1, length);
  if (threshold > length || threshold < min)
    throw new AvalancheError(
      'OutOfRange',
      `must be ${min} to ${length}, the number of addresses, got ${threshold}`,
      { value: threshold, min, max: length },
    ).at('threshold');
  within(['addresses'], () => verifyIncreasing(addresses, compareBytes, 'address'));
}

/** Source: avalanchego `vms/secp256k1fx/input.go`. */
export const verifyIndices = (signatureIndices: readonly number[]): void =>
  within(['signatureIndices'], () => verifyIncreasing(signatureIndices, (a, b) => a - b, 'index'));

/** Checks an output, locked or not. Source: avalanchego `vms/platformvm/stakeable/stakeable_lock.go`. */
export function verifyOutput(output: TransferableOutput['output']): void {
  if (output.type === 'stakeable.LockOut') {
    verifyLocktime(output.locktime);
    within(['output'], () => verifyOutput(output.output));
  } else {
    verifyAmount(output.amount);
    verifyOwners(output);
  }
}

/** Checks an input, locked or not. Source: as `verifyOutput`. */
export function verifyInput(input: TransferableInput['input']): void {
  if (input.type === 'stakeable.LockIn') {
    verifyLocktime(input.locktime);
    within(['input'], () => verifyInput(input.input));
  } else {
    verifyAmount(input.amount);
    verifyIndices(input.signatureIndices);
  }
}

function verifyLocktime(locktime: bigint): void {
  if (locktime === 0n)
    throw outOfRange('must be the time at which the lock ends, got 0', 'locktime');
}

/** Checks each output on its own. Source: avalanchego `vms/components/avax/transferables.go`. */
export const verifyOutputs = (outputs: readonly TransferableOutput[]): void =>
  outputs.forEach(({ assetID, output }, i) => {
    within([i], () => {
      verifyAsset(assetID);
      within(['output'], () => verifyOutput(output));
    });
  });

/** Checks each input on its own. Source: avalanchego `vms/components/avax/transferables.go`. */
export const verifyInputs = (inputs: readonly TransferableInput[]): void =>
  inputs.forEach(({ assetID, input }, i) => {
    within([i], () => {
      verifyAsset(assetID);
      within(['input'], () => verifyInput(input));
    });
  });

/** Checks each output and their order. */
export function verifyOutputList(outputs: readonly TransferableOutput[]): void {
  verifyOutputs(outputs);
  verifyOutputOrder(outputs);
}

/** Checks each input and their order; no UTXO may occur twice. */
export function verifyInputList(inputs: readonly TransferableInput[]): void {
  verifyInputs(inputs);
  verifyInputOrder(inputs);
}

export const verifyInputOrder = (inputs: readonly TransferableInput[]): void =>
  verifyIncreasing(inputs, compareUTXOIDs, 'UTXO');

export function notEmpty(list: { readonly length: number }, ...path: readonly string[]): void {
  if (list.length === 0) throw outOfRange('must have at least one element', ...path);
}

/** Checks that bytes or a list have at most `most` elements. */
export function verifyLength(length: number, most: number, ...path: readonly string[]): void {
  if (length > most)
    throw new AvalancheError('TooLong', `has a length of ${length}, at most ${most} is allowed`, {
      length,
      max: most,
    }).at(...path);
}

/** Checks a nodeID that is encoded as a byte slice. Source: avalanchego `ids/node_id.go`. */
export function verifyNodeID(nodeID: Uint8Array): void {
  if (nodeID.length !== 20) throw outOfRange(`must have 20 bytes, got ${nodeID.length}`, 'nodeID');
  if (isZero(nodeID)) throw outOfRange('must be the ID of a node, got zeros', 'nodeID');
}

/** Adds two numbers; the sum must be a uint64. */
export function addUint64(a: bigint, b: bigint): bigint {
  if (a + b <= maxUint64) return a + b;
  throw outOfRange(`the sum of ${a} and ${b} is not a uint64`);
}

/** The network and chain that a transaction must name. */
export interface TxChain {
  readonly networkID: number;
  readonly blockchainID: Uint8Array;
}

/** Source: avalanchego `vms/components/avax/base_tx.go`. */
export function verifyTxChain(tx: TxChain, { networkID, blockchainID }: TxChain): void {
  if (tx.networkID !== networkID)
    throw new AvalancheError('WrongNetwork', `is ${tx.networkID}, expected ${networkID}`, {
      have: String(tx.networkID),
      need: String(networkID),
    }).at('networkID');
  if (!equalBytes(tx.blockchainID, blockchainID))
    throw new AvalancheError(
      'WrongChain',
      `is ${formatID(tx.blockchainID)}, expected ${formatID(blockchainID)}`,
      { have: formatID(tx.blockchainID), need: formatID(blockchainID) },
    ).at('blockchainID');
}

/** Maximum length of a memo on any chain. Source: avalanchego `vms/components/avax/base_tx.go`: MaxMemoSize. */
export const maxMemoSize = 256;

/** Checks what `avax.BaseTx.Verify` checks: network, chain and memo. */
export function verifyBase(tx: TxChain & { readonly memo: Uint8Array }, place: TxChain): void {
  verifyTxChain(tx, place);
  verifyLength(tx.memo.length, maxMemoSize, 'memo');
}

/**
 * Checks a memo before a transaction is built.
 * @throws {AvalancheError} `TooLong`: any memo on the P-chain, more than 256 bytes on the X-chain.
 */
export function verifyMemo(memo: Uint8Array, chain: Chain): void {
  const max = chain.vm === 'platformvm' ? 0 : maxMemoSize;
  if (memo.length > max)
    throw new AvalancheError(
      'TooLong',
      `has ${memo.length} bytes, the ${chain.alias}-chain allows ${max}`,
      { length: memo.length, max },
    ).at('memo');
}

/** The unsigned transaction with the given `type`. */
export type TxOf<T extends AnyUnsignedTx['type']> = Extract<AnyUnsignedTx, { readonly type: T }>;

/** Returns the chain that a transaction must name. */
export function chainOf(
  tx: AnyUnsignedTx,
  context: { readonly network: Network; readonly blockchain?: Chain | undefined },
): Chain {
  const name = chainNameOf(tx);
  return (name === 'X' && context.blockchain) || context.network.chains[name];
}

/**
 * Checks that funds can move between two chains: both in the primary network, and different. Source: avalanchego
 * `vms/components/verify/subnet.go` `SameSubnet`.
 * @throws {AvalancheError} `WrongChain`.
 */
export function verifyPeer(
  peer: Uint8Array,
  chain: Chain,
  { chains }: Network,
  field: string,
): void {
  const others = Object.values(chains).filter(
    (c) => !equalBytes(c.blockchainID, chain.blockchainID),
  );
  if (!others.some((c) => equalBytes(c.blockchainID, peer)))
    throw new AvalancheError(
      'WrongChain',
      `must be ${others.map((c) => c.alias).join(' or ')}, got ${formatID(peer)}`,
      { have: formatID(peer), need: others.map((c) => c.alias).join(' or ') },
    ).at(field);
}
