import { Tx as AtomicTx, decodeExtData } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import { type Kind, typeOf } from '../chain/kinds.ts';
import { badArgument, checkShape } from '../errors/arguments.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { contextOf } from '../network/context.ts';
import { identify, type NetworkIdentity } from '../network/identity.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import { decode, encode } from '../wire/codec.ts';
import { bare } from '../wire/context.ts';
import { valueFromJSON } from '../wire/parse.ts';
import { startsAs } from '../wire/prefix.ts';
import type { JSONObject } from '../wire/type.ts';
import { alien } from './bytes.ts';
import { isMessageKind, type MessageKind, messageKinds } from './kinds.ts';
import { type AnyKind, type Opened, oneUTXO, opened, typeOfKind } from './opened.ts';
import { bytesIn, containersIn, readInput, resultOf, type SentTx, sentTxIn } from './reply.ts';

/** What the caller knows about the input. */
export interface Hint {
  /** The chain; all chains are tried if omitted. */
  readonly chain?: ChainName;
  readonly kind?: AnyKind;
  /** The network of the addresses; the one that the value names if omitted. */
  readonly network?: NetworkIdentity;
  /** Alias in addresses, for AVM instances other than X. */
  readonly alias?: string;
  /** Names of types to choose where JSON fits several: `propertyfx.MintOutput`, `platformvm.BanffAbortBlock`. */
  readonly types?: readonly string[];
}

// Outputs, inputs and credentials are too short to distinguish from other bytes: they need a hint.
const standalone: readonly Kind[] = ['tx', 'unsignedTx', 'utxo', 'block', 'genesis'];
// A header of the proposervm is three ids, like many other bytes: it needs a hint.
const tellingMessages = /* @__PURE__ */ Object.keys(messageKinds)
  .filter(isMessageKind)
  .filter((kind) => kind !== 'proposervmHeader');
const chains: readonly ChainName[] = ['P', 'X', 'C'];

const messagesOf: { readonly [C in ChainName]: readonly MessageKind[] } = {
  P: ['proposervm'],
  X: ['proposervm', 'vertex'],
  C: ['proposervm'],
};

type Candidate = readonly [chain: ChainName | undefined, kind: AnyKind];

function candidates({ chain, kind }: Hint): readonly Candidate[] {
  if (kind && isMessageKind(kind)) return [[chain, kind]];
  const found = (chain ? [chain] : chains).flatMap((c) =>
    (kind ? [kind] : standalone).filter((k) => typeOf(c, k)).map((k): Candidate => [c, k]),
  );
  if (found.length === 0)
    throw new AvalancheError('Unsupported', `the ${chain}-chain has no ${kind}`);
  if (kind) return found;
  const messages = chain ? messagesOf[chain] : tellingMessages;
  return [...found, ...messages.map((k): Candidate => [chain, k])];
}

const nameOf = (chain: ChainName | undefined, kind: AnyKind, between: string): string =>
  isMessageKind(kind) ? kind : `${chain}${between}${kind}`;

/**
 * The plausible ones of several readings. Messages are mostly ids and bytes, so a reading as something of a chain wins over them. A
 * wrapper with a readable block wins over everything. A wrapper without one is not an option, which only the P-chain has.
 */
function likely(found: readonly Opened[]): readonly Opened[] {
  const wrapper = found.find(({ kind, chain }) => kind === 'proposervm' && chain);
  if (wrapper) return [wrapper];
  const ofChain = found.filter(({ kind }) => !isMessageKind(kind));
  if (ofChain.length > 0) return ofChain;
  return found.length > 1 ? found.filter(({ type }) => type !== 'proposervm.Option') : found;
}

/**
 * Returns the only candidate that can be read. Otherwise throws the error of the one that was read furthest, or lists those that fit.
 * @param asked All candidates that the caller allows; only those in `tried` can succeed.
 */
function only(
  asked: readonly Candidate[],
  tried: readonly Candidate[],
  read: (chain: ChainName | undefined, kind: AnyKind) => Opened,
  depth: (kind: AnyKind, e: AvalancheError) => number,
): Opened {
  const found: Opened[] = [];
  let deepest: AvalancheError | undefined;
  let reached = -1;
  for (const [chain, kind] of tried) {
    try {
      found.push(read(chain, kind));
    } catch (e) {
      if (!isError(e)) throw e;
      if (isError(e, 'WrongNetwork') && e.path.length === 0) throw e;
      const depthOf = depth(kind, e);
      if (depthOf <= reached) continue;
      reached = depthOf;
      deepest =
        asked.length === 1
          ? e
          : new AvalancheError(
              e.code,
              `${e.detail} (read as ${nameOf(chain, kind, '-chain ')})`,
              e.context,
              { offset: e.offset },
            ).at(...e.path);
    }
  }
  const fitting = likely(found);
  const utxo = fitting.length > 1 && oneUTXO(fitting);
  if (utxo) return utxo;
  if (fitting.length > 1) {
    const names = fitting.map(({ chain, kind }) => nameOf(chain, kind, ' '));
    throw new AvalancheError(
      'Ambiguous',
      `can be read as ${names.join(', ')}: choose one with a hint`,
      { candidates: fitting.map(({ chain, kind }) => ({ ...(chain && { chain }), kind })) },
    );
  }
  if (fitting[0]) return fitting[0];
  throw deepest!;
}

/** The first field after the codec version of these is a hash. */
const beginsWithHash: ReadonlySet<AnyKind> = /* @__PURE__ */ new Set<AnyKind>(['utxo', 'vertex']);

/** Whether a codec version is followed by a number that is more likely a typeID than the start of a hash. */
const beginsWithTypeID = (bytes: Uint8Array): boolean =>
  bytes.length > 5 && bytes.subarray(0, 4).every((byte) => byte === 0);

/**
 * Decodes only the candidates that the first bytes allow: one or two of about twenty. Bytes that begin with an unknown typeID are more
 * likely a transaction or block that only a later node knows than a damaged value that begins with a hash: the error then names the type.
 */
function openAs(bytes: Uint8Array, asked: readonly Candidate[], { network }: Hint): Opened {
  const possible = asked.filter(([chain, kind]) => startsAs(typeOfKind(chain, kind)!, bytes));
  const typed = beginsWithTypeID(bytes);
  const isUnknown = typed && possible.every(([, kind]) => beginsWithHash.has(kind));
  return only(
    asked,
    possible.length > 0 && !isUnknown ? possible : asked,
    (chain, kind) => opened(chain, kind, decode(typeOfKind(chain, kind)!, bytes), bytes, network),
    (kind, { offset }) => (typed && beginsWithHash.has(kind) ? 0 : offset),
  );
}

const openBytes = (bytes: Uint8Array, hint: Hint): Opened => openAs(bytes, candidates(hint), hint);

/**
 * Reads accepted bytes: a wrapper with a block of the chain, else a bare block or, of the X-chain before Cortina, a vertex or a
 * transaction. Source: avalanchego `vms/proposervm/vm.go` `parseBlock`.
 */
export function openAccepted(bytes: Uint8Array, hint: Hint): Opened {
  const { chain } = hint;
  try {
    return openAs(bytes, [[chain, 'proposervm']], hint);
  } catch (e) {
    if (!isError(e) || e.code === 'WrongNetwork' || chain === 'C') throw e;
    const bare = (chain ? [chain] : (['P', 'X'] as const)).flatMap((c) => acceptedBare[c]);
    try {
      return openAs(bytes, bare, hint);
    } catch (f) {
      throw isError(f) && f.code !== 'WrongNetwork' && f.offset < e.offset ? e : f;
    }
  }
}
const acceptedBare: { readonly [C in 'P' | 'X']: readonly Candidate[] } = {
  P: [['P', 'block']],
  X: [
    ['X', 'block'],
    ['X', 'tx'],
    ['X', 'vertex'],
  ],
};

function openNodeJSON(json: JSONValue, hint: Hint): Opened {
  const asked = candidates(hint);
  return only(
    asked,
    asked,
    (chain, kind) => {
      const type = typeOfKind(chain, kind)!;
      const network = hint.network ?? networkOfJSON(json);
      const alias = hint.alias ?? chain;
      const context = network && alias ? contextOf(alias, network) : bare;
      const value = valueFromJSON(type, json, context, hint.types);
      return opened(chain, kind, value, encode(type, value), hint.network);
    },
    // JSON with fitting keys and one wrong value was read furthest.
    (_, { code, path }) => path.length + (code === 'BadJSON' ? 0 : 500),
  );
}

/** The first networkID in node JSON: of a transaction, or of those in a block or genesis. */
function networkOfJSON(json: JSONValue): NetworkIdentity | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  if (Array.isArray(json)) {
    for (const item of json) {
      const network = networkOfJSON(item);
      if (network) return network;
    }
    return undefined;
  }
  const { networkID, unsignedTx, Chains, Txs, txs, tx } = json;
  return typeof networkID === 'bigint'
    ? identify(Number(networkID))
    : networkOfJSON(unsignedTx ?? Chains ?? Txs ?? [txs ?? null, tx ?? null]);
}

/** The chain of UTXOs follows from an address beside them, such as `P-fuji1…`. */
function hintOfReply(result: JSONObject, hint: Hint): Hint {
  const end = result.endIndex;
  const address = isJSONObject(end) ? end.address : undefined;
  const chain =
    typeof address === 'string' ? chains.find((c) => address.startsWith(`${c}-`)) : undefined;
  return { kind: 'utxo', ...(chain ? { chain } : {}), ...hint };
}

function openReply(result: JSONObject, hint: Hint): readonly Opened[] {
  const { tx, block, utxos } = result;
  const containers = containersIn(result);
  if (containers)
    return containers.map((container) =>
      openAccepted(bytesIn(container.bytes ?? null, container), hint),
    );
  if (utxos !== undefined) {
    if (!Array.isArray(utxos)) throw new AvalancheError('BadJSON', 'must be a list').at('utxos');
    const known = hintOfReply(result, hint);
    const all = utxos.map((text, i) =>
      within(['utxos', i], () => openBytes(bytesIn(text, result), known)),
    );
    // All are of one chain: what only one chain can have decides for the others.
    const chain = all.find((opened) => opened.chain)?.chain;
    return chain
      ? all.map((of) => (of.chain ? of : openBytes(of.bytes, { ...known, chain })))
      : all;
  }
  const [content, kind] = block === undefined ? [tx, 'tx' as const] : [block, 'block' as const];
  if (content === undefined)
    throw new AvalancheError('BadJSON', 'the reply has no tx, block, utxos or containers');
  return [
    typeof content === 'string'
      ? openBytes(bytesIn(content, result), { kind, ...hint })
      : openNodeJSON(content, { kind, ...hint }),
  ];
}

/**
 * Reads everything in an input: one transaction, UTXO, block, message or genesis; all UTXOs of a `getUTXOs` reply, all containers
 * of an index, or all atomic transactions in the extra data of a block of the C-chain.
 * @param input Bytes; their text: hex with or without `0x`, spaces, line breaks and the node's checksum, CB58, or a list of bytes
 *   (`[0 0 0 34]`, `[]byte{0x00, 0x22}`); node JSON, a whole JSON-RPC reply, or a request such as `platform.issueTx`, as text or parsed.
 * @throws {AvalancheError} As `decode` and `fromJSON`; `Ambiguous`, with `candidates`: several readings fit;
 *   `WrongNetwork`: the value names another network than the hint.
 */
export function openAll(input: Uint8Array | string | object, hint: Hint = {}): readonly Opened[] {
  checkHint(hint);
  const read = readInput(input);
  if (read instanceof Uint8Array) return openPlain(read, hint);
  const sent = sentTxIn(read);
  if (sent) return [openSent(sent, hint)];
  const result = resultOf(read);
  return result ? openReply(result, hint) : [openNodeJSON(read, hint)];
}

function checkHint(hint: Hint): void {
  checkShape(hint, 'an object', 'hint');
  const { chain } = hint;
  if (chain !== undefined && !chains.includes(chain))
    throw badArgument('P, X or C', chain).at('hint', 'chain');
}

/** Bytes with nothing around them. What else they are is said if they can be read as nothing. */
function openPlain(bytes: Uint8Array, hint: Hint): readonly Opened[] {
  try {
    return [openBytes(bytes, hint)];
  } catch (e) {
    if (!isError(e) || e.code === 'WrongNetwork' || e.code === 'Ambiguous') throw e;
    return openExtData(bytes, hint, e);
  }
}

/**
 * The atomic transactions in the extra data of a block of the C-chain.
 * @param e Why the bytes are nothing else.
 */
function openExtData(bytes: Uint8Array, hint: Hint, e: AvalancheError): readonly Opened[] {
  const { chain = 'C', kind = 'tx' } = hint;
  const other = hint.kind ? undefined : alien(bytes);
  if (chain !== 'C' || kind !== 'tx') throw other ?? e;
  try {
    const txs = decodeExtData(bytes);
    if (txs.length > 0)
      return txs.map((tx) => opened('C', 'tx', tx, encode(AtomicTx, tx), hint.network));
  } catch (f) {
    if (isError(f) && (f.code === 'WrongNetwork' || (hint.chain && f.offset > e.offset))) throw f;
  }
  throw other ?? e;
}

/** The transaction of a request. Its method says for which chain it is, and that it is signed. */
const openSent = ({ chain, bytes }: SentTx, hint: Hint): Opened =>
  within(['params', 'tx'], () =>
    openBytes(bytes, { ...(chain && { chain }), kind: 'tx', ...hint }),
  );

/**
 * Reads the only value of an input: a transaction, UTXO, block, message or genesis.
 * @param input As for `openAll`.
 * @throws {AvalancheError} As `openAll`; `Ambiguous`: also if the input has several values or none.
 * @example
 * open('0x00000000001300000000 6553f100 00000000'.replaceAll(' ', '')).type; // 'platformvm.AdvanceTimeTx'
 */
export function open(input: Uint8Array | string | object, hint: Hint = {}): Opened {
  const all = openAll(input, hint);
  if (all.length !== 1)
    throw new AvalancheError(
      'Ambiguous',
      `the input has ${all.length} values, expected one: use openAll`,
      { candidates: all.map(({ chain, kind }) => ({ ...(chain && { chain }), kind })) },
    );
  return all[0]!;
}

/**
 * Reads node JSON, and encodes it to the same bytes as the node.
 * @param json Text, or the result of `parseJSON`.
 * @throws {AvalancheError} As `open`.
 */
export function fromJSON(
  chain: ChainName,
  json: string | JSONObject,
  hint: Omit<Hint, 'chain'> = {},
): Opened {
  return open(json, { kind: 'tx', ...hint, chain });
}
