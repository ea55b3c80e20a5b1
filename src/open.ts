import { type ChainName, type Kind, typeOf } from './chain/kinds.ts';
import { CodecError, isCodecError } from './errors.ts';
import { contextOf } from './network/context.ts';
import { identify, type NetworkIdentity } from './network/identity.ts';
import { type Opened, opened } from './opened.ts';
import { equalBytes, parseHex } from './text/bytes.ts';
import { type Encoding, parseBytes } from './text/encoding.ts';
import { sha256 } from './text/hash.ts';
import { type JSONValue, parseJSON } from './text/json.ts';
import { decode, encode } from './wire/codec.ts';
import { bare } from './wire/context.ts';
import { fromJSON as valueFromJSON } from './wire/parse.ts';
import type { JSONObject } from './wire/type.ts';

/** What the caller knows of the input. */
export interface Hint {
  readonly chain?: ChainName;
  readonly kind?: Kind;
  readonly network?: NetworkIdentity;
  /** Alias in addresses, for AVM instances other than X. */
  readonly alias?: string;
  /** Names of types to take where JSON leaves several: `propertyfx.MintOutput`. */
  readonly types?: readonly string[];
}

// Outputs, inputs and credentials are too short to be told from other bytes: only a hint asks for them.
const standalone: readonly Kind[] = ['tx', 'unsignedTx', 'utxo', 'genesis'];
const chains: readonly ChainName[] = ['P', 'X', 'C'];

function candidates({ chain, kind }: Hint): readonly (readonly [ChainName, Kind])[] {
  const found = (chain ? [chain] : chains).flatMap((c) =>
    (kind ? [kind] : standalone).filter((k) => typeOf(c, k)).map((k) => [c, k] as const),
  );
  if (found.length === 0) throw new CodecError('Unsupported', `no ${kind} on chain ${chain}`);
  return found;
}

/** The one candidate that reads; else an error that says why the likeliest did not, or lists those that did. */
function only(
  hint: Hint,
  read: (chain: ChainName, kind: Kind) => Opened,
  depth: (e: CodecError) => number,
): Opened {
  const found: Opened[] = [];
  let deepest: CodecError | undefined;
  const tried = candidates(hint);
  for (const [chain, kind] of tried) {
    try {
      found.push(read(chain, kind));
    } catch (e) {
      if (!isCodecError(e)) throw e;
      if (isCodecError(e, 'WrongNetwork') && e.path.length === 0) throw e;
      if (!deepest || depth(e) > depth(deepest))
        deepest =
          tried.length === 1
            ? e
            : new CodecError(
                e.code,
                `${e.detail} (read as ${chain}-chain ${kind})`,
                e.offset,
                e.context,
              ).at(...e.path);
    }
  }
  if (found.length > 1) {
    const names = found.map((o) => `${o.chain} ${o.kind}`);
    throw new CodecError('Ambiguous', `this can be: ${names.join(', ')}`, -1, {
      candidates: found.map(({ chain, kind }) => ({ chain, kind })),
    });
  }
  if (found[0]) return found[0];
  throw deepest!;
}

const openBytes = (bytes: Uint8Array, hint: Hint): Opened =>
  only(
    hint,
    (chain, kind) => opened(chain, kind, decode(typeOf(chain, kind)!, bytes), bytes, hint.network),
    (e) => e.offset,
  );

/** Bytes of `0x…`, without the node's checksum where the last four bytes are one. */
function bytesOfHex(text: string): Uint8Array {
  const bytes = parseHex(text);
  const data = bytes.subarray(0, -4);
  return bytes.length > 4 && equalBytes(sha256(data).subarray(28), bytes.subarray(-4))
    ? data
    : bytes;
}

const openHex = (text: string, hint: Hint): Opened => openBytes(bytesOfHex(text), hint);

function openNodeJSON(json: JSONValue, hint: Hint): Opened {
  return only(
    hint,
    (chain, kind) => {
      const type = typeOf(chain, kind)!;
      const network = hint.network ?? networkOfJSON(json);
      const context = network ? contextOf(hint.alias ?? chain, network) : bare;
      const value = valueFromJSON(type, json, context, hint.types);
      return opened(chain, kind, value, encode(type, value), hint.network);
    },
    (e) => e.path.length,
  );
}

/** The first networkID in node JSON: of a transaction, or of a genesis' chains. */
function networkOfJSON(json: JSONValue): NetworkIdentity | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  if (Array.isArray(json)) return networkOfJSON(json.at(-1) ?? null);
  const { networkID, unsignedTx, Chains } = json;
  return typeof networkID === 'bigint'
    ? identify(Number(networkID))
    : networkOfJSON(unsignedTx ?? Chains ?? null);
}

/** `P-fuji1…` beside UTXOs says which chain and network they are of. */
function hintOfReply(result: JSONObject, hint: Hint): Hint {
  const end = result.endIndex;
  const address =
    typeof end === 'object' && end !== null && !Array.isArray(end) ? end.address : undefined;
  const chain =
    typeof address === 'string' ? chains.find((c) => address.startsWith(`${c}-`)) : undefined;
  return { kind: 'utxo', ...(chain ? { chain } : {}), ...hint };
}

function openReply(result: JSONObject, hint: Hint): readonly Opened[] {
  const { tx, utxos, encoding = 'hex' } = result;
  const bytes = (text: JSONValue): Uint8Array => {
    if (typeof text !== 'string' || typeof encoding !== 'string' || !isHexEncoding(encoding))
      throw new CodecError('BadJSON', `no ${String(encoding)} text`);
    return parseBytes(text, encoding);
  };
  if (utxos !== undefined) {
    if (!Array.isArray(utxos)) throw new CodecError('BadJSON', 'utxos is no list').at('utxos');
    const known = hintOfReply(result, hint);
    return utxos.map((text) => openBytes(bytes(text), known));
  }
  if (tx === undefined) throw new CodecError('BadJSON', 'a reply without tx or utxos');
  return [
    typeof tx === 'string'
      ? openBytes(bytes(tx), { kind: 'tx', ...hint })
      : openNodeJSON(tx, { kind: 'tx', ...hint }),
  ];
}
const isHexEncoding = (text: string): text is Encoding =>
  text === 'hex' || text === 'hexc' || text === 'hexnc';

function openJSON(json: JSONValue, hint: Hint): readonly Opened[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new CodecError('BadJSON', 'expected an object: node JSON or a JSON-RPC reply');
  if (json.error !== undefined && json.error !== null)
    throw new CodecError('BadJSON', 'the reply is an error', -1, { error: json.error }).at('error');
  const { result } = json;
  if (typeof result === 'object' && result !== null && !Array.isArray(result))
    return openReply(result, hint);
  if (json.encoding !== undefined || json.utxos !== undefined) return openReply(json, hint);
  return [openNodeJSON(json, hint)];
}

/** An object made by `JSON.parse` has lost digits above 2^53: such a number is refused, not rounded. */
function lossless(value: unknown): JSONValue {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value))
      throw new CodecError('Lossy', `${value} is not exact; parse the JSON with parseJSON`);
    return BigInt(value);
  }
  if (Array.isArray(value)) return value.map(lossless);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, lossless(v)]));
  return value as JSONValue;
}

/**
 * Everything that some input holds: one transaction, UTXO or genesis, or all UTXOs of a `getUTXOs` reply.
 * @param input Bytes; hex with or without the node's checksum; node JSON or a whole JSON-RPC reply, as text or parsed.
 * @throws {CodecError} As `decode` and `fromJSON`; `Ambiguous` with `candidates` when several readings fit;
 * `WrongNetwork` when the value names another network than the hint.
 */
export function openAll(input: Uint8Array | string | object, hint: Hint = {}): readonly Opened[] {
  if (input instanceof Uint8Array) return [openBytes(input, hint)];
  if (typeof input !== 'string') return openJSON(lossless(input), hint);
  const text = input.trim();
  if (text.startsWith('{')) return openJSON(parseJSON(text), hint);
  if (text.startsWith('0x')) return [openHex(text, hint)];
  throw new CodecError('BadText', 'expected 0x…, node JSON or a JSON-RPC reply');
}

/**
 * What some input is.
 * @param input As of `openAll`.
 * @throws {CodecError} As `openAll`; `Ambiguous` also when the input holds several things or none.
 * @example
 * open('0x00000000001300000000 6553f100 00000000'.replaceAll(' ', '')).type; // 'platformvm.AdvanceTimeTx'
 */
export function open(input: Uint8Array | string | object, hint: Hint = {}): Opened {
  const all = openAll(input, hint);
  if (all.length !== 1)
    throw new CodecError('Ambiguous', `the input holds ${all.length} things, not one`);
  return all[0]!;
}

/**
 * What node JSON describes, back to the same bytes.
 * @param json Text, or what `parseJSON` gave.
 * @throws {CodecError} As `open`.
 */
export const fromJSON = (
  chain: ChainName,
  json: string | JSONObject,
  hint: Omit<Hint, 'chain'> = {},
): Opened => open(json, { kind: 'tx', ...hint, chain });
