/**
 * What a folder says of itself: `manifest.json` lists the parts that are whole now, and is replaced by one rename. A query that takes its files from one
 * reading of it sees each chain at one height in all tables.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AvalancheError, type ChainName, formatID, idOf, type Network } from 'avalanche-tx';
import { type Lease, takeLease } from 'avalanche-tx/filestore';
import { UsageError } from '../../shared/failures.ts';
import { onDisk, syncFolder } from './disk.ts';
import { formats } from './formats.ts';
import { writeWhole } from './part.ts';
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

interface ManifestChain {
  /** The last block. */
  readonly height: number;
  /** Unix seconds; null before the first block. */
  readonly time: number | null;
  readonly containers: { readonly [feed: string]: number };
}

interface Manifest extends Settings {
  readonly chains: { readonly [chain in ChainName]?: ManifestChain };
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

/** Works on a folder while no other process does, without what is unfinished of this run or an earlier one. */
export async function withFolder<T>(out: string, work: (lease: Lease) => Promise<T>): Promise<T> {
  const lease = await takeLease(join(out, '.lock'));
  const tidy = () => rmSync(join(out, 'work'), { recursive: true, force: true });
  try {
    tidy();
    return await work(lease);
  } finally {
    tidy();
    await lease.release();
  }
}

/** The manifest of a folder while chains change it. */
export class ManifestWriter {
  readonly #out: string;
  readonly #settings: Settings;
  readonly #lease: Lease;
  /** What it has of each chain: at first what is in the file. */
  readonly #chains: Map<
    string,
    { readonly chain: ManifestChain; readonly parts: readonly string[] }
  >;
  #writing: Promise<void> = Promise.resolve();

  constructor(out: string, settings: Settings, lease: Lease) {
    this.#out = out;
    this.#settings = settings;
    this.#lease = lease;
    const { chains = {}, parts = [] } = readManifest(out) ?? {};
    this.#chains = new Map(
      Object.entries(chains).map(([name, chain]) => [
        name,
        { chain, parts: parts.filter((part) => part.startsWith(`parts/${name}-`)) },
      ]),
    );
  }

  /** Notes the parts of a chain, and writes the manifest. */
  note(
    name: ChainName,
    parts: readonly string[],
    { height, time, feeds }: Progress,
  ): Promise<void> {
    const containers = Object.fromEntries(
      Object.entries(feeds).map(([feed, { next }]) => [feed, Number(next)]),
    );
    const times = { height: Number(height), time: time === null ? null : Number(time) };
    this.#chains.set(name, {
      chain: { ...times, containers },
      parts: parts.map((part) => `parts/${part}`),
    });
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const chains = [...this.#chains].sort(([a], [b]) => (a < b ? -1 : 1));
    const manifest: Manifest = {
      ...this.#settings,
      chains: Object.fromEntries(chains.map(([name, { chain }]) => [name, chain])),
      parts: chains.flatMap(([, { parts }]) => parts),
    };
    await this.#lease.verify();
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
