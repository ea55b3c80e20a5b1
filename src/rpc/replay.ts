import { AvalancheError } from '../errors/error.ts';
import type { Transport, TransportReply, TransportRequest } from './transport.ts';

/** A request and what came back. The headers that were sent and the service's URL, which carry keys, are not kept. */
export interface Exchange {
  readonly method: 'GET' | 'POST';
  /** Path and query below the service's URL. */
  readonly target: string;
  readonly body?: string;
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

const keyOf = (method: string, target: string, body = ''): string => `${method} ${target}\n${body}`;

/**
 * A transport that answers as was recorded, without any network. What was asked several times is answered in that order,
 * and from then on as the last time.
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
