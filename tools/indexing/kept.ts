/** The containers of a test node in a file: a line for each, after one with the genesis. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Testnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { chains } from './record.ts';

/** Writes the containers of all chains. */
export async function keepContainers({ world, genesis }: Testnode, path: string): Promise<void> {
  const file = createWriteStream(path);
  file.write(`${JSON.stringify({ genesis: formatHex(genesis) })}\n`);
  for (const chain of chains)
    for (const { id, bytes } of world[chain].blockIndex.list) {
      const line = { feed: `${chain}/block`, id: formatID(id), hex: formatHex(bytes) };
      if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
    }
  file.end();
  await once(file, 'close');
}
