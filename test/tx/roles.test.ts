import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { declarationOf, transaction } from '../../src/chain/declared.ts';
import { kinds } from '../../src/chain/kinds.ts';
import { network, ownChain, type RoleName, type TxRole } from '../../src/chain/roles.ts';
import { decodeTx } from '../../src/chain/tx.ts';
import { formatPath } from '../../src/errors/error.ts';
import { complexityOf } from '../../src/fee/transactions.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { signedTxFrom, unsignedBytesOf } from '../../src/tx/bytes.ts';
import { credentialUsesOf, withIndices } from '../../src/tx/credentials.ts';
import { leavesOf } from '../../src/tx/find.ts';
import { L1Payload } from '../../src/warp/l1.ts';
import type { Field, PartField, Type } from '../../src/wire/type.ts';
import { spansOfValue } from '../../src/wire/walk.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const all = [...rows('p-public'), ...rows('x-public'), ...rows('c-public')];

describe('a declaration', () => {
  it('encodes and decodes as the union of all types does', () => {
    for (const { chain, hex, unsignedHex } of all) {
      const bytes = parseHex(hex);
      const tx = decodeTx(bytes, chain);
      expect(formatHex(unsignedBytesOf(tx.unsignedTx))).toBe(unsignedHex);
      // Only credentials that a node accepts are read.
      const types = tx.credentials.map((of) => ('type' in of ? of.type : of.credential.type));
      if (types.every((type) => type.endsWith('Credential')))
        expect(isDeepStrictEqual(signedTxFrom(tx.unsignedTx, bytes), tx)).toBe(true);
    }
  });

  it('is found by the name of the type, and its absence says what to do', () => {
    expect(declarationOf({ type: 'platformvm.BaseTx' }).typeID).toBe(34);
    for (const type of ['platformvm.FooTx', 'toString', '__proto__'])
      expect(thrown(() => declarationOf({ type }))).toMatchObject({
        code: 'UnknownTypeID',
        path: ['type'],
      });
  });

  it('without a price has none', () => {
    transaction(
      99,
      'platformvm.PlantedTx' as string as 'platformvm.BaseTx',
      (s) => ({
        type: 'platformvm.PlantedTx' as 'platformvm.BaseTx',
        networkID: s.u32(),
        blockchainID: s.id(),
      }),
      () => ({ networkID: network('Network.'), blockchainID: ownChain('Chain.') }),
    );
    const planted = {
      type: 'platformvm.PlantedTx',
      networkID: 1,
      blockchainID: new Uint8Array(32),
    };
    expect(thrown(() => complexityOf(planted as never))).toMatchObject({ code: 'Unsupported' });
  });
});

/** Every field of every declaration, with the struct that it stands in. */
const declared = (() => {
  const found = new Map<
    string,
    { readonly struct: string; readonly field: PartField; readonly around: readonly Field[] }
  >();
  const seen = new Set<Type<unknown>>();
  const walk = (type: Type<unknown>): void => {
    if (seen.has(type)) return;
    seen.add(type);
    const { shape } = type;
    if (shape.kind === 'list' || shape.kind === 'versioned') walk(shape.of);
    if (shape.kind === 'union') for (const member of shape.members.values()) walk(member);
    if (shape.kind !== 'struct') return;
    for (const field of shape.fields) {
      if (field.role)
        found.set(`${type.name}.${field.key}`, {
          struct: type.name,
          field: field as PartField,
          around: shape.fields,
        });
      walk(field.type);
    }
  };
  for (const chain of ['P', 'X', 'C'] as const) walk(kinds[chain].unsignedTx);
  walk(L1Payload);
  return [...found];
})();

/** What a field holds: a word of the wire, or the keys of the struct, of each member of a union, of the elements of a list. */
const bytes: readonly string[] = [
  'id',
  'nodeID',
  'shortID',
  'address',
  'fixed',
  'numbers',
  'blob',
  'base64',
];
const wordOf = ({ shape }: Type<unknown>) => {
  if (shape.kind !== 'leaf') return shape.kind;
  if (bytes.includes(shape.word)) return 'bytes';
  if (shape.word === 'u64' || shape.word === 'i64') return 'bigint';
  return shape.word.startsWith('u') ? 'number' : shape.word;
};
const elementOf = ({ shape }: Type<unknown>) => (shape.kind === 'list' ? shape.of : undefined);
const structsOf = (type: Type<unknown>): readonly (readonly string[])[] => {
  const { shape } = type;
  if (shape.kind === 'struct') return [shape.fields.map(({ key }) => key)];
  if (shape.kind === 'union') return [...shape.members.values()].flatMap(structsOf);
  return [];
};
const areAll = (type: Type<unknown> | undefined, ...keys: readonly string[]): boolean => {
  const structs = type ? structsOf(type) : [];
  return structs.length > 0 && structs.every((of) => keys.every((key) => of.includes(key)));
};
const listOf = (type: Type<unknown>, ...keys: readonly string[]) =>
  areAll(elementOf(type), ...keys);
const isOwned = (type: Type<unknown>) => areAll(type, 'addresses') || areAll(type, 'output');

/** What a field must hold to have a role, and what must stand around it. */
const fits: {
  readonly [Is in RoleName]: (
    type: Type<unknown>,
    key: string,
    around: readonly string[],
  ) => boolean;
} = {
  spends: (type) => listOf(type, 'input'),
  makes: (type) => listOf(type, 'output'),
  debits: (type) => listOf(type, 'nonce', 'amount'),
  credits: (type) => listOf(type, 'address', 'amount') && !listOf(type, 'nonce'),
  consumes: (type) => listOf(type, 'txID', 'outputIndex') && !listOf(type, 'input'),
  issues: (type) => isOwned(type) || listOf(type, 'addresses'),
  burns: (type, key, around) => wordOf(type) === 'bigint' && key !== 'amount' && !carries(around),
  owner: (type) => areAll(type, 'addresses'),
  auth: ({ shape }) =>
    shape.kind === 'union' &&
    [...shape.members.values()].some(({ name }) => name === 'secp256k1fx.Credential'),
  signs: (type) =>
    type.name === 'secp256k1fx.Input' || wordOf(elementOf(type) ?? type) === 'number',
  manager: (type) => wordOf(type) === 'bytes',
  id: (type) => wordOf(type) === 'bytes',
  asset: (type) => wordOf(type) === 'bytes',
  says: (type) => wordOf(type) === 'bytes',
  quantity: (type, key) =>
    ['bigint', 'number'].includes(wordOf(type)) &&
    !['amount', 'locktime', 'threshold'].includes(key),
  flag: (type) => wordOf(type) === 'bool',
  text: (type) => wordOf(type) === 'string',
  data: (type) => wordOf(elementOf(type) ?? type) === 'bytes',
  key: (type) => wordOf(type) === 'bytes',
  proof: (type) => wordOf(elementOf(type) ?? type) === 'bytes',
  network: (type) => wordOf(type) === 'number',
  ownChain: (type) => wordOf(type) === 'bytes',
  peer: (type) => wordOf(type) === 'bytes',
  memo: (type) => wordOf(type) === 'bytes',
  utxo: (type, _, around) =>
    ['bytes', 'number'].includes(wordOf(type)) && around.includes('outputIndex'),
  amount: (type, key) => wordOf(type) === 'bigint' && key === 'amount',
  lock: (type, key, around) =>
    wordOf(type) === 'bigint' && key === 'locktime' && !around.includes('addresses'),
  ownership: (_, key, around) =>
    around.includes('addresses') && ['locktime', 'threshold', 'addresses'].includes(key),
  account: (type, _, around) => wordOf(type) === 'bytes' && around.includes('amount'),
  within: (type) => structsOf(elementOf(type) ?? type).length > 0,
};
/** Outputs, inputs and what they stand in, accounts: what they hold is not the transaction’s to burn. */
const carries = (around: readonly string[]) =>
  ['addresses', 'signatureIndices', 'output', 'input', 'amount'].some((key) =>
    around.includes(key),
  );

describe('the role of a field', () => {
  it.each(declared)('%s fits what it holds', (_, { field, around }) => {
    const role = field.role as TxRole;
    const keys = around.map(({ key }) => key);
    expect(`${role.is}: ${fits[role.is](field.type, field.key, keys)}`).toBe(`${role.is}: true`);
    const holding = (key: string, word: string) => {
      const [first, inner] = key.split('.');
      const found = around.find((one) => one.key === first)?.type;
      const at =
        inner && found?.shape.kind === 'struct'
          ? found.shape.fields.find((one) => one.key === inner)?.type
          : found;
      expect(`${key}: ${at && wordOf(at)}`).toBe(`${key}: ${word}`);
    };
    if (role.is === 'spends' && role.from) holding(role.from, 'bytes');
    if (role.is === 'makes' && role.to) holding(role.to, 'bytes');
    if (role.is === 'owner' && role.over) holding(role.over, 'bytes');
    if (role.is === 'auth') holding(role.of, 'bytes');
    if (role.is === 'burns' && role.asset) holding(role.asset, 'bytes');
    if (role.is === 'burns' && role.less) holding(role.less, 'bigint');
    if (role.is === 'issues') for (const key of role.as?.with ?? []) expect(keys).toContain(key);
  });

  it('is held for all declarations', () => {
    expect(declared.length).toBeGreaterThan(180);
    expect(new Set(declared.map(([, { field }]) => field.role.is))).toEqual(
      new Set(Object.keys(fits)),
    );
  });
});

describe('leaves', () => {
  it('are all that the bytes hold', () => {
    for (const { chain, hex, unsignedHex } of all) {
      const leaves = leavesOf(decodeTx(parseHex(hex), chain).unsignedTx).map(({ path }) =>
        formatPath(path),
      );
      const told = new Set(leaves);
      const missed = spansOfValue(kinds[chain].unsignedTx, parseHex(unsignedHex))
        .filter(({ word }) => !['codecVersion', 'typeID', 'count'].includes(word))
        .filter(({ path }) => {
          const steps = path.split(/(?=[.[])/);
          return !steps.some((_, i) => told.has(steps.slice(0, i + 1).join('')));
        });
      expect(missed).toEqual([]);
    }
  });
});

describe('the leaves of a message', () => {
  const { hex } = all.find(({ type }) => type === 'RegisterL1ValidatorTx')!;
  const tx = decodeTx(parseHex(hex), 'P').unsignedTx;
  const keys = (message?: Uint8Array) =>
    leavesOf({ ...tx, ...(message && { message }) }).map(({ path }) => path.join('.'));

  it('follow it, if it can be read', () => {
    const whole = keys();
    expect(whole).toContain('message.remainingBalanceOwner');
    expect(keys(new Uint8Array(3))).toEqual(whole.filter((path) => !path.startsWith('message.')));
  });
});

describe('withIndices', () => {
  it('writes what credentialUsesOf reads, and nothing else', () => {
    for (const { chain, hex } of all) {
      const { unsignedTx } = decodeTx(parseHex(hex), chain);
      const claims = credentialUsesOf(unsignedTx);
      const same = claims.map(({ signatureIndices }) => signatureIndices);
      expect(withIndices(unsignedTx, same)).toEqual(unsignedTx);
      const others = claims.map(({ kind }, i) => (kind === 'account' ? [0] : [i, i + 7]));
      const written = withIndices(unsignedTx, others);
      expect(credentialUsesOf(written).map(({ signatureIndices }) => signatureIndices)).toEqual(
        others,
      );
      expect(withIndices(written, same)).toEqual(unsignedTx);
    }
  });
});
