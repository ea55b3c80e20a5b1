/** Reads a folder again, and names what is wrong with it. */
import {
  type ChainName,
  formatAddress,
  formatID,
  inputIDOf,
  isError,
  type Network,
} from 'avalanche-tx';
import { openContainer } from 'avalanche-tx/blocks';
import type { NodeClient } from 'avalanche-tx/rpc';
import { statePath } from './chain.ts';
import { readManifest, withFolder } from './folder.ts';
import { readTable } from './parquet.ts';
import { byFirst, damagedFiles, fileOf, type Part, readPart } from './part.ts';
import { toText } from './plain.ts';
import { ChainState } from './state.ts';

/** What a check found. */
export interface Verified {
  readonly parts: number;
  readonly blocks: number;
  /** UTXOs of the ledgers, and addresses that were compared with the node. */
  readonly utxos: number;
  readonly addresses: number;
  /** A sentence for each thing that is wrong. */
  readonly problems: readonly string[];
  /** What could not be compared, and why. */
  readonly notes: readonly string[];
}

/** Addresses of a chain whose UTXOs are compared with a node. */
const asked = 100;

/**
 * Checks files, ids, links between blocks, and sums, of all chains of a folder.
 * @param node Asked what addresses have now, if it is given.
 * @throws {AvalancheError} `InUse`: a process writes to the folder; `MissingState`: it is no folder of `avalanche-index`.
 */
export function verifyFolder(
  out: string,
  network: Network,
  node: NodeClient | undefined,
): Promise<Verified> {
  return withFolder(out, async () => {
    const found = { parts: 0, blocks: 0, utxos: 0, addresses: 0 };
    const problems: string[] = [];
    const notes: string[] = [];
    const manifest = readManifest(out);
    for (const chain of Object.keys(manifest?.chains ?? {}) as ChainName[]) {
      let state: ChainState;
      try {
        state = await ChainState.open(statePath(out, chain), chain, { network, create: false });
      } catch (e) {
        if (!isError(e, 'StoreFailed')) throw e;
        problems.push(e.message);
        continue;
      }
      try {
        const listed = manifest!.parts.filter((name) => name.startsWith(`parts/${chain}-`));
        const names = [...state.parts].sort(byFirst).map(({ name }) => `parts/${name}`);
        if (listed.join() !== names.join())
          problems.push(
            `${chain}: the manifest lists other parts than the state: the next run writes it again`,
          );
        const check = new ChainCheck(out, state, chain, network);
        for (const part of [...state.parts].sort(byFirst)) await check.part(part);
        await check.sums();
        if (node && state.ledger) await check.node(node, notes);
        found.parts += state.parts.length;
        found.blocks += check.blocks;
        found.utxos += check.utxos;
        found.addresses += check.addresses;
        problems.push(...check.problems);
      } finally {
        await state.close();
      }
    }
    return { ...found, problems, notes };
  });
}

class ChainCheck {
  readonly problems: string[] = [];
  blocks = 0;
  utxos = 0;
  addresses = 0;
  readonly #out: string;
  readonly #state: ChainState;
  readonly #chain: ChainName;
  readonly #network: Network;
  #next = new Map<string, bigint>();
  #lastBlock: string | undefined;
  /** What UTXOs hold by asset, after the tables. */
  readonly #sums = new Map<string, bigint>();
  /** Stake by transaction, until it ends. */
  readonly #stakes = new Map<string, [assetID: string, amount: bigint][]>();

  constructor(out: string, state: ChainState, chain: ChainName, network: Network) {
    this.#out = out;
    this.#state = state;
    this.#chain = chain;
    this.#network = network;
  }

  async part(part: Part): Promise<void> {
    const out = this.#out;
    const say = (what: string) => void this.problems.push(`${part.name}: ${what}`);
    const own = readPart(out, part.name);
    if (!own || toText(own) !== toText(part))
      say('part.json is missing or says something else than the state');
    const next = this.#next.get(part.feed);
    if (next !== undefined && part.first !== next)
      say(`begins with container ${part.first}, ${next} is the next`);
    this.#next.set(part.feed, part.last + 1n);
    const damaged = await damagedFiles(out, part);
    if (damaged.length > 0) {
      say(`damaged or missing: ${damaged.map((file) => `${file}.parquet`).join(', ')}`);
      return;
    }
    let txs = 0;
    for await (const rows of readTable('blocks', fileOf(out, part, 'blocks')))
      for (const { block_id, parent_id, container_id, tx_count, bytes, height } of rows) {
        this.blocks++;
        txs += tx_count;
        if (this.#lastBlock !== undefined && parent_id !== this.#lastBlock)
          say(`block ${height} does not follow the one before`);
        this.#lastBlock = block_id;
        if (bytes && this.#idOf(bytes) !== container_id)
          say(`block ${height} has other bytes than its id says`);
      }
    if (part.feed === 'X/tx') txs = part.rows.transactions;
    if (txs !== part.rows.transactions)
      say(`its blocks have ${txs} transactions, its table has ${part.rows.transactions}`);
    for await (const rows of readTable('transactions', fileOf(out, part, 'transactions')))
      for (const { tx_id, block_id, bytes } of rows)
        if (bytes && block_id === null && this.#idOf(bytes) !== tx_id)
          say(`transaction ${tx_id} has other bytes than its id says`);
    if (this.#state.ledger) await this.#add(part);
  }

  #idOf(bytes: Uint8Array): string | undefined {
    try {
      return openContainer(bytes, { chain: this.#chain, network: this.#network }).id;
    } catch (e) {
      if (isError(e)) return undefined;
      throw e;
    }
  }

  #change(assetID: string, amount: bigint): void {
    this.#sums.set(assetID, (this.#sums.get(assetID) ?? 0n) + amount);
  }

  /** Adds what the rows of a part produce, and subtracts what they consume. */
  async #add(part: Part): Promise<void> {
    const out = this.#out;
    for await (const rows of readTable('outputs', fileOf(out, part, 'outputs')))
      for (const { why, account, tx_id, asset_id, amount } of rows) {
        if (why === 'export' || account !== null || amount === null) continue;
        if (why === 'stake')
          this.#stakes.set(tx_id, [...(this.#stakes.get(tx_id) ?? []), [asset_id, amount]]);
        else this.#change(asset_id, amount);
      }
    for await (const rows of readTable('inputs', fileOf(out, part, 'inputs')))
      for (const { spent_tx_id, asset_id, amount } of rows)
        if (spent_tx_id !== null && amount !== null) this.#change(asset_id, -amount);
    for await (const rows of readTable('moves', fileOf(out, part, 'moves')))
      for (const { direction, asset_id, amount } of rows)
        if (direction === 'import' && amount !== null) this.#change(asset_id, amount);
    for await (const rows of readTable('stakes', fileOf(out, part, 'stakes')))
      for (const { is_end, tx_id } of rows) {
        if (!is_end) continue;
        for (const [assetID, amount] of this.#stakes.get(tx_id) ?? [])
          this.#change(assetID, amount);
        this.#stakes.delete(tx_id);
      }
  }

  /** What the tables say that UTXOs hold is what the ledger has. */
  async sums(): Promise<void> {
    if (!this.#state.ledger) return;
    for await (const { assetID, output } of this.#state.utxos()) {
      this.utxos++;
      const inner = output.type === 'stakeable.LockOut' ? output.output : output;
      if ('amount' in inner) this.#change(formatID(assetID), -inner.amount);
    }
    for (const [assetID, rest] of this.#sums)
      if (rest !== 0n)
        this.problems.push(
          `${this.#chain}: the tables have ${rest} of asset ${assetID} that the ledger has not`,
        );
  }

  /** What the ledger says that addresses have is what the node says. */
  async node(node: NodeClient, notes: string[]): Promise<void> {
    const chain = this.#chain as 'P' | 'X';
    const method = chain === 'P' ? 'platform.getHeight' : 'avm.getHeight';
    const { height } = this.#state.progress;
    const isThere = async () => (await node.call(method, {})).height === height;
    if (!(await isThere())) {
      notes.push(
        `${chain}: the node is not at height ${height}: what addresses have is not compared`,
      );
      return;
    }
    const own = new Map<string, Set<string>>();
    for await (const utxo of this.#state.utxos()) {
      const { output } = utxo;
      const inner = output.type === 'stakeable.LockOut' ? output.output : output;
      const id = formatID(inputIDOf(utxo));
      for (const of of inner.addresses) {
        const address = formatAddress(of, chain, this.#network);
        if (!own.has(address) && own.size >= asked) continue;
        own.set(address, (own.get(address) ?? new Set()).add(id));
      }
    }
    for (const [address, ids] of own) {
      const told = new Set<string>();
      const of = chain === 'P' ? node.pchain : node.xchain;
      for await (const utxo of of.utxos([address])) told.add(formatID(inputIDOf(utxo)));
      this.addresses++;
      const differs = told.size !== ids.size || [...told].some((id) => !ids.has(id));
      if (!differs) continue;
      if (!(await isThere())) {
        notes.push(`${chain}: the node went on: ${this.addresses - 1} addresses are compared`);
        return;
      }
      this.problems.push(`${address}: the node has ${told.size} UTXOs, the ledger has ${ids.size}`);
    }
  }
}
