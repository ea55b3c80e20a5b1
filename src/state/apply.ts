import type { ChainName } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { checkShape } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Wei, wei } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { authoritiesOf } from '../tx/authorities.ts';
import { type Consumed, type Effecting, type Effects, effectsOf, headOf } from '../tx/effects.ts';
import { utxoKey, utxosByKey } from '../tx/order.ts';
import { transferOutputOf, unlocked } from '../tx/output.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import { addressBytes, type Owner } from './owner.ts';
import { blockchainOf, type EVMAccount, type State } from './state.ts';

/** A signed transaction, or a draft. */
export type Applicable = Effecting &
  ({ /** CB58 or 32 bytes. */ readonly txID: string | Uint8Array } | { readonly kind: 'draft' });

/**
 * Returns the state after transactions, to build the next one before the node has accepted them. Of several builds over one wallet, build
 * each over the state with the ones before it applied: then no two spend the same UTXO or use the same nonce.
 *
 * - A **draft** reserves: what it spends is gone, and accounts have their new nonce and balance. What it makes has no ID before it is
 *   signed, so it is not there yet.
 * - A **signed transaction** also adds: what it makes is there, if it lists an address of `from`; what another chain's transaction exports to the
 *   state's chain waits in `imports`; `authorities` has the owners of new subnets, L1 validations and auto-renewed validators, and the
 *   new owners of subnets. Once a draft is signed, apply the transaction to the state from before its draft.
 *
 * Time, prices and base fee stay. What only the node can tell is not added: refunds, returned stake, rewards. Apply each transaction
 * once: an export whose UTXOs have been imported since cannot be told from a new one.
 * @returns A state of its own; the argument is not changed. To free what a draft reserved, go on from the state before.
 * @throws {AvalancheError} With the place in `txs` as path. `MissingState`: something that it spends is not in the state, or reserved;
 *   `Duplicate`: what it makes is there already, or a nonce is used; `Mismatch`: an input has not the amount or asset of its
 *   UTXO, or a nonce is not reached; `Unbalanced`: more comes out than goes in; `MissingSigner`: no draft, and without ID;
 *   `WrongNetwork`, `WrongChain`; `Unsupported`: an export that no node takes.
 * @example
 * const memo = new Uint8Array(0), id = new Uint8Array(32);
 * const owner = { type: 'secp256k1fx.OutputOwners', locktime: 0n, threshold: 1, addresses: [new Uint8Array(20)] };
 * const base = { networkID: 5, blockchainID: id, outputs: [], inputs: [], memo };
 * const tx = { chain: 'P', txID: id, unsignedTx: { type: 'platformvm.CreateSubnetTx', ...base, owner } };
 * const state = { chain: 'P', network: fuji, from: [], time: 0n, feeState: { price: 1n }, utxos: [] };
 * Object.keys(applyTxs(state, tx).authorities); // ['11111111111111111111111111111111LpoYY']
 */
export function applyTxs<S extends State>(state: S, ...txs: readonly Applicable[]): S {
  const { network } = state;
  const steps = txs.map((tx, i) => {
    if (idOf(tx) === undefined && !isDraft(tx))
      throw new AvalancheError('MissingSigner', 'the transaction has no ID before it is signed').at(
        i,
      );
    const of = within([i], () => effectsOf(tx, { network })) as Effects;
    // What a draft makes has no ID yet.
    return { tx, of: isDraft(tx) ? { ...of, produced: [] } : of };
  });
  const work = begin(state, hintsOf(steps));
  steps.forEach((step, i) => {
    within([i], () => applyOne(work, step));
  });
  return end(state, work) as S;
}

const isDraft = (tx: Applicable): boolean =>
  checkShape<Applicable>(tx, 'an object', 'tx') && 'kind' in tx && tx.kind === 'draft';

/** The ID of a signed transaction. */
const idOf = (tx: Applicable): Uint8Array | undefined => {
  const { txID } = tx;
  return typeof txID === 'string' ? parseID(txID) : txID;
};

interface Step {
  readonly tx: Applicable;
  readonly of: Effects;
}

/** UTXOs of a place that change. Of a hundred thousand few do, so only those are looked at that a hint says could. */
interface Pool {
  readonly all: readonly UTXO[];
  readonly hints: ReadonlySet<number>;
  /** By key: what of `all` could change, less what is spent. */
  readonly kept: Map<string, UTXO>;
  readonly added: Map<string, UTXO>;
}

const hintOf = ({ txID, outputIndex }: { txID: Uint8Array; outputIndex: number }): number =>
  ((txID[0]! << 24) | (txID[1]! << 16) | (txID[2]! << 8) | txID[3]!) ^ outputIndex;

const hintsOf = (steps: readonly Step[]): ReadonlySet<number> =>
  new Set(
    steps.flatMap(({ of }) => [
      ...of.consumed.map(hintOf),
      ...of.produced.map(({ utxo }) => hintOf(utxo)),
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

/** A state that can be changed. */
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
  const lists = Object.fromEntries([...imports].map(([name, of]) => [name, listOf(of)]));
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

function applyOne(work: Work, { tx, of }: Step): void {
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
  if (of.unfunded[0])
    throw new AvalancheError(
      'Unbalanced',
      `the outputs have ${of.unfunded[0].amount} of ${formatID(of.unfunded[0].assetID)} more than the inputs`,
      { assetID: formatID(of.unfunded[0].assetID) },
    );
  add(work, of, isHere);
  if (!isHere) return;
  for (const spent of of.consumed) spend(work, spent);
  for (const change of merged(of.accounts)) account(work, change);
  const id = isDraft(tx) ? undefined : idOf(tx);
  if (!id) return;
  for (const [of, owner] of authoritiesOf(tx.unsignedTx, id))
    if (owner) work.authorities.set(formatID(of), namedOwner(owner));
    else work.authorities.delete(formatID(of));
}

function add(work: Work, { produced }: Effects, isHere: boolean): void {
  for (const { utxo, why, from, blockchainID } of produced) {
    // Stake comes when the staking ends; what is exported is in the state of its destination.
    if (why === 'stake' || !equalBytes(blockchainID, work.blockchainID)) continue;
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
  const of = spent.from ? waitingFrom(work, spent.from) : work.utxos;
  const key = utxoKey(spent);
  spentBy(of.kept.get(key) ?? of.added.get(key), spent);
  of.kept.delete(key);
  of.added.delete(key);
}

/**
 * The UTXO that is spent, if it is there as the input says.
 * @throws {AvalancheError} `MissingState`: it is not; `Mismatch`: it has another amount or asset.
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

/** What happens to one account, all assets together. */
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
  const balance = changes
    .filter(({ assetID }) => equalBytes(assetID, avaxAssetID))
    .reduce((sum, { delta }) => sum + delta * 1_000_000_000n, had.balance as bigint);
  if (balance < 0n)
    throw new AvalancheError('Insufficient', `account ${address} has ${had.balance} wei`, {
      assetID: formatID(avaxAssetID),
      symbol: 'AVAX',
      denomination: 18,
      needed: had.balance - balance,
      spendable: had.balance,
    });
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
