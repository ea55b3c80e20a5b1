import { checkShape, toText } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { type AnySchema, asObject, unfit, type Value } from '../schema/schema.ts';
import { formatJSON, type JSONValue, parseJSON } from '../text/json.ts';
import { type RPCCall, readReply } from './jsonrpc.ts';
import type { Endpoint, Method } from './method.ts';
import {
  type AtOf,
  type DeprecatedMethod,
  type MethodName,
  methods,
  type ParamsOf,
  type ResultInput,
  type ResultOf,
} from './methods.ts';
import type { LimitedReply } from './transport.ts';

/** A call that is ready to be sent: POST `formatCall` of it to `path`. */
export interface NodeRequest<N extends MethodName = MethodName> extends RPCCall {
  /** Name of the method. */
  readonly method: N;
  /** Below the node's URL. */
  readonly path: string;
  /** Whether sending it again has no further effect. */
  readonly repeatable: boolean;
}

/** Which of several endpoints is queried. */
export type RequestOptions<N extends MethodName = MethodName> =
  undefined extends AtOf<N>
    ? {
        /** Alias or id of a chain; the usual chain of the method if omitted. */
        readonly at?: AtOf<N>;
      }
    : {
        /** The name of an index, such as `X/block`, for `index.…`; otherwise alias or id of a chain. */
        readonly at: AtOf<N>;
      };

/** The params and options of a method; options that say nothing may be omitted, then params that say nothing. */
export type CallArguments<N extends MethodName, Options = RequestOptions<N>> =
  Record<never, never> extends Options
    ? Record<never, never> extends ParamsOf<N>
      ? [params?: ParamsOf<N>, options?: Options]
      : [params: ParamsOf<N>, options?: Options]
    : [params: ParamsOf<N>, options: Options];

const rowOf = (name: MethodName): Method => {
  if (Object.hasOwn(methods, toText(name, 'name'))) return methods[name] as Method;
  throw new AvalancheError('Unsupported', `there is no method ${named(name)}`);
};

/**
 * The call of a method that the node deprecates.
 * @deprecated `methods[name].deprecated` says since which version of the node, and what to use instead.
 */
export function formatRequest<N extends DeprecatedMethod>(
  name: N,
  ...of: CallArguments<N>
): NodeRequest<N>;
/**
 * The call of a method. Params take ids and transactions as text or bytes.
 * @throws {AvalancheError} Under `params`: the codes of their types; `OutOfRange`: a param is missing, unknown or too large.
 *   `BadText` under `at`; `Unsupported`: no such method.
 * @example
 * formatRequest('platform.getTx', { txID: '11111111111111111111111111111111LpoYY' }).path; // '/ext/bc/P'
 */
export function formatRequest<N extends MethodName>(
  name: N,
  ...of: CallArguments<N>
): NodeRequest<N>;
export function formatRequest(name: MethodName, ...of: readonly unknown[]): NodeRequest {
  const [params = {}, options = {}] = of as LooseArguments;
  const { at } = checkShape(options, 'an object', 'options');
  return anyRequest(name, params, at);
}

type LooseArguments = readonly [params?: object, options?: { readonly at?: string }];

/** `formatRequest` of any method, its params unchecked by types. */
export function anyRequest(name: MethodName, params: object, at: string | undefined): NodeRequest {
  const row = rowOf(name);
  const json = within(['params'], () => row.params.format(params));
  return {
    method: name,
    params: row.positional ? positions(row.params, json) : json,
    path: pathOf(row.endpoint, at),
    repeatable: !row.changes,
  };
}

/** The fields in their order, as far as they are there. */
function positions({ fields = [] }: AnySchema, json: JSONValue): JSONValue {
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
    readonly params: Value<(typeof methods)[N]['params']>;
    readonly at: AtOf<N>;
    /** Any JSON. */
    readonly id: JSONValue;
  };
}[MethodName];

/**
 * Reads a JSON-RPC request; `formatRequest` writes it again.
 * @param path Below the node's URL.
 * @param text The body.
 * @throws {AvalancheError} As `formatRequest`; `BadJSON`: not a JSON-RPC request, or an unknown param.
 */
export function parseRequest(path: string, text: string): ParsedRequest {
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
}

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
  throw new AvalancheError('BadText', 'the path does not have the method', {
    kind: 'URL',
  }).at('path');
}

/** The part of a call that is needed to read its reply. */
export type Asked<N extends MethodName = MethodName> = RPCCall & {
  /** Name of the method. */
  readonly method: N;
};

/**
 * The result of a reply: every field checked, unknown ones kept in `extra`.
 * @param reply Its text, or what a transport gave.
 * @param id That of the call.
 * @throws {AvalancheError} `NodeError`: context has the node's `code`, `message` and `data`; `HTTPStatus`; `BadJSON` and those
 *   of texts, with the path of what does not fit under `result`; `Mismatch`: the reply to another call.
 * @example
 * const call = formatRequest('platform.getHeight');
 * parseReply(call, '{"jsonrpc":"2.0","result":{"height":"7"},"id":1}'); // { height: 7n }
 */
export function parseReply<N extends MethodName>(
  call: Asked<N>,
  reply: string | LimitedReply,
  id = 1,
): ResultOf<N> {
  const given = typeof reply === 'string' ? { status: 200, headers: {}, text: reply } : reply;
  return parseResult(call.method, readReply(given, call, id));
}

/**
 * A result that was taken out of its reply.
 * @throws {AvalancheError} As `parseReply`.
 */
export function parseResult<N extends MethodName>(name: N, result: JSONValue): ResultOf<N> {
  return within(['result'], () => rowOf(name).result.parse(result)) as ResultOf<N>;
}

/**
 * The reply that a node gives with a result: the same keys, order and digits. Bytes may be bytes or text.
 * @param id The `id` of the request, any JSON.
 * @throws {AvalancheError} Under `result`: a value that does not fit.
 * @example
 * formatReply('platform.getHeight', { height: 7n }); // '{"jsonrpc":"2.0","result":{"height":"7"},"id":1}'
 */
export function formatReply<N extends MethodName>(
  name: N,
  result: ResultInput<N>,
  id: JSONValue | number = 1,
): string {
  return formatJSON({
    jsonrpc: '2.0',
    result: within(['result'], () => rowOf(name).result.format(result)),
    id: idIn(id),
  });
}

/** What a server answers in place of a result. */
export interface ErrorReply {
  /** A number of JSON-RPC; -32000 for what a node's method refuses. */
  readonly code: number;
  /** What is wrong. */
  readonly message: string;
  /** More about it; mostly omitted. */
  readonly data?: JSONValue;
}

/**
 * The reply that a node gives with an error.
 * @param id The `id` of the request, any JSON; `null` where it could not be read.
 * @throws {AvalancheError} `OutOfRange` at `code`: not an integer.
 * @example
 * formatErrorReply({ code: -32000, message: 'not found' }, 'a'); // '{"jsonrpc":"2.0","error":{"code":-32000,"message":"not found","data":null},"id":"a"}'
 */
export function formatErrorReply(
  { code, message, data = null }: ErrorReply,
  id: JSONValue | number = 1,
): string {
  if (!Number.isSafeInteger(code))
    throw new AvalancheError('OutOfRange', `must be an integer, got ${code}`).at('code');
  return formatJSON({
    jsonrpc: '2.0',
    error: { code: BigInt(code), message, data },
    id: idIn(id),
  });
}

/** A number that a double holds exactly is an integer of JSON. */
const idIn = (id: JSONValue | number): JSONValue =>
  typeof id === 'number' && Number.isSafeInteger(id) ? BigInt(id) : (id as JSONValue);
