import type { Draft } from '../draft/draft.ts';
import type { Policy } from '../draft/policy.ts';
import { within } from '../errors/error.ts';
import type { SignOptions } from '../sign/allow.ts';
import { finalize } from '../sign/finalize.ts';
import { parseDescriptor } from '../sign/hd/hd.ts';
import { parsePolicy } from '../sign/policy/file.ts';
import { issueTxRequest } from '../sign/request.ts';
import { readDraft } from './draft.ts';
import { now, readInput } from './input.ts';
import { assertNetwork, networkIn } from './network.ts';
import type { StandardInput } from './shell.ts';
import { readEvidence, readKnown } from './subject.ts';

/** What `finalize` writes: what a node is asked to issue, if all signatures are there and the policy allows it. */
export const finalizeCommand = (text: string, facts: FactFiles, stdin: StandardInput): string => {
  const draft = readDraft(text);
  assertNetwork('draft', draft.network, networkIn(facts.network, stdin));
  return JSON.stringify(issueTxRequest(finalize(draft, readFacts(draft, facts, stdin))));
};

/** What is given besides a draft. Files are named, or `-` for standard input. */
export interface FactFiles {
  readonly policy: string | undefined;
  /** Addresses. */
  readonly own: readonly string[];
  /** A state, or a reply to getUTXOs. */
  readonly utxos: string | undefined;
  /** Signed transactions, and states or drafts with evidence. */
  readonly evidence: readonly string[];
  readonly network: string | undefined;
}

/** What a draft is checked against, by the clock of this machine. */
export function readFacts(draft: Draft, files: FactFiles, stdin: StandardInput): SignOptions {
  const { policy, own, utxos, evidence } = files;
  const { chain } = draft;
  return {
    time: now(),
    ...(policy !== undefined && { policy: readPolicy(readInput(policy, stdin)) }),
    ...(own.length > 0 && { own }),
    ...(utxos !== undefined && vouchedIn(readInput(utxos, stdin), chain)),
    ...(evidence.length > 0 && {
      evidence: evidence.flatMap((file, i) =>
        within(['evidence', i], () => readEvidence(readInput(file, stdin))),
      ),
    }),
  };
}

/** The UTXOs of a file, and of a state who authorizes as well: it is the caller's own. */
function vouchedIn(
  text: string,
  chain: Draft['chain'],
): Pick<SignOptions, 'utxos' | 'authorities'> {
  const { utxos, state } = within(['utxos'], () => readKnown(text, { chain }));
  const authorities = state?.chain === 'P' ? state.authorities : undefined;
  return { utxos, ...(authorities && { authorities }) };
}

const readPolicy = (text: string): Policy =>
  within(['policy'], () => parsePolicy(text, { wallet: parseDescriptor }));
