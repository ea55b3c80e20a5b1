/** Rounds of attacks against a node, and what came of them. */
import type { Draft, Intent } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { encodeDraft } from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { type Outcome, type Row, tally } from './tally.ts';
import { startWorld, type World } from './world.ts';

/** Which attacks to make. */
export interface RoundsOptions {
  readonly seed: number;
  /** How many rounds in which somebody was attacked. */
  readonly count: number;
  /** Only this round. */
  readonly only?: number;
  readonly onProgress?: (done: number) => void;
}

/** A loss, with all that is needed to see it again. */
export interface Loss {
  readonly round: number;
  readonly kinds: readonly string[];
  readonly losses: readonly string[];
  readonly intent: string;
  readonly drafts: readonly string[];
  readonly txs: readonly string[];
}

/** What came of one round. */
export interface Round {
  /** Kinds of the attack; without any, nobody was attacked. */
  readonly kinds: readonly string[];
  /** What objected, and how it ended. */
  readonly outcomes: readonly Outcome[];
  /** Other ways to count it: the type of the intent, how drafts travel. */
  readonly groups: readonly string[];
  readonly lost?: Omit<Loss, 'round'>;
  /** Objections to what is honest. */
  readonly falseAlarms?: readonly string[];
}

/** What came of all attacks. */
export interface Report {
  /** By kind: an attack of two kinds is in two rows. */
  readonly rows: readonly Row[];
  /** Of all attacks. */
  readonly total: Row;
  /** By the other ways to count. */
  readonly groups: readonly Row[];
  readonly losses: readonly Loss[];
  readonly rounds: number;
  readonly attacks: number;
  readonly falseAlarms: readonly string[];
  /** The round that took longest, and its milliseconds. */
  readonly slowest: { readonly round: number; readonly took: number };
}

const roundsPerWorld = 50;

/** Milliseconds after which a round is a failure, on a busy machine too: nothing in it may wait for ever. */
const longest = 1_800_000;

/** Rounds without an attack, one after the other, after which something is wrong with the world. */
const mostIdle = 200;

/**
 * Runs rounds until enough of them were attacks. Each world has a number of rounds.
 * @throws If a round does not end, or if many rounds have no attack.
 */
export async function runRounds(
  { seed, count, only, onProgress }: RoundsOptions,
  oneRound: (world: World, seed: string) => Promise<Round | undefined>,
): Promise<Report> {
  const [counts, groups, total] = [tally(), tally(), tally()];
  const losses: Loss[] = [];
  const falseAlarms: string[] = [];
  let world: World | undefined;
  let slowest = { round: 0, took: 0 };
  let attacks = 0;
  let idle = 0;
  // What a round finds depends on those before it in its world.
  let round = only === undefined ? 0 : only - (only % roundsPerWorld);
  try {
    for (; attacks < count && round <= (only ?? round); round++) {
      if (!world || round % roundsPerWorld === 0) {
        await world?.stop();
        world = await startWorld();
      }
      const start = performance.now();
      const found = await inTime(oneRound(world, `${seed} ${round}`), round);
      if (only !== undefined && round !== only) continue;
      const took = performance.now() - start;
      if (took > slowest.took) slowest = { round, took };
      falseAlarms.push(...(found?.falseAlarms ?? []));
      if (!found || found.kinds.length === 0) {
        if (++idle > mostIdle) throw new Error(`no attack in ${mostIdle} rounds before ${round}`);
        continue;
      }
      idle = 0;
      attacks++;
      onProgress?.(attacks);
      total.count('all', found.outcomes);
      for (const kind of new Set(found.kinds)) counts.count(kind, found.outcomes);
      for (const group of new Set(found.groups)) groups.count(group, found.outcomes);
      if (found.lost) losses.push({ ...found.lost, round });
    }
  } finally {
    await world?.stop();
  }
  return {
    rows: counts.rows(),
    total: total.rows()[0] ?? { kind: 'all', counts: new Map(), codes: new Map() },
    groups: groups.rows(),
    losses,
    rounds: round,
    attacks,
    falseAlarms,
    slowest,
  };
}

async function inTime<T>(work: Promise<T>, round: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`round ${round} has not ended after ${longest / 1000} s`)),
      longest,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is printed of a loss. */
export const lossOf = (
  kinds: readonly string[],
  losses: readonly string[],
  intent: Intent,
  drafts: readonly Draft[],
  txs: readonly AnyTx[],
): Omit<Loss, 'round'> => ({
  kinds,
  losses,
  intent: JSON.stringify(intent, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value instanceof Uint8Array ? formatHex(value) : value,
  ),
  drafts: drafts.map((draft) => formatHex(encodeDraft(draft))),
  txs: txs.map(({ bytes }) => formatHex(bytes)),
});
