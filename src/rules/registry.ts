import type { Operation } from '../chain/xchain/components.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import type { Wei } from '../text/amount.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import type { TxOf } from './context.ts';
import type { Rule } from './verdict.ts';

/** The rules of some types: each type has its own. */
export type RuleTable<T extends AnyUnsignedTx['type']> = {
  readonly [type in T]: readonly Rule<TxOf<type>>[];
};

/** What checks the transactions of the C-chain beside their rules: their gas, and the accounts that they take from. */
export interface AtomicChecks {
  readonly gasOf: (tx: TxOf<'atomic.ImportTx' | 'atomic.ExportTx'>) => bigint;
  readonly gasCap: (network: Network, time: bigint) => bigint;
  readonly feeOf: (gas: bigint, baseFee: Wei) => bigint;
  readonly accountOf: (publicKey: Uint8Array) => Uint8Array;
  readonly parseAccount: (text: string) => Uint8Array;
}

/** Checks the UTXO that an operation consumes. */
type ConsumedCheck = (operation: Operation, utxo: AnyUTXO) => void;

const used = new Map<string, readonly Rule<never>[]>();
let atomic: AtomicChecks | undefined;
let consumed: ConsumedCheck | undefined;

/**
 * Lets drafts of some types be checked. A builder calls it with the rules of its type, and a reader of drafts with those of all,
 * so that a bundle holds only what it uses.
 */
export function useRules(table: Partial<RuleTable<AnyUnsignedTx['type']>>): void {
  for (const [type, rules] of Object.entries(table)) used.set(type, rules);
}

/** The same for what only drafts of the C-chain need: `useAtomic` calls it. */
export const useAtomicChecks = (checks: AtomicChecks): void => {
  atomic = checks;
};

/** The same for what only operations need: `useOperations` calls it. */
export const useConsumedCheck = (check: ConsumedCheck): void => {
  consumed = check;
};

/** The rules of a transaction's type, if they are in use. */
export const usedRules = <T extends AnyUnsignedTx>({ type }: T): readonly Rule<T>[] | undefined =>
  used.get(type) as readonly Rule<T>[] | undefined;

/**
 * What checks drafts of the C-chain.
 * @throws {AvalancheError} `Unsupported`: it is not in use.
 */
export const atomicChecks = (): AtomicChecks => inUse(atomic, 'the C-chain');

/**
 * What checks the UTXO of an operation.
 * @throws {AvalancheError} `Unsupported`: it is not in use.
 */
export const consumedCheck = (): ConsumedCheck => inUse(consumed, 'operations');

function inUse<T>(of: T | undefined, what: string): T {
  if (of) return of;
  throw new AvalancheError('Unsupported', `this program has no drafts of ${what}`);
}
