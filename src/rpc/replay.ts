import { AvalancheError } from '../errors/error.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import type { Transport, TransportReply, TransportRequest } from './transport.ts';

/** A request and what came back. The headers that were sent and the service's URL, which carry keys, are not kept. */
export interface Exchange {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** Path and query below the service's URL. */
  readonly target: string;
  /** Body of the request, if it has one. */
  readonly body?: string;
  /** What was answered. */
  readonly reply: TransportReply;
}

/** A transport that also tells what was said, for `replaying`. */
export const recording =
  (transport: Transport, save: (exchange: Exchange) => void): Transport =>
  async (request) => {
    const reply = await transport(request);
    const { method, target, body } = request;
    save({ method, target, ...(body !== undefined && { body }), reply });
    return reply;
  };

/** JSON with the keys of objects in order. */
function sorted(json: JSONValue): JSONValue {
  if (Array.isArray(json)) return json.map(sorted);
  if (!isJSONObject(json)) return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}

/** What a body asks, however it is written: spaces and the order of keys do not count, and no params are none. */
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

/**
 * A transport that answers from a recording, without any network. A request is found by what its body says, whatever its spaces and
 * order of keys. A request that was recorded several times is answered in that order, and from then on as the last time.
 * @throws {AvalancheError} Later, from the transport. `MissingState`: a request that was not recorded.
 */
export function replaying(exchanges: readonly Exchange[]): Transport {
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
