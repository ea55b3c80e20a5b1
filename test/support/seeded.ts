/** Options of every property test: the same cases each time, more of them with `FC_NUM_RUNS`. */
export const seeded = { seed: 1, numRuns: Number(process.env.FC_NUM_RUNS ?? 300) };

/** The same for what money depends on: `FC_NUM_RUNS=100000 npx vitest run test/build test/draft` for a long search. */
export const thorough = { seed: 1, numRuns: Number(process.env.FC_NUM_RUNS ?? 2000) };
