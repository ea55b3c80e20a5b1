/** Compares what the node says that something costs with what we say. */
import { expect } from 'vitest';
import type { Price } from '../../scripts/prices.ts';
import { UnsignedTx as CUnsignedTx } from '../../src/chain/cchain/tx.ts';
import { Tx } from '../../src/chain/pchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { advanceFeeState, consumeGas, gasPriceOf } from '../../src/fee/gas.ts';
import { atomicGasOf, complexityOf, gasOf, txFeeOf } from '../../src/fee/transactions.ts';
import { advanceValidatorFeeState, validatorFeeOf } from '../../src/fee/validatorfee.ts';
import { mainnet } from '../../src/network/known.ts';
import { parseHex } from '../../src/text/hex.ts';
import { decode } from '../../src/wire/codec.ts';

type Of<K extends Price['kind']> = Extract<Price, { readonly kind: K }>;

/** The same with every number as a bigint. */
const numbers = <K extends string>(of: Readonly<Record<K, string>>): Readonly<Record<K, bigint>> =>
  Object.fromEntries(
    Object.entries<string>(of).map(([key, text]) => [key, BigInt(text)]),
  ) as Readonly<Record<K, bigint>>;

/** The result, or the library's error. */
function outcome<T>(make: () => T): T | 'refused' {
  try {
    return make();
  } catch (e) {
    if (isError(e)) return 'refused';
    throw e;
  }
}

/** Complexity, gas and fee of a transaction. A word that says which of the outcomes it was. */
function compareFee({ request: { hex, price }, answer }: Of<'fee'>): string {
  const { unsignedTx: tx } = decode(Tx, parseHex(hex));
  const complexity = outcome(() => complexityOf(tx));
  if (complexity === 'refused') {
    expect(answer).toMatchObject({ ok: false, complexity: null });
    return 'without a fee';
  }
  expect({ complexity, gas: String(gasOf(tx, mainnet)) }).toEqual({
    complexity: answer.complexity,
    gas: answer.gas,
  });
  const fee = outcome(() => String(txFeeOf(tx, mainnet, BigInt(price))));
  if (fee !== 'refused') expect(fee).toBe(answer.fee);
  else expect(answer).toMatchObject({ ok: false, fee: null });
  return fee === 'refused' ? 'fee too large' : 'with a fee';
}

/** What time adds and a transaction consumes. */
function compareFeeState({ request, answer }: Of<'feestate'>): string {
  const { gasConsumed, ...rest } = request;
  const { seconds, capacity, excess, ...limits } = numbers(rest);
  const fees = { ...mainnet.pFees, ...limits };
  const state = advanceFeeState({ capacity, excess }, seconds, fees);
  const consumed = BigInt(gasConsumed ?? 0);
  if (consumed > state.capacity) {
    expect(answer.error).toMatch(/^insufficient capacity/);
    expect(() => consumeGas(state, consumed)).toThrow(/^OutOfRange: /);
    return 'without capacity';
  }
  const after = gasConsumed === undefined ? state : consumeGas(state, consumed);
  const { price, ...told } = answer;
  expect({ ...after, price: gasPriceOf(after, fees) }).toMatchObject({
    capacity: BigInt(told.capacity),
    excess: BigInt(told.excess),
    price: BigInt(price),
  });
  return 'with capacity';
}

/** What L1 validators pay, and how long their funds last. */
function compareValidatorFee({ request, answer }: Of<'validatorfee'>): string {
  const { seconds, funds, maxSeconds, ...state } = numbers(request);
  const fees = { ...state, capacity: 0n };
  const fee = validatorFeeOf(state, fees);
  expect({
    request,
    price: String(fee.price),
    cost: String(fee.cost(seconds)),
    excessAfter: String(advanceValidatorFeeState(state, seconds, fees).excess),
  }).toEqual({ request, price: answer.price, cost: answer.cost, excessAfter: answer.excessAfter });
  // The node stops at maxSeconds. To have seen the last second paid and the next one not is as good.
  const remaining = BigInt(answer.secondsRemaining);
  if (remaining < maxSeconds) {
    expect(fee.lasts(funds)).toBe(remaining);
    return 'funds end';
  }
  expect(fee.cost(maxSeconds)).toBeLessThanOrEqual(funds);
  return 'funds last';
}

function compareAtomicGas({ request, answer }: Of<'atomicgas'>): string {
  expect(String(atomicGasOf(decode(CUnsignedTx, parseHex(request.unsignedHex))))).toBe(
    answer.gasUsed,
  );
  return 'atomic gas';
}

const compare: { readonly [K in Price['kind']]: (price: Of<K>) => string } = {
  fee: compareFee,
  feestate: compareFeeState,
  validatorfee: compareValidatorFee,
  atomicgas: compareAtomicGas,
};

/** Compares all prices, and expects each outcome often enough. */
export function comparePrices(prices: readonly Price[]): void {
  const outcomes = new Map<string, number>();
  for (const price of prices) {
    const found = (compare[price.kind] as (of: Price) => string)(price);
    outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
  }
  const least = {
    'with a fee': 150,
    'without a fee': 2,
    'fee too large': 20,
    'with capacity': 250,
    'without capacity': 30,
    'funds end': 30,
    'funds last': 10,
    'atomic gas': 40,
  };
  for (const [name, count] of Object.entries(least))
    expect([name, outcomes.get(name) ?? 0]).toEqual([name, expect.toSatisfy((n) => n >= count)]);
}
