/** Requests in flight: a node and its proxies refuse thousands of connections at once, so requests wait for their turn. */
import { onAbort } from './abort.ts';
import { checkedLimit } from './limits.ts';
import { aborted, type Transport } from './transport.ts';

/**
 * Wraps a transport so that at most `most` requests are in flight; others wait in order. The time they wait is not counted by the
 * transport's timeout.
 * @throws {AvalancheError} `OutOfRange`: not a whole number of at least 1.
 */
export function inTurns(transport: Transport, most: number): Transport {
  checkedLimit(most, 'concurrency');
  /** In order of arrival, as a set keeps it. */
  const waiting = new Set<() => void>();
  let flying = 0;
  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const stop = onAbort(signal, () => {
        waiting.delete(start);
        reject(aborted());
      });
      const start = () => {
        stop();
        resolve();
      };
      waiting.add(start);
    });
  return async (request) => {
    if (flying < most) flying++;
    // Whoever is done passes its place on.
    else await turn(request.signal);
    try {
      return await transport(request);
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else flying--;
    }
  };
}
