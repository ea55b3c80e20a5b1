/**
 * How many cases property tests try, by tier, and from which seed. `TIER` is set by the projects of `vitest.config.ts` and by
 * `npm run test:nightly`; any test with the cases of another tier or seed: `TIER=nightly SEED=7 npx vitest run test/properties`.
 */
const share = { fast: 1, ci: 2, nightly: 20 } as const;

export const tier = (process.env.TIER ?? 'fast') as keyof typeof share;

/** How many cases of a property this tier tries, by how many `npm test` does. */
export const runs = (fast: number): number => Math.ceil(fast * share[tier]);

/** The seed that was asked for, or the usual one. */
export const seedOr = (usual: number): number => Number(process.env.SEED ?? usual);

/** Every property test. */
export const seeded = { seed: seedOr(1), numRuns: runs(100) };

/** What money depends on. */
export const thorough = { seed: seedOr(1), numRuns: runs(200) };
