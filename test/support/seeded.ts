/** Options of every property test: the same cases each time, more of them with `FC_NUM_RUNS`. */
export const seeded = { seed: 1, numRuns: Number(process.env.FC_NUM_RUNS ?? 300) };
