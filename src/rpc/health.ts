import { none } from './common.ts';
import { type Endpoint, method } from './method.ts';
import { list, map, object, optional, type Value } from './shape.ts';
import { bool, json, nanoseconds, string, time, uint64n } from './words.ts';

const endpoint: Endpoint = { path: '/ext/health' };

/** What a node says of its health; the GET endpoints say the same. */
export const nodeHealth = object(
  {
    checks: [
      map(
        string,
        object({
          message: [optional(json), 'What the check found.', 'it found something'],
          error: [optional(string), 'Why it failed.', 'it failed'],
          timestamp: [time, 'When it ran; year 1 if never.'],
          duration: [nanoseconds, 'How long it took.'],
          contiguousFailures: [optional(uint64n), 'Failures in a row.', 'it failed'],
          timeOfFirstFailure: [optional(time), 'When they began.', 'it failed'],
        }),
      ),
      'By name: a chain, or `bootstrapped`, `database`, `diskspace`, `network`, `router`, ….',
    ],
    healthy: [bool, 'Whether none of them failed.'],
  },
  { name: 'NodeHealth' },
);
/** What a node says of its health. */
export interface NodeHealth extends Value<typeof nodeHealth> {}

const tags = object({
  tags: [optional(list(string)), 'Only checks with one of these, and those of the whole node.'],
});

/** Source: avalanchego `api/health/service.go`. */
export const health = {
  'health.health': method({
    endpoint,
    about: 'The last results of all checks.',
    params: tags,
    result: nodeHealth,
    nodeSpecific: true,
  }),
  'health.readiness': method({
    endpoint,
    about: 'Whether the node has started up.',
    params: tags,
    result: nodeHealth,
    nodeSpecific: true,
  }),
  'health.liveness': method({
    endpoint,
    about: 'Whether the node answers.',
    params: none,
    result: nodeHealth,
    nodeSpecific: true,
  }),
} as const;
