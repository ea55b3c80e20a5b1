/** What is sent: text. */
export interface TransportRequest {
  readonly url: string;
  /** Path and query below the service's URL, which may carry a key. */
  readonly target: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether sending it again does no more than sending it once: reads, never an issued transaction. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal;
}

/** What came back: text again, whose numbers nobody has rounded. */
export interface TransportReply {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends a request and gives the reply, whatever its status. One that is written elsewhere (a proxy, a recording, a mock)
 * throws as `fetchTransport` does.
 * @throws {AvalancheError} `Transport`.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;
