import { sha256 } from '../crypto/hash.ts';
import { checkReader, partsOf } from '../review/known.ts';
import { type Judged, judge } from '../review/review.ts';
import { reading, unsignedBytesOf } from '../tx/bytes.ts';
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
 * Explains what a transaction of any type does, for the person who is asked to sign it: who pays whom, what is burned and why, who
 * signed, and warnings; as data, as text and as a picture.
 *
 * Each owner of an input comes with how well it is known: `context.utxos` and `evidence` prove owners, `own` names the reader's, a
 * draft only claims them, and a bare transaction shows only who signed. If a draft makes a false claim, the truth is shown with a
 * warning. No clock or network is used.
 * @throws {AvalancheError} `Unsupported`: an opened value that is not a transaction; as the parsers of addresses and owners for `own`
 *   and `authorities`.
 * @example
 * const tx = open('0x000000000013000000006553f10000000000');
 * explain(tx).title; // 'Set the time of the chain to 14 Nov 2023 22:13:20 UTC'
 */
export function explain(of: Explainable, context: ExplainContext = {}): Explanation {
  checkReader(context);
  const parts = partsOf(of);
  return reading(parts.tx, () => explained(subjectOf(parts, context)));
}

function explained(subject: Subject): Explanation {
  const bytes = unsignedBytesOf(subject.tx);
  const credentials = credentialsOf(subject);
  const judged = subject.known && judge(subject.known, subject.context);
  const moves = explainFlows(subject, credentials, returnsIn(judged));
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
    findings: judged?.findings ?? [],
    warnings: warningsOf(subject, moves, credentials, judged, bytes),
    digest: sha256(bytes),
  };
  const text = textOf(told);
  return { ...told, text, svg: svgOf({ ...told, text }) };
}

/** Tests whether an output returns to the payers. An output to anybody else is never shown as change. */
function returnsIn(judged: Judged | undefined): (outputIndex: number) => boolean {
  if (!judged) return () => true;
  const places = new Set([...judged.returning].map((deed) => deed.is === 'gets' && deed.place));
  return (outputIndex) => places.has(`outputs[${outputIndex}]`);
}
