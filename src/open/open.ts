/**
 * Recognizes and reads any input: bytes, text or JSON, of any chain and kind. All readings that the hint allows
 * are tried; if several succeed, an error lists them.
 */

import { startsAsBlock } from '../blocks/evm/block.ts';
import { Tx as AtomicTx, decodeExtData } from '../chain/cchain/tx.ts';
import { type ChainName, chainArgument } from '../chain/declared.ts';
import { type Kind, typeOf } from '../chain/kinds.ts';
import type { AnyTx } from '../chain/tx.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';
import { jsonContext } from '../network/context.ts';
import { identifyHRP, identifyNetwork, type NetworkIdentity } from '../network/identity.ts';
import { anObject, aText, checkArgument, objectOf } from '../schema/check.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import { decode, encode } from '../wire/codec.ts';
import { plainContext } from '../wire/context.ts';
import { said } from '../wire/newer.ts';
import { encodedFromJSON } from '../wire/parse.ts';
import { Scan } from '../wire/scan.ts';
import type { JSONObject, Type } from '../wire/type.ts';
import { type Inside, insideJSON, refuseDocument } from './foreign.ts';
import { objectsIn, readInput, valueLines } from './input.ts';
import {
  type AnyKind,
  isMessageKind,
  type MessageKind,
  messageKinds,
  type Opened,
  oneOfChains,
  opened,
  openedEVMBlock,
  typeOfKind,
  withoutContent,
} from './opened.ts';
import {
  bareReadings,
  bytesOfABI,
  type Candidate,
  candidate,
  chainNamedIn,
  errorOfBest,
  isCutTx,
  nameOf,
} from './readings.ts';
import { notInput, recognizedBytes } from './recognized.ts';

/** What the caller knows about an input. */
export interface Hint {
  /** The chain; all chains are tried if omitted. */
  readonly chain?: ChainName;
  readonly kind?: AnyKind;
  /** The network used to format addresses; the one that the value names if omitted. */
  readonly network?: NetworkIdentity;
  /** Alias in addresses, for AVM instances other than X. */
  readonly alias?: string;
  /** Type names to choose if JSON matches several: `propertyfx.MintOutput`, `platformvm.BanffAbortBlock`. */
  readonly types?: readonly string[];
}

// Outputs, inputs and credentials are too short to tell from other bytes: they need a hint.
const standalone: readonly Kind[] = ['tx', 'unsignedTx', 'utxo', 'block', 'genesis'];
// A proposer VM header is three ids, like many other bytes: it needs a hint.
const tellingMessages = /* @__PURE__ */ Object.keys(messageKinds)
  .filter(isMessageKind)
  .filter((kind) => kind !== 'proposervmHeader');
const chains: readonly ChainName[] = ['P', 'X', 'C'];

const messagesOf: { readonly [C in ChainName]: readonly MessageKind[] } = {
  P: ['proposervm'],
  X: ['proposervm', 'vertex'],
  C: ['proposervm'],
};

const cached = new Map<string, readonly Candidate[]>();

/** Returns the readings that a hint allows; cached per hint. */
function candidates({ chain, kind }: Hint): readonly Candidate[] {
  const key = `${chain} ${kind}`;
  let found = cached.get(key);
  if (!found) cached.set(key, (found = makeCandidates(chain, kind)));
  return found;
}

function makeCandidates(
  chain: ChainName | undefined,
  kind: AnyKind | undefined,
): readonly Candidate[] {
  if (kind && isMessageKind(kind)) return [candidate(chain, kind)];
  if (kind === 'evmBlock') return [];
  const found = (chain ? [chain] : chains).flatMap((c) =>
    (kind ? [kind] : standalone).filter((k) => typeOf(c, k)).map((k) => candidate(c, k)),
  );
  if (found.length === 0)
    throw new AvalancheError('Unsupported', `the ${chain}-chain has no ${kind}`);
  if (kind) return found;
  const messages = chain ? messagesOf[chain] : tellingMessages;
  return [...found, ...messages.map((k) => candidate(chain, k))];
}

/**
 * Selects the plausible readings. Messages consist mostly of ids and bytes, so a reading as a value of a chain is
 * preferred, and a wrapper with a readable block is preferred over everything. A wrapper without one is not read
 * as an option, which exists only on the P-chain.
 */
function likely(found: readonly Opened[]): readonly Opened[] {
  const wrapper = found.find(
    (reading) => reading.kind === 'proposervm' && (reading.chain || reading.block),
  );
  if (wrapper) return [wrapper];
  const ofChain = found.filter(({ kind }) => !isMessageKind(kind));
  if (ofChain.length > 0) return ofChain;
  return found.length > 1 ? found.filter(({ type }) => type !== 'proposervm.Option') : found;
}

/**
 * Returns the only reading that fits; undefined if there is none.
 * @throws {AvalancheError} `Ambiguous`: several fit.
 */
function only(found: readonly Opened[]): Opened | undefined {
  const fitting = likely(found);
  if (fitting.length < 2) return fitting[0];
  const utxo = oneOfChains(fitting);
  if (utxo) return utxo;
  throw new AvalancheError(
    'Ambiguous',
    `can be read as ${fitting.map(nameOf).join(', ')}: choose one with a hint`,
    { candidates: fitting.map(({ chain, kind }) => ({ ...(chain && { chain }), kind })) },
  );
}

/** Opens a transaction that names its chain; undefined if it fits none of the readings. */
function openNamed(s: Scan, asked: readonly Candidate[], { network }: Hint): Opened | undefined {
  const named = chainNamedIn(s.bytes);
  if (!named) return undefined;
  for (const { chain, kind, type } of asked) {
    if (chain !== named || (kind !== 'tx' && kind !== 'unsignedTx') || !s.fits(type)) continue;
    try {
      return opened(chain, kind, decode(type, s.bytes), s.bytes, network);
    } catch (e) {
      if (!isError(e) || (e.code === 'WrongNetwork' && e.path.length === 0)) throw e;
    }
  }
  return undefined;
}

/** Decodes the candidates that fit. A scan over the bytes checks first, without creating values or errors. */
function openAmong(bytes: Uint8Array, asked: readonly Candidate[], hint: Hint): Opened {
  const { network } = hint;
  const sole = asked.length === 1 ? openSole(bytes, asked[0]!, network) : undefined;
  if (sole) return sole;
  const s = new Scan(bytes);
  const fast = asked.length > 1 ? openNamed(s, asked, hint) : undefined;
  if (fast) return fast;
  const found: Opened[] = [];
  const inside = new Map<Candidate, AvalancheError>();
  const typeID = bytes.length < 6 ? -1 : s.view.getUint32(2);
  let ofChain = false;
  for (const candidate of asked) {
    const { chain, kind, type, typeIDs } = candidate;
    if (typeIDs && !typeIDs.has(typeID)) continue;
    const last = found.at(-1);
    // A signed transaction is preferred to an unsigned one, and any value of a chain to a message other than a
    // wrapper.
    if (kind === 'unsignedTx' && last?.kind === 'tx' && last.chain === chain) continue;
    if (ofChain && kind !== 'proposervm' && isMessageKind(kind)) continue;
    if (!s.fits(type)) continue;
    try {
      found.push(opened(chain, kind, decode(type, bytes), bytes, network));
      ofChain ||= !isMessageKind(kind);
    } catch (e) {
      if (!isError(e) || (e.code === 'WrongNetwork' && e.path.length === 0)) throw e;
      inside.set(candidate, e);
    }
  }
  if (asked.length > 1 && found.length > 0 && !ofChain && isCutTx(bytes, asked))
    throw errorOfBest(bytes, asked, inside);
  const one = only(found);
  if (one) return one;
  throw errorOfBest(bytes, asked, inside);
}

/** Decodes the only candidate; undefined if that fails, since the error of a scan says more. */
function openSole(
  bytes: Uint8Array,
  { chain, kind, type }: Candidate,
  network: NetworkIdentity | undefined,
): Opened | undefined {
  try {
    return opened(chain, kind, decode(type, bytes), bytes, network);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

const openBytes = (bytes: Uint8Array, hint: Hint): Opened =>
  openAmong(bytes, candidates(hint), hint);

/** Tells whether bytes are read as a block of an EVM: no value of another kind starts as one does. */
const isEVMBlock = (bytes: Uint8Array, { chain = 'C', kind }: Hint): boolean =>
  kind === undefined ? chain === 'C' && startsAsBlock(bytes) : kind === 'evmBlock';

/**
 * Opens accepted bytes: a wrapper with a block of the chain; else a bare block, also of an EVM, or, for the X-chain before
 * Cortina, a vertex or transaction. Source: avalanchego `vms/proposervm/vm.go` `parseBlock`.
 */
export function openAccepted(bytes: Uint8Array, hint: Hint): Opened {
  const { chain } = hint;
  if (startsAsBlock(bytes) && (chain ?? 'C') === 'C') return openedEVMBlock(bytes, hint.network);
  const wrapped = candidates({ ...(chain && { chain }), kind: 'proposervm' });
  const unwrapped = bareOf(chain);
  if (!new Scan(bytes).fits(wrapped[0]!.type))
    return openAmong(bytes, [...unwrapped, ...wrapped], hint);
  try {
    return openAmong(bytes, wrapped, hint);
  } catch (e) {
    const s = new Scan(bytes);
    if (!isError(e) || e.code === 'WrongNetwork' || !unwrapped.some(({ type }) => s.fits(type)))
      throw e;
    return openAmong(bytes, unwrapped, hint);
  }
}

/**
 * What `openAs` returns for a kind. `contentError` is why the block in a wrapper or the transactions of a vertex cannot be read, which a
 * node accepts with any content: there is then no `block`, and `txs` is empty.
 */
export type OpenedAs<K extends AnyKind | 'accepted' = AnyKind | 'accepted'> = Extract<
  Opened,
  {
    readonly kind: K extends 'accepted' ? 'block' | 'evmBlock' | 'proposervm' | 'tx' | 'vertex' : K;
  }
> & { readonly contentError?: AvalancheError };

/**
 * Opens bytes as one kind of value, for programs that know what they read and read a lot of it. Nothing else is tried: text, a checksum, a
 * missing codec version or another kind is an error.
 * @param kind The kind; or `accepted` for what a node accepted, as its index has it: a wrapper with a block of the chain, a bare block, or,
 *   on the X-chain before Cortina, a vertex or transaction.
 * @param chain The chain. May be omitted for `accepted`, blocks of an EVM and messages.
 * @throws {AvalancheError} As `decode`; `Unsupported` at `kind`: the chain has no such kind; `BadArgument` at `chain`. Of `accepted`, also if
 *   the block in a wrapper cannot be read.
 * @example
 * import { parseHex } from 'avalanche-tx';
 * openAs(parseHex('0x000000000013000000006553f10000000000'), 'tx', 'P').value.unsignedTx.type; // 'platformvm.AdvanceTimeTx'
 */
export function openAs<const K extends AnyKind | 'accepted'>(
  bytes: Uint8Array,
  kind: K,
  chain?: ChainName,
): OpenedAs<K> {
  if (chain !== undefined) checkArgument(chain, chainArgument, 'chain');
  return openExactly(toBytes(bytes), kind, chain) as OpenedAs<K>;
}

function openExactly(
  bytes: Uint8Array,
  kind: AnyKind | 'accepted',
  chain: ChainName | undefined,
): Opened & { readonly contentError?: AvalancheError } {
  if (kind === 'accepted') return openAccepted(bytes, chain ? { chain } : {});
  if (kind === 'evmBlock' && (chain ?? 'C') === 'C') return openedEVMBlock(bytes, undefined);
  // Whatever else was given, such as lists in lists, has no name to look up.
  const type = typeof kind === 'string' ? typeOfKind(chain, kind) : undefined;
  if (!type)
    throw new AvalancheError(
      'Unsupported',
      `the ${chain ? `${chain}-` : ''}chain has no ${quoted(kind)}`,
    ).at('kind');
  const value = decode(type, bytes);
  try {
    return opened(chain, kind, value, bytes);
  } catch (error) {
    if (!isError(error) || (kind !== 'proposervm' && kind !== 'vertex')) throw error;
    return { ...withoutContent(chain, kind, value, bytes), contentError: error };
  }
}

/** The forms of accepted bytes without a wrapper. Not a constant: the types of blocks would be described while the module loads. */
const bareOf = (chain: ChainName | undefined): readonly Candidate[] => [
  ...(chain === 'C' || chain === 'X' ? [] : [candidate('P', 'block')]),
  ...(chain === 'C' || chain === 'P'
    ? []
    : [candidate('X', 'block'), candidate('X', 'tx'), candidate('X', 'vertex')]),
];

/** How far JSON was read: matching keys with one wrong value count more than other keys. */
const depthOf = ({ code, path }: AvalancheError): number =>
  path.length + (code === 'BadJSON' ? 0 : 500);

/** Tells whether JSON has at least one key of a type. */
function hasKey({ shape }: Type<unknown>, json: JSONObject): boolean {
  if (shape.kind === 'versioned') return hasKey(shape.of, json);
  if (shape.kind === 'union') return [...shape.members.values()].some((of) => hasKey(of, json));
  return shape.kind === 'struct' && shape.fields.some(({ key }) => Object.hasOwn(json, key));
}

function openNodeJSON(json: JSONValue, hint: Hint): Opened {
  if (hint.kind === 'evmBlock')
    throw new AvalancheError(
      'Unsupported',
      'JSON of a block of an EVM does not contain its transactions: debug_getRawBlock returns its bytes',
    );
  const asked = candidates(hint);
  if (
    hint.kind === undefined &&
    isJSONObject(json) &&
    !asked.some(({ type }) => hasKey(type, json))
  )
    throw new AvalancheError(
      'BadJSON',
      'this is not a form of JSON that is known: node JSON, a JSON-RPC reply or request, or what a wallet writes',
    );
  const named = hint.network ?? networkOfJSON(json);
  // UTXOs and parts name no network, but their addresses do.
  const hrp = named ? undefined : hrpIn(json);
  const ofAddress = hrp === undefined ? undefined : identifyHRP(hrp);
  const network = named ?? (hrp === undefined ? undefined : { hrp });
  const found: Opened[] = [];
  let deepest: AvalancheError | undefined;
  for (const { chain, kind, type } of asked) {
    const alias = hint.alias ?? chain;
    const context = network && alias ? jsonContext(alias, network) : plainContext;
    try {
      const { value, bytes } = encodedFromJSON(type, json, context, hint.types);
      found.push(opened(chain, kind, value, bytes(), hint.network ?? ofAddress));
    } catch (e) {
      if (!isError(e) || (e.code === 'WrongNetwork' && e.path.length === 0)) throw e;
      if (deepest && depthOf(e) <= depthOf(deepest)) continue;
      deepest =
        asked.length === 1 ? e : said(e, `${e.detail} (read as ${nameOf({ chain, kind })})`);
    }
  }
  const one = only(found);
  if (one) return one;
  throw deepest!;
}

/** Returns the first networkID in node JSON: that of a transaction, or of the transactions in a block or genesis. */
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
    ? identifyNetwork(Number(networkID))
    : networkOfJSON(unsignedTx ?? Chains ?? Txs ?? [txs ?? null, tx ?? null]);
}

const addressPattern = /^[A-Za-z0-9]+-([a-z]+)1[02-9ac-hj-np-z]{38}$/;

/** Returns the prefix of the first address in node JSON. */
function hrpIn(json: JSONValue): string | undefined {
  if (typeof json === 'string') return addressPattern.exec(json)?.[1];
  if (typeof json !== 'object' || json === null) return undefined;
  for (const item of Object.values(json)) {
    const hrp = hrpIn(item);
    if (hrp !== undefined) return hrp;
  }
  return undefined;
}

/** Opens the values found in JSON of a known form. */
function openInside(inside: readonly Inside[], hint: Hint): readonly Opened[] {
  const all = inside.map((part) => within(part.path, () => openOne(part, hint)));
  // If one value can only belong to one chain, the others are read for that chain too.
  const chain = all.find((opened) => opened.chain)?.chain;
  return chain && inside[0]?.oneChain
    ? all.map((part) =>
        part.chain ? part : openBytes(part.bytes, { ...hint, kind: part.kind, chain }),
      )
    : all;
}

function openOne({ content, chain, kind, accepted }: Inside, hint: Hint): Opened {
  const known = { ...(chain && { chain }), ...(kind && { kind }), ...hint };
  if (!(content instanceof Uint8Array)) return openNodeJSON(content, known);
  if (accepted) return openAccepted(content, hint);
  const [one, ...others] = openPlain(content, known);
  if (one && others.length === 0) return one;
  throw new AvalancheError('Ambiguous', 'has several values, expected one', { candidates: [] });
}

/**
 * Reads all values in an input: one transaction, UTXO, block, message or genesis; all UTXOs of a `getUTXOs` reply,
 * all containers of an index, or all atomic transactions in the extra data of a C-chain block.
 * @param input Bytes; their text: hex with or without `0x`, spaces, line breaks and the node's checksum, CB58, or
 *   a list of bytes (`[0 0 0 34]`, `[]byte{0x00, 0x22}`); several lines of hex with `0x` or of JSON; node JSON, a
 *   whole JSON-RPC reply, or a request such as `platform.issueTx`, as text or parsed.
 * @throws {AvalancheError} As `decode` and `fromJSON`; `Ambiguous`, with `candidates`: several readings fit;
 *   `WrongNetwork`: the value names another network than the hint.
 */
export function openAll(input: Uint8Array | string | object, hint: Hint = {}): readonly Opened[] {
  checkHint(hint);
  const lines = typeof input === 'string' ? valueLines(input) : undefined;
  if (lines) return lines.flatMap((line, i) => within([i], () => openAll(line, hint)));
  const objects = objectsIn(input);
  if (objects) return objects.flatMap((one, i) => within([i], () => openAll(one, hint)));
  const read = readInput(input);
  if (read instanceof Uint8Array) return openPlain(read, hint);
  // No other form has the key of a transaction, the most frequent one.
  if (!Object.hasOwn(read, 'unsignedTx')) {
    const inside = insideJSON(read);
    if (inside) return openInside(inside, hint);
    refuseDocument(read);
  }
  // A draft has one as well.
  if (Object.hasOwn(read, 'format')) refuseDocument(read);
  return [openNodeJSON(read, hint)];
}

function checkHint(hint: Hint): void {
  checkArgument(hint, anObject, 'hint');
  if (hint.chain !== undefined) checkArgument(hint.chain, chainArgument, 'hint', 'chain');
}

/** Opens bytes without surrounding JSON. If they cannot be read but are recognized, the error says what they are. */
function openPlain(bytes: Uint8Array, hint: Hint): readonly Opened[] {
  // Zeros are a transaction of network 0 to the codec. An empty list may be one, and so may what the caller names.
  if (hint.kind === undefined && bytes.length > 8 && bytes.every((byte) => byte === 0))
    throw new AvalancheError('BadText', `these ${bytes.length} bytes are all zero`, {
      kind: 'input',
    });
  if (isEVMBlock(bytes, hint)) return [openedEVMBlock(bytes, hint.network)];
  try {
    return [openBytes(bytes, hint)];
  } catch (e) {
    if (!isError(e) || e.code === 'WrongNetwork' || e.code === 'Ambiguous') throw e;
    const piece = openBare(bytes, hint);
    return piece ? [piece] : openExtData(bytes, hint, e);
  }
}

/**
 * Opens a part of a transaction, a value without its codec version, or a warp message in EVM event data; returns
 * undefined for others.
 */
function openBare(bytes: Uint8Array, { chain, kind, network }: Hint): Opened | undefined {
  const warp = kind === undefined || kind === 'warpUnsigned' ? bytesOfABI(bytes) : undefined;
  if (warp && new Scan(warp).fits(messageKinds.warpUnsigned))
    return openBytes(warp, { kind: 'warpUnsigned', ...(network && { network }) });
  const found = bareReadings(bytes, chain ? [chain] : chains, kind);
  return only(
    found.map(({ candidate: { chain, kind, type }, bytes }) =>
      opened(chain, kind, decode(type, bytes), bytes, network),
    ),
  );
}

/** Says that bytes are nothing known, rather than that their first two are a codec version of the future. */
const ofNoVersion = (e: AvalancheError): AvalancheError | undefined =>
  isError(e, 'BadVersion') && Number(e.context.version) > 9
    ? notInput(
        'these bytes are of no known format: those of transactions, blocks and UTXOs begin with 0x0000',
      )
    : undefined;

/**
 * Opens the atomic transactions in the extra data of a C-chain block.
 * @param e The error of reading the bytes as anything else.
 */
function openExtData(bytes: Uint8Array, hint: Hint, e: AvalancheError): readonly Opened[] {
  const { chain = 'C', kind = 'tx' } = hint;
  const other = hint.kind ? undefined : (recognizedBytes(bytes) ?? ofNoVersion(e));
  if (chain !== 'C' || kind !== 'tx') throw other ?? e;
  try {
    const txs = decodeExtData(bytes);
    if (txs.length > 0)
      return txs.map((tx) => opened('C', 'tx', tx, encode(AtomicTx, tx), hint.network));
  } catch (f) {
    if (
      isError(f) &&
      (f.code === 'WrongNetwork' || (hint.chain && (f.offset ?? -1) > (e.offset ?? -1)))
    )
      throw f;
  }
  throw other ?? e;
}

/**
 * Reads the only value in an input: a transaction, UTXO, block, message or genesis.
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

const fromJSONHint = /* @__PURE__ */ objectOf({ chain: aText });

/**
 * Parses node JSON and encodes it to the same bytes as the node.
 * @param json JSON text, or the result of `parseJSON`.
 * @param hint The chain, and the kind if it is no transaction: a node's JSON names neither.
 * @throws {AvalancheError} As `open`; `BadArgument` under `chain`.
 */
export function fromJSON(
  json: string | JSONObject,
  hint: Hint & Required<Pick<Hint, 'chain'>>,
): Opened {
  checkArgument(hint, fromJSONHint, 'hint');
  return open(json, { kind: 'tx', ...hint });
}

/**
 * Reads the only signed transaction in an input, for `effectsOf` and `checkTx`. Use it instead of `open` to avoid
 * the union of all kinds.
 * @param input As for `openAll`: a transaction in any form, a `getTx` reply, or a block with a single transaction.
 * @throws {AvalancheError} As `openAll`; `Unsupported`: a transaction without its credentials; `Ambiguous`: no
 *   transaction, or several.
 * @example
 * openTx('0x00000000001300000000 6553f100 00000000'.replaceAll(' ', '')).unsignedTx.type; // 'platformvm.AdvanceTimeTx'
 */
export function openTx(input: Uint8Array | string | object, hint: Hint = {}): AnyTx {
  const all = openAll(input, hint);
  const txs = all.flatMap((opened) => opened.txs);
  if (txs.length === 1) return txs[0]!;
  if (all.some(({ kind }) => kind === 'unsignedTx'))
    throw new AvalancheError('Unsupported', 'the transaction has no credentials: open reads it');
  throw new AvalancheError(
    'Ambiguous',
    `the input has ${txs.length} signed transactions, expected one`,
    { candidates: txs.map(({ chain, txID }) => ({ chain, txID })) },
  );
}
