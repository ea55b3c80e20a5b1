/** Asks the node what transactions and states cost: requests that follow from a seed, each with its answer. */
import { fuji, local, mainnet } from '../src/network/known.ts';
import type { PFees, ValidatorFees } from '../src/network/network.ts';
import { type Random, randomOf } from '../tools/fuzz/random.ts';
import { type OracleName, runOracle } from './oracle.ts';

/** What the node answers; 64-bit numbers are decimal strings. */
interface Answer {
  readonly ok: boolean;
  readonly error?: string;
}

/** A price, as the node says it. In requests and answers 64-bit numbers are decimal strings. */
export type Price =
  | {
      readonly kind: 'fee';
      readonly request: { readonly hex: string; readonly price: string };
      readonly answer: Answer & {
        readonly complexity: readonly number[] | null;
        readonly gas: string | null;
        readonly fee: string | null;
      };
    }
  | {
      readonly kind: 'feestate';
      readonly request: FeeStateRequest;
      readonly answer: Answer & {
        readonly capacity: string;
        readonly excess: string;
        readonly price: string;
      };
    }
  | {
      readonly kind: 'validatorfee';
      readonly request: ValidatorFeeRequest;
      readonly answer: Answer & {
        readonly price: string;
        readonly cost: string;
        readonly excessAfter: string;
        readonly secondsRemaining: string;
      };
    }
  | {
      readonly kind: 'atomicgas';
      readonly request: { readonly unsignedHex: string };
      readonly answer: { readonly gasUsed: string };
    };

/** Gas that time adds and a transaction consumes. */
export type FeeStateRequest = Readonly<
  Record<
    | 'maxCapacity'
    | 'maxPerSecond'
    | 'targetPerSecond'
    | 'minPrice'
    | 'excessConversionConstant'
    | 'capacity'
    | 'excess'
    | 'seconds',
    string
  >
> & { readonly gasConsumed?: string };

/** What L1 validators pay in so many seconds, and how long their funds last. */
export type ValidatorFeeRequest = Readonly<
  Record<
    | 'target'
    | 'minPrice'
    | 'excessConversionConstant'
    | 'current'
    | 'excess'
    | 'seconds'
    | 'funds'
    | 'maxSeconds',
    string
  >
>;

/** Numbers of any size up to some bits: small ones as often as large ones. */
const bitsOf =
  ({ next, below }: Random) =>
  (most: number): bigint =>
    ((BigInt(next()) << 32n) | BigInt(next())) >> BigInt(64 - below(most + 1));

const texts = <K extends string>(of: Readonly<Record<K, bigint>>): Readonly<Record<K, string>> =>
  Object.fromEntries(Object.entries<bigint>(of).map(([key, n]) => [key, String(n)])) as Readonly<
    Record<K, string>
  >;

function feeStates(random: Random, count: number): FeeStateRequest[] {
  const bits = bitsOf(random);
  return Array.from({ length: count }, () => {
    const { minPrice, excessConversionConstant, maxCapacity, maxPerSecond, targetPerSecond } =
      random.pick<Omit<PFees, 'weights'>>([
        mainnet.pFees,
        mainnet.pFees,
        {
          maxCapacity: bits(64),
          maxPerSecond: bits(64),
          targetPerSecond: bits(64),
          minPrice: bits(64),
          excessConversionConstant: bits(64) + 1n,
        },
      ]);
    return {
      ...texts({
        maxCapacity,
        maxPerSecond,
        targetPerSecond,
        minPrice,
        // Where e^(excess / k) has more terms than sense the node takes long as well.
        excessConversionConstant: excessConversionConstant % (1n << 64n) || 1n,
        capacity: bits(random.pick([21, 64])),
        excess: bits(random.pick([27, 64])),
        seconds: bits(random.pick([4, 10, 64])),
      }),
      ...(random.below(2) === 1 && { gasConsumed: String(bits(random.pick([20, 64]))) }),
    };
  });
}

function validatorFees(random: Random, count: number): ValidatorFeeRequest[] {
  const bits = bitsOf(random);
  return Array.from({ length: count }, () => {
    const known = random.pick([mainnet, fuji, local]).validatorFees;
    const { target, minPrice, excessConversionConstant } = random.pick<
      Omit<ValidatorFees, 'capacity'>
    >([
      known,
      known,
      { target: bits(20), minPrice: bits(30), excessConversionConstant: bits(40) + 1n },
    ]);
    return texts({
      target,
      minPrice,
      excessConversionConstant,
      current: random.pick([target, target + bits(14), bits(15)]),
      // Some so high that the price is at its end.
      excess: random.pick([0n, (excessConversionConstant * bits(8)) / 8n, bits(64)]),
      seconds: bits(13),
      funds: bits(64),
      maxSeconds: 10_000n,
    });
  });
}

const linesOf = (out: Buffer): readonly Record<string, unknown>[] =>
  out
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function ask(command: string, requests: readonly object[]) {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const answers = linesOf(await runOracle('poracle', [command], input));
  if (answers.length !== requests.length)
    throw new Error(`poracle ${command}: answers are missing`);
  // They differ from run to run in nothing.
  return answers.map(
    (answer, i) => ({ kind: command, request: requests[i], answer }) as unknown as Price,
  );
}

/**
 * Prices that follow from a seed: complexity, gas and fee of good and damaged transactions, fee states, L1 validators' fees, and
 * gas of atomic transactions.
 * @param size 1 for what is recorded; more for a longer comparison.
 */
export async function askPrices(seed: string, size = 1): Promise<readonly Price[]> {
  const random = randomOf(seed);
  const bits = bitsOf(random);
  const count = (of: number) => String(Math.ceil(of * size));
  const generate = async (name: OracleName, args: string) =>
    linesOf(await runOracle(name, `${args} --seed ${seed} --network all`.split(' ')));
  const generated = [
    ...(await generate('poracle', `gen --count ${count(120)}`)),
    ...(await generate('poracle', `gen --count ${count(12)} --size large`)),
    ...(await generate('poracle', `mutate --count ${count(600)}`)).filter(({ ok }) => ok),
  ];
  const atomic = await generate('xoracle', `gen --chain C --count ${count(100)}`);
  return [
    ...(await ask(
      'fee',
      generated.map(({ hex }) => ({ hex, price: String(bits(64)) })),
    )),
    ...(await ask('feestate', feeStates(random, Number(count(800))))),
    ...(await ask('validatorfee', validatorFees(random, Number(count(150))))),
    ...atomic.flatMap(({ unsignedHex, gasUsed }): Price[] =>
      gasUsed === undefined
        ? []
        : [
            {
              kind: 'atomicgas',
              request: { unsignedHex: unsignedHex as string },
              answer: { gasUsed: gasUsed as string },
            },
          ],
    ),
  ];
}
