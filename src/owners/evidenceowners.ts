/**
 * Evidence: bytes of accepted transactions, which prove who owns a UTXO or authority. An input commits to the id of its UTXO, that id
 * commits to the transaction that produced it, and its bytes contain the owner. So evidence needs no trust in whoever supplies it.
 */

import { Tx as CTx } from '../chain/cchain/tx.ts';
import { Genesis } from '../chain/pchain/genesis.ts';
import { GenesisTx, Tx as PTx } from '../chain/pchain/tx.ts';
import { Genesis as XGenesis } from '../chain/xchain/genesis.ts';
import { TxBody as XTxBody } from '../chain/xchain/tx.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { genesisIDOf } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { blockchainArgument, networkArgument } from '../network/network.ts';
import {
  aList,
  aListOf,
  aNumber,
  checkArgument,
  objectOf,
  optional,
  someBytes,
} from '../schema/check.ts';
import {
  type Evidence,
  evidenceArgument,
  type IdentifiedEvidence,
  identified,
  maxEvidenceBytes,
} from '../state/evidence.ts';
import { outcomesOf } from '../state/stakereturns.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { authorities, type Setting, settingsOf } from '../tx/authorities.ts';
import { type Effects, type EffectsInput, effectsOf, headOf } from '../tx/effects.ts';
import type { UTXOID } from '../tx/order.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { decode, encode, versioned } from '../wire/codec.ts';
import type { AuthorityOrigin, EvidenceIndex, Origin } from './proof.ts';

const decoders = {
  P: (bytes: Uint8Array) => decode(PTx, bytes),
  X: (bytes: Uint8Array) => decode(XTx, bytes),
  C: (bytes: Uint8Array) => decode(CTx, bytes),
} as const satisfies { readonly [C in Evidence['chain']]: unknown };

/** A decoded transaction of the evidence. */
interface Parent {
  readonly id: Uint8Array;
  readonly unsignedTx: AnyUnsignedTx;
  readonly effects: Effects;
}

/** The network and chain that evidence belongs to. */
export interface ChainContext {
  readonly network: Network;
  /** Another instance of the AVM, if it is not the X-chain. */
  readonly blockchain?: Chain;
}

const zero = /* @__PURE__ */ new Uint8Array(32);

const contextArgument = /* @__PURE__ */ (() =>
  objectOf({
    network: networkArgument,
    blockchain: blockchainArgument,
    unavailable: optional(aListOf(someBytes)),
  }))();

/**
 * Indexes evidence, to look up the origin of a UTXO and the owners that were set as authorities. Each transaction is decoded when it
 * is first needed.
 * @param evidence In any order; duplicates count once.
 * @param options.unavailable txIDs that a node was asked for and does not have; they become the reason of a claim.
 * @throws {AvalancheError} `TooLong`: more than 512, or more than 8 MiB together. `originOf`, under `evidence` and the place in the
 *   order of ids: as `decode`; `WrongNetwork`, `WrongChain`: the parent is of another network or chain.
 * @example
 * const index = evidenceOf([], { network: fuji });
 * index.originOf({ txID: new Uint8Array(32), outputIndex: 0 }).kind; // 'unknown'
 */
export function evidenceOf(
  evidence: readonly Evidence[],
  options: ChainContext & { readonly unavailable?: readonly Uint8Array[] },
): EvidenceIndex {
  checkArgument(evidence, evidenceArgument, 'evidence');
  checkArgument(options, contextArgument, 'options');
  return new Index(
    within(['evidence'], () => identified(evidence)),
    options,
    new Set(options.unavailable?.map(formatHex)),
  );
}

const referenceArgument = /* @__PURE__ */ objectOf(
  { txID: someBytes, outputIndex: aNumber },
  { name: 'a reference to a UTXO' },
);

class Index implements EvidenceIndex {
  readonly #given: ReadonlyMap<string, { readonly of: IdentifiedEvidence; readonly place: number }>;
  readonly #read = new Map<string, Parent>();
  readonly #unavailable: ReadonlySet<string>;
  readonly #place: ChainContext;
  #settings: readonly (Setting & { readonly txID: Uint8Array })[] | undefined;
  #genesis: Genesis | undefined;

  constructor(
    given: readonly IdentifiedEvidence[],
    place: ChainContext,
    unavailable: ReadonlySet<string>,
  ) {
    this.#given = new Map(
      given.map((parent, i) => [formatHex(parent.id), { of: parent, place: i }]),
    );
    this.#place = place;
    this.#unavailable = unavailable;
  }

  originOf(utxo: UTXOID, accepted: readonly Uint8Array[] = []): Origin {
    checkArgument(utxo, referenceArgument, 'utxo');
    checkArgument(accepted, aList, 'accepted');
    const { txID, outputIndex } = utxo;
    if (equalBytes(txID, zero)) return this.#firstUTXO(outputIndex);
    const parent = this.#parent(txID);
    if (!parent) return this.#unknown(txID);
    const txIDs = [txID];
    const made = parent.effects.produced[outputIndex];
    if (made) {
      const { assetID, output } = made.utxo;
      return { kind: 'output', assetID, output, by: txIDs };
    }
    for (const pending of parent.effects.pending) {
      if (pending.why === 'refund' && pending.outputIndex === outputIndex)
        return this.#refund(pending.validationID, txIDs, [txID, ...accepted]);
      if (pending.why === 'reward') {
        const staker = this.#parent(pending.staker);
        if (!staker) return this.#unknown(pending.staker, txIDs);
        return this.#reward(staker, outputIndex, true, [txID, staker.id]);
      }
    }
    return this.#reward(parent, outputIndex, false, txIDs);
  }

  authoritiesOf(id: Uint8Array, accepted: readonly Uint8Array[] = []): readonly AuthorityOrigin[] {
    return this.#settingsOver(id, accepted, (subject) => authorities.includes(subject)).map(
      ({ owner, txID, isProven, of: subject }) => ({
        owner,
        txID,
        isProven,
        isChangeable: subject === 'subnet',
      }),
    );
  }

  #unknown(txID: Uint8Array, txIDs: readonly Uint8Array[] = []): Origin {
    const reason = this.#unavailable.has(formatHex(txID)) ? 'unavailable' : 'noParent';
    return { kind: 'unknown', why: reason, by: txIDs };
  }

  #firstUTXO(outputIndex: number): Origin {
    const id = genesisIDOf(this.#place.network);
    const found = id && this.#given.get(formatHex(id));
    if (!found) return { kind: 'unknown', why: 'noParent', by: [] };
    this.#genesis ??= this.#within(found.place, () => decode(Genesis, found.of.bytes));
    const txIDs = [id];
    const first = this.#genesis.UTXOs.find((utxo) => utxo.outputIndex === outputIndex);
    return first
      ? { kind: 'output', assetID: first.assetID, output: first.output, by: txIDs }
      : { kind: 'none', by: txIDs };
  }

  /** Finds the origin of a UTXO of a staker: its stake, or a reward, which comes after all outputs. */
  #reward(staker: Parent, outputIndex: number, isRenewed: boolean, txIDs: Uint8Array[]): Origin {
    const outcomes = outcomesOf(staker.unsignedTx, this.#place.network);
    if (!outcomes || outcomes.isRenewed !== isRenewed) return { kind: 'none', by: txIDs };
    const place = isRenewed ? outputIndex : outputIndex - staker.effects.produced.length;
    const owners = outcomes.owners[place];
    if (!owners) return { kind: 'none', by: txIDs };
    if (owners === 'open') return { kind: 'unknown', why: 'severalOwners', by: txIDs };
    return { kind: 'owners', assetID: outcomes.assetID, owners, by: txIDs };
  }

  #refund(
    validationID: Uint8Array,
    txIDs: readonly Uint8Array[],
    accepted: readonly Uint8Array[],
  ): Origin {
    const all = this.#settingsOver(validationID, accepted, (subject) => subject === 'refund');
    const found = all.find(({ isProven }) => isProven);
    if (found) {
      const { avaxAssetID: assetID } = this.#place.network;
      return { kind: 'owners', assetID, owners: [found.owner], by: [...txIDs, found.txID] };
    }
    const reason = all.length > 0 ? 'uncommitted' : 'noParent';
    return { kind: 'unknown', why: reason, by: [...txIDs, ...all.map(({ txID }) => txID)] };
  }

  #settingsOver(
    id: Uint8Array,
    accepted: readonly Uint8Array[],
    isWanted: (subject: Setting['of']) => boolean,
  ) {
    this.#settings ??= [...this.#given.values()].flatMap(({ of: accepted }) => {
      const parent = this.#readable(accepted.id);
      const settings =
        parent && settingsOf(parent.unsignedTx, accepted.id, [...authorities, 'refund']);
      return settings?.map((setting) => ({ ...setting, txID: accepted.id })) ?? [];
    });
    const found = this.#settings.filter(
      (setting) => isWanted(setting.of) && equalBytes(setting.id, id),
    );
    const ancestors = found.every(({ isCommitted }) => isCommitted)
      ? undefined
      : this.#ancestors(accepted);
    return found.map((setting) => ({
      ...setting,
      isProven: setting.isCommitted || ancestors!.has(formatHex(setting.txID)),
    }));
  }

  /** Returns the ancestors of accepted transactions. An accepted transaction spends only outputs of accepted ones. */
  #ancestors(accepted: readonly Uint8Array[]): ReadonlySet<string> {
    const found = new Set(accepted.map((id) => formatHex(id)));
    const open = [...accepted];
    for (let id = open.pop(); id; id = open.pop())
      for (const { txID } of this.#readable(id)?.effects.consumed ?? []) {
        const key = formatHex(txID);
        if (found.has(key)) continue;
        found.add(key);
        open.push(txID);
      }
    return found;
  }

  #isGenesis({ id }: IdentifiedEvidence): boolean {
    const genesis = genesisIDOf(this.#place.network);
    return genesis !== undefined && equalBytes(id, genesis);
  }

  #parent(txID: Uint8Array): Parent | undefined {
    const key = formatHex(txID);
    const found = this.#given.get(key);
    if (!found || this.#isGenesis(found.of)) return undefined;
    let parent = this.#read.get(key);
    if (!parent) {
      parent = this.#within(found.place, () => read(found.of, this.#place));
      this.#read.set(key, parent);
    }
    return parent;
  }

  /** Decodes a transaction; undefined if it cannot be decoded, such as the genesis of a custom network. It then proves nothing. */
  #readable(txID: Uint8Array): Parent | undefined {
    try {
      return this.#parent(txID);
    } catch (e) {
      if (isError(e)) return undefined;
      throw e;
    }
  }

  #within<T>(place: number, step: () => T): T {
    return within(['evidence', place], step);
  }
}

function read(
  { chain, bytes, id }: IdentifiedEvidence,
  { network, blockchain }: ChainContext,
): Parent {
  const { unsignedTx } = decoders[chain](bytes);
  const head = headOf(unsignedTx);
  if (head.networkID !== undefined && head.networkID !== network.networkID)
    throw new AvalancheError(
      'WrongNetwork',
      `is for network ${head.networkID}, ${network.networkID} is needed`,
      { have: String(head.networkID), need: String(network.networkID) },
    );
  // The same bytes can mean different things on two chains: the chain named in them decides, not the caller.
  const isFirstAsset = unsignedTx.type === 'avm.CreateAssetTx';
  const allowed = [
    network.chains[chain].blockchainID,
    ...(chain === 'X' && blockchain ? [blockchain.blockchainID] : []),
    ...(isFirstAsset ? [zero] : []),
  ];
  const { blockchainID } = head;
  if (blockchainID && !allowed.some((allowedID) => equalBytes(allowedID, blockchainID)))
    throw new AvalancheError(
      'WrongChain',
      `is of ${formatID(blockchainID)}, which is not the ${chain}-chain`,
      { have: formatID(blockchainID), need: chain },
    );
  const effects = effectsOf({ chain, unsignedTx, txID: id, network } as EffectsInput & {
    readonly txID: Uint8Array;
  });
  return { id, unsignedTx, effects };
}

/** Codec of an X-chain transaction. Assets of the genesis are larger than the limit for issued transactions. */
const XTx = /* @__PURE__ */ versioned('tx', XTxBody, maxEvidenceBytes);

/**
 * Extracts evidence from a genesis of the P-chain: its own bytes, which prove the first UTXOs of the P-chain (mainnet, fuji and local
 * only), and the transactions of the first validators and of the first X-chain assets. The genesis of mainnet has 4.8 MB.
 * @throws {AvalancheError} As `decode`, with a path in the genesis.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { gunzipSync } from 'node:zlib';
 * const bytes = gunzipSync(readFileSync('vectors/genesis-fuji.bin.gz'));
 * genesisEvidenceOf(bytes).length; // 22
 */
export function genesisEvidenceOf(genesis: Uint8Array): readonly Evidence[] {
  const bytes = toBytes(genesis).slice();
  const { Validators, Chains } = decode(Genesis, bytes);
  const assets = Chains.flatMap(({ unsignedTx }, i) =>
    unsignedTx.type === 'platformvm.CreateChainTx' && isAVM(unsignedTx.vmID)
      ? within(['genesis', 'Chains', i, 'unsignedTx', 'genesisData'], () =>
          decode(XGenesis, unsignedTx.genesisData),
        ).Txs
      : [],
  );
  return [
    { chain: 'P', bytes },
    ...Validators.map((tx): Evidence => ({ chain: 'P', bytes: encode(GenesisTx, tx) })),
    ...assets.map(({ Alias: _, ...asset }): Evidence => {
      const unsignedTx = { type: 'avm.CreateAssetTx', ...asset } as const;
      return { chain: 'X', bytes: encode(XTx, { unsignedTx, credentials: [] }) };
    }),
  ];
}

/** ASCII, zero padded. */
const isAVM = ([a, v, m, end]: Uint8Array): boolean =>
  a === 0x61 && v === 0x76 && m === 0x6d && end === 0;
