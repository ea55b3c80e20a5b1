/**
 * The ledger of a chain as a file: what `v8.serialize` writes, which newer versions of Node read, with a hash before it. UTXOs are kept as
 * their bytes, in strings of a byte a character, which take a fifth of the memory of the values.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { AvalancheError, decode, encode, type Network, type Type } from 'avalanche-tx';
import { createLedger, type PLedger, type Store, type XLedger } from 'avalanche-tx/history';
import { UTXO as PUTXO } from 'avalanche-tx/pchain';
import { UTXO as XUTXO } from 'avalanche-tx/xchain';
import { writeWhole } from './partition.ts';

const version = 1;

/** UTXOs by id, as bytes. */
class Packed<U> implements Store<U> {
  readonly #type: Type<U>;
  readonly map: Map<string, string>;
  constructor(type: Type<U>, map = new Map<string, string>()) {
    this.#type = type;
    this.map = map;
  }
  get(key: string): U | undefined {
    const found = this.map.get(key);
    return found === undefined ? undefined : decode(this.#type, Buffer.from(found, 'latin1'));
  }
  set(key: string, value: U): void {
    this.map.set(key, Buffer.from(encode(this.#type, value)).toString('latin1'));
  }
  delete(key: string): void {
    this.map.delete(key);
  }
}

/** The ledger of a chain before its first container. */
export function beginLedger(chain: 'P' | 'X', genesis: Uint8Array, network: Network) {
  return chain === 'P'
    ? createLedger(genesis, { chain: 'P', network, utxos: new Packed(PUTXO) })
    : createLedger(genesis, { chain: 'X', network, utxos: new Packed(XUTXO) });
}

const nameOf = (feed: string, last: bigint): string =>
  `${feed.replace('/', '-')}-${String(last).padStart(12, '0')}`;

/** Writes the ledger after a container of a feed. */
export async function saveLedger(
  folder: string,
  feed: string,
  last: bigint,
  ledger: PLedger | XLedger,
): Promise<void> {
  const { utxos, network: _, ...rest } = ledger;
  const content = serialize({ version, ...rest, utxos: (utxos as unknown as Packed<unknown>).map });
  const hash = createHash('sha256').update(content).digest();
  mkdirSync(folder, { recursive: true });
  const path = join(folder, nameOf(feed, last));
  await writeWhole(`${path}.new`, Buffer.concat([hash, content]));
  renameSync(`${path}.new`, path);
}

/**
 * Reads the ledger after a container of a feed.
 * @throws {AvalancheError} `MissingState`: there is none; `Inconsistent`: it is damaged; `BadVersion`: another format.
 */
export function loadLedger(
  folder: string,
  feed: string,
  last: bigint,
  network: Network,
): PLedger | XLedger {
  const path = join(folder, nameOf(feed, last));
  if (!existsSync(path))
    throw new AvalancheError(
      'MissingState',
      `the ledger after container ${last} of ${feed} is missing: begin again in another folder`,
      { what: 'ledger' },
    );
  const all = readFileSync(path);
  const content = all.subarray(32);
  if (!createHash('sha256').update(content).digest().equals(all.subarray(0, 32)))
    throw new AvalancheError(
      'Inconsistent',
      `the ledger after container ${last} of ${feed} is damaged: begin again in another folder`,
    );
  const { version: found, utxos, ...rest } = deserialize(content);
  if (found !== version)
    throw new AvalancheError(
      'BadVersion',
      `the ledger has format ${found}, this version reads ${version}: begin again in another folder`,
      { version: found },
    );
  const store = rest.chain === 'P' ? new Packed(PUTXO, utxos) : new Packed(XUTXO, utxos);
  return { ...rest, network, utxos: store };
}

/** Removes the ledgers of a chain but for the one after a container. */
export function dropLedgers(folder: string, feed: string, last: bigint): void {
  const keep = nameOf(feed, last);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name.startsWith(feed[0]!) && name !== keep) rmSync(join(folder, name));
}
