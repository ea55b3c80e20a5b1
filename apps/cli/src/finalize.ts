import { type Draft, knownNetworks } from 'avalanche-tx';
import { parseIntent } from 'avalanche-tx/build';
import { parseDescriptor } from 'avalanche-tx/hd';
import {
  finalize,
  issueTxRequest,
  type Policy,
  parsePolicy,
  policyOfIntent,
  type SignOptions,
} from 'avalanche-tx/sign';
import { within } from '../../../src/errors/error.ts';
import { listOfOwn } from './build.ts';
import { type Known, readEvidence, readKnown } from './content.ts';
import { readDraft } from './draft.ts';
import { now, parseTime, readInput } from './input.ts';
import { assertNetwork, isWhole, networkIn } from './network.ts';
import type { StandardInput } from './shell.ts';

/**
 * The output of `finalize`: the request that submits the transaction, if all signatures are present and the policy
 * allows it.
 */
export const finalizeCommand = (
  text: string,
  files: KnowledgeFiles,
  stdin: StandardInput,
): string => {
  const draft = readDraft(text);
  assertNetwork('draft', draft.network, networkIn(files.network, stdin));
  return JSON.stringify(issueTxRequest(finalize(draft, readKnowledge(draft, files, stdin))));
};

/** Files for checking a draft, besides the draft itself. Files are names, or `-` for standard input. */
export interface KnowledgeFiles {
  readonly policy: string | undefined;
  readonly intent: string | undefined;
  /** Addresses. */
  readonly own: readonly string[];
  /** A state, or a reply to getUTXOs. */
  readonly utxos: string | undefined;
  /** Signed transactions, and states or drafts with evidence. */
  readonly evidence: readonly string[];
  /** Unix seconds or ISO 8601; the clock of this machine if omitted. */
  readonly time: string | undefined;
  readonly network: string | undefined;
}

/** Reads what the signer knows of a draft. */
export function readKnowledge(
  draft: Draft,
  files: KnowledgeFiles,
  stdin: StandardInput,
): SignOptions {
  const { evidence, time } = files;
  const { chain } = draft;
  const given = networkIn(files.network, stdin);
  const vouched =
    files.utxos === undefined
      ? undefined
      : within(['utxos'], () => readKnown(readInput(files.utxos!, stdin), { chain }));
  // The network parameters in a draft are only a claim of its maker.
  const network =
    (given && isWhole(given) ? given : vouched?.state?.network) ??
    knownNetworks.find(({ networkID }) => networkID === draft.network.networkID);
  const meant = files.intent === undefined ? undefined : readIntent(files.intent, chain, stdin);
  const policies = [
    ...(files.policy === undefined ? [] : [readPolicy(readInput(files.policy, stdin))]),
    ...(meant ? [policyOfIntent(meant.intent, changeOf(meant))] : []),
  ];
  const own = [...(meant ? listOfOwn(meant.options.own) : []), ...files.own];
  return {
    time: time === undefined ? now() : within(['time'], () => parseTime(time)),
    ...(policies.length > 0 && { policy: allOf(policies) }),
    ...(own.length > 0 && { own }),
    ...(network && { network }),
    ...(vouched && knowledgeIn(vouched)),
    ...(evidence.length > 0 && {
      evidence: evidence.flatMap((file, i) =>
        within(['evidence', i], () => readEvidence(readInput(file, stdin))),
      ),
    }),
  };
}

/** Returns the UTXOs of a file and, for a state, the authorities too: the file is the caller's own. */
function knowledgeIn({ utxos, state }: Known): Pick<SignOptions, 'utxos' | 'authorities'> {
  const authorities = state?.chain === 'P' ? state.authorities : undefined;
  return { utxos, ...(authorities && { authorities }) };
}

const readIntent = (file: string, chain: Draft['chain'], stdin: StandardInput) =>
  within(['intent'], () => parseIntent(readInput(file, stdin), chain));

/** Returns the change owner and maximum fee from an intent's file. */
const changeOf = ({ options: { change, maxFee } }: ReturnType<typeof readIntent>) => ({
  ...(change !== undefined && { change }),
  ...(maxFee !== undefined && { maxFee }),
});

/** Combines policies: allows only what all of them allow. */
const allOf = (policies: readonly Policy[]): Policy => ({
  findings: (draft, knowledge) => policies.flatMap((policy) => policy.findings(draft, knowledge)),
});

const readPolicy = (text: string): Policy =>
  within(['policy'], () => parsePolicy(text, { wallet: parseDescriptor }));
