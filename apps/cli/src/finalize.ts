import { type Draft, knownNetworks } from 'avalanche-tx';
import { parseIntent } from 'avalanche-tx/build';
import { parseDescriptor } from 'avalanche-tx/hd';
import { finalize, type Policy, parsePolicy, policyOf, type SignOptions } from 'avalanche-tx/sign';
import { listOfOwn } from './build.ts';
import { authoritiesIn, type Known, readEvidence } from './content.ts';
import { refuseOther } from './document.ts';
import { type GivenFiles, readShown, type Shown } from './foreign.ts';
import { readInput } from './input.ts';
import { isWhole } from './network.ts';
import type { Shell, StandardInput } from './shell.ts';
import { now, parseTime } from './times.ts';
import { within } from './within.ts';

/**
 * The output of `finalize`, if all signatures are present and the policy allows it: the request that submits the transaction, or of
 * another tool's hex the signed transaction as hex.
 */
export async function finalizeCommand(
  text: string,
  files: KnowledgeFiles,
  shell: Shell,
): Promise<string> {
  const shown = await readShown(text, files, shell);
  const { draft } = shown;
  return shown.finish(draft, finalize(draft, readKnowledge(shown, files, shell.stdin)));
}

/** Files for checking a draft, besides the draft itself. Files are names, or `-` for standard input. */
export interface KnowledgeFiles extends GivenFiles {
  readonly policy: string | undefined;
  readonly intent: string | undefined;
  /** Addresses. */
  readonly own: readonly string[];
  /** Signed transactions, and states or drafts with evidence. */
  readonly evidence: readonly string[];
}

/** Reads what the signer knows of a draft. */
export function readKnowledge(
  { draft, known: vouched, network: given }: Shown,
  files: KnowledgeFiles,
  stdin: StandardInput,
): SignOptions {
  const { evidence, time } = files;
  const { chain } = draft;
  // The network parameters in a draft are only a claim of its maker.
  const network =
    (given && isWhole(given) ? given : (vouched?.state ?? vouched?.origins)?.network) ??
    knownNetworks.find(({ networkID }) => networkID === draft.network.networkID);
  const meant = files.intent === undefined ? undefined : readIntent(files.intent, chain, stdin);
  const policies = [
    ...(files.policy === undefined ? [] : [readPolicy(readInput(files.policy, stdin))]),
    ...(meant ? [policyOf(meant.intent, { ...changeOf(meant), ...stateFor(meant, vouched) })] : []),
  ];
  const own = [...(meant ? listOfOwn(meant.options.own) : []), ...files.own];
  const proofs = [
    ...(vouched?.origins?.evidence ?? []),
    ...evidence.flatMap((file, i) =>
      within(['evidence', i], () => readEvidence(readInput(file, stdin))),
    ),
  ];
  return {
    time: time === undefined ? now() : within(['time'], () => parseTime(time)),
    ...(policies.length > 0 && { policy: allOf(policies) }),
    ...(own.length > 0 && { own }),
    ...(network && { network }),
    ...(vouched && knowledgeIn(vouched)),
    ...(proofs.length > 0 && { evidence: proofs }),
  };
}

/** Returns the UTXOs and authorities that the caller vouches for, by a file or a node of its own. */
function knowledgeIn(known: Known): Pick<SignOptions, 'utxos' | 'authorities'> {
  const authorities = authoritiesIn(known);
  return { utxos: known.utxos, ...(authorities && { authorities }) };
}

const readIntent = (file: string, chain: Draft['chain'], stdin: StandardInput) =>
  within(['intent'], () => {
    const text = readInput(file, stdin);
    refuseOther(text, 'intent');
    return parseIntent(text, chain);
  });

/** Returns the change owner and maximum fee from an intent's file. */
const changeOf = ({ options: { change, maxFee } }: ReturnType<typeof readIntent>) => ({
  ...(change !== undefined && { change }),
  ...(maxFee !== undefined && { maxFee }),
});

/** Options of an intent's file by which its builder spends less than all that fits. */
const limiting = ['include', 'exclude', 'strategy', 'signers', 'maxBytes', 'locked'] as const;

/** Returns the caller's own state, which confirms an amount of `max` if the intent's options do not limit what is spent. */
const stateFor = ({ options }: ReturnType<typeof readIntent>, vouched: Known | undefined) =>
  vouched?.state && limiting.every((name) => options[name] === undefined)
    ? { state: vouched.state }
    : {};

/** Combines policies: allows only what all of them allow. */
const allOf = (policies: readonly Policy[]): Policy => ({
  findings: (draft, knowledge) => policies.flatMap((policy) => policy.findings(draft, knowledge)),
});

const readPolicy = (text: string): Policy =>
  within(['policy'], () => {
    refuseOther(text, 'policy');
    return parsePolicy(text, { wallet: parseDescriptor });
  });
