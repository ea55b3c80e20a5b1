/**
 * Transports exchange requests and replies with a node. An application can replace the default one, which uses
 * `fetch`.
 */

import { AvalancheError, isError } from '../errors/error.ts';
import {
  type Argument,
  aFunction,
  aNumber,
  checkArgument,
  optional,
  optionsOf,
  typed,
} from '../schema/check.ts';
import { onAbort } from './abort.ts';
import { transportError } from './errors.ts';
import { exceeded, isLonger, limitsOf } from './limits.ts';

/** A request to send. */
export interface TransportRequest {
  /** The complete URL. */
  readonly url: string;
  /** Path and query below the service's URL; may contain a key. */
  readonly target: string;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** HTTP headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST. */
  readonly body?: string;
  /** Whether it can safely be sent again: true for reads, false for a submitted transaction. */
  readonly repeatable: boolean;
  /** Maximum bytes of the reply: a transport throws `LimitExceeded` as soon as more arrive. 32 MiB if omitted. */
  readonly maxBytes?: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** A reply as text, so that no number is rounded. */
export interface TransportReply {
  /** The HTTP status. */
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly text: string;
}

/** A reply, and how it is read. */
export interface LimitedReply extends TransportReply {
  /** Maximum number of JSON values to read; unlimited if omitted. */
  readonly maxValues?: number;
  /** Accepts only what avalanchego v1.15.0 answers. */
  readonly strict?: boolean;
}

/**
 * Sends a request and returns the reply, whatever its status. Custom transports (a proxy, a recording, a mock)
 * must throw the same errors as `fetchTransport`.
 * @throws {AvalancheError} `Transport`, `LimitExceeded`.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** What `FetchOptions` has. */
const fetchOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** Milliseconds within which the complete reply must arrive; 30,000 if omitted. */
    timeout: optional(aNumber),
    /** The `fetch` to use; the platform's if omitted. */
    fetch: optional(typed<typeof fetch>(aFunction)),
  }))();
/** Options of `fetchTransport`. */
export interface FetchOptions extends Argument<typeof fetchOptions> {}

/**
 * Returns a transport that uses the platform's `fetch`. Redirects are not followed, so headers go to no other
 * server. The size of a reply is counted in decompressed bytes as they arrive; its declared length is ignored.
 * @throws {AvalancheError} `OutOfRange`: an invalid timeout. Later, from the transport. `Transport`: context has
 *   the `reason`; `LimitExceeded`: a reply of more bytes than the request allows.
 */
export function fetchTransport(options: FetchOptions = {}): Transport {
  checkArgument(options, fetchOptions, 'options');
  const { timeout = 30_000 } = options;
  if (!(timeout > 0 && timeout < 2 ** 31))
    throw new AvalancheError('OutOfRange', 'must be milliseconds greater than 0').at('timeout');
  return async (request) => {
    const { signal } = request;
    if (signal?.aborted) throw aborted();
    const controller = new AbortController();
    let late = false;
    const stopListening = onAbort(signal, () => controller.abort());
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, timeout);
    try {
      return await send(options.fetch ?? fetch, request, controller.signal);
    } catch (e) {
      if (isError(e)) throw e;
      if (signal?.aborted) throw aborted();
      if (late) throw transportError('timeout', `no whole reply in ${timeout} ms`);
      throw transportError('network', `${new URL(request.url).origin}: ${reasonOf(e)}`);
    } finally {
      clearTimeout(timer);
      stopListening();
      controller.abort();
    }
  };
}

export const aborted = (): AvalancheError => transportError('aborted', 'the caller stopped it');

async function send(
  fetcher: typeof fetch,
  { url, method, headers, body, maxBytes = limitsOf().maxReplyBytes }: TransportRequest,
  signal: AbortSignal,
): Promise<TransportReply> {
  const response = await fetcher(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  });
  const { status } = response;
  if (response.type === 'opaqueredirect' || response.redirected || (status >= 300 && status < 400))
    throw transportError('redirect', `it points elsewhere (${status}), and is not followed`);
  return {
    status,
    headers: Object.fromEntries(response.headers),
    text: await readText(response, maxBytes),
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const { body } = response;
  if (typeof body?.getReader !== 'function') return wholeText(response, maxBytes);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = body.getReader();
  let text = '';
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      void reader.cancel().catch(() => {});
      throw exceeded('maxReplyBytes', maxBytes);
    }
    text += decode(() => decoder.decode(value, { stream: true }));
  }
  return text + decode(() => decoder.decode());
}

/** Reads the text of a response without a stream, as in React Native. Its size is checked once it is complete. */
async function wholeText(response: Response, maxBytes: number): Promise<string> {
  const text = await response.text();
  if (isLonger(text, maxBytes)) throw exceeded('maxReplyBytes', maxBytes);
  return text;
}

function decode(read: () => string): string {
  try {
    return read();
  } catch {
    throw new AvalancheError('BadJSON', 'the reply is not UTF-8');
  }
}

/** The message of a platform error, preferring the underlying system error. */
export function reasonOf(e: unknown): string {
  if (!(e instanceof Error)) return String(e);
  const cause = e.cause as Partial<Error & { readonly code: string }> | undefined;
  return cause?.code ?? cause?.message ?? e.message;
}
