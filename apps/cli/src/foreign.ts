/** Reads drafts, and transactions of other tools, which are answered in the form in which they came. */
import type { AnyTx, Draft, Hint, Network, NetworkIdentity } from 'avalanche-tx';
import { type ForeignForm, fromForeign, toForeign } from 'avalanche-tx/convert';
import type { Origins } from 'avalanche-tx/rpc';
import { issueTxRequest } from 'avalanche-tx/sign';
import { UsageError } from '../../shared/failures.ts';
import {
  authoritiesIn,
  evidenceIn,
  type Known,
  knownIn,
  networkOf,
  readForeign,
  readTx,
} from './content.ts';
import { isJSONObject, isPart, jsonOf } from './document.ts';
import { readDraft, type Written, writeDraft } from './draft.ts';
import { readInput } from './input.ts';
import { assertNetwork, networkIn } from './network.ts';
import type { Shell } from './shell.ts';
import { now, parseTime } from './times.ts';
import { within } from './within.ts';

/** Where what is known of a transaction comes from. Files are names, or `-` for standard input. */
export interface GivenFiles {
  /** A state, or a reply to getUTXOs. */
  readonly utxos: string | undefined;
  readonly state: string | undefined;
  /** A node. */
  readonly url: string | undefined;
  readonly header: readonly string[];
  readonly allowPlainHTTP: boolean;
  /** Unix seconds or ISO 8601; the clock of this machine if omitted. */
  readonly time?: string | undefined;
  readonly network?: string | undefined;
}

/** A draft that was given to a command, and how the answer is written. */
export interface Shown {
  readonly draft: Draft;
  readonly known: Known | undefined;
  /** What `--network` says. */
  readonly network: NetworkIdentity | Network | undefined;
  /** Writes the draft in the form that is asked for; as it came if none is. */
  readonly write: (draft: Draft, how: Written) => string;
  /** Writes the signed transaction: the request that submits it, or hex if it came as hex. */
  readonly finish: (draft: Draft, tx: AnyTx) => string;
}

/** Tells whether a text is a draft of this library, instead of a transaction of another tool. */
export function isDraft(text: string): boolean {
  if (isPart(text.trimStart())) return true;
  return isJSONObject(jsonOf(text), 'format');
}

/** Returns the text of the file of `--utxos` or `--state`. */
export function knownText({ utxos, state }: GivenFiles, { stdin }: Shell): string | undefined {
  if (utxos !== undefined && state !== undefined)
    throw new UsageError('--utxos or --state, not both: a state has UTXOs');
  const file = utxos ?? state;
  return file === undefined ? undefined : readInput(file, stdin);
}

/** Asks the node of `--url`, if there is one, where the UTXOs of a transaction come from. */
export async function originsOf(
  text: string,
  hint: Hint,
  { url, header, allowPlainHTTP, network }: GivenFiles,
  shell: Shell,
): Promise<Origins | undefined> {
  if (url === undefined) {
    if (header.length > 0 || allowPlainHTTP) throw new UsageError('--header needs --url URL');
    return undefined;
  }
  const { tx, blockchain } = isDraft(text) ? readTx(text, hint) : readForeign(text, hint);
  const { nodeAt } = await import('./node.ts');
  const node = await nodeAt({ url, header, allowPlainHTTP, network }, shell);
  return node.origins(tx, blockchain ? { blockchain } : {});
}

/** Reads a draft, or an unsigned or half-signed transaction of another tool. */
export async function readShown(text: string, files: GivenFiles, shell: Shell): Promise<Shown> {
  const network = networkIn(files.network, shell.stdin);
  if (isDraft(text)) {
    const draft = readDraft(text);
    assertNetwork('draft', draft.network, network);
    const known = await readKnownOf(text, draft.unsignedTx, {}, files, shell);
    return { draft, known, network, write: writeDraft, finish: (_, tx) => requestOf(tx) };
  }
  const hint = network ? { network } : {};
  const subject = readForeign(text, hint);
  const known = await readKnownOf(text, subject.tx, hint, files, shell);
  const authorities = known && authoritiesIn(known);
  const { time } = files;
  const { draft, form } = fromForeign(text, {
    network: networkOf(subject, known?.state ?? known?.origins, hint),
    time: time === undefined ? now() : within(['time'], () => parseTime(time)),
    ...(known && { utxos: known.utxos, evidence: evidenceIn(known) }),
    ...(known?.state?.chain === 'X' &&
      known.state.blockchain && { blockchain: known.state.blockchain }),
    ...(authorities && { authorities }),
  });
  return { draft, known, network, ...answersIn(form) };
}

/** Writes answers in the form of another tool. */
const answersIn = (form: ForeignForm): Pick<Shown, 'write' | 'finish'> => ({
  write: (of, how) => (how.parts || how.as ? writeDraft(of, how) : String(toForeign(of, form))),
  finish: (of, tx) => (form.text ? String(toForeign(of, form)) : requestOf(tx)),
});

const requestOf = (tx: AnyTx): string => JSON.stringify(issueTxRequest(tx));

const readKnownOf = async (
  text: string,
  tx: Draft['unsignedTx'],
  hint: Hint,
  files: GivenFiles,
  shell: Shell,
): Promise<Known | undefined> =>
  knownIn({ tx }, hint, knownText(files, shell), await originsOf(text, hint, files, shell));

/** Reads a copy of a draft, or of its transaction in the form of another tool, with its signatures. */
export function readCopy(text: string, of: Draft): Pick<Shown, 'draft' | 'write'> {
  if (isDraft(text)) return { draft: readDraft(text), write: writeDraft };
  const { draft, form } = fromForeign(text, of);
  return { draft, write: answersIn(form).write };
}
