/** The API report is what was built: a change of the public surface shows in `api/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { apiReports } from '../scripts/api.ts';
import { type Declared, type Entry, Package } from '../scripts/exported.ts';

const folder = new URL('../api/', import.meta.url);
const reports = apiReports();

describe('the API report', () => {
  it.each([...reports])('%s is what was built (npm run build && npm run api)', (file, text) => {
    expect(readFileSync(new URL(file, folder), 'utf8')).toBe(text);
  });
  it('has no file of an entry point that is gone', () => {
    expect(readdirSync(folder).sort()).toEqual([...reports.keys()].sort());
  });
  it('shows signatures, and none of their comments', () => {
    const fee = reports.get('avalanche-tx.fee.md')!;
    expect(fee).toContain('declare function feeOf(tx: AnyUnsignedTx, facts: FeeFacts): TxFee;');
    expect([...reports.values()].join('')).not.toContain('/**');
  });
  it('shows the members of options and intents with their types', () => {
    expect(reports.get('avalanche-tx.wallet.md')).toContain('  readonly attempts?: number;\n');
    expect(reports.get('avalanche-tx.build.md')).toContain('  readonly amount: "max" | NAVAX;\n');
    expect([...reports.values()].join('')).not.toMatch(/(?:Argument|Value)<typeof/);
  });
});

/** Types in signatures that nobody writes: why. */
const unwritten: { readonly [name: string]: string } = {
  ContextArguments: 'follows from the code of an error',
  IDOf: 'follows from the kind of transaction',
  With: 'follows from the error that is tested',
  CallArguments: 'follows from the name of a method',
  AnySchema: 'any `Schema`',
  MissingFact: 'of a rule, which the library makes',
  Decoder: 'of a wire type, which the library makes',
  Writer: 'of a wire type, which the library makes',
  UTXOID: 'two fields of a UTXO',
  AvalancheError: 'a class, which the root exports',
  Path: 'of an error, which the root exports',
};
/** Wire types have the same names on several chains: each is exported where its chain is. */
const ofChain = /^chain\/[pxc]chain\//;

describe('an entry point', () => {
  const { entries } = new Package(fileURLToPath(new URL('../', import.meta.url)));
  const keysOf = ({ exports }: Entry) => new Set([...exports.values()].map(({ key }) => key));
  it.each(entries.map((entry) => [entry.module, entry] as const))(
    '%s exports the types that its functions take and return',
    (_, entry) => {
      const missingAt = (at: Entry, { called }: Declared) =>
        called.filter(
          (key) =>
            !keysOf(at).has(key) &&
            !ofChain.test(key) &&
            !Object.hasOwn(unwritten, key.split(' ')[1]!),
        );
      // What an object's methods take is exported where the object is made.
      const homesOf = ({ kind, key }: Declared) =>
        kind === 'type' ? entries.filter((other) => keysOf(other).has(key)) : [entry];
      const missing = [...entry.exports].flatMap(([name, declared]) =>
        homesOf(declared).some((home) => missingAt(home, declared).length === 0)
          ? []
          : missingAt(entry, declared).map((key) => `${name}: ${key}`),
      );
      expect(missing).toEqual([]);
    },
  );
});
