/** A test node that is served: a node's paths, and control methods on a path of their own. */
import {
  type Argument,
  aListOf,
  anObject,
  aText,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
} from '../../schema/check.ts';
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

/** A reply of a test node. */
export interface TestnodeReply extends HTTPReply {
  /** Whether the request may have changed the test node: a log of such requests restores it. */
  readonly changed: boolean;
}

/** What answers the HTTP requests to a test node. */
export interface TestnodeServer {
  readonly testnode: Testnode;
  /** The URL under which clients reach it, without a path. Replies name it, and requests to other hosts are refused. */
  url: string;
  /** Answers a request. It neither waits nor throws for what a client sends. */
  readonly answer: (request: HTTPRequest) => TestnodeReply;
}

const serverOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** The URL under which clients reach it; `http://127.0.0.1:9650` if omitted. It can be set later. */
    url: optional(aText),
    /** Origins whose pages may use the control methods, `*` for all; none if omitted. */
    origins: optional(aListOf(aText)),
  }))();

/** Where clients reach a served test node, and which pages may control it. */
export interface TestnodeServerOptions extends Argument<typeof serverOptions> {}

/**
 * Returns what answers the HTTP requests to a test node, as `avalanche-tx testnode` does: a node's paths, and control methods at
 * `controlPath`. Any HTTP server can pass its requests on.
 * @throws {AvalancheError} `BadArgument`: the options.
 * @example
 * import { createTestnode } from 'avalanche-tx/testnode';
 * const { answer } = testnodeServer(createTestnode());
 * const body = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkName"}';
 * answer({ method: 'POST', target: '/ext/info', headers: { 'content-type': 'application/json' }, body }).status; // 200
 */
export function testnodeServer(
  testnode: Testnode,
  options: TestnodeServerOptions = {},
): TestnodeServer {
  checkArgument<object>(testnode, testnodeArgument, 'testnode');
  checkArgument(options, serverOptions, 'options');
  const { url, origins = [] } = options;
  const served = servedNode(testnode.world, url);
  const isAllowed = (origin: string): boolean =>
    origins.some((allowed) => allowed === '*' || allowed === origin);
  const control = controlService({ testnode, served });
  const answered = (request: HTTPRequest): HTTPReply => {
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
  };
  const server: TestnodeServer = {
    testnode,
    url: served.url,
    answer: (request) => {
      served.url = server.url;
      served.changed = false;
      return { ...answered(request), changed: served.changed };
    },
  };
  return server;
}

const testnodeArgument = /* @__PURE__ */ objectOf({ world: anObject }, { name: 'a test node' });
