import { expect, it } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { seedOr } from '../../../test/support/seeded.ts';
import { randomOf } from '../../../tools/fuzz/random.ts';
import { killTestnodes } from './killing.ts';

it('a state has all that was answered after 200 kills at random moments', async () => {
  const { answered, halfSaved } = await killTestnodes(
    testFolder(),
    200,
    randomOf(`kills ${seedOr(1)}`),
    3000,
  );
  expect(answered).toBeGreaterThan(100);
  // Some met a save.
  expect(halfSaved).toBeGreaterThan(0);
});
