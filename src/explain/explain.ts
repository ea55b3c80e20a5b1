import { guarded } from '../errors/arguments.ts';
import type { Explanation } from './explanation.ts';
import { factsOf } from './facts.ts';
import { explainFlows } from './flows.ts';
import { textOf } from './lines.ts';
import { svgOf } from './picture/svg.ts';
import { authorityIn, credentialsOf } from './signatures.ts';
import { type Explainable, type ExplainContext, subjectOf } from './subject.ts';
import { titleOf } from './titles/title.ts';
import { warningsOf } from './warnings.ts';

/**
 * What a transaction of any type does, for whoever is asked to sign it: who pays what to whom, what is burned and why, who
 * signed, what to look out for; as data, as text and as a picture. A draft has all that it takes; of a transaction the owners of
 * what is spent are known if `context.utxos` has them, and else not guessed. Nothing is asked of a clock or a network.
 * @throws {AvalancheError} `Unsupported`: something opened that is no transaction; what `authorities` that are none throw.
 * @example
 * const tx = open('0x000000000013000000006553f10000000000');
 * explain(tx).title; // 'Set the time of the chain to 14 Nov 2023 22:13:20 UTC'
 */
export const explain = /* @__PURE__ */ guarded(function explain(
  of: Explainable,
  context: ExplainContext = {},
): Explanation {
  const subject = subjectOf(of, context);
  const moves = explainFlows(subject);
  const { assets, payments, flows, sums, later } = moves;
  const credentials = credentialsOf(subject);
  const told = {
    title: titleOf(subject, moves),
    type: subject.tx.type,
    chain: subject.chain,
    network: subject.networkName,
    txID: subject.txID,
    time: subject.time,
    assets,
    payments,
    flows,
    sums,
    later,
    facts: factsOf(subject),
    authority: authorityIn(subject),
    credentials,
    warnings: warningsOf(subject, moves, credentials),
  };
  const text = textOf(told);
  return { ...told, text, svg: svgOf({ ...told, text }) };
});
