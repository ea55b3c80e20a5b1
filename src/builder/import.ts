/** Imports on all chains. On P and X, the chain's own UTXOs may help to pay the fee; imports to C are in `cimport.ts`. */
import type { ChainName } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { ImportTx as PImportTx } from '../chain/pchain/transfers.ts';
import { ImportTx as XImportTx } from '../chain/xchain/tx.ts';
import { type Draft, type DraftOf, warningsFor } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { inputUnits } from '../fee/gas.ts';
import { feeOfWeight, intrinsic, type Tariff, weightOf } from '../fee/transactions.ts';
import type { Chain } from '../network/network.ts';
import { type CState, checkStateShape, type State, type UTXOState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { assemble, frameOf, inOrder, inputOf, slotOf, withinFeeLimit } from './assemble.ts';
import { atomicTariffOf } from './atomic.ts';
import { changeFilled, changeRule, ownerOfAll, readTo } from './change.ts';
import { peerOf } from './checkstate.ts';
import {
  atomicCapacity,
  importOver as importOverC,
  importToC,
  sharesOf,
  waitingOf,
} from './cimport.ts';
import {
  type Coin,
  included,
  localSetOf,
  noFunds,
  othersThan,
  type SpendableSet,
  waitingSetOf,
} from './coins.ts';
import { capacityOf, economicAVAX, inBatches, makeFullestPlan } from './fill.ts';
import { insufficient } from './insufficient.ts';
import {
  type BatchOptions,
  type BuildOptions,
  checkOptions,
  checkOptionsWithout,
  tariffFor,
} from './intent.ts';
import { CImportIntent, ImportIntent, ImportsIntent } from './intents/transfers.ts';
import type { Task } from './plan.ts';
import type { ChangeRule } from './select.ts';
import { overKnown } from './trust.ts';

/** The import intent of a state's chain: to accounts on C, to owners on P and X. */
export type ImportIntentOf<S extends State> = S extends CState ? CImportIntent : ImportIntent;

/**
 * Builds a draft that imports as many pending UTXOs from another chain as one transaction holds. The fee is paid from imported AVAX, and
 * if that does not suffice, from UTXOs of the chain. `include` names pending UTXOs; `exclude` may name UTXOs of either kind.
 * On C only imported AVAX can pay the fee, and UTXOs that are worth less than their input are left out.
 * @throws {AvalancheError} As `buildBaseTx`; `WrongChain`: not a chain that it can import from; `Insufficient`: also if nothing is
 *   pending.
 */
export function buildImportTx<S extends State>(
  state: S,
  intent: ImportIntentOf<S>,
  options?: BuildOptions,
): DraftOf<S, 'ImportTx'>;
export function buildImportTx(
  state: State,
  intent: ImportIntent | CImportIntent,
  options: BuildOptions = {},
): Draft {
  checkStateShape(state);
  checkOptions(options);
  const own = deepCopy(intent);
  (state.chain === 'C' ? CImportIntent : ImportIntent).check(own);
  const source = within(['from'], () => peerOf(state, own.from));
  return state.chain === 'C'
    ? importToC(state, own as CImportIntent, source, options)
    : importTo(state, own as ImportIntent, source, options);
}

function importTo(
  state: UTXOState,
  intent: ImportIntent,
  source: Chain,
  options: BuildOptions,
): DraftOf<'P' | 'X'> {
  const to = readTo(state, intent.to);
  const tariff = tariffFor(state, options);
  const sets = [
    waitingSetOf(state, intent.from, tariff, options),
    localSetOf(state, tariff, options),
  ];
  return overKnown(state, options, sets, ([waiting, local]) =>
    importOver(state, { from: intent.from, source, to }, options, tariff, waiting!, local!),
  );
}

/** The source and receiver of an import. */
interface Importing {
  readonly from: ChainName;
  readonly source: Chain;
  readonly to: OutputOwners | undefined;
}

/** Builds an import from UTXOs that have already been read: pending ones, and those of the chain. */
function importOver(
  state: UTXOState,
  { from, source, to }: Importing,
  options: BuildOptions,
  tariff: Tariff,
  waiting: SpendableSet,
  local: SpendableSet,
): DraftOf<'P' | 'X'> {
  const { network } = state;
  const type = state.chain === 'P' ? PImportTx : XImportTx;
  const base = intrinsic[type.name];
  const insufficientFunds = (assetID: Uint8Array, needed: bigint) =>
    insufficient(network, assetID, needed, [waiting, local], { importFrom: from });
  const chosen = included(options.include ?? [], waiting);
  const others = othersThan(chosen, waiting, options);
  const { wanted, uneconomic, feeOnly } = worthImporting(others, options, tariff);
  const withinLimit = <T>(plan: () => T) =>
    withinFeeLimit(state, options, tariff, weightOf(base, tariff), plan);
  if (chosen.length + wanted.length === 0)
    withinLimit(() => {
      const weight = weightOf(base, tariff) + weightOf(inputUnits(1), tariff);
      throw insufficient(network, network.avaxAssetID, feeOfWeight(weight, tariff), [waiting], {
        importFrom: from,
      });
    });
  const isLocal = new Set(local.eligible);
  const task: Task = {
    base,
    outputs: [],
    must: chosen,
    pool: othersThan([], local, options),
    strategy: options.strategy === 'largestFirst' ? 'largestFirst' : 'minFee',
    change: importRule(changeRule(state, options), to, (coin) => isLocal.has(coin)),
    insufficientFunds,
  };
  const { plan, left } = withinLimit(() =>
    makeFullestPlan(task, wanted, tariff, network.avaxAssetID),
  );
  const inputs = plan.spent.filter((coin) => isLocal.has(coin));
  const imported = inOrder(plan.spent.filter((coin) => !isLocal.has(coin)));
  const isChange = ({ assetID }: { readonly assetID: Uint8Array }) =>
    inputs.length > 0 && equalBytes(assetID, network.avaxAssetID);
  const change = plan.changeOutputs.filter(isChange);
  const outputs = plan.changeOutputs.filter((rest) => !isChange(rest));
  const warnings = warningsFor({ tooMany: left, uneconomic, feeOnly, notVouched: waiting.left });
  const frame = frameOf(state, tariff, plan, {
    inputs,
    outputs,
    change,
    warnings,
    fields: { importedInputs: imported },
  });
  const unsignedTx = {
    type: type.name,
    ...frame.base,
    sourceChain: source.blockchainID,
    importedInputs: imported.map(inputOf),
  } as DraftOf<'P' | 'X'>['unsignedTx'];
  const slots = [...frame.slots, ...imported.map(slotOf)];
  const filled = [
    ...changeFilled(change, options),
    ...(to ? [] : changeFilled(outputs, options).map(({ owner }) => ({ owner, by: ['to'] }))),
  ];
  return assemble(state, { ...frame, unsignedTx, slots, filled }, options);
}

/** Returns the change rule of an import: the receiver gets the rest of imported coins, the change owner that of the chain's coins. */
const importRule = (
  rule: ChangeRule,
  to: OutputOwners | undefined,
  isLocal: (coin: Coin) => boolean,
): ChangeRule => ({
  ownerOf: (assetID, spent) => {
    const topUp = spent.filter(isLocal);
    if (topUp.length > 0) return rule.ownerOf(assetID, topUp);
    return to ?? rule.ownerOf(assetID, spent);
  },
  groupsOf: (coins) => rule.groupsOf(coins, []),
});

/**
 * Selects the pending imports that are worth their inputs. Where inputs cost gas, assets other than AVAX do not pay for themselves: they
 * are imported only with the strategy `sweep`, or if no AVAX is pending.
 */
function worthImporting(
  coins: readonly Coin[],
  { strategy }: BuildOptions,
  { price }: Tariff,
): { readonly wanted: readonly Coin[]; readonly uneconomic: number; readonly feeOnly: number } {
  const economic = coins.filter(({ value }) => value > 0n);
  const ofAVAX = economic.filter(({ isAVAX }) => isAVAX);
  const isAll = price === 0n || strategy === 'sweep' || ofAVAX.length === 0;
  const wanted = isAll ? economic : ofAVAX;
  return {
    wanted,
    uneconomic: coins.length - economic.length,
    feeOnly: economic.length - wanted.length,
  };
}

/**
 * Builds drafts that import all pending AVAX from another chain, each as much as one transaction holds. The drafts spend different UTXOs
 * and no funds of the chain, so they can be submitted in any order. UTXOs that are worth less than their input are left out, and so are
 * other assets; use `buildImportTx` for these.
 * @returns The drafts; none if no pending UTXO pays for itself.
 * @throws {AvalancheError} As `buildImportTx`; `Unsupported`: shares of several accounts.
 */
export function buildImportTxs<S extends State>(
  state: S,
  intent: ImportsIntent,
  options?: BatchOptions,
): readonly DraftOf<S, 'ImportTx'>[];
export function buildImportTxs(
  state: State,
  intent: ImportsIntent,
  options: BatchOptions = {},
): readonly Draft[] {
  checkStateShape(state);
  checkOptionsWithout(options, ['include', 'strategy']);
  const own = deepCopy(intent);
  if (Array.isArray(own?.to))
    throw new AvalancheError(
      'Unsupported',
      'everything goes to one account: choose another account',
    ).at('to');
  ImportsIntent.check(own);
  const source = within(['from'], () => peerOf(state, own.from));
  return state.chain === 'C'
    ? importsToC(state, { ...own, source }, options)
    : importsTo(state, { ...own, source }, options);
}

/** The intent, with the chain that it names resolved. */
type From = ImportsIntent & { readonly source: Chain };

function importsTo(
  state: UTXOState,
  { from, source, to: given }: From,
  options: BuildOptions,
): readonly Draft[] {
  const named = readTo(state, given);
  const tariff = tariffFor(state, options);
  const all = waitingSetOf(state, from, tariff, options);
  return overKnown(state, options, [all], ([funds]) => {
    const { coins } = economicAVAX(funds!);
    if (coins.length === 0) return [];
    const to = named ?? ownerOfAll(state, options, coins);
    return inBatches(funds!, { least: 1, capacity: capacityOf(tariff).weight }, (batch) =>
      importOver(state, { from, source, to }, { ...options, exclude: [] }, tariff, batch, noFunds),
    );
  });
}

function importsToC(
  state: CState,
  { from, source, to }: From,
  options: BuildOptions,
): readonly Draft[] {
  const tariff = atomicTariffOf(state, options, ['change', 'locked', 'strategy']);
  const shares = within(['to'], () => sharesOf(state, to as string | undefined));
  const { funds: all } = waitingOf(state, from, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    inBatches(funds!, { least: 1, capacity: atomicCapacity(tariff, options).weight }, (batch) =>
      importOverC(
        state,
        { from, source, shares, isNamed: to !== undefined, others: 0 },
        { ...options, exclude: [] },
        tariff,
        batch,
      ),
    ),
  );
}
