/** A gas price that nobody can pay, as a node that lies claims it: the price is the error, whatever coins there are. */
import { describe, expect, it } from 'vitest';
import { chainOf, exampleNames, exampleOf, stateOf } from '../../examples/intents/index.ts';
import { build } from '../../src/builder/index.ts';
import { isError } from '../../src/errors/error.ts';
import { avax, faultOf, wei } from '../../src/index.ts';
import type { State } from '../../src/state/index.ts';
import { thrown } from '../support/thrown.ts';

/** The state with a price that is higher by a factor. */
function dearer(state: State, factor: bigint): State {
  switch (state.chain) {
    case 'P': {
      const { chainTime: _, ...rest } = state;
      return { ...rest, feeState: { price: state.feeState.price * factor } };
    }
    case 'C':
      return { ...state, baseFee: wei(state.baseFee * factor) };
    case 'X':
      return state;
  }
}

const names = exampleNames.filter((name) => chainOf(name) !== 'X');

describe.each(names)('the fee limit of %s', (name) => {
  const { intent, options } = exampleOf(name);
  const state = stateOf(chainOf(name));

  it.each([6n, 9n, 12n, 15n, 17n])('is what refuses a price of 10^%s as much', (exponent) => {
    const dear = dearer(state, 10n ** exponent);
    for (const of of [dear, withoutCoins(dear)]) {
      const e = thrown(() => build(of, intent, options));
      if (!isError(e, 'FeeTooHigh')) throw e;
      expect(faultOf(e)).toEqual({ party: 'network', status: 503 });
      const { maxFee = avax('0.1') } = options;
      expect(e.context.maxFee).toBe(maxFee);
      expect(e.context.fee).toBeGreaterThan(maxFee);
    }
  });

  it('is the only limit of the price', () => {
    const maxFee = avax('1000000');
    const e = thrown(() =>
      build(withoutCoins(dearer(state, 1_000n)), intent, { ...options, maxFee }),
    );
    expect(e.code).toBe('Insufficient');
  });
});

const withoutCoins = (state: State): State =>
  state.chain === 'C'
    ? {
        ...state,
        accounts: state.accounts.map((one) => ({ ...one, balance: wei(0n) })),
        imports: { P: [], X: [] },
      }
    : ({ ...state, utxos: [], imports: { C: [] } } as State);
