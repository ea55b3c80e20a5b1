/**
 * What a folder says of itself: `manifest.json` lists the parts that are whole now, and is replaced by one rename. A query that takes its files from one
 * reading of it sees each chain at one height in all tables.
 */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AvalancheError, type ChainName, formatID, idOf, type Network } from 'avalanche-tx';
import { formats } from './formats.ts';
import { onDisk, UsageError } from './input.ts';
import { syncFolder, writeWhole } from './part.ts';
import { viewsOf } from './sql.ts';
import type { Progress } from './state.ts';

/** What a folder is of. Another folder is needed for anything else. */
export interface Settings {
  readonly format: string;
  readonly networkID: number;
  readonly avaxAssetID: string;
  /** Id of the genesis block; null without a ledger. */
  readonly genesisID: string | null;
  readonly from: string;
  readonly bytes: boolean;
}

interface Manifest extends Settings {
  readonly chains: {
    readonly [chain in ChainName]?: {
      /** The last block. */
      readonly height: number;
      /** Unix seconds; null before the first block. */
      readonly time: number | null;
      readonly containers: { readonly [feed: string]: number };
    };
  };
  /** Folders below the one of the manifest. */
  readonly parts: readonly string[];
}

const manifestPath = (out: string): string => join(out, 'manifest.json');

export const settingsOf = (
  network: Network,
  genesis: Uint8Array | undefined,
  { from, bytes }: { readonly from: bigint; readonly bytes: boolean },
): Settings => ({
  format: formats.folder,
  networkID: network.networkID,
  avaxAssetID: formatID(network.avaxAssetID),
  genesisID: genesis ? formatID(idOf(genesis)) : null,
  from: String(from),
  bytes,
});

/** Reads the manifest of a folder; undefined if there is none. */
export function readManifest(out: string): Manifest | undefined {
  const path = manifestPath(out);
  if (!existsSync(path)) return undefined;
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch {
    throw new AvalancheError(
      'Inconsistent',
      `${path} is damaged: avalanche-index repair makes it again`,
    );
  }
  if (manifest.format !== formats.folder)
    throw new AvalancheError(
      'BadVersion',
      `${path} has format ${manifest.format}, this version reads ${formats.folder}`,
      { version: 0 },
    );
  return manifest;
}

/** Refuses a folder that cannot be one, such as a URL. */
export function checkFolder(out: string): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(out))
    throw new UsageError(
      `--out must be a folder, not ${out}: parts can be copied from the folder to a store of objects, each once, and the manifest after them`,
    );
  return resolve(out);
}

/** Checks that a folder is of what this run is of. */
export function checkSettings(out: string, settings: Settings): void {
  const found = readManifest(out);
  if (!found) return;
  for (const key of Object.keys(settings) as (keyof Settings)[])
    if (found[key] !== settings[key])
      throw new AvalancheError(
        'Mismatch',
        `the folder has ${key} ${found[key]}, this run has ${settings[key]}: use another folder`,
        { found: String(found[key]), expected: String(settings[key]) },
      );
}

/** The manifest of a folder while chains change it. */
export class ManifestWriter {
  readonly #out: string;
  readonly #settings: Settings;
  readonly #verify: () => Promise<void>;
  readonly #chains = new Map<ChainName, { parts: readonly string[]; progress: Progress }>();
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param chains All that the folder has or will have: it is written when each is known.
   * @param verify Throws if another process took the folder over.
   */
  constructor(out: string, settings: Settings, verify: () => Promise<void>) {
    this.#out = out;
    this.#settings = settings;
    this.#verify = verify;
  }

  /** Notes the parts of a chain, and writes the manifest. */
  note(chain: ChainName, parts: readonly string[], progress: Progress): Promise<void> {
    this.#chains.set(chain, { parts, progress });
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Begins with what the manifest has, until `note` knows more. */
  keep(): void {
    const found = readManifest(this.#out);
    for (const [name, { height, time, containers }] of Object.entries(found?.chains ?? {})) {
      const chain = name as ChainName;
      const feeds = Object.fromEntries(
        Object.entries(containers).map(([feed, next]) => [
          feed,
          { next: BigInt(next), lastID: '' },
        ]),
      );
      const times = { height: BigInt(height), time: time === null ? null : BigInt(time) };
      this.#chains.set(chain, {
        parts: found!.parts
          .map((part) => part.replace(/^parts\//, ''))
          .filter((part) => part.startsWith(`${chain}-`)),
        progress: { feeds, lastBlock: null, ...times },
      });
    }
  }

  async #write(): Promise<void> {
    const chains = [...this.#chains].sort(([a], [b]) => (a < b ? -1 : 1));
    const manifest: Manifest = {
      ...this.#settings,
      chains: Object.fromEntries(
        chains.map(
          ([
            chain,
            {
              progress: { height, time, feeds },
            },
          ]) => [
            chain,
            {
              height: Number(height),
              time: time === null ? null : Number(time),
              containers: Object.fromEntries(
                Object.entries(feeds).map(([feed, { next }]) => [feed, Number(next)]),
              ),
            },
          ],
        ),
      ),
      parts: chains.flatMap(([, { parts }]) => parts.map((part) => `parts/${part}`)),
    };
    await this.#verify();
    await replaceFile(manifestPath(this.#out), `${JSON.stringify(manifest, undefined, 2)}\n`);
    if (manifest.parts.length > 0 && !existsSync(join(this.#out, 'views.sql')))
      await replaceFile(join(this.#out, 'views.sql'), viewsOf(this.#out));
  }
}

const replaceFile = (path: string, content: string): Promise<void> =>
  onDisk('the index cannot be written', async () => {
    const work = join(path, '..', 'work');
    mkdirSync(work, { recursive: true });
    const unfinished = join(work, 'file.unfinished');
    await writeWhole(unfinished, content);
    renameSync(unfinished, path);
    await syncFolder(join(path, '..'));
  });
