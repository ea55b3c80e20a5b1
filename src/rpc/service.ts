import { AvalancheError, isError } from '../errors/error.ts';
import { transportError } from './errors.ts';
import { fetchTransport, reasonOf } from './fetch.ts';
import { type RetryOptions, retrying } from './retry.ts';
import { type Hide, hiding } from './secrets.ts';
import type { Transport, TransportReply } from './transport.ts';

/** How a service is asked. */
export interface ServiceOptions {
  /** `fetchTransport()` if not given. */
  readonly transport?: Transport;
  /** How often reads are asked again. */
  readonly retry?: RetryOptions;
  /** Sent with each request, to this service only: keys of a provider. They appear in no error, and neither do keys in the URL. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one call is made. */
export interface CallOptions {
  /** Ends the call, and the waits before it is made again. */
  readonly signal?: AbortSignal;
}

/** What is asked of a service, below its URL. */
export interface ServiceRequest extends CallOptions {
  readonly target: string;
  /** A POST with this; GET without. */
  readonly body?: string;
  readonly repeatable: boolean;
}

/** Asks a service, and gives what `read` makes of its reply. */
export type Service = <T>(
  ask: ServiceRequest,
  read: (reply: TransportReply, hide: Hide) => T,
) => Promise<T>;

const headerName = /^[!#$%&'*+\-.^_`|~\w]+$/;
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * A service at a URL. A query of the URL is sent with every request.
 * @throws {AvalancheError} `BadText`: no URL of http or https, one with a user or a fragment, a header that HTTP does not take.
 */
export function service(url: string, options: ServiceOptions = {}): Service {
  const base = parseURL(url);
  const { headers = {} } = options;
  for (const [name, value] of Object.entries(headers))
    if (!headerName.test(name))
      throw new AvalancheError('BadText', 'is not a valid header name', { kind: 'header' }).at(
        'headers',
      );
    else if (!headerValue.test(value))
      throw new AvalancheError('BadText', 'is not a valid header value', { kind: 'header' }).at(
        'headers',
        name.slice(0, 40),
      );
  const transport = retrying(options.transport ?? fetchTransport(), options.retry);
  const hide = hiding(base, headers);
  return async ({ target, body, repeatable, signal }, read) => {
    let reply: TransportReply;
    try {
      reply = await transport({
        url: targetURL(base, target),
        target,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          Accept: 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body }),
        repeatable,
        ...(signal && { signal }),
      });
    } catch (e) {
      // A transport that somebody else wrote throws what has the request in it.
      throw hide.error(isError(e) ? e : transportError('network', reasonOf(e)));
    }
    try {
      return read(reply, hide);
    } catch (e) {
      // Read again without them: an error may have a part of a text that ends in the middle of one.
      const text = hide(reply.text);
      if (text !== reply.text) read({ ...reply, text }, hide);
      throw hide.error(e);
    }
  };
}

function parseURL(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (!base || !/^https?:$/.test(base.protocol))
    throw new AvalancheError('BadText', 'must be an http or https URL', { kind: 'URL' }).at('url');
  if (base.username || base.password || base.hash)
    throw new AvalancheError('BadText', 'must be a URL without user, password and fragment', {
      kind: 'URL',
    }).at('url');
  return base;
}

function targetURL({ origin, pathname, search }: URL, target: string): string {
  const [path, query] = target.split('?', 2);
  const queries = [search.slice(1), query].filter((part) => part);
  const tail = queries.length > 0 ? `?${queries.join('&')}` : '';
  return `${origin}${pathname.replace(/\/+$/, '')}${path}${tail}`;
}
