import type { AnyUnsignedTx } from '../tx/types.ts';
import type { TxOf } from './context.ts';
import type { Rule } from './verdict.ts';

/** The rules of some types: each type has its own. */
export type RuleTable<T extends AnyUnsignedTx['type']> = {
  readonly [type in T]: readonly Rule<TxOf<type>>[];
};

const used = new Map<string, readonly Rule<never>[]>();

/**
 * Lets drafts of some types be checked. A builder calls it with the rules of its type, and a reader of drafts with those of all,
 * so that a bundle holds only what it uses.
 */
export function useRules(table: Partial<RuleTable<AnyUnsignedTx['type']>>): void {
  for (const [type, rules] of Object.entries(table)) used.set(type, rules);
}

/** The rules of a transaction's type, if they are in use. */
export const usedRules = <T extends AnyUnsignedTx>({ type }: T): readonly Rule<T>[] | undefined =>
  used.get(type) as readonly Rule<T>[] | undefined;
