/** The containers of a test node in a file, a line for each. */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Testnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { chains } from './record.ts';

/** Writes the containers of all chains. */
export async function keepContainers({ world }: Testnode, path: string): Promise<void> {
  const file = createWriteStream(path);
  for (const chain of chains)
    for (const { id, bytes } of world[chain].blockIndex.list) {
      const line = { feed: `${chain}/block`, id: formatID(id), hex: formatHex(bytes) };
      if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
    }
  file.end();
  await once(file, 'close');
}

/** A container in a file. */
export interface Kept {
  readonly feed: string;
  readonly id: string;
  readonly hex: string;
}

/** Reads the first containers of a file: of each chain the same share. */
export async function* keptContainers(path: string, count: number): AsyncGenerator<Kept> {
  const all = new Map<string, number>();
  for await (const { feed } of linesOf(path)) all.set(feed, (all.get(feed) ?? 0) + 1);
  const share = count / [...all.values()].reduce((sum, of) => sum + of, 0);
  if (share > 1) throw new Error(`${path} has fewer than ${count} containers`);
  const left = new Map([...all].map(([feed, of]) => [feed, Math.round(of * share)]));
  for await (const kept of linesOf(path)) {
    const of = left.get(kept.feed)!;
    left.set(kept.feed, of - 1);
    if (of > 0) yield kept;
  }
}

async function* linesOf(path: string): AsyncGenerator<Kept> {
  for await (const line of createInterface(createReadStream(path))) yield JSON.parse(line) as Kept;
}
