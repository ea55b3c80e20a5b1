import type { ChainName } from '../chain/declared.ts';
import type { Schema } from '../schema/schema.ts';

/** The path at which a service answers. */
export interface Endpoint {
  /** Path below the node's URL; `{at}` is a chain's alias or id, or the name of an index. */
  readonly path: string;
  /** Default for `{at}`; if omitted, the caller must give it. */
  readonly at?: string;
  /** All values allowed for `{at}`; if omitted, any alias or id of a chain. */
  readonly among?: readonly string[];
}

/** The part of a result that can be opened with `open`. */
export interface Holds {
  /** Chain of the transactions, UTXOs or blocks; `at` means the chain of the index. */
  readonly chain: ChainName | 'at';
  readonly kind: 'tx' | 'block' | 'utxo' | 'output' | 'container';
  /** Field of the result with the item or a list of items; if omitted, the result itself. */
  readonly in?: string;
}

/** Describes a method of a node: one row of the method table. */
export interface Method<P = unknown, R = unknown> {
  /** The endpoint of the method. */
  readonly endpoint: Endpoint;
  /** One-line description of the result. */
  readonly about: string;
  readonly params: Schema<P>;
  /** Params are sent as a list in field order, as for `eth_…` methods. */
  readonly positional?: true;
  readonly result: Schema<R>;
  /** Set if the node deprecates the method: since which version, and what to use instead. */
  readonly deprecated?: {
    /** Version of the node, such as `v1.9.12`; empty if unknown. */
    readonly since: string;
    /** The method to use instead. */
    readonly use?: string;
  };
  /** How a long result is paged. */
  readonly pages?: 'utxos' | 'containers';
  /** The method is about a single node, not the network: public servers do not offer it. */
  readonly nodeSpecific?: true;
  /** The method changes something, so it is never retried automatically. */
  readonly changes?: true;
  /** Where the result contains transactions, UTXOs, outputs, blocks or containers. */
  readonly holds?: Holds;
}

/** Defines a row of the method table. */
export const method = <const M extends Method>(row: M): M => row;
