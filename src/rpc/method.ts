import type { ChainName } from '../chain/declared.ts';
import type { Schema } from '../schema/schema.ts';

/** Where a service answers. */
export interface Endpoint {
  /** Below the node's URL; `{at}` is a chain's alias or id, or the name of an index. */
  readonly path: string;
  /** What stands for `{at}` if the caller does not say; without it the caller has to. */
  readonly at?: string;
  /** All that can stand for `{at}`; without it any alias or id of a chain. */
  readonly among?: readonly string[];
}

/** What a result holds that can be opened. */
export interface Holds {
  /** The chain of the transactions, UTXOs or blocks; `at`: that of the index. */
  readonly chain: ChainName | 'at';
  readonly kind: 'tx' | 'block' | 'utxo' | 'output' | 'container';
  /** The field of the result that holds it or a list of them; without it the result itself. */
  readonly in?: string;
}

/** Everything there is to know about a method of a node: one row of the table. */
export interface Method<P = unknown, R = unknown> {
  /** Where the node answers it. */
  readonly endpoint: Endpoint;
  /** What it gives, in one line. */
  readonly about: string;
  /** What it takes. */
  readonly params: Schema<P>;
  /** The params are sent as a list in the order of their fields: `eth_…`. */
  readonly positional?: true;
  /** What it gives. */
  readonly result: Schema<R>;
  /** The version of the node since which it is deprecated, `''` where none is given, and what to use instead. */
  readonly deprecated?: {
    /** The version of the node, such as `v1.9.12`; empty if it is not known. */
    readonly since: string;
    /** The method to use instead. */
    readonly use?: string;
  };
  /** How a long answer is asked for in parts. */
  readonly pages?: 'utxos' | 'containers';
  /** About one node and not the network: public servers do not offer it. */
  readonly nodeSpecific?: true;
  /** It changes something, so it is never sent again automatically. */
  readonly changes?: true;
  /** Transactions, UTXOs, outputs, blocks or containers in the result. */
  readonly holds?: Holds;
}

/** A row of the table. */
export const method = <const M extends Method>(row: M): M => row;
