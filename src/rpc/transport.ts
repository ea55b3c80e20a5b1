/** How bytes get to a node and back: the `Transport` that an application can replace, and the usual one over `fetch`. */
import { AvalancheError, isError } from '../errors/error.ts';
import { transportError } from './errors.ts';
import { bytesIn, exceeded, limitsOf } from './limits.ts';

/** What is sent: text. */
export interface TransportRequest {
  /** The whole URL. */
  readonly url: string;
  /** Path and query below the service's URL, which may carry a key. */
  readonly target: string;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** HTTP headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST. */
  readonly body?: string;
  /** Whether sending it again does no more than sending it once: reads, never an issued transaction. */
  readonly repeatable: boolean;
  /** Most bytes of the reply: a transport ends with `LimitExceeded` as soon as more arrive. 32 MiB if omitted. */
  readonly maxBytes?: number;
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal;
}

/** What came back: text again, whose numbers nobody has rounded. */
export interface TransportReply {
  /** The HTTP status. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly text: string;
}

/** A reply whose JSON is read only up to a number of values. */
export interface LimitedReply extends TransportReply {
  /** Most JSON values to read; any number if omitted. */
  readonly maxValues?: number;
}

/**
 * Sends a request and gives the reply, whatever its status. One that is written elsewhere (a proxy, a recording, a mock)
 * throws as `fetchTransport` does.
 * @throws {AvalancheError} `Transport`, `LimitExceeded`.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** How `fetchTransport` asks. */
export interface FetchOptions {
  /** Milliseconds until the whole reply must be there. 30,000 if not given. */
  readonly timeout?: number;
  /** The platform's if not given. */
  readonly fetch?: typeof fetch;
}

/**
 * Sends over HTTP with the platform's `fetch`. Redirects are not followed: what a header carries goes to no other server. The bytes of a
 * reply are counted as they arrive, decompressed; the length that it claims is not believed.
 * @throws {AvalancheError} `OutOfRange`: no timeout. Later, from the transport. `Transport`: context has the `reason`;
 *   `LimitExceeded`: a reply of more bytes than the request allows.
 */
export function fetchTransport(options: FetchOptions = {}): Transport {
  const { timeout = 30_000 } = options;
  if (!(timeout > 0 && timeout < 2 ** 31))
    throw new AvalancheError('OutOfRange', 'must be milliseconds greater than 0').at('timeout');
  return async (request) => {
    const { signal } = request;
    if (signal?.aborted) throw aborted();
    const controller = new AbortController();
    let late = false;
    const stop = () => controller.abort();
    signal?.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => {
      late = true;
      stop();
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
      signal?.removeEventListener('abort', stop);
      stop();
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

/** The text of a response without a stream, as React Native's are. It is counted when it is there. */
async function wholeText(response: Response, maxBytes: number): Promise<string> {
  const text = await response.text();
  if (bytesIn(text, maxBytes) > maxBytes) throw exceeded('maxReplyBytes', maxBytes);
  return text;
}

function decode(read: () => string): string {
  try {
    return read();
  } catch {
    throw new AvalancheError('BadJSON', 'the reply is not UTF-8');
  }
}

/** What the platform says, of the system's error if there is one. */
export function reasonOf(e: unknown): string {
  if (!(e instanceof Error)) return String(e);
  const cause = e.cause as Partial<Error & { readonly code: string }> | undefined;
  return cause?.code ?? cause?.message ?? e.message;
}
