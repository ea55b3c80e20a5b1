import { AvalancheError, isError } from '../errors/error.ts';
import { redacted, redactedIn } from '../errors/quote.ts';
import type { JSONValue } from '../text/json.ts';

/** Why no reply was received. */
export type TransportReason = 'network' | 'timeout' | 'aborted' | 'redirect';

/** Why a request got no answer. */
export interface TransportContext {
  /** Why no reply was received. */
  readonly reason: TransportReason;
}

/** The error body of a hosted service. */
export interface HTTPErrorBody {
  /** Error message; several are joined by `; `. */
  readonly message?: string;
  /** HTTP status as given in the body. */
  readonly statusCode?: number;
  /**
   * Name of the status: `Bad Request`, `Unauthorized`, `Forbidden`, `Not Found`, `Too Many Requests`, `Internal Server Error`,
   * `Bad Gateway`, `Service Unavailable`.
   */
  readonly error?: string;
}

/** The status and text of an answer other than 200. */
export interface HTTPStatusContext extends HTTPErrorBody {
  /** HTTP status. The hosted services answer 400, 401, 403, 404, 429, 500, 502 and 503; a proxy may answer others. */
  readonly status: number;
  /** The first 2000 characters of the body. */
  readonly body: string;
}

/** The JSON-RPC error that a node returned. */
export interface NodeErrorContext {
  /** JSON-RPC error code, usually -32000. */
  readonly code: number;
  /** Error message of the node. */
  readonly message: string;
  /** The `data` of the error, unchanged; null from most nodes. */
  readonly data: JSONValue;
  /** The method that was called. */
  readonly method: string;
  /** The params of the call. */
  readonly params: JSONValue;
}

type With<F> = AvalancheError & { readonly context: Readonly<Record<string, unknown>> & F };

/** Tells whether an error means that no reply was received; with `reasons`, only for one of them. */
export const isTransportError = (
  e: unknown,
  ...reasons: readonly TransportReason[]
): e is With<TransportContext> =>
  isError(e, 'Transport') &&
  (reasons.length === 0 || reasons.includes(e.context.reason as TransportReason));

/** Tells whether a server answered with an HTTP error status; with `status`, only that one. */
export const isHTTPStatusError = (e: unknown, status?: number): e is With<HTTPStatusContext> =>
  isError(e, 'HTTPStatus') && (status === undefined || e.context.status === status);

/** Tells whether a node or service returned an error: `context` has its `code`, `message` and `data`. */
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

/** What a node replies to an address of another network. Source: avalanchego `vms/components/avax/addresses.go`. */
const otherNetwork = /expected hrp "(\w{1,40})" but got "(\w{1,40})"$/;

/** Builds a `NodeError` with secrets removed, because a node may repeat what it was sent. */
export function nodeError(facts: NodeErrorContext): AvalancheError {
  const said = redactedIn(facts);
  const [, need, have] = otherNetwork.exec(said.message) ?? [];
  if (need !== undefined && have !== undefined)
    return new AvalancheError(
      'WrongNetwork',
      `${said.message}: the node is on another network than the address`,
      { have, need },
    );
  return new AvalancheError('NodeError', `${said.message} (${said.code})`, said);
}
