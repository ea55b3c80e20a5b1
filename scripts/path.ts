import * as fs from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs that is on the PATH. */
export const findOnPath = (...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) =>
      (process.env.PATH ?? '')
        .split(delimiter)
        .map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)),
    )
    .find((file) => {
      try {
        fs.accessSync(file, fs.constants.X_OK);
        return fs.statSync(file).isFile();
      } catch {
        return false;
      }
    });
