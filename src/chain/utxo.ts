import { versioned } from '../wire/codec.ts';
import { struct } from '../wire/declare.ts';
import type { Part, Source, Type } from '../wire/type.ts';

/** Something to spend on a chain with such outputs. */
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
 * The UTXOs of a chain. Source: avalanchego `vms/components/avax/utxo.go`.
 * @param output What can be an output there.
 * @param maxSize Bytes that one may have.
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
