import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { UnsignedTx } from '../chain/pchain/tx.ts';
import type { DraftOf } from '../draft/draft.ts';
import type { OpenSlot } from '../draft/slot.ts';
import { within } from '../errors/error.ts';
import { complexityOf } from '../fee/table.ts';
import type { Tariff } from '../fee/tariff.ts';
import type { PState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { amountOf, unlocked } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import { assemble } from './assemble.ts';
import { changeFilled, changeOwner, changeRule } from './change.ts';
import { type Coin, included, localSetOf, othersThan, type SpendableSet } from './coins.ts';
import type { ChangeRule } from './coinselection.ts';
import { frameOf, inputOf, leftBehind, lockedOutput, sortedOutputs } from './frame.ts';
import { insufficient } from './insufficient.ts';
import { checkOptions, type Options, tariffFor } from './intent.ts';
import { makeFullestPlan, type Task } from './plan.ts';
import type { LockedStake, Stake } from './stake.ts';
import { bestStake, type Free, type StakePlan } from './stakeplan.ts';
import { checkChain } from './state.ts';
import { type Filled, overKnown } from './trust.ts';

type Moves = 'networkID' | 'blockchainID' | 'inputs' | 'outputs' | 'memo';

/** A transaction of the P-chain without what all have. */
export type Own = UnsignedTx extends infer T
  ? T extends { readonly [K in Moves]: unknown }
    ? Omit<T, Moves>
    : never
  : never;

/** What a transaction does, and what has to be paid for it. */
export interface Purpose<T extends Own['type'] = Own['type']> {
  /** The transaction with its stake, which is sorted. */
  readonly own: (stake: readonly TransferableOutput[]) => Extract<Own, { readonly type: T }>;
  readonly stake?: Stake;
  /** The last credential. */
  readonly auth?: OpenSlot;
  /** nAVAX that validators are paid. */
  readonly balance?: bigint;
}

/** Who gets back what is staked, if nobody is named: of locked funds nobody can be. */
const filledStakes = (
  stake: Stake | undefined,
  stakes: readonly TransferableOutput[],
  locked: LockedStake,
  { change }: Options,
): readonly Filled[] => [
  ...(stake?.returnTo || change !== undefined ? [] : stakes).map(({ output }) => ({
    owner: ownerOf(unlocked(output)),
    by: ['stakeReturn'],
  })),
  ...locked.inputs.map(({ owner }) => ({ owner })),
];

/**
 * A draft that does something on the P-chain, pays for it and stakes what is to be staked.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
export function payOnP<T extends Own['type']>(
  state: PState,
  purpose: Purpose<T>,
  options: Options,
): DraftOf<'P', T> {
  checkChain(state, 'P');
  checkOptions(options);
  const tariff = tariffFor(state, options);
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    payOver(state, purpose, options, tariff, funds!),
  );
}

function payOver<T extends Own['type']>(
  state: PState,
  purpose: Purpose<T>,
  options: Options,
  tariff: Tariff,
  funds: SpendableSet,
): DraftOf<'P', T> {
  const { own, stake, auth } = purpose;
  const { networkID, avaxAssetID, chains } = state.network;
  const must = included(options.include ?? [], funds);
  const others = othersThan(must, funds, options);
  const insufficientFunds = (assetID: Uint8Array, needed: bigint) =>
    insufficient(state.network, assetID, needed, [funds]);
  const isStake = ({ assetID }: { readonly assetID: Uint8Array }) =>
    stake !== undefined && equalBytes(assetID, stake.assetID);
  const isAllStaked = stake?.amount === 'max' && options.locked !== 'only';
  const swept = isAllStaked ? others.filter(({ utxo }) => isStake(utxo)) : [];
  const economic = swept.filter(({ value }) => value > 0n);
  const pool = isAllStaked ? others.filter(({ utxo }) => !isStake(utxo)) : others;
  const change = stakeRule(state, options, isAllStaked ? stake : undefined);
  const planWith = (locked: LockedStake, free: Free = 'cheapest'): StakePlan => {
    const plain = stake && stake.amount !== 'max' ? stake.amount - locked.amount : 0n;
    const named = plain > 0n && stake!.returnTo;
    const staked = named ? [{ assetID: stake!.assetID, output: amountOf(plain, named) }] : [];
    const base = complexityOf({
      ...own([...locked.outputs, ...staked]),
      networkID,
      blockchainID: chains.P.blockchainID,
      outputs: locked.change.map(lockedOutput),
      inputs: locked.inputs.map(inputOf),
      memo: new Uint8Array(0),
    } as UnsignedTx);
    const amount = { assetID: stake?.assetID ?? avaxAssetID, amount: plain };
    const task: Task = {
      base,
      outputs: [],
      burns: [
        ...(named ? [amount] : []),
        ...(purpose.balance ? [{ assetID: avaxAssetID, amount: purpose.balance }] : []),
      ],
      returned:
        plain > 0n && !named ? { ...amount, ownerOf: returnOwner(state, options) } : undefined,
      must: Array.isArray(free) ? free : must,
      pool: Array.isArray(free) ? [] : pool,
      strategy: options.strategy,
      change: free === 'anyChange' ? anyChange : change,
      insufficientFunds,
    };
    const { plan, taken } = makeFullestPlan(task, economic, tariff, avaxAssetID);
    const left = economic.length - taken;
    return { locked, staked: [...locked.outputs, ...staked], plan, left };
  };
  const { locked, staked, plan, left } = bestStake(stake, funds.stakeable, options, tariff, {
    planWith,
    insufficientFunds,
  });
  const rest = plan.changeOutputs.filter((of) => isAllStaked && isStake(of));
  const returned = plan.returned ? [plan.returned] : [];
  const stakes = sortedOutputs<TransferableOutput>([...staked, ...returned, ...rest]);
  if (stake && stakes.length === 0) throw insufficientFunds(stake.assetID, 1n);
  const changeOutputs = plan.changeOutputs.filter((of) => !rest.includes(of));
  const frame = frameOf(state, tariff, plan, {
    inputs: [...plan.spent, ...locked.inputs],
    outputs: [],
    change: [...changeOutputs, ...locked.change],
    warnings: leftBehind(left, swept.length - economic.length, funds.left),
  });
  const unsignedTx = { ...frame.base, ...own(stakes) } as UnsignedTx;
  const slots = [...frame.slots, ...(auth ? [auth] : [])];
  const filled = [
    ...changeFilled(changeOutputs, options),
    ...filledStakes(stake, stakes, locked, options),
  ];
  return assemble<'P', T>(state, { ...frame, unsignedTx, slots, filled }, options);
}

/** Change for whoever owns one of the coins that are spent. */
const anyChange: ChangeRule = {
  ownerOf: (_, spent) => spent[0]!.owner,
  groupsOf: (_, coins) => [{ coins, width: 1 }],
};

/** Who gets back what coins stake that are not locked. */
const returnOwner = (state: PState, options: Options) => (spent: readonly Coin[]) =>
  within(['stakeReturn'], () => changeOwner(state, options, spent));

/** Change as the options say; of an asset that all is staked of, what is left is the stake. */
function stakeRule(state: PState, options: Options, sink: Stake | undefined): ChangeRule {
  const rule = changeRule(state, options);
  if (!sink) return rule;
  const isSink = (assetID: Uint8Array) => equalBytes(assetID, sink.assetID);
  return {
    ownerOf: (assetID, spent) =>
      isSink(assetID)
        ? (sink.returnTo ?? returnOwner(state, options)(spent))
        : rule.ownerOf(assetID, spent),
    groupsOf: rule.groupsOf,
  };
}
