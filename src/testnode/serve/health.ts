/** Health checks, by RPC and by GET. Source: avalanchego `api/health`, `node/node.go`. */

import { type health, nodeHealth } from '../../rpc/health.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import type { JSONValue } from '../../text/json.ts';
import { formatJSON } from '../../text/json.ts';
import { instantOf } from './encodings.ts';
import { type HTTPReply, jsonReply } from './http.ts';
import type { HandlersOf, ServedNode } from './node.ts';
import { emptyID } from './params.ts';

/** The result of a check, and its tags besides its name; global checks are in every reply. */
interface Check {
  readonly message?: JSONValue;
  readonly tags?: readonly string[];
}

const chainCheck: Check = { message: { consensus: {}, vm: null }, tags: [emptyID] };

/** The checks of a node of the primary network. */
export const checks: { readonly [name: string]: Check } = {
  C: chainCheck,
  P: chainCheck,
  X: chainCheck,
  bootstrapped: { message: [] },
  database: {},
  diskspace: { message: { availableDiskBytes: 1_000_000_000_000n } },
  network: { message: { connectedPeers: 0n } },
  router: { message: { longestRunningRequest: '0s', outstandingRequests: 0n } },
};

type Kind = 'health' | 'readiness' | 'liveness';
const namesOf: { readonly [K in Kind]: readonly string[] } = {
  health: Object.keys(checks),
  readiness: ['bootstrapped'],
  liveness: [],
};

/** How long a check seems to have taken, in nanoseconds. */
const duration = 1_000n;

/** The state of the checks of a kind, or of those with one of some tags. */
function healthOf(
  { world, failing }: ServedNode,
  kind: Kind,
  tags: readonly string[] = [],
): ResultInput<'health.health'> {
  const isAsked = (name: string): boolean => {
    const own = checks[name]!.tags;
    return tags.length === 0 || !own || tags.some((tag) => tag === 'all' || own.includes(tag));
  };
  const asked = namesOf[kind].filter(isAsked);
  const timestamp = instantOf(world.clock);
  const results = asked.map((name) => {
    const failure = failing.get(name);
    const { message } = checks[name]!;
    const found = { ...(message !== undefined && { message }) };
    if (!failure) return [name, { ...found, timestamp, duration }] as const;
    const { error, since } = failure;
    const more = { contiguousFailures: 1n, timeOfFirstFailure: instantOf(since) };
    return [name, { ...found, error, timestamp, duration, ...more }] as const;
  });
  return {
    checks: Object.fromEntries(results),
    healthy: !asked.some((name) => failing.has(name)),
  };
}

const kinds: { readonly [path: string]: Kind } = {
  '/ext/health': 'health',
  '/ext/health/health': 'health',
  '/ext/health/readiness': 'readiness',
  '/ext/health/liveness': 'liveness',
};

/** Whether a path answers GET with the health of the node. */
export const isHealthPath = (path: string): boolean => Object.hasOwn(kinds, path);

/** Answers a GET: status 200 if the checks pass, 503 if not. */
export function answerHealth(node: ServedNode, path: string, tags: readonly string[]): HTTPReply {
  const result = healthOf(node, kinds[path]!, tags);
  const status = result.healthy ? 200 : 503;
  return jsonReply(`${formatJSON(nodeHealth.format(result))}\n`, { status });
}

/** The answers. */
export const healthHandlers: HandlersOf<keyof typeof health> = {
  'health.health': (node, { tags }) => healthOf(node, 'health', tags),
  'health.readiness': (node, { tags }) => healthOf(node, 'readiness', tags),
  'health.liveness': (node) => healthOf(node, 'liveness'),
};
