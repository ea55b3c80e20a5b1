import type * as C from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import { inputIDOf } from '../chain/ids.ts';
import type * as P from '../chain/pchain/index.ts';
import type * as X from '../chain/xchain/index.ts';
import { checkShape } from '../errors/arguments.ts';
import { fuji, mainnet } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { parseID } from '../text/id.ts';
import { Finder } from './find.ts';
import { movementsOf, Sums } from './flows.ts';
import { saidBy } from './message.ts';
import { unlocked } from './output.ts';
import { makesOf } from './parts.ts';
import type { AnyUnsignedTx } from './types.ts';

/** What holds UTXOs: a chain, and apart from its own those that another exported to it and that wait for an import. */
export interface Place {
  /** Undefined where only the network could tell X from C and it is not known. An AVM of its own is X too. */
  readonly chain: ChainName | undefined;
  /** ID of the blockchain; 32 bytes. */
  readonly blockchainID: Uint8Array;
  /** The chain that exported it. */
  readonly from?: Omit<Place, 'from'>;
}

/** A UTXO that is gone afterwards. */
export interface Consumed extends Place {
  /** The transaction that made the UTXO; 32 bytes. */
  readonly txID: Uint8Array;
  /** Index among the outputs of that transaction. */
  readonly outputIndex: number;
  /** sha256 of index and txID, as `inputIDOf`. */
  readonly id: Uint8Array;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** None: a right to mint, a token or an ownership, which an operation consumes. */
  readonly amount: bigint | undefined;
}

/**
 * Why a UTXO is made: `change` is an output that the build made of what was left over, which only a draft knows; `mint` is
 * what an asset begins with or an operation mints, the right to go on minting included; `stake` comes when the staking
 * ends, all others at once.
 */
export type ProducedWhy = 'output' | 'change' | 'export' | 'mint' | 'stake';

/** A UTXO that is made. `ID` is undefined for a transaction that has no id yet. */
export interface Produced<ID = Uint8Array> extends Place {
  /** The UTXO. */
  readonly utxo: {
    /** The transaction that makes it. */
    readonly txID: ID;
    /** Index among the outputs of that transaction. */
    readonly outputIndex: number;
    /** Of a new asset it is the txID. */
    readonly assetID: Uint8Array | ID;
    /** Its output. */
    readonly output: P.Output | X.FxOutput;
  };
  /** sha256 of index and txID, as `inputIDOf`. */
  readonly id: ID;
  /** What the output is for. */
  readonly why: ProducedWhy;
}

/**
 * Why an amount is burned: `fee`; `balance` of L1 validators, whose rest comes back as a `refund`; `supply` that an elastic subnet pays as
 * rewards; `lost`, which no node asks for. `feeOrLost`: the network is not known, so AVAX is not known either; it may include a `balance`.
 */
export type BurnedWhy = 'fee' | 'balance' | 'supply' | 'lost' | 'feeOrLost';

/** An amount that goes in and does not come out. */
export interface Burned {
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Units of the asset. */
  readonly amount: bigint;
  /** What the amount is burned for. */
  readonly why: BurnedWhy;
}

/** What happens to an account of the C-chain. */
export interface AccountChange {
  /** In lower case. */
  readonly address: `0x${string}`;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** In units of the asset: nAVAX, of which the balance in wei changes by a billion times as much. */
  readonly delta: bigint;
  /** Of an export: what the account's nonce must be, and is no more afterwards. */
  readonly nonce?: bigint;
  /** Of an export: what conflicts with any transaction of the account with this nonce. */
  readonly id?: Uint8Array;
}

/** UTXOs of which only the node's state tells the amount, the owner, or whether they come at all. */
export type Pending<ID = Uint8Array> =
  /** What is left of an L1 validator's balance, to its `remainingBalanceOwner`; nothing comes if it is inactive. */
  | {
      /** What the UTXOs are for. */
      readonly why: 'refund';
      /** The validation that ends; 32 bytes. */
      readonly validationID: Uint8Array;
      /** The transaction that makes the UTXO. */
      readonly txID: ID;
      /** Index of the UTXO among the outputs of that transaction. */
      readonly outputIndex: number;
      /** The inputID of the UTXO. */
      readonly id: ID;
    }
  /**
   * Stake and rewards of the transaction `staker`: `stakeUTXOsOf` and `rewardUTXOsOf` make them. An auto-renewed validator
   * that goes on keeps its stake.
   */
  | {
      /** What the UTXOs are for. */
      readonly why: 'stake' | 'reward';
      /** The transaction that added the staker; 32 bytes. */
      readonly staker: Uint8Array;
    };

/** What a transaction does once it is accepted. */
export interface Effects<ID = Uint8Array> {
  /** In the order of the credentials. */
  readonly consumed: readonly Consumed[];
  /** By their index. */
  readonly produced: readonly Produced<ID>[];
  /** Amounts that go in and do not come out, by why. */
  readonly burned: readonly Burned[];
  /** Of an asset, what comes out and does not go in: no node accepts a transaction that has it. */
  readonly unfunded: readonly {
    /** The asset; 32 bytes. */
    readonly assetID: Uint8Array;
    /** Units of the asset. */
    readonly amount: bigint;
  }[];
  /** Of the C-chain. */
  readonly accounts: readonly AccountChange[];
  /** UTXOs that come later, and of which only the node knows the rest. */
  readonly pending: readonly Pending<ID>[];
}

/** A transaction of a chain, signed or not: a `Tx`, a `Draft`, or as much of one as there is. */
export type Effecting = (
  | {
      /** The chain of the transaction. */
      readonly chain: 'P';
      /** The transaction without its signatures. */
      readonly unsignedTx: P.UnsignedTx;
    }
  | {
      /** The chain of the transaction. */
      readonly chain: 'X';
      /** The transaction without its signatures. */
      readonly unsignedTx: X.UnsignedTx;
    }
  | {
      /** The chain of the transaction. */
      readonly chain: 'C';
      /** The transaction without its signatures. */
      readonly unsignedTx: C.UnsignedTx;
    }
) & {
  /** CB58 or 32 bytes: the id of the signed transaction, on which the ids of what it makes depend. */
  readonly txID?: string | Uint8Array;
  /** The network, which tells which chain and asset is which. */
  readonly network?: Network;
  /** Outputs that are change. */
  readonly change?: readonly { /** Index of the output. */ readonly outputIndex: number }[];
};

/** The id's type of what is given. */
type IDOf<T> = T extends { readonly txID: string | Uint8Array } ? Uint8Array : undefined;

/**
 * What a transaction of any type does: UTXOs consumed and made with their ids, what is burned and why, what happens to
 * accounts, and what only the node's state can tell. Indices: outputs first, then stake, exported outputs, initial states or
 * what operations make, in the order of the wire. Amounts are exact: what is consumed and unfunded and taken from
 * accounts is what is produced (without `mint`) and burned and given to accounts. Nothing is checked: that is `verify`'s.
 * Sources: avalanchego `vms/components/avax/utxo_handler.go`, `vms/platformvm/txs/executor/standard_tx_executor.go`,
 * `vms/avm/txs/executor/executor.go`, `vms/saevm/cchain/tx`.
 * @param tx A `Tx`; or a draft, whose UTXOs have no ids before it is signed.
 * @param options.network Which chain and asset is which; mainnet and fuji are known by the transaction's networkID.
 * @example
 * const tx = txFromBytes('P', parseHex('0x000000000014' + '00'.repeat(31) + '01' + '00000000'));
 * effectsOf(tx).pending.map(({ why }) => why); // ['stake', 'reward']
 */
export function effectsOf<T extends Effecting>(
  tx: T,
  options: { readonly network?: Network } = {},
): Effects<IDOf<T>> {
  checkShape(tx, { unsignedTx: 'an object' }, 'tx');
  const done = doneBy(tx, options);
  return {
    ...done,
    consumed: done.consumed.map(({ txID, outputIndex, assetID, amount, ...place }) => {
      const id = inputIDOf({ txID, outputIndex });
      return { ...place, txID, outputIndex, id, assetID, amount };
    }),
  } satisfies Effects<Uint8Array | undefined> as unknown as Effects<IDOf<T>>;
}

/** What is done, without the ids of what is consumed: each takes a hash. */
export interface Done extends Omit<Effects<Uint8Array | undefined>, 'consumed'> {
  readonly consumed: readonly Omit<Consumed, 'id'>[];
}

/** The same, for who needs no such ids. */
export function doneBy(tx: Effecting, options: { readonly network?: Network } = {}): Done {
  const of = tx.unsignedTx;
  const txID = typeof tx.txID === 'string' ? parseID(tx.txID) : tx.txID;
  const { networkID, blockchainID } = headOf(of);
  const network =
    options.network ?? tx.network ?? [mainnet, fuji].find((n) => n.networkID === networkID);
  // Those that nodes make name no chain; they are the P-chain's, whose id is zero.
  const own = blockchainID ?? network?.chains[tx.chain].blockchainID ?? pChainID;
  const here: Place = { chain: tx.chain, blockchainID: own };
  const there = (id: Uint8Array): Place => ({ chain: nameOf(id, network, here), blockchainID: id });
  const change = new Set(tx.change?.map((c) => c.outputIndex));
  return {
    consumed: consumedBy(of, here, there),
    produced: producedBy(of, here, there, txID, change),
    ...burnedBy(of, network),
    accounts: accountsOf(of),
    pending: pendingOf(of, txID),
  };
}

const heading = /* @__PURE__ */ new Finder('network', 'ownChain');

/** The network and chain that a transaction names; those that nodes make name none. */
export function headOf(tx: AnyUnsignedTx): {
  readonly networkID?: number;
  readonly blockchainID?: Uint8Array;
} {
  const head: { networkID?: number; blockchainID?: Uint8Array } = {};
  for (const { is, value } of heading.in(tx))
    if (is === 'network') head.networkID = value;
    else head.blockchainID = value;
  return head;
}

const pChainID: Uint8Array = /* @__PURE__ */ new Uint8Array(32);

function nameOf(id: Uint8Array, network: Network | undefined, here: Place): ChainName | undefined {
  if (equalBytes(id, pChainID)) return 'P';
  if (equalBytes(id, here.blockchainID)) return here.chain;
  return (['X', 'C'] as const).find(
    (n) => network && equalBytes(id, network.chains[n].blockchainID),
  );
}

const consuming = /* @__PURE__ */ new Finder('spends', 'consumes');

const consumedBy = (
  tx: AnyUnsignedTx,
  here: Place,
  there: (id: Uint8Array) => Place,
): Done['consumed'] =>
  consuming.in(tx).flatMap((of): Done['consumed'] => {
    if (of.is === 'consumes')
      return of.value.map(({ txID, outputIndex }) => {
        return { ...here, txID, outputIndex, assetID: of.asset!, amount: undefined };
      });
    const { from } = of.role;
    const place =
      from === undefined ? here : { ...here, from: there(of.around[from] as Uint8Array) };
    return of.value.map(({ txID, outputIndex, assetID, input }) => {
      return { ...place, txID, outputIndex, assetID, amount: unlocked(input).amount };
    });
  });

function producedBy(
  tx: AnyUnsignedTx,
  here: Place,
  there: (id: Uint8Array) => Place,
  txID: Uint8Array | undefined,
  change: ReadonlySet<number>,
): readonly Produced<Uint8Array | undefined>[] {
  return makesOf(tx).map(({ output, assetID = txID, why, to }, outputIndex) => {
    const place = to ? { ...there(to), from: here } : here;
    return {
      ...place,
      utxo: { txID, outputIndex, assetID, output },
      id: txID && inputIDOf({ txID, outputIndex }),
      why: !to && change.has(outputIndex) ? 'change' : why,
    };
  });
}

/** Conflicts of an account are by nonce and address. Source: avalanchego `vms/saevm/cchain/tx/export.go`: AccountInputID. */
function accountID(address: Uint8Array, nonce: bigint): Uint8Array {
  const head = new Uint8Array(12);
  const view = new DataView(head.buffer);
  view.setBigUint64(0, nonce);
  view.setUint32(8, address.length);
  return concatBytes(head, address);
}

const accounting = /* @__PURE__ */ new Finder('debits', 'credits');

const accountsOf = (tx: AnyUnsignedTx): readonly AccountChange[] =>
  accounting.in(tx).flatMap((of): readonly AccountChange[] => {
    const text = (address: Uint8Array) => formatHex(address) as `0x${string}`;
    return of.is === 'debits'
      ? of.value.map(({ address, assetID, amount, nonce }) => {
          const id = accountID(address, nonce);
          return { address: text(address), assetID, delta: -amount, nonce, id };
        })
      : of.value.map(({ address, assetID, amount }) => {
          return { address: text(address), assetID, delta: amount };
        });
  });

const onL1 = /* @__PURE__ */ new Finder('burns', 'says', 'id');

/** L1s are younger than the rule that all pay a fee in AVAX: what only touches one burns no other asset. */
const touchesL1 = (tx: AnyUnsignedTx): boolean =>
  onL1
    .in(tx)
    .some(
      ({ is, role }) =>
        is === 'says' ||
        (is === 'burns' && role.why === 'balance') ||
        (is === 'id' && role.of === 'validation'),
    );

/** What is burned and why, and what comes out that does not go in. */
export function burnedBy(
  tx: AnyUnsignedTx,
  network: Network | undefined,
): Pick<Effects, 'burned' | 'unfunded'> {
  const rests = new Sums();
  const movements = movementsOf(tx);
  for (const { goes, assetID, amount } of movements)
    if (goes !== 'burned') rests.add(assetID!, goes === 'in' ? amount : -amount);
  const [gone, ...more] = rests.list.filter(({ amount }) => amount > 0n);
  const only = gone && more.length === 0 && touchesL1(tx) ? gone.assetID : undefined;
  const avax = network?.avaxAssetID ?? only;
  const burned: Burned[] = [];
  const unfunded: Effects['unfunded'][number][] = [];
  const meant = new Sums();
  const whys = new Map<string, 'balance' | 'supply'>();
  for (const moved of movements)
    if (moved.goes === 'burned') {
      const { assetID = avax, amount, why } = moved;
      if (!assetID) continue;
      meant.add(assetID, amount);
      whys.set(formatHex(assetID), why);
      rests.add(assetID, 0n);
    }
  for (const { assetID, amount } of rests.list) {
    const named = meant.of(assetID);
    const rest = named > 0n ? amount - named : amount;
    if (named > 0n) burned.push({ assetID, amount: named, why: whys.get(formatHex(assetID))! });
    const why = !avax ? 'feeOrLost' : equalBytes(assetID, avax) ? 'fee' : 'lost';
    if (rest > 0n) burned.push({ assetID, amount: rest, why });
    if (rest < 0n) unfunded.push({ assetID, amount: -rest });
  }
  return { burned, unfunded };
}

const pending = /* @__PURE__ */ new Finder('id', 'says', 'makes');

function pendingOf(
  tx: AnyUnsignedTx,
  txID: Uint8Array | undefined,
): readonly Pending<Uint8Array | undefined>[] {
  const found: Pending<Uint8Array | undefined>[] = [];
  let outputIndex = 0;
  const refund = (validationID: Uint8Array) => {
    const id = txID && inputIDOf({ txID, outputIndex });
    found.push({ why: 'refund', validationID, txID, outputIndex, id });
  };
  for (const of of pending.in(tx))
    if (of.is === 'makes') outputIndex += of.value.length;
    else if (of.is === 'says') {
      const removed = of.role.what === 'weight' && removedBy(of.value);
      if (removed) refund(removed);
    } else if (of.role.done === 'ends') refund(of.value);
    else if (of.role.done === 'rewards')
      found.push({ why: 'stake', staker: of.value }, { why: 'reward', staker: of.value });
  return found;
}

/**
 * The validation that a message ends by setting its weight to 0; undefined if it does not, or says something else,
 * which no node accepts.
 */
export function removedBy(message: Uint8Array): Uint8Array | undefined {
  const said = saidBy('weight', message);
  return said?.weight === 0n ? said.validationID : undefined;
}
