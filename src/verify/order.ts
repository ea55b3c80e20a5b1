import { Output, type TransferableOutput } from '../chain/pchain/components.ts';
import { compareBytes } from '../text/bytes.ts';
import { encode } from '../wire/codec.ts';

/** Which UTXO, among all that are and were. */
export interface UTXOID {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
}

/** The node's order of inputs. Source: avalanchego `vms/components/avax/utxo_id.go`. */
export const compareUTXOIDs = (a: UTXOID, b: UTXOID): number =>
  compareBytes(a.txID, b.txID) || a.outputIndex - b.outputIndex;

/** A key for maps, one for each UTXO. */
export const utxoKey = ({ txID, outputIndex }: UTXOID): string =>
  String.fromCharCode(...txID) + outputIndex;

/**
 * Places of outputs in the node's order: by asset, then by the bytes of typeID and output. X-chain outputs
 * have the typeIDs of the P-chain's. Source: avalanchego `vms/components/avax/transferables.go`.
 */
export function outputOrder(outputs: readonly TransferableOutput[]): readonly number[] {
  const bytes = outputs.map(({ output }) => encode(Output, output));
  return outputs
    .map((_, i) => i)
    .sort(
      (a, b) =>
        compareBytes(outputs[a]!.assetID, outputs[b]!.assetID) ||
        compareBytes(bytes[a]!, bytes[b]!) ||
        a - b,
    );
}
