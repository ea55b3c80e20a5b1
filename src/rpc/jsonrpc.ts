import { AvalancheError, within } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';
import { aListOf, aNumber, anything, aText, checkArgument, objectOf } from '../schema/check.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { httpStatusError, isNodeError, nodeError } from './errors.ts';
import type { LimitedReply } from './transport.ts';

/** A JSON-RPC method and its params. */
export interface RPCCall {
  /** Name of the method. */
  readonly method: string;
  /** An object, or a list for `eth_…` methods. */
  readonly params: JSONValue;
}

const callArgument = /* @__PURE__ */ objectOf(
  { method: aText, params: anything },
  { name: 'a call: { method, params }' },
);
const callsArgument = /* @__PURE__ */ aListOf(callArgument);
/** A reply, as an argument. */
const replyArgument = /* @__PURE__ */ objectOf(
  { status: aNumber, text: aText },
  { name: 'a reply' },
);

/** Formats a JSON-RPC 2.0 request; 64-bit numbers keep all digits. */
export function formatCall(call: RPCCall, id = 1): string {
  checkArgument(call, callArgument, 'call');
  checkArgument(id, aNumber, 'id');
  return formatJSON(envelope(call, id));
}

/** Formats a JSON-RPC batch; only EVMs accept batches. */
export function formatBatch(calls: readonly RPCCall[]): string {
  checkArgument(calls, callsArgument, 'calls');
  return formatJSON(calls.map((call, i) => envelope(call, i + 1)));
}

type JSONObject = { readonly [key: string]: JSONValue };

const envelope = ({ method, params }: RPCCall, id: number): JSONValue => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/**
 * Returns the result of a reply.
 * @throws {AvalancheError} `NodeError`: the node returned an error; `HTTPStatus`: a server in front of it did;
 *   `BadJSON`, `Lossy`, `Mismatch`: not a reply to this call; `LimitExceeded`: too many JSON values.
 */
export function readReply(reply: LimitedReply, call: RPCCall, id = 1): JSONValue {
  checkArgument(reply, replyArgument, 'reply');
  checkArgument(call, callArgument, 'call');
  checkArgument(id, aNumber, 'id');
  return resultOf(readBody(reply), call, id, reply.strict);
}

/**
 * Returns the replies to a batch, in the order of its calls: a result, or the error that the node returned for
 * that call.
 * @throws {AvalancheError} As `readReply` for the whole reply; the `NodeError` of a single call is returned in its
 *   place.
 */
export function parseBatch(
  reply: LimitedReply,
  calls: readonly RPCCall[],
): readonly (JSONValue | AvalancheError)[] {
  checkArgument(reply, replyArgument, 'reply');
  checkArgument(calls, callsArgument, 'calls');
  const found = readBody(reply);
  // A server without batch support answers with a single error.
  if (!Array.isArray(found))
    return calls.map(() => resultOf(found, { method: 'batch', params: [] }, null, reply.strict));
  if (found.length !== calls.length)
    throw bad(`${found.length} replies to a batch of ${calls.length}`);
  const idOf = ({ id = null }: JSONObject): JSONValue =>
    reply.strict || typeof id !== 'string' || !/^\d{1,9}$/.test(id) ? id : BigInt(id);
  const byID = new Map(found.map((item, i) => [idOf(within([i], () => object(item))), item]));
  return calls.map((call, i) => {
    const item = byID.get(BigInt(i + 1));
    if (item === undefined) throw bad(`the batch has no reply to call ${i + 1}`);
    try {
      return resultOf(item, call, i + 1, reply.strict);
    } catch (e) {
      if (isNodeError(e)) return e.at(call.method);
      throw e;
    }
  });
}

/**
 * Parses the JSON of a reply. A JSON-RPC error counts as a reply, whatever its HTTP status; of other bodies, the error has
 * what they say.
 */
function readBody({ status, text, maxValues }: LimitedReply): JSONValue {
  const limits = maxValues === undefined ? {} : { maxValues };
  if (status >= 200 && status < 300) {
    if (text === '') throw bad('the reply is empty');
    return parseJSON(text, limits);
  }
  let message: string | undefined;
  try {
    const json = parseJSON(text, limits);
    const { jsonrpc, error, message: own } = object(json);
    if (jsonrpc === '2.0' && error !== undefined) return json;
    message = [isJSONObject(error) ? error.message : error, own].find(isWords);
  } catch {
    // Not JSON: a text of a few words is what the server says, a page is not.
    const [line = ''] = text.trim().split('\n', 1);
    if (isWords(line) && !/^[<{[]/.test(line)) message = line.slice(0, 200);
  }
  throw httpStatusError(status, text, message === undefined ? {} : { message });
}

const isWords = (value: JSONValue | undefined): value is string =>
  typeof value === 'string' && value.trim() !== '';

function resultOf(
  json: JSONValue,
  { method, params }: RPCCall,
  id: number | null,
  strict = false,
): JSONValue {
  const given = object(json);
  const reply = strict ? given : envelopeInForm(given, id);
  if (reply.jsonrpc !== '2.0') throw bad('must be "2.0"').at('jsonrpc');
  const { result, error = null } = reply;
  if (error === null) {
    if (result === undefined) throw bad('the reply has neither a result nor an error');
    if (id === null || reply.id !== BigInt(id))
      throw new AvalancheError(
        'Mismatch',
        `the reply with id ${quoted(reply.id ?? null)} answers another request`,
      ).at('id');
    return result;
  }
  if (result !== undefined && result !== null)
    throw bad('the reply has both a result and an error');
  // A node that could not read the request does not know its id.
  if (id !== null && reply.id !== BigInt(id) && (reply.id ?? null) !== null)
    throw new AvalancheError(
      'Mismatch',
      `the reply with id ${quoted(reply.id ?? null)} answers another request`,
    ).at('id');
  throw within(['error'], () => {
    const { code, message, data = null } = object(error);
    if (typeof code !== 'bigint' || BigInt.asIntN(53, code) !== code)
      throw bad('must be an integer').at('code');
    if (typeof message !== 'string') throw bad('must be a string').at('message');
    return nodeError({ code: Number(code), message, data, method, params });
  });
}

/** JSON-RPC's code of a server's error. */
const serverError = -32_000n;

/**
 * Brings a gateway's reply into the form of a node's: without `jsonrpc`, with its id as text or without one, which can only
 * answer the one call, and with an error of words or without a code.
 */
function envelopeInForm(reply: JSONObject, id: number | null): JSONObject {
  const { jsonrpc = '2.0', error = null } = reply;
  const isOwn = id !== null && (reply.id === String(id) || (reply.id ?? null) === null);
  const said = typeof error === 'string' ? { message: error } : error;
  const isBare = isJSONObject(said) && (said.code ?? null) === null && isWords(said.message);
  return {
    ...reply,
    jsonrpc,
    ...(isOwn && { id: BigInt(id) }),
    error: isBare ? { ...said, code: serverError } : said,
  };
}

const bad = (detail: string): AvalancheError => new AvalancheError('BadJSON', detail);

function object(json: JSONValue): { readonly [key: string]: JSONValue } {
  if (isJSONObject(json)) return json;
  throw bad(`must be a JSON-RPC reply, got ${quoted(json)}`);
}
