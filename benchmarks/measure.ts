import { hrtime } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// No sample pays for the garbage of the one before.
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/** One way to do a case's work: `run` over each of `inputs`. */
export interface Variant {
  readonly name: string;
  readonly inputs: readonly unknown[];
  readonly run: (input: never) => unknown;
}

/** The same work by several variants; the first is the reference. `bytes` is the wire size of all inputs. */
export interface Case {
  readonly name: string;
  readonly bytes: number;
  readonly variants: readonly Variant[];
}

/** What a variant took: medians over the rounds, per input; ratios to the reference of the same round. */
export interface Result {
  readonly case: string;
  readonly variant: string;
  readonly nanoseconds: number;
  readonly megabytesPerSecond: number;
  readonly ratio: number;
  /** The middle half of the rounds' ratios. */
  readonly ratioFrom: number;
  readonly ratioTo: number;
}

/** One variant with its inputs; ties their types together. */
export const variant = <T>(
  name: string,
  inputs: readonly T[],
  run: (input: T) => unknown,
): Variant => ({ name, inputs, run });

/** Keeps the last result, so that none is optimised away before it is made. */
const sink: { last: unknown } = { last: undefined };

/** Nanoseconds of some clock. */
export type Clock = () => number;

/** `wall` for a quiet machine; `cpu`, the time that the process was computing, where others compute as well. */
export const clocks = {
  wall: () => Number(hrtime.bigint()),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) * 1000;
  },
} as const satisfies Readonly<Record<string, Clock>>;

const time = ({ inputs, run }: Variant, passes: number, clock: Clock): number => {
  const start = clock();
  for (let pass = 0; pass < passes; pass++)
    for (let i = 0; i < inputs.length; i++) sink.last = run(inputs[i] as never);
  return (clock() - start) / passes / inputs.length;
};

/**
 * How many passes last as long as a sample; runs about twice that long, so the code is warm when it answers. Of two timings
 * the shorter counts: one interruption would leave a variant at too few.
 */
function calibrate(v: Variant, sample: number, clock: Clock): number {
  let passes = 1;
  for (;;) {
    const least = Math.min(time(v, passes, clock), time(v, passes, clock));
    const took = least * v.inputs.length * passes;
    if (took >= sample) return passes;
    passes = Math.ceil(took < sample / 10 ? passes * 10 : passes * 1.2 * (sample / took));
  }
}

/** Which variant has this turn: over 2n rounds each comes first, last and after each other one. */
const turnOf = (turn: number, round: number, n: number): number => {
  const i = (turn + (round >> 1)) % n;
  return round % 2 === 0 ? i : n - 1 - i;
};

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.round((sorted.length - 1) * q)]!;

/** The one in the middle. */
export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/**
 * Times every variant of every case once a round, in an order that turns from round to round, so that
 * a slow minute of the machine falls on all of them alike.
 */
export function measure(
  cases: readonly Case[],
  rounds: number,
  sampleMilliseconds = 3,
  clock: Clock = clocks.wall,
): Result[] {
  const plans = cases.map((work) => {
    const passes = work.variants.map((v) => calibrate(v, sampleMilliseconds * 1e6, clock));
    return { work, passes, times: work.variants.map((): number[] => []) };
  });
  const warmUp = 5;
  for (let round = -warmUp; round < rounds; round++)
    for (const { work, passes, times } of plans)
      for (let turn = 0; turn < passes.length; turn++) {
        const i = turnOf(turn, round + warmUp, passes.length);
        collect({ type: 'minor' });
        const took = time(work.variants[i]!, passes[i]!, clock);
        if (round >= 0) times[i]!.push(took);
      }
  return plans.flatMap(({ work, times }) =>
    work.variants.map((v, i) => {
      const nanoseconds = quantile(
        times[i]!.slice().sort((a, b) => a - b),
        0.5,
      );
      const ratios = times[i]!.map((t, round) => t / times[0]![round]!).sort((a, b) => a - b);
      return {
        case: work.name,
        variant: v.name,
        nanoseconds,
        megabytesPerSecond: (work.bytes / v.inputs.length / nanoseconds) * 1e3,
        ratio: quantile(ratios, 0.5),
        ratioFrom: quantile(ratios, 0.25),
        ratioTo: quantile(ratios, 0.75),
      };
    }),
  );
}
