/** Applies transactions to a state without a node, so that several can be built in a row. */

import type { ChainName } from '../chain/declared.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { nativeSymbolOf } from '../network/network.ts';
import { aList, checkArgument, objectOf } from '../schema/check.ts';
import { formatAmount, type Wei, wei } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { authoritiesOf } from '../tx/authorities.ts';
import {
  type Consumed,
  type Effects,
  type EffectsInput,
  effectsOf,
  headOf,
} from '../tx/effects.ts';
import { utxoKey, utxosByKey } from '../tx/order.ts';
import { transferOutputOf, unlocked } from '../tx/output.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import { addressBytes, type Owner } from './owner.ts';
import { blockchainOf, type EVMAccount, type State, stateArgument } from './state.ts';

/** A signed transaction, or a draft. */
export type ApplicableTx = EffectsInput &
  ({ /** CB58 or 32 bytes. */ readonly txID: string | Uint8Array } | { readonly kind: 'draft' });

/**
 * Returns the state after transactions, so that the next one can be built before a node has accepted them. When
 * building several transactions from one wallet, build each on the state with the earlier ones applied: then no
 * two spend the same UTXO or use the same nonce.
 *
 * - A **draft** reserves: its inputs are removed, and accounts get their new nonce and balance. Its outputs have
 *   no id before it is signed, so they are not added.
 * - A **signed transaction** also adds its outputs that list an address of `from`, exports of another chain to the
 *   state's chain (in `imports`), the owners of new subnets, L1 validations and auto-renewed validators, and
 *   changed owners of subnets (in `authorities`). Once a draft is signed, apply the transaction to the state from
 *   before the draft.
 *
 * Time, prices and base fee are unchanged. Refunds, returned stake and rewards are not added, since only the node
 * knows them. Apply each transaction once: an export whose UTXOs were imported in the meantime cannot be told from
 * a new one.
 * @returns A new state; the argument is not changed. To release a draft's reservation, continue from the earlier
 *   state.
 * @throws {AvalancheError} With the index in `txs` as path. `MissingState`: an input is not in the state, or is
 *   already reserved; `Duplicate`: an output already exists, or a nonce is used; `Mismatch`: an input differs from
 *   its UTXO in amount or asset, or a nonce is too high; `Unbalanced`: the outputs exceed the inputs;
 *   `MissingSigner`: neither a draft nor a transaction with an id; `WrongNetwork`, `WrongChain`; `Unsupported`: an
 *   export that no node accepts.
 * @example
 * const memo = new Uint8Array(0), id = new Uint8Array(32);
 * const owner = { type: 'secp256k1fx.OutputOwners', locktime: 0n, threshold: 1, addresses: [new Uint8Array(20)] };
 * const base = { networkID: 5, blockchainID: id, outputs: [], inputs: [], memo };
 * const tx = { chain: 'P', txID: id, unsignedTx: { type: 'platformvm.CreateSubnetTx', ...base, owner } };
 * const state = { chain: 'P', network: fuji, from: [], time: 0n, feeState: { price: 1n }, utxos: [] };
 * Object.keys(applyTxs(state, tx).authorities); // ['11111111111111111111111111111111LpoYY']
 */
export function applyTxs<S extends State>(state: S, ...txs: readonly ApplicableTx[]): S {
  checkArgument(state, stateArgument, 'state');
  if (state.chain !== 'C') checkArgument(state.utxos, aList, 'state', 'utxos');
  const { network } = state;
  const steps = txs.map((tx, i) => {
    checkArgument(tx, appliedArgument, i);
    if (idOf(tx) === undefined && !isDraft(tx))
      throw new AvalancheError('MissingSigner', 'the transaction has no ID before it is signed').at(
        i,
      );
    const effects = within([i], () => effectsOf(tx, { network })) as Effects;
    // The outputs of a draft have no id yet.
    return { tx, of: isDraft(tx) ? { ...effects, produced: [] } : effects };
  });
  const work = begin(state, hintsOf(steps));
  steps.forEach((step, i) => {
    within([i], () => applyOne(work, step));
  });
  return end(state, work) as S;
}

const isDraft = (tx: ApplicableTx): boolean => 'kind' in tx && tx.kind === 'draft';

/** A draft or a transaction, as an argument. */
const appliedArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument },
  { name: 'a signed transaction or a draft' },
);

/** Returns the id of a signed transaction. */
const idOf = (tx: ApplicableTx): Uint8Array | undefined => {
  const { txID } = tx;
  return typeof txID === 'string' ? parseID(txID) : txID;
};

interface Step {
  readonly tx: ApplicableTx;
  readonly of: Effects;
}

/** A list of UTXOs under change. Few of possibly many UTXOs change, so only those that match a hint are compared. */
interface Pool {
  readonly all: readonly UTXO[];
  readonly hints: ReadonlySet<number>;
  /** By key: the UTXOs of `all` that match a hint, minus those spent. */
  readonly kept: Map<string, UTXO>;
  readonly added: Map<string, UTXO>;
}

const hintOf = ({ txID, outputIndex }: { txID: Uint8Array; outputIndex: number }): number =>
  ((txID[0]! << 24) | (txID[1]! << 16) | (txID[2]! << 8) | txID[3]!) ^ outputIndex;

const hintsOf = (steps: readonly Step[]): ReadonlySet<number> =>
  new Set(
    steps.flatMap(({ of: effects }) => [
      ...effects.consumed.map(hintOf),
      ...effects.produced.map(({ utxo }) => hintOf(utxo)),
    ]),
  );

function poolOf(all: readonly UTXO[], hints: ReadonlySet<number>): Pool {
  const kept = all.filter((utxo) => hints.has(hintOf(utxo)));
  return { all, hints, kept: utxosByKey(kept), added: new Map() };
}

const listOf = ({ all, hints, kept, added }: Pool): readonly UTXO[] => [
  ...all.filter((utxo) => !hints.has(hintOf(utxo)) || kept.has(utxoKey(utxo))),
  ...added.values(),
];

/** A mutable state. */
interface Work {
  readonly state: State;
  readonly blockchainID: Uint8Array;
  readonly from: ReadonlySet<string>;
  readonly hints: ReadonlySet<number>;
  readonly utxos: Pool;
  readonly imports: Map<ChainName, Pool>;
  readonly accounts: Map<string, EVMAccount>;
  readonly authorities: Map<string, Owner>;
}

function begin(state: State, hints: ReadonlySet<number>): Work {
  const chain = blockchainOf(state);
  const imports = Object.entries(state.imports ?? {}) as [ChainName, readonly UTXO[]][];
  const accounts = state.chain === 'C' ? state.accounts : [];
  return {
    state,
    blockchainID: chain.blockchainID,
    from: new Set(state.from.map((a) => formatHex(addressBytes(a, chain, state.network)))),
    hints,
    utxos: poolOf(state.chain === 'C' ? [] : state.utxos, hints),
    imports: new Map(imports.map(([name, utxos]) => [name, poolOf(utxos, hints)])),
    accounts: new Map(accounts.map((account) => [account.address, account])),
    authorities: new Map(
      Object.entries((state.chain === 'P' ? state.authorities : undefined) ?? {}),
    ),
  };
}

function end(state: State, { utxos, imports, accounts, authorities }: Work): State {
  const lists = Object.fromEntries([...imports].map(([name, utxos]) => [name, listOf(utxos)]));
  const waiting = state.imports || imports.size > 0 ? { imports: lists } : {};
  switch (state.chain) {
    case 'P': {
      const owners = Object.fromEntries(authorities);
      const known = state.authorities || authorities.size > 0 ? { authorities: owners } : {};
      return { ...state, utxos: listOf(utxos), ...waiting, ...known } as State;
    }
    case 'X':
      return { ...state, utxos: listOf(utxos), ...waiting } as State;
    case 'C':
      return { ...state, accounts: [...accounts.values()], ...waiting } as State;
  }
}

function applyOne(work: Work, { tx, of: effects }: Step): void {
  const { network } = work.state;
  const { networkID, blockchainID } = headOf(tx.unsignedTx);
  if (networkID !== undefined && networkID !== network.networkID)
    throw new AvalancheError(
      'WrongNetwork',
      `is for network ${networkID}, the state is for ${network.networkID}`,
      { have: String(networkID), need: String(network.networkID) },
    );
  const isHere =
    tx.chain === work.state.chain && (!blockchainID || equalBytes(blockchainID, work.blockchainID));
  if (!isHere && tx.chain === work.state.chain && tx.chain !== 'X')
    throw new AvalancheError(
      'WrongChain',
      `is of ${formatID(blockchainID!)}, which is not the ${tx.chain}-chain`,
      { have: formatID(blockchainID!), need: tx.chain },
    );
  if (effects.unfunded[0])
    throw new AvalancheError(
      'Unbalanced',
      `the outputs have ${effects.unfunded[0].amount} of ${formatID(effects.unfunded[0].assetID)} more than the inputs`,
      { assetID: formatID(effects.unfunded[0].assetID) },
    );
  add(work, effects, isHere);
  if (!isHere) return;
  for (const spent of effects.consumed) spend(work, spent);
  for (const change of merged(effects.accounts)) account(work, change);
  const id = isDraft(tx) ? undefined : idOf(tx);
  if (!id) return;
  for (const [authorityID, owner] of authoritiesOf(tx.unsignedTx, id))
    if (owner) work.authorities.set(formatID(authorityID), namedOwner(owner));
    else work.authorities.delete(formatID(authorityID));
}

function add(work: Work, { produced }: Effects, isHere: boolean): void {
  for (const { utxo, why: reason, from, blockchainID } of produced) {
    // Stake is returned when staking ends; exports belong to the state of their destination.
    if (reason === 'stake' || !equalBytes(blockchainID, work.blockchainID)) continue;
    if (from === undefined && !isHere) continue;
    if (!unlocked(utxo.output).addresses.some((address) => work.from.has(formatHex(address))))
      continue;
    if (from && utxo.output.type !== 'secp256k1fx.TransferOutput')
      throw new AvalancheError('Unsupported', `${nameOf(utxo)} is locked and cannot be exported`);
    const to = from ? waitingFrom(work, from) : work.utxos;
    const key = utxoKey(utxo);
    if (to.kept.has(key) || to.added.has(key))
      throw new AvalancheError(
        'Duplicate',
        `${nameOf(utxo)} already exists: the transaction was applied before`,
      );
    to.added.set(key, utxo as UTXO);
  }
}

function waitingFrom(work: Work, from: NonNullable<Consumed['from']>): Pool {
  const name = (['P', 'X', 'C'] as const).find((n) =>
    equalBytes(work.state.network.chains[n].blockchainID, from.blockchainID),
  );
  if (!name || name === work.state.chain)
    throw new AvalancheError('WrongChain', `no UTXOs come from ${formatID(from.blockchainID)}`, {
      have: formatID(from.blockchainID),
      need: 'a chain of the state',
    });
  let waiting = work.imports.get(name);
  if (!waiting) work.imports.set(name, (waiting = poolOf([], work.hints)));
  return waiting;
}

const nameOf = ({ txID, outputIndex }: Pick<Consumed, 'txID' | 'outputIndex'>): string =>
  `output ${outputIndex} of ${formatID(txID)}`;

function spend(work: Work, spent: Consumed): void {
  const utxos = spent.from ? waitingFrom(work, spent.from) : work.utxos;
  const key = utxoKey(spent);
  spentBy(utxos.kept.get(key) ?? utxos.added.get(key), spent);
  utxos.kept.delete(key);
  utxos.added.delete(key);
}

/**
 * Returns the UTXO of an input after checking that they match.
 * @throws {AvalancheError} `MissingState`: there is no such UTXO; `Mismatch`: it has another amount or asset.
 * @internal
 */
export function spentBy<U extends UTXO>(utxo: U | undefined, spent: Consumed): U {
  if (!utxo)
    throw new AvalancheError(
      'MissingState',
      `${nameOf(spent)} is not in the state, or already spent`,
      { what: 'utxo', id: formatID(spent.id) },
    );
  if (!equalBytes(utxo.assetID, spent.assetID) || transferOutputOf(utxo)?.amount !== spent.amount)
    throw new AvalancheError('Mismatch', `${nameOf(spent)} has another amount or asset`, {
      found: formatID(spent.id),
    });
  return utxo;
}

/** All changes of one account. */
interface AccountChanges {
  readonly address: string;
  readonly changes: Effects['accounts'];
}

function merged(accounts: Effects['accounts']): readonly AccountChanges[] {
  const found = new Map<string, Effects['accounts'][number][]>();
  for (const change of accounts)
    found.set(change.address, [...(found.get(change.address) ?? []), change]);
  return [...found].map(([address, changes]) => ({ address, changes }));
}

function account(work: Work, { address, changes }: AccountChanges): void {
  const had = work.accounts.get(address);
  const { nonce } = changes[0]!;
  if (!had) {
    if (nonce === undefined) return;
    throw new AvalancheError('MissingState', `account ${address} is not in the state`, {
      what: 'account',
      id: address,
    });
  }
  if (nonce !== undefined && nonce !== had.nonce)
    throw new AvalancheError(
      nonce < had.nonce ? 'Duplicate' : 'Mismatch',
      `account ${address} is at nonce ${had.nonce}, the transaction has ${nonce}`,
      { found: String(nonce), expected: String(had.nonce) },
    );
  const { avaxAssetID } = work.state.network;
  const symbol = nativeSymbolOf(work.state.network);
  const balance = changes
    .filter(({ assetID }) => equalBytes(assetID, avaxAssetID))
    .reduce((sum, { delta }) => sum + delta * 1_000_000_000n, had.balance as bigint);
  if (balance < 0n)
    throw new AvalancheError(
      'Insufficient',
      `account ${address} has ${formatAmount(had.balance, 18)} ${symbol}`,
      {
        assetID: formatID(avaxAssetID),
        symbol,
        denomination: 18,
        needed: had.balance - balance,
        spendable: had.balance,
      },
    );
  work.accounts.set(address, {
    ...had,
    nonce: nonce === undefined ? had.nonce : nonce + 1n,
    balance: wei(balance) as Wei,
  });
}

const namedOwner = ({ addresses, threshold, locktime }: OutputOwners): Owner => ({
  addresses,
  threshold,
  locktime,
});
