import { expect, it } from 'vitest';
import { hintOf, hints, rules } from '../../src/rules/check.ts';

const types = Object.keys(rules) as (keyof typeof rules)[];

it('every hint is that of a rule of some type', () => {
  const used = types.flatMap((type) => rules[type].map(({ name }) => hintOf(name, type)));
  expect(Object.values(hints).filter((hint) => !used.includes(hint))).toEqual([]);
  for (const place of Object.keys(hints)) {
    const isOf = (type: string, name: string) =>
      [name, `${type} ${name}`, `${type.split('.')[0]} ${name}`].includes(place);
    expect(types.some((type) => rules[type].some(({ name }) => isOf(type, name)))).toBe(true);
  }
});

it('a hint of a type or of a virtual machine comes before that of all', () => {
  expect(hintOf('signatures', 'atomic.ExportTx')).toContain('accounts');
  expect(hintOf('signatures', 'atomic.ImportTx')).toContain('owners');
  expect(hintOf('pool', 'avm.BaseTx')).not.toBe(hintOf('pool', 'platformvm.BaseTx'));
  expect(hintOf('active validators', 'platformvm.ConvertSubnetToL1Tx')).toBeUndefined();
});
