/** Drafts and refusals as they are recorded: the node accepts what is built. See `scripts/builds.ts`. */
import { describe, expect, it } from 'vitest';
import { formatIntent, parseIntent } from '../../src/builder/index.ts';
import { formatState, parseState } from '../../src/state/index.ts';
import { answerOf, answersTo, changedParts, rebuild } from '../support/builds.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { rows } from '../support/vectors.ts';

const builds = rows('builds');
const changes = rows('changed-builds');

const expectBuilt = ({ answer, ...of }: (typeof builds)[number]): void => {
  expect(answerOf(() => rebuild(of))).toEqual(answer);
  expect(formatState(parseState(of.state))).toBe(of.state);
  expect(formatIntent(parseIntent(of.intent, of.chain), of.chain)).toBe(of.intent);
};

describe('a build from files', () => {
  it.each(fullBuilds.map(({ name }, i) => [name, builds[i]!] as const))(
    'gives the recorded bytes, fee, owners and change: %s',
    (_, of) => expectBuilt(of),
  );

  it.each(['P', 'X', 'C'] as const)('gives what is recorded, at random on %s', (chain) => {
    const random = builds.slice(fullBuilds.length).filter((of) => of.chain === chain);
    expect(random.length).toBeGreaterThan(30);
    for (const of of random) expectBuilt(of);
  });
});

describe('a build or draft with one thing changed', () => {
  it('is never an error of the engine, if it is the intent or an option', () => {
    for (const { part, name, answers } of changes)
      if (part !== 'state')
        expect(
          Object.entries(answers).filter(([, answer]) => answer === 'an error of the engine'),
          name,
        ).toEqual([]);
  });

  it.each(changedParts.map((of, i) => [of.part, of.full.name, of, changes[i]!] as const))(
    'in the %s gives what is recorded: %s',
    (_, __, of, recorded) => expect(answersTo(of)).toEqual(recorded),
  );
});
