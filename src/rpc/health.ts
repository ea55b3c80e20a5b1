import { list, map } from '../schema/collection.ts';
import { bool, json, string } from '../schema/leaf.ts';
import { nanoseconds, uint64n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { optional, type Value } from '../schema/schema.ts';
import { time } from '../schema/time.ts';
import { none } from './common.ts';
import { method } from './method.ts';
import { resource } from './resource.ts';

const endpoint = { path: '/ext/health' } as const;

/** The health of a node; the GET endpoints return the same. */
export const nodeHealth = reply(
  {
    checks: [
      map(
        string,
        reply({
          message: [optional(json), 'What the check found.', 'it found something'],
          error: [optional(string), 'Why it failed.', 'it failed'],
          timestamp: [time, 'When it last ran; year 1 if never.'],
          duration: [nanoseconds, 'How long it took, in nanoseconds.'],
          contiguousFailures: [optional(uint64n), 'Failures in a row.', 'it failed'],
          timeOfFirstFailure: [optional(time), 'When they began.', 'it failed'],
        }),
      ),
      'By name: a chain, or `bootstrapped`, `database`, `diskspace`, `network`, `router` and others.',
    ],
    healthy: [
      bool,
      'Whether all of these checks pass. With tags, other checks of the node may still fail.',
    ],
  },
  { name: 'NodeHealth' },
);
/** Whether a node is healthy, with the result of each of its checks. */
export interface NodeHealth extends Value<typeof nodeHealth> {}

/** Documentation of the `tags` parameter. */
const tagsNote =
  'Only checks with these tags (subnet IDs are tags), and global checks such as `network` and `database`. Other checks of the node may fail.';

const tags = object({ tags: [optional(list(string)), tagsNote] });

/** The health API. Source: avalanchego `api/health/service.go`. */
export const health = {
  'health.health': method({
    endpoint,
    about: 'The last results of all health checks.',
    params: tags,
    result: nodeHealth,
    nodeSpecific: true,
  }),
  'health.readiness': method({
    endpoint,
    about: 'Whether the node has finished initializing.',
    params: tags,
    result: nodeHealth,
    nodeSpecific: true,
  }),
  'health.liveness': method({
    endpoint,
    about: 'Whether the node answers; it has no checks.',
    params: none,
    result: nodeHealth,
    nodeSpecific: true,
  }),
} as const;

const healthResource = (path: string, about: string) =>
  resource({
    service: 'node',
    path,
    about,
    params: object({ tag: [optional(list(string)), tagsNote] }),
    result: nodeHealth,
    also: [503],
    nodeSpecific: true,
  });

/** The health API over GET: status 200 if healthy, 503 if not, with the same JSON. */
export const healthResources = {
  all: /* @__PURE__ */ healthResource('/ext/health', 'The last results of all health checks.'),
  health: /* @__PURE__ */ healthResource('/ext/health/health', 'The same as `/ext/health`.'),
  readiness: /* @__PURE__ */ healthResource(
    '/ext/health/readiness',
    'Whether the node has finished initializing.',
  ),
  liveness: /* @__PURE__ */ healthResource('/ext/health/liveness', 'Whether the node answers.'),
} as const;
