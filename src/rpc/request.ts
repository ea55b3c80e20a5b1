import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatJSON, type JSONValue, parseJSON } from '../text/json.ts';
import { type Call, readReply } from './jsonrpc.ts';
import type { Endpoint, Method } from './method.ts';
import { type MethodName, methods, type ParamsOf, type ResultOf } from './methods.ts';
import { asObject, type Shape, unfit } from './shape.ts';
import type { TransportReply } from './transport.ts';

/** A call that is ready to be sent: POST `formatCall` of it to `path`. */
export interface NodeRequest<N extends MethodName = MethodName> extends Call {
  readonly method: N;
  /** Below the node's URL. */
  readonly path: string;
  /** Whether sending it again does no more than sending it once. */
  readonly repeatable: boolean;
}

/** Which of several endpoints is asked. */
export interface RequestOptions {
  /** Alias or id of a chain, or the name of an index: `X/block`. */
  readonly at?: string | undefined;
}

type Arguments<N extends MethodName> =
  Record<never, never> extends ParamsOf<N>
    ? [params?: ParamsOf<N>, options?: RequestOptions]
    : [params: ParamsOf<N>, options?: RequestOptions];

const rowOf = (name: MethodName): Method => {
  if (Object.hasOwn(methods, name)) return methods[name] as Method;
  throw new AvalancheError('Unsupported', `there is no method ${String(name).slice(0, 80)}`);
};

/**
 * The call of a method.
 * @throws {AvalancheError} Under `params`: as their types; `OutOfRange`: one that is needed, unknown, too many. `BadText` under
 *   `at`; `Unsupported`: no such method.
 * @example
 * request('platform.getTx', { txID: '11111111111111111111111111111111LpoYY' }).path; // '/ext/bc/P'
 */
export const request = /* @__PURE__ */ guarded(function request<N extends MethodName>(
  name: N,
  ...[params, options]: Arguments<N>
): NodeRequest<N> {
  const row = rowOf(name);
  const given: object = params ?? {};
  const json = within(['params'], () => {
    const formatted = row.params.format(given);
    // What a caller gives is checked as strictly as what a node does.
    row.params.parse(formatted);
    return formatted;
  });
  return {
    method: name,
    params: row.positional ? positions(row.params, json) : json,
    path: pathOf(row.endpoint, options?.at),
    repeatable: !row.changes,
  };
});

/** The fields in their order, as far as they are there. */
function positions({ fields = [] }: Shape<unknown>, json: JSONValue): JSONValue {
  const values = asObject(json, 'params');
  const last = fields.findLastIndex(({ key }) => values[key] !== undefined);
  return fields.slice(0, last + 1).map(({ key }) => values[key] ?? null);
}

const chainText = /^[A-Za-z0-9-]+$/;

function pathOf({ path, at: usual, among }: Endpoint, at = usual): string {
  if (!path.includes('{at}')) {
    if (at === undefined) return path;
    throw new AvalancheError('BadText', `must be omitted: there is only ${path}`, {
      kind: 'chain alias',
    }).at('at');
  }
  if (at === undefined)
    throw new AvalancheError('BadText', `is needed by ${path}`, { kind: 'chain alias' }).at('at');
  if (among ? among.includes(at) : chainText.test(at)) return path.replace('{at}', at);
  throw new AvalancheError(
    'BadText',
    among ? `must be one of ${among.join(', ')}` : 'must be the alias or ID of a chain',
    { kind: 'chain alias' },
  ).at('at');
}

/** A call as a recording or a server has it. */
export type ParsedRequest = {
  [N in MethodName]: {
    readonly method: N;
    readonly params: ParamsOf<N>;
    readonly at: string | undefined;
    /** Any JSON. */
    readonly id: JSONValue;
  };
}[MethodName];

/**
 * What a JSON-RPC request asks; `request` makes it again.
 * @param path Below the node's URL.
 * @param text The body.
 * @throws {AvalancheError} As `request`; `BadJSON`: no JSON-RPC request.
 */
export const parseRequest = /* @__PURE__ */ guarded(function parseRequest(
  path: string,
  text: string,
): ParsedRequest {
  const { jsonrpc, id = null, method, params = null } = asObject(parseJSON(text), 'a request');
  if (jsonrpc !== '2.0') throw unfit('"2.0"', jsonrpc ?? null).at('jsonrpc');
  if (typeof method !== 'string') throw unfit('a string', method ?? null).at('method');
  const row = rowOf(method as MethodName);
  return {
    method,
    params: within(['params'], () => row.params.parse(namedOf(row, params))),
    at: atOf(row.endpoint, path),
    id,
  } as ParsedRequest;
});

/** Params as an object: a list is by position; what takes none may get none. */
function namedOf({ params: { fields = [] } }: Method, params: JSONValue): JSONValue {
  if (!Array.isArray(params)) return params ?? {};
  if (params.length > fields.length)
    throw new AvalancheError(
      'BadJSON',
      `has ${params.length} params, at most ${fields.length} are allowed`,
    );
  return Object.fromEntries(params.map((value, i) => [fields[i]!.key, value]));
}

function atOf(endpoint: Endpoint, path: string): string | undefined {
  const [head = '', tail] = endpoint.path.split('{at}');
  if (tail === undefined ? path === head : path.startsWith(head) && path.endsWith(tail)) {
    const at = tail === undefined ? undefined : path.slice(head.length, path.length - tail.length);
    if (pathOf(endpoint, at) === path) return at;
  }
  throw new AvalancheError('BadText', `${path.slice(0, 80)} does not have the method`, {
    kind: 'URL',
  }).at('path');
}

/** What is needed of a call to read its reply. */
export type Asked<N extends MethodName = MethodName> = Call & { readonly method: N };

/**
 * The result of a reply: every field checked, unknown ones kept in `extra`.
 * @param reply Its text, or what a transport gave.
 * @param id That of the call.
 * @throws {AvalancheError} `NodeError`: context has the node's `code`, `message` and `data`; `HTTPStatus`; `BadJSON` and those
 *   of texts, with the path of what does not fit under `result`; `Mismatch`: the reply to another call.
 * @example
 * const call = request('platform.getHeight');
 * parseReply(call, '{"jsonrpc":"2.0","result":{"height":"7"},"id":1}'); // { height: 7n }
 */
export const parseReply = /* @__PURE__ */ guarded(function parseReply<N extends MethodName>(
  call: Asked<N>,
  reply: string | TransportReply,
  id = 1,
): ResultOf<N> {
  const given = typeof reply === 'string' ? { status: 200, headers: {}, text: reply } : reply;
  return parseResult(call.method, readReply(given, call, id));
});

/**
 * A result that was taken out of its reply.
 * @throws {AvalancheError} As `parseReply`.
 */
export const parseResult = /* @__PURE__ */ guarded(function parseResult<N extends MethodName>(
  name: N,
  result: JSONValue,
): ResultOf<N> {
  return within(['result'], () => rowOf(name).result.parse(result)) as ResultOf<N>;
});

/**
 * The reply that a node gives with a result: the same keys, order and digits.
 * @throws {AvalancheError} Under `result`: a value that does not fit.
 * @example
 * formatReply('platform.getHeight', { height: 7n }); // '{"jsonrpc":"2.0","result":{"height":"7"},"id":1}'
 */
export const formatReply = /* @__PURE__ */ guarded(function formatReply<N extends MethodName>(
  name: N,
  result: ResultOf<N>,
  id = 1,
): string {
  return formatJSON({
    jsonrpc: '2.0',
    result: within(['result'], () => rowOf(name).result.format(result)),
    id,
  });
});
