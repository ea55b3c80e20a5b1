/** Folders that were written with bytes, each a range of the containers, as the source of one with a ledger. */
import { AvalancheError, type ChainName } from 'avalanche-tx';
import type { IndexName } from 'avalanche-tx/rpc';
import type { Container, Feed, Source } from './feed.ts';
import { readManifest } from './folder.ts';
import { readTable } from './parquet.ts';
import { fileOf, type Part, readPart } from './part.ts';

interface Range {
  readonly out: string;
  readonly part: Part;
}

/**
 * Opens folders as one source.
 * @throws {AvalancheError} `MissingState`: one is no folder with bytes; `Mismatch`: they are of different networks; `Inconsistent`: containers are
 *   missing between them, or are in two of them.
 */
export function rangesOf(folders: readonly string[]): Source & { readonly networkID: number } {
  const manifests = folders.map((out) => {
    const manifest = readManifest(out);
    if (!manifest?.bytes)
      throw new AvalancheError(
        'MissingState',
        manifest ? `${out} has no bytes: write it with --bytes` : `${out} has no manifest.json`,
        { what: manifest ? 'bytes' : 'manifest' },
      );
    return { out, manifest };
  });
  const [{ manifest: first } = { manifest: undefined }] = manifests;
  if (!first) throw new AvalancheError('MissingState', 'there are no folders', { what: 'folders' });
  const ranges = new Map<string, Range[]>();
  for (const { out, manifest } of manifests) {
    const { networkID, avaxAssetID } = manifest;
    if (networkID !== first.networkID || avaxAssetID !== first.avaxAssetID)
      throw new AvalancheError(
        'Mismatch',
        `${out} is of network ${networkID}, ${folders[0]} is of ${first.networkID}`,
        { found: String(networkID), expected: String(first.networkID) },
      );
    for (const name of manifest.parts) {
      const part = readPart(out, name.replace(/^parts\//, ''));
      if (!part)
        throw new AvalancheError(
          'Inconsistent',
          `${out}/${name} is damaged: repair the folder first`,
        );
      ranges.set(part.feed, [...(ranges.get(part.feed) ?? []), { out, part }]);
    }
  }
  for (const [feed, list] of ranges) {
    list.sort((a, b) => (a.part.first < b.part.first ? -1 : 1));
    for (const [i, { out, part }] of list.entries()) {
      const next = list[i + 1];
      if (!next || next.part.first === part.last + 1n) continue;
      const what = next.part.first > part.last ? 'are missing' : 'are there twice';
      throw new AvalancheError(
        'Inconsistent',
        `${feed}: ${out} ends with container ${part.last}, ${next.out} begins with ${next.part.first}: containers between them ${what}`,
      );
    }
  }
  const listOf = ({ name }: Feed): readonly Range[] => ranges.get(name) ?? [];
  const endOf = (list: readonly Range[]): bigint => (list.at(-1)?.part.last ?? -1n) + 1n;
  const containersOf: Source['containersOf'] = async function* (feed, from, end) {
    let next = from;
    for (const { out, part } of listOf(feed)) {
      if (part.last < next || part.first >= end) continue;
      for await (const all of batchesOf(out, part)) {
        const page = all.filter(({ index }) => index >= next && index < end);
        if (page.length === 0) continue;
        yield page;
        next = page.at(-1)!.index + 1n;
      }
    }
  };
  return {
    networkID: first.networkID,
    feedsOf: (chain) => Promise.resolve(feedsIn(ranges, chain, endOf)),
    countOf: (feed) => Promise.resolve(endOf(listOf(feed))),
    containersOf,
    async containerAt(feed, index, signal) {
      for await (const page of containersOf(feed, index, index + 1n, signal)) return page[0]!;
      throw new AvalancheError('Inconsistent', `the folders have no container ${index}`);
    },
  };
}

const feedsIn = (
  ranges: ReadonlyMap<string, readonly Range[]>,
  chain: ChainName,
  endOf: (list: readonly Range[]) => bigint,
): readonly Feed[] =>
  (['tx', 'block'] as const).flatMap((kind): Feed[] => {
    const name = `${chain}/${kind}` as IndexName;
    const list = ranges.get(name);
    if (!list) return [];
    return [{ name, chain, from: 'index', length: kind === 'tx' ? endOf(list) : undefined }];
  });

/** The containers of a part. */
async function* batchesOf(out: string, part: Part): AsyncGenerator<readonly Container[]> {
  if (part.feed.endsWith('/block')) {
    for await (const rows of readTable('blocks', fileOf(out, part, 'blocks')))
      yield rows.map(({ container_index: index, container_id: id, bytes }) => {
        return { index, id, bytes: bytes! };
      });
    return;
  }
  let index = part.first;
  for await (const rows of readTable('transactions', fileOf(out, part, 'transactions')))
    yield rows.map(({ tx_id: id, bytes }) => ({ index: index++, id, bytes: bytes! }));
}
