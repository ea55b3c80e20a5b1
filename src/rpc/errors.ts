import { AvalancheError, isError } from '../errors/error.ts';
import { redacted, redactedIn } from '../errors/quote.ts';
import type { JSONValue } from '../text/json.ts';

/** Why no reply came. */
export type TransportReason = 'network' | 'timeout' | 'aborted' | 'redirect';

/** Context of `Transport`. */
export interface TransportContext {
  /** Why there is no reply. */
  readonly reason: TransportReason;
}

/** What a hosted service says in the body of an error. */
export interface HTTPErrorBody {
  /** What is wrong; several messages are joined by `; `. */
  readonly message?: string;
  /** The HTTP status as the body names it. */
  readonly statusCode?: number;
  /**
   * Name of the status: `Bad Request`, `Unauthorized`, `Forbidden`, `Not Found`, `Too Many Requests`, `Internal Server Error`,
   * `Bad Gateway`, `Service Unavailable`.
   */
  readonly error?: string;
}

/** Context of `HTTPStatus`. */
export interface HTTPStatusContext extends HTTPErrorBody {
  /** The hosted services answer 400, 401, 403, 404, 429, 500, 502 and 503; a proxy may answer others. */
  readonly status: number;
  /** The first 2000 characters of the body. */
  readonly body: string;
}

/** Context of `NodeError`. */
export interface NodeErrorContext {
  /** Mostly -32000. */
  readonly code: number;
  /** What the node says. */
  readonly message: string;
  /** As it came; of most nodes null. */
  readonly data: JSONValue;
  /** The method that was called. */
  readonly method: string;
  /** What it was called with. */
  readonly params: JSONValue;
}

type With<F> = AvalancheError & { readonly context: Readonly<Record<string, unknown>> & F };

/** Whether no reply came, for one of `reasons` if any are given. */
export const isTransportError = (
  e: unknown,
  ...reasons: readonly TransportReason[]
): e is With<TransportContext> =>
  isError(e, 'Transport') &&
  (reasons.length === 0 || reasons.includes(e.context.reason as TransportReason));

/** Whether a server refused with an HTTP status, the given one if one is given. */
export const isHTTPStatusError = (e: unknown, status?: number): e is With<HTTPStatusContext> =>
  isError(e, 'HTTPStatus') && (status === undefined || e.context.status === status);

/** Whether a node or service answered that it failed: `context` has its `code`, `message` and `data`. */
export const isNodeError = (e: unknown): e is With<NodeErrorContext> => isError(e, 'NodeError');

export const transportError = (reason: TransportReason, detail: string): AvalancheError =>
  new AvalancheError('Transport', detail, { reason });

const longest = 2000;

export function httpStatusError(
  status: number,
  text: string,
  { message, ...said }: HTTPErrorBody = {},
): AvalancheError {
  const body = redacted(text).slice(0, longest);
  const words = message === undefined ? undefined : redacted(message);
  const line = (words ?? body.trim().split('\n', 1)[0]!).slice(0, 200);
  return new AvalancheError('HTTPStatus', `${status}${line && `: ${line}`}`, {
    status,
    body,
    ...(words !== undefined && { message: words.slice(0, longest) }),
    ...said,
  } satisfies HTTPStatusContext);
}

/** A node may repeat what it was given. */
export function nodeError(facts: NodeErrorContext): AvalancheError {
  const said = redactedIn(facts);
  return new AvalancheError('NodeError', `${said.message} (${said.code})`, said);
}
