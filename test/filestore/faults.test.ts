import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { openFileStore } from '../../src/filestore/filestore.ts';
import type { OpenPaymentStore } from '../../src/wallet/store.ts';
import { Crash, type Fault, faultyFiles, goodFiles } from '../support/faultyfiles.ts';
import { testFolder } from '../support/folder.ts';

/** Nobody is known to run, and an owner that shows no life is gone after milliseconds. */
const elsewhere = { pid: 1, host: 'test', place: undefined, start: undefined };
const opened = (folder: string, files = goodFiles, pause = 1e6) =>
  openFileStore(folder, { files, pause, self: elsewhere });

const before = { a: 'a old '.repeat(1000), b: 'b old '.repeat(1000), c: undefined };
const other = 'other';
type ID = keyof typeof before;

interface Step {
  readonly name: string;
  readonly id: ID;
  readonly run: (store: OpenPaymentStore) => Promise<void>;
  /** The record afterwards, and whether it is finished. */
  readonly after: string | undefined;
  readonly isFinished: boolean;
}

const writing = (id: ID, isFinished: boolean): Step => {
  const after = `${id} new `.repeat(1200);
  return {
    name: `writes ${id} as ${isFinished ? 'finished' : 'unfinished'}`,
    id,
    after,
    isFinished,
    run: (store) => store.write(id, after, isFinished),
  };
};
const removing = (id: ID): Step => ({
  name: `removes ${id}`,
  id,
  after: undefined,
  isFinished: false,
  run: (store) => store.remove(id),
});
// `a` is unfinished, `b` is finished, `c` is not there.
const steps: readonly Step[] = [
  writing('a', false),
  writing('a', true),
  writing('b', false),
  writing('b', true),
  writing('c', false),
  removing('a'),
  removing('b'),
];
/** Those with the most calls, for faults that differ in little. */
const few = steps.filter(({ name }) => /^(writes a as finished|removes b)$/.test(name));

/** Checks that one record is the old or the new one, whole, and that the others are as they were. */
async function check(store: OpenPaymentStore, step: Step, isDone: boolean) {
  const unfinished = await store.unfinished();
  for (const id of Object.keys(before) as ID[]) {
    const record = await store.read(id);
    if (id !== step.id) {
      expect(record === before[id], id).toBe(true);
      expect(unfinished.includes(id), id).toBe(id === 'a');
      continue;
    }
    const isNew =
      record === step.after &&
      unfinished.includes(id) === (!step.isFinished && record !== undefined);
    const isOld = record === before[id] && unfinished.includes(id) === (id === 'a');
    expect({ isDone, is: isNew ? 'new' : isOld ? 'old' : 'neither' }).toEqual({
      isDone,
      is: isNew ? 'new' : isDone ? 'new' : 'old',
    });
  }
  expect(await store.read(other)).toBe(other);
}

async function prepared(folder: string) {
  const store = await opened(folder);
  await store.write('a', before.a, false);
  await store.write('b', before.b, true);
  await store.write(other, other, false);
  await store.close();
}

/** Runs a step with a fault at each call of the system in turn, until none is left. */
async function atEveryCall(
  step: Step,
  fault: Fault,
  checked: (
    folder: string,
    run: {
      readonly error: unknown;
      readonly isDone: boolean;
      readonly store: OpenPaymentStore | undefined;
    },
  ) => Promise<void>,
) {
  const root = testFolder();
  const from = join(root, 'from');
  await prepared(from);
  for (let place = 0; ; place++) {
    const folder = join(root, String(place));
    cpSync(from, folder, { recursive: true });
    const { files, calls } = faultyFiles(place, fault);
    let store: OpenPaymentStore | undefined;
    let error: unknown;
    let isDone = false;
    try {
      store = await opened(folder, files);
      await step.run(store);
      isDone = true;
      await store.close();
    } catch (e) {
      error = e;
    }
    if (calls() <= place) {
      expect(error).toBeUndefined();
      expect(place).toBeGreaterThan(30);
      return;
    }
    await checked(folder, { error, isDone, store });
    rmSync(folder, { recursive: true });
  }
}

describe.each([
  { fault: 'crash in a write', tried: steps },
  { fault: 'crash', tried: few },
] as const)('after a $fault at any call of the system,', ({ fault, tried }) => {
  it.each(tried)('a store that $name has the old record or the new one', async (step) => {
    await atEveryCall(step, fault, async (folder, { error, isDone }) => {
      // A crash in what only cleans up goes unnoticed.
      if (error !== undefined) expect(error).toBeInstanceOf(Crash);
      const again = await opened(folder, goodFiles, 0.1);
      await check(again, step, isDone);
      await again.close();
    });
  });
});

describe.each([
  { fault: { code: 'EIO' }, tried: few },
  { fault: { code: 'EACCES' }, tried: few },
  { fault: { code: 'ENOSPC' }, tried: few },
  { fault: { code: 'ENOSPC', isShort: true }, tried: steps },
] as const)('after $fault at any call of the system,', ({ fault, tried }) => {
  it.each(tried)(
    'a store that $name has the old record or the new one, and goes on',
    async (step) => {
      await atEveryCall(step, fault, async (folder, { error, isDone, store }) => {
        if (error !== undefined) {
          expect(isError(error, 'StoreFailed') && error.context.reason, String(error)).toBe(
            fault.code,
          );
        }
        if (store !== undefined) {
          if (!isDone) {
            await check(store, step, false);
            await step.run(store);
            await check(store, step, true);
          }
          await store.close();
        }
        const again = await opened(folder, goodFiles, 0.1);
        await check(again, step, isDone || store !== undefined);
        await again.close();
      });
    },
  );
});

it('a folder that cannot be made is an error of the system', async () => {
  const folder = join(testFolder(), 'new', 'deep');
  for (let place = 0; ; place++) {
    const { files, calls } = faultyFiles(place, { code: 'EACCES' });
    const e = await opened(folder, files)
      .then((store) => store.close())
      .catch((e: unknown) => e);
    if (calls() <= place) break;
    if (e !== undefined) expect(isError(e, 'StoreFailed') && e.context.reason).toBe('EACCES');
    rmSync(join(folder, '..'), { recursive: true, force: true });
    mkdirSync(join(folder, '..'));
  }
  expect(await (await opened(folder, goodFiles, 0.1)).unfinished()).toEqual([]);
});
