import { accountInputGas, atomicTariffOf } from '../../builder/atomic.ts';
import { waitingOf } from '../../builder/cimport.ts';
import { included, othersThan } from '../../builder/coins.ts';
import type { Options } from '../../builder/intent.ts';
import type { Intent } from '../../builder/intents/table.ts';
import type { DraftOf } from '../../draft/draft.ts';
import { atomicFeeOf, atomicGasOf } from '../../fee/catomic.ts';
import type { CState } from '../../state/state.ts';
import { sumOf } from '../../text/uint64.ts';
import { type Candidate, leastCost } from './cover.ts';

const weiPerNAVAX = 1_000_000_000n;

/** A lower bound in nAVAX for what an import to the C-chain, or an export from it, burns that gives as much as a draft. */
export function leastOnC(
  state: CState,
  intent: Intent,
  draft: DraftOf<'C'>,
  options: Options,
): bigint {
  const { price } = atomicTariffOf(state, options, []);
  const tx = draft.unsignedTx;
  const worth = (amount: bigint, gas: bigint): Candidate => ({
    value: amount * weiPerNAVAX - gas * price,
    cost: gas,
  });
  const leastFor = (candidates: readonly Candidate[], given: bigint, base: bigint): bigint =>
    atomicFeeOf(base + (leastCost(candidates, given * weiPerNAVAX + base * price) ?? 0n), price);
  if (tx.type === 'atomic.ExportTx') {
    const base = atomicGasOf({ ...tx, inputs: [] });
    const accounts = state.accounts.map(({ balance }) =>
      worth(balance / weiPerNAVAX, accountInputGas),
    );
    return leastFor(accounts, sumOf(tx.exportedOutputs.map(({ output }) => output.amount)), base);
  }
  const base = atomicGasOf({ ...tx, importedInputs: [] });
  const { from } = intent as Extract<Intent, { readonly type: 'ImportTx' }>;
  const { funds } = waitingOf(state, from, { price, cap: 0n }, options);
  const must = included(options.include ?? [], funds);
  const coins = [...must, ...othersThan(must, funds, options)];
  const given = sumOf(tx.outputs.map(({ amount }) => amount));
  return leastFor(
    coins.map(({ amount, weight }) => worth(amount, weight)),
    given,
    base,
  );
}
