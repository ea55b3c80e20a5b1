import { chainNameOf } from '../chain/declared.ts';
import type { Draft } from '../draft/draft.ts';
import { isPart } from '../draft/parts.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { type Hint, open, openAll } from '../open/open.ts';
import type { SignedTx } from '../rules/subject.ts';
import type { Evidence } from '../state/evidence.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { parseState } from '../state/statefile.ts';
import { isJSONObject, parseJSON } from '../text/json.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { readDraft } from './draft.ts';
import { now, parseTime } from './input.ts';

/** The transaction that a command is about. */
export interface Subject {
  readonly tx: AnyUnsignedTx;
  /** Set if it is signed. */
  readonly signed?: SignedTx;
  /** Set if the input is a draft, which has been checked. */
  readonly draft?: Draft;
  readonly txID?: string;
  /** The caller's, for a transaction that names no network. */
  readonly networkID?: number | undefined;
  /** Set for an instance of the AVM other than the X-chain. */
  readonly blockchain?: Chain | undefined;
}

/** Reads a transaction: anything that `open` accepts, a draft, or the output of `sign --finalize`. */
export function readSubject(text: string, hint: Hint): Subject {
  const json = text.trimStart().startsWith('{') ? parseJSON(text) : null;
  if (isJSONObject(json, 'format') || isPart(text.trimStart())) {
    const draft = readDraft(text);
    return {
      tx: draft.unsignedTx,
      draft,
      blockchain: draft.chain === 'X' ? draft.blockchain : undefined,
    };
  }
  const opened = open(text, hint);
  const networkID = hint.network?.networkID;
  if (opened.kind === 'unsignedTx') return { tx: opened.value, networkID };
  if (opened.kind === 'tx')
    return { tx: opened.value.unsignedTx, signed: opened.value, txID: opened.id!, networkID };
  throw new AvalancheError('Unsupported', `a ${opened.kind} is not a transaction`);
}

/** What the caller knows of the chain: a state, or only UTXOs. */
export interface Known {
  readonly state?: State;
  readonly utxos: readonly AnyUTXO[];
}

/** Reads a state or a `getUTXOs` reply. */
export function readKnown(text: string, hint: Hint): Known {
  const json = text.trimStart().startsWith('{') ? parseJSON(text) : null;
  if (isJSONObject(json, 'chain')) {
    const state = parseState(text);
    return { state, utxos: allUTXOsOf(state) };
  }
  const { chain, network } = hint;
  const of = { kind: 'utxo' as const, ...(chain && { chain }), ...(network && { network }) };
  return {
    utxos: openAll(text, of).map(({ kind, value }) => {
      if (kind === 'utxo') return value;
      throw new AvalancheError('Unsupported', `a ${kind} is not a UTXO`);
    }),
  };
}

/** Reads evidence: that of a state or a draft, or one signed transaction. */
export function readEvidence(text: string): readonly Evidence[] {
  const json = text.trimStart().startsWith('{') ? parseJSON(text) : null;
  if (isJSONObject(json, 'format') || isPart(text.trimStart())) return readDraft(text).evidence;
  if (isJSONObject(json, 'chain')) return parseState(text).evidence ?? [];
  const opened = open(text, { kind: 'tx' });
  if (opened.kind === 'tx') return [{ chain: opened.chain, bytes: opened.bytes }];
  throw new AvalancheError('Unsupported', `a ${opened.kind} is not a signed transaction`);
}

/** What a command needs to judge a transaction. */
export interface Inquiry {
  readonly subject: Subject;
  readonly known: Known | undefined;
  /** Unix seconds: as given, else the state's, the draft's or the clock's. */
  readonly time: bigint;
}

/**
 * Reads the input of `verify` and `explain`.
 * @param given.known The text of a state or of a `getUTXOs` reply.
 */
export function readInquiry(
  text: string,
  hint: Hint,
  given: { readonly time: string | undefined; readonly known: string | undefined },
): Inquiry {
  const { time, known: file } = given;
  const subject = readSubject(text, hint);
  const chain = chainNameOf(subject.tx);
  const known =
    file === undefined ? undefined : within(['utxos'], () => readKnown(file, { ...hint, chain }));
  if (time !== undefined) return { subject, known, time: within(['time'], () => parseTime(time)) };
  return { subject, known, time: known?.state?.time ?? subject.draft?.time ?? now() };
}

/**
 * Returns the network of a transaction: the state's, the draft's, or the known one with its networkID.
 * @throws {AvalancheError} `WrongNetwork`: the state is for another network; `Unsupported`: an unknown network without a state.
 */
export function networkOf({ tx, draft, ...of }: Subject, state: State | undefined): Network {
  const { networkID = of.networkID } = tx as { readonly networkID?: number };
  const said = (state ?? draft)?.network;
  if (said && networkID !== undefined && said.networkID !== networkID)
    throw new AvalancheError(
      'WrongNetwork',
      `the input is for network ${networkID}, the state for network ${said.networkID}`,
      { have: String(networkID), need: String(said.networkID) },
    );
  if (said) return said;
  const known = [mainnet, fuji, local].find((network) => network.networkID === networkID);
  if (known) return known;
  throw new AvalancheError(
    'Unsupported',
    networkID === undefined
      ? 'the input names no network: pass --network'
      : `the fees of network ${networkID} are not known: pass a state`,
  );
}
