/**
 * Gives the first containers of a file over HTTP, as cheaply as it can: `tsx benchmarks/indexserver.ts FILE COUNT` prints two URLs. The first
 * is of a node that tells its genesis, the second of one that does not, so that nobody can keep a ledger.
 */
import { listen } from '../apps/cli/src/testnodehttp.ts';
import { createTestnode } from '../src/testnode/index.ts';
import type { HTTPReply, HTTPRequest } from '../src/testnode/serve/http.ts';
import { testnodeServer } from '../src/testnode/serve/server.ts';
import { formatBytes, parseHex } from '../src/text/hex.ts';
import { keptContainers } from '../tools/indexing/kept.ts';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly startIndex?: string;
    readonly numToFetch?: string;
    readonly encoding?: string;
  };
}

const [path = '', count = ''] = process.argv.slice(2);

/** What the node says of each container, by the path of its index and the encoding. */
const records = new Map<string, string[]>();
for await (const { feed, id, hex } of keptContainers(path, Number(count)))
  for (const encoding of ['hex', 'hexnc'] as const) {
    const key = `/ext/index/${feed} ${encoding}`;
    const of = records.get(key) ?? [];
    const common = `"timestamp":"2026-10-01T00:00:00Z","encoding":"${encoding}"`;
    const bytes = encoding === 'hex' ? formatBytes(parseHex(hex), 'hex') : hex;
    of.push(`{"id":"${id}","bytes":"${bytes}",${common},"index":"${of.length}"}`);
    records.set(key, of);
  }

// All but the containers is as of any test node.
const { answer } = testnodeServer(createTestnode());

function reply(request: HTTPRequest): HTTPReply {
  if (!request.target.startsWith('/ext/index/')) return answer(request);
  const { id, method, params } = JSON.parse(request.body ?? '') as Asked;
  const of = records.get(`${request.target} ${params.encoding ?? 'hex'}`);
  const from = Number(params.startIndex ?? 0);
  const result =
    !of || method === 'index.getLastAccepted'
      ? of?.at(-1)
      : `{"containers":[${of.slice(from, from + Number(params.numToFetch)).join()}]}`;
  if (!result) return answer(request);
  const text = `{"jsonrpc":"2.0","result":${result},"id":${id}}\n`;
  return { status: 200, headers: { 'content-type': 'application/json' }, text };
}

const there = { hostname: '127.0.0.1', port: 0 };
const withGenesis = await listen(there, reply);
const without = await listen(there, (request) =>
  request.target === '/ext/testnode'
    ? { status: 404, headers: { 'content-type': 'text/plain' }, text: '404 page not found\n' }
    : reply(request),
);
console.log(`${withGenesis.url} ${without.url}`);
