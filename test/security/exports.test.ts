/** Low findings: what a program imports cannot be changed for all others in the process. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes, mainnet } from '../../src/index.ts';
import { formatHex } from '../../src/text/hex.ts';

const root = new URL('../../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string | { readonly default: string }>;
};
const entries = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string'
    ? []
    : [[name, target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')] as const],
);

/** What can be changed in an export: objects that are not frozen, collections, and bytes that are the same at each access. */
function changeable(value: unknown, path: string, seen: Set<unknown>): readonly string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  // The engine refuses to change what a module exports, though it does not call it frozen.
  const isModule = Object.prototype.toString.call(value) === '[object Module]';
  const found = isModule || Object.isFrozen(value) ? [] : [`${path} is not frozen`];
  if (value instanceof Map || value instanceof Set) return [`${path} is a collection`];
  for (const key of Reflect.ownKeys(value)) {
    const place = `${path}.${String(key)}`;
    const read = () => (value as Record<PropertyKey, unknown>)[key];
    const member = read();
    if (!(member instanceof Uint8Array)) found.push(...changeable(member, place, seen));
    else if (member.length > 0 && member === read()) found.push(`${place} are shared bytes`);
  }
  return found;
}

describe.each(entries)('%s', (_, file) => {
  it('exports nothing that can be changed', async () => {
    const module = (await import(new URL(file, root).href)) as Record<string, unknown>;
    const found = Object.entries(module).flatMap(([name, value]) =>
      value instanceof Uint8Array
        ? [`${name} are shared bytes`]
        : changeable(value, name, new Set()),
    );
    expect(found).toEqual([]);
  });
});

describe('constants', () => {
  it('are the same after somebody wrote into what they gave', () => {
    const before = formatHex(mainnet.avaxAssetID);
    mainnet.avaxAssetID.fill(0);
    mainnet.chains.X.blockchainID.fill(0);
    expect(formatHex(mainnet.avaxAssetID)).toBe(before);
    expect(() => Object.assign(errorCodes, { BadText: '' })).toThrow(TypeError);
  });
});
