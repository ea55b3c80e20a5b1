import type { UnsignedTx } from '../chain/xchain/tx.ts';
import { type DraftOf, type OpenSlot, warningsFor } from '../draft/draft.ts';
import { complexityOf, type Tariff, xTariff } from '../fee/transactions.ts';
import { blockchainOf, type XState } from '../state/state.ts';
import { assemble } from './assemble.ts';
import { changeFilled, changeRule } from './change.ts';
import { included, localSetOf, othersThan, type SpendableSet } from './coins.ts';
import { makeFullestPlan } from './fill.ts';
import { frameOf } from './frame.ts';
import { insufficient } from './insufficient.ts';
import { checkOptions, type Options } from './intent.ts';
import type { Right } from './rights.ts';
import { checkState } from './state.ts';
import { type Keep, overKnown } from './trust.ts';

type Moves = 'networkID' | 'blockchainID' | 'inputs' | 'outputs';

/** An X-chain transaction without its inputs and outputs. */
type TxFields =
  | Omit<Extract<UnsignedTx, { readonly type: 'avm.CreateAssetTx' }>, Moves>
  | Omit<Extract<UnsignedTx, { readonly type: 'avm.OperationTx' }>, Moves>;

/** The purpose of an X-chain transaction: its own fields, and the outputs that its operations consume. */
export interface Purpose<T extends TxFields['type'] = TxFields['type']> {
  readonly fields: Extract<TxFields, { readonly type: T }>;
  readonly rights: readonly Right[];
}

/**
 * Builds a draft of an X-chain transaction that pays only the fee, with its change.
 * @param purposeOver Returns the purpose for the rights that may be consumed.
 */
export function payOnX<T extends TxFields['type']>(
  state: XState,
  purposeOver: (keep: Keep) => Purpose<T>,
  options: Options,
): DraftOf<'X', T> {
  checkOptions(options);
  checkState(state);
  const { type } = purposeOver(() => true).fields;
  const { maxBytes } = options;
  const tariff = { ...xTariff(state.network, type), ...(maxBytes !== undefined && { maxBytes }) };
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds], keep) =>
    payOver(state, purposeOver(keep), options, tariff, funds!),
  );
}

function payOver<T extends TxFields['type']>(
  state: XState,
  { fields, rights }: Purpose<T>,
  options: Options,
  tariff: Tariff,
  funds: SpendableSet,
): DraftOf<'X', T> {
  const { network } = state;
  const must = included(options.include ?? [], funds);
  const { blockchainID } = blockchainOf(state);
  const empty = { networkID: network.networkID, blockchainID, outputs: [], inputs: [] };
  const { plan, left } = makeFullestPlan(
    {
      base: complexityOf({ ...empty, ...fields }),
      outputs: [],
      must,
      pool: othersThan(must, funds, options),
      strategy: options.strategy,
      change: changeRule(state, options),
      insufficientFunds: (assetID, needed) => insufficient(state.network, assetID, needed, [funds]),
    },
    [],
    tariff,
    network.avaxAssetID,
  );
  const { base, slots, ...frame } = frameOf(state, tariff, plan, {
    inputs: plan.spent,
    outputs: [],
    change: plan.changeOutputs,
    memo: fields.memo,
    warnings: warningsFor({ tooMany: left, notVouched: funds.left }),
    fields,
  });
  const consumed = rights.map(
    ({ utxo, owner, signatureIndices }): OpenSlot => ({
      kind: 'operation',
      utxo,
      owner,
      signatureIndices,
    }),
  );
  const filled = [
    ...changeFilled(plan.changeOutputs, options),
    ...rights.filter(({ isNamed }) => !isNamed),
  ];
  return assemble<'X', T>(
    state,
    { ...frame, unsignedTx: { ...base, ...fields }, slots: [...slots, ...consumed], filled },
    options,
  );
}
