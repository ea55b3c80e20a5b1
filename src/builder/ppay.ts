import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { UnsignedTx } from '../chain/pchain/tx.ts';
import type { DraftOf } from '../draft/draft.ts';
import type { OpenSlot } from '../draft/slot.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { readableComplexityOf } from '../fee/table.ts';
import type { Tariff } from '../fee/tariff.ts';
import type { PState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { amountOf, unlocked } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import { encode } from '../wire/codec.ts';
import { assemble } from './assemble.ts';
import { changeFilled, changeOwner, changeWidth } from './change.ts';
import {
  type Coin,
  included,
  insufficient,
  localSetOf,
  othersThan,
  type SpendableSet,
} from './coins.ts';
import { frameOf, inputOf, leftBehind, lockedOutput, sortedOutputs } from './frame.ts';
import { checkOptions, type Options, tariffFor } from './intent.ts';
import { makePlan, mostOf, type Plan } from './plan.ts';
import { type LockedStake, nothingLocked, type Stake, stakeLocked } from './stake.ts';
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

/** Stands for one address until it is known which. */
const nobody: OutputOwners = {
  type: 'secp256k1fx.OutputOwners',
  locktime: 0n,
  threshold: 1,
  addresses: [new Uint8Array(20)],
};

const sameOwner = (a: OutputOwners, b: OutputOwners): boolean =>
  equalBytes(encode(OutputOwners, a), encode(OutputOwners, b));

/** How a stake is funded. */
interface Funding {
  readonly locked: LockedStake;
  /** Units that are staked of funds that are not locked. */
  readonly plain: bigint;
  /** The stake, if it takes everything that fits. */
  readonly sink: Stake | undefined;
}

/**
 * @throws {AvalancheError} What `insufficientFunds` gives: only locked funds may be staked, and do not suffice.
 */
function fundingOf(
  stake: Stake | undefined,
  stakeable: readonly Coin[],
  { locked: choice = 'prefer', strategy }: Options,
  insufficientFunds: (assetID: Uint8Array, needed: bigint) => AvalancheError,
): Funding {
  if (!stake) return { locked: nothingLocked, plain: 0n, sink: undefined };
  const isLockedUsed = choice !== 'never' && strategy !== 'manual';
  const locked = isLockedUsed ? stakeLocked(stakeable, stake) : nothingLocked;
  if (stake.amount === 'max')
    return { locked, plain: 0n, sink: choice === 'only' ? undefined : stake };
  const plain = stake.amount - locked.amount;
  if (plain > 0n && choice === 'only') throw insufficientFunds(stake.assetID, stake.amount);
  return { locked, plain, sink: undefined };
}

/** Who gets back what is staked, if nobody is named: of locked funds nobody can be. */
const returned = (
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

type Planned = ReturnType<typeof mostOf>;

/**
 * The stake and the plan that pays for it. The return owner depends on the selected inputs, and their weight on the owner: iterates to a
 * fixed point.
 * @param returnOwner Who gets back what these coins stake; without it the first owner stays.
 * @throws {AvalancheError} `Ambiguous`: there is no fixed point.
 */
function settle(
  first: OutputOwners,
  stakeFor: (owner: OutputOwners) => readonly TransferableOutput[],
  planFor: (staked: readonly TransferableOutput[]) => Planned,
  returnOwner: ((spent: readonly Coin[]) => OutputOwners) | undefined,
): Planned & { readonly staked: readonly TransferableOutput[] } {
  let owner = first;
  for (let tries = 0; tries <= 4; tries++) {
    const staked = stakeFor(owner);
    const planned = planFor(staked);
    const next = returnOwner?.(planned.plan.spent) ?? owner;
    if (sameOwner(owner, next)) return { ...planned, staked };
    owner = next;
  }
  throw new AvalancheError('Ambiguous', 'several owners fund the stake: name who gets it back', {
    candidates: [],
  }).at('stakeReturn');
}

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
  const { own, stake, auth, balance = 0n } = purpose;
  const { networkID, avaxAssetID, chains } = state.network;
  const must = included(options.include ?? [], funds);
  const others = othersThan(must, funds, options);
  const insufficientFunds = (assetID: Uint8Array, needed: bigint) =>
    insufficient(state.network, assetID, needed, [funds]);
  const { locked, plain, sink } = fundingOf(stake, funds.stakeable, options, insufficientFunds);
  const isStake = ({ assetID }: { readonly assetID: Uint8Array }) =>
    stake !== undefined && equalBytes(assetID, stake.assetID);
  const isSpentStake = ({ utxo }: Coin) => isStake(utxo);
  const returnOwner = (spent: readonly Coin[]): OutputOwners =>
    stake!.returnTo ?? within(['stakeReturn'], () => changeOwner(state, options, spent));
  const swept = sink ? others.filter(isSpentStake) : [];
  const economic = swept.filter(({ value }) => value > 0n);
  const burns = [
    { assetID: stake?.assetID ?? avaxAssetID, amount: plain },
    { assetID: avaxAssetID, amount: balance },
  ].filter(({ amount }) => amount > 0n);
  const planFor = (staked: readonly TransferableOutput[]) => {
    const base = readableComplexityOf({
      ...own(staked),
      networkID,
      blockchainID: chains.P.blockchainID,
      outputs: locked.change.map(lockedOutput),
      inputs: locked.inputs.map(inputOf),
      memo: new Uint8Array(0),
    } as UnsignedTx);
    const planWith = (coins: readonly Coin[]): Plan =>
      makePlan(
        {
          base,
          outputs: [],
          burns,
          must: [...must, ...coins],
          pool: sink ? others.filter((coin) => !isSpentStake(coin)) : others,
          strategy: options.strategy,
          changeWidth: changeWidth(state, options),
          changeOwner: (assetID, spent) =>
            sink && isStake({ assetID }) ? returnOwner(spent) : changeOwner(state, options, spent),
          insufficientFunds,
        },
        tariff,
        avaxAssetID,
      );
    return mostOf(economic, tariff, planWith);
  };
  const stakeFor = (owner: OutputOwners) => [
    ...locked.outputs,
    ...(plain > 0n ? [{ assetID: stake!.assetID, output: amountOf(plain, owner) }] : []),
  ];
  const { staked, plan, taken } = settle(
    stake?.returnTo ?? nobody,
    stakeFor,
    planFor,
    plain > 0n ? (spent) => returnOwner(spent.filter(isSpentStake)) : undefined,
  );
  const rest = plan.changeOutputs.filter((of) => sink && isStake(of));
  const stakes = sortedOutputs<TransferableOutput>([...staked, ...rest]);
  if (stake && stakes.length === 0) throw insufficientFunds(stake.assetID, 1n);
  const change = plan.changeOutputs.filter((of) => !rest.includes(of));
  const frame = frameOf(state, tariff, plan, {
    inputs: [...plan.spent, ...locked.inputs],
    outputs: [],
    change: [...change, ...locked.change],
    warnings: leftBehind(economic.length - taken, swept.length - economic.length, funds.left),
  });
  const unsignedTx = { ...frame.base, ...own(stakes) } as UnsignedTx;
  const slots = [...frame.slots, ...(auth ? [auth] : [])];
  const filled = [...changeFilled(change, options), ...returned(stake, stakes, locked, options)];
  return assemble<'P', T>(state, { ...frame, unsignedTx, slots, filled }, options);
}
