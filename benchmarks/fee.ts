import { equal } from 'node:assert/strict';
import { gasPriceAt } from '../src/fee/gas.ts';
import { measure, type Result, variant } from './measure.ts';
import * as ours from './ours.ts';

const fees = ours.mainnet.validatorFees;
const day = 86_400n;

/** What the seconds cost, priced one by one as a node does. */
function plainly(current: bigint, excess: bigint, seconds: bigint): bigint {
  let cost = 0n;
  for (let second = 1n; second <= seconds; second++)
    cost += gasPriceAt(
      fees.minPrice,
      excess + (current - fees.target) * second,
      fees.excessConversionConstant,
    );
  return cost;
}

const costOf = (name: string, current: bigint, excess: bigint, seconds: bigint) => ({
  name,
  bytes: 0,
  variants: [
    variant('ours', [seconds], ours.validatorFee({ current, excess }, fees).cost),
    variant('second by second', [seconds], (most) => plainly(current, excess, most)),
  ],
});

/** The continuous fee of L1 validators; answers are compared before anything is timed. */
export function validatorFees(rounds: number): readonly Result[] {
  const dear = 20n * fees.excessConversionConstant;
  const cases = [
    costOf('a day, 100 above the target', 10_100n, 0n, day),
    costOf('a day, 10,000 above the target', 20_000n, 0n, day),
    costOf('a day, 10,000 above it for a month', 20_000n, dear, day),
    costOf('a day, 1,000 below the target again', 9_000n, dear, day),
  ];
  for (const { variants } of cases) {
    const [a, b] = variants.map(({ run, inputs }) => run(inputs[0] as never));
    equal(a, b);
  }
  const month = costOf('a month, 10,000 above the target', 20_000n, 0n, 30n * day);
  const balances = Array.from({ length: 1000 }, (_, i) => BigInt(i + 100) * 10_000_000n);
  const empty = variant('ours', [balances], (of) =>
    ours.deactivations({ current: 20_000n, excess: 0n }, of, fees),
  );
  return measure(
    [
      ...cases,
      { ...month, variants: month.variants.slice(0, 1) },
      { name: 'when 1,000 of 20,000 balances end', bytes: 0, variants: [empty] },
    ],
    Math.max(3, Math.ceil(rounds / 20)),
  );
}
