import { checkShape } from '../errors/arguments.ts';
import { reading } from '../tx/bytes.ts';
import type { Explanation } from './explanation.ts';
import { factsOf } from './facts.ts';
import { explainFlows } from './flows.ts';
import { textOf } from './lines.ts';
import { svgOf } from './picture/svg.ts';
import { authorityIn, credentialsOf } from './signatures.ts';
import { type Explainable, type ExplainContext, type Subject, subjectOf } from './subject.ts';
import { titleOf } from './titles/title.ts';
import { warningsOf } from './warnings.ts';

/**
 * What a transaction of any type does, for whoever is asked to sign it: who pays what to whom, what is burned and why, who
 * signed, what to look out for; as data, as text and as a picture. Each owner of what is spent is told
 * with how well it is known: `context.utxos` and `evidence` prove it, `own` says whose the reader is, a draft only claims it, and of
 * a transaction alone nothing is known but who signed. Where a draft claims what is not so, what is so is told, with a warning.
 * Nothing is asked of a clock or a network.
 * @throws {AvalancheError} `Unsupported`: something opened that is no transaction; what `own` and `authorities` that are none throw.
 * @example
 * const tx = open('0x000000000013000000006553f10000000000');
 * explain(tx).title; // 'Set the time of the chain to 14 Nov 2023 22:13:20 UTC'
 */
export function explain(of: Explainable, context: ExplainContext = {}): Explanation {
  checkShape<object>(of, 'an object', 'of');
  checkShape(context, 'an object', 'context');
  const subject = subjectOf(of, context);
  return reading(subject.tx, () => explained(subject));
}

function explained(subject: Subject): Explanation {
  const credentials = credentialsOf(subject);
  const moves = explainFlows(subject, credentials);
  const { assets, payments, flows, sums, later } = moves;
  const facts = factsOf(subject);
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
    facts,
    authority: authorityIn(subject),
    credentials,
    warnings: warningsOf(subject, moves, credentials, facts),
  };
  const text = textOf(told);
  return { ...told, text, svg: svgOf({ ...told, text }) };
}
