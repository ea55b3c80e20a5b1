import { mkdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IOError } from '../input.ts';
import type { Tabled } from './batch.ts';
import { decodedTables, tableNames } from './columns.ts';
import { parquetFile } from './encode.ts';

/**
 * Writes the tables of batches to a folder, a file each. It is made if it is not there. Files of an earlier run are
 * replaced when all of the new ones are on the disk: a run that fails, or is killed, leaves them as they are.
 */
export async function openTables(folder: string) {
  const written = async <T>(write: () => T | Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (e) {
      throw new IOError('a table cannot be written', e as NodeJS.ErrnoException);
    }
  };
  const start = async (table: (typeof tableNames)[number]) => {
    const name = join(folder, `${table}.parquet`);
    const file: FileHandle = await open(newOf(name), 'w');
    const content = parquetFile(decodedTables[table]);
    await file.writeFile(content.head);
    return { table, name, file, content };
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
    /** Completes the files, and puts them into the place of those that were there. */
    finish: (): Promise<void> =>
      written(async () => {
        for (const { file, content } of files) {
          await file.writeFile(content.end());
          await file.sync();
        }
        for (const { name } of files) await rename(newOf(name), name);
      }),
    /** Removes what is not finished. */
    close: async (): Promise<void> => {
      for (const { name, file } of files) {
        await file.close();
        await rm(newOf(name), { force: true });
      }
    },
  };
}

/** The name of a file that is being written: engines that read the folder pass it by. */
const newOf = (name: string): string => `${name}.new`;
