import type { TransferableInput, TransferableOutput } from '../chain/pchain/components.ts';
import type { Verifiable } from '../chain/pchain/verifiable.ts';
import type { UnsignedTx } from './context.ts';

/** Where something stands in a transaction. */
export interface At<T> {
  readonly path: readonly (string | number)[];
  readonly value: T;
}

const at = <T>(key: string, list: readonly T[]): readonly At<T>[] =>
  list.map((value, i) => ({ path: [key, i], value }));

/** What a transaction spends, in the order of the credentials; the accounts of a C-chain export are not among it. */
export function inputsOf(tx: UnsignedTx): readonly At<TransferableInput>[] {
  if (tx.type === 'atomic.ExportTx') return [];
  const imported = 'importedInputs' in tx ? at('importedInputs', tx.importedInputs) : [];
  return 'inputs' in tx ? [...at('inputs', tx.inputs), ...imported] : imported;
}

/**
 * What amounts a transaction makes, in the order of the UTXOs that they become; a stake becomes them after its period.
 * Operations, initial states and the accounts of a C-chain import are not among it.
 */
export function outputsOf(tx: UnsignedTx): readonly At<TransferableOutput>[] {
  if (tx.type === 'atomic.ImportTx') return [];
  return [
    ...('outputs' in tx ? at('outputs', tx.outputs) : []),
    ...('stake' in tx ? at('stake', tx.stake) : []),
    ...('exportedOutputs' in tx ? at('exportedOutputs', tx.exportedOutputs) : []),
  ];
}

/** What says who signs for a subnet, a validator or its authority: its credential is the last. */
export function authorizationOf(tx: UnsignedTx): At<Verifiable> | undefined {
  if ('subnetAuthorization' in tx)
    return { path: ['subnetAuthorization'], value: tx.subnetAuthorization };
  if ('disableAuthorization' in tx)
    return { path: ['disableAuthorization'], value: tx.disableAuthorization };
  return 'auth' in tx ? { path: ['auth'], value: tx.auth } : undefined;
}
