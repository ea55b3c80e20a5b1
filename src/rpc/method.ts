import type { ChainName } from '../chain/kinds.ts';
import type { Shape } from './shape.ts';

/** Where a service answers. */
export interface Endpoint {
  /** Below the node's URL; `{at}` is a chain's alias or id, or the name of an index. */
  readonly path: string;
  /** What stands for `{at}` when the caller says nothing; without it the caller has to. */
  readonly at?: string;
  /** All that can stand for `{at}`; without it any alias or id of a chain. */
  readonly among?: readonly string[];
}

/** Everything there is to know about a method of a node: one row of the table. */
export interface Method<P = unknown, R = unknown> {
  readonly endpoint: Endpoint;
  /** What it gives, in one line. */
  readonly about: string;
  readonly params: Shape<P>;
  /** The params are sent as a list in the order of their fields: `eth_…`. */
  readonly positional?: true;
  readonly result: Shape<R>;
  /** The version of the node since which it is deprecated, `''` where none is said, and what to use instead. */
  readonly deprecated?: { readonly since: string; readonly use?: string };
  /** How a long answer is asked for in parts. */
  readonly pages?: 'utxos' | 'containers';
  /** About one node and not the network: public servers do not offer it. */
  readonly nodeSpecific?: true;
  /** It changes something, so it is never sent again by itself. */
  readonly changes?: true;
  /** The chain whose transactions, UTXOs or blocks are in the result; `at`: that of the index. */
  readonly holds?: ChainName | 'at';
}

/** A row of the table. */
export const method = <const M extends Method>(row: M): M => row;
