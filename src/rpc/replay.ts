import { AvalancheError } from '../errors/error.ts';
import { aListOf, anObject, aText, checkArgument, objectOf } from '../schema/check.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import type { Transport, TransportReply, TransportRequest } from './transport.ts';

/**
 * A recorded request and its reply. Request headers and the service's URL are not recorded, since they may carry
 * keys.
 */
export interface Exchange {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** Path and query below the service's URL. */
  readonly target: string;
  /** Body of the request, if it has one. */
  readonly body?: string;
  readonly reply: TransportReply;
}

/** Wraps a transport and passes each exchange to `save`, for use with `replayTransport`. */
export const recordingTransport =
  (transport: Transport, save: (exchange: Exchange) => void): Transport =>
  async (request) => {
    const reply = await transport(request);
    const { method, target, body } = request;
    save({ method, target, ...(body !== undefined && { body }), reply });
    return reply;
  };

/** Sorts the keys of all objects in a JSON value. */
function sorted(json: JSONValue): JSONValue {
  if (Array.isArray(json)) return json.map(sorted);
  if (!isJSONObject(json)) return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}

/** Normalizes a request body: whitespace and key order do not matter, and omitted params equal empty ones. */
function meaningOf(body: string): string {
  try {
    const json = parseJSON(body);
    const calls = isJSONObject(json, 'method') ? { ...json, params: json.params ?? {} } : json;
    return formatJSON(sorted(calls));
  } catch {
    return body;
  }
}

const keyOf = (method: string, target: string, body?: string): string =>
  `${method} ${target}\n${body === undefined ? '' : meaningOf(body)}`;

const exchangesArgument = /* @__PURE__ */ (() =>
  aListOf(objectOf({ method: aText, target: aText, reply: anObject })))();

/**
 * Returns a transport that answers from a recording, without network access. Requests are matched by the content
 * of their body, regardless of whitespace and key order. A request that was recorded several times is answered in
 * that order; after the last, the last reply is repeated.
 * @throws {AvalancheError} Later, from the transport. `MissingState`: a request that was not recorded.
 */
export function replayTransport(exchanges: readonly Exchange[]): Transport {
  checkArgument(exchanges, exchangesArgument, 'exchanges');
  const left = new Map<string, TransportReply[]>();
  for (const { method, target, body, reply } of exchanges) {
    const key = keyOf(method, target, body);
    left.set(key, [...(left.get(key) ?? []), reply]);
  }
  return async ({ method, target, body }: TransportRequest) => {
    const replies = left.get(keyOf(method, target, body));
    const reply = replies && replies.length > 1 ? replies.shift() : replies?.[0];
    if (reply) return reply;
    throw new AvalancheError('MissingState', `there is no recording of ${method} ${target}`, {
      what: 'recording',
      id: method,
    });
  };
}
