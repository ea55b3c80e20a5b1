import type { Draft } from '../draft/draft.ts';
import { isPart } from '../draft/parts.ts';
import { AvalancheError } from '../errors/error.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { type Hint, open, openAll } from '../open/open.ts';
import type { SignedTx } from '../rules/subject.ts';
import type { State } from '../state/state.ts';
import { parseState } from '../state/statefile.ts';
import { isJSONObject, parseJSON } from '../text/json.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { readDraft } from './draft.ts';

/** A transaction that somebody asks about. */
export interface Subject {
  readonly tx: AnyUnsignedTx;
  /** If it is signed. */
  readonly signed?: SignedTx;
  /** If it is in a draft, which has been checked. */
  readonly draft?: Draft;
  readonly txID?: string;
  /** What the caller says where the transaction says nothing. */
  readonly networkID?: number | undefined;
  /** Of its chain, if it is not a chain of a known name. */
  readonly blockchain?: Chain | undefined;
}

/** A transaction from whatever `open` takes, a draft, or what `sign --finalize` wrote. */
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
  const request = isJSONObject(json, 'params') ? json.params! : null;
  const opened = open(isJSONObject(request, 'tx') ? String(request.tx) : text, hint);
  const networkID = hint.network?.networkID;
  if (opened.kind === 'unsignedTx') return { tx: opened.value, networkID };
  if (opened.kind === 'tx')
    return { tx: opened.value.unsignedTx, signed: opened.value, txID: opened.id!, networkID };
  throw new AvalancheError('Unsupported', `a ${opened.kind} is not a transaction`);
}

/** What is known of a chain: a whole state, or UTXOs. */
export interface Known {
  readonly state?: State;
  readonly utxos: readonly AnyUTXO[];
}

/** A state, or a `getUTXOs` reply. */
export function readKnown(text: string, hint: Hint): Known {
  const json = text.trimStart().startsWith('{') ? parseJSON(text) : null;
  if (isJSONObject(json, 'chain')) {
    const state = parseState(text);
    const waiting = Object.values(state.imports ?? {}) as readonly (readonly AnyUTXO[])[];
    return { state, utxos: [...(state.chain === 'C' ? [] : state.utxos), ...waiting.flat()] };
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

/**
 * The network that a transaction names.
 * @throws {AvalancheError} `WrongNetwork`: a state is of another; `Unsupported`: none that is known, and no state.
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
