/** A test node that is served: a node's paths, and control methods on a path of their own. */
import type { Testnode } from '../testnode.ts';
import { controlPath, controlService } from './control.ts';
import { answerRPC } from './envelope.ts';
import { type HTTPReply, type HTTPRequest, plainReply } from './http.ts';
import { type ServedNode, servedNode } from './node.ts';
import { preflight, serve, withNodeHeaders } from './serve.ts';

/**
 * Refuses requests for other hosts, as a page gets a browser to send them with a name that leads here.
 * Source: avalanchego `api/server/allowed_hosts.go`.
 */
function hostRefusal({ headers }: HTTPRequest, { url }: ServedNode): HTTPReply | undefined {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const isIP = /^[\d.]+$/.test(host) || host.startsWith('[');
  const own = new URL(url).hostname;
  return host === '' || isIP || host === 'localhost' || host === own
    ? undefined
    : plainReply(403, 'invalid host specified\n');
}

/** Answers requests. */
export interface TestnodeServer {
  readonly testnode: Testnode;
  readonly served: ServedNode;
  readonly answer: (request: HTTPRequest) => HTTPReply;
}

/**
 * Serves a test node.
 * @param url The URL under which clients reach it.
 * @param origins Pages of these origins may use the control methods, `*` means all: none if omitted.
 */
export function serverOf(
  testnode: Testnode,
  url?: string,
  origins: readonly string[] = [],
): TestnodeServer {
  const served = servedNode(testnode.world, url);
  const isAllowed = (origin: string): boolean =>
    origins.some((allowed) => allowed === '*' || allowed === origin);
  const control = controlService({ testnode, served });
  return {
    testnode,
    served,
    answer: (request) => {
      const refusal = hostRefusal(request, served);
      if (refusal) return refusal;
      const [path] = request.target.split('?', 1);
      if (path !== controlPath) return serve(served, request);
      const { origin } = request.headers;
      if (origin !== undefined && !isAllowed(origin))
        return plainReply(
          403,
          'pages of this origin may not control the test node: --allow-origin\n',
        );
      return withNodeHeaders(served, request, preflight(request) ?? answerRPC(request, control));
    },
  };
}
