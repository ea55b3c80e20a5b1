/**
 * JSON-RPC of an EVM, with batches, and the Ethereum methods that wallets call for transfers between chains. There
 * is no EVM: all other methods are refused. Source: go-ethereum `rpc/http.go`, `rpc/handler.go`, `rpc/json.go`.
 */
import { isError } from '../../errors/error.ts';
import { isNodeError } from '../../rpc/errors.ts';
import { parseAccount } from '../../text/account.ts';
import { formatHex } from '../../text/hex.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../../text/json.ts';
import { lastBlock } from '../reads.ts';
import type { CAccount, World } from '../world.ts';
import { refuse } from './envelope.ts';
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
  try {
    return parseJSON(body);
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

const invalidParams = -32602;
const noMethod = -32601;

/** A method of Ethereum. */
export interface EthMethod {
  /** Minimum and maximum number of params. */
  readonly params: readonly [least: number, most: number];
  readonly answer: (world: World, params: readonly JSONValue[]) => JSONValue;
}

const quantity = (value: bigint): string => `0x${value.toString(16)}`;

function accountOf(world: World, json: JSONValue | undefined): CAccount {
  if (typeof json !== 'string')
    refuse(
      'invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Address',
      {
        code: invalidParams,
      },
    );
  try {
    const key = formatHex(parseAccount(json.toLowerCase()));
    return world.C.accounts.get(key) ?? { nonce: 0n, balance: 0n };
  } catch (e) {
    if (!isError(e)) throw e;
    return refuse(`invalid argument 0: ${e.detail}`, { code: invalidParams });
  }
}

const nowTags: readonly JSONValue[] = ['latest', 'pending', 'accepted', 'finalized', 'safe'];

/** Throws unless the last block is requested: only its state is available. */
function checkBlock(world: World, json: JSONValue | undefined): void {
  if (json === undefined || json === null || nowTags.includes(json)) return;
  if (json === quantity(lastBlock(world, 'C').height)) return;
  refuse('this test node has only the state of the last block: ask for "latest"');
}

/**
 * All supported Ethereum methods. Those in the method table (`eth_baseFee`, `eth_feeConfig` and others) are
 * answered too.
 */
export const ethMethods: { readonly [method: string]: EthMethod } = {
  eth_chainId: {
    params: [0, 0],
    answer: ({ network }) => quantity(network.evmChainID ?? 0n),
  },
  eth_blockNumber: {
    params: [0, 0],
    answer: (world) => quantity(lastBlock(world, 'C').height),
  },
  eth_getBalance: {
    params: [1, 2],
    answer: (world, [account, block]) => {
      checkBlock(world, block);
      return quantity(accountOf(world, account).balance);
    },
  },
  eth_getTransactionCount: {
    params: [1, 2],
    answer: (world, [account, block]) => {
      checkBlock(world, block);
      return quantity(accountOf(world, account).nonce);
    },
  },
};

/**
 * Answers one of these methods.
 * @throws {AvalancheError} `NodeError` with geth's codes and words.
 */
export function answerEth(world: World, name: string, params: readonly JSONValue[]): JSONValue {
  const found = Object.hasOwn(ethMethods, name) ? ethMethods[name] : undefined;
  if (!found)
    return refuse(
      `the method ${name} does not exist/is not available: a test node has no EVM and executes atomic transactions only`,
      { code: noMethod },
    );
  checkCount(found.params, params);
  return found.answer(world, params);
}

/** Refuses a wrong number of params. */
export function checkCount([least, most]: EthMethod['params'], params: readonly JSONValue[]): void {
  if (params.length < least)
    refuse(`missing value for required argument ${params.length}`, { code: invalidParams });
  if (params.length > most)
    refuse(`too many arguments, want at most ${most}`, { code: invalidParams });
}
