/** The end of a stake whose period would be too short by the time of its block. */
import { describe, expect, it } from 'vitest';
import { intentLike, stateOf } from '../../examples/intents/index.ts';
import { build } from '../../src/builder/index.ts';
import { isError } from '../../src/errors/error.ts';
import { dateText } from '../../src/text/words.ts';
import { thrown } from '../support/thrown.ts';

describe.each(['P.AddPermissionlessDelegatorTx', 'P.AddSubnetValidatorTx'] as const)(
  'the end of %s',
  (name) => {
    const state = stateOf('P');
    const soonest = state.time + state.network.staking.minStakeDuration;
    const ending = (end: bigint) => () => build(state, intentLike(name, { end }));

    it('that is the minimum from now is refused, with the earliest that is accepted', () => {
      const earliest = soonest + 30n;
      for (const end of [soonest, earliest - 1n]) {
        const e = thrown(ending(end));
        if (!isError(e, 'OutOfRange')) throw e;
        expect(e.path).toEqual(['end']);
        expect(e.message).toContain(`must be ${dateText(earliest)} or later`);
        expect(e.context).toMatchObject({ min: earliest - e.context.since! });
      }
      expect(ending(earliest)).not.toThrow();
    });
  },
);
