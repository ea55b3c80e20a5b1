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
