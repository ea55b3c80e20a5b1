import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { IOError } from '../input.ts';
import type { Tabled } from './batch.ts';
import { decodedTables, tableNames } from './columns.ts';
import { parquetFile } from './parquet.ts';

/** Writes the tables of batches to a folder, a file each. It is made if it is not there; files of an earlier run are replaced. */
export async function openTables(folder: string) {
  const written = async <T>(write: () => T | Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (e) {
      throw new IOError('a table cannot be written', e as NodeJS.ErrnoException);
    }
  };
  const start = async (table: (typeof tableNames)[number]) => {
    const file: FileHandle = await open(join(folder, `${table}.parquet`), 'w');
    const content = parquetFile(decodedTables[table]);
    await file.write(content.head);
    return { table, file, content };
  };
  const files = await written(() => {
    mkdirSync(folder, { recursive: true });
    return Promise.all(tableNames.map(start));
  });
  return {
    add: ({ groups }: Tabled): Promise<void> =>
      written(async () => {
        for (const { table, file, content } of files) {
          const group = groups[table];
          if (!group) continue;
          content.add({ length: group.bytes.length, rows: group.rows });
          await file.writeFile(group.bytes);
        }
      }),
    /** Completes the files: without it they cannot be read. */
    finish: (): Promise<void> =>
      written(async () => {
        for (const { file, content } of files) await file.writeFile(content.end());
      }),
    close: async (): Promise<void> => {
      for (const { file } of files) await file.close();
    },
  };
}
