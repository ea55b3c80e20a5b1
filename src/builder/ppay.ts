/**
 * Pays for P-chain transactions of any type. A builder of a type says what must be paid and staked; this module selects the coins, and
 * adds change, credentials and warnings.
 */

import type { TxPart } from '../chain/declared.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { UnsignedTx } from '../chain/pchain/tx.ts';
import { type OpenSlot, type PDraft, warningsFor } from '../draft/draft.ts';
import { isError, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { complexityOf, type Tariff } from '../fee/transactions.ts';
import { amountWithUnit } from '../network/amount.ts';
import type { Schema } from '../schema/schema.ts';
import type { PState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { amountOf, unlocked } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { AssetAmount, PlainOutput } from '../tx/types.ts';
import {
  assemble,
  everythingKey,
  frameOf,
  inputOf,
  lockedOutput,
  sortedOutputs,
  withinFeeLimit,
} from './assemble.ts';
import { changeFilled, changeOwner, changeRule, sinkRule } from './change.ts';
import { checkChain } from './checkstate.ts';
import { sizeOf } from './classes.ts';
import {
  type Coin,
  economicOf,
  included,
  isOfAsset,
  localSetOf,
  othersThan,
  type SpendableSet,
} from './coins.ts';
import { makeFullestPlan } from './fill.ts';
import { insufficient } from './insufficient.ts';
import { type BuildOptions, checkOptions, strategyOf, tariffFor } from './intent.ts';
import type { Task } from './plan.ts';
import type { ChangeRule } from './select.ts';
import {
  amountOfStake,
  bestStake,
  type LockedStake,
  nothingLocked,
  type Planning,
  type Stake,
  type StakePlan,
} from './stakeplan.ts';
import { type Filled, overKnown } from './trust.ts';

type Moves = 'networkID' | 'blockchainID' | 'inputs' | 'outputs' | 'memo';

type TxOf<T extends UnsignedTx['type']> = Extract<UnsignedTx, { readonly type: T }>;

/** A P-chain transaction without the fields that all have in common. */
export type TxFields = UnsignedTx extends infer T
  ? T extends { readonly [K in Moves]: unknown }
    ? Omit<T, Moves>
    : never
  : never;

/** The purpose of a P-chain transaction: its own fields, and what must be paid for it. */
export interface Purpose<T extends TxFields['type'] = TxFields['type']> {
  /** Returns the transaction's own fields for its sorted stake outputs. */
  readonly fieldsFor: (
    stake: readonly TransferableOutput[],
  ) => Extract<TxFields, { readonly type: T }>;
  readonly stake?: Stake;
  /** The slot of the last credential, which authorizes the transaction. */
  readonly auth?: OpenSlot;
  /** Balance in nAVAX that is paid to L1 validators. */
  readonly balance?: bigint;
}

/** Returns the stake owners that the caller did not name. For locked funds no owner can be named. */
const filledStakes = (
  stake: Stake | undefined,
  stakes: readonly TransferableOutput[],
  locked: LockedStake,
  { change }: BuildOptions,
): readonly Filled[] => [
  ...(stake?.returnTo || change !== undefined ? [] : stakes).map(({ output }) => ({
    owner: ownerOf(unlocked(output)),
    by: ['stakeReturnOwner'],
  })),
  ...locked.inputs.map(({ owner }) => ({ owner })),
];

/**
 * Builds a draft of a P-chain transaction: selects coins for its payments and stake, and adds change.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
function payOnP<T extends TxFields['type']>(
  state: PState,
  purpose: Purpose<T>,
  options: BuildOptions,
): PDraft<TxOf<T>> {
  checkChain(state, 'P');
  checkOptions(options);
  const tariff = tariffFor(state, options);
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    payOver(state, purpose, options, tariff, funds!),
  );
}

function payOver<T extends TxFields['type']>(
  state: PState,
  purpose: Purpose<T>,
  options: BuildOptions,
  tariff: Tariff,
  funds: SpendableSet,
): PDraft<TxOf<T>> {
  const { fieldsFor, stake, auth } = purpose;
  const { network } = state;
  const payment = paymentOf(state, purpose, options, tariff, funds);
  const base = BigInt(payment.planning.base.weight);
  const { locked, staked, plan, left } = withinFeeLimit(state, options, tariff, base, () =>
    bestStake(stake, options, tariff, payment.planning),
  );
  const isStaked = (output: AssetAmount | PlainOutput) =>
    payment.isAllStaked && equalBytes(output.assetID, stake!.assetID);
  const rest = plan.changeOutputs.filter(isStaked);
  const changeOutputs = plan.changeOutputs.filter((output) => !isStaked(output));
  const returned = plan.returned ? [plan.returned] : [];
  const stakes = sortedOutputs<TransferableOutput>([...staked, ...returned, ...rest]);
  const paidFrom = (assetID: Uint8Array) =>
    equalBytes(assetID, network.avaxAssetID) ? plan.fee : 0n;
  if (stake && stakes.length === 0)
    throw insufficient(network, stake.assetID, paidFrom(stake.assetID) + 1n, [funds]);
  const fields = fieldsFor(stakes);
  const frame = frameOf(state, tariff, plan, {
    inputs: [...plan.spent, ...locked.inputs],
    outputs: [],
    change: [...changeOutputs, ...locked.change],
    warnings: warningsFor({
      tooMany: left,
      uneconomic: payment.uneconomic,
      notVouched: funds.left,
    }),
    fields,
  });
  const unsignedTx = { ...frame.base, ...fields } as UnsignedTx;
  const slots = [...frame.slots, ...(auth ? [auth] : [])];
  const filled = [
    ...changeFilled(changeOutputs, options),
    ...filledStakes(stake, stakes, locked, options),
  ];
  try {
    const choices = stake?.amount === 'max' ? [everythingKey(stake.assetID)] : [];
    return assemble<PDraft<TxOf<T>>>(
      state,
      { ...frame, unsignedTx, slots, filled, choices },
      options,
    );
  } catch (error) {
    const min = stake?.amount === 'max' && minStakeIn(error, amountOfStake(stakes));
    if (!stake || !min) throw error;
    const text = (amount: bigint) => amountWithUnit(amount, stake.assetID, network);
    const detail = `'max' is ${text(amountOfStake(stakes))}, at least ${text(min)} must be staked`;
    throw insufficient(network, stake.assetID, min + paidFrom(stake.assetID), [funds], {
      detail,
    }).at('amount');
  }
}

/** Returns the minimum stake, if an error says that the stake is below it. */
function minStakeIn(error: unknown, staked: bigint): bigint | undefined {
  if (!isError(error, 'OutOfRange')) return undefined;
  const { value, min } = error.context;
  return value === staked && typeof min === 'bigint' && staked < min ? min : undefined;
}

/** Returns the funds of a payment, and the options by which its stake is planned. */
function paymentOf<T extends TxFields['type']>(
  state: PState,
  { fieldsFor, stake, balance }: Purpose<T>,
  options: BuildOptions,
  tariff: Tariff,
  funds: SpendableSet,
): {
  readonly planning: Planning;
  /** Whether all free coins of the staked asset are staked, so that their change becomes stake. */
  readonly isAllStaked: boolean;
  readonly uneconomic: number;
} {
  const { networkID, avaxAssetID, chains } = state.network;
  const must = included(options.include ?? [], funds);
  const others = othersThan(must, funds, options);
  const assetID = stake?.assetID ?? avaxAssetID;
  const paysFee = equalBytes(assetID, avaxAssetID);
  const isOfStake = isOfAsset(assetID, paysFee);
  const isAllStaked = stake?.amount === 'max' && options.locked !== 'only';
  const swept = isAllStaked ? others.filter(isOfStake) : [];
  const economic = swept.filter(({ value }) => value > 0n);
  const stakeable = funds.stakeable.filter((coin) => coin.value > 0n && isOfStake(coin));
  const pool = isAllStaked ? others.filter((coin) => !isOfStake(coin)) : others;
  const change = isAllStaked ? stakeRule(state, options, stake) : changeRule(state, options);
  const baseOf = (staked: readonly TransferableOutput[], locked: LockedStake) =>
    complexityOf({
      ...fieldsFor(staked),
      networkID,
      blockchainID: chains.P.blockchainID,
      outputs: locked.change.map(lockedOutput),
      inputs: locked.inputs.map(inputOf),
      memo: new Uint8Array(0),
    } as UnsignedTx);
  const lacking = (locked: bigint) => (lackedID: Uint8Array, needed: bigint) =>
    insufficient(state.network, lackedID, needed + (equalBytes(lackedID, assetID) ? locked : 0n), [
      funds,
    ]);
  const planWith = (locked: LockedStake): StakePlan => {
    const plain = stake && stake.amount !== 'max' ? stake.amount - locked.amount : 0n;
    const named = plain > 0n && stake?.returnTo;
    const staked = [
      ...locked.outputs,
      ...(named ? [{ assetID, output: amountOf(plain, named) }] : []),
    ];
    const task: Task = {
      base: baseOf(staked, locked),
      outputs: [],
      burns: [
        ...(named ? [{ assetID, amount: plain }] : []),
        ...(balance ? [{ assetID: avaxAssetID, amount: balance }] : []),
      ],
      returned:
        plain > 0n && !named
          ? { assetID, amount: plain, ownerOf: returnOwner(state, options) }
          : undefined,
      must,
      pool,
      strategy: strategyOf(options, tariff),
      change,
      insufficientFunds: lacking(locked.amount),
    };
    const { plan, left } = makeFullestPlan(task, economic, tariff, avaxAssetID);
    const isAllLocked = stake?.amount === 'max' && options.locked !== 'never';
    const lockedLeft = isAllLocked ? stakeable.length - locked.inputs.length : 0;
    return { locked, staked, plan, left: left + lockedLeft };
  };
  const planning: Planning = {
    planWith,
    stakeable,
    insufficientFunds: lacking(0n),
    must,
    paysFee,
    get base() {
      return sizeOf(baseOf([], nothingLocked), tariff);
    },
    get free() {
      const coins = economicOf(others, assetID, paysFee);
      if (isAllStaked) return [coins];
      return change.groupsOf(coins, must.filter(isOfStake)).map((group) => group.coins);
    },
  };
  return { planning, isAllStaked, uneconomic: swept.length - economic.length };
}

/** Returns a function that returns the owner of the stake of unlocked coins. */
const returnOwner = (state: PState, options: BuildOptions) => (spent: readonly Coin[]) =>
  within(['stakeReturnOwner'], () => changeOwner(state, options, spent));

/** Returns the change rule where all of an asset is staked, so that the rest of it goes to the stake. */
const stakeRule = (
  state: PState,
  options: BuildOptions,
  { assetID, returnTo }: Stake,
): ChangeRule =>
  sinkRule(changeRule(state, options), (lackedID, spent) =>
    equalBytes(lackedID, assetID) ? (returnTo ?? returnOwner(state, options)(spent)) : undefined,
  );

/** The result of reading an intent: the fields of the transaction, and what must be paid for it. */
export interface Meant<T extends TxFields['type']> extends Omit<Purpose<T>, 'fieldsFor'> {
  /** The fields, or a function from the sorted stake outputs if they depend on the stake. */
  readonly fields: Fields<T> | ((stake: readonly TransferableOutput[]) => Fields<T>);
}

type Fields<T extends TxFields['type']> = Omit<Extract<TxFields, { readonly type: T }>, 'type'>;

/**
 * Creates the builder of a P-chain transaction type.
 * @param type Declaration of the transaction.
 * @param declaration Declaration of the intent.
 * @param read Converts the intent to fields and payments.
 */
export function pBuilder<T extends TxFields['type'], I extends object>(
  type: TxPart<{ readonly type: T }>,
  declaration: Schema<I>,
  read: (intent: I, state: PState, options: BuildOptions) => Meant<T>,
): (state: PState, intent: I, options?: BuildOptions) => PDraft<TxOf<T>> {
  const build = (state: PState, intent: I, options: BuildOptions = {}) => {
    checkChain(state, 'P');
    const own = deepCopy(intent);
    declaration.check(own);
    const { fields, ...rest } = read(own, state, options);
    const fieldsFor: Purpose<T>['fieldsFor'] = (stake) => {
      const said = typeof fields === 'function' ? fields(stake) : fields;
      return { type: type.name, ...said } as ReturnType<Purpose<T>['fieldsFor']>;
    };
    return payOnP<T>(state, { ...rest, fieldsFor }, options);
  };
  const name = `build${type.name.slice(type.name.indexOf('.') + 1)}`;
  return Object.defineProperty(build, 'name', { value: name });
}
