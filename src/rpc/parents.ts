/** Reads the signed parent transactions of UTXOs from a node, as evidence of who owns them. */
import { idOf } from '../chain/ids.ts';
import { Block } from '../chain/pchain/block.ts';
import { decodeTx } from '../chain/tx.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { open } from '../open/open.ts';
import {
  builderEvidence,
  type Evidence,
  maxEvidence,
  maxEvidenceBytes,
  sortedEvidence,
} from '../state/evidence.ts';
import { authorityOwner } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { settingsOf } from '../tx/authorities.ts';
import { effectsOf } from '../tx/effects.ts';
import { unlocked } from '../tx/output.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { decode } from '../wire/codec.ts';
import type { Ask, ReadContext } from './ask.ts';
import { bytesAnswered } from './common.ts';
import type { CallOptions } from './service.ts';

/** How many blocks with the same timestamp are searched at most. */
const mostBlocks = 8n;

/**
 * Finds the transaction that registered an L1 validator. Nodes do not index these, but report when the validation
 * started, which is the time of its block: a binary search over heights finds it.
 * @returns Its signed bytes; undefined if no such block has it.
 * @throws {AvalancheError} `NodeError`: the node no longer has the validator; as `ask`.
 */
async function registrationOf(
  ask: Ask,
  validationID: string,
  options: CallOptions,
): Promise<Uint8Array | undefined> {
  const { startTime } = await ask('platform.getL1Validator', { validationID }, options);
  const { height: last } = await ask('platform.getHeight', {}, options);
  const blockAt = async (height: bigint): Promise<Uint8Array> =>
    bytesAnswered((await ask('platform.getBlockByHeight', { height }, options)).block);
  let [low, high] = [0n, last];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (timeOf(await blockAt(middle)) < startTime) low = middle + 1n;
    else high = middle;
  }
  const id = parseID(validationID);
  for (let height = low; height <= last && height < low + mostBlocks; height++) {
    const bytes = await blockAt(height);
    if (timeOf(bytes) !== startTime) return undefined;
    const { txs } = within(['platform.getBlockByHeight', 'block'], () =>
      open(bytes, { chain: 'P', kind: 'block' }),
    );
    const found = txs.find(({ unsignedTx, txID }) =>
      settingsOf(unsignedTx, parseID(txID), ['disable']).some((set) => equalBytes(set.id, id)),
    );
    if (found) return found.bytes;
  }
  return undefined;
}

/** The timestamp of a block; 0 for blocks before Banff, which have none and contain no L1 transactions. */
function timeOf(bytes: Uint8Array): bigint {
  const block = within(['platform.getBlockByHeight', 'block'], () => decode(Block, bytes));
  return 'time' in block ? block.time : 0n;
}

/** Limits of the evidence that is added to a state. */
export interface EvidenceOptions {
  /** Maximum number of transactions: 64 if omitted, at most 512. */
  readonly maxTxs?: number;
  /** Maximum total size in bytes: 4 MiB if omitted, at most 8 MiB. */
  readonly maxBytes?: number;
}

/** The parent transactions that a client read, and the txIDs that its node does not have. */
export interface Parents {
  /**
   * Adds evidence to a state for every authority and UTXO whose owner has several addresses, or an address other
   * than the caller's. Only for these could a lie of the node about the owner do harm, because a signer may hold
   * only one of the keys. A UTXO whose parent the node does not have remains unproven.
   */
  prove<S extends State>(state: S, options: EvidenceOptions & CallOptions): Promise<S>;
  /**
   * Reads the parent transactions of UTXOs, and what else proves their owners.
   * @param alias The instance of the AVM.
   */
  read(
    parents: readonly Parent[],
    place: { readonly network: Network; readonly alias: (chain: Evidence['chain']) => string },
    options: EvidenceOptions & CallOptions,
  ): Promise<readonly Evidence[]>;
  /** The txIDs that the node was asked for and does not have; pass them to `prove` as `unavailable`. */
  unavailable(): readonly Uint8Array[];
}

/** A parent transaction to read. */
export interface Parent {
  readonly chain: Evidence['chain'];
  readonly txID: Uint8Array;
  /** Output indices of the UTXOs whose owner it should prove; empty for an authority. */
  readonly places: readonly number[];
}

/** A parent transaction, or the transaction that registered an L1 validator. */
type Wanted = Parent | { readonly validationID: Uint8Array };

const keyOf = (wanted: Wanted): string =>
  'txID' in wanted ? formatHex(wanted.txID) : `validation ${formatHex(wanted.validationID)}`;

/** Number of concurrent calls. */
const atOnce = 8;
/** Maximum number of parents kept in memory; the oldest are forgotten. */
const remembered = 1024;
/** Maximum number of searches for L1 registrations per state; each takes about 30 calls. */
const mostSearches = 4;

function limitsOf({
  maxTxs = builderEvidence.count,
  maxBytes = builderEvidence.bytes,
}: EvidenceOptions) {
  for (const [key, value, max] of [
    ['maxTxs', maxTxs, maxEvidence],
    ['maxBytes', maxBytes, maxEvidenceBytes],
  ] as const)
    if (!Number.isInteger(value) || value < 0 || value > max)
      throw new AvalancheError('OutOfRange', `must be 0 to ${max}`, { min: 0, max }).at(
        'evidence',
        key,
      );
  return { maxTxs, maxBytes };
}

/**
 * Tells whether a false owner could do harm: it has several addresses, whose keys sign separately, or one that is
 * not the caller's.
 */
const isShared = (addresses: readonly Uint8Array[], own: ReadonlySet<string>): boolean =>
  addresses.length > 1 || addresses.some((address) => !own.has(formatHex(address)));

const ownersOf = (output: object): readonly Uint8Array[] =>
  'addresses' in output ? (output.addresses as readonly Uint8Array[]) : [];

/** The parents needed as evidence, without duplicates: those of authorities first, then the others sorted by id. */
function parentsOf(state: State): readonly Parent[] {
  const { from, network } = state;
  const own = new Set(
    from.flatMap((address) => (typeof address === 'string' ? [] : [formatHex(address)])),
  );
  const here: readonly AnyUTXO[] = state.chain === 'C' ? [] : state.utxos;
  const all: [Evidence['chain'], readonly AnyUTXO[]][] = [
    [state.chain, here],
    ...(Object.entries(state.imports ?? {}) as [Evidence['chain'], readonly AnyUTXO[]][]),
  ];
  const found = new Map<string, Parent>();
  for (const [chain, utxos] of all)
    for (const { txID, outputIndex, output } of utxos) {
      if (!isShared(ownersOf(unlocked(output)), own)) continue;
      const key = formatHex(txID);
      const places = [...(found.get(key)?.places ?? []), outputIndex];
      found.set(key, { chain, txID, places });
    }
  const authorities = Object.entries((state.chain === 'P' && state.authorities) || {}).flatMap(
    ([id, owner]): readonly Parent[] => {
      const { addresses } = authorityOwner(owner, network.chains.P, network);
      return isShared(addresses, own) ? [{ chain: 'P', txID: parseID(id), places: [] }] : [];
    },
  );
  return [...authorities, ...[...found.values()].sort((a, b) => compareBytes(a.txID, b.txID))];
}

/**
 * The further transactions needed to prove who owns a reward of an auto-renewed validator or the refund of an L1
 * validator.
 */
function secondsOf(
  { chain, bytes }: Evidence,
  { places }: Parent,
  network: Network,
): readonly Wanted[] {
  if (places.length === 0 || chain !== 'P') return [];
  try {
    const { produced, pending } = effectsOf(decodeTx(bytes, 'P'), { network });
    if (places.every((place) => produced[place])) return [];
    return pending.flatMap((wanted): readonly Wanted[] => {
      if (wanted.why === 'refund') return [{ validationID: wanted.validationID }];
      return wanted.why === 'reward' ? [{ chain, txID: wanted.staker, places: [] }] : [];
    });
  } catch (e) {
    // A transaction that cannot be read proves nothing.
    if (isError(e)) return [];
    throw e;
  }
}

/** Creates the parent reader of one client. */
export function parents(newReader: () => ReadContext): Parents {
  /** `null` means that the node does not have it. */
  const known = new Map<string, Evidence | null>();
  const missing = new Map<string, Uint8Array>();
  const read = async (
    ask: Ask,
    wanted: Wanted,
    alias: string,
    options: CallOptions,
  ): Promise<void> => {
    const chain = 'chain' in wanted ? wanted.chain : 'P';
    const bytes = await orUndefined(
      'txID' in wanted
        ? bytesOf(ask, wanted, alias, options)
        : registrationOf(ask, formatID(wanted.validationID), options),
    );
    // A transaction with another id proves nothing.
    const isIt =
      bytes !== undefined && (!('txID' in wanted) || equalBytes(idOf(bytes), wanted.txID));
    const key = keyOf(wanted);
    if (!isIt && 'places' in wanted && wanted.places.length > 0) missing.set(key, wanted.txID);
    known.set(key, isIt ? { chain, bytes } : null);
    for (const map of [known, missing]) {
      const [oldest] = map.keys();
      if (map.size > remembered && oldest !== undefined) map.delete(oldest);
    }
  };
  /** Reads the wanted transactions and those they lead to, breadth first. */
  async function* found(
    wanted: readonly Parent[],
    { network, alias }: Parameters<Parents['read']>[1],
    maxTxs: number,
    options: CallOptions,
  ): AsyncGenerator<Evidence> {
    const { ask } = newReader();
    const queue: Wanted[] = wanted.slice(0, maxTxs);
    const seen = new Set(queue.map(keyOf));
    let searches = mostSearches;
    for (let i = 0; i < queue.length && i < maxTxs; ) {
      const some = queue.slice(i, Math.min(i + atOnce, maxTxs));
      i += some.length;
      await Promise.all(
        some
          .filter((wanted) => !known.has(keyOf(wanted)))
          .map((wanted) =>
            read(ask, wanted, 'chain' in wanted ? alias(wanted.chain) : 'X', options),
          ),
      );
      for (const wanted of some) {
        const got = known.get(keyOf(wanted));
        if (got) yield got;
        for (const next of nextOf(wanted, got, network)) {
          if (seen.has(keyOf(next)) || ('validationID' in next && searches-- <= 0)) continue;
          seen.add(keyOf(next));
          queue.push(next);
        }
      }
    }
  }
  const readAll: Parents['read'] = async (wanted, place, { signal, ...options }) => {
    const { maxTxs, maxBytes } = limitsOf(options);
    const evidence: Evidence[] = [];
    let size = 0;
    for await (const one of found(wanted, place, maxTxs, { ...(signal && { signal }) })) {
      if (size + one.bytes.length <= maxBytes) {
        size += one.bytes.length;
        evidence.push(one);
      }
      if (size >= maxBytes) break;
    }
    return sortedEvidence(evidence);
  };
  return {
    async prove(state, options) {
      const own = (state.chain === 'X' && state.blockchain?.alias) || 'X';
      const alias = (chain: Evidence['chain']) => (chain === state.chain ? own : 'X');
      const evidence = await readAll(parentsOf(state), { network: state.network, alias }, options);
      return evidence.length > 0 ? { ...state, evidence } : state;
    },
    read: readAll,
    unavailable: () => [...missing.values()],
  };
}

/** Returns what to read next. If an authority's id is not a transaction's, it may be that of an L1 validation. */
const nextOf = (
  wanted: Wanted,
  got: Evidence | null | undefined,
  network: Network,
): readonly Wanted[] => {
  if (!('txID' in wanted)) return [];
  if (got) return secondsOf(got, wanted, network);
  return wanted.places.length === 0 ? [{ validationID: wanted.txID }] : [];
};

/** Reads the signed bytes of a transaction. */
async function bytesOf(
  ask: Ask,
  { chain, txID: id }: Parent,
  alias: string,
  options: CallOptions,
): Promise<Uint8Array> {
  const txID = formatID(id);
  switch (chain) {
    case 'P':
      return bytesAnswered((await ask('platform.getTx', { txID }, options)).tx);
    case 'X':
      return bytesAnswered((await ask('avm.getTx', { txID }, { ...options, at: alias })).tx);
    case 'C':
      return (await ask('avax.getAtomicTx', { txID }, options)).tx;
  }
}

/**
 * Returns the node's answer, or undefined if the node does not have it. Connection failures and exceeded limits
 * are thrown.
 */
async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (e) {
    if (isError(e, 'Transport') || isError(e, 'LimitExceeded') || !isError(e)) throw e;
    return undefined;
  }
}
