/** Plants changes in a copy of the source, and asks the type checker which files then need a decision. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Text that is put behind other text of a file, which must be there once. */
export interface Edit {
  /** In `src/`. */
  readonly file: string;
  readonly behind: string;
  readonly put: string;
}

/**
 * What the type checker says of each file of `src/` once the edits are made.
 * @throws If a place for an edit is not there, or there twice.
 */
export async function errorsAfter(edits: readonly Edit[]): Promise<ReadonlyMap<string, string>> {
  const copy = mkdtempSync(join(tmpdir(), 'plant-'));
  try {
    cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    writeFileSync(
      join(copy, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, noErrorTruncation: true },
        include: ['src'],
      }),
    );
    for (const { file, behind, put } of edits) {
      const path = join(copy, 'src', file);
      const parts = readFileSync(path, 'utf8').split(behind);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${behind}`);
      writeFileSync(path, parts.join(behind + put));
    }
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, '--pretty', 'false'], { cwd: copy }, (_, stdout) =>
        resolve(stdout),
      );
    });
    const said = new Map<string, string>();
    // Lines that go on are indented.
    for (const [text, file] of output.matchAll(/^src\/([^(\n]+)\(\d+,\d+\): error.*(?:\n .*)*/gm))
      said.set(file!, `${said.get(file!) ?? ''}${text}\n`);
    return said;
  } finally {
    rmSync(copy, { recursive: true });
  }
}
