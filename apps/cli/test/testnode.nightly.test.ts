import { expect, it } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { seedOr } from '../../../test/support/seeded.ts';
import { randomOf } from '../../../tools/fuzz/random.ts';
import { killTestnodes } from './killing.ts';

/** 200 kills in all, a part of them in each test: one test may take ten minutes. */
const kills = 40;

it.each([1, 2, 3, 4, 5])(
  'a state has all that was answered after 200 kills: part %i',
  async (part) => {
    const random = randomOf(`kills ${seedOr(1)} ${part}`);
    const { answered, halfSaved } = await killTestnodes(testFolder(), kills, random, 1000);
    expect(answered).toBeGreaterThan(kills / 2);
    // Some met a save.
    expect(halfSaved).toBeGreaterThan(0);
  },
);
