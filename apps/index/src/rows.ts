/** The rows of a container: what its bytes say, and with a ledger what it says as well. */
import {
  type AnyTx,
  AvalancheError,
  type ChainName,
  type Effects,
  effectsOf,
  formatAddress,
  formatHex,
  formatID,
  formatNodeID,
  genesisSummaryOf,
  type Network,
  stakeUTXOsOf,
} from 'avalanche-tx';
import { type OpenedContainer, openContainer } from 'avalanche-tx/blocks';
import {
  applyAcceptedTxs,
  applyBlock,
  type Blockchain,
  l1BalanceOf,
  type PChanges,
  type PLedger,
  type Staker,
  type UTXOChanges,
  type XLedger,
} from 'avalanche-tx/history';
import type { Container } from './feed.ts';
import type { Row, Rows } from './tables.ts';

/** What is known of a chain after its last container. */
export interface Reading {
  readonly chain: ChainName;
  readonly network: Network;
  /** Absent if reading did not begin at the genesis. */
  readonly ledger: PLedger | XLedger | undefined;
  /** Id of the last block, which the next one has as its parent. */
  lastBlock: string | undefined;
  /** Whether rows have the bytes. */
  readonly bytes: boolean;
  readonly names: Names;
}

/** Texts of ids and addresses that return again and again. */
export class Names {
  readonly #network: Network;
  readonly #chain: ChainName;
  readonly #texts = new Map<string, string>();
  constructor(chain: ChainName, network: Network) {
    this.#chain = chain;
    this.#network = network;
  }

  /** The text of an asset, chain or subnet. */
  id(id: Uint8Array): string {
    return this.#kept(id, () => formatID(id));
  }

  address(address: Uint8Array): string {
    return this.#kept(address, () => formatAddress(address, this.#chain, this.#network));
  }

  #kept(bytes: Uint8Array, make: () => string): string {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    let text = this.#texts.get(key);
    if (text === undefined) {
      if (this.#texts.size >= 65_536) this.#texts.clear();
      this.#texts.set(key, (text = make()));
    }
    return text;
  }
}

/**
 * Adds the rows of a container, and changes the ledger, or does neither.
 * @throws {AvalancheError} `Mismatch`: the bytes have another id, or the block does not follow the last one; as `openContainer`: they cannot
 *   be read; as `applyBlock`.
 */
export function addContainer(rows: Rows, reading: Reading, container: Container): void {
  const { chain, network, ledger } = reading;
  const opened = openContainer(container.bytes, { chain, network });
  if (opened.id !== container.id)
    throw new AvalancheError(
      'Mismatch',
      `the node says ${container.id}, the bytes give ${opened.id}`,
      { found: container.id, expected: opened.id },
    );
  const block = headOf(opened);
  if (!block && opened.content?.kind !== 'tx')
    throw new AvalancheError(
      'Unsupported',
      `container ${container.id} is neither a block nor a transaction that this version can read: update avalanche-tx-index`,
    );
  if (block && reading.lastBlock !== undefined && block.parentID !== reading.lastBlock)
    throw new AvalancheError(
      'Mismatch',
      `block ${block.id} does not follow ${reading.lastBlock}, the last one that was read`,
      { found: block.parentID, expected: reading.lastBlock },
    );
  const changes = ledger && applied(ledger, opened);
  const height = block?.height ?? 0n;
  const ledgerTime = ledger?.time;
  const time = (ledgerTime === 0n ? undefined : ledgerTime) ?? block?.time ?? null;
  const at: At = { height, time };
  if (block) {
    reading.lastBlock = block.id;
    rows.blocks.push({
      chain,
      ...at,
      block_id: block.id,
      parent_id: block.parentID,
      container_index: container.index,
      container_id: opened.id,
      type: block.type,
      proposer: opened.proposer ?? null,
      tx_count: opened.txs.length,
      size: opened.bytes.length,
      accrued_fees: ledger?.chain === 'P' ? ledger.accruedFees : null,
      bytes: reading.bytes ? container.bytes : null,
    });
  }
  const owners = changes && ownersIn(changes);
  // The ledger has computed them.
  const known = new Map(changes?.effects.map(({ by, effects }) => [formatID(by), effects]));
  for (const [index, tx] of opened.txs.entries()) {
    const effects = known.get(tx.txID) ?? effectsOf(tx, { network });
    addTx(rows, reading, tx, { ...at, index, blockID: block?.id ?? null, owners, effects });
  }
  if (changes && ledger?.chain === 'P') addChanges(rows, reading, ledger, changes as PChanges);
}

interface At {
  readonly height: bigint;
  readonly time: bigint | null;
}

interface Head {
  readonly id: string;
  readonly parentID: string;
  readonly height: bigint;
  readonly type: string;
  readonly time: bigint | null;
}

/** The header of the block in a container; undefined for a transaction. */
export function headOf({ content }: OpenedContainer): Head | undefined {
  if (content?.kind === 'evmBlock') {
    const { number: height, parentHash, timestamp: time } = content.value.header;
    return { id: content.id!, parentID: formatID(parentHash), height, type: 'evm', time };
  }
  if (content?.kind !== 'block') return undefined;
  const { parentID, height, time } = content.value as {
    readonly parentID: Uint8Array;
    readonly height: bigint;
    readonly time?: bigint;
  };
  const { id, type } = content;
  return { id: id!, parentID: formatID(parentID), height, type, time: time ?? null };
}

function applied(
  ledger: PLedger | XLedger,
  { bytes, content, txs }: OpenedContainer,
): UTXOChanges<PLedgerUTXO | XLedgerUTXO> | PChanges {
  if (ledger.chain === 'P') return applyBlock(ledger, bytes);
  return content?.kind === 'block'
    ? applyBlock(ledger, bytes)
    : applyAcceptedTxs(ledger, txs as never);
}

type PLedgerUTXO = PChanges['produced'][number]['utxo'];
type XLedgerUTXO = ReturnType<typeof applyAcceptedTxs>['produced'][number]['utxo'];
type AnyOutput = PLedgerUTXO['output'] | XLedgerUTXO['output'];
type Owners = ReadonlyMap<string, readonly Uint8Array[]>;

const keyOf = (id: Uint8Array): string =>
  Buffer.from(id.buffer, id.byteOffset, id.length).toString('latin1');

/** The owners of the UTXOs that a container spends. */
function ownersIn({ consumed }: UTXOChanges<PLedgerUTXO | XLedgerUTXO>): Owners {
  return new Map(
    consumed.map(({ id, utxo }) => [keyOf(id), unlocked(utxo.output).addresses] as const),
  );
}

/** An output without its stakeable lock. */
const unlocked = (output: AnyOutput) =>
  output.type === 'stakeable.LockOut' ? output.output : output;

/** Adds the rows of a transaction. */
function addTx(
  rows: Rows,
  { chain, network, bytes, names }: Reading,
  tx: AnyTx,
  {
    index,
    blockID,
    owners,
    effects,
    height,
    time,
  }: At & {
    readonly index: number;
    readonly blockID: string | null;
    readonly owners: Owners | undefined;
    readonly effects: Effects;
  },
): void {
  const { txID: tx_id, unsignedTx } = tx;
  const { consumed, produced, burned, accounts } = effects;
  const at = { chain, height, time };
  const avax = burned.filter(({ assetID }) => names.id(assetID) === names.id(network.avaxAssetID));
  const sum = (of: typeof avax) => of.reduce((sum, { amount }) => sum + amount, 0n);
  const { memo } = unsignedTx as { readonly memo?: Uint8Array };
  rows.transactions.push({
    ...at,
    tx_index: index,
    tx_id,
    type: unsignedTx.type,
    block_id: blockID,
    network_id: 'networkID' in unsignedTx ? unsignedTx.networkID : null,
    fee: sum(avax.filter(({ why }) => why === 'fee')),
    burned: sum(avax),
    memo: memo && memo.length > 0 ? memo : null,
    bytes: bytes ? tx.bytes : null,
  });
  let input_index = 0;
  for (const { txID, outputIndex, id, assetID, amount = null, from } of consumed) {
    const asset_id = names.id(assetID);
    const spent = formatID(txID);
    rows.inputs.push({
      ...at,
      tx_id,
      input_index: input_index++,
      spent_tx_id: spent,
      spent_output_index: outputIndex,
      account: null,
      addresses: owners?.get(keyOf(id))?.map((of) => names.address(of)) ?? null,
      asset_id,
      amount,
    });
    if (!from) continue;
    rows.moves.push({
      ...at,
      tx_id,
      direction: 'import',
      peer_chain: from.chain ?? null,
      peer_id: names.id(from.blockchainID),
      utxo_tx_id: spent,
      utxo_output_index: outputIndex,
      asset_id,
      amount,
    });
  }
  for (const { utxo, why, from, chain: to, blockchainID } of produced) {
    const { outputIndex, assetID, output } = utxo;
    const asset_id = names.id(assetID);
    addOutput(rows, names, output, { ...at, tx_id, output_index: outputIndex, why, asset_id });
    if (!from) continue;
    const inner = unlocked(output);
    rows.moves.push({
      ...at,
      tx_id,
      direction: 'export',
      peer_chain: to ?? null,
      peer_id: names.id(blockchainID),
      utxo_tx_id: tx_id,
      utxo_output_index: outputIndex,
      asset_id,
      amount: 'amount' in inner ? inner.amount : null,
    });
  }
  let output_index = produced.length;
  for (const { address: account, assetID, delta } of accounts) {
    const asset_id = names.id(assetID);
    if (delta < 0n)
      rows.inputs.push({
        ...at,
        tx_id,
        input_index: input_index++,
        spent_tx_id: null,
        spent_output_index: null,
        account,
        addresses: null,
        asset_id,
        amount: -delta,
      });
    else
      rows.outputs.push({
        ...at,
        tx_id,
        output_index: output_index++,
        type: 'account',
        why: 'output',
        account,
        addresses: null,
        threshold: null,
        locktime: null,
        stakeable_locktime: null,
        asset_id,
        amount: delta,
        group_id: null,
        payload: null,
      });
  }
  addCreated(rows, names, tx, { height, time });
}

type Place = Pick<
  Row<'outputs'>,
  'chain' | 'height' | 'time' | 'tx_id' | 'output_index' | 'why' | 'asset_id'
>;

function addOutput(rows: Rows, names: Names, output: AnyOutput, place: Place): void {
  const inner = unlocked(output);
  rows.outputs.push({
    ...place,
    type: inner.type,
    account: null,
    addresses: inner.addresses.map((of) => names.address(of)),
    threshold: inner.threshold,
    locktime: inner.locktime,
    stakeable_locktime: output.type === 'stakeable.LockOut' ? output.locktime : null,
    amount: 'amount' in inner ? inner.amount : null,
    group_id: 'groupID' in inner ? inner.groupID : null,
    payload: 'payload' in inner ? inner.payload : null,
  });
}

/** Adds the subnets, blockchains and assets that a transaction creates or changes. */
function addCreated(
  rows: Rows,
  names: Names,
  { txID: tx_id, unsignedTx: tx }: AnyTx,
  at: At,
): void {
  const subnet = {
    ...at,
    tx_id,
    addresses: null,
    threshold: null,
    asset_id: null,
    manager_blockchain_id: null,
    manager_address: null,
  };
  const owned = (owner: {
    readonly addresses: readonly Uint8Array[];
    readonly threshold: number;
  }) => ({
    addresses: owner.addresses.map((of) => names.address(of)),
    threshold: owner.threshold,
  });
  switch (tx.type) {
    case 'platformvm.CreateSubnetTx':
      rows.subnets.push({ ...subnet, event: 'created', subnet_id: tx_id, ...owned(tx.owner) });
      break;
    case 'platformvm.TransferSubnetOwnershipTx':
      rows.subnets.push({
        ...subnet,
        event: 'owner',
        subnet_id: names.id(tx.subnetID),
        ...owned(tx.newOwner),
      });
      break;
    case 'platformvm.TransformSubnetTx':
      rows.subnets.push({
        ...subnet,
        event: 'transformed',
        subnet_id: names.id(tx.subnetID),
        asset_id: names.id(tx.assetID),
      });
      break;
    case 'platformvm.ConvertSubnetToL1Tx':
      rows.subnets.push({
        ...subnet,
        event: 'converted',
        subnet_id: names.id(tx.subnetID),
        manager_blockchain_id: names.id(tx.chainID),
        manager_address: formatHex(tx.address),
      });
      break;
    case 'platformvm.CreateChainTx':
      rows.blockchains.push(blockchainRow(tx_id, tx, tx.genesisData.length, at));
      break;
    case 'avm.CreateAssetTx':
      rows.assets.push({
        ...at,
        asset_id: tx_id,
        name: tx.name,
        symbol: tx.symbol,
        denomination: tx.denomination,
      });
      break;
    default:
  }
}

const blockchainRow = (
  blockchain_id: string,
  { subnetID, vmID, chainName }: Pick<Blockchain, 'subnetID' | 'vmID' | 'chainName'>,
  genesis_size: number | null,
  at: At,
): Row<'blockchains'> => ({
  ...at,
  blockchain_id,
  subnet_id: formatID(subnetID),
  vm_id: formatID(vmID),
  name: chainName,
  genesis_size,
});

/** UTXOs that are none of the outputs of a transaction: those have their rows, a returned stake since it was staked. */
const paid: ReadonlySet<string> = new Set(['reward', 'delegateeReward', 'refund']);
const ends: ReadonlySet<string> = new Set(['rewarded', 'refused', 'ended', 'removed', 'aborted']);

/** Adds what no container says: rewards, stakes and L1 validators. */
function addChanges(
  rows: Rows,
  { names }: Reading,
  ledger: PLedger,
  { height, time, produced, stakers, l1Validators }: PChanges,
): void {
  for (const { why, utxo } of produced)
    if (paid.has(why)) addUTXO(rows, names, utxo, { chain: 'P', height, time, why });
  for (const [event_index, { staker, why }] of stakers.entries())
    addStake(rows, names, staker, { height, time, event_index, event: why });
  for (const [event_index, { validator, why }] of l1Validators.entries())
    rows.l1_validators.push({
      height,
      time,
      event_index,
      event: why,
      is_end: why === 'removed',
      validation_id: names.id(validator.validationID),
      subnet_id: names.id(validator.subnetID),
      node_id: formatNodeID(validator.nodeID),
      weight: validator.weight,
      balance: l1BalanceOf(validator, ledger),
      fees_until: validator.endAccumulatedFee,
    });
}

const addUTXO = (
  rows: Rows,
  names: Names,
  { txID, outputIndex, assetID, output }: PLedgerUTXO | XLedgerUTXO,
  place: Pick<Place, 'chain' | 'height' | 'time' | 'why'>,
): void =>
  addOutput(rows, names, output, {
    ...place,
    tx_id: formatID(txID),
    output_index: outputIndex,
    asset_id: names.id(assetID),
  });

/** The last second of the year 9999. */
const lastTime = 253_402_300_799n;
const timeOf = (seconds: bigint): bigint | null => (seconds > lastTime ? null : seconds);

function addStake(
  rows: Rows,
  names: Names,
  staker: Staker,
  of: Pick<Row<'stakes'>, 'height' | 'time' | 'event_index' | 'event'>,
): void {
  const { tx, txID, nodeID, subnetID, weight, startTime, endTime, potentialReward } = staker;
  const rewards =
    'rewardsOwner' in tx
      ? tx.rewardsOwner
      : 'validationRewardsOwner' in tx
        ? tx.validationRewardsOwner
        : undefined;
  rows.stakes.push({
    ...of,
    is_end: ends.has(of.event),
    tx_id: formatID(txID),
    type: tx.type,
    node_id: formatNodeID(nodeID),
    subnet_id: names.id(subnetID),
    weight,
    start_time: timeOf(startTime),
    end_time: timeOf(endTime),
    potential_reward: potentialReward,
    rewards_addresses: rewards?.addresses.map((a) => names.address(a)) ?? null,
  });
}

/** Adds what a chain has before its first block: the UTXOs of the genesis; on P its validators and blockchains, on X its assets. */
export function addGenesis(rows: Rows, reading: Reading, genesis: Uint8Array): void {
  const { chain, ledger, names } = reading;
  if (chain === 'C') return;
  const { utxos, assets } = genesisSummaryOf(genesis);
  const first = { height: 0n, time: ledger?.chain === 'P' ? ledger.time : null };
  for (const { utxo } of utxos[chain])
    addUTXO(rows, names, utxo, { chain, ...first, why: 'genesis' });
  if (chain === 'X')
    for (const { assetID, name, symbol, denomination } of assets)
      rows.assets.push({ ...first, asset_id: formatID(assetID), name, symbol, denomination });
  if (ledger?.chain !== 'P') return;
  for (const [id, blockchain] of ledger.blockchains)
    rows.blockchains.push(blockchainRow(id, blockchain, null, first));
  for (const [event_index, staker] of [...ledger.current.values()].entries()) {
    const of = { height: 0n, time: ledger.time, event_index, event: 'current' };
    addStake(rows, names, staker, of);
    for (const utxo of stakeUTXOsOf({ unsignedTx: staker.tx, txID: staker.txID }))
      addUTXO(rows, names, utxo, { chain, ...first, why: 'stake' });
  }
}
