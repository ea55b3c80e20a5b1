import { inspect } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainName } from '../src/chain/declared.ts';
import { kinds } from '../src/chain/kinds.ts';
import * as P from '../src/chain/pchain/index.ts';
import * as X from '../src/chain/xchain/index.ts';
import { formatPath, isError } from '../src/errors/error.ts';
import { jsonContext } from '../src/network/context.ts';
import { fuji, local, mainnet } from '../src/network/known.ts';
import { equalBytes } from '../src/text/bytes.ts';
import { formatHex, parseHex } from '../src/text/hex.ts';
import { formatID } from '../src/text/id.ts';
import { type JSONValue, parseJSON } from '../src/text/json.ts';
import { arbitrary } from '../src/wire/arbitrary.ts';
import { decode, encode } from '../src/wire/codec.ts';
import { valueFromJSON } from '../src/wire/parse.ts';
import { valueToJSONText } from '../src/wire/print.ts';
import type { Type } from '../src/wire/type.ts';
import { spansOfValue } from '../src/wire/walk.ts';
import { expectEqual } from './support/equal.ts';
import { crowdedClaims, emptyClaims } from './support/hostile.ts';
import { registry } from './support/registry.ts';
import { tier } from './support/seeded.ts';
import { refusal, thrown } from './support/thrown.ts';
import { rows } from './support/vectors.ts';

const networks = { mainnet, fuji, local };

/** The shortest vector of every type. */
const samples = (['P', 'X', 'C'] as const).flatMap((chain: ChainName) => {
  const shortest = new Map<
    string,
    ReturnType<typeof rows<'p-public' | 'x-public' | 'c-public'>>[0]
  >();
  for (const row of rows(`${chain.toLowerCase() as 'p' | 'x' | 'c'}-public`))
    if (row.hex.length < (shortest.get(row.type)?.hex.length ?? Number.POSITIVE_INFINITY))
      shortest.set(row.type, row);
  const type: Type<unknown> = kinds[chain].tx;
  return [...shortest.values()].map((row) => ({
    title: `${chain} ${row.type}`,
    type,
    bytes: parseHex(row.hex),
    context: jsonContext(chain, networks[row.network]),
    json: row.json,
  }));
});

/** Some value of a type, the same each time. */
const someOf = (type: Type<unknown>, maxLength: number): unknown =>
  fc.sample(arbitrary(type, fc, { maxLength }), { seed: 7, numRuns: 1 })[0];

/** What `f` leaves on the heap and beside it, in bytes; a collection in between can only lower it. */
function growth(f: () => unknown): number {
  // `process.memoryUsage()` asks the system as well, which takes longer than most refusals.
  const used = () => {
    const { used_heap_size, external_memory } = getHeapStatistics();
    return used_heap_size + external_memory;
  };
  const before = used();
  f();
  return used() - before;
}

describe('decode', () => {
  const isLong = tier === 'nightly';
  const few = isLong ? [1, 2, 3, 4, 8, 16, 32, 64, 128, 127, 255] : [1, 8, 64, 128, 255];
  /** Changes of one byte for those that decide how the rest is read: a share of them, and in the nightly tier all. */
  const step = isLong ? 1 : 16;
  const all = Array.from({ length: 255 }, (_, i) => i + 1).filter(
    (change) => few.includes(change) || change % step === 5 % step,
  );
  const deciding = ['codecVersion', 'typeID', 'count', 'bool', 'blob', 'base64', 'string'];

  it.each([
    ...samples.map(({ title, type, bytes }) => ({ title, type, bytes, changes: all })),
    ...registry.map(({ title, type }) => ({
      title: `any ${title}`,
      type,
      bytes: encode(type, someOf(type, 1)),
      changes: few,
    })),
  ])('takes no change of one byte of $title for something else', ({ type, bytes, changes }) => {
    const copy = bytes.slice();
    for (const { word, start, end } of spansOfValue(type, bytes))
      for (let i = start; i < end; i++) {
        for (const change of deciding.includes(word) ? changes : few) {
          copy[i] = bytes[i]! ^ change;
          let again: Uint8Array;
          try {
            again = encode(type, decode(type, copy));
          } catch (e) {
            if (isError(e) && e.path.length > 0 && (e.offset ?? 0) <= copy.length) continue;
            throw e;
          }
          if (!equalBytes(again, copy)) expectEqual(again, copy);
        }
        copy[i] = bytes[i]!;
      }
  });

  it.each(samples)('refuses every truncation of $title and a byte more', ({ type, bytes }) => {
    for (let n = 0; n < bytes.length; n++) {
      const e = thrown(() => decode(type, bytes.subarray(0, n)));
      const isRight = /^(Truncated|TooLong)$/.test(e.code) && e.path[0] === 'tx' && e.offset! <= n;
      if (!isRight) expect.fail(`${n} bytes: ${e.message}`);
    }
    expect(thrown(() => decode(type, Uint8Array.of(...bytes, 0)))).toMatchObject({
      code: 'TrailingBytes',
      path: ['tx'],
      offset: bytes.length,
    });
  });

  const million = 1 << 20;
  /** What claims much is the same refusal in a quarter of the bytes; the nightly tier has all. */
  const room = isLong ? million : million / 4;
  const large = [
    ...samples.map(({ title, type, bytes }) => ({ title, type, bytes })),
    { title: 'P genesis', type: P.Genesis as Type<unknown>, bytes: encode(P.Genesis, genesis()) },
  ];

  it.each(large)('refuses counts and lengths of $title that nothing follows', (sample) => {
    const { type, bytes } = sample;
    const input = new Uint8Array(Math.min(room, type.max));
    for (const { word, start } of spansOfValue(type, bytes)) {
      if (!['count', 'blob', 'base64', 'string'].includes(word)) continue;
      for (const claim of [0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0x0100_0000]) {
        input.fill(0).set(bytes);
        new DataView(input.buffer).setUint32(start, claim);
        const grown = growth(() => {
          const e = thrown(() => decode(type, input));
          expect(e.path.length).toBeGreaterThan(0);
        });
        expect(grown).toBeLessThan(20 * room);
      }
    }
  });

  function* hostile(type: Type<unknown>) {
    yield* emptyClaims(type, room);
    yield* crowdedClaims(type, room);
  }
  const claiming = registry.filter(({ type }) => !hostile(type).next().done);

  // The times are in benchmarks/hostile.ts.
  it.each(claiming)('refuses bytes that claim 2^31 elements anywhere in $title', ({ type }) => {
    for (const { bytes, claim, word } of hostile(type)) {
      const grown = growth(() => {
        const { code, offset, path } = thrown(() => decode(type, bytes));
        expect(path.length).toBeGreaterThan(0);
        // What a string of 65,535 bytes leaves may be refused later.
        if (word === 'list') expect({ code, offset }).toEqual({ code: 'TooLong', offset: claim });
        else if (word !== 'string')
          expect({ code, offset }).toEqual({ code: 'Truncated', offset: claim + 4 });
      });
      expect(grown).toBeLessThan(20 * room);
    }
  });

  it.each<[string, Type<unknown>, number]>([
    ['P', P.Tx, 2 * million],
    ['X', X.Tx, million / 4],
  ])('refuses more bytes than a node of %s takes, and to make them', (chain, type, max) => {
    const base = { ...baseTx, type: chain === 'P' ? 'platformvm.BaseTx' : 'avm.BaseTx' };
    const tx = (memo: number) => ({
      unsignedTx: { ...base, memo: new Uint8Array(memo) },
      credentials: [],
    });
    const most = max - encode(type, tx(0)).length;
    const bytes = encode(type, tx(most));
    expect(bytes.length).toBe(max);
    expectEqual(decode(type, bytes), tx(most));
    expect(thrown(() => encode(type, tx(most + 1)))).toMatchObject({
      code: 'TooLong',
      path: ['tx'],
    });
    expect(thrown(() => decode(type, new Uint8Array(max + 1)))).toMatchObject({
      code: 'TooLong',
      path: ['tx'],
      offset: max,
    });
  });

  it('refuses an interface inside itself, as the node’s codec does', () => {
    const typeID = (id: number) => `000000${id.toString(16).padStart(2, '0')}`;
    const lockOut = `0x${typeID(22)}${'00'.repeat(8)}${typeID(22)}${'00'.repeat(8)}`;
    expect(thrown(() => decode(P.Output, parseHex(lockOut)))).toMatchObject({
      code: 'UnknownTypeID',
      path: ['transferableOut', 'output'],
      offset: 12,
    });
  });

  it.each([undefined, null, 'ab', 7, {}, [1, 2]])('refuses %j for bytes', (input) => {
    expect(thrown(() => decode(P.Tx, input as unknown as Uint8Array))).toMatchObject({
      code: 'BadArgument',
      path: ['tx'],
    });
  });

  it.each(samples)('gives views of plain kind on the input of $title', ({ type, bytes }) => {
    const room = Buffer.alloc(bytes.length + 7);
    room.set(bytes, 7);
    const input = room.subarray(7);
    const text = () => formatHex(encode(type, value));
    const value = decode(type, input);
    const views = [...partsOf(value)].filter((part) => part instanceof Uint8Array);
    for (const view of views) {
      expect(view.constructor).toBe(Uint8Array);
      expect(view.buffer).toBe(room.buffer);
    }
    const before = text();
    for (const { word, start, end } of spansOfValue(type, bytes))
      if (word === 'id' || word === 'fixed' || word === 'address' || word === 'nodeID')
        input.fill(0xee, start, end);
    // They show what the buffer became; a copy that was decoded does not.
    if (views.length > 0) expect(text()).not.toBe(before);
    const copy = decode(type, bytes.slice());
    expect(formatHex(encode(type, copy))).toBe(formatHex(bytes));
  });
});

const baseTx = {
  networkID: 1,
  blockchainID: new Uint8Array(32),
  outputs: [],
  inputs: [],
  memo: new Uint8Array(),
};

function genesis(): P.Genesis {
  return {
    UTXOs: [],
    Validators: [],
    Chains: [],
    Timestamp: 0n,
    InitialSupply: 0n,
    Message: '',
  };
}

/** A value and all that is in it. */
function* partsOf(value: unknown): Iterable<unknown> {
  yield value;
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    for (const part of Object.values(value)) yield* partsOf(part);
}

/** Every place of a value with the type that stands there. */
function* placesOf(
  type: Type<unknown>,
  value: unknown,
  path: readonly (string | number)[] = [],
): Iterable<{ type: Type<unknown>; value: unknown; path: readonly (string | number)[] }> {
  const { shape } = type;
  if (shape.kind === 'versioned') return yield* placesOf(shape.of, value, path);
  yield { type, value, path };
  if (shape.kind === 'list')
    for (const [i, item] of (value as unknown[]).entries())
      yield* placesOf(shape.of, item, [...path, i]);
  else if (shape.kind === 'struct')
    for (const field of shape.fields)
      yield* placesOf(field.type, (value as Record<string, unknown>)[field.key], [
        ...path,
        field.key,
      ]);
  else if (shape.kind === 'union')
    for (const member of shape.members.values())
      if (member.name === (value as { type: string }).type)
        for (const place of placesOf(member, value, path)) if (place.path !== path) yield place;
}

/** A copy of `value` with another thing at `path`; `missing` takes its key away. */
const missing = Symbol('missing');
function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  if (rest.length === 0 && by === missing) delete copy[key];
  else copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const nothings = [undefined, null, Symbol('s'), () => 0, new Date(0), Object.create(null)];
const integers = [
  ...nothings,
  -1,
  0.5,
  Number.NaN,
  2 ** 53,
  '1',
  true,
  [],
  1n,
  { valueOf: () => 1 },
];
const bigints = [...nothings, 1, -1n, 2n ** 64n, '1', true, [1n], { valueOf: () => 1n }];
const byteses = [...nothings, '0x00', 0, [0, 0], {}, { length: 2 }];
const others = [...nothings, 'a', 1, 1n, true];
const wrongs: { readonly [word: string]: readonly unknown[] } = {
  u8: [...integers, 256],
  u16: [...integers, 2 ** 16],
  u32: [...integers, 2 ** 32],
  u64: bigints,
  i64: [...bigints.filter((v) => v !== -1n), 2n ** 63n, -(2n ** 63n) - 1n],
  bool: [...nothings, 0, 1, 'true', {}],
  string: [...nothings, 1, [], {}, '\ud800', 'a\udc7f', 'x'.repeat(65536)],
  blob: byteses,
  base64: byteses,
  list: [...others, {}, { length: 1 }, new Uint8Array(1)],
  // Another object fails at its first key.
  struct: others.filter((v) => typeof v !== 'object' || v === null),
  union: [...others, {}, [], { type: 'nonsense' }, { type: Object.create(null) }, { type: 5 }],
};
const sized = [...byteses, new Uint8Array(0), new Uint8Array(19), new Uint8Array(97)];

describe('encode', () => {
  it.each(registry)('refuses what is no $title, with the place', ({ type, title }) => {
    const value = someOf(type, 2);
    let tried = 0;
    const check = (path: readonly (string | number)[], by: unknown, at = path) => {
      tried++;
      const bad = replaced(value, path, by);
      const e = refusal(() => encode(type, bad));
      const found = e && formatPath(e.path.slice(1));
      if (found !== formatPath(at) || e?.offset !== undefined)
        expect.fail(`${formatPath(path)} = ${inspect(by)}: ${e?.message}`);
    };
    for (const { type: inner, path } of placesOf(type, value)) {
      const { shape } = inner;
      const word = shape.kind === 'leaf' ? shape.word : shape.kind;
      for (const by of wrongs[word] ?? sized) check(path, by);
      const key = path.at(-1);
      if (typeof key === 'string') check(path, missing);
      if (shape.kind === 'union' || (shape.kind === 'struct' && shape.tagged))
        for (const by of [missing, undefined, 'nonsense', 5]) check([...path, 'type'], by, path);
    }
    expect(tried, title).toBeGreaterThan(0);
    // A failure leaves nothing behind.
    const bytes = encode(type, value);
    expect(encode(type, decode(type, bytes))).toEqual(bytes);
  });

  it('refuses a string that its length cannot say', () => {
    const chain = (length: number) =>
      encode(P.CreateChainTx, {
        type: 'platformvm.CreateChainTx',
        ...baseTx,
        subnetID: new Uint8Array(32),
        chainName: 'é'.repeat(length / 2),
        vmID: new Uint8Array(32),
        fxIDs: [],
        genesisData: new Uint8Array(),
        subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [] },
      });
    expect(decode(P.CreateChainTx, chain(65_534)).chainName.length).toBe(32_767);
    expect(thrown(() => chain(65_536))).toMatchObject({
      code: 'TooLong',
      path: ['createChainTx', 'chainName'],
    });
  });

  it('refuses another transaction than the declaration’s', () => {
    const tx = { type: 'platformvm.ImportTx', ...baseTx } as unknown as P.BaseTx;
    expect(thrown(() => encode(P.BaseTx, tx))).toMatchObject({
      code: 'UnknownTypeID',
      path: ['baseTx'],
    });
  });
});

/** Every place of a JSON value. */
function* jsonPlaces(
  value: JSONValue,
  path: readonly (string | number)[] = [],
): Iterable<readonly (string | number)[]> {
  yield path;
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) yield* jsonPlaces(item, [...path, i]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* jsonPlaces(item, [...path, key]);
}

describe('fromJSON', () => {
  const strange: readonly JSONValue[] = [
    true,
    -1n,
    2n ** 64n,
    1.5,
    '',
    '0x0',
    'P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q',
    [],
    {},
    [null],
    { type: 'platformvm.BaseTx' },
    parseJSON('{"__proto__":{"amount":1},"constructor":1}'),
  ];

  it.each(samples)(
    'answers every strange $title with a AvalancheError or its own text',
    (sample) => {
      const { type, json, context } = sample;
      const value = parseJSON(json);
      let refused = 0;
      for (const path of jsonPlaces(value)) {
        const key = path.at(-1);
        const inner = [...strange, null, ...(typeof key === 'string' ? [missing] : [])];
        for (const by of inner) {
          const bad = replaced(value, path, by) as JSONValue;
          try {
            const read = valueFromJSON(type, bad, { context });
            // What is taken is taken for what it says: null for [] or no bytes, or no id at all.
            expect([null, missing, '', '[]']).toContain(
              Array.isArray(by) && by.length === 0 ? '[]' : by,
            );
            valueToJSONText(type, read, { context });
          } catch (e) {
            if (!isError(e)) throw e;
            refused++;
            if (path.length > 0 && e.path.length === 0) expect.fail(e.message);
          }
        }
        if (typeof key === 'string') {
          const extra = replaced(value, [...path.slice(0, -1), `${key}x`], 1n) as JSONValue;
          expect(thrown(() => valueFromJSON(type, extra, { context })).code).toMatch(/^BadJSON$/);
        }
      }
      expect(refused).toBeGreaterThan(20);
    },
  );

  it('names what is missing, unknown or wrong', () => {
    const { json, context } = samples.find(({ title }) => title === 'P BaseTx')!;
    const value = parseJSON(json);
    const refused = (path: readonly (string | number)[], by: unknown) =>
      thrown(() => valueFromJSON(P.Tx, replaced(value, path, by) as JSONValue, { context }));
    expect(refused(['unsignedTx', 'memo'], 5n)).toMatchObject({
      code: 'BadJSON',
      path: ['unsignedTx', 'memo'],
    });
    expect(refused(['unsignedTx', 'networkID'], 2n ** 32n)).toMatchObject({
      code: 'BadJSON',
      path: ['unsignedTx', 'networkID'],
    });
    expect(refused(['credentials'], missing)).toMatchObject({
      code: 'BadJSON',
      path: ['credentials'],
    });
    expect(refused(['more'], 1n)).toMatchObject({ code: 'BadJSON', path: ['more'] });
    expect(refused(['id'], formatID(new Uint8Array(32)))).toMatchObject({
      code: 'Mismatch',
      path: ['id'],
    });
  });

  it('does not take keys from a prototype', () => {
    const { json, context } = samples.find(({ title }) => title === 'P BaseTx')!;
    const value = parseJSON(`{"__proto__":${json}}`);
    expect(thrown(() => valueFromJSON(P.Tx, value, { context }))).toMatchObject({
      code: 'BadJSON',
      path: ['__proto__'],
    });
    expect(({} as Record<string, unknown>).unsignedTx).toBeUndefined();
  });

  it('refuses duplicate keys and deep nesting before it looks at types', () => {
    expect(thrown(() => parseJSON('{"id":1,"id":1}'))).toMatchObject({ code: 'BadJSON' });
    for (const open of ['[', '{"unsignedTx":'])
      expect(thrown(() => parseJSON(open.repeat(1e6)))).toMatchObject({ code: 'BadJSON' });
  });
});

describe('what JSON leaves open', () => {
  /** A new asset of which `minters` of the property outputs are rights to mint. */
  const asset = (
    outputs: readonly (
      | 'propertyfx.MintOutput'
      | 'propertyfx.OwnedOutput'
      | 'secp256k1fx.MintOutput'
    )[],
  ): X.Tx => ({
    unsignedTx: {
      type: 'avm.CreateAssetTx',
      ...baseTx,
      name: 'Deed',
      symbol: 'DEED',
      denomination: 0,
      initialStates: [
        {
          fxIndex: 2,
          outputs: outputs.map((type, i) => ({
            type,
            locktime: BigInt(i),
            threshold: 1,
            addresses: [new Uint8Array(20)],
          })),
        },
      ],
    },
    credentials: [],
  });
  const sorted = (minters: number, owned: number) => [
    ...new Array<'propertyfx.MintOutput'>(minters).fill('propertyfx.MintOutput'),
    ...new Array<'propertyfx.OwnedOutput'>(owned).fill('propertyfx.OwnedOutput'),
  ];
  const context = jsonContext('X', fuji);
  const textOf = (tx: X.Tx) => valueToJSONText(X.Tx, tx, { context });

  it.each([
    [40, 0],
    [17, 23],
    [0, 40],
  ])('is settled by the id for %i rights and %i deeds', (minters, owned) => {
    const tx = asset(sorted(minters, owned));
    expect(valueFromJSON(X.Tx, parseJSON(textOf(tx)), { context })).toEqual(tx);
  });

  it('is settled by the id in any order, where there are few', () => {
    const tx = asset(['propertyfx.OwnedOutput', 'propertyfx.MintOutput', 'propertyfx.OwnedOutput']);
    expect(valueFromJSON(X.Tx, parseJSON(textOf(tx)), { context })).toEqual(tx);
  });

  it('is settled by the id where an output is of another extension than its list', () => {
    const tx = asset(['propertyfx.OwnedOutput', 'secp256k1fx.MintOutput']);
    expect(valueFromJSON(X.Tx, parseJSON(textOf(tx)), { context })).toEqual(tx);
  });

  it('is given up within bounds when the id is wrong', () => {
    const wrong = (outputs: Parameters<typeof asset>[0]) =>
      thrown(() =>
        valueFromJSON(
          X.Tx,
          replaced(
            parseJSON(textOf(asset(outputs))),
            ['id'],
            formatID(new Uint8Array(32)),
          ) as JSONValue,
          { context },
        ),
      );
    expect(wrong(sorted(1, 2))).toMatchObject({ code: 'Mismatch', path: ['id'] });
    expect(wrong(sorted(20, 20))).toMatchObject({ code: 'Ambiguous' });
    expect(wrong(sorted(300, 300))).toMatchObject({ code: 'Ambiguous' });
  });

  it('is given up within bounds when there is much of it', () => {
    const credential = { credential: { type: 'nftfx.Credential' as const, signatures: [] } };
    const tx: X.Tx = {
      unsignedTx: { type: 'avm.BaseTx', ...baseTx },
      credentials: new Array(1000).fill(credential),
    };
    // Without its network a node prints no fxIDs, and nothing tells 3^1000 readings apart.
    const text = valueToJSONText(X.Tx, tx);
    expect(thrown(() => valueFromJSON(X.Tx, parseJSON(text)))).toMatchObject({
      code: 'Ambiguous',
    });
    expect(valueFromJSON(X.Tx, parseJSON(text), { hints: ['nftfx.Credential'] })).toEqual(tx);
  });

  it('is a question without an id, and a hint answers it', () => {
    const { unsignedTx } = asset(sorted(1, 1));
    const json = parseJSON(valueToJSONText(X.UnsignedTx, unsignedTx, { context }));
    expect(thrown(() => valueFromJSON(X.UnsignedTx, json, { context }))).toMatchObject({
      code: 'Ambiguous',
      path: ['initialStates', 0, 'outputs', 0],
      context: { candidates: ['propertyfx.MintOutput', 'propertyfx.OwnedOutput'] },
    });
    const both = asset(sorted(0, 2)).unsignedTx;
    expect(
      valueFromJSON(X.UnsignedTx, json, { context, hints: ['propertyfx.OwnedOutput'] }),
    ).toEqual(both);
  });
});
