import type { Draft } from '../draft/draft.ts';
import type { Policy } from '../draft/policy.ts';
import { within } from '../errors/error.ts';
import { list } from '../schema/collection.ts';
import { hex, oneOf } from '../schema/leaf.ts';
import { object } from '../schema/object.ts';
import type { SignOptions } from '../sign/allow.ts';
import { finalize } from '../sign/finalize.ts';
import { parseDescriptor } from '../sign/hd/hd.ts';
import { parsePolicy } from '../sign/policy/file.ts';
import { issueTxRequest } from '../sign/request.ts';
import type { Evidence } from '../state/evidence.ts';
import { parseState } from '../state/statefile.ts';
import { isJSONObject, parseJSON } from '../text/json.ts';
import { readDraft } from './draft.ts';
import { now, readInput } from './input.ts';
import { readKnown } from './subject.ts';

/** What `finalize` writes: what a node is asked to issue, if all signatures are there and the policy allows it. */
export const finalizeCommand = (text: string, facts: FactFiles): string => {
  const draft = readDraft(text);
  return JSON.stringify(issueTxRequest(finalize(draft, readFacts(draft, facts))));
};

/** What is given besides a draft. Files are named, or `-` for standard input. */
export interface FactFiles {
  readonly policy: string | undefined;
  /** Addresses. */
  readonly own: readonly string[];
  /** A state, or a reply to getUTXOs. */
  readonly utxos: string | undefined;
  /** A state or draft with evidence, or a list of it. */
  readonly evidence: string | undefined;
}

/** What a draft is checked against, by the clock of this machine. */
export function readFacts(draft: Draft, files: FactFiles): SignOptions {
  const { policy, own, utxos, evidence } = files;
  const { chain } = draft;
  return {
    ...(policy !== undefined && { policy: readPolicy(readInput(policy)) }),
    ...(own.length > 0 && { own }),
    ...(utxos !== undefined && {
      utxos: within(['utxos'], () => readKnown(readInput(utxos), { chain }).utxos),
    }),
    ...(evidence !== undefined && {
      evidence: within(['evidence'], () => readEvidence(readInput(evidence))),
    }),
  };
}

const readPolicy = (text: string): Policy =>
  within(['policy'], () => parsePolicy(text, { wallet: parseDescriptor, now: now() }));

const evidenceList = list(
  object({ chain: [oneOf('P', 'X', 'C'), 'Its chain.'], bytes: [hex, 'The signed bytes.'] }),
);

/** The evidence of a state or draft, or a list of it. */
function readEvidence(text: string): readonly Evidence[] {
  if (!text.trimStart().startsWith('[')) {
    const json = text.trimStart().startsWith('{') ? parseJSON(text) : null;
    return isJSONObject(json, 'chain') && !isJSONObject(json, 'format')
      ? (parseState(text).evidence ?? [])
      : readDraft(text).evidence;
  }
  return evidenceList.parse(parseJSON(text));
}
