/** A node behind a balancer: while it is frozen, what was asked before is answered as it was then. */
import type { Transport } from '../../src/rpc/transport.ts';

export interface Replica {
  readonly transport: Transport;
  /** Answers with what there was until now. */
  freeze(): void;
  thaw(): void;
}

export function replicaOf(node: Transport): Replica {
  const seen = new Map<string, string>();
  let isFrozen = false;
  return {
    transport: async (request) => {
      const asked = JSON.parse(request.body ?? '{}') as {
        id: unknown;
        method?: string;
        params?: unknown;
      };
      const key = `${asked.method} ${JSON.stringify(asked.params)}`;
      const old = isFrozen && asked.method !== undefined ? seen.get(key) : undefined;
      if (old !== undefined && !asked.method!.endsWith('.issueTx')) {
        const text = JSON.stringify({ ...(JSON.parse(old) as object), id: asked.id });
        return { status: 200, headers: {}, text };
      }
      const reply = await node(request);
      if (!isFrozen && reply.status === 200) seen.set(key, reply.text);
      return reply;
    },
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
  };
}
