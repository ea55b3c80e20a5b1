/** The tables of `docs/migration/` name every export of both packages, and counterparts that exist. */
import { fileURLToPath } from 'node:url';
import * as avalanchejs from '@avalabs/avalanchejs';
import * as sdkAccounts from '@avalanche-sdk/client/accounts';
import { describe, expect, it } from 'vitest';
import { clientRows, clients, methodsOf } from '../../scripts/migration/pages.ts';
import { exportsOf } from '../../scripts/migration/peer.ts';
import type { Row, Rows } from '../../scripts/migration/row.ts';
import { sdkModules } from '../../scripts/migration/sdk.ts';
import { modules, unsignedTxMethods } from '../../scripts/migration/tables.ts';
import { entryPoints, publicNames } from '../../scripts/publicnames.ts';
import * as cchain from '../../src/chain/cchain/index.ts';
import * as pchain from '../../src/chain/pchain/index.ts';
import * as xchain from '../../src/chain/xchain/index.ts';
import { methods } from '../../src/rpc/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = (path: string): string => `${root}node_modules/${path}`;
const names = publicNames(`${root}src`, entryPoints(root));

/** Every row with the name of its export, modules joined by a dot. */
const named = (tables: { readonly [prefix: string]: Rows }): [string, Row][] =>
  Object.entries(tables).flatMap(([prefix, rows]) =>
    Object.entries(rows).map(([name, row]): [string, Row] => [
      prefix === '' ? name : `${prefix}.${name}`,
      row,
    ]),
  );

/** What is wrong with a counterpart, if anything. */
function wrong({ ours, methods: calls = [], reason, note }: Row): string[] {
  const missing = ours.flatMap(({ name, at }) => {
    const points = [...(names.get(name) ?? [])].flatMap(([, found]) => found);
    return points.includes(at === '' ? '.' : `./${at}`) ? [] : [`${name} of /${at}`];
  });
  const unknown = calls.filter((method) => !Object.hasOwn(methods, method));
  const empty = ours.length === 0 && (reason === undefined || !note) ? ['nothing'] : [];
  return [...missing, ...unknown, ...empty];
}

/** The values that a package exports at run time, namespaces opened. */
function valuesOf(namespace: object, prefix = ''): string[] {
  return Object.entries(namespace).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === null
      ? valuesOf(value as object, `${prefix}${name}.`)
      : [prefix + name],
  );
}

describe('the table of avalanchejs 5.2.0', () => {
  const found = exportsOf(file('@avalabs/avalanchejs/dist/index.d.ts'));
  const rows = named(modules);

  it('has a row for every export, value or type, and for nothing else', () => {
    expect(rows.map(([name]) => name).sort()).toEqual([...found.keys()].sort());
    expect(found.size).toBeGreaterThan(400);
  });

  it('is made of the declarations that the package has at run time', () => {
    const values = [...found].filter(([, kind]) => kind === 'value').map(([name]) => name);
    expect(values.sort()).toEqual(valuesOf(avalanchejs).sort());
  });

  it('names counterparts that exist', () => {
    expect(
      rows.filter(([, row]) => wrong(row).length > 0).map(([n, row]) => [n, wrong(row)]),
    ).toEqual([]);
  });

  it('compares `type` with types that exist', () => {
    const types = [pchain, xchain, cchain, xchain.secp256k1fx, xchain.nftfx].flatMap((module) =>
      Object.values(module).flatMap((of) =>
        typeof of === 'object' && 'name' in of ? [String(of.name)] : [],
      ),
    );
    const compared = rows.flatMap(([, { note = '' }]) => /`type === '(.*)'`/.exec(note)?.[1] ?? []);
    expect(compared.length).toBeGreaterThan(30);
    expect(compared.filter((type) => !types.includes(type))).toEqual([]);
  });

  it.each(Object.keys(clients) as (keyof typeof clients)[])('has every method of %s', (name) => {
    const found = Object.entries(clientRows(name)); // throws if a method has no row
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(([, row]) => wrong(row).length > 0)).toEqual([]);
  });

  it('has every method of UnsignedTx', () => {
    const of = avalanchejs as unknown as {
      readonly [name in 'UnsignedTx' | 'EVMUnsignedTx']: { readonly prototype: object };
    };
    const own = [...methodsOf(of.UnsignedTx.prototype), ...methodsOf(of.EVMUnsignedTx.prototype)];
    expect(Object.keys(unsignedTxMethods).sort()).toEqual(
      [...new Set([...own, 'fromJSON'])].sort(),
    );
    expect(Object.entries(unsignedTxMethods).filter(([, row]) => wrong(row).length > 0)).toEqual(
      [],
    );
  });
});

describe('the table of @avalanche-sdk/client 0.1.1', () => {
  const wallets = Object.entries(sdkModules).filter(([entry]) => entry !== 'accounts');

  it.each(wallets)('has a row for every export of %s, and for nothing else', (entry, rows) => {
    const found = exportsOf(file(`@avalanche-sdk/client/dist/_types/${entry}/index.d.ts`));
    expect(Object.keys(rows).sort()).toEqual([...found.keys()].sort());
  });

  it('has the accounts of X and P', () => {
    const found = exportsOf(file('@avalanche-sdk/client/dist/_types/accounts/index.d.ts'));
    const own = [...found.keys()].filter((name) => /XP|^xp|Avalanche/.test(name));
    expect(Object.keys(sdkModules.accounts!).sort()).toEqual(own.sort());
    expect(Object.keys(sdkAccounts)).toEqual(
      expect.arrayContaining(own.filter((name) => found.get(name) === 'value')),
    );
  });

  it('names counterparts that exist', () => {
    const rows = named(sdkModules);
    expect(
      rows.filter(([, row]) => wrong(row).length > 0).map(([n, row]) => [n, wrong(row)]),
    ).toEqual([]);
  });
});
