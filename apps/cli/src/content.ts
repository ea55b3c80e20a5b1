import {
  type AnyUTXO,
  AvalancheError,
  type Chain,
  type Draft,
  documentOf,
  type Hint,
  isError,
  type JSONObject,
  knownNetworks,
  type Network,
  type Opened,
  open,
  openAll,
  parseState,
  type State,
} from 'avalanche-tx';
import { fromForeign, spentUTXOsOf } from 'avalanche-tx/convert';
import type { Origins } from 'avalanche-tx/rpc';
import type { AnyUnsignedTx, SignedTx } from 'avalanche-tx/rules';
import type { Evidence } from 'avalanche-tx/sign';
import { isJSONObject, isPart, jsonOf, refuseOtherJSON } from './document.ts';
import { readDraft } from './draft.ts';
import { isWhole } from './network.ts';
import { now, parseTime } from './times.ts';
import { chainOf } from './tx.ts';
import { within } from './within.ts';

/** The transaction that a command is about. */
export interface TxInput {
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

/** What `explain` reads: a transaction, a state, or other values. */
export type Content =
  | { readonly kind: 'tx'; readonly input: TxInput }
  | { readonly kind: 'state'; readonly state: State }
  | { readonly kind: 'values'; readonly values: readonly Opened[] };

/** Whether text has one value in hex per line, as `utxos` prints them. */
const isHexLines = (text: string): boolean => /^(?:0x[\da-f]+\s+){1,}0x[\da-f]+\s*$/i.test(text);

/** Reads a draft, a state, the output of `utxos` or of `sign --finalize`, or anything that `open` accepts. */
export function readContent(text: string, hint: Hint): Content {
  const json = jsonOf(text);
  if (isJSONObject(json, 'format') || isPart(text.trimStart())) {
    const draft = readDraft(text);
    const blockchain = draft.chain === 'X' ? draft.blockchain : undefined;
    return { kind: 'tx', input: { tx: draft.unsignedTx, draft, blockchain } };
  }
  // `openAll` says what another file is.
  if (isJSONObject(json, 'chain') && (documentOf(json) ?? 'state') === 'state')
    return { kind: 'state', state: parseState(text) };
  const draft = isJSONObject(json) ? draftOfAvalanchejs(text, json, hint) : undefined;
  if (draft) return { kind: 'tx', input: { tx: draft.unsignedTx, draft } };
  return contentOf(isHexLines(text) ? openLines(text, hint) : openAll(text, hint), hint);
}

/** Opens the value of each line. */
const openLines = (text: string, hint: Hint): readonly Opened[] =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((line) => openAll(line, hint));

function contentOf(values: readonly Opened[], hint: Hint): Content {
  const [only] = values;
  const networkID = hint.network?.networkID;
  if (values.length === 1 && only?.kind === 'unsignedTx')
    return { kind: 'tx', input: { tx: only.value, networkID } };
  if (values.length === 1 && only?.kind === 'tx') {
    const { value: signed, id } = only;
    return {
      kind: 'tx',
      input: { tx: signed.unsignedTx, signed, txID: id!, networkID },
    };
  }
  return { kind: 'values', values };
}

/** Reads the JSON of avalanchejs, which has UTXOs and signatures, as a draft; undefined for other JSON. */
function draftOfAvalanchejs(text: string, json: JSONObject, { network }: Hint): Draft | undefined {
  const of = isJSONObject(json.tx ?? null) ? (json.tx as JSONObject) : json;
  if (of.txBytes === undefined || of.credentials === undefined) return undefined;
  try {
    const known = { time: now(), ...(network && isWhole(network) && { network }) };
    return fromForeign(text, known).draft;
  } catch (e) {
    // The transaction alone can be explained without what its network and owners are.
    if (!isError(e) || isError(e, 'BadSignature') || isError(e, 'Mismatch')) throw e;
    return undefined;
  }
}

/**
 * Reads a transaction or draft.
 * @throws {AvalancheError} `Unsupported`: the input is something else.
 */
export const readTx = (text: string, hint: Hint): TxInput => txIn(readContent(text, hint));

/**
 * Reads the transaction of another tool, without what its JSON claims besides.
 * @throws {AvalancheError} As `readTx`.
 */
export const readForeign = (text: string, hint: Hint): TxInput =>
  txIn(contentOf(openAll(text, hint), hint));

function txIn(content: Content): TxInput {
  if (content.kind === 'tx') return content.input;
  const values = content.kind === 'values' ? content.values : undefined;
  const what = values?.length === 1 ? `value of kind ${values[0]!.kind}` : 'list of values';
  throw new AvalancheError(
    'Unsupported',
    `a ${values ? what : 'state'} is not a transaction or draft`,
  );
}

/** What the caller knows of the chain: a state, or only UTXOs; and what a node said. */
export interface Known {
  readonly state?: State;
  readonly utxos: readonly AnyUTXO[];
  /** The transactions that made the UTXOs, from a node. */
  readonly origins?: Origins;
}

/** Reads a state or a `getUTXOs` reply. */
function readKnown(text: string, hint: Hint): Known {
  const json = jsonOf(text);
  refuseOtherJSON(json, 'state');
  if (isJSONObject(json, 'chain')) {
    const state = parseState(text);
    const imports: readonly (readonly AnyUTXO[])[] = Object.values(state.imports ?? {});
    return { state, utxos: [...(state.chain === 'C' ? [] : state.utxos), ...imports.flat()] };
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
  const json = jsonOf(text);
  if (isJSONObject(json, 'format') || isPart(text.trimStart())) return readDraft(text).evidence;
  if (isJSONObject(json, 'chain')) return parseState(text).evidence ?? [];
  const opened = open(text, { kind: 'tx' });
  if (opened.kind === 'tx') return [{ chain: opened.chain, bytes: opened.bytes }];
  throw new AvalancheError('Unsupported', `a ${opened.kind} is not a signed transaction`);
}

/**
 * Returns what is known about the chain of a transaction.
 * @param text The text of the file of `--utxos` or `--state`.
 * @param origins What the node of `--url` said.
 */
export function knownIn(
  { tx }: Pick<TxInput, 'tx'>,
  hint: Hint,
  text: string | undefined,
  origins: Origins | undefined,
): Known | undefined {
  const said =
    text === undefined
      ? undefined
      : within(['utxos'], () => readKnown(text, { ...hint, chain: chainOf(tx) }));
  if (!origins) return said;
  return { ...said, origins, utxos: [...spentUTXOsOf(tx, origins), ...(said?.utxos ?? [])] };
}

/** Returns the authorities that are known. Those of a state precede those of a node. */
export const authoritiesIn = ({ state, origins }: Known) =>
  (state?.chain === 'P' ? state.authorities : undefined) ?? origins?.authorities;

/** Returns the evidence that is known. */
export const evidenceIn = ({ state, origins }: Known): readonly Evidence[] => [
  ...(state?.evidence ?? []),
  ...(origins?.evidence ?? []),
];

/** What a command needs to judge a transaction. */
export interface Inquiry {
  readonly input: TxInput;
  readonly known: Known | undefined;
  /**
   * Unix seconds: as given, otherwise the state's or the clock's. A draft's own time is only a claim of its maker.
   */
  readonly time: bigint;
}

/**
 * Reads what a command needs beside a transaction.
 * @param given.known The text of a state or of a `getUTXOs` reply.
 * @param given.origins What a node said.
 */
export function inquiryOf(
  input: TxInput,
  hint: Hint,
  given: {
    readonly time: string | undefined;
    readonly known: string | undefined;
    readonly origins?: Origins | undefined;
  },
): Inquiry {
  const { time } = given;
  const known = knownIn(input, hint, given.known, given.origins);
  if (time !== undefined) return { input, known, time: within(['time'], () => parseTime(time)) };
  return { input, known, time: known?.state?.time ?? now() };
}

/**
 * Returns the network of a transaction: that of `--network FILE`, the state's, the draft's, or the known one with its networkID.
 * @throws {AvalancheError} `WrongNetwork`: the state is for another network; `Unsupported`: an unknown network without a state or file.
 */
export function networkOf(
  { tx, draft, ...of }: TxInput,
  state: Pick<State, 'network'> | undefined,
  hint: Hint,
): Network {
  const { networkID = of.networkID } = tx as { readonly networkID?: number };
  const given = hint.network && isWhole(hint.network) ? hint.network : undefined;
  const said = given ?? (state ?? draft)?.network;
  if (said && networkID !== undefined && said.networkID !== networkID)
    throw new AvalancheError(
      'WrongNetwork',
      `the input is for network ${networkID}, ${given ? '--network' : 'the state'} for network ${said.networkID}`,
      { have: String(networkID), need: String(said.networkID) },
    );
  if (said) return said;
  const known = knownNetworks.find((network) => network.networkID === networkID);
  if (known) return known;
  throw new AvalancheError(
    'Unsupported',
    networkID === undefined
      ? 'the input names no network: pass --network'
      : `the constants of network ${networkID} are not known: pass its file as --network FILE, or a state`,
  );
}
