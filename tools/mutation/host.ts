/** Vitest, kept warm: the transformed files of the project stay in memory from one run to the next. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { createVitest, type Vitest } from 'vitest/node';
import { aliases } from '../../scripts/aliases.ts';
import { recordedCurves } from '../../test/support/curves/plugin.ts';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A source file's path in the project by its name from `src/`. */
export const pathOf = (name: string): string => resolve(root, 'src', name);

/** Where tests are. */
const folders = ['test', 'apps/cli/test'];

/** Tests that put others in the place of modules: they need a source of their own, and would fail where others have run. */
const mocking = (): readonly string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => /^vi\.mock\(/m.test(readFileSync(join(root, name), 'utf8')));

export interface HostOptions {
  /** Gives the text that a source file has in place of its own. Called with its name from `src/`. */
  readonly textOf: (name: string) => string | undefined;
  /** Runs each test file in a thread of its own: what it loads is then its own. */
  readonly isolate: boolean;
  readonly threads: number;
  /** Ends a run at the first failure. */
  readonly bail: boolean;
  /** The module of the runner, beside this one. */
  readonly runner?: './runner.ts' | './sweeprunner.ts';
}

/** Starts vitest without a run. Tests that need Go, a browser or Python, and those that mock modules, are left out. */
export async function startHost({
  textOf,
  isolate,
  threads,
  bail,
  runner = './runner.ts',
}: HostOptions): Promise<Vitest> {
  const replace: Plugin = {
    name: 'mutation',
    enforce: 'pre',
    transform: (_, id) => {
      const name = relative(resolve(root, 'src'), id.split('?')[0]!).split(sep).join('/');
      return name.startsWith('..') ? undefined : textOf(name);
    },
  };
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      watch: false,
      pool: 'threads',
      isolate,
      maxWorkers: threads,
      fileParallelism: threads > 1,
      bail: bail ? 1 : 0,
      include: folders.map((folder) => `${folder}/**/*.test.ts`),
      setupFiles: join(root, 'test/support/equality.ts'),
      exclude: [...['**/*.ci.test.ts', '**/*.nightly.test.ts', '**/node_modules/**'], ...mocking()],
      // A busy machine must not kill a mutant.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      runner: fileURLToPath(new URL(runner, import.meta.url)),
      reporters: [{}],
      onConsoleLog: () => false,
      sequence: { sequencer: InOrder },
    },
    {
      plugins: [replace, recordedCurves],
      resolve: { alias: [...aliases] },
    },
  );
  await vitest.standalone();
  return vitest;
}

/** Runs files in the order in which they are given. */
class InOrder {
  sort<T>(files: T): Promise<T> {
    return Promise.resolve(files);
  }
  shard<T>(files: T): Promise<T> {
    return Promise.resolve(files);
  }
}
