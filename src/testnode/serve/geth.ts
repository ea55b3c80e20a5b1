/** The JSON-RPC of an EVM, with batches. Source: go-ethereum `rpc/http.go`, `rpc/handler.go`, `rpc/json.go`. */
import { isError } from '../../errors/error.ts';
import { isNodeError } from '../../rpc/errors.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../../text/json.ts';
import { firstValue } from './gojson.ts';
import { type HTTPReply, type HTTPRequest, jsonReply, plainReply } from './http.ts';

/** Answers a call. */
export type Call = (method: string, params: readonly JSONValue[]) => JSONValue;

const accepted = ['application/json', 'application/json-rpc', 'application/jsonrequest'];
const maxBatch = 1000;

const failure = (id: JSONValue, code: number, message: string): JSONValue => ({
  jsonrpc: '2.0',
  id,
  error: { code: BigInt(code), message },
});

/** Answers a request to an EVM. */
export function answerEVM(request: HTTPRequest, call: Call): HTTPReply {
  const { method, headers, body = '' } = request;
  if (method === 'PUT' || method === 'DELETE') return plainReply(405, 'method not allowed\n');
  // As a remote check of health asks.
  if (method === 'GET' && body === '') return { status: 200, headers: {}, text: '' };
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (method !== 'OPTIONS' && !accepted.includes(type.trim().toLowerCase()))
    return plainReply(415, 'invalid content type, only application/json is supported\n');
  const json = readBody(body);
  if (json === undefined) return write(failure(null, -32700, 'parse error'));
  if (!Array.isArray(json)) return write(answerMessage(json, call));
  if (json.length === 0) return write(failure(null, -32600, 'empty batch'));
  if (json.length > maxBatch) return write(failure(null, -32600, 'batch too large'));
  const answers = json.flatMap((message) => {
    const answer = answerMessage(message, call);
    return answer === undefined ? [] : [answer];
  });
  return write(answers.length === 0 ? undefined : answers);
}

const write = (json: JSONValue | undefined): HTTPReply =>
  jsonReply(json === undefined ? '' : `${formatJSON(json)}\n`);

function readBody(body: string): JSONValue | undefined {
  const found = firstValue(body);
  if ('fault' in found) return undefined;
  try {
    return parseJSON(found.text);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

/** The answer to a message; undefined to a notification. */
function answerMessage(message: JSONValue, call: Call): JSONValue | undefined {
  if (!isJSONObject(message)) return failure(null, -32600, 'invalid request');
  const { jsonrpc, id, method, params = null } = message;
  if (typeof method !== 'string' || method === '' || jsonrpc !== '2.0')
    return failure(id ?? null, -32600, 'invalid request');
  if (id === undefined) return undefined;
  if (typeof id === 'object' && id !== null) return failure(null, -32600, 'invalid request');
  if (params !== null && !Array.isArray(params)) return failure(id, -32602, 'non-array args');
  try {
    return { jsonrpc: '2.0', id, result: call(method, params ?? []) };
  } catch (e) {
    if (isNodeError(e)) return failure(id, e.context.code, e.context.message);
    throw e;
  }
}
