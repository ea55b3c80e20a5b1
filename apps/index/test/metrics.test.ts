import { describe, expect, it } from 'vitest';
import { metricsText, Statuses, serveMetrics } from '../src/metrics.ts';

describe('metrics', () => {
  const statuses = new Statuses();
  const progress = { feeds: {}, lastBlock: null, height: 7n, time: 1_790_812_800n };
  statuses.note({ kind: 'parts', chain: 'P', parts: ['a', 'b'], progress });
  statuses.note({ kind: 'read', chain: 'P', feed: 'P/block', next: 7n, of: 9n, bytes: 700 });
  statuses.note({ kind: 'waiting', chain: 'P', why: 'Transport: refused' });

  it('say how far a chain is, and whether it waits', () => {
    const text = metricsText(statuses);
    for (const line of [
      'avalanche_index_containers{chain="P"} 7',
      'avalanche_index_node_containers{chain="P"} 9',
      'avalanche_index_height{chain="P"} 7',
      'avalanche_index_time_seconds{chain="P"} 1790812800',
      'avalanche_index_read_bytes_total{chain="P"} 700',
      'avalanche_index_parts{chain="P"} 2',
      'avalanche_index_waiting{chain="P"} 1',
    ])
      expect(text.split('\n')).toContain(line);
    statuses.note({ kind: 'waiting', chain: 'P', why: undefined });
    expect(metricsText(statuses)).toContain('avalanche_index_waiting{chain="P"} 0');
  });

  it('are served at one path', async () => {
    await expect(serveMetrics('nowhere', statuses)).rejects.toThrow('--metrics must be HOST:PORT');
    const server = await serveMetrics('127.0.0.1:0', statuses);
    const { port } = server.address() as { readonly port: number };
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await reply.text()).toBe(metricsText(statuses));
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    server.close();
  });
});
