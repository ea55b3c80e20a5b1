import { checkReader, withParts } from '../review/known.ts';
import { type Judged, judge } from '../review/review.ts';
import { txDigestOf } from '../tx/bytes.ts';
import {
  type Explainable,
  type ExplainContext,
  type ExplainedTx,
  explainedTxOf,
} from './explained.ts';
import type { Explanation } from './explanation.ts';
import { fieldsOf } from './fields.ts';
import { explainFlows } from './flows.ts';
import { authorityIn, credentialsOf } from './signatures.ts';
import { subtitleOf, titleOf } from './titles.ts';
import { warningsOf } from './warnings.ts';

/**
 * Explains what a transaction of any type does, for the person who is asked to sign it: who pays whom, what is burned and why, who
 * signed, and warnings. The result is data; `textOf` makes text of it, and `svgOf` a picture.
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
  return withParts(of, (parts) => explanationOf(explainedTxOf(parts, context)));
}

function explanationOf(explained: ExplainedTx): Explanation {
  const credentials = credentialsOf(explained);
  const judged = explained.known && judge(explained.known, explained.context);
  const moves = explainFlows(explained, credentials, returnsIn(judged));
  const { assets, payments, flows, sums, later } = moves;
  const fields = fieldsOf(explained);
  return {
    title: titleOf(explained, moves),
    subtitle: subtitleOf(explained, moves),
    type: explained.tx.type,
    chain: explained.chain,
    network: explained.networkName,
    txID: explained.txID,
    time: explained.time,
    assets,
    payments,
    flows,
    sums,
    later,
    fields,
    authority: authorityIn(explained),
    credentials,
    findings: judged?.findings ?? [],
    warnings: warningsOf(explained, moves, credentials, judged),
    digest: txDigestOf(explained.tx),
  };
}

/** Tests whether an output returns to the payers. An output to anybody else is never shown as change. */
function returnsIn(judged: Judged | undefined): (outputIndex: number) => boolean {
  if (!judged) return () => true;
  const places = new Set([...judged.returning].map((deed) => deed.is === 'gets' && deed.place));
  return (outputIndex) => places.has(`outputs[${outputIndex}]`);
}
