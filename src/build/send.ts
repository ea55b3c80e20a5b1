import type { Draft, Warning } from '../draft/draft.ts';
import { within } from '../errors.ts';
import { addComplexity } from '../fee/complexity.ts';
import { intrinsic } from '../fee/table.ts';
import { tariffOf } from '../fee/tariff.ts';
import type { State } from '../state/state.ts';
import { amountOf } from '../state/utxo.ts';
import { equalBytes } from '../text/bytes.ts';
import type { PlainOutput } from '../verify/transfer.ts';
import { assemble } from './assemble.ts';
import { changeOwner } from './change.ts';
import { type Coin, included, insufficient, purseOf } from './coins.ts';
import { checkOptions, type Options, type Wanted } from './intent.ts';
import { makePlan, mostOf } from './plan.ts';

/** What is sent where. */
export interface Sending {
  readonly type: 'BaseTx' | 'ExportTx';
  readonly wanted: readonly Wanted[];
  readonly memo?: Uint8Array;
  /** Of an export. */
  readonly peer?: Uint8Array;
}

/** Builds what sends amounts to owners, on the chain or away from it. */
export function send(state: State, sending: Sending, options: Options): Draft {
  checkOptions(options);
  const { type, wanted, memo = new Uint8Array(0), peer } = sending;
  const { avaxAssetID } = state.network;
  const tariff = within(['state'], () => tariffOf(state));
  const purse = purseOf(state, tariff, state.utxos, ['state', 'utxos'], options.exclude);
  const chosen = included(options.include ?? [], purse);
  const named = new Set(chosen);
  const others = purse.coins.filter((coin) => !named.has(coin));
  const { exact, all } = byAmount(wanted);
  const sinkOf = (assetID: Uint8Array) => all.find((w) => equalBytes(w.assetID, assetID));
  const swept = others.filter((coin) => sinkOf(coin.utxo.assetID));
  const worthy = swept.filter((coin) => coin.value > 0n);
  const short = (assetID: Uint8Array, needed: bigint) => insufficient(assetID, needed, [purse]);
  const chain = state.chain === 'P' ? 'platformvm' : 'avm';
  const { plan, taken } = mostOf(worthy, tariff, (coins) =>
    makePlan(
      {
        base: addComplexity(intrinsic[`${chain}.${type}`], [memo.length, 0, 0, 0]),
        outputs: exact,
        must: [...chosen, ...coins],
        pool: others.filter((coin) => !sinkOf(coin.utxo.assetID)),
        restOwner: (assetID, spent) => sinkOf(assetID)?.owner ?? changeOwner(state, options, spent),
        short,
      },
      tariff,
      avaxAssetID,
    ),
  );
  for (const { assetID } of all)
    if (!plan.rests.some((rest) => equalBytes(rest.assetID, assetID)))
      throw short(assetID, equalBytes(assetID, avaxAssetID) ? plan.fee + 1n : 1n);
  const sent = [...exact, ...plan.rests.filter((rest) => sinkOf(rest.assetID))];
  return assemble(
    state,
    tariff,
    plan,
    {
      type,
      memo,
      inputs: plan.spent,
      change: plan.rests.filter((rest) => !sinkOf(rest.assetID)),
      ...(peer ? { peer, outputs: [], exportedOutputs: sent } : { outputs: sent }),
      warnings: leftBehind(worthy.slice(taken), swept.length - worthy.length),
    },
    options,
  );
}

/** Outputs of a fixed amount, and those that take all. */
function byAmount(wanted: readonly Wanted[]): {
  readonly exact: readonly PlainOutput[];
  readonly all: readonly Wanted[];
} {
  const exact = wanted.flatMap(({ assetID, amount, owner }) =>
    amount === 'max' ? [] : [{ assetID, output: amountOf(amount, owner) }],
  );
  return { exact, all: wanted.filter(({ amount }) => amount === 'max') };
}

/** Says which coins were not taken though all were meant. */
export function leftBehind(tooMany: readonly Coin[], worthless: number): readonly Warning[] {
  const warnings: Warning[] = [];
  if (tooMany.length > 0)
    warnings.push({
      code: 'LeftBehind',
      detail: `${tooMany.length} UTXOs are too many for one transaction`,
    });
  if (worthless > 0)
    warnings.push({
      code: 'LeftBehind',
      detail: `${worthless} UTXOs cost more to spend than they hold`,
    });
  return warnings;
}
