import { checkShape } from '../errors/arguments.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { transportError } from './errors.ts';
import { type Budget, bytesIn, exceeded, limitsOf, type ReadLimits } from './limits.ts';
import { type RetryOptions, retrying } from './retry.ts';
import { type Hide, hiding, isSecretHeader } from './secrets.ts';
import {
  fetchTransport,
  type LimitedReply,
  reasonOf,
  type Transport,
  type TransportRequest,
} from './transport.ts';

/** How a service is asked. */
export interface ServiceOptions {
  /** `fetchTransport()` if not given. */
  readonly transport?: Transport;
  /** How often reads are asked again. */
  readonly retry?: RetryOptions;
  /** Sent with each request, to this service only: keys of a provider. They appear in no error, and neither do keys in the URL. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The most that is read; every limit has a default. */
  readonly limits?: ReadLimits;
  /** Sends `headers` also over plain HTTP to another machine, where everybody on the way can read them. */
  readonly allowPlainHTTP?: boolean;
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
  /** What the read that it is a part of may still take. */
  readonly budget?: Budget;
}

/** Asks a service, and gives what `read` makes of its reply. */
export interface Service {
  <T>(ask: ServiceRequest, read: (reply: LimitedReply, hide: Hide) => T): Promise<T>;
  readonly limits: Required<ReadLimits>;
  /** Takes the secrets that it sends out of a text. */
  readonly hide: Hide;
}

const headerName = /^[!#$%&'*+\-.^_`|~\w]+$/;
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * A service at a URL. A query of the URL is sent with every request.
 * @throws {AvalancheError} `BadText`: no URL of http or https, one with a user or a fragment, a header that HTTP does not take, headers
 *   that would be sent unencrypted to another machine; `OutOfRange`: a limit.
 */
export function service(url: string, options: ServiceOptions = {}): Service {
  checkShape(options, 'an object', 'options');
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
        named(name),
      );
  const isSecret = Object.keys(headers).some(isSecretHeader);
  if (isSecret && base.protocol === 'http:' && !options.allowPlainHTTP && !isLoopback(base))
    throw new AvalancheError(
      'BadText',
      'must be an https URL: the headers would be sent unencrypted, which the option allowPlainHTTP allows',
      { kind: 'URL' },
    ).at('url');
  const limits = limitsOf(options.limits);
  const transport = retrying(options.transport ?? fetchTransport(), options.retry);
  const hide = hiding(base, headers);
  const ask = async <T>(
    { target, body, repeatable, budget, signal }: ServiceRequest,
    read: (reply: LimitedReply, hide: Hide) => T,
  ): Promise<T> => {
    let reply: LimitedReply;
    try {
      reply = await bounded(limits, budget, transport, {
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
      // An error may have a part of a text that ends in the middle of a secret.
      throw hide.error(...readAgain(e, reply, (again) => read(again, hide), hide));
    }
  };
  return Object.assign(ask, { limits, hide });
}

/** The error of a reply in which nothing secret was to be read, with what to say instead of its text where there is none. */
function readAgain(
  e: unknown,
  reply: LimitedReply,
  read: (reply: LimitedReply) => unknown,
  hide: Hide,
): readonly [e: unknown, detail?: string] {
  const text = hide.inReply(reply.text);
  if (text === reply.text) return [e];
  try {
    read({ ...reply, text });
  } catch (again) {
    if (isError(e) && isError(again, e.code)) return [again];
  }
  return [e, 'the reply repeats a key that was sent, so its text is not shown'];
}

/** Sends a request, whose reply is within the limits, also where the transport does not count. */
async function bounded(
  limits: Required<ReadLimits>,
  budget: Budget | undefined,
  transport: Transport,
  request: TransportRequest,
): Promise<LimitedReply> {
  const { maxReplyBytes, maxBytes, maxValues } = limits;
  const left = budget?.bytesLeft ?? Number.POSITIVE_INFINITY;
  // Also where nothing is left: then the first byte is too much.
  const most = Math.min(maxReplyBytes, left);
  const tooLong = () =>
    left < maxReplyBytes
      ? exceeded('maxBytes', maxBytes)
      : exceeded('maxReplyBytes', maxReplyBytes);
  const reply = await transport({ ...request, maxBytes: most }).catch((e: unknown) => {
    throw isError(e, 'LimitExceeded') ? tooLong() : e;
  });
  const length = bytesIn(reply.text, most);
  if (length > most) throw tooLong();
  budget?.take('maxBytes', length);
  return { ...reply, maxValues };
}

/** Whether a URL is of this machine: what is sent to it passes no network. */
const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:[\w-]+\.)*localhost)$/.test(hostname);

/** React Native before 0.80 and older browsers have no `URL.canParse`. */
function urlOf(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function parseURL(url: string): URL {
  const base = urlOf(url);
  if (!base || !/^https?:$/.test(base.protocol))
    throw new AvalancheError('BadText', 'must be an http or https URL', { kind: 'URL' }).at('url');
  if (base.username || base.password || base.hash)
    throw new AvalancheError('BadText', 'must be a URL without user, password and fragment', {
      kind: 'URL',
    }).at('url');
  return base;
}

/** A part of a path that leads elsewhere: a server or the platform takes `%2e` for a dot. */
const dots = /^(?:\.|%2e){1,2}$/i;

/**
 * The URL of a target below a service's URL, on the same host: headers with keys go nowhere else.
 * @throws {AvalancheError} `BadText` at `path`: it does not start with one `/`, contains `.` or `..` as a part, a backslash, a fragment, or
 *   a character that URLs drop.
 */
function targetURL(base: URL, target: string): string {
  const { origin, pathname, search } = base;
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const isBelow =
    /^\/(?!\/)[!-~]*$/.test(path) &&
    /^[!-~]*$/.test(query) &&
    !/[\\#]/.test(target) &&
    !path.split('/').some((part) => dots.test(part));
  const queries = [search.slice(1), query].filter((part) => part);
  const tail = queries.length > 0 ? `?${queries.join('&')}` : '';
  const url = `${origin}${pathname.replace(/\/+$/, '')}${path}${tail}`;
  if (isBelow && urlOf(url)?.origin === origin) return url;
  throw new AvalancheError(
    'BadText',
    'must be a path below the URL of the node: one "/" at the start, as in /ext/bc/P, no ".." and no host',
    { kind: 'URL' },
  ).at('path');
}
