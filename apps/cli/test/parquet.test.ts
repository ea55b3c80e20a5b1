import { describe, expect, it } from 'vitest';
import { open } from '../../../src/open/open.ts';
import { addRows, noRows, type Row, rowTexts, tableNames } from '../../../test/support/rows.ts';
import { rows as vectors } from '../../../test/support/vectors.ts';
import { answer } from '../src/answer.ts';
import { tableBatch, tableTooLong } from '../src/parquet/batch.ts';
import { decodedTables as columns, emptyColumns } from '../src/parquet/columns.ts';
import { addLine } from '../src/parquet/rows.ts';

/** The rows of lines, by their columns. */
function rowsOf(lines: readonly string[]): Record<(typeof tableNames)[number], Row[]> {
  const found = emptyColumns(columns);
  for (const line of lines) addLine(found, line);
  const tables = tableNames.map((table) => {
    const of = Object.entries<readonly unknown[]>(found[table] as never);
    const rows = of[0]![1].map((_, i) =>
      Object.fromEntries(of.map(([column, values]) => [column, values[i]])),
    );
    return [table, rows];
  });
  return Object.fromEntries(tables);
}

const asked = (request: object): string => JSON.stringify(request);
const txLines = [vectors('p-public'), vectors('x-public'), vectors('c-public')]
  .flat()
  .map(({ chain, networkID, hex, nodeHex }, id) =>
    id % 2
      ? asked({ id, chain, network: networkID, hex })
      : asked({ id, chain, encoding: 'hex', hex: nodeHex }),
  );
const blockLines = [
  ...vectors('p-blocks').map(({ network, hex }, id) =>
    asked({ id, chain: 'P', kind: 'block', network, hex }),
  ),
  ...vectors('containers')
    .filter(({ endpoint, innerKind }) => innerKind && /^[PX]\/block$/.test(endpoint))
    .map(({ endpoint, network, recordHex }) =>
      asked({ chain: endpoint[0], kind: 'container', network, hex: recordHex }),
    ),
];

describe('tables of a stream', () => {
  it.each([
    ['transactions', txLines],
    ['blocks and records', blockLines],
    ['lines that are refused', ['no JSON', '', asked({ id: [1n > 0n], chain: 'P', hex: '0x00' })]],
  ] as const)('have the rows that the answers tell: %s', (_, lines) => {
    const expected = noRows();
    for (const line of lines) addRows(expected, answer(line));
    const found = rowsOf(lines);
    for (const table of tableNames)
      expect(rowTexts(found[table]), table).toEqual(rowTexts(expected[table]));
    expect(expected.transactions.length + expected.errors.length).toBeGreaterThan(2);
  });

  it('have a transaction that the node itself cannot print', () => {
    const unprintable = `0x${'000000000001'}${'00003039'}${'02'.repeat(32)}${'00000000'.repeat(3)}00014100014100000000010000000300000000${'00000000'}`;
    const line = asked({ chain: 'X', hex: unprintable });
    expect(answer(line)).toContain('"json":null');
    const { transactions, errors } = rowsOf([line]);
    expect(transactions).toMatchObject([{ type: 'avm.CreateAssetTx', networkID: 12345 }]);
    expect(errors).toEqual([]);
  });

  it('have the atomic transactions of a block of the C-chain', () => {
    const { hex, innerHex } = vectors('x-blocks').find(
      ({ chain, innerHex }) => chain === 'C' && innerHex && open(innerHex).txs.length > 0,
    )!;
    const { id, txs } = open(innerHex!);
    const lines = [
      { kind: 'evmBlock', hex: innerHex },
      { chain: 'C', kind: 'accepted', hex },
    ];
    for (const line of lines)
      expect(rowsOf([asked({ id: 1, ...line })]).transactions).toMatchObject(
        txs.map(({ txID, unsignedTx }) => ({
          txID,
          type: unsignedTx.type,
          chain: 'C',
          blockID: id,
        })),
      );
  });

  it.each([
    ['a credential', { chain: 'P', kind: 'credential', hex: '0x0000000900000000' }],
    ['a message', { kind: 'warpUnsigned', hex: `0x0000${'00000001'}${'00'.repeat(32)}00000000` }],
  ])('say of %s that it has no rows', (_, request) => {
    const { transactions, errors } = rowsOf([asked({ id: 'a', ...request })]);
    expect(transactions).toEqual([]);
    expect(errors).toMatchObject([{ id: '"a"', code: 'Unsupported', path: '' }]);
    expect(errors[0]!.message).toMatch(/no rows: .* contains no transaction or block$/);
  });

  it('are row groups, of the tables that have rows', () => {
    const { groups, lines, errors } = tableBatch(Buffer.from(`${txLines[0]}\nbad`));
    expect({ lines, errors }).toEqual({ lines: 2, errors: 1 });
    expect(Number(groups.transactions!.rows.num_rows)).toBe(1);
    expect(groups.transactions!.rows.columns).toHaveLength(
      Object.keys(columns.transactions).length,
    );
    expect(Object.keys(tableTooLong().groups)).toEqual(['errors']);
  });
});
