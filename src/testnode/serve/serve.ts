/**
 * Serves requests as a node does: routes, the table of handlers (one for each method), envelopes and headers, and
 * a transport within the process.
 * Source: avalanchego `api/server`.
 */

import { AvalancheError, within } from '../../errors/error.ts';
import { indexes } from '../../rpc/containers.ts';
import { transportError } from '../../rpc/errors.ts';
import { type MethodName, methods } from '../../rpc/methods.ts';
import type { Transport } from '../../rpc/transport.ts';
import { anObject, aText, checkArgument, objectOf } from '../../schema/check.ts';
import type { JSONValue } from '../../text/json.ts';
import type { World } from '../world.ts';
import { avaxHandlers } from './avax.ts';
import { avmHandlers } from './avm.ts';
import { chainOf } from './chains.ts';
import { indexHandlers } from './containers.ts';
import { answerRPC, refuse, type Service } from './envelope.ts';
import { answerEth, answerEVM, checkCount, ethMethods } from './eth.ts';
import { evmHandlers } from './evm.ts';
import { answerHealth, healthHandlers, isHealthPath } from './health.ts';
import { answerHosted, isHostedPath } from './hosted.ts';
import { type HTTPReply, type HTTPRequest, notFound } from './http.ts';
import { infoHandlers, nodeIdentity } from './info.ts';
import { type Handler, type HandlersOf, type ServedNode, servedNode } from './node.ts';
import { readParams } from './params.ts';
import { platformHandlers } from './platform.ts';
import { stakingHandlers } from './platformstaking.ts';
import { proposervmHandlers } from './proposervm.ts';

/** A service at a path. `at` is the alias or id of its chain, or the name of its index. */
export interface Route {
  /** The name before the dot of its methods; `eth` is an EVM. */
  readonly service: string;
  readonly at: string;
}

/** The services of the chains, by what follows their path. */
const services: { readonly [chain: string]: { readonly [tail: string]: string } } = {
  P: { '': 'platform', proposervm: 'proposervm' },
  // The node registers the X-chain without its wrapper.
  X: { '': 'avm', wallet: 'wallet' },
  C: { rpc: 'eth', avax: 'avax', validators: 'validators', proposervm: 'proposervm' },
  subnet: { rpc: 'eth', validators: 'validators' },
};

const single: { readonly [path: string]: string } = {
  '/ext/info': 'info',
  '/ext/health': 'health',
};

const chainPath = /^\/ext(\/bc)?\/([A-Za-z0-9-]+)(?:\/([a-z]+))?$/;

/** The service at a path; undefined if there is none. */
function routeOf(world: World, path: string): Route | undefined {
  const service = Object.hasOwn(single, path) ? single[path] : undefined;
  if (service !== undefined) return { service, at: '' };
  const index = indexes.find((name) => path === `/ext/index/${name}`);
  if (index) return { service: 'index', at: index };
  const [, bc, alias = '', tail = ''] = chainPath.exec(path) ?? [];
  const chain = chainOf(world, alias);
  // The node has short paths for aliases only.
  const isShort = bc === undefined;
  if (isShort && (!chain || alias.length > 8)) return undefined;
  const known = chain ?? (world.P.ledger.blockchains.has(alias) ? 'subnet' : undefined);
  const table = known && services[known];
  return table && Object.hasOwn(table, tail) ? { service: table[tail]!, at: alias } : undefined;
}

/** Methods of a node that runs without `--api-admin-enabled`, as nodes do by default. */
type ServedMethod = Exclude<MethodName, `admin.${string}`>;

/** A handler for every method. */
export const handlers: HandlersOf<ServedMethod> = {
  ...platformHandlers,
  ...stakingHandlers,
  ...avmHandlers,
  ...avaxHandlers,
  ...infoHandlers,
  ...indexHandlers,
  ...healthHandlers,
  ...proposervmHandlers,
  ...evmHandlers,
};

/** The handler and the row of a method, if there is such a method. */
function handlerOf(name: string) {
  if (!Object.hasOwn(handlers, name)) return undefined;
  const method = name as ServedMethod;
  return { row: methods[method], handle: handlers[method] as unknown as Handler<ServedMethod> };
}

/** Fields of params that are documented, and that a node does not look at. Source: avalanchego `indexer/service.go`. */
const unread: Readonly<Record<string, readonly string[]>> = {
  'index.getIndex': ['encoding'],
  'index.isAccepted': ['encoding'],
};

/** A service of the node's own. */
function serviceOf(node: ServedNode, { service, at: name }: Route): Service {
  return {
    name: service,
    has: (method) => handlerOf(method) !== undefined,
    call: (method, params) => {
      const { row, handle } = handlerOf(method)!;
      const result = handle(node, readParams(row, params, unread[method]) as never, name);
      return within(['result'], () => row.result.format(result as never));
    },
  };
}

function callEVM(node: ServedNode, chain: string, name: string, params: readonly JSONValue[]) {
  const known = name.startsWith('eth_') && !Object.hasOwn(ethMethods, name) && handlerOf(name);
  if (!known) return answerEth(node.world, name, params);
  const { row, handle } = known;
  const { fields = [] } = row.params;
  checkCount([0, fields.length], params);
  const given = fields.flatMap(({ key }, i) =>
    params[i] === undefined || params[i] === null ? [] : [[key, params[i]] as const],
  );
  let read: unknown;
  try {
    read = row.params.parse(Object.fromEntries(given));
  } catch (e) {
    refuse(`invalid argument 0: ${(e as Error).message}`, { code: -32602 });
  }
  return row.result.format(handle(node, read as never, chain) as never);
}

/** Answers a request without what all replies have. */
function answer(node: ServedNode, request: HTTPRequest): HTTPReply {
  const [path = '', query = ''] = request.target.split('?', 2);
  if (isHostedPath(path)) return answerHosted(node, request);
  // Only the service itself takes calls; the paths below it answer everything with their checks.
  const isCall = path === '/ext/health' && request.method !== 'GET';
  if (isHealthPath(path) && !isCall)
    return answerHealth(node, path, new URLSearchParams(query).getAll('tag'));
  const route = routeOf(node.world, path);
  if (!route) return notFound;
  return route.service === 'eth'
    ? answerEVM(request, (name, params) => callEVM(node, route.at, name, params))
    : answerRPC(request, serviceOf(node, route));
}

/** Answers the preflight request of a browser for another origin. */
export function preflight({ method, headers }: HTTPRequest): HTTPReply | undefined {
  const asked = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || headers.origin === undefined || asked === undefined) return undefined;
  return {
    status: 200,
    headers: {
      'access-control-allow-methods': asked,
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    },
    text: '',
  };
}

/** Adds the headers that all replies of a node have. */
export function withNodeHeaders(
  { world }: ServedNode,
  request: HTTPRequest,
  reply: HTTPReply,
): HTTPReply {
  const hasOrigin = request.headers.origin !== undefined;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'node-id': nodeIdentity(world).nodeID,
      vary: 'Origin',
      ...(hasOrigin && {
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
      }),
    },
  };
}

/** Answers a request as a node does. */
export const serve = (node: ServedNode, request: HTTPRequest): HTTPReply =>
  withNodeHeaders(node, request, preflight(request) ?? answer(node, request));

const requestArgument = /* @__PURE__ */ objectOf(
  { target: aText, method: aText, headers: anObject },
  { name: 'a request' },
);

/**
 * Returns a transport for `connect` that is answered by a world, without network access. Each reply is
 * asynchronous: nothing is answered before the caller waits for it.
 */
export function transportTo(world: World): Transport {
  const node = servedNode(world);
  return async (request) => {
    checkArgument(request, requestArgument, 'request');
    const { target, method, headers, body, maxBytes, signal } = request;
    if (signal?.aborted) throw transportError('aborted', 'the call was aborted');
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const reply = serve(node, {
      method,
      target,
      headers: Object.fromEntries(lower),
      ...(body !== undefined && { body }),
    });
    if (maxBytes !== undefined && reply.text.length > maxBytes)
      throw new AvalancheError('LimitExceeded', `the reply has more than ${maxBytes} bytes`, {
        limit: 'maxReplyBytes',
        max: maxBytes,
      });
    return reply;
  };
}
