import type { Draft } from '../draft/draft.ts';
import { atomicGasOf } from '../fee/catomic.ts';
import { pTariff, weightOf } from '../fee/tariff.ts';
import { complexityOf } from '../fee/txfee.ts';
import type { State } from '../state/state.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';

const weiOfNAVAX = 1_000_000_000n;

/**
 * The fee of a transaction that is there already.
 * @param isFree Whether its builder may have taken another price than the state’s; what it burns then tells which.
 */
export function feeFor(
  state: State,
  tx: AnyUnsignedTx,
  total: bigint,
  isFree: boolean,
): Draft['fee'] {
  switch (state.chain) {
    case 'X':
      return { total };
    case 'P': {
      const { price } = state.feeState;
      const gas = weightOf(
        complexityOf(tx as (Draft & { chain: 'P' })['unsignedTx']),
        pTariff(state.network, price),
      );
      return { total, gas, price: isFree && gas > 0n ? total / gas : price };
    }
    case 'C': {
      const gas = atomicGasOf(tx as (Draft & { chain: 'C' })['unsignedTx']);
      return { total, gas, price: isFree ? (total * weiOfNAVAX) / gas : state.baseFee };
    }
  }
}
