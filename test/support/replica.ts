/** A node behind a balancer: while it is frozen, what was asked before is answered as it was then. */
import type { Transport } from '../../src/rpc/transport.ts';

export interface Replica {
  readonly transport: Transport;
  /** Answers with what there was until now: all that is read, or what some methods return. */
  freeze(methods?: RegExp): void;
  thaw(): void;
}

export function replicaOf(node: Transport): Replica {
  const seen = new Map<string, string>();
  let frozen: RegExp | undefined;
  return {
    transport: async (request) => {
      const asked = JSON.parse(request.body ?? '{}') as {
        id: unknown;
        method?: string;
        params?: unknown;
      };
      const key = `${asked.method} ${JSON.stringify(asked.params)}`;
      const old = frozen?.test(asked.method ?? '') ? seen.get(key) : undefined;
      if (old !== undefined) {
        const text = JSON.stringify({ ...(JSON.parse(old) as object), id: asked.id });
        return { status: 200, headers: {}, text };
      }
      const reply = await node(request);
      if (!frozen && reply.status === 200) seen.set(key, reply.text);
      return reply;
    },
    freeze(methods = /\.(?!issueTx$)/) {
      frozen = methods;
    },
    thaw() {
      frozen = undefined;
    },
  };
}
