import { checkShape } from '../errors/arguments.ts';
import { networkShape } from '../network/network.ts';
import type { Facts } from './facts.ts';
import { hintOf } from './hints.ts';
import type { Checkable } from './subject.ts';
import { rulesFor } from './tables.ts';
import { check, type Verdict } from './verdict.ts';

/**
 * Says whether a node would accept a transaction: every rule of its type, in the node's order, each `ok`, `refused` or
 * `not checked` because a fact or signature is missing.
 * @param tx Unsigned, partly signed, signed, or a draft.
 * @param facts What is known about the chain. `factsOfState` makes them of a state.
 * @throws {AvalancheError} `Unsupported`: a type that no chain has; `BadArgument` and the codes of `encode`, if the transaction cannot be written.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 5, blockchainID: new Uint8Array(32), outputs: [], inputs: [], memo: new Uint8Array(1) };
 * checkTx(tx, { network: fuji, time: 1_800_000_000n }).findings.find(({ rule }) => rule === 'memo').code; // 'TooLong'
 */
export function checkTx(tx: Checkable, facts: Facts): Verdict {
  checkShape<object>(tx, 'an object', 'tx');
  checkShape(facts, { network: networkShape, time: { '?': 'bigint' } }, 'facts');
  const unsigned = 'unsignedTx' in tx ? tx.unsignedTx : tx;
  const rules = rulesFor(checkShape(unsigned, { type: 'text' }, 'tx'));
  const { type } = unsigned;
  return check(rules, tx, facts, { hintOf: (rule) => hintOf(rule, type) });
}
