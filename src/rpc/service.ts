/**
 * Sends requests to one service. Everything that protects the caller is here: limits on replies, paths that cannot
 * leave the service's host, and errors without the keys that were sent.
 */

import { badArgument } from '../errors/arguments.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import {
  type Argument,
  aBoolean,
  aFunction,
  aNumber,
  anObject,
  aText,
  checkArgument,
  isA,
  mapOf,
  objectOf,
  optional,
  optionsOf,
  typed,
} from '../schema/check.ts';
import { transportError } from './errors.ts';
import { type Budget, bytesIn, exceeded, isLonger, limitsOf, type ReadLimits } from './limits.ts';
import { type RetryOptions, retryOptions, retryTransport } from './retry.ts';
import { type Hide, hiding, isSecretHeader } from './secrets.ts';
import {
  fetchTransport,
  type LimitedReply,
  reasonOf,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.ts';
import { inTurns } from './turns.ts';

/** What `ServiceOptions` has. */
export const serviceOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** Sends the requests; `fetchTransport()` if omitted. */
    transport: optional(typed<Transport>(aFunction)),
    /** How reads are retried. */
    retry: optional(typed<RetryOptions>(retryOptions)),
    /**
     * Headers sent with each request to this service, such as a provider's API key. Errors never contain them, nor
     * keys in the URL.
     */
    headers: optional(typed<Readonly<Record<string, string>>>(mapOf(aText))),
    /** Limits on what is read; each has a default. */
    limits: optional(typed<ReadLimits>(anObject)),
    /** Maximum number of requests in flight, retries included; 64 if omitted. Others wait in order, outside of the timeout. */
    concurrency: optional(aNumber),
    /**
     * Accepts only replies in the form of avalanchego v1.15.0. If omitted, replies of older nodes and of gateways are read
     * too: `null` for an empty list, members that older nodes do not write, CB58 or no `encoding`, an id as text or none,
     * errors without a code.
     */
    strict: optional(aBoolean),
    /** Sends `headers` even over unencrypted HTTP to another machine, where they can be intercepted. */
    allowPlainHTTP: optional(aBoolean),
  }))();
/** How requests to a service are sent, limited and retried. */
export interface ServiceOptions extends Argument<typeof serviceOptions> {}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, including waits between retries. */
  readonly signal?: AbortSignal;
}

/** Options of one call, as an argument; a call may have more of them. */
export const callOptions = /* @__PURE__ */ (() =>
  objectOf({
    signal: optional(isA('an AbortSignal', (value) => typeof value === 'object' && value !== null)),
  }))();

export interface ServiceRequest extends CallOptions {
  readonly target: string;
  /** Body of a POST; if omitted, the request is a GET. */
  readonly body?: string;
  readonly repeatable: boolean;
  /** Remaining budget of the read that this request belongs to. */
  readonly budget?: Budget;
}

/** Sends a request to a service and returns what `read` makes of its reply. */
export interface Service {
  <T>(ask: ServiceRequest, read: (reply: LimitedReply, hide: Hide) => T): Promise<T>;
  readonly limits: Required<ReadLimits>;
  /** Removes the service's secrets from a text. */
  readonly hide: Hide;
}

const headerName = /^[!#$%&'*+\-.^_`|~\w]+$/;
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Creates a service at a URL. A query in the URL is sent with every request.
 * @throws {AvalancheError} `BadText`: not an http or https URL, a URL with a user or a fragment, a header that
 *   HTTP does not allow, headers that would be sent unencrypted to another machine; `OutOfRange`: a limit.
 */
export function service(url: string, options: ServiceOptions = {}): Service {
  checkArgument(options, anObject, 'options');
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
  const { strict = false } = options;
  const transport = retryTransport(
    inTurns(checked(options.transport ?? fetchTransport()), options.concurrency ?? 64),
    options.retry,
  );
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
      // Errors of a custom transport may contain the request.
      throw hide.error(e as AvalancheError);
    }
    try {
      return read({ ...reply, strict }, hide);
    } catch (e) {
      // An error may quote part of a text, cut in the middle of a secret.
      throw hide.error(...readAgain(e, { ...reply, strict }, (again) => read(again, hide), hide));
    }
  };
  return Object.assign(ask, { limits, hide });
}

/**
 * Reads a reply again with secrets removed and returns that error, or the original one with a replacement text if
 * it cannot be reproduced.
 */
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

/** Sends a request and enforces the limits on the reply, even if the transport does not. */
async function bounded(
  limits: Required<ReadLimits>,
  budget: Budget | undefined,
  transport: Transport,
  request: TransportRequest,
): Promise<LimitedReply> {
  const { maxReplyBytes, maxBytes, maxValues } = limits;
  const left = budget?.bytesLeft ?? Number.POSITIVE_INFINITY;
  // May be 0: then the first byte exceeds it.
  const most = Math.min(maxReplyBytes, left);
  const tooLong = () =>
    left < maxReplyBytes
      ? exceeded('maxBytes', maxBytes)
      : exceeded('maxReplyBytes', maxReplyBytes);
  const reply = await transport({ ...request, maxBytes: most }).catch((e: unknown) => {
    throw isError(e, 'LimitExceeded') ? tooLong() : e;
  });
  if (isLonger(reply.text, most)) throw tooLong();
  budget?.take('maxBytes', bytesIn(reply.text, most));
  return { ...reply, maxValues };
}

/** Makes a lost connection of whatever a custom transport throws, so that it is retried, and checks what it returns. */
const checked =
  (transport: Transport): Transport =>
  async (request) => {
    const reply = await transport(request).catch((e: unknown) => {
      throw isError(e) ? e : transportError('network', reasonOf(e));
    });
    const { status, headers, text } = (reply ?? {}) as Partial<TransportReply>;
    if (typeof status !== 'number' || typeof text !== 'string' || !headers)
      throw badArgument('a reply with status, headers and text', reply).at('transport');
    return reply;
  };

/** Tells whether a URL points to this machine, so that requests do not cross a network. */
const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:[\w-]+\.)*localhost)$/.test(hostname);

/** Parses a URL. React Native before 0.80 and older browsers have no `URL.canParse`. */
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
  if (/\/ext\/(?:bc\/[PXC]|info|health|index|admin)(?:\/(?:rpc|ws|avax))?\/?$/.test(base.pathname))
    throw new AvalancheError(
      'BadText',
      'must be the URL of the node, without /ext/…: each method adds its own path',
      { kind: 'URL' },
    ).at('url');
  if (base.username || base.password || base.hash)
    throw new AvalancheError('BadText', 'must be a URL without user, password and fragment', {
      kind: 'URL',
    }).at('url');
  return base;
}

/** A `.` or `..` in a path, possibly written as `%2e`. */
const dots = /^(?:\.|%2e){1,2}$/i;

/**
 * Returns the URL of a target below a service's URL. It stays on the same host, so that headers with keys go
 * nowhere else.
 * @throws {AvalancheError} `BadText` at `path`: it does not start with exactly one `/`, or contains a `.` or `..`
 *   segment, a backslash, a fragment, or a character that URLs drop.
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
