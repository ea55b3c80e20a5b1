/** How control functions make the node behave other than by its rules: what it holds, refuses, delays, drops and takes without signatures. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';

/** Which transactions are meant. All that is given must hold. */
export interface TxFilter {
  /** CB58. */
  readonly txID?: string;
  /** The chain of the transactions; any if omitted. */
  readonly chain?: ChainName;
  /** Such as `platformvm.BaseTx`. */
  readonly type?: string;
  /** Anything else. It is not part of a dump. */
  readonly where?: (tx: AnyTx) => boolean;
  /** How many transactions, 1 if omitted. */
  readonly times?: number;
}

/** What happens to a transaction that a filter means. */
export type Fate =
  /** The node refuses it with these words. */
  | { readonly fate: 'refuse'; readonly reason: string }
  /** The node takes it, and forgets it: it is never in a block. */
  | { readonly fate: 'drop'; readonly reason: string }
  /** The node takes it, and keeps it in its pool until the clock is this much later. */
  | { readonly fate: 'delay'; readonly seconds: bigint };

/** A filter and what it does, with the number of transactions that are left. */
export interface Trap {
  readonly id: number;
  readonly filter: TxFilter;
  readonly does: Fate;
  readonly left: number;
}

/** All that is tampered with. */
export interface Tampering {
  /** Whether blocks wait for `mine`. */
  hold: boolean;
  /** How much the clock moves after each block of a transaction, in seconds. */
  secondsPerBlock: bigint;
  readonly traps: Map<number, Trap>;
  nextTrap: number;
  /** Unix seconds until which a transaction waits, by CB58 of its id. */
  readonly delayed: Map<string, bigint>;
  /** Addresses whose signatures are not needed, by hex of their 20 bytes. */
  readonly impersonated: Map<string, true>;
  /** Whether a staker is rewarded at its end, by CB58 of its transaction or `NodeID-…`; all others are. */
  readonly rewards: Map<string, boolean>;
}
