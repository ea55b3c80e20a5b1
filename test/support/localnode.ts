import { onTestFinished } from 'vitest';
import { type Localnode, startLocalnode as start } from '../../scripts/localnode.ts';

/**
 * Starts the real P- and X-chain on a free loopback port. Inside a test the node ends with the test,
 * however that ends; in a hook give `stop` back: `beforeAll(async () => (node = await startLocalnode()).stop)`.
 */
export async function startLocalnode(args: readonly string[] = []): Promise<Localnode> {
  const node = await start(args);
  try {
    onTestFinished(node.stop);
  } catch {
    // Not inside a test: the hook stops it, or the end of this process does.
  }
  return node;
}
