import { nodeHealth } from './health.ts';
import { resource } from './resource.ts';
import { list, object, optional } from './shape.ts';
import { string } from './words.ts';

const healthResource = (path: string, about: string) =>
  resource({
    service: 'node',
    path,
    about,
    params: object({
      tag: [optional(list(string)), 'Only checks with one of these, and those of the whole node.'],
    }),
    result: nodeHealth,
    also: [503],
    nodeSpecific: true,
  });

/** What a node says of its health to a GET: 200 if it is healthy, 503 if not, and the same JSON. */
export const healthResources = {
  all: /* @__PURE__ */ healthResource('/ext/health', 'The last results of all checks.'),
  health: /* @__PURE__ */ healthResource('/ext/health/health', 'The same.'),
  readiness: /* @__PURE__ */ healthResource(
    '/ext/health/readiness',
    'Whether the node has started up.',
  ),
  liveness: /* @__PURE__ */ healthResource('/ext/health/liveness', 'Whether the node answers.'),
} as const;
