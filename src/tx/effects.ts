/**
 * The effects of an accepted transaction: consumed and produced UTXOs with their ids, burned amounts, account changes, and UTXOs that
 * come later. They are computed from the roles of fields, so they hold for transactions of every type and chain.
 */

import type * as C from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import { inputIDOf } from '../chain/ids.ts';
import type * as P from '../chain/pchain/index.ts';
import type * as X from '../chain/xchain/index.ts';
import { fuji, mainnet } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { networkArgument } from '../network/network.ts';
import { checkArgument, objectOf, optional } from '../schema/check.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { parseID } from '../text/id.ts';
import { Finder } from './find.ts';
import { movementsOf, Sums } from './flows.ts';
import { saidBy } from './message.ts';
import { unlocked } from './output.ts';
import { makesOf } from './parts.ts';
import type { AnyUnsignedTx } from './types.ts';

const txArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument },
  { name: 'a signed transaction or a draft' },
);
const optionsArgument = /* @__PURE__ */ (() => objectOf({ network: optional(networkArgument) }))();

/** Where a UTXO is held: on a chain or, if exported, in the memory that two chains share until it is imported. */
export interface Place {
  /** Undefined if the network is unknown and needed to tell X from C. Another instance of the AVM is `X` too. */
  readonly chain: ChainName | undefined;
  /** ID of the blockchain; 32 bytes. */
  readonly blockchainID: Uint8Array;
  /** The chain that exported the UTXO. */
  readonly from?: Omit<Place, 'from'>;
}

/** A UTXO that the transaction consumes. */
export interface Consumed extends Place {
  /** The transaction that produced the UTXO; 32 bytes. */
  readonly txID: Uint8Array;
  /** Index among the outputs of that transaction. */
  readonly outputIndex: number;
  /** sha256 of txID and output index, as `inputIDOf` returns it. */
  readonly id: Uint8Array;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Omitted for a mint right, a token or a property, which an operation consumes. */
  readonly amount: bigint | undefined;
}

/**
 * Why a UTXO is produced. `change`: a change output of the build, known only for a draft. `mint`: an initial output of an asset or
 * the result of an operation, including the mint right that goes on. `stake` is produced when the staking ends, all others at once.
 */
export type ProducedWhy = 'output' | 'change' | 'export' | 'mint' | 'stake';

/** A UTXO that the transaction produces. `ID` is undefined for a transaction that has no id yet. */
export interface Produced<ID = Uint8Array> extends Place {
  /** The UTXO. */
  readonly utxo: {
    /** The transaction that produces it. */
    readonly txID: ID;
    /** Index among the outputs of that transaction. */
    readonly outputIndex: number;
    /** The asset; for a new asset, the txID. */
    readonly assetID: Uint8Array | ID;
    /** Its output. */
    readonly output: P.Output | X.FxOutput;
  };
  /** sha256 of txID and output index, as `inputIDOf` returns it. */
  readonly id: ID;
  /** What the output is for. */
  readonly why: ProducedWhy;
}

/**
 * Why an amount is burned. `fee`. `balance` of L1 validators, whose rest is returned as a `refund`. `supply` from which an elastic
 * subnet pays rewards. `lost`: not required by any node. `feeOrLost`: the network and so the AVAX asset is unknown; may include a
 * `balance`.
 */
export type BurnedWhy = 'fee' | 'balance' | 'supply' | 'lost' | 'feeOrLost';

/** An input amount that is in no output. */
export interface Burned {
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Units of the asset. */
  readonly amount: bigint;
  /** The reason. */
  readonly why: BurnedWhy;
}

/** A change of an account of the C-chain. */
export interface AccountChange {
  /** In lower case. */
  readonly address: `0x${string}`;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Change in units of the asset. For AVAX: nAVAX; the balance in wei changes by 10^9 times as much. */
  readonly delta: bigint;
  /** For an export: the required nonce of the account, which is used up. */
  readonly nonce?: bigint;
  /** For an export: the id that conflicts with any other transaction of the account with this nonce. */
  readonly id?: Uint8Array;
}

/** UTXOs that come later. Their amount, their owner, or whether they come at all depends on the node's state. */
export type Pending<ID = Uint8Array> =
  /** The remaining balance of an L1 validator, for its `remainingBalanceOwner`; none if the validator is inactive. */
  | {
      /** What the UTXOs are for. */
      readonly why: 'refund';
      /** The validation that ends; 32 bytes. */
      readonly validationID: Uint8Array;
      /** The transaction that produces the UTXO. */
      readonly txID: ID;
      /** Index of the UTXO among the outputs of that transaction. */
      readonly outputIndex: number;
      /** The inputID of the UTXO. */
      readonly id: ID;
    }
  /**
   * Stake and rewards of the transaction `staker`. `stakeUTXOsOf` computes the stake from it; an auto-renewed validator that continues
   * keeps it. No transaction contains the amount of a reward, not even the one that pays it: ask a node with
   * `node.pchain.getRewardUTXOs(staker)`, or for an auto-renewed validator with the ID of the rewarding transaction, or follow the
   * chain from the genesis with `applyBlock` of `avalanche-tx/history`. `rewardUTXOsOf` computes the UTXOs from a known amount.
   */
  | {
      /** What the UTXOs are for. */
      readonly why: 'stake' | 'reward';
      /** The transaction that added the staker; 32 bytes. */
      readonly staker: Uint8Array;
    };

/** The effects of a transaction when it is accepted. */
export interface Effects<ID = Uint8Array> {
  /** Consumed UTXOs, in the order of the credentials. */
  readonly consumed: readonly Consumed[];
  /** Produced UTXOs, by output index. */
  readonly produced: readonly Produced<ID>[];
  /** Input amounts that are in no output, by reason. */
  readonly burned: readonly Burned[];
  /** Output amounts in excess of the inputs, by asset. A node accepts the transaction only if there are none. */
  readonly unfunded: readonly {
    /** The asset; 32 bytes. */
    readonly assetID: Uint8Array;
    /** Units of the asset. */
    readonly amount: bigint;
  }[];
  /** Changes of accounts of the C-chain. */
  readonly accounts: readonly AccountChange[];
  /** UTXOs that come later and depend on the node's state. */
  readonly pending: readonly Pending<ID>[];
}

/** A transaction of any chain, signed or not: a `Tx`, a `Draft`, or the parts listed here. */
export type EffectsInput = (
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
  /** Id of the signed transaction, as CB58 or 32 bytes. The ids of produced UTXOs depend on it. */
  readonly txID?: string | Uint8Array;
  /** The network, which identifies chains and the AVAX asset. */
  readonly network?: Network;
  /** The change outputs. */
  readonly change?: readonly { /** Index of the output. */ readonly outputIndex: number }[];
};

/** Type of the ids: undefined without a txID. */
type IDOf<T> = T extends { readonly txID: string | Uint8Array } ? Uint8Array : undefined;

/**
 * Returns the effects of a transaction of any type: UTXOs consumed and produced with their ids, what is burned and why, changes of
 * accounts, and what depends on the node's state: the reward of a RewardValidatorTx is only announced in `pending`, without its amount.
 * Output indices follow the wire: outputs, then stake, exported outputs, initial
 * states or results of operations. Amounts are exact: consumed + unfunded + debits = produced (without `mint`) + burned + credits.
 * Nothing is verified: use `checkTx` for that. Sources: avalanchego `vms/components/avax/utxo_handler.go`,
 * `vms/platformvm/txs/executor/standard_tx_executor.go`, `vms/avm/txs/executor/executor.go`, `vms/saevm/cchain/tx`.
 * @param tx A `Tx`, or a draft, whose UTXOs have no ids before it is signed.
 * @param options.network The network that identifies chains and assets. mainnet and fuji are known by the transaction's networkID.
 * @example
 * const tx = decodeTx(parseHex('0x000000000014' + '00'.repeat(31) + '01' + '00000000'), 'P');
 * effectsOf(tx).pending.map(({ why }) => why); // ['stake', 'reward']
 */
export function effectsOf<T extends EffectsInput>(
  tx: T,
  options: { readonly network?: Network } = {},
): Effects<IDOf<T>> {
  checkArgument(tx, txArgument, 'tx');
  checkArgument(options, optionsArgument, 'options');
  const done = doneBy(tx, options);
  return {
    ...done,
    consumed: done.consumed.map(({ txID, outputIndex, assetID, amount, ...place }) => {
      const id = inputIDOf({ txID, outputIndex });
      return { ...place, txID, outputIndex, id, assetID, amount };
    }),
  } satisfies Effects<Uint8Array | undefined> as unknown as Effects<IDOf<T>>;
}

/** Effects without the ids of consumed UTXOs, each of which costs a hash. */
export interface Done extends Omit<Effects<Uint8Array | undefined>, 'consumed'> {
  readonly consumed: readonly Omit<Consumed, 'id'>[];
}

/** Returns the effects without the ids of consumed UTXOs. */
export function doneBy(tx: EffectsInput, options: { readonly network?: Network } = {}): Done {
  const of = tx.unsignedTx;
  const txID = typeof tx.txID === 'string' ? parseID(tx.txID) : tx.txID;
  const { networkID, blockchainID } = headOf(of);
  const network =
    options.network ?? tx.network ?? [mainnet, fuji].find((n) => n.networkID === networkID);
  // Types that only nodes create name no chain: they belong to the P-chain, whose id is all zeros.
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

/** Returns the network and chain that a transaction names; those that only nodes make name none. */
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

/** Returns the conflict id of an account's nonce. Source: avalanchego `vms/saevm/cchain/tx/export.go`: AccountInputID. */
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

/** Tests whether a transaction concerns an L1. L1s exist only since fees are paid in AVAX, so such a transaction burns no other asset. */
const touchesL1 = (tx: AnyUnsignedTx): boolean =>
  onL1
    .in(tx)
    .some(
      ({ is, role }) =>
        is === 'says' ||
        (is === 'burns' && role.why === 'balance') ||
        (is === 'id' && role.of === 'validation'),
    );

/** Returns what is burned and why, and the outputs in excess of the inputs. */
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
 * Returns the validation that a message removes by setting its weight to 0; undefined if it does not, or if it is another message,
 * which no node accepts.
 */
export function removedBy(message: Uint8Array): Uint8Array | undefined {
  const said = saidBy('weight', message);
  return said?.weight === 0n ? said.validationID : undefined;
}
