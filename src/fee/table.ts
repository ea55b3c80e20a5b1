import type { TransferableInput, TransferableOutput } from '../chain/pchain/components.ts';
import type { BaseTx, ExportTx, ImportTx } from '../chain/pchain/transfers.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { CodecError } from '../errors.ts';
import { addComplexity, type Complexity, inputComplexity, outputComplexity } from './complexity.ts';

/**
 * What each type costs by itself, before its parts. The X-chain prices no gas, but its transactions have
 * the same bandwidth: the bytes of the signed transaction.
 */
export const intrinsic = {
  'platformvm.BaseTx': [58, 0, 0, 0],
  'platformvm.ImportTx': [94, 0, 0, 0],
  'platformvm.ExportTx': [94, 0, 0, 0],
  'avm.BaseTx': [58, 0, 0, 0],
  'avm.ImportTx': [94, 0, 0, 0],
  'avm.ExportTx': [94, 0, 0, 0],
} as const satisfies Record<string, Complexity>;

/** A transaction type whose complexity is known. */
type PricedType = keyof typeof intrinsic;

/** A transaction whose complexity is known. */
type Priced = Extract<PTx | XTx, { readonly type: PricedType }>;

const inputs = (list: readonly TransferableInput[]): readonly Complexity[] =>
  list.map(({ input }) =>
    input.type === 'stakeable.LockIn'
      ? inputComplexity(input.input.signatureIndices.length, true)
      : inputComplexity(input.signatureIndices.length),
  );

const outputs = (list: readonly TransferableOutput[]): readonly Complexity[] =>
  list.map(({ output }) =>
    output.type === 'stakeable.LockOut'
      ? outputComplexity(output.output.addresses.length, true)
      : outputComplexity(output.addresses.length),
  );

/** Parts of a type beside those that all have. */
const parts: { readonly [T in Priced['type']]?: (tx: never) => readonly Complexity[] } = {
  'platformvm.ImportTx': (tx: ImportTx) => inputs(tx.importedInputs),
  'platformvm.ExportTx': (tx: ExportTx) => outputs(tx.exportedOutputs),
  'avm.ImportTx': (tx: ImportTx) => inputs(tx.importedInputs),
  'avm.ExportTx': (tx: ExportTx) => outputs(tx.exportedOutputs),
};

/**
 * The complexity of a transaction with its credentials. Its bandwidth is the length of the signed bytes.
 * @throws {CodecError} `Unsupported`: a type that is not priced.
 */
export function complexityOf(tx: PTx | XTx): Complexity {
  const own = (intrinsic as Partial<Record<string, Complexity>>)[tx.type];
  if (!own) throw new CodecError('Unsupported', `the complexity of a ${tx.type} is not known`);
  const base = tx as BaseTx;
  return addComplexity(
    own,
    [base.memo.length, 0, 0, 0],
    ...inputs(base.inputs),
    ...outputs(base.outputs),
    ...(parts[tx.type as Priced['type']]?.(tx as never) ?? []),
  );
}
