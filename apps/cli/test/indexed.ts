/** What tests of the index share. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Testnode } from '../../../src/testnode/index.ts';
import { AVAX, ewoq } from '../../../test/support/testnode.ts';
import { play } from '../../../test/testnode/randomnode.ts';

/** A node with a random past, and two L1 validators, one of which has run out. */
export function playedNode(seed: number, operations: number): Testnode {
  const { node } = play(seed, operations);
  if (node.world.tampering.hold) node.release();
  node.addL1({ balance: 100_000_000n });
  node.addL1({ balance: 1_000n });
  node.advanceTime(86_400n);
  node.fund('P', { to: ewoq.address('P', node.network), amount: AVAX });
  return node;
}

/** The hash of every file of the tables, and of what is said of them. */
export function filesIn(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (!name.startsWith('.ledgers') && statSync(path).isFile())
      found[name] = createHash('sha256').update(readFileSync(path)).digest('hex');
  }
  return found;
}
