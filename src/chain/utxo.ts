import { versioned } from '../wire/codec.ts';
import { struct } from '../wire/declare.ts';
import type { Part, Source, Type } from '../wire/type.ts';

/** A UTXO of a chain with these outputs. */
export interface UTXOOf<Output> {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly output: Output;
}

export const utxoNotes = {
  txID: 'Transaction that made it.',
  outputIndex: 'Its place among that transaction’s outputs.',
  assetID: 'Asset of the output.',
  output: 'What is there to spend, and who may.',
};

/**
 * Declares the UTXO type of a chain. Source: avalanchego `vms/components/avax/utxo.go`.
 * @param output The outputs of the chain.
 * @param maxSize Maximum size in bytes.
 */
export const utxoType = <Output>(output: Part<Output>, maxSize: number): Type<UTXOOf<Output>> =>
  versioned(
    'utxo',
    struct(
      'avax.UTXO',
      (s: Source) => ({
        txID: s.id(),
        outputIndex: s.u32(),
        assetID: s.id(),
        output: s.of(output),
      }),
      utxoNotes,
    ),
    maxSize,
  );
