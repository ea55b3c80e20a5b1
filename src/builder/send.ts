import type { BaseTx as PBaseTx, ExportTx as PExportTx } from '../chain/pchain/transfers.ts';
import type { BaseTx as XBaseTx, ExportTx as XExportTx } from '../chain/xchain/tx.ts';
import type { DraftOf } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { addUnits } from '../fee/complexity.ts';
import { intrinsic } from '../fee/table.ts';
import type { Tariff } from '../fee/tariff.ts';
import type { UTXOState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { amountOf } from '../tx/output.ts';
import { assemble } from './assemble.ts';
import { changeFilled, changeOwner, changeWidth } from './change.ts';
import { included, insufficient, localSetOf, othersThan, type SpendableSet } from './coins.ts';
import { frameOf, leftBehind, lockedOutput, sortedOutputs } from './frame.ts';
import { checkOptions, type Options, tariffFor, type Wanted } from './intent.ts';
import { makePlan, mostOf, type Task } from './plan.ts';
import { overKnown } from './trust.ts';

/** What is sent where. */
export interface Sending {
  /** Its declaration on the chain of the state. */
  readonly type: typeof PBaseTx | typeof PExportTx | typeof XBaseTx | typeof XExportTx;
  readonly wanted: readonly Wanted[];
  readonly memo?: Uint8Array;
  /** Of an export. */
  readonly peer?: Uint8Array;
}

/** Builds what sends amounts to owners, on the chain or away from it. */
export function send(state: UTXOState, sending: Sending, options: Options): DraftOf<'P' | 'X'> {
  checkOptions(options);
  const tariff = tariffFor(state, options);
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    sendOver(state, sending, options, tariff, funds!),
  );
}

function sendOver(
  state: UTXOState,
  sending: Sending,
  options: Options,
  tariff: Tariff,
  funds: SpendableSet,
): DraftOf<'P' | 'X'> {
  const { type, wanted, memo = new Uint8Array(0), peer } = sending;
  const { avaxAssetID } = state.network;
  const chosen = included(options.include ?? [], funds);
  const others = othersThan(chosen, funds, options);
  const lock = peer ? wanted.findIndex((w) => w.stakeableUntil !== undefined) : -1;
  if (lock >= 0)
    throw new AvalancheError('Unsupported', 'locked funds cannot be exported').at(
      'outputs',
      lock,
      'stakeableUntil',
    );
  const { exact, all } = byAmount(wanted);
  const sinkOf = (assetID: Uint8Array) => all.find((w) => equalBytes(w.assetID, assetID));
  const swept = others.filter((coin) => sinkOf(coin.utxo.assetID));
  const economic = swept.filter((coin) => coin.value > 0n);
  const insufficientFunds = (assetID: Uint8Array, needed: bigint) =>
    insufficient(state.network, assetID, needed, [funds]);
  const { plan, taken } = mostOf(economic, tariff, (coins) =>
    makePlan(
      {
        base: addUnits(intrinsic[type.name], [memo.length, 0, 0, 0]),
        outputs: exact,
        must: [...chosen, ...coins],
        pool: others.filter((coin) => !sinkOf(coin.utxo.assetID)),
        strategy: options.strategy,
        changeWidth: changeWidth(state, options),
        changeOwner: (assetID, spent) =>
          sinkOf(assetID)?.owner ?? changeOwner(state, options, spent),
        insufficientFunds,
      },
      tariff,
      avaxAssetID,
    ),
  );
  for (const { assetID } of all)
    if (!plan.changeOutputs.some((rest) => equalBytes(rest.assetID, assetID)))
      throw insufficientFunds(assetID, equalBytes(assetID, avaxAssetID) ? plan.fee + 1n : 1n);
  const sent = [
    ...exact.map(lockedOutput),
    ...plan.changeOutputs.filter((rest) => sinkOf(rest.assetID)),
  ];
  const change = plan.changeOutputs.filter((rest) => !sinkOf(rest.assetID));
  const frame = frameOf(state, tariff, plan, {
    inputs: plan.spent,
    outputs: peer ? [] : sent,
    change,
    memo,
    warnings: leftBehind(economic.length - taken, swept.length - economic.length, funds.left),
  });
  const unsignedTx = {
    type: type.name,
    ...frame.base,
    ...(peer && { destinationChain: peer, exportedOutputs: sortedOutputs(sent) }),
  } as DraftOf<'P' | 'X'>['unsignedTx'];
  return assemble(state, { ...frame, unsignedTx, filled: changeFilled(change, options) }, options);
}

/** Outputs of a fixed amount, and those that take all. */
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
