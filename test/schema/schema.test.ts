import { describe, expect, it } from 'vitest';
import { validatorRecord } from '../../src/rpc/validatorrecords.ts';
import { byForm, hasWord, list, map, nilList, orWord, union } from '../../src/schema/collection.ts';
import * as leaves from '../../src/schema/leaf.ts';
import * as numbers from '../../src/schema/number.ts';
import { argument, reply } from '../../src/schema/object.ts';
import { type AnySchema, nullable, optional } from '../../src/schema/schema.ts';
import * as times from '../../src/schema/time.ts';
import type { JSONValue } from '../../src/text/json.ts';
import { thrown } from '../support/thrown.ts';

const words = {
  ...leaves,
  ...numbers,
  ...times,
  id: leaves.idText,
  nodeID: leaves.nodeIDText,
  address: leaves.addressText,
  account: leaves.accountText,
};
const code = (f: () => unknown) => thrown(f).code;

describe('integers', () => {
  it.each<JSONValue>([0n, 1n, 2n ** 64n - 1n, '0', '18446744073709551615'])('reads %s', (json) => {
    expect(words.uint64.parse(json)).toBe(BigInt(json as string));
  });

  it.each<JSONValue>([
    '18446744073709551616',
    2n ** 64n,
    '-1',
    -1n,
    '1.0',
    '0x1',
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '1e3',
    1.5,
    -0,
    true,
    null,
    {},
    '9'.repeat(500),
  ])('refuses %s', (json) => {
    expect(code(() => words.uint64.parse(json))).toBe('BadJSON');
  });

  it('writes what a node writes: a string or a bare number, as declared', () => {
    expect(words.uint64.format(2n ** 64n - 1n)).toBe('18446744073709551615');
    expect(words.uint64n.format(2n ** 64n - 1n)).toBe(2n ** 64n - 1n);
    expect(words.uint32.format(7)).toBe('7');
    expect(words.uint32n.format(7)).toBe(7n);
  });

  it.each<[AnySchema, unknown]>([
    [words.uint64, 5],
    [words.uint64, '5'],
    [words.uint64, -1n],
    [words.uint64, 2n ** 64n],
    [words.uint64, undefined],
    [words.uint32n, 2 ** 32],
    [words.uint32n, 1.5],
    [words.uint32n, 5n],
    [words.uint16n, 65536],
    [words.nanoseconds, 2n ** 63n],
    [words.quantity, -1n],
    [words.float, Number.NaN],
  ])('does not write %# of another type or size', (shape, value) => {
    expect(code(() => shape.format(value))).toBe('OutOfRange');
  });
});

describe('numbers that are no integers', () => {
  it('keeps percentages as they are given, whichever form they have', () => {
    expect(words.decimal.parse('99.9731')).toBe('99.9731');
    expect(words.decimal.parse(99.9731)).toBe('99.9731');
    expect(words.decimal.parse('100.0000')).toBe('100.0000');
    expect(words.decimal.parse(72n)).toBe('72');
  });

  it.each<JSONValue>(['', '-1.0', '1.', '.5', '1e', 'NaN', -0.5, true, null])(
    'refuses %s',
    (json) => {
      expect(code(() => words.decimal.parse(json))).toBe('BadJSON');
    },
  );

  it('reads numbers with an exponent, and in quotes', () => {
    expect(words.decimal.parse(1e-7)).toBe('1e-7');
    expect(words.decimal.parse('1.5e-7')).toBe('1.5e-7');
    expect(words.float.parse('99.5')).toBe(99.5);
    expect(words.float.parse('1e-7')).toBe(1e-7);
    expect(words.nanoseconds.parse('20375')).toBe(20375n);
    expect(words.nanoseconds.parse('-1')).toBe(-1n);
    expect(words.nanoseconds.parse(1e9)).toBe(1_000_000_000n);
    for (const json of ['1.5', 1.5, '1e300', 1e300, '', true, null])
      expect(code(() => words.nanoseconds.parse(json))).toBe('BadJSON');
    for (const json of ['', 'x', '1e999', true, null])
      expect(code(() => words.float.parse(json))).toBe('BadJSON');
  });

  it('reads Ethereum’s quantities', () => {
    expect(words.quantity.parse('0x3b9aca07')).toBe(1_000_000_007n);
    expect(words.quantity.format(0n)).toBe('0x0');
    for (const json of ['0x', '0x01', '0xA', '10', 10n, null])
      expect(code(() => words.quantity.parse(json))).toBe('BadJSON');
  });
});

describe('times', () => {
  it.each([
    ['2026-01-21T05:55:24.262979001-07:00', 1_769_000_124_262_979_001n, '2026-01-21T12:55:24.262Z'],
    ['2026-01-21T12:56:40Z', 1_769_000_200_000_000_000n, '2026-01-21T12:56:40.000Z'],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000_000_000n, '0001-01-01T00:00:00.000Z'],
    ['9999-12-01T00:00:00Z', 253_399_622_400_000_000_000n, '9999-12-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999999999Z', -1n, '1969-12-31T23:59:59.999Z'],
  ])('reads %s to the nanosecond', (text, unixNanos, date) => {
    const time = words.time.parse(text);
    expect(time).toEqual({ text, unixNanos, date: new Date(date) });
    expect(words.time.format(time)).toBe(text);
  });

  it.each<JSONValue>([
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-21',
    '2026-01-21T12:00:00',
    '',
    '2026-01-21T24:00:00Z',
    '2026-01-21T12:00:00.Z',
    '2026-01-21T12:00:00.1234567890Z',
    '2026-01-21T12:00:00+24:00',
    '2026-01-21 12:00:00Z',
    1_769_000_200n,
    null,
  ])('refuses %s', (json) => {
    expect(code(() => words.time.parse(json))).toBe('BadJSON');
  });
});

describe('checked texts', () => {
  const id = '2gRB7pyGWcANNdUhWkxSciZBZveVDfHx4XYw2rMxZy3nG86L1G';
  it.each<[AnySchema, JSONValue, string]>([
    [words.id, `${id.slice(0, -1)}H`, 'BadChecksum'],
    [words.id, 'NodeID-111111111111111111116DBWJs', 'BadText'],
    [words.id, 5n, 'BadJSON'],
    [words.nodeID, id, 'BadText'],
    [words.nodeID, `NodeID-${id}`, 'OutOfRange'],
    [words.address, 'X-fuji1pmkqgw9wx3fpvg8c3pfm3fx3n39spt7thal7kq', 'BadChecksum'],
    [words.address, 'fuji1pmkqgw9wx3fpvg8c3pfm3fx3n39spt7thal7kz', 'BadText'],
    [words.hexOf(48), '0x00', 'BadText'],
    [words.hex, '00', 'BadText'],
    [words.hex, '0x0', 'BadText'],
    [words.account, '0x00', 'BadText'],
    [words.uint32Key, '4294967296', 'BadJSON'],
    [words.oneOf('Accepted', 'Unknown'), 'Foo', 'BadJSON'],
    [words.bool, 'true', 'BadJSON'],
  ])('refuses case %#', (shape, json, wanted) => {
    expect(code(() => shape.parse(json))).toBe(wanted);
  });

  it('reads addresses in both forms', () => {
    for (const text of [
      'X-fuji1pmkqgw9wx3fpvg8c3pfm3fx3n39spt7thal7kz',
      '111111111111111111116DBWJs',
    ])
      expect(words.address.parse(text)).toBe(text);
  });
});

describe('reply', () => {
  const shape = reply({
    height: [words.uint64, ''],
    owner: [optional(reply({ threshold: [words.uint32, ''] })), ''],
    keys: [optional(list(words.id)), ''],
    manager: [optional(nullable(words.string)), ''],
  });

  it('keeps what it does not know, in both directions', () => {
    const json = { height: '5', next: { a: [1n, null] }, ['__proto__']: 1n, extra: 'x' };
    const value = shape.parse(json);
    expect(value).toEqual({
      height: 5n,
      extra: { next: { a: [1n, null] }, ['__proto__']: 1n, extra: 'x' },
    });
    expect(shape.format(value)).toEqual(json);
  });

  it('says where something is wrong', () => {
    expect(thrown(() => shape.parse({ height: '5', owner: { threshold: [] } }))).toMatchObject({
      code: 'BadJSON',
      path: ['owner', 'threshold'],
      detail: 'expected uint32, got a list',
    });
    expect(thrown(() => shape.parse({ height: '5', keys: ['x'] })).path).toEqual(['keys', 0]);
    expect(thrown(() => shape.parse({ height: '5', owner: null })).path).toEqual(['owner']);
    expect(thrown(() => shape.parse({}))).toMatchObject({ path: ['height'], detail: 'is missing' });
    expect(thrown(() => shape.parse([])).path).toEqual([]);
  });

  it('writes nothing that it would not read', () => {
    expect(shape.format({ height: 5n, owner: undefined, manager: null })).toEqual({
      height: '5',
      manager: null,
    });
    const wrong: readonly [unknown, readonly unknown[]][] = [
      [{}, ['height']],
      [{ height: 5n, heigth: 5n }, ['heigth']],
      [{ height: 5n, keys: 'x' }, ['keys']],
      [{ height: 5n, owner: null }, ['owner']],
      [{ height: 5n, extra: { height: '6' } }, ['extra', 'height']],
      [undefined, []],
    ];
    for (const [value, path] of wrong)
      expect(thrown(() => shape.format(value as { height: bigint })).path).toEqual(path);
  });
});

describe('lists and maps', () => {
  it('tells nil from empty where a node does', () => {
    expect(nilList(words.bool).parse(null)).toEqual([]);
    expect(nilList(words.bool).format([])).toBeNull();
    expect(list(words.bool).format([])).toEqual([]);
    expect(code(() => list(words.bool).parse(null))).toBe('BadJSON');
    expect(code(() => list(words.bool, 4).parse([true]))).toBe('BadJSON');
  });

  it('checks keys', () => {
    const amounts = map(words.id, words.uint64);
    expect(thrown(() => amounts.parse({ AVAX: '1' })).path).toEqual(['AVAX']);
    expect(thrown(() => amounts.format([] as never)).code).toBe('OutOfRange');
    expect(
      Object.hasOwn(map(words.string, words.bool).parse({ ['__proto__']: true }), '__proto__'),
    ).toBe(true);
  });
});

describe('a validator’s record', () => {
  const staker = {
    txID: '2NB1rLzNwiRcuNzMWzgQRmPZPtsdEu99qwuVpNcYemSVxnC2XT',
    startTime: '1768000000',
    endTime: '1800000000',
    weight: '20',
    nodeID: 'NodeID-EyR22jC7xSVQzLRYk6H5MmedsxhgnYFci',
  };

  it('is of the kind whose own fields it has', () => {
    expect(validatorRecord.parse(staker).kind).toBe('permissioned');
    expect(validatorRecord.parse({ ...staker, delegationFee: '2.0000' }).kind).toBe(
      'permissionless',
    );
    expect(thrown(() => validatorRecord.parse({ ...staker, validationID: null })).path).toEqual([
      'validationID',
    ]);
    expect(thrown(() => validatorRecord.parse({ ...staker, potentialReward: '1' })).path).toEqual([
      'delegationFee',
    ]);
  });

  it('has each field under one name, and no two values for it', () => {
    const both = { ...staker, delegationFee: '2.0000', delegationFeeRate: '2.0000' };
    expect(validatorRecord.parse(both)).toMatchObject({ delegationFee: '2.0000' });
    expect(
      thrown(() => validatorRecord.parse({ ...both, delegationFeeRate: '3.0000' })),
    ).toMatchObject({
      code: 'Mismatch',
      path: ['delegationFeeRate'],
    });
  });

  it('is written by its kind', () => {
    expect(validatorRecord.format(validatorRecord.parse(staker))).toEqual(staker);
    expect(
      thrown(() => union({}, () => '' as never).format({ kind: 'toString' } as never)).path,
    ).toEqual(['kind']);
  });
});

it('a word counts only in a field that accepts it', () => {
  const amount = orWord('max', numbers.uint64);
  const share = argument({ amount, memo: leaves.string });
  const to = byForm({ text: leaves.string, list: list(share) });
  const intent = argument({
    memo: optional(leaves.string),
    amount: optional(amount),
    to: optional(to),
  });
  const isMax = (value: unknown): boolean => hasWord(intent, value, 'max');
  expect(isMax({ amount: 'max' })).toBe(true);
  expect(
    isMax({
      to: [
        { amount: 1n, memo: '' },
        { amount: 'max', memo: '' },
      ],
    }),
  ).toBe(true);
  expect(isMax({})).toBe(false);
  expect(isMax({ amount: 1n, memo: 'max' })).toBe(false);
  expect(isMax({ to: 'max' })).toBe(false);
  expect(isMax({ to: [{ amount: 1n, memo: 'max' }] })).toBe(false);
  expect(hasWord(intent, { amount: 'max' }, 'stop')).toBe(false);
});
