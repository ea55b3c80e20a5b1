/** Builders that pay: a transfer on P or X, and exports from both. Imports are in `import.ts` and `cimport.ts`, exports from C in `cexport.ts`. */
import { BaseTx as PBaseTx, ExportTx as PExportTx } from '../chain/pchain/transfers.ts';
import { BaseTx as XBaseTx, ExportTx as XExportTx } from '../chain/xchain/tx.ts';
import { type Draft, type DraftOf, warningsFor } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { addUnits, outputUnits } from '../fee/gas.ts';
import { intrinsic, type Tariff, weightOf } from '../fee/transactions.ts';
import { blockchainOf, checkStateShape, type State, type UTXOState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { amountOf } from '../tx/output.ts';
import {
  assemble,
  everythingKey,
  frameOf,
  lockedOutput,
  sortedOutputs,
  withinFeeLimit,
} from './assemble.ts';
import { exportFromC } from './cexport.ts';
import { changeFilled, changeRule, sinkRule } from './change.ts';
import { peerOf } from './checkstate.ts';
import {
  byAsset,
  type Coin,
  included,
  localSetOf,
  othersThan,
  type SpendableSet,
} from './coins.ts';
import { makeFullestPlan } from './fill.ts';
import { insufficient } from './insufficient.ts';
import {
  type BuildOptions,
  checkOptions,
  readMemo,
  readOutputs,
  strategyOf,
  tariffFor,
  type Wanted,
} from './intent.ts';
import { BaseIntent, ExportIntent } from './intents/transfers.ts';
import { dueOf, type Task } from './plan.ts';
import { overKnown } from './trust.ts';

/**
 * Builds a draft that pays amounts on the chain of the state.
 * @param state The UTXOs, fees and time to build with: `await connect(url).pchain.state(addresses)`, or `parseState(text)`.
 * @param intent The outputs: `to` receives `amount`, in nAVAX (`avax('1.5')`) or units of another asset; `max` sends everything.
 * @throws {AvalancheError} With the path of the error. `Insufficient`: context has `assetID`, `needed`, `spendable`,
 *   `uneconomic`, `stakeable`, `timelocked`, `foreign` and `excluded`; `WrongNetwork`, `WrongChain`: an address of another network or
 *   chain; `Ambiguous`: the change owner must be named; `FeeTooHigh`, `OutOfRange`, `TooLong`, `Duplicate`, `Unsupported`.
 * @example
 * import { readFileSync } from 'node:fs';
 * const state = parseState(readFileSync('examples/intents/states/P.json', 'utf8'));
 * const to = 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
 * const draft = buildBaseTx(state, { outputs: [{ to, amount: avax('1.5') }] }, { change: state.from[0] });
 * draft.fee.total; // 51_790n
 */
export function buildBaseTx<S extends State>(
  state: S,
  intent: BaseIntent,
  options?: BuildOptions,
): DraftOf<S, 'BaseTx'>;
export function buildBaseTx(state: State, intent: BaseIntent, options: BuildOptions = {}): Draft {
  checkStateShape(state);
  if (state.chain === 'C')
    throw new AvalancheError('WrongChain', 'the C-chain has no such transaction', {
      have: 'C',
      need: 'P or X',
    }).at('state');
  const own = deepCopy(intent);
  BaseIntent.check(own);
  const chain = blockchainOf(state);
  const memo = readMemo(own.memo, chain);
  const wanted = readOutputs(own.outputs, chain, state.network);
  return send(state, { type: state.chain === 'P' ? PBaseTx : XBaseTx, wanted, memo }, options);
}

/**
 * Builds a draft that exports amounts to another chain, in nAVAX (`avax('1.5')`). From C it takes whole nAVAX from as few of the state's accounts as suffice, with
 * the nonces of the state.
 * @throws {AvalancheError} As `buildBaseTx`; `WrongChain`: not a chain that it can export to; `Unsupported`: an asset other than AVAX to
 *   or from C, or an option that does not apply to accounts.
 */
export function buildExportTx<S extends State>(
  state: S,
  intent: ExportIntent,
  options?: BuildOptions,
): DraftOf<S, 'ExportTx'>;
export function buildExportTx(
  state: State,
  intent: ExportIntent,
  options: BuildOptions = {},
): Draft {
  checkStateShape(state);
  const own = deepCopy(intent);
  ExportIntent.check(own);
  const peer = within(['to'], () => peerOf(state, own.to));
  const wanted = readOutputs(own.outputs, peer, state.network);
  const locked = wanted.findIndex(({ stakeableUntil }) => stakeableUntil !== undefined);
  if (locked >= 0)
    throw new AvalancheError(
      'Unsupported',
      'funds that can only be staked cannot be imported on the other chain',
    ).at('outputs', locked, 'stakeableUntil');
  return state.chain === 'C'
    ? exportFromC(state, peer, wanted, options)
    : send(
        state,
        { type: state.chain === 'P' ? PExportTx : XExportTx, wanted, peer: peer.blockchainID },
        options,
      );
}

/** The type, outputs and destination of a payment or export. */
export interface Sending {
  /** Declaration of the transaction on the state's chain. */
  readonly type: typeof PBaseTx | typeof PExportTx | typeof XBaseTx | typeof XExportTx;
  readonly wanted: readonly Wanted[];
  readonly memo?: Uint8Array;
  /** Id of the destination chain of an export. */
  readonly peer?: Uint8Array;
}

/** Builds a draft that sends amounts to owners, on the chain or as an export. */
function send(state: UTXOState, sending: Sending, options: BuildOptions): DraftOf<'P' | 'X'> {
  checkOptions(options);
  const tariff = tariffFor(state, options);
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    sendOver(state, sending, options, tariff, funds!),
  );
}

/** Builds the draft from UTXOs that have already been read. */
export function sendOver(
  state: UTXOState,
  { type, wanted, memo = new Uint8Array(0), peer }: Sending,
  options: BuildOptions,
  tariff: Tariff,
  funds: SpendableSet,
): DraftOf<'P' | 'X'> {
  const { avaxAssetID } = state.network;
  const { exact, all } = byAmount(wanted);

  // Funds: the named coins, and those of the assets that are sent whole, as far as they are worth their inputs.
  const sinkOf = (assetID: Uint8Array) => all.find((sink) => equalBytes(sink.assetID, assetID));
  const chosen = included(options.include ?? [], funds);
  const others = othersThan(chosen, funds, options);
  const assets = all.length > 0 ? byAsset(others) : [];
  const isSwept = ([first]: readonly Coin[]) => sinkOf(first!.utxo.assetID) !== undefined;
  const swept = assets.filter(isSwept).flat();
  const economic = swept.filter(({ value }) => value > 0n);
  // If all of several assets is sent, each needs an output, even if few coins fit.
  const first = all.length > 1 ? byAsset(economic).map(([best]) => best!) : [];

  // Target: the outputs with an amount, and the fee.
  const insufficientFunds = (assetID: Uint8Array, needed: bigint) => {
    const sink = sinkOf(assetID);
    const output = sink ? weightOf(outputUnits(sink.owner.addresses.length), tariff) : 0n;
    const price = equalBytes(assetID, avaxAssetID) ? tariff.price : 0n;
    return insufficient(state.network, assetID, needed + output * price + (sink ? 1n : 0n), [
      funds,
    ]);
  };
  const task: Task = {
    base: addUnits(intrinsic[type.name], [memo.length, 0, 0, 0]),
    outputs: exact,
    must: [...chosen, ...first],
    pool: all.length > 0 ? assets.filter((asset) => !isSwept(asset)).flat() : others,
    strategy: strategyOf(options, tariff),
    change: sinkRule(changeRule(state, options), (assetID) => sinkOf(assetID)?.owner),
    insufficientFunds,
  };

  // Selection.
  const wantedCoins = economic.filter((coin) => !first.includes(coin));
  const base = weightOf(task.base, tariff);
  const { plan, left } = withinFeeLimit(state, options, tariff, base, () =>
    makeFullestPlan(task, wantedCoins, tariff, avaxAssetID),
  );
  for (const { assetID } of all)
    if (!plan.changeOutputs.some((rest) => equalBytes(rest.assetID, assetID)))
      throw insufficientFunds(assetID, dueOf(task, assetID, plan.weight, tariff, avaxAssetID));

  // Change: that of an asset that is sent whole goes to its receiver.
  const sent = [
    ...exact.map(lockedOutput),
    ...plan.changeOutputs.filter((rest) => sinkOf(rest.assetID)),
  ];
  const change = plan.changeOutputs.filter((rest) => !sinkOf(rest.assetID));

  // Draft.
  const frame = frameOf(state, tariff, plan, {
    inputs: plan.spent,
    outputs: peer ? [] : sent,
    change,
    memo,
    warnings: warningsFor({
      tooMany: left,
      uneconomic: swept.length - economic.length,
      notVouched: funds.left,
    }),
    fields: peer ? { exportedOutputs: sent } : {},
  });
  const unsignedTx = {
    type: type.name,
    ...frame.base,
    ...(peer && { destinationChain: peer, exportedOutputs: sortedOutputs(sent) }),
  } as DraftOf<'P' | 'X'>['unsignedTx'];
  return assemble(
    state,
    {
      ...frame,
      unsignedTx,
      filled: changeFilled(change, options),
      choices: all.map(({ assetID }) => everythingKey(assetID)),
    },
    options,
  );
}

/** Splits outputs into those with a fixed amount and those with `max`. */
function byAmount(wanted: readonly Wanted[]): {
  readonly exact: Task['outputs'];
  readonly all: readonly Wanted[];
} {
  const exact = wanted.flatMap(({ assetID, amount, owner, stakeableUntil: lock }) =>
    amount === 'max'
      ? []
      : [
          {
            assetID,
            output: amountOf(amount, owner),
            ...(lock !== undefined && { stakeableUntil: lock }),
          },
        ],
  );
  return { exact, all: wanted.filter(({ amount }) => amount === 'max') };
}
