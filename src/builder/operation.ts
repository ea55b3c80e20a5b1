import { Operation } from '../chain/xchain/components.ts';
import { OperationTx } from '../chain/xchain/tx.ts';
import type { DraftOf } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { checkValue } from '../schema/schema.ts';
import { blockchainOf, type XState } from '../state/state.ts';
import { compareBytes } from '../text/bytes.ts';
import { encode } from '../wire/codec.ts';
import { type Planned, planOperation } from './fxoperation.ts';
import { type Options, readMemo } from './intent.ts';
import { type OperationIntent, OperationsIntent } from './intents/assets.ts';
import { type Right, rightsFor } from './rights.ts';
import { checkChain } from './state.ts';
import type { Keep } from './trust.ts';
import { payOnX } from './xpay.ts';

/**
 * Builds a draft with operations: mint assets, mint or transfer NFTs, mint or burn properties. The fee is paid from the state's AVAX.
 * @throws {AvalancheError} With the path of the error, as `buildBaseTx`. Under `operations[i]`: `Insufficient`: no UTXO to consume is
 *   left, context has `assetID`, `type`, `timelocked`, `foreign`, `excluded` and `taken`; `Ambiguous`: several different tokens match;
 *   `Mismatch`, `Duplicate`: the UTXO that is named.
 */
export function buildOperationTx(
  state: XState,
  intent: OperationsIntent,
  options: Options = {},
): DraftOf<'X', 'avm.OperationTx'> {
  checkChain(state, 'X');
  checkValue(OperationsIntent, intent);
  const memo = readMemo(intent.memo, blockchainOf(state));
  const plans = readOperations(state, intent.operations);
  return payOnX(
    state,
    (keep) => {
      const { operations, rights } = operationsOver(state, plans, options, keep);
      return { fields: { type: OperationTx.name, memo, operations }, rights };
    },
    options,
  );
}

function readOperations(state: XState, intents: readonly OperationIntent[]): readonly Planned[] {
  if (intents.length === 0)
    throw new AvalancheError('OutOfRange', 'at least one is needed').at('operations');
  const chain = blockchainOf(state);
  return intents.map((of, i) =>
    within(['operations', i], () => planOperation(of, chain, state.network)),
  );
}

/** Returns the operations in the node's order, with the UTXO that each consumes. */
function operationsOver(
  state: XState,
  plans: readonly Planned[],
  options: Options,
  keep: Keep,
): { readonly operations: readonly Operation[]; readonly rights: readonly Right[] } {
  const rights = rightsFor(
    state,
    plans.map(({ need }) => need),
    options,
    keep,
  );
  const made = plans.map(({ make }, i) => {
    const right = rights[i]!;
    const { txID, outputIndex, assetID } = right.utxo;
    const operation = { assetID, inputIDs: [{ txID, outputIndex }], operation: make(right) };
    return { operation, right, bytes: encode(Operation, operation) };
  });
  made.sort((a, b) => compareBytes(a.bytes, b.bytes));
  return {
    operations: made.map(({ operation }) => operation),
    rights: made.map(({ right }) => right),
  };
}
