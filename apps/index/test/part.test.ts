/** Parts that are merged: what stays of their ledgers, and what a merge needs. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../src/errors/error.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { randomBy } from '../../../test/testnode/randomnode.ts';
import { readTable } from '../src/parquet.ts';
import { fileOf, mergeParts, type Part, readPart, writePart } from '../src/part.ts';
import { emptyRows, type Row } from '../src/tables.ts';

/** Writes parts of one container each. */
async function partsOf(out: string, ledgers: readonly Row<'ledger'>[][]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [i, ledger] of ledgers.entries()) {
    const at = { feed: 'P/block', first: BigInt(i), last: BigInt(i), lastID: `${i}` };
    const content = { ...at, lastBlock: null, height: BigInt(i), time: null };
    parts.push(await writePart(out, content, { ...emptyRows(), ledger }));
  }
  return parts;
}

async function ledgerOf(out: string, part: Part): Promise<Row<'ledger'>[]> {
  const rows: Row<'ledger'>[] = [];
  for await (const group of readTable('ledger', fileOf(out, part, 'ledger'))) rows.push(...group);
  return rows;
}

describe('merged parts', () => {
  it('have the last entry of each key of the ledger once, in the order of the keys', async () => {
    const out = testFolder();
    const random = randomBy(7);
    // More than a row group each.
    const ledgers = [17_000, 3, 40_000, 0].map((count, part) => {
      const keys = new Set(Array.from({ length: count }, () => `${random(60_000)}`));
      return [...keys].map((key, i): Row<'ledger'> => {
        const value = random(5) === 0 ? null : Uint8Array.of(part, i, i >> 8);
        return { store: random(2) === 0 ? 'utxos' : 'subnets', key, value };
      });
    });
    const last = new Map<string, Row<'ledger'>>();
    for (const row of ledgers.flat()) last.set(`${row.store}/${row.key}`, row);
    const merged = await mergeParts(out, await partsOf(out, ledgers));
    const found = await ledgerOf(out, merged);
    const keys = found.map(({ store, key }) => `${store}/${key}`);
    expect(keys).toEqual([...last.keys()].sort());
    expect(found).toEqual(keys.map((key) => last.get(key)));
    expect(merged.rows.ledger).toBe(last.size);
    expect(readPart(out, merged.name)).toEqual(merged);
  });

  it('are not made from a part that is damaged', async () => {
    const damages: readonly ((path: string) => void)[] = [
      (path) => appendFileSync(path, 'x'),
      (path) => {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1]! ^= 1;
        writeFileSync(path, bytes);
      },
    ];
    for (const damage of damages) {
      const out = testFolder();
      const row = { store: 'utxos', key: 'a', value: new Uint8Array(500) };
      const parts = await partsOf(out, [[row], [row]]);
      damage(fileOf(out, parts[1]!, 'ledger'));
      const refusal = await mergeParts(out, parts).catch((e: unknown) => e);
      expect(isError(refusal, 'StoreFailed') && refusal.message).toContain('is damaged');
    }
  });
});
