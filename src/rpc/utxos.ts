/** Reads the UTXOs of addresses from a node, page by page. */
import { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Chain } from '../network/network.ts';
import { formatID } from '../text/id.ts';
import { decode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type { Ask, ReadContext } from './ask.ts';
import type { Cursor, UTXOPage } from './common.ts';
import type { Budget } from './limits.ts';
import type { CallOptions } from './service.ts';

/** Options for reading pages of UTXOs. */
export interface PageOptions {
  /** UTXOs per page, 1 to 1024; 1024 if omitted. */
  readonly limit?: number;
  /** Called after each page with the number of UTXOs found so far. */
  readonly onProgress?: (found: number) => void;
}

const mostAddresses = 1024;
const mostUTXOs = 1024;
const mostRestarts = 16;
/** The cursor at which a C-chain ends its list, from Helicon on. */
const terminal = /* @__PURE__ */ formatID(/* @__PURE__ */ new Uint8Array(32).fill(0xff));

/** Requests one page. */
export type AskPage = (page: {
  readonly addresses: readonly string[];
  readonly limit: number;
  readonly startIndex?: Cursor;
}) => Promise<UTXOPage>;

/**
 * Reads all UTXOs of addresses, each once: page by page, 1024 addresses at a time. The result is not a snapshot of
 * a single moment.
 *
 * A page without new UTXOs does not end the list: a UTXO of several owners is listed under each, and if the
 * cursor's UTXO was spent in the meantime, a node starts over. A cursor equal to the one that was sent does end
 * it. Pages of UTXOs from another chain begin with the last UTXO of the previous page, so a page size of 1 would
 * never advance: they have at least 2.
 * Source: avalanchego `vms/components/avax/utxo_fetching.go`, `chains/atomic/state.go`, `database/linkeddb`.
 * @throws {AvalancheError} `OutOfRange`: an invalid limit; `Inconsistent`: the node started over too often;
 *   `LimitExceeded`: more pages or UTXOs than the budget allows; as the calls.
 */
export async function* utxoBytes(
  ask: AskPage,
  addresses: readonly string[],
  { limit = mostUTXOs, onProgress }: PageOptions,
  fromOtherChain: boolean,
  budget: Budget,
): AsyncGenerator<Uint8Array> {
  if (!Number.isInteger(limit) || limit < 1 || limit > mostUTXOs)
    throw new AvalancheError('OutOfRange', `must be 1 to ${mostUTXOs}`, {
      min: 1,
      max: mostUTXOs,
    }).at('limit');
  const asked = fromOtherChain ? Math.max(2, limit) : limit;
  const found = new Set<string>();
  const all = [...new Set(addresses)];
  for (let i = 0; i < all.length; i += mostAddresses) {
    const chunk = all.slice(i, i + mostAddresses);
    const cursors = new Map<string, number>();
    for (let startIndex: Cursor | undefined; ; ) {
      budget.take('maxPages', 1);
      const page = await ask({ addresses: chunk, limit: asked, ...(startIndex && { startIndex }) });
      for (const bytes of page.utxos) {
        const key = keyOf(bytes);
        if (found.has(key)) continue;
        budget.take('maxItems', 1);
        found.add(key);
        yield bytes;
      }
      onProgress?.(found.size);
      const { address, utxo } = page.endIndex;
      const stays = address === startIndex?.address && utxo === startIndex.utxo;
      if (page.utxos.length < asked || utxo === terminal || stays) break;
      const times = (cursors.get(`${address} ${utxo}`) ?? 0) + 1;
      if (times > mostRestarts)
        throw new AvalancheError(
          'Inconsistent',
          `the node returned the same page of UTXOs ${times} times`,
        );
      cursors.set(`${address} ${utxo}`, times);
      startIndex = { address, utxo };
    }
  }
}

/** Length of the codec version, txID and output index at the start of a UTXO's bytes. */
const idEnd = 38;

/** Key of a UTXO; for bytes that are too short, all of them. */
const keyOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, idEnd));

/** Where to read UTXOs: on a chain, or exported to it from another chain. */
export interface UTXOSource extends PageOptions, CallOptions {
  readonly chain: Chain;
  readonly sourceChain?: string | undefined;
}

/** A UTXO of any chain. */
type UTXO = PUTXO | XUTXO | CUTXO;

const types = { platformvm: PUTXO, avm: XUTXO, evm: CUTXO } as const;
const methods = {
  platformvm: 'platform.getUTXOs',
  avm: 'avm.getUTXOs',
  evm: 'avax.getUTXOs',
} as const;

const askPage =
  (ask: Ask, { chain, sourceChain, signal }: UTXOSource): AskPage =>
  (page) => {
    const source = sourceChain === undefined ? {} : { sourceChain };
    const options = { ...(signal && { signal }) };
    switch (chain.vm) {
      case 'platformvm':
        return ask(methods.platformvm, { ...page, ...source }, options);
      case 'avm':
        return ask(methods.avm, { ...page, ...source }, { ...options, at: chain.alias });
      case 'evm':
        return ask(methods.evm, { ...page, sourceChain: sourceChain ?? '' }, options);
    }
  };

/** Reads UTXOs one by one, each once. */
export async function* utxosOf<T extends UTXO>(
  { ask, budget }: Pick<ReadContext, 'ask' | 'budget'>,
  addresses: readonly string[],
  source: UTXOSource,
): AsyncGenerator<T> {
  const type = types[source.chain.vm] as Type<unknown>;
  const fromOtherChain = source.sourceChain !== undefined;
  const all = utxoBytes(askPage(ask, source), addresses, source, fromOtherChain, budget);
  for await (const bytes of all)
    yield within([methods[source.chain.vm], 'utxos'], () => decode(type, bytes)) as T;
}
