/** What the reader knows beside the subject: UTXOs or a state, the time, own addresses. Explanation and verdict use it. */
import { signal } from '@preact/signals';
import {
  type AnyUTXO,
  AvalancheError,
  knownNetworks,
  type Network,
  openAll,
  parseJSON,
  parseState,
  type State,
  unix,
} from 'avalanche-tx';
import type { Explainable, ExplainContext } from 'avalanche-tx/explain';
import type { Facts } from 'avalanche-tx/rules';
import type { DecodedSubject } from './subject.ts';

/** What a state, UTXOs or a node say. */
export interface Known {
  readonly state?: State;
  readonly utxos: readonly AnyUTXO[];
  /** What a node was asked for the rules. */
  readonly gathered?: Facts;
  /** `3 UTXOs, pasted`. */
  readonly from: string;
}

export const known = signal<Known | undefined>(undefined);
/** Unix seconds; of a draft the clock's if not given, else the state's. */
export const time = signal<bigint | undefined>(undefined);
/** The reader's own addresses. */
export const own = signal<readonly string[]>([]);

export function forgetFacts(): void {
  known.value = undefined;
  time.value = undefined;
  own.value = [];
}

const utxosOf = (state: State): readonly AnyUTXO[] => [
  ...('utxos' in state ? state.utxos : []),
  ...Object.values((state.imports ?? {}) as Record<string, readonly AnyUTXO[]>).flat(),
];

/**
 * Reads a state or a `getUTXOs` reply.
 * @throws {AvalancheError} What `parseState` and `openAll` throw; `Unsupported`: other values.
 */
export function readKnown(text: string, chain: 'P' | 'X' | 'C' | undefined, from: string): Known {
  const json = /^\s*\{\s*"/.test(text) ? parseJSON(text) : undefined;
  if (typeof json === 'object' && json !== null && 'chain' in json && 'network' in json) {
    const state = parseState(text);
    return { state, utxos: utxosOf(state), from: `a state of the ${state.chain}-chain, ${from}` };
  }
  const utxos = openAll(text, { kind: 'utxo', ...(chain && { chain }) }).map(({ kind, value }) => {
    if (kind === 'utxo') return value;
    throw new AvalancheError('Unsupported', `a ${kind} is not a UTXO`);
  });
  return { utxos, from: `${utxos.length} UTXO${utxos.length === 1 ? '' : 's'}, ${from}` };
}

/** Reads a time: Unix seconds, or ISO 8601 with a zone. */
export const readTime = (text: string): bigint =>
  /^\d{1,19}$/.test(text) ? BigInt(text) : unix(text);

/** What `explain` takes of a subject. */
export const explainableOf = (subject: DecodedSubject): Explainable =>
  subject.kind === 'draft' ? subject.draft : subject.opened;

const knownNetwork = ({ opened: { network } }: DecodedSubject): Network | undefined =>
  knownNetworks.find(({ networkID }) => networkID === network?.networkID);

/** Unix seconds of the reader's clock. */
export const clock = (): bigint => BigInt(Math.floor(Date.now() / 1000));

/** The network of a transaction: that of the facts, the draft, or a known one. */
export function networkOf(subject: DecodedSubject): Network | undefined {
  const said = known.value?.state?.network ?? known.value?.gathered?.network;
  if (said) return said;
  if (subject.kind === 'draft') return subject.draft.network;
  return knownNetwork(subject);
}

/** What `explain` is told beside the subject. */
export function explainContext(subject: DecodedSubject, at = time.value): ExplainContext {
  const { state, utxos, gathered } = known.value ?? {};
  // What a draft says of its network and its time is its maker's word.
  const network = state?.network ?? gathered?.network ?? knownNetwork(subject);
  const isDraft = subject.kind === 'draft';
  const accepted = isDraft ? undefined : subject.accepted;
  const when =
    at ?? (isDraft ? clock() : accepted ? accepted.time : (state?.time ?? gathered?.time));
  return {
    ...(network && { network }),
    ...(utxos && utxos.length > 0 && { utxos }),
    ...(when !== undefined && { time: when }),
    ...(accepted && { accepted: true }),
    ...(own.value.length > 0 && { own: own.value }),
    ...(state?.evidence && { evidence: state.evidence }),
    ...(state?.chain === 'X' && state.blockchain && { blockchain: state.blockchain }),
    ...(state?.chain === 'P' && state.authorities && { authorities: state.authorities }),
    ...(state?.chain === 'C' && {
      nonces: Object.fromEntries(state.accounts.map(({ address, nonce }) => [address, nonce])),
    }),
  };
}
