/**
 * Judges the choices that an intent leaves to its builder. Each has a range that its documentation states:
 *
 * - `max`: all of the asset that fits into one transaction. Nothing of it returns as change, apart from unlocked funds beside a stake of
 *   only locked funds (`locked: 'only'`). If the caller's state is given, no spendable UTXO or account in it is left out that would fit,
 *   or that is worth more than one that is spent. Without a state, `least` or a build here must confirm the amount.
 * - Imports: any pending UTXOs, since the others stay importable for the same owner. With a state, as many as fit and are worth it.
 * - An NFT without `utxo`, and without `groupID` or `payload`: the only kind of NFT of the asset that the owner has and that fits.
 */
import { everythingKey } from '../builder/assemble.ts';
import { tokenKeyOf } from '../builder/assets.ts';
import { accountInputGas, atomicTariffOf } from '../builder/atomic.ts';
import { sourcesOf } from '../builder/cexport.ts';
import { atomicCapacity, waitingOf } from '../builder/cimport.ts';
import { addSize, fits, type Size, sizeOf } from '../builder/classes.ts';
import { type Coin, localSetOf, waitingSetOf } from '../builder/coins.ts';
import { capacityOf } from '../builder/fill.ts';
import { tariffFor } from '../builder/intent.ts';
import { rightsFor } from '../builder/rights.ts';
import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { isError, within } from '../errors/error.ts';
import { outputUnits } from '../fee/gas.ts';
import { atomicGasOf, complexityOf } from '../fee/transactions.ts';
import {
  blockchainOf,
  type CState,
  type State,
  type UTXOState,
  type XState,
} from '../state/state.ts';
import { weiPerNAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { sumOf } from '../text/uint64.ts';
import { utxoKey } from '../tx/order.ts';
import { lockOf } from '../tx/output.ts';
import type { AnyOutput } from '../tx/types.ts';
import type { Found } from './codes.ts';
import type { ReceiptDeed } from './deeds.ts';
import type { Known } from './known.ts';

/** A choice that an intent leaves to its builder. Its range is in `choices.ts`. */
export interface Choice {
  /**
   * `all`: `max`, all of an asset that fits into one transaction. `imports`: the pending UTXOs of another chain. `token`: an NFT that only
   * the owner's NFTs determine.
   */
  readonly is: 'all' | 'imports' | 'token';
  /** Path in the intent, such as `outputs[0].amount`. */
  readonly as: string;
  /** CB58 asset id. */
  readonly asset: string;
  /** Units that the transaction moves for this choice: without the fee, other outputs and fixed shares. */
  readonly amount: bigint;
  /** The chain that exported the imports. */
  readonly from?: ChainName;
  /** What the intent says of an NFT; its group or payload, or both, are omitted. */
  readonly token?: {
    /** Id of the asset, 32 bytes. */
    readonly assetID: Uint8Array;
    /** Its group. */
    readonly groupID?: number;
    /** Its payload. */
    readonly payload?: Uint8Array;
  };
}

/** What confirms the choices that an intent leaves to its builder. */
export interface Confirmed {
  /**
   * The caller's own state, which the draft should have been built from. What it leaves to the builder is compared with it: `max` and
   * imports must take all that fits into one transaction. Leave out of it what the transaction must not spend.
   */
  readonly state?: State;
  /**
   * The lowest amounts that the intent's open amounts (`max`, imports) may have, by `AVAX` or CB58 asset id; 0 if an asset is omitted, so
   * that `{}` accepts any amount.
   */
  readonly least?: Readonly<Record<string, bigint>>;
}
/** The same, with the highest fee in nAVAX, by which a builder decides how much fits. */
export interface Confirming extends Confirmed {
  readonly maxFee?: bigint;
}

/**
 * Returns the findings about choices.
 * @param back Outputs that return to the payers as change.
 */
export function choiceFindings(
  known: Known,
  choices: readonly Choice[],
  by: Confirming,
  back: readonly ReceiptDeed[],
): readonly Found[] {
  return choices.flatMap((choice) => {
    const left = leftFindings(choice, known, back);
    return left.length > 0 ? left : confirmation(choice, known, by, back);
  });
}

/** Returns a finding for each output that brings back some of an asset of which everything was to be moved. */
function leftFindings(
  { is, as, asset }: Choice,
  { tx }: Known,
  back: readonly ReceiptDeed[],
): readonly Found[] {
  if (is !== 'all') return [];
  const isOnlyLocked =
    'stake' in tx &&
    (tx.stake as readonly AnyOutput[]).every(
      ({ assetID, output }) => formatID(assetID) !== asset || lockOf(output) !== undefined,
    );
  return back
    .filter(
      (of) =>
        of.at === 'outputs' &&
        of.asset === asset &&
        !(isOnlyLocked && of.stakeableUntil === undefined),
    )
    .map((deed) => ({
      code: 'AmountLeft',
      kind: 'different',
      path: deed.path,
      meantAt: as,
      found: deed,
      deed,
    }));
}

function confirmation(
  choice: Choice,
  known: Known,
  { state, least, maxFee }: Confirming,
  back: readonly ReceiptDeed[],
): readonly Found[] {
  const { is, as, asset, amount } = choice;
  const tooLow = (meant: bigint): Found => ({
    code: 'AmountTooLow',
    kind: 'different',
    path: '',
    meantAt: as,
    meant: { text: '', asset, amount: meant },
    found: { text: '', asset, amount },
  });
  const isToken = is === 'token';
  const lowest = least && !isToken ? (leastOf(least, known).get(asset) ?? 0n) : undefined;
  const needed = is === 'all' && (lowest ?? 0n) < 1n ? 1n : lowest;
  if (needed !== undefined && amount < needed) return [tooLow(needed)];
  if (state && isOf(state, known)) {
    const more = isToken ? undefined : moreIn(choice, known, state, maxFee, back);
    if (more !== undefined) return [tooLow(amount + more)];
    if (!isToken || isOnlyToken(choice, known, state as XState)) return [];
  }
  if (lowest !== undefined || is === 'imports' || known.isMadeHere(keyOf(choice))) return [];
  return [
    {
      code: 'NotConfirmed',
      kind: 'unproven',
      path: '',
      meantAt: as,
      ...(!isToken && { found: { text: '', asset, amount } }),
    },
  ];
}

const keyOf = ({ asset, token }: Choice): string =>
  token ? tokenKeyOf(token) : everythingKey(parseID(asset));

/** Reads the lowest amounts. @throws {AvalancheError} Under `least` and the asset: as `parseID`. */
const leastOf = (
  least: Readonly<Record<string, bigint>>,
  { network }: Known,
): ReadonlyMap<string, bigint> =>
  new Map(
    Object.entries(least).map(([asset, amount]) =>
      within(['least', asset], () => [
        formatID(asset === 'AVAX' ? network.avaxAssetID : parseID(asset)),
        amount,
      ]),
    ),
  );

/** Whether a state is that of the transaction's blockchain. */
const isOf = (state: State, { chain, network, here }: Known): boolean =>
  state.chain === chain &&
  state.network.networkID === network.networkID &&
  equalBytes(blockchainOf(state).blockchainID, here.blockchainID);

/** A transaction with inputs and outputs. */
type BaseTx = Extract<PTx | XTx, { readonly outputs: unknown }>;

/** Something that can be spent: a UTXO or an account. */
interface Spendable extends Size {
  readonly isSpent: boolean;
  /** What spending it adds to the open amount. */
  readonly value: bigint;
  /** What spending it adds to the fee that others must pay. */
  readonly cost: bigint;
}

/** What a transaction could still spend. */
interface Room {
  readonly all: readonly Spendable[];
  /** Size that is left. */
  readonly spare: Size;
  /** AVAX from which a higher fee could be paid. */
  readonly avax: bigint;
  /** The most valuable AVAX that is not spent and could pay more. */
  readonly payer?: (Size & { readonly value: bigint }) | undefined;
  /** Whether all of one asset is to be spent, so that a more valuable UTXO must not be left for another. */
  readonly isRanked: boolean;
}

/** Returns how much more a transaction could move by one more UTXO or account of a state, or another one; undefined if by none. */
function moreIn(
  choice: Choice,
  known: Known,
  state: State,
  maxFee: bigint | undefined,
  back: readonly ReceiptDeed[],
): bigint | undefined {
  const options = maxFee === undefined ? {} : { maxFee };
  const room = within(['state'], () =>
    state.chain === 'C'
      ? choice.is === 'all'
        ? accountsIn(known, state)
        : importsToC(choice, known, state, options)
      : utxosIn(choice, known, state, options, back),
  );
  if (!room) return undefined;
  const { all, spare, avax, payer, isRanked } = room;
  const left = all.filter(({ isSpent, value }) => !isSpent && value > 0n);
  const added = left.find(
    (one) =>
      fits(one, spare) &&
      (one.cost === 0n ||
        one.cost < avax ||
        (payer !== undefined && fits(addSize(one, payer), spare) && one.cost < avax + payer.value)),
  );
  if (added) return added.value;
  if (!isRanked) return undefined;
  const spent = all.filter(({ isSpent }) => isSpent);
  for (const one of left) {
    const less = spent.find(
      ({ weight, bytes, value }) => weight >= one.weight && bytes >= one.bytes && value < one.value,
    );
    if (less) return one.value - less.value;
  }
  return undefined;
}

/** Returns what a transaction of P or X could spend. */
function utxosIn(
  { is, asset, from }: Choice,
  known: Known,
  state: UTXOState,
  options: { readonly maxFee?: bigint },
  back: readonly ReceiptDeed[],
): Room | undefined {
  const tx = known.tx as BaseTx;
  if (is === 'imports' && !Object.hasOwn(state.imports ?? {}, from!)) return undefined;
  const tariff = tariffFor(state, options);
  const set =
    is === 'imports' ? waitingSetOf(state, from!, tariff, {}) : localSetOf(state, tariff, {});
  const spent = new Set(known.credits.flatMap(({ id }) => (id ? [utxoKey(id)] : [])));
  const isStake = 'stake' in tx;
  const ofAVAX = set.eligible.some(({ isAVAX, value }) => isAVAX && value > 0n);
  // As in a build: where inputs cost gas, other assets do not pay for their import.
  const isMeant = (coin: Coin): boolean =>
    is === 'all'
      ? formatID(coin.utxo.assetID) === asset
      : coin.isAVAX || tariff.price === 0n || !ofAVAX;
  const native = formatID(known.network.avaxAssetID);
  const sizeIn = (coin: Coin): Size => {
    const isNew =
      is === 'imports' && !tx.outputs.some(({ assetID }) => equalBytes(assetID, coin.utxo.assetID));
    return coin.lock === undefined && !isNew
      ? coin
      : addSize(
          coin,
          sizeOf(outputUnits(coin.owner.addresses.length, coin.lock !== undefined), tariff),
        );
  };
  const spendable = (coin: Coin): Spendable => {
    const { weight, bytes } = sizeIn(coin);
    const price = tariff.price * BigInt(weight);
    const paysItself = coin.isAVAX && coin.lock === undefined;
    return {
      weight,
      bytes,
      isSpent: spent.has(utxoKey(coin.utxo)),
      value:
        paysItself || coin.value <= 0n
          ? coin.value
          : coin.amount > (coin.isAVAX ? price : 0n)
            ? coin.amount
            : 0n,
      cost: paysItself ? 0n : price,
    };
  };
  const free = isStake
    ? (tx.stake as readonly AnyOutput[]).flatMap(({ assetID, output }) =>
        formatID(assetID) === native && output.type !== 'stakeable.LockOut' ? [output.amount] : [],
      )
    : [];
  const change = back.flatMap((of) =>
    of.at === 'outputs' && of.asset === native ? [of.amount] : [],
  );
  return {
    all: [...set.eligible, ...(isStake ? set.stakeable : [])].filter(isMeant).map(spendable),
    spare: addSize(capacityOf(tariff), sizeOf(complexityOf(tx), tariff), -1),
    avax: sumOf([...free, ...change]),
    payer:
      is === 'all'
        ? set.eligible.find(
            (coin) => coin.isAVAX && coin.value > 0n && !spent.has(utxoKey(coin.utxo)),
          )
        : undefined,
    isRanked: !isStake && (is === 'all' || ofAVAX),
  };
}

/** Returns what an import to the C-chain could spend. */
function importsToC(
  { from }: Choice,
  known: Known,
  state: CState,
  options: { readonly maxFee?: bigint },
): Room | undefined {
  if (!Object.hasOwn(state.imports ?? {}, from!)) return undefined;
  const tariff = atomicTariffOf(state, options, []);
  const spent = new Set(known.credits.flatMap(({ id }) => (id ? [utxoKey(id)] : [])));
  const weight = Number(atomicGasOf(known.tx as CTx));
  return {
    all: waitingOf(state, from!, tariff, {}).funds.eligible.map(
      ({ utxo, weight, bytes, value }) => ({
        weight,
        bytes,
        value,
        cost: 0n,
        isSpent: spent.has(utxoKey(utxo)),
      }),
    ),
    spare: addSize(atomicCapacity(tariff, options), { weight, bytes: 0 }, -1),
    avax: 0n,
    isRanked: true,
  };
}

/** Returns what an export from the C-chain could take. */
function accountsIn(known: Known, state: CState): Room {
  const { price, cap } = atomicTariffOf(state, {}, []);
  const taken = new Map<string, bigint>();
  for (const { ownership: of, amount, isAccount } of known.credits)
    if (isAccount && of.is === 'proven') taken.set(formatHex(of.owner.addresses[0]!), amount);
  const cost = (accountInputGas * price + weiPerNAVAX - 1n) / weiPerNAVAX;
  const { economic } = sourcesOf(state.accounts, price);
  const all = economic.flatMap(({ address, amount }): readonly Spendable[] => {
    const had = taken.get(formatHex(address));
    const [size, whole] = [{ weight: Number(accountInputGas), bytes: 0, cost: 0n }, amount - cost];
    if (had === undefined) return [{ ...size, isSpent: false, value: whole }];
    // An account is taken as a whole.
    const kept = { weight: 0, bytes: 0, cost: 0n, isSpent: false, value: amount - had };
    return [{ ...size, isSpent: true, value: whole }, ...(kept.value > 0n ? [kept] : [])];
  });
  const weight = Number(cap - atomicGasOf(known.tx as CTx));
  return { all, spare: { weight, bytes: 0 }, avax: 0n, isRanked: true };
}

/** Whether the NFTs of a state leave only one kind that an operation could mean, which the transaction transfers. */
function isOnlyToken({ token }: Choice, { tx }: Known, state: XState): boolean {
  try {
    const [right] = rightsFor(state, [{ ...token!, of: 'nftfx.TransferOutput' }], {}, () => true);
    const { output } = right!.utxo;
    return (
      'operations' in tx &&
      'payload' in output &&
      tx.operations.every(
        ({ assetID, operation }) =>
          operation.type !== 'nftfx.TransferOperation' ||
          !equalBytes(assetID, token!.assetID) ||
          (operation.output.groupID === output.groupID &&
            equalBytes(operation.output.payload, output.payload)),
      )
    );
  } catch (e) {
    if (isError(e, 'Ambiguous') || isError(e, 'Insufficient')) return false;
    throw e;
  }
}
