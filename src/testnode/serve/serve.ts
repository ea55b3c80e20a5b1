/** From a request to a reply: routes, envelopes and headers of a node. Source: avalanchego `api/server`. */
import { within } from '../../errors/error.ts';
import type { JSONValue } from '../../text/json.ts';
import { answerRPC, type Service } from './envelope.ts';
import { answerEth, checkCount, ethMethods } from './eth.ts';
import { answerEVM } from './geth.ts';
import { handlerOf } from './handlers.ts';
import { answerHealth, isHealthPath } from './health.ts';
import { answerHosted, isHostedPath } from './hosted.ts';
import { type HTTPReply, type HTTPRequest, notFound } from './http.ts';
import { nodeIdentity } from './info.ts';
import type { ServedNode } from './node.ts';
import { readParams } from './params.ts';
import { refuse } from './refuse.ts';
import { type Route, routeOf } from './routes.ts';

/** Fields of params that are documented, and that a node does not look at. Source: avalanchego `indexer/service.go`. */
const unread: Readonly<Record<string, readonly string[]>> = {
  'index.getIndex': ['encoding'],
  'index.isAccepted': ['encoding'],
};

/** A service of the node's own. */
function serviceOf(node: ServedNode, { service, at }: Route): Service {
  return {
    name: service,
    has: (method) => handlerOf(method) !== undefined,
    call: (method, params) => {
      const { row, handle } = handlerOf(method)!;
      const result = handle(node, readParams(row, params, unread[method]) as never, at);
      return within(['result'], () => row.result.format(result as never));
    },
  };
}

/** A call of an EVM. */
function callEVM(node: ServedNode, at: string, name: string, params: readonly JSONValue[]) {
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
  return row.result.format(handle(node, read as never, at) as never);
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

/** What a browser asks before it sends a request of another origin. */
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

/** Puts the headers around a reply that all replies of a node have. */
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
