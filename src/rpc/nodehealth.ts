import { list } from '../schema/collection.ts';
import { string } from '../schema/leaf.ts';
import { object } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { nodeHealth, tagsNote } from './health.ts';
import { resource } from './resource.ts';

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

/** The health of a node by GET: status 200 if it is healthy, 503 if not, and the same JSON. */
export const healthResources = {
  all: /* @__PURE__ */ healthResource('/ext/health', 'The last results of all health checks.'),
  health: /* @__PURE__ */ healthResource('/ext/health/health', 'The same as `/ext/health`.'),
  readiness: /* @__PURE__ */ healthResource(
    '/ext/health/readiness',
    'Whether the node has finished initializing.',
  ),
  liveness: /* @__PURE__ */ healthResource('/ext/health/liveness', 'Whether the node answers.'),
} as const;
