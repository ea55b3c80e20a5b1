import type { OutputOwners, TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';

/** A UTXO of either chain. */
export type UTXO = PUTXO | XUTXO;

/** The amount and owner of a UTXO, without the stakeable lock around them; undefined if it is no amount. */
export function transferOutputOf({ output }: UTXO): TransferOutput | undefined {
  if (output.type === 'stakeable.LockOut') return output.output;
  return output.type === 'secp256k1fx.TransferOutput' ? output : undefined;
}

/** The owner of an amount. */
export const ownerOf = ({ locktime, threshold, addresses }: TransferOutput): OutputOwners => ({
  type: 'secp256k1fx.OutputOwners',
  locktime,
  threshold,
  addresses,
});

/** An amount for an owner. */
export const amountOf = (
  amount: bigint,
  { locktime, threshold, addresses }: OutputOwners,
): TransferOutput => ({
  type: 'secp256k1fx.TransferOutput',
  amount,
  locktime,
  threshold,
  addresses,
});

/** Who is listed as an owner of a UTXO, whatever it is: under each of them a node finds it. */
export const addressesOf = ({ output }: UTXO): readonly Uint8Array[] =>
  output.type === 'stakeable.LockOut' ? output.output.addresses : output.addresses;

/** A key for maps, one for each UTXO. */
export const utxoKey = ({
  txID,
  outputIndex,
}: {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
}): string => String.fromCharCode(...txID) + outputIndex;
