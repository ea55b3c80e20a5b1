/**
 * Double entry: what an accepted transaction moves between accounts, as entries that sum to zero for each asset. The names of the
 * accounts, the time and the price are the caller's.
 */
import type { ChainName } from '../chain/declared.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError } from '../errors/error.ts';
import { type Network, networkArgument } from '../network/network.ts';
import {
  type Argument,
  aFunction,
  aList,
  anything,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
  typed,
} from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { type BurnedWhy, type Consumed, type EffectsInput, effectsOf } from '../tx/effects.ts';
import { transferOutputOf } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import type { UTXOChanges } from './changes.ts';

/** What holds an amount before or after a transaction. */
export type EntryAccount =
  /** UTXOs of an owner on a chain; the owner is undefined if it is unknown. */
  | {
      readonly kind: 'owner';
      readonly chain: ChainName | undefined;
      readonly owner: OutputOwners | undefined;
    }
  /** UTXOs that `from` exported and that `chain` has not imported yet. */
  | {
      readonly kind: 'exported';
      readonly chain: ChainName | undefined;
      readonly from: ChainName | undefined;
      readonly owner: OutputOwners | undefined;
    }
  /** The stake of an owner. */
  | { readonly kind: 'stake'; readonly owner: OutputOwners | undefined }
  /** An account of the C-chain. */
  | { readonly kind: 'account'; readonly address: `0x${string}` }
  /** What was burned, by reason. `balance` is that of L1 validators, which is used up over time; the rest is refunded from it. */
  | { readonly kind: BurnedWhy }
  /** Where new units come from: `minted` by a transaction of the X-chain, paid by the P-chain as a `reward`. */
  | { readonly kind: 'minted' | 'reward' };

/** Why an entry is there. Both sides of a movement have the same reason. */
export type EntryWhy =
  | 'spent'
  | 'import'
  | 'debit'
  | 'output'
  | 'export'
  | 'mint'
  | 'stake'
  | BurnedWhy
  | 'credit'
  | 'returned'
  | 'reward'
  | 'delegateeReward'
  | 'refund';

/** One side of a movement. */
export interface Entry {
  /** The account. */
  readonly account: EntryAccount;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Units of the asset: positive if the account receives them, negative if they leave it. */
  readonly amount: bigint;
  /** The reason. */
  readonly why: EntryWhy;
  /** The UTXO that is consumed or produced, as `txID:outputIndex`. */
  readonly utxo?: string;
}

/** The part of a block's changes that entries depend on: what `applyBlock` returns has it. */
export type EntryChanges = Pick<UTXOChanges<UTXO>, 'consumed' | 'produced'>;

const entriesArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument, txID: anything },
  { name: 'a signed transaction' },
);
const entriesOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** The network that identifies chains and assets. mainnet and fuji are known by the transaction's networkID. */
    network: optional(typed<Network>(networkArgument)),
    /**
     * The changes of the block, from `applyBlock`, or what a database has of them. They name the owners of inputs, and the returned
     * stakes, rewards and refunds, which no transaction contains.
     */
    changes: optional(
      typed<EntryChanges>(objectOf({ consumed: aList, produced: aList }, { name: 'changes' })),
    ),
    /** Returns the owner of an imported UTXO, which only the chain that exported it knows. */
    importedFrom: optional(typed<(imported: Consumed) => OutputOwners | undefined>(aFunction)),
  }))();

/** What is known of a transaction besides its bytes. */
export interface EntriesOptions extends Argument<typeof entriesOptions> {}

/**
 * Returns the double entries of an accepted transaction of any chain: from each input, debit and new unit, and to each output, burned
 * amount and credit. They sum to zero for each asset. Rights, tokens and properties of the X-chain have no amount and no entry.
 * @throws {AvalancheError} `Unbalanced`: the outputs exceed the inputs, which no node accepts.
 * @example
 * const tx = decodeTx(parseHex('0x000000000014' + '00'.repeat(31) + '01' + '00000000'), 'P');
 * entriesOf(tx); // []
 */
export function entriesOf(
  tx: EffectsInput & { readonly txID: string | Uint8Array },
  options: EntriesOptions = {},
): readonly Entry[] {
  checkArgument(tx, entriesArgument, 'tx');
  checkArgument(options, entriesOptions, 'options');
  const { network, changes, importedFrom } = options;
  const effects = effectsOf(tx, { ...(network && { network }) });
  const [excess] = effects.unfunded;
  if (excess)
    throw new AvalancheError(
      'Unbalanced',
      `the outputs exceed the inputs by ${excess.amount} of ${formatID(excess.assetID)}`,
      { assetID: formatID(excess.assetID) },
    ).at('tx');
  const txID = typeof tx.txID === 'string' ? parseID(tx.txID) : tx.txID;
  const owners = new Map<string, OutputOwners>();
  for (const { id, by, utxo } of changes?.consumed ?? []) {
    const output = equalBytes(by, txID) ? transferOutputOf(utxo) : undefined;
    if (output) owners.set(formatHex(id), ownerOf(output));
  }
  const entries: Entry[] = [];
  for (const consumed of effects.consumed) {
    const { chain, from, id, assetID, amount } = consumed;
    if (amount === undefined) continue;
    const account: EntryAccount = from
      ? { kind: 'exported', chain, from: from.chain, owner: importedFrom?.(consumed) }
      : { kind: 'owner', chain, owner: owners.get(formatHex(id)) };
    const why = from ? 'import' : 'spent';
    entries.push({ account, assetID, amount: -amount, why, utxo: nameOf(consumed) });
  }
  for (const { address, assetID, delta: amount } of effects.accounts)
    entries.push({
      account: { kind: 'account', address },
      assetID,
      amount,
      why: amount < 0n ? 'debit' : 'credit',
    });
  for (const { chain, from, utxo, why } of effects.produced) {
    const output = transferOutputOf(utxo);
    if (!output) continue;
    const { assetID } = utxo;
    const { amount } = output;
    const owner = ownerOf(output);
    if (why === 'mint')
      entries.push({ account: { kind: 'minted' }, assetID, amount: -amount, why });
    const account: EntryAccount =
      why === 'stake'
        ? { kind: 'stake', owner }
        : from
          ? { kind: 'exported', chain, from: from.chain, owner }
          : { kind: 'owner', chain, owner };
    entries.push({
      account,
      assetID,
      amount,
      why: why === 'change' ? 'output' : why,
      utxo: nameOf(utxo),
    });
  }
  for (const { assetID, amount, why } of effects.burned)
    entries.push({ account: { kind: why }, assetID, amount, why });
  for (const { utxo, by, why } of changes?.produced ?? [])
    if (equalBytes(by, txID) && why !== 'output' && why !== 'mint')
      entries.push(...paidEntries(utxo, why === 'stake' ? 'returned' : why));
  return entries;
}

/** The entries of a UTXO that the P-chain pays without an output of the transaction. */
function paidEntries(
  utxo: UTXO,
  why: 'returned' | 'reward' | 'delegateeReward' | 'refund',
): readonly Entry[] {
  const output = transferOutputOf(utxo);
  if (!output) return [];
  const owner = ownerOf(output);
  const { amount } = output;
  const { assetID } = utxo;
  const source: EntryAccount =
    why === 'returned'
      ? { kind: 'stake', owner }
      : { kind: why === 'refund' ? 'balance' : 'reward' };
  return [
    { account: source, assetID, amount: -amount, why },
    { account: { kind: 'owner', chain: 'P', owner }, assetID, amount, why, utxo: nameOf(utxo) },
  ];
}

const nameOf = (of: { readonly txID: Uint8Array; readonly outputIndex: number }): string =>
  `${formatID(of.txID)}:${of.outputIndex}`;

/** What a transaction changed for somebody, in units of an asset. The balance changes by all amounts together. */
export interface Moves {
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Came from others, from another chain, or was minted. */
  readonly received: bigint;
  /** Went to others or to another chain, or was burned other than as a fee. */
  readonly sent: bigint;
  /** Burned as fee. Of a transaction that others pay as well, the share by the amounts of the inputs. */
  readonly fee: bigint;
  /** Staked, or paid into the balance of an L1 validator. */
  readonly staked: bigint;
  /** Returned stake, and what was left of the balance of an L1 validator. */
  readonly returned: bigint;
  /** Rewards of staking, and shares of delegators' rewards. */
  readonly rewarded: bigint;
  /** The change of the balance: received + returned + rewarded − sent − fee − staked. */
  readonly change: bigint;
}

/**
 * Sums up the entries of a transaction for the owner of some accounts: for each asset what came, went, was paid as fee, staked,
 * returned and rewarded. Change is neither sent nor received. Assets that do not concern the owner are left out.
 * @param isMine Whether an account belongs to the owner; called for accounts with an owner or address.
 * @example
 * movesOf([], () => true); // []
 */
export function movesOf(
  entries: readonly Entry[],
  isMine: (account: EntryAccount) => boolean,
): readonly Moves[] {
  checkArgument(entries, aList, 'entries');
  checkArgument(isMine, aFunction, 'isMine');
  const byAsset = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = formatHex(entry.assetID);
    byAsset.set(key, [...(byAsset.get(key) ?? []), entry]);
  }
  return [...byAsset.values()].flatMap((list) => {
    const isOwn = list.map(({ account }) => isHolder(account) && isMine(account));
    return isOwn.includes(true) ? [movesIn(list, isOwn)] : [];
  });
}

const isHolder = ({ kind }: EntryAccount): boolean =>
  kind === 'owner' || kind === 'exported' || kind === 'stake' || kind === 'account';

/** Whether the units of an account can be spent where they are. */
const isBalance = ({ kind }: EntryAccount): boolean => kind === 'owner' || kind === 'account';

function movesIn(list: readonly Entry[], isOwn: readonly boolean[]): Moves {
  const sum = (of: (entry: Entry, own: boolean) => boolean): bigint =>
    list.reduce((total, entry, i) => (of(entry, isOwn[i]!) ? total + entry.amount : total), 0n);
  const paysIn = ({ why }: Entry) => why === 'spent' || why === 'import' || why === 'debit';
  const paidByAll = -sum(paysIn);
  const paid = -sum((entry, own) => own && paysIn(entry));
  /** The owner's share of what is burned by all who pay. */
  const shareOf = (amount: bigint): bigint => (paidByAll > 0n ? (amount * paid) / paidByAll : 0n);
  const change = sum(({ account }, own) => own && isBalance(account));
  const fee = shareOf(sum(({ account: { kind } }) => kind === 'fee' || kind === 'feeOrLost'));
  const staked =
    sum(({ account, why }, own) => own && account.kind === 'stake' && why === 'stake') +
    shareOf(sum(({ account, amount }) => account.kind === 'balance' && amount > 0n));
  const came = (...whys: readonly EntryWhy[]): bigint =>
    sum(({ account, why }, own) => own && isBalance(account) && whys.includes(why));
  const returned = came('returned', 'refund');
  const rewarded = came('reward', 'delegateeReward');
  const rest = change + fee + staked - returned - rewarded;
  return {
    assetID: list[0]!.assetID,
    received: rest > 0n ? rest : 0n,
    sent: rest < 0n ? -rest : 0n,
    fee,
    staked,
    returned,
    rewarded,
    change,
  };
}
