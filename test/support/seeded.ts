/**
 * Options of property tests: the same cases each time. `FC_NUM_RUNS` makes more of them and `FC_SEED` others, for a long search:
 * `npm run compare` sets both.
 */
const seed = Number(process.env.FC_SEED ?? 1);
const runs = process.env.FC_NUM_RUNS;

/** Every property test. */
export const seeded = { seed, numRuns: Number(runs ?? 100) };

/** What money depends on. */
export const thorough = { seed, numRuns: Number(runs ?? 200) };
