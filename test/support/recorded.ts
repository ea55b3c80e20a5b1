/**
 * Nodes that were recorded, so that what a node said can be compared with on a machine without Go.
 *
 * A test asks for one with `recordedNode` inside `describeRecorded`. In the project `fast` the answers come from
 * `vectors/node-NAME.ndjson.br`; elsewhere (`LIVE_NODES`) a real node runs. `npm run vectors -- --record` runs
 * them with `RECORD_NODES`, which writes down every request and answer of the real node.
 */
import { appendFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, onTestFinished } from 'vitest';
import type { Localnode, Ready } from '../../scripts/localnode.ts';
import { describeWithGo } from './go.ts';
import { startLocalnode } from './localnode.ts';
import { linesOf } from './vectors.ts';

/** A node's life: how it was started, what it said of itself, and every answer, in order. */
interface Recording {
  readonly args: readonly string[];
  /** What it was for, where several were started in the same way. */
  readonly use?: string;
  readonly ready: Ready;
  readonly answers: readonly (readonly [request: string, status: number, reply: string])[];
}

const isLive = process.env.LIVE_NODES !== undefined || process.env.RECORD_NODES !== undefined;

/** A `describe` of tests with recorded nodes; where nodes are live it needs Go. */
export const describeRecorded = isLive ? describeWithGo : describe;

const recordings = new Map<string, Recording[]>();

/** What was recorded under a name. */
function recordingsOf(name: string): Recording[] {
  const found =
    recordings.get(name) ?? linesOf(`node-${name}`).map((line) => JSON.parse(line) as Recording);
  recordings.set(name, found);
  return found;
}

/** What the first of the nodes under a name said of itself. */
export const readyOf = (name: string): Ready => recordingsOf(name)[0]!.ready;

/** A request without the number that its caller gave it. */
function requestOf(method: string, path: string, body: string): string {
  if (!body.startsWith('{')) return `${method} ${path} ${body}`;
  const { id: _, ...rest } = JSON.parse(body) as { id?: number };
  return `${method} ${path} ${JSON.stringify(rest)}`;
}

const endOfReply = /"id":(?:\d+|null)\}\s*$/;

/** A server on loopback in the place of a node. */
async function serve(
  answer: (request: string, body: string) => Promise<readonly [status: number, reply: string]>,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const [status, reply] = await answer(requestOf(request.method!, request.url!, body), body);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(reply);
    })();
  });
  // While a busy machine computes, an idle connection must not end just as the next request uses it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A node behind a server: calls go to it. */
export function nodeAt(url: string, ready: Ready, stop: () => Promise<void>): Localnode {
  let calls = 0;
  return {
    ready: { ...ready, url },
    rpc: async (path, method, params = {}) =>
      (
        await fetch(url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params }),
        })
      ).text(),
    stop,
  };
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Writes down what a real node answers, when it stops. */
async function recorded(node: Localnode, args: readonly string[], use: string, file: string) {
  const answers: [string, number, string][] = [];
  const { server, url } = await serve(async (request, body) => {
    const [method, path] = request.split(' ') as [string, string];
    const reply = await fetch(node.ready.url + path, {
      method,
      ...(method === 'POST' && { body, headers: { 'Content-Type': 'application/json' } }),
    });
    const answer = [reply.status, await reply.text()] as const;
    answers.push([request, ...answer]);
    return answer;
  });
  let stopped: Promise<void> | undefined;
  return nodeAt(url, node.ready, () => {
    stopped ??= (async () => {
      await Promise.all([closed(server), node.stop()]);
      const recording: Recording = { args, ...(use && { use }), ready: node.ready, answers };
      appendFileSync(file, `${JSON.stringify(recording)}\n`);
    })();
    return stopped;
  });
}

/** Answers as the recorded node did: equal requests in their order, the last answer again and again. */
async function replayed({ ready, answers }: Recording): Promise<Localnode> {
  const queues = new Map<string, (readonly [number, string])[]>();
  for (const [request, ...answer] of answers)
    queues.set(request, [...(queues.get(request) ?? []), answer]);
  const { server, url } = await serve(async (request, body) => {
    const queue = queues.get(request);
    if (queue === undefined)
      return [
        500,
        `not recorded; npm run vectors -- --record makes it anew: ${request.slice(0, 500)}`,
      ];
    const [status, reply] = queue.length > 1 ? queue.shift()! : queue[0]!;
    const id = body.startsWith('{') ? (JSON.parse(body) as { id?: number }).id : undefined;
    return [status, id === undefined ? reply : reply.replace(endOfReply, `"id":${id}}\n`)];
  });
  return nodeAt(url, ready, () => closed(server));
}

/**
 * A node as it was recorded under a name, or a real one where nodes are live. Inside a test it ends with the test, in a hook give
 * `stop` back.
 * @param use What the node is for. Tests that do different things to nodes with the same arguments have different ones.
 */
export async function recordedNode(
  name: string,
  args: readonly string[] = [],
  use = '',
): Promise<Localnode> {
  let node: Localnode;
  if (isLive) {
    node = await startLocalnode(args);
    const folder = process.env.RECORD_NODES;
    if (folder !== undefined)
      node = await recorded(node, args, use, join(folder, `${name}.ndjson`));
  } else {
    const found = recordingsOf(name).find(
      (one) => (one.use ?? '') === use && one.args.join(' ') === args.join(' '),
    );
    if (!found) throw new Error(`no node ${args.join(' ')} ${use} is recorded as ${name}`);
    node = await replayed(found);
  }
  try {
    onTestFinished(node.stop);
  } catch {
    // Not inside a test: the hook stops it.
  }
  return node;
}
