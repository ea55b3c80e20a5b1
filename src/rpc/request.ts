/**
 * Formats and parses JSON-RPC requests and replies from the method table, for clients and for servers.
 */

import type { ChainName } from '../chain/declared.ts';
import { toText } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { type Hint, open, openAccepted } from '../open/open.ts';
import type { Opened } from '../open/opened.ts';
import {
  aBoolean,
  aNumber,
  anObject,
  aText,
  checkArgument,
  objectOf,
  optional,
} from '../schema/check.ts';
import { parseLeniently } from '../schema/lenient.ts';
import { type AnySchema, asObject, type JSONObject, unfit, type Value } from '../schema/schema.ts';
import { formatJSON, type JSONValue, parseJSON } from '../text/json.ts';
import { indexes } from './containers.ts';
import { type RPCCall, readReply } from './jsonrpc.ts';
import type { Endpoint, Holds, Method } from './method.ts';
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

/** A call that is ready to be sent: POST its `formatCall` to `path`. */
export interface NodeRequest<N extends MethodName = MethodName> extends RPCCall {
  /** Name of the method. */
  readonly method: N;
  /** Path below the node's URL. */
  readonly path: string;
  /** Whether it can safely be sent again. */
  readonly repeatable: boolean;
}

/** Selects one of several endpoints. */
export type RequestOptions<N extends MethodName = MethodName> =
  undefined extends AtOf<N>
    ? {
        /** Alias or id of a chain; the default chain of the method if omitted. */
        readonly at?: AtOf<N>;
      }
    : {
        /** The name of an index, such as `X/block`, for `index.…`; otherwise alias or id of a chain. */
        readonly at: AtOf<N>;
      };

/** Arguments of a method call. Options, and then params, may be omitted if all their fields are optional. */
export type CallArguments<N extends MethodName, Options = RequestOptions<N>> =
  Record<never, never> extends Options
    ? Record<never, never> extends ParamsOf<N>
      ? [params?: ParamsOf<N>, options?: Options]
      : [params: ParamsOf<N>, options?: Options]
    : [params: ParamsOf<N>, options: Options];

const askedArgument = /* @__PURE__ */ objectOf({ method: aText }, { name: 'a call' });
const strictArgument = /* @__PURE__ */ (() => objectOf({ strict: optional(aBoolean) }))();
const errorArgument = /* @__PURE__ */ objectOf({ code: aNumber, message: aText });

const rowOf = (name: MethodName): Method => {
  if (Object.hasOwn(methods, toText(name, 'name'))) return methods[name] as Method;
  throw new AvalancheError('Unsupported', `there is no method ${named(name)}${similar(name)}`);
};

/** Names a method that differs from an unknown one only in case, or by letters at its end. */
function similar(name: string): string {
  const word = name.toLowerCase();
  const found = Object.keys(methods).find((known) => {
    const other = known.toLowerCase();
    return other.startsWith(word) || (word.startsWith(other) && word.length < other.length + 4);
  });
  return found === undefined || word.length < 8 ? '' : `: did you mean ${found}?`;
}

/**
 * Formats the call of a method that the node deprecates.
 * @deprecated `methods[name].deprecated` says since which version of the node, and what to use instead.
 */
export function formatRequest<N extends DeprecatedMethod>(
  name: N,
  ...args: CallArguments<N>
): NodeRequest<N>;
/**
 * Formats the call of a method. Params accept ids and transactions as text or bytes.
 * @throws {AvalancheError} Under `params`: the codes of their types; `BadArgument`: an unknown param; `OutOfRange`: one is missing or
 *   too large; `WrongChain`, `WrongNetwork`: addresses of another chain, or of two networks. `BadText` under `at`; `Unsupported`: no such method.
 * @example
 * formatRequest('platform.getTx', { txID: '11111111111111111111111111111111LpoYY' }).path; // '/ext/bc/P'
 */
export function formatRequest<N extends MethodName>(
  name: N,
  ...args: CallArguments<N>
): NodeRequest<N>;
export function formatRequest(name: MethodName, ...args: readonly unknown[]): NodeRequest {
  const [params = {}, options = {}] = args as LooseArguments;
  const { at: endpoint } = checkArgument(options, anObject, 'options');
  return anyRequest(name, params, endpoint);
}

type LooseArguments = readonly [params?: object, options?: { readonly at?: string }];

/** `formatRequest` for any method; the types of the params are not checked at compile time. */
export function anyRequest(
  name: MethodName,
  params: object,
  endpoint: string | undefined,
): NodeRequest {
  const row = rowOf(name);
  const json = within(['params'], () => row.params.format(params));
  const path = pathOf(row.endpoint, endpoint);
  within(['params'], () => checkAddresses(json, path));
  return {
    method: name,
    params: row.positional ? positions(row.params, json) : json,
    path,
    repeatable: !row.changes,
  };
}

/** Checks that addresses in params are of one network, and of the chain at the path, as a node does. */
function checkAddresses(params: JSONValue, path: string): void {
  const { address, addresses = address === undefined ? [] : [address] } = asObject(
    params,
    'params',
  );
  if (!Array.isArray(addresses)) return;
  const need = /^\/ext\/bc\/([PXC])(?:$|\/)/.exec(path)?.[1];
  let network: string | undefined;
  addresses.forEach((text, i) => {
    const [, alias = '', hrp] = (typeof text === 'string' && /^(\w+)-(.+)1[^1]*$/.exec(text)) || [];
    if (hrp === undefined) return;
    const steps = address === undefined ? ['addresses', i] : ['address'];
    if (need && alias !== need && /^[PXC]$/.test(alias))
      throw new AvalancheError('WrongChain', `the address is of ${alias}, ${need} is asked`, {
        have: alias,
        need,
      }).at(...steps);
    network ??= hrp;
    if (hrp !== network)
      throw new AvalancheError(
        'WrongNetwork',
        `the address is of ${hrp}, others are of ${network}`,
        {
          have: hrp,
          need: network,
        },
      ).at(...steps);
  });
}

/** Returns the fields as a list in order, up to the last one present. */
function positions({ fields = [] }: AnySchema, json: JSONValue): JSONValue {
  const values = asObject(json, 'params');
  const last = fields.findLastIndex(({ key }) => values[key] !== undefined);
  return fields.slice(0, last + 1).map(({ key }) => values[key] ?? null);
}

const chainText = /^[A-Za-z0-9-]+$/;

function pathOf({ path, at: usual, among }: Endpoint, name = usual): string {
  if (!path.includes('{at}')) {
    if (name === undefined) return path;
    throw new AvalancheError('BadText', `must be omitted: there is only ${path}`, {
      kind: 'chain alias',
    }).at('at');
  }
  if (name === undefined)
    throw new AvalancheError('BadText', `is needed by ${path}`, { kind: 'chain alias' }).at('at');
  if (among ? among.includes(name) : chainText.test(name)) return path.replace('{at}', name);
  throw new AvalancheError(
    'BadText',
    among ? `must be one of ${among.join(', ')}` : 'must be the alias or ID of a chain',
    { kind: 'chain alias' },
  ).at('at');
}

/** A parsed call, from a recording or received by a server. */
export type ParsedRequest = {
  [N in MethodName]: {
    readonly method: N;
    readonly params: Value<(typeof methods)[N]['params']>;
    readonly at: AtOf<N>;
    /** Id of the request; any JSON. */
    readonly id: JSONValue;
  };
}[MethodName];

/**
 * Parses a JSON-RPC request; the inverse of `formatRequest`.
 * @param text Body of the request.
 * @param path Path below the node's URL.
 * @throws {AvalancheError} As `formatRequest`; `BadJSON`: not a JSON-RPC request, or an unknown param.
 */
export function parseRequest(text: string, path: string): ParsedRequest {
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

/** Returns params as an object; a list is matched by position, and missing params become an empty object. */
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
    const middle =
      tail === undefined ? undefined : path.slice(head.length, path.length - tail.length);
    if (pathOf(endpoint, middle) === path) return middle;
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
 * Returns the result of a reply, with every field checked and unknown fields kept in `extra`.
 * @param reply Text of the reply, or the reply of a transport, with `strict` if it must be in the form of avalanchego
 *   v1.15.0.
 * @param id Id of the call.
 * @throws {AvalancheError} `NodeError`: context has the node's `code`, `message` and `data`; `HTTPStatus`;
 *   `BadJSON` and other parse errors, with the path of the invalid field under `result`; `Mismatch`: the reply to
 *   another call.
 * @example
 * const call = formatRequest('platform.getHeight');
 * parseReply('{"jsonrpc":"2.0","result":{"height":"7"},"id":1}', call); // { height: 7n }
 */
export function parseReply<N extends MethodName>(
  reply: string | LimitedReply,
  call: Asked<N>,
  id = 1,
): ResultOf<N> {
  checkArgument(call, askedArgument, 'call');
  const given = typeof reply === 'string' ? { status: 200, headers: {}, text: reply } : reply;
  return parseResult(readReply(given, call, id), call.method, given);
}

/**
 * Parses a result that was already taken out of its reply.
 * @param options `strict`: accepts only the form of avalanchego v1.15.0.
 * @throws {AvalancheError} As `parseReply`.
 */
export function parseResult<N extends MethodName>(
  result: JSONValue,
  name: N,
  options: Pick<LimitedReply, 'strict'> = {},
): ResultOf<N> {
  checkArgument(options, strictArgument, 'options');
  const { strict = false } = options;
  const { result: schema } = rowOf(name);
  return within(['result'], () =>
    strict ? schema.parse(result) : parseLeniently(schema, result),
  ) as ResultOf<N>;
}

/**
 * Formats a reply with a result as a node does: same keys, order and digits. Binary fields may be bytes or text.
 * @param id The `id` of the request, any JSON.
 * @throws {AvalancheError} Under `result`: an invalid value.
 * @example
 * formatReply({ height: 7n }, 'platform.getHeight'); // '{"jsonrpc":"2.0","result":{"height":"7"},"id":1}'
 */
export function formatReply<N extends MethodName>(
  result: ResultInput<N>,
  name: N,
  id: JSONValue | number = 1,
): string {
  return formatJSON({
    jsonrpc: '2.0',
    result: within(['result'], () => rowOf(name).result.format(result)),
    id: idIn(id),
  });
}

/** The error that a server returns instead of a result. */
export interface ErrorReply {
  /** JSON-RPC error code; -32000 for errors of a node's method. */
  readonly code: number;
  /** Error message. */
  readonly message: string;
  /** Additional data; usually omitted. */
  readonly data?: JSONValue;
}

/**
 * Formats a reply with an error as a node does.
 * @param id The `id` of the request, any JSON; `null` if it could not be read.
 * @throws {AvalancheError} `OutOfRange` at `code`: not an integer.
 * @example
 * formatErrorReply({ code: -32000, message: 'not found' }, 'a'); // '{"jsonrpc":"2.0","error":{"code":-32000,"message":"not found","data":null},"id":"a"}'
 */
export function formatErrorReply(error: ErrorReply, id: JSONValue | number = 1): string {
  checkArgument(error, errorArgument, 'error');
  const { code, message, data = null } = error;
  if (!Number.isSafeInteger(code))
    throw new AvalancheError('OutOfRange', `must be an integer, got ${code}`).at('code');
  return formatJSON({
    jsonrpc: '2.0',
    error: { code: BigInt(code), message, data },
    id: idIn(id),
  });
}

/** Converts an id that is a safe integer to `bigint`, the form of integers in `JSONValue`. */
const idIn = (id: JSONValue | number): JSONValue =>
  typeof id === 'number' && Number.isSafeInteger(id) ? BigInt(id) : (id as JSONValue);

/** What the caller knows about a result besides its method. */
export interface ResultHint extends Pick<Hint, 'network' | 'alias' | 'types'> {
  /** The index that was queried, such as `X/block`. */
  readonly at?: string | undefined;
}

/** The methods whose results hold transactions, UTXOs, outputs, blocks or containers. */
export type HoldingMethod = {
  [N in MethodName]: (typeof methods)[N] extends { readonly holds: Holds } ? N : never;
}[MethodName];

/**
 * Opens the transactions, UTXOs, outputs, blocks or containers in a result, in order, whether encoded as hex or
 * JSON.
 * @throws {AvalancheError} As `open`, with the path in the result; `BadText` under `at`: not an index;
 *   `Unsupported`: the result of the method contains none.
 * @example
 * const end = { address: '111111111111111111116DBWJs', utxo: '11111111111111111111111111111111LpoYY' };
 * openResult({ numFetched: 0n, utxos: [], endIndex: end, encoding: 'hex' }, 'platform.getUTXOs'); // []
 */
export function openResult<N extends HoldingMethod>(
  result: ResultOf<N>,
  name: N,
  options: ResultHint = {},
): readonly Opened[] {
  const { holds } = rowOf(name);
  checkArgument<object>(result, anObject, 'result');
  checkArgument(options, anObject, 'options');
  const { at: endpoint, ...hint } = options;
  if (!holds)
    throw new AvalancheError('Unsupported', `${name} gives no transaction, UTXO, output or block`);
  const chain = holds.chain === 'at' ? chainOf(endpoint) : holds.chain;
  const openOne = (content: unknown): Opened => {
    if (holds.kind === 'output')
      return open(outputIn(content as Uint8Array), { ...hint, chain, kind: holds.kind });
    if (holds.kind !== 'container')
      return open(content as Uint8Array | JSONObject, { ...hint, chain, kind: holds.kind });
    const { bytes } = content as { readonly bytes: Uint8Array };
    return within(['bytes'], () => openAccepted(bytes, { ...hint, chain }));
  };
  if (holds.in === undefined) return [openOne(result)];
  const content = Object(result)[holds.in] as unknown;
  return within([holds.in], () =>
    Array.isArray(content)
      ? content.map((item: unknown, i) => within([i], () => openOne(item)))
      : [openOne(content)],
  );
}

/** Length of the codec version and asset id that precede a staked output. */
const outputStart = 2 + 32;

/** Returns the output part of a `TransferableOutput`. */
function outputIn(bytes: Uint8Array): Uint8Array {
  if (bytes.length < outputStart)
    throw new AvalancheError(
      'Truncated',
      `an output follows ${outputStart} bytes`,
      { need: outputStart, left: bytes.length },
      { offset: 0 },
    );
  if (bytes[0] !== 0 || bytes[1] !== 0)
    throw new AvalancheError(
      'BadVersion',
      'must be codec version 0',
      { version: bytes[0]! * 256 + bytes[1]! },
      { offset: 0 },
    );
  return bytes.subarray(outputStart);
}

function chainOf(endpoint: string | undefined): ChainName {
  if ((indexes as readonly (string | undefined)[]).includes(endpoint))
    return endpoint![0] as ChainName;
  throw new AvalancheError('BadText', `must be one of ${indexes.join(', ')}`, {
    kind: 'index name',
  }).at('at');
}
