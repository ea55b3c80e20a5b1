import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { UnsignedTx } from '../chain/pchain/tx.ts';
import type { DraftOf } from '../draft/draft.ts';
import type { OpenSlot } from '../draft/slot.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { complexityOf } from '../fee/table.ts';
import type { PState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { amountOf, lockedUntil } from '../tx/output.ts';
import { encode } from '../wire/codec.ts';
import { assemble } from './assemble.ts';
import { changeOwner, changeWidth } from './change.ts';
import { type Coin, included, insufficient, othersThan, purseOf } from './coins.ts';
import { frameOf, inputOf, sortedOutputs } from './frame.ts';
import { checkOptions, type Options, tariffFor } from './intent.ts';
import { makePlan, mostOf, type Plan } from './plan.ts';
import { leftBehind } from './send.ts';
import { nothingLocked, type Stake, stakeLocked } from './stake.ts';

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

/**
 * @throws {AvalancheError} `WrongChain`: a state of another chain than P.
 */
export function checkP({ chain }: { readonly chain: string }): void {
  if (chain !== 'P')
    throw new AvalancheError(
      'WrongChain',
      `the state is of the ${chain}-chain, the P-chain is needed`,
      { have: chain, need: 'P' },
    ).at('state', 'chain');
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

/**
 * A draft that does something on the P-chain, pays for it and stakes what is to be staked.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
export function payOnP<T extends Own['type']>(
  state: PState,
  purpose: Purpose<T>,
  options: Options,
): DraftOf<'P', T> {
  checkP(state);
  checkOptions(options);
  const { own, stake, auth, balance = 0n } = purpose;
  const { networkID, avaxAssetID, chains } = state.network;
  const tariff = tariffFor(state, options);
  const purse = purseOf(state, tariff, state.utxos, ['state', 'utxos'], options.exclude);
  const must = included(options.include ?? [], purse);
  const others = othersThan(must, purse, options);
  const short = (assetID: Uint8Array, needed: bigint) =>
    insufficient(state.network, assetID, needed, [purse]);
  const { locked: choice = 'prefer' } = options;
  const isLockedUsed = choice !== 'never' && options.strategy !== 'manual';
  const locked = stake && isLockedUsed ? stakeLocked(purse.locked, stake) : nothingLocked;
  const plain = stake && stake.amount !== 'max' ? stake.amount - locked.amount : 0n;
  if (plain > 0n && choice === 'only') throw short(stake!.assetID, stake!.amount as bigint);
  const sink = stake?.amount === 'max' && choice !== 'only' ? stake : undefined;
  const isStake = ({ assetID }: { readonly assetID: Uint8Array }) =>
    stake !== undefined && equalBytes(assetID, stake.assetID);
  const isSpentStake = ({ utxo }: Coin) => isStake(utxo);
  const returnOwner = (spent: readonly Coin[]): OutputOwners =>
    stake!.returnTo ?? within(['stakeReturn'], () => changeOwner(state, options, spent));
  const swept = sink ? others.filter(isSpentStake) : [];
  const worthy = swept.filter(({ value }) => value > 0n);
  const change = locked.change.map(({ assetID, output, stakeableUntil }) => ({
    assetID,
    output: lockedUntil(output, stakeableUntil),
  }));
  const burns = [
    ...(plain > 0n ? [{ assetID: stake!.assetID, amount: plain }] : []),
    ...(balance > 0n ? [{ assetID: avaxAssetID, amount: balance }] : []),
  ];
  const planFor = (staked: readonly TransferableOutput[]) => {
    const base = complexityOf({
      ...own(staked),
      networkID,
      blockchainID: chains.P.blockchainID,
      outputs: change,
      inputs: locked.inputs.map(inputOf),
      memo: new Uint8Array(0),
    } as UnsignedTx);
    return mostOf(
      worthy,
      tariff,
      (coins): Plan =>
        makePlan(
          {
            base,
            outputs: [],
            burns,
            must: [...must, ...coins],
            pool: sink ? others.filter((coin) => !isSpentStake(coin)) : others,
            strategy: options.strategy,
            changeWidth: changeWidth(state, options),
            restOwner: (assetID, spent) =>
              sink && isStake({ assetID })
                ? returnOwner(spent)
                : changeOwner(state, options, spent),
            short,
          },
          tariff,
          avaxAssetID,
        ),
    );
  };
  const stakeFor = (owner: OutputOwners) => [
    ...locked.outputs,
    ...(plain > 0n ? [{ assetID: stake!.assetID, output: amountOf(plain, owner) }] : []),
  ];
  // Whom a plain stake goes back to depends on what is spent, and that, by its weight, on him.
  let owner = stake?.returnTo ?? nobody;
  let staked = stakeFor(owner);
  let { plan, taken } = planFor(staked);
  for (let tries = 0; plain > 0n; tries++) {
    const next = returnOwner(plan.spent.filter(isSpentStake));
    if (sameOwner(owner, next)) break;
    if (tries === 4)
      throw new AvalancheError(
        'Ambiguous',
        'several owners fund the stake: name who gets it back',
        { candidates: [] },
      ).at('stakeReturn');
    owner = next;
    staked = stakeFor(owner);
    ({ plan, taken } = planFor(staked));
  }
  const rest = plan.rests.filter((of) => sink && isStake(of));
  const stakes = sortedOutputs<TransferableOutput>([...staked, ...rest]);
  if (stake && stakes.length === 0) throw short(stake.assetID, 1n);
  const frame = frameOf(state, tariff, plan, {
    inputs: [...plan.spent, ...locked.inputs],
    outputs: [],
    change: [...plan.rests.filter((of) => !rest.includes(of)), ...locked.change],
    warnings: leftBehind(worthy.length - taken, swept.length - worthy.length),
  });
  const unsignedTx = { ...frame.base, ...own(stakes) } as UnsignedTx;
  const slots = auth ? [...frame.slots, auth] : frame.slots;
  return assemble<'P', T>(state, { ...frame, unsignedTx, slots }, options);
}
