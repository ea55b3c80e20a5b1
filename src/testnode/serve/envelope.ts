/**
 * JSON-RPC as in a node's own services, and the errors with which methods refuse. Source: gorilla/rpc `v2/server.go`, `v2/json2/server.go`, avalanchego
 * `utils/json/codec.go`.
 */
import { AvalancheError, isError } from '../../errors/error.ts';
import { isNodeError } from '../../rpc/errors.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../../text/json.ts';
import { type HTTPReply, type HTTPRequest, jsonReply, plainReply } from './http.ts';

/** A request; missing fields are empty. */
interface Envelope {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: JSONValue;
  readonly id: JSONValue;
}

/** A service at a path. */
export interface Service {
  /** The name before the dot of its methods. */
  readonly name: string;
  readonly has: (method: string) => boolean;
  /** @throws {AvalancheError} `NodeError`. */
  readonly call: (method: string, params: JSONValue) => JSONValue;
}

const parseError = -32700;
const invalidRequest = -32600;
const blank: Envelope = { jsonrpc: '', method: '', params: null, id: null };

export function answerRPC(request: HTTPRequest, service: Service): HTTPReply {
  if (request.method !== 'POST')
    return plainReply(405, `rpc: POST method required, received ${request.method}`);
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  if (type.toLowerCase() !== 'application/json')
    return plainReply(415, `rpc: unrecognized Content-Type: ${type}`);
  const { envelope, fault } = readEnvelope(request.body ?? '');
  try {
    if (fault !== undefined) refuse(fault, { code: parseError, data: { ...envelope } });
    if (envelope.jsonrpc !== '2.0')
      refuse('jsonrpc must be 2.0', { code: invalidRequest, data: { ...envelope } });
    const method = methodOf(envelope.method, service);
    const result = service.call(method, envelope.params);
    return reply(envelope, { result });
  } catch (e) {
    if (!isNodeError(e)) throw e;
    const { code, message, data } = e.context;
    return reply(envelope, { error: { code: BigInt(code), message, data } });
  }
}

/** A notification is not answered, unless it cannot be read. */
function reply({ id }: Envelope, said: { readonly [key: string]: JSONValue }): HTTPReply {
  const isUnreadable = isJSONObject(said.error) && said.error.code === BigInt(parseError);
  if (id === null && !isUnreadable)
    return { status: 200, headers: { 'x-content-type-options': 'nosniff' }, text: '' };
  const { status, headers, text } = jsonReply(`${formatJSON({ jsonrpc: '2.0', ...said, id })}\n`, {
    type: 'application/json; charset=utf-8',
  });
  return { status, headers: { ...headers, 'x-content-type-options': 'nosniff' }, text };
}

function readEnvelope(body: string): { readonly envelope: Envelope; readonly fault?: string } {
  let json: JSONValue;
  try {
    json = parseJSON(body);
  } catch (e) {
    if (!isError(e)) throw e;
    return { envelope: blank, fault: e.message };
  }
  if (!isJSONObject(json)) return { envelope: blank, fault: 'a request must be a JSON object' };
  const { jsonrpc, method, params = null, id = null } = json;
  const text = (value: JSONValue | undefined): string => (typeof value === 'string' ? value : '');
  return { envelope: { jsonrpc: text(jsonrpc), method: text(method), params, id } };
}

function methodOf(method: string, { name, has }: Service): string {
  const dot = method.indexOf('.');
  const [first = ''] = method.slice(dot + 1);
  if (dot >= 0 && first !== '' && first !== first.toLowerCase())
    refuse('method must start with a non-uppercase letter');
  const shown =
    dot < 0
      ? method
      : `${method.slice(0, dot + 1)}${first.toUpperCase()}${method.slice(dot + 1 + first.length)}`;
  if (shown.split('.').length !== 2)
    refuse(`rpc: service/method request ill-formed: ${quotedByGo(shown)}`);
  if (method.slice(0, dot) !== name) refuse(`rpc: can't find service ${quotedByGo(shown)}`);
  if (!has(method)) refuse(`rpc: can't find method ${quotedByGo(shown)}`);
  return method;
}

/** The code of nearly all errors of a node. */
const serverError = -32000;

export interface RefusalOptions {
  readonly code?: number;
  readonly data?: JSONValue;
}

/**
 * Answers with a JSON-RPC error.
 * @throws {AvalancheError} `NodeError`, always.
 */
export function refuse(message: string, options: RefusalOptions = {}): never {
  const { code = serverError, data = null } = options;
  throw new AvalancheError('NodeError', message, { code, message, data });
}

/** Refuses params that cannot be parsed, with the node's message. */
export function refuseParams(): never {
  refuse(
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
  );
}

/** A text in quotes as Go prints it with `%q`. */
export const quotedByGo = (text: string): string => JSON.stringify(text);
