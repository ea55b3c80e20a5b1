/**
 * What addresses received, paid, staked and earned, read from a node with its index. A node has no method for that: the blocks are read
 * from a time on, and the balance before it follows from the UTXOs at the end.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { genesisSummaryOf } from '../chain/genesis.ts';
import { inputIDOf } from '../chain/ids.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import {
  type Argument,
  aFunction,
  aListOf,
  anObject,
  anything,
  aText,
  aTime,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
  someBytes,
  typed,
} from '../schema/check.ts';
import { outcomesOf, stakeUTXOsOf } from '../state/stakereturns.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { txDigestOf } from '../tx/bytes.ts';
import { type Consumed, effectsOf } from '../tx/effects.ts';
import { amountOf, transferOutputOf } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import { recoveredKey } from '../tx/recovered.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import type { MadeUTXO, SpentUTXO } from './changes.ts';
import { type Entry, type EntryAccount, entriesOf, type Moves, movesOf } from './entries.ts';

/** A block of an index. */
export interface IndexedBlock {
  readonly index: bigint;
  readonly content?: { readonly kind: string; readonly value: unknown } | undefined;
  readonly txs: readonly AnyTx[];
}

/** What is asked of a node that runs with `--index-enabled`: a client of `connect` has it. */
export interface HistoryNode {
  network(options?: { readonly signal?: AbortSignal }): Promise<Network>;
  blocks(
    index: 'P/block' | 'X/block',
    options: {
      readonly from: bigint;
      readonly to: bigint;
      readonly signal?: AbortSignal;
      readonly onProgress?: (next: bigint, last: bigint) => void;
    },
  ): AsyncIterable<IndexedBlock>;
  readonly pchain: {
    getTx(txID: string, options?: { readonly signal?: AbortSignal }): Promise<AnyTx>;
    getRewardUTXOs(
      txID: string,
      options?: { readonly signal?: AbortSignal },
    ): Promise<readonly PUTXO[]>;
    utxos(
      addresses: readonly Uint8Array[],
      options?: { readonly signal?: AbortSignal },
    ): AsyncIterable<PUTXO>;
    validators(options?: {
      readonly signal?: AbortSignal;
    }): Promise<readonly { readonly txID?: string }[]>;
  };
  readonly xchain: {
    getTx(txID: string, options?: { readonly signal?: AbortSignal }): Promise<AnyTx>;
    utxos(
      addresses: readonly Uint8Array[],
      options?: { readonly signal?: AbortSignal },
    ): AsyncIterable<XUTXO>;
  };
}

const historyOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** Unix seconds: the first time of interest; blocks before it are not read. The whole chain if omitted. */
    since: optional(typed<bigint>(aTime)),
    /** Unix seconds: the last time of interest. */
    until: optional(typed<bigint>(aTime)),
    /**
     * The bytes of the P-chain's genesis, if the whole chain is read: a UTXO of several owners that it made is then known, also if others
     * spend it.
     */
    genesis: optional(typed<Uint8Array>(someBytes)),
    /** Called after each page with the chain, the next index to read and the last index known. */
    onProgress: optional(typed<(chain: 'P' | 'X', next: bigint, last: bigint) => void>(aFunction)),
    /** Ends the reading. */
    signal: optional(typed<AbortSignal>(anything)),
  }))();
/** The span of time to read, and how to follow or end it. */
export interface HistoryOptions extends Argument<typeof historyOptions> {}

/** What a transaction changed for the addresses, in one asset. */
export interface HistoryRow extends Moves {
  readonly chain: 'P' | 'X';
  /** Height of the block. */
  readonly height: bigint;
  /** Unix seconds: time of the block. */
  readonly time: bigint;
  /** CB58. */
  readonly txID: string;
  /** The transaction's type. */
  readonly type: string;
  /** The balance after the transaction, in units of the asset: all UTXOs that name one of the addresses, locked ones included. */
  readonly balance: bigint;
  /** Whether an owner besides the addresses is named beside them, as in a multisig. */
  readonly isShared: boolean;
  /** The double entries of the whole transaction in this asset, which sum to zero. */
  readonly entries: readonly Entry[];
}

/** The balance of an asset on a chain at both ends of a history. */
export interface HistoryBalance {
  readonly chain: 'P' | 'X';
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** What addresses received, paid, staked and earned. */
export interface History {
  /** In the order of time. */
  readonly rows: readonly HistoryRow[];
  /** Balances before the first and after the last row. */
  readonly balances: readonly HistoryBalance[];
}

const nodeArgument = /* @__PURE__ */ (() =>
  objectOf(
    { network: aFunction, blocks: aFunction, pchain: anObject, xchain: anObject },
    { name: 'a node: connect(url)' },
  ))();
const addressesArgument = /* @__PURE__ */ aListOf(aText, 'a list of addresses');

/**
 * Reads what addresses received, paid, staked and earned from a node that runs with `--index-enabled`: one row for each transaction
 * and asset, with the balance after it. Rewards are read by `platform.getRewardUTXOs`. What the X-chain accepted before it had blocks
 * is part of the opening balance. A UTXO of several owners that is older than `since`, and that others spend, is missing in rows and
 * balances; with `genesis`, none is if the whole chain is read.
 * @param addresses `P-…` and `X-…`; UTXOs that name one of them count, as for a node's `getUTXOs`.
 * @throws {AvalancheError} `Unsupported`: an address of the C-chain; `WrongNetwork` and other address errors; `HTTPStatus` 404: the node
 *   has no index; `Inconsistent`: the blocks and UTXOs of the node contradict each other; as the calls of the node.
 * @example
 * import { connect } from 'avalanche-tx/rpc';
 * import { createTestnode } from 'avalanche-tx/testnode';
 * const testnode = createTestnode();
 * const me = 'P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p';
 * testnode.fund('P', { to: me, amount: avax('1.5') });
 * const { rows } = await historyOf(connect('http://testnode', testnode), [me]);
 * rows.map(({ received }) => received); // [1_500_000_000n]
 */
export async function historyOf(
  node: HistoryNode,
  addresses: readonly string[],
  options: HistoryOptions = {},
): Promise<History> {
  checkArgument(node, nodeArgument, 'node');
  checkArgument(addresses, addressesArgument, 'addresses');
  checkArgument(options, historyOptions, 'options');
  const { signal } = options;
  const network = await node.network({ ...(signal && { signal }) });
  const own = addresses.map((text, i) =>
    within(['addresses', i], () => {
      const { chain, bytes } = parseAddress(text, network);
      if (chain === 'P' || chain === 'X') return { chain, bytes };
      throw new AvalancheError(
        'Unsupported',
        `has no history here: payments of the ${chain}-chain are those of an EVM`,
      );
    }),
  );
  const rows: HistoryRow[] = [];
  const balances: HistoryBalance[] = [];
  for (const chain of ['P', 'X'] as const) {
    const mine = own.filter((of) => of.chain === chain).map(({ bytes }) => bytes);
    if (mine.length === 0) continue;
    const found = await historyOn(chain, { node, network, addresses: mine, options });
    rows.push(...found.rows);
    balances.push(...found.balances);
  }
  // Sorting is stable: of one time, rows stay in the order of their chain.
  return { rows: rows.sort((a, b) => compare(a.time, b.time)), balances };
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** A transaction that concerns the addresses, or whose refund may. */
interface FoundTx {
  readonly tx: AnyTx;
  readonly height: bigint;
  readonly time: bigint;
  readonly consumed: SpentUTXO<UTXO>[];
  /** What it pays besides its outputs. */
  readonly produced: MadeUTXO<UTXO>[];
  /** Owners of imported UTXOs, by id. */
  readonly imported: Map<string, OutputOwners>;
  isMine: boolean;
}

/** A block as far as it is read here. */
interface BlockValue {
  readonly type: string;
  readonly height: bigint;
  readonly time?: bigint;
}

/** The reading of one chain. */
interface Reading {
  readonly node: HistoryNode;
  readonly chain: 'P' | 'X';
  readonly network: Network;
  readonly addresses: readonly Uint8Array[];
  readonly isMine: (owner: Pick<OutputOwners, 'addresses'> | undefined) => boolean;
  readonly options: HistoryOptions;
  /** Passed to the calls of the node. */
  readonly call: { readonly signal?: AbortSignal };
  readonly found: FoundTx[];
  /** Owners of UTXOs of the addresses, by id. */
  readonly own: Map<string, OutputOwners>;
  /** Transactions that added a staker, by id; null for one that cannot concern the addresses. */
  readonly stakers: Map<string, AnyTx | null>;
  /** The last reward of each auto-renewed validator. */
  readonly renewed: Map<string, { readonly staker: AnyTx; readonly last: FoundTx }>;
  /** Refunds of L1 validators, by the id of their UTXO: its amount and owner are known once it is seen. */
  readonly refunds: Map<string, FoundTx>;
  /** Transactions that were read: whose their outputs are is known. */
  readonly read: Set<string>;
  /** UTXOs that were paid without being an output, by id. */
  readonly paid: Set<string>;
  /** Transactions of a proposal that waits for its commit or abort; the last one is proposed. */
  proposal: readonly AnyTx[];
  /** Index of the next block. */
  next: bigint;
  /** Time of the last block. */
  time: bigint;
}

/** Reads the history of addresses on one chain. */
async function historyOn(
  chain: 'P' | 'X',
  {
    node,
    network,
    addresses,
    options,
  }: Pick<Reading, 'node' | 'network' | 'addresses' | 'options'>,
): Promise<History> {
  const mine = new Set(addresses.map(formatHex));
  const { since = 0n, signal } = options;
  const reading: Reading = {
    node,
    chain,
    network,
    addresses,
    isMine: (owner) => owner?.addresses.some((address) => mine.has(formatHex(address))) ?? false,
    options,
    call: signal ? { signal } : {},
    found: [],
    own: new Map(),
    stakers: new Map(),
    renewed: new Map(),
    refunds: new Map(),
    read: new Set(),
    paid: new Set(),
    proposal: [],
    next: 0n,
    time: 0n,
  };
  if (since > 0n) reading.next = await firstSince(reading, since);
  else if (options.genesis) knowGenesis(reading, options.genesis);
  await readBlocks(reading);
  const utxos = await closingUTXOs(reading);
  await endRenewed(reading);
  for (const utxo of utxos) seeRefund(reading, utxo);
  return summary(reading, utxos);
}

/** Notes the owners of the UTXOs that the genesis made. */
function knowGenesis({ chain, own, isMine }: Reading, genesis: Uint8Array): void {
  for (const { utxo, id } of genesisSummaryOf(genesis).utxos[chain]) {
    const output = transferOutputOf(utxo as UTXO);
    if (isMine(output)) own.set(formatHex(id), ownerOf(output!));
  }
}

/** Reads the UTXOs of the addresses after the last block that was read: read again if a later block has changed them. */
async function closingUTXOs(reading: Reading): Promise<readonly UTXO[]> {
  const { node, chain, addresses, call, found } = reading;
  for (let tries = 0; tries < 10; tries++) {
    const { length } = found;
    const utxos: UTXO[] = [];
    const all =
      chain === 'P' ? node.pchain.utxos(addresses, call) : node.xchain.utxos(addresses, call);
    for await (const utxo of all) utxos.push(utxo);
    await readBlocks(reading);
    if (length === found.length) return utxos;
  }
  throw new AvalancheError('Inconsistent', 'the UTXOs change faster than they can be read');
}

/** Returns the index of the first block to read: the one before the first of that time, which may be its proposal. */
async function firstSince({ node, chain, network, call }: Reading, since: bigint): Promise<bigint> {
  // Before Banff, P-chain blocks have no time.
  if (chain === 'P' && since < network.upgrades.banff) return 0n;
  let [low, high] = [0n, 1n << 40n];
  while (low < high) {
    const middle = (low + high) / 2n;
    let isBefore = false;
    for await (const { content } of node.blocks(`${chain}/block`, {
      ...call,
      from: middle,
      to: middle,
    }))
      isBefore = ((content?.value as BlockValue | undefined)?.time ?? 0n) < since;
    if (isBefore) low = middle + 1n;
    else high = middle;
  }
  return low > 0n ? low - 1n : 0n;
}

/** Reads all blocks that the index has by now. */
async function readBlocks(reading: Reading): Promise<void> {
  const { node, chain, options, call } = reading;
  const { onProgress } = options;
  const index = `${chain}/block` as const;
  const blocks = node.blocks(index, {
    ...call,
    from: reading.next,
    to: maxUint64,
    ...(onProgress && { onProgress: (next, last) => onProgress(chain, next, last) }),
  });
  for await (const { index: at, content, txs } of blocks) {
    if (content?.kind === 'block') await readBlock(reading, content.value as BlockValue, txs);
    reading.next = at + 1n;
  }
}

async function readBlock(
  reading: Reading,
  { type, height, time }: BlockValue,
  txs: readonly AnyTx[],
): Promise<void> {
  if (time !== undefined) reading.time = time;
  if (type.endsWith('ProposalBlock')) {
    reading.proposal = txs;
    return;
  }
  const isCommit = type.endsWith('CommitBlock');
  if (!isCommit && !type.endsWith('AbortBlock')) {
    for (const tx of txs) await readTx(reading, tx, height);
    return;
  }
  const { proposal } = reading;
  reading.proposal = [];
  for (const [i, tx] of proposal.entries())
    await readTx(reading, tx, height, i === proposal.length - 1 ? isCommit : undefined);
}

/**
 * Reads an accepted transaction.
 * @param isCommit Whether its proposal was committed; undefined if there was none.
 */
async function readTx(
  reading: Reading,
  tx: AnyTx,
  height: bigint,
  isCommit?: boolean,
): Promise<void> {
  const { unsignedTx } = tx;
  const { network, own, isMine, options } = reading;
  if (unsignedTx.type === 'platformvm.AdvanceTimeTx') {
    if (isCommit) reading.time = unsignedTx.time;
    return;
  }
  if (reading.time < (options.since ?? 0n)) return;
  const effects = effectsOf(tx, { network });
  const by = parseID(tx.txID);
  const found: FoundTx = {
    tx,
    height,
    time: reading.time,
    consumed: [],
    produced: [],
    imported: new Map(),
    isMine: false,
  };
  for (const [i, consumed] of effects.consumed.entries()) {
    const { id, txID, outputIndex, assetID, amount, from } = consumed;
    if (amount === undefined) continue;
    const key = formatHex(id);
    const owner = own.get(key) ?? (await spenderOf(reading, tx, i, consumed, key));
    if (!owner) continue;
    found.isMine = true;
    if (from) found.imported.set(key, owner);
    else {
      const utxo = { txID, outputIndex, assetID, output: amountOf(amount, owner) };
      seeRefund(reading, utxo);
      found.consumed.push({ utxo, id, by });
    }
  }
  for (const { utxo, id, why, from } of effects.produced) {
    const output = transferOutputOf(utxo);
    if (!isMine(output)) continue;
    found.isMine = true;
    if (why !== 'stake' && !from) own.set(formatHex(id), ownerOf(output!));
  }
  reading.read.add(tx.txID);
  if (tx.chain === 'P') await readStaking(reading, found, isCommit);
  for (const one of effects.pending)
    if (one.why === 'refund') reading.refunds.set(formatHex(one.id), found);
  if (found.isMine || effects.pending.some(({ why }) => why === 'refund'))
    reading.found.push(found);
}

/** Returns the owner of a UTXO from before the reading, or of a refund, if one of the addresses signed for it. */
async function spenderOf(
  { node, isMine, call, read, refunds }: Reading,
  tx: AnyTx,
  place: number,
  { txID, outputIndex, from }: Consumed,
  key: string,
): Promise<OutputOwners | undefined> {
  // To recover a signer takes milliseconds.
  if (!from && read.has(formatID(txID)) && !refunds.has(key)) return undefined;
  const given = tx.credentials[place];
  const credential = given && 'credential' in given ? given.credential : given;
  const signatures = credential && 'signatures' in credential ? credential.signatures : [];
  const digest = txDigestOf(tx.unsignedTx);
  const addresses = signatures.map((of) => shortIDOfPublicKey(recoveredKey(digest, of)));
  if (!isMine({ addresses })) return undefined;
  const signers = ownerOf({ threshold: addresses.length, addresses });
  const chain = from ? from.chain : tx.chain;
  if (chain !== 'P' && chain !== 'X') return signers;
  try {
    const { getTx } = chain === 'P' ? node.pchain : node.xchain;
    const { produced } = effectsOf(await getTx(formatID(txID), call));
    const made = produced[outputIndex];
    const output = made && transferOutputOf(made.utxo);
    // Rewards and refunds are no outputs.
    return output ? ownerOf(output) : signers;
  } catch (e) {
    // No transaction made a UTXO of the genesis.
    if (isError(e, 'NodeError')) return signers;
    throw e;
  }
}

type PTx = Extract<AnyTx, { readonly chain: 'P' }>;

/** Reads a transaction that adds or rewards a staker. */
async function readStaking(
  reading: Reading,
  found: FoundTx,
  isCommit: boolean | undefined,
): Promise<void> {
  const tx = found.tx as PTx;
  const { node, stakers, own, call } = reading;
  if (outcomesOf(tx.unsignedTx, reading.network)) {
    stakers.set(tx.txID, concerned(reading, tx));
    // Until Banff stakers were proposed: an abort returns the stake at once.
    if (isCommit === false) pay(reading, found, stakeUTXOsOf(tx), 'stake');
  }
  const { type } = tx.unsignedTx;
  const isRenewed = type === 'platformvm.RewardAutoRenewedValidatorTx';
  if (!isRenewed && type !== 'platformvm.RewardValidatorTx') return;
  const txID = formatID(tx.unsignedTx.txID);
  let staker = stakers.get(txID);
  if (staker === undefined) {
    staker = concerned(reading, await node.pchain.getTx(txID, call));
    stakers.set(txID, staker);
  }
  if (!staker) return;
  const stake = stakeUTXOsOf(staker as PTx);
  if (isRenewed && isCommit) {
    // Its stake returns only if this is the last period, which shows at the end.
    for (const utxo of stake) own.set(formatHex(inputIDOf(utxo)), ownerOf(transferOutputOf(utxo)!));
    reading.renewed.set(txID, { staker, last: found });
  } else {
    pay(reading, found, stake, 'stake');
    reading.renewed.delete(txID);
  }
  const paidBy = isRenewed ? tx.txID : txID;
  const paid = await node.pchain.getRewardUTXOs(paidBy, call);
  for (const utxo of paid)
    if (formatID(utxo.txID) !== paidBy)
      throw new AvalancheError(
        'Inconsistent',
        `the node returned a UTXO of ${formatID(utxo.txID)} as a reward of ${paidBy}`,
      );
  pay(reading, found, paid, 'reward');
}

/** Returns a transaction that adds a staker if its stake or rewards may concern the addresses, otherwise null. */
function concerned({ network, isMine }: Reading, tx: AnyTx): AnyTx | null {
  const of = tx as PTx;
  const outcomes = outcomesOf(of.unsignedTx, network);
  if (!outcomes) return null;
  const mayPay = outcomes.owners.some((list) => list === 'open' || list.some(isMine));
  return mayPay || stakeUTXOsOf(of).some((utxo) => isMine(transferOutputOf(utxo))) ? tx : null;
}

/** Adds UTXOs that a transaction pays besides its outputs. */
function pay(
  { own, paid, isMine }: Reading,
  found: FoundTx,
  utxos: readonly UTXO[],
  why: 'stake' | 'reward' | 'refund',
): void {
  const by = parseID(found.tx.txID);
  for (const utxo of utxos) {
    const output = transferOutputOf(utxo);
    if (!output) continue;
    const id = inputIDOf(utxo);
    const key = formatHex(id);
    if (paid.has(key))
      throw new AvalancheError(
        'Inconsistent',
        `the UTXO ${formatID(utxo.txID)}:${utxo.outputIndex} was paid twice`,
      );
    paid.add(key);
    found.produced.push({ utxo, id, why, by });
    if (!isMine(output)) continue;
    found.isMine = true;
    own.set(key, ownerOf(output));
  }
}

/** Adds the refund of an L1 validator to its transaction once its UTXO is seen. */
function seeRefund(reading: Reading, utxo: UTXO): void {
  const key = formatHex(inputIDOf(utxo));
  const found = reading.refunds.get(key);
  if (!found) return;
  reading.refunds.delete(key);
  pay(reading, found, [utxo], 'refund');
}

/** Returns the stake of the auto-renewed validators that are none any more with their last reward. */
async function endRenewed(reading: Reading): Promise<void> {
  const { node, renewed, call } = reading;
  if (renewed.size === 0) return;
  const current = new Set((await node.pchain.validators(call)).map(({ txID }) => txID));
  for (const [txID, { staker, last }] of renewed)
    if (!current.has(txID)) pay(reading, last, stakeUTXOsOf(staker as PTx), 'stake');
}

/** Returns the rows with their balances, which follow from the UTXOs at the end. */
function summary(
  { chain, network, found, isMine, options }: Reading,
  utxos: readonly UTXO[],
): History {
  const { until = maxUint64 } = options;
  const isOwn = (account: EntryAccount) => 'owner' in account && isMine(account.owner);
  const rows = found
    .filter((of) => of.isMine)
    .flatMap(({ tx, height, time, consumed, produced, imported }) => {
      const entries = entriesOf(tx, {
        network,
        changes: { consumed, produced },
        importedFrom: ({ id }) => imported.get(formatHex(id)),
      });
      return movesOf(entries, isOwn).map((moves) => {
        const ofAsset = entries.filter(({ assetID }) => equalBytes(assetID, moves.assetID));
        const isShared = ofAsset.some(
          ({ account }) =>
            isOwn(account) &&
            'owner' in account &&
            account.owner?.addresses.some((address) => !isMine({ addresses: [address] })),
        );
        const { txID, unsignedTx } = tx;
        return {
          chain,
          height,
          time,
          txID,
          type: unsignedTx.type,
          ...moves,
          isShared,
          entries: ofAsset,
        };
      });
    });
  const balances = new Map<string, { assetID: Uint8Array; balance: bigint }>();
  const add = (assetID: Uint8Array, amount: bigint): bigint => {
    const key = formatHex(assetID);
    const balance = (balances.get(key)?.balance ?? 0n) + amount;
    balances.set(key, { assetID, balance });
    return balance;
  };
  for (const utxo of utxos) {
    const output = transferOutputOf(utxo);
    if (isMine(output)) add(utxo.assetID, output!.amount);
  }
  for (const { assetID, change } of rows) add(assetID, -change);
  const opening = [...balances.values()];
  if (opening.some(({ balance }) => balance < 0n))
    throw new AvalancheError(
      'Inconsistent',
      `the UTXOs of the ${chain}-chain are fewer than its blocks leave`,
    );
  const counted = rows
    .filter(({ time }) => time <= until)
    .map((row) => ({ ...row, balance: add(row.assetID, row.change) }));
  return {
    rows: counted,
    balances: opening.map(({ assetID, balance }) => ({
      chain,
      assetID,
      opening: balance,
      closing: balances.get(formatHex(assetID))!.balance,
    })),
  };
}
