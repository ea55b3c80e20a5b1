/** Drafts and refusals as they are recorded: the node accepts what is built. See `scripts/builds.ts`. */
import { describe, expect, it } from 'vitest';
import { formatIntent, parseIntent } from '../../src/builder/index.ts';
import { formatState, parseState } from '../../src/state/index.ts';
import { answerOf, answersTo, changedParts, rebuild } from '../support/builds.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { rows } from '../support/vectors.ts';

const builds = rows('builds');
const changes = rows('changed-builds');

const expectBuilt = (row: (typeof builds)[number] | undefined): void => {
  if (!row) throw new Error('not recorded yet: npm run vectors');
  const { answer, ...of } = row;
  expect(answerOf(() => rebuild(of))).toEqual(answer);
  expect(formatState(parseState(of.state))).toBe(of.state);
  expect(formatIntent(parseIntent(of.intent, of.chain), of.chain)).toBe(of.intent);
};

describe('a build from files', () => {
  it.each(fullBuilds)('gives the recorded bytes, fee, owners and change: $name', (of) =>
    expectBuilt(builds.find(({ name }) => name === of.name)),
  );

  it.each(['P', 'X', 'C'] as const)('gives what is recorded, at random on %s', (chain) => {
    const random = builds.filter(({ name, chain: of }) => name === undefined && of === chain);
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

  it.each(changedParts)('in the $part gives what is recorded: $full.name', (of) =>
    expect(answersTo(of)).toEqual(
      changes.find(({ name, part }) => name === of.full.name && part === of.part),
    ),
  );
});
