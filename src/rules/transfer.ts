import type { TransferInput, TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import type { UTXOID } from './order.ts';

/** An input that spends a plain output. */
export interface PlainInput extends UTXOID {
  readonly assetID: Uint8Array;
  readonly input: TransferInput;
}

/** An amount of an asset with its owner. */
export interface PlainOutput {
  readonly assetID: Uint8Array;
  readonly output: TransferOutput;
}

/** What moves in a transaction that moves plain funds and does nothing else, on P or X. */
export interface Transfer {
  readonly networkID: number;
  readonly blockchainID: Uint8Array;
  readonly memo: Uint8Array;
  readonly inputs: readonly PlainInput[];
  readonly outputs: readonly PlainOutput[];
  /** Chain that it comes from or goes to. */
  readonly peer?: Uint8Array;
  /** Of an import. */
  readonly importedInputs?: readonly PlainInput[];
  /** Of an export. */
  readonly exportedOutputs?: readonly PlainOutput[];
}

/**
 * The transaction as a transfer.
 * @throws {AvalancheError} `Unsupported`: it does more, or holds a stakeable lock.
 */
export function transferOf(tx: PTx | XTx): Transfer {
  switch (tx.type) {
    case 'platformvm.BaseTx':
    case 'avm.BaseTx':
      return base(tx);
    case 'platformvm.ImportTx':
    case 'avm.ImportTx':
      return {
        ...base(tx),
        peer: tx.sourceChain,
        importedInputs: tx.importedInputs.map(plainInput),
      };
    case 'platformvm.ExportTx':
    case 'avm.ExportTx':
      return {
        ...base(tx),
        peer: tx.destinationChain,
        exportedOutputs: tx.exportedOutputs.map(plainOutput),
      };
    default:
      throw new AvalancheError('Unsupported', `a ${tx.type} is not a transfer`);
  }
}

/** All inputs in the order of their credentials. */
export const allInputs = ({ inputs, importedInputs = [] }: Transfer): readonly PlainInput[] => [
  ...inputs,
  ...importedInputs,
];

/** All outputs in the order of the UTXOs that they become. */
export const allOutputs = ({ outputs, exportedOutputs = [] }: Transfer): readonly PlainOutput[] => [
  ...outputs,
  ...exportedOutputs,
];

type AnyTransferTx = Extract<PTx | XTx, { readonly type: `${string}.BaseTx` }>;

const base = ({ networkID, blockchainID, memo, inputs, outputs }: Omit<AnyTransferTx, 'type'>) => ({
  networkID,
  blockchainID,
  memo,
  inputs: inputs.map(plainInput),
  outputs: outputs.map(plainOutput),
});

function plainInput(of: AnyTransferTx['inputs'][number]): PlainInput {
  if (of.input.type === 'secp256k1fx.TransferInput') return of as PlainInput;
  throw new AvalancheError('Unsupported', `a ${of.input.type} is not a transfer input`);
}

function plainOutput(of: AnyTransferTx['outputs'][number]): PlainOutput {
  if (of.output.type === 'secp256k1fx.TransferOutput') return of as PlainOutput;
  throw new AvalancheError('Unsupported', `a ${of.output.type} is not a transfer output`);
}
