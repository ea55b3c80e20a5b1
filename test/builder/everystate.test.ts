/** Each builder by itself refuses a state of another chain, and one that no node is in. */
import { describe, expect, it } from 'vitest';
import {
  build,
  buildConsolidateTxs,
  buildImportTxs,
  type Intent,
} from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { pRules, xRules } from '../../src/rules/check.ts';
import type { State } from '../../src/state/index.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { key, now, pState, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const nameOf = (type: string) => type.split('.')[1]!;
const onX = new Set(Object.keys(xRules).map(nameOf));

describe('a state of the X-chain', () => {
  const builtOnP = Object.keys(pRules)
    .map(nameOf)
    .filter((name) => !onX.has(name))
    .filter((type) => {
      const error = thrown(() => build(pState([]), { type } as Intent));
      return error.code !== 'Unsupported' || error.path[0] !== 'type';
    });
  it.each(builtOnP)('has no %s', (type) => {
    expect(thrown(() => build(xState([]), { type } as Intent))).toMatchObject({
      code: 'WrongChain',
      path: ['state', 'chain'],
      context: { have: 'X', need: 'P' },
    });
  });
});

describe('a state with milliseconds for seconds', () => {
  const late = now * 1000n;
  const refusal = { code: 'OutOfRange', path: ['state', 'time'] };
  it.each(fullBuilds)('is refused: $name', ({ state, intent, options }) => {
    const wrong = { ...state, time: late } as State;
    expect(thrown(() => build(wrong, intent, options))).toMatchObject(refusal);
  });
  it('is refused by builders of many transactions', () => {
    const to = key(1).shortID;
    const wrong = pState([], { time: late });
    expect(thrown(() => buildImportTxs(wrong, { from: 'X', to }))).toMatchObject(refusal);
    expect(thrown(() => buildConsolidateTxs(wrong, { to }))).toMatchObject(refusal);
  });
});

it('a state of a public network with other constants is refused', () => {
  const network = { ...fuji, staking: { ...fuji.staking, minStakeDuration: 1n } };
  for (const { state, intent, options } of fullBuilds)
    expect(
      thrown(() => build({ ...state, network } as State, intent, options)).path.slice(0, 2),
    ).toEqual(['state', 'network']);
});
