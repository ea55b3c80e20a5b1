import type { TransferInput, TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { LockIn, LockOut } from '../chain/fx/stakeable.ts';
import type { FxOutput } from '../chain/xchain/components.ts';
import {
  aBigint,
  aListOf,
  aNumber,
  anObject,
  checkArgument,
  objectOf,
  someBytes,
} from '../schema/check.ts';
import type { Owners } from './types.ts';

const outputArgument = /* @__PURE__ */ objectOf({ locktime: aBigint });

/** An output of any chain. */
export type Output = FxOutput | LockOut;

/** An input of any chain. */
export type Input = TransferInput | LockIn;

/** The type inside a stakeable lock; other types unchanged. */
type Unlocked<T> = T extends LockOut ? TransferOutput : T extends LockIn ? TransferInput : T;

/** Returns an output or input without the stakeable lock around it. */
export const unlocked = <T extends Output | Input>(of: T): Unlocked<T> =>
  (of.type === 'stakeable.LockOut'
    ? of.output
    : of.type === 'stakeable.LockIn'
      ? of.input
      : of) as Unlocked<T>;

/** Returns the Unix seconds until which an output or input can only be staked; undefined if it is not locked that way. */
export const lockOf = (of: Output | Input): bigint | undefined =>
  of.type === 'stakeable.LockOut' || of.type === 'stakeable.LockIn' ? of.locktime : undefined;

/** Returns the amount and owner of a UTXO or output, locked or not; undefined for mint rights, tokens and properties. */
export function transferOutputOf({
  output,
}: {
  readonly output: Output;
}): TransferOutput | undefined {
  const inner = unlocked(output);
  return inner?.type === 'secp256k1fx.TransferOutput' ? inner : undefined;
}

/**
 * Checks the types of the amount and owner of a UTXO that a caller gives.
 * @throws {AvalancheError} `BadArgument`, with the path in the UTXO.
 */
export function checkUTXO(utxo: UTXO): void {
  if (!isUTXO(utxo)) checkArgument(utxo, utxoArgument);
  const isLocked = utxo.output.type === 'stakeable.LockOut';
  const path = isLocked ? ['output', 'output'] : ['output'];
  const output = transferOutputOf(utxo);
  // There may be very many UTXOs: the full check runs only to find what is wrong.
  if (output && !isOwned(output)) checkArgument(output, ownedArgument, ...path);
  if (isLocked && typeof lockOf(utxo.output) !== 'bigint')
    checkArgument(utxo.output, outputArgument, 'output');
}

/** A UTXO, as an argument. */
export const utxoArgument = /* @__PURE__ */ objectOf(
  { txID: someBytes, outputIndex: aNumber, assetID: someBytes, output: anObject },
  { name: 'a UTXO' },
);

interface UTXO {
  readonly outputIndex: number;
  readonly txID: Uint8Array;
  readonly assetID: Uint8Array;
  readonly output: Output;
}

const isUTXO = (of: UTXO): boolean =>
  of?.txID instanceof Uint8Array &&
  typeof of.outputIndex === 'number' &&
  of.assetID instanceof Uint8Array &&
  typeof of.output === 'object' &&
  of.output !== null;

const ownedArgument = /* @__PURE__ */ (() =>
  objectOf({
    amount: aBigint,
    locktime: aBigint,
    threshold: aNumber,
    addresses: aListOf(someBytes),
  }))();

const isOwned = (of: TransferOutput): boolean =>
  typeof of.amount === 'bigint' &&
  typeof of.locktime === 'bigint' &&
  typeof of.threshold === 'number' &&
  Array.isArray(of.addresses) &&
  of.addresses.every((address) => address instanceof Uint8Array);

/** Returns an output of an amount for an owner. */
export const amountOf = (
  amount: bigint,
  { locktime = 0n, threshold, addresses }: Owners,
): TransferOutput => ({
  type: 'secp256k1fx.TransferOutput',
  amount,
  locktime,
  threshold,
  addresses,
});

/** Returns an output that can only be staked until a time; without a time, the output unchanged. */
export const lockedUntil = (
  output: TransferOutput,
  locktime: bigint | undefined,
): TransferOutput | LockOut =>
  locktime === undefined ? output : { type: 'stakeable.LockOut', locktime, output };
