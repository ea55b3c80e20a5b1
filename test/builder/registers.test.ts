/** Each builder brings the rules of its type: whoever imports only that builder can check, sign and finalize what it builds. */
import { afterAll, expect, it } from 'vitest';
import { build, buildConsolidateTxs, type Intent } from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { usedRules, useRules } from '../../src/rules/registry.ts';
import { cRules, pRules, xRules } from '../../src/rules/tables.ts';
import type { CState, State } from '../../src/state/index.ts';
import { wei } from '../../src/text/amount.ts';
import type { AnyUnsignedTx } from '../../src/tx/types.ts';
import { key, now, pState, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

type Type = AnyUnsignedTx['type'];
const all = { ...pRules, ...xRules, ...cRules };
const cState: CState = {
  chain: 'C',
  network: fuji,
  from: [key(1).shortID],
  time: now,
  baseFee: wei(1n),
  accounts: [],
};
const states: readonly (readonly [string, State])[] = [
  ['platformvm', pState([])],
  ['avm', xState([])],
  ['atomic', cState],
];
const rulesOf = (type: Type) => usedRules({ type } as AnyUnsignedTx);
/** Builds without what the intent needs: the rules come before any refusal. */
const registered = (type: Type, make: () => unknown) => {
  useRules({ [type]: [] });
  const error = thrown(make);
  return { error, rules: rulesOf(type) };
};

afterAll(() => useRules(all));

it.each(Object.keys(all) as Type[])('%s', (type) => {
  const [chain, name] = type.split('.');
  const [, state] = states.find(([prefix]) => prefix === chain)!;
  const { error, rules } = registered(type, () => build(state, { type: name } as Intent));
  const isBuilt = error.code !== 'Unsupported' || error.path[0] !== 'type';
  expect(rules).toEqual(isBuilt ? all[type] : []);
});

it.each([pState([]), xState([])])('consolidations', (state) => {
  const type = state.chain === 'P' ? 'platformvm.BaseTx' : 'avm.BaseTx';
  const make = () => buildConsolidateTxs(state, { amuont: 1n } as never);
  expect(registered(type, make).rules).toBe(all[type]);
});
