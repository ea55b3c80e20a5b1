import { frozen } from '../errors/frozen.ts';
import { useMessages } from '../tx/message.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import type { Facts } from './facts.ts';
import { hintOf } from './hints.ts';
import type { RuleTable } from './registry.ts';
import type { Checkable } from './subject.ts';
import { cRules, pRules, xRules } from './tables.ts';
import { check, type Rule, type Verdict, withoutRules } from './verdict.ts';

/** The rules of every type, in the node's order. A type without rules does not compile. */
export const rules: RuleTable<AnyUnsignedTx['type']> = /* @__PURE__ */ frozen({
  ...pRules,
  ...xRules,
  ...cRules,
});

/**
 * Says whether a node would accept a transaction: every rule of its type, in the node's order, each `ok`, `refused` or
 * `not checked` because a fact or signature is missing.
 * @param tx Unsigned, partly signed, signed, or a draft.
 * @param facts What is known about the chain. `factsOfState` makes them of a state.
 * @throws {AvalancheError} `Unsupported`: a type that no chain has.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 5, blockchainID: new Uint8Array(32), outputs: [], inputs: [], memo: new Uint8Array(1) };
 * checkTx(tx, { network: fuji, time: 1_800_000_000n }).findings.find(({ rule }) => rule === 'memo').code; // 'TooLong'
 */
export function checkTx(tx: Checkable, facts: Facts): Verdict {
  useMessages();
  const { type } = 'unsignedTx' in tx ? tx.unsignedTx : tx;
  if (!Object.hasOwn(rules, type)) throw withoutRules(type);
  return check(rules[type] as readonly Rule[], tx, facts, (rule) => hintOf(rule, type));
}
