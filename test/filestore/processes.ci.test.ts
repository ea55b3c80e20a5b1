/** A file store and its lock among real processes, which are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileStore } from 'avalanche-tx/filestore';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStore } from '../../src/filestore/filestore.ts';
import { thisProcess } from '../../src/filestore/lease.ts';
import { testFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = mkdtempSync(join(tmpdir(), 'storechild-'));
const program = join(built, 'storechild.mjs');
beforeAll(() =>
  build({
    entryPoints: [`${root}test/support/storechild.ts`],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    tsconfig: `${root}tsconfig.json`,
  }),
);
afterAll(() => rmSync(built, { recursive: true }));

interface Child {
  readonly process: ChildProcess;
  /** What it printed. */
  readonly lines: Record<string, unknown>[];
  /** Resolves with its first line. */
  readonly first: Promise<Record<string, unknown>>;
  /** Resolves with its end: status or signal. */
  readonly ended: Promise<number | string | null>;
}

function start(task: object, ...wrapper: readonly string[]): Child {
  const [command, ...args] = [...wrapper, process.execPath, program, JSON.stringify(task)];
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  let told = (_: Record<string, unknown>) => {};
  const first = new Promise<Record<string, unknown>>((resolve) => {
    told = resolve;
  });
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    for (const part of parts) {
      lines.push(JSON.parse(part));
      told(lines[0]!);
    }
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  return { process: child, lines, first, ended };
}

const kill = async ({ process, ended }: Child) => {
  process.kill('SIGKILL');
  await ended;
};

it.each([
  ['writes a record', false],
  ['finishes a record', true],
] as const)(
  'a process that kills itself at any call of the system while it %s leaves the old record or the new one',
  async (_, isFinished) => {
    const folder = testFolder();
    const [before, after] = ['old '.repeat(2000), 'new '.repeat(3000)];
    const from = join(folder, 'from');
    const store = await fileStore(from).open();
    await store.write('a', before, false);
    await store.write('b', before, false);
    await store.close();
    let found = '';
    for (let place = 0; ; place++) {
      const copy = join(folder, String(place));
      cpSync(from, copy, { recursive: true });
      const child = start({
        folder: copy,
        task: 'write',
        id: 'a',
        record: after,
        isFinished,
        place,
      });
      const end = await child.ended;
      const isWritten = child.lines.some(({ written }) => written === 'a');
      // At once where its token was written, otherwise after its signs of life have stopped.
      const again = await openFileStore(copy, { pause: 5 });
      const record = await again.read('a');
      const isNew = record === after;
      expect(isNew || record === before, String(place)).toBe(true);
      if (isWritten) expect(isNew).toBe(true);
      expect([...(await again.unfinished())].sort()).toEqual(
        isNew && isFinished ? ['b'] : ['a', 'b'],
      );
      expect(await again.read('b')).toBe(before);
      await again.close();
      expect(readdirSync(join(copy, 'payments-1'))).toEqual(['free']);
      rmSync(copy, { recursive: true });
      found += isNew ? 'n' : 'o';
      if (end === 0) break;
      expect(end).toBe('SIGKILL');
    }
    // The old one up to one call, and the new one from there on.
    expect(found).toMatch(/^o{15,}n{5,}$/);
  },
);

it('many processes that race for a lock, and die while they have it, are never two at a time', async () => {
  const folder = join(testFolder(), 'lock');
  const counts: unknown[] = [];
  let killed = 0;
  const runOne = async () => {
    for (let rounds = 200; rounds > 0; ) {
      // Nobody is taken over because the machine is busy: a system call of its own could still be under way.
      const child = start({ folder, task: 'race', rounds, dies: 15, pause: 200 });
      const end = await child.ended;
      expect([0, 'SIGKILL']).toContain(end);
      const own = child.lines.flatMap(({ count }) => (count === undefined ? [] : [count]));
      counts.push(...own);
      rounds -= Math.max(1, own.length);
      if (end === 'SIGKILL') killed++;
    }
  };
  // The folder of the lock stays while there is something in it.
  await Promise.all(Array.from({ length: 4 }, runOne));
  expect(counts.length).toBeGreaterThanOrEqual(780);
  expect(new Set(counts).size).toBe(counts.length);
  expect(killed).toBeGreaterThan(10);
});

it('a process that was stopped and continues after another took over writes nothing any more', async () => {
  const folder = testFolder();
  for (let round = 0; round < 10; round++) {
    const stopped = start({ folder, task: 'keep writing' });
    await stopped.first;
    // Where it is stopped is chance: within a call of the system, or between two.
    stopped.process.kill('SIGSTOP');
    const self = { ...thisProcess(), place: undefined };
    const store = await openFileStore(folder, { pause: 5, self });
    const seen = await store.read('a');
    const written = stopped.lines.length;
    stopped.process.kill('SIGCONT');
    expect(await stopped.ended).toBe(0);
    expect(stopped.lines.at(-1)).toEqual({ code: 'InUse' });
    expect(stopped.lines.length).toBeLessThanOrEqual(written + 2);
    expect(await store.read('a')).toBe(seen);
    await store.close();
  }
});

describe('in other PID namespaces', () => {
  const spaces = ['unshare', '--pid', '--fork', '--kill-child'];
  it.each([
    ['with a /proc of its own', [...spaces, '--mount-proc']],
    ['with the /proc of the host', spaces],
  ])('%s, an owner is neither taken for gone nor for another process', async (_, wrapper) => {
    const folder = join(testFolder(), 'lock');
    const owner = start({ folder, task: 'hold' }, ...wrapper);
    // Each is process 1 where it is.
    expect(await owner.first).toMatchObject({ pid: 1 });
    expect(await start({ folder, task: 'open', pause: 50 }, ...wrapper).first).toEqual({
      code: 'InUse',
    });
    expect(await start({ folder, task: 'open', pause: 50 }).first).toEqual({ code: 'InUse' });
    await kill(owner);
    // The new process 1 is not the old one.
    expect(await start({ folder, task: 'open', pause: 20 }, ...wrapper).first).toEqual({
      opened: true,
      pid: 1,
    });
  });
});
