/** What a run is doing, as metrics for Prometheus. */
import { createServer, type Server } from 'node:http';
import type { ChainName } from 'avalanche-tx';
import { UsageError } from '../../shared/failures.ts';
import type { ChainEvent } from './chain.ts';

/** How far a chain is. */
export interface Status {
  readonly feed: string;
  readonly next: bigint;
  readonly of: bigint;
  readonly bytes: number;
  readonly height: bigint;
  readonly time: bigint | null;
  readonly parts: number;
  readonly waiting: string | undefined;
}

const unknown: Status = {
  feed: '',
  next: 0n,
  of: 0n,
  bytes: 0,
  height: 0n,
  time: null,
  parts: 0,
  waiting: undefined,
};

/** What the events of a run add up to. */
export class Statuses {
  readonly of = new Map<ChainName, Status>();

  note(event: ChainEvent): void {
    const { chain } = event;
    const before = this.of.get(chain) ?? unknown;
    const now =
      event.kind === 'read'
        ? { feed: event.feed, next: event.next, of: event.of, bytes: event.bytes }
        : event.kind === 'waiting'
          ? { waiting: event.why }
          : {
              height: event.progress.height,
              time: event.progress.time,
              parts: event.parts.length,
            };
    this.of.set(chain, { ...before, ...now });
  }
}

const names: readonly (readonly [
  string,
  string,
  string,
  (of: Status) => number | bigint | null,
])[] = [
  [
    'avalanche_index_containers',
    'gauge',
    'Containers of the index that are read.',
    (of) => of.next,
  ],
  ['avalanche_index_node_containers', 'gauge', 'Containers that the node has.', (of) => of.of],
  ['avalanche_index_height', 'gauge', 'Height of the last block in the tables.', (of) => of.height],
  ['avalanche_index_time_seconds', 'gauge', 'Time of that block.', (of) => of.time],
  [
    'avalanche_index_read_bytes_total',
    'counter',
    'Bytes of containers since the start.',
    (of) => of.bytes,
  ],
  ['avalanche_index_parts', 'gauge', 'Parts of the folder.', (of) => of.parts],
  [
    'avalanche_index_waiting',
    'gauge',
    '1 while the node does not answer, or with what cannot be used.',
    (of) => Number(of.waiting !== undefined),
  ],
];

/** The metrics in the text format of Prometheus. */
export const metricsText = ({ of }: Statuses): string =>
  names
    .map(([name, type, help, value]) => {
      const lines = [...of].flatMap(([chain, status]) => {
        const found = value(status);
        return found === null ? [] : [`${name}{chain="${chain}"} ${found}`];
      });
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
    })
    .join('');

/** Serves the metrics at `/metrics`. */
export async function serveMetrics(at: string, statuses: Statuses): Promise<Server> {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(at) ?? [];
  if (host === undefined)
    throw new UsageError('--metrics must be HOST:PORT, such as 127.0.0.1:9100');
  const server = createServer((request, response) => {
    const isFound = request.url === '/metrics';
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(isFound ? metricsText(statuses) : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (e) => reject(new UsageError(`--metrics ${at}: ${e.message}`)));
    server.listen(Number(port), host.replace(/^\[(.*)\]$/, '$1'), resolve);
  });
  server.unref();
  return server;
}
