/** Vitest, kept warm: the transformed files of the project stay in memory from one run to the next. */
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { createVitest, type Vitest } from 'vitest/node';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A source file's path in the project by its name from `src/`. */
export const pathOf = (name: string): string => resolve(root, 'src', name);

export interface HostOptions {
  /** Gives the text that a source file has in place of its own. Called with its name from `src/`. */
  readonly textOf: (name: string) => string | undefined;
  /** Runs each test file in a thread of its own: what it loads is then its own. */
  readonly isolate: boolean;
  readonly threads: number;
  /** Ends a run at the first failure. */
  readonly bail: boolean;
}

/** Starts vitest without a run. Tests that need Go, a browser or Python are left out. */
export async function startHost({ textOf, isolate, threads, bail }: HostOptions): Promise<Vitest> {
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
      include: ['test/**/*.test.ts'],
      exclude: ['**/*.oracle.test.ts', '**/*.e2e.test.ts', '**/node_modules/**'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      runner: fileURLToPath(new URL('./runner.ts', import.meta.url)),
      reporters: [{}],
      onConsoleLog: () => false,
      sequence: { sequencer: InOrder },
    },
    { plugins: [replace] },
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
