/** Requests and replies of the test node, as HTTP has them. */

/** An HTTP request to a test node. */
export interface HTTPRequest {
  /** Such as `POST`. */
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An HTTP reply of a test node. */
export interface HTTPReply {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export const plainReply = (status: number, text: string): HTTPReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  text,
});

/** The reply of a node for an unknown path. */
export const notFound: HTTPReply = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  text: '404 page not found\n',
};

export const jsonReply = (
  text: string,
  {
    status = 200,
    type = 'application/json',
  }: { readonly status?: number; readonly type?: string } = {},
): HTTPReply => ({ status, headers: { 'content-type': type }, text });
