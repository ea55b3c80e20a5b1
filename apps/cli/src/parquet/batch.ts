import { type Counted, tooLong } from '../answer.ts';
import {
  type Columns,
  decodedTables,
  emptyColumns,
  type TableName,
  tableNames,
} from './columns.ts';
import { encodeGroup, type Group } from './encode.ts';
import { addError, addLine } from './rows.ts';

/** The row groups of a batch; tables without rows have none. */
export interface Tabled extends Counted {
  readonly groups: { readonly [T in TableName]?: Group };
}

/** Makes the tables of whole lines. */
export function tableBatch(lines: Buffer): Tabled {
  const requests = lines.toString().split('\n');
  const rows = emptyColumns(decodedTables);
  let errors = 0;
  for (const request of requests) if (!addLine(rows, request)) errors++;
  return { groups: groupsOf(rows), lines: requests.length, errors };
}

/** The tables of a line that exceeds the maximum length. */
export function tableTooLong(): Tabled {
  const rows = emptyColumns(decodedTables);
  addError(rows, 'null', tooLong());
  return { groups: groupsOf(rows), lines: 1, errors: 1 };
}

function groupsOf(rows: Columns): Tabled['groups'] {
  const groups: { [T in TableName]?: Group } = {};
  for (const table of tableNames) {
    const group = encodeGroup(decodedTables[table], rows[table]);
    if (group) groups[table] = group;
  }
  return groups;
}
