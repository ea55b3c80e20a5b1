/**
 * What the builders answer, for the tests to compare with: drafts of many states and intents, all of which the node has accepted,
 * and answers to builds with one thing changed.
 */
import fc from 'fast-check';
import type { Draft } from '../src/builder/index.ts';
import { finalize, sign } from '../src/sign/index.ts';
import { formatHex } from '../src/text/hex.ts';
import {
  answersTo,
  type Build,
  type ChangedBuild,
  changedParts,
  rebuild,
  recordBuild,
} from '../test/support/builds.ts';
import { fullBuilds } from '../test/support/fullbuilds.ts';
import { cCases, pCases, signers, xCases } from '../test/support/intents.ts';
import { type Meaning, meaningOf, meant } from '../test/support/meanings.ts';
import { trusting } from '../test/support/trusting.ts';
import { runOracle } from './oracle.ts';

/**
 * Throws unless the node's rules without state accept what is built.
 */
async function verify(builds: readonly Build[]): Promise<void> {
  for (const [program, chains] of [
    ['poracle', 'P'],
    ['xoracle', 'XC'],
  ] as const) {
    const built = builds.filter(({ chain, answer }) => chains.includes(chain) && 'hex' in answer);
    const lines = built.map((of, id) => {
      const draft: Draft = rebuild(of);
      const tx = finalize(sign(draft, signers, trusting));
      return JSON.stringify({
        id,
        chain: tx.chain,
        network: draft.network.name,
        hex: formatHex(tx.bytes),
      });
    });
    const answers = (await runOracle(program, ['verify'], `${lines.join('\n')}\n`))
      .toString()
      .trim()
      .split('\n');
    for (const [i, line] of answers.entries()) {
      const { ok, error } = JSON.parse(line) as { ok: boolean; error?: string };
      if (!ok) throw new Error(`the node refuses ${built[i]!.intent}: ${error}`);
    }
  }
}

/** Builds of all types: those with everything, and some that follow from a seed. */
export async function makeBuilds(seed: string): Promise<readonly Build[]> {
  const random = (
    [
      [pCases, 120],
      [xCases, 60],
      [cCases, 40],
    ] as const
  ).flatMap(([cases, numRuns]) => fc.sample(cases, { seed: Number(seed), numRuns }));
  const builds = [...fullBuilds, ...random].map(recordBuild);
  await verify(builds);
  return builds;
}

/** Answers to all builds with one thing changed. */
export const makeChangedBuilds = async (): Promise<readonly ChangedBuild[]> =>
  changedParts.map(answersTo);

/** What the transactions of the vectors, and what is built, mean. Reads `builds`. */
export const recordMeanings = async (): Promise<readonly Meaning[]> => meant.map(meaningOf);
