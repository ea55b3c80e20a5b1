/**
 * A process that uses a folder with others, for tests of real processes. It prints one JSON line for each thing that it did.
 *
 *     node storechild.mjs '{"folder":"…","task":"race","rounds":40}'
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isError } from '../../src/errors/error.ts';
import { type Files, nodeFiles } from '../../src/filestore/files.ts';
import { openFileStore } from '../../src/filestore/filestore.ts';
import { leaseOf, thisProcess } from '../../src/filestore/lease.ts';

interface Task {
  readonly folder: string;
  readonly task: 'race' | 'hold' | 'open' | 'write' | 'keep writing';
  /** Milliseconds between two signs of life. */
  readonly pause?: number;
  /** How often to take the lease. */
  readonly rounds?: number;
  /** One in how many rounds ends with a SIGKILL of itself, while it has the lease. */
  readonly dies?: number;
  /** Call of the system, from 0, at which it kills itself. */
  readonly place?: number;
  readonly id?: string;
  readonly record?: string;
  readonly isFinished?: boolean;
}

const {
  folder,
  task,
  pause = 5,
  rounds = 1,
  dies = 0,
  place = -1,
  id = '',
  record = '',
  isFinished = false,
}: Task = JSON.parse(process.argv[2]!);
const tell = (of: object) => writeFileSync(1, `${JSON.stringify(of)}\n`);
const die = () => process.kill(process.pid, 'SIGKILL');

/** Kills this process at one call: a write is half done then. */
function deadly(): Files {
  let calls = 0;
  const counted =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>, half?: typeof call) =>
    async (...args: A): Promise<T> => {
      if (calls++ === place) {
        await half?.(...args);
        die();
        await sleep(60_000);
      }
      return call(...args);
    };
  const made = Object.entries(nodeFiles)
    .filter(([name]) => ['readdir', 'lstat', 'rename', 'mkdir', 'rmdir', 'unlink'].includes(name))
    .map(([name, call]) => [name, counted(call as never)]);
  return {
    ...(Object.fromEntries(made) as Files),
    open: counted(async (path, flags, mode) => {
      const file = await nodeFiles.open(path, flags, mode);
      return {
        write: counted(
          (bytes, offset, length, position) => file.write(bytes, offset, length, position),
          (bytes, offset, length, position) => file.write(bytes, offset, length >> 1, position),
        ),
        sync: counted(() => file.sync()),
        close: counted(() => file.close()),
        readFile: counted(() => file.readFile()),
        stat: counted(() => file.stat()),
      };
    }),
  };
}

/**
 * Takes the lease again and again, and counts in its folder. Of two owners at a time, one would lose what the other counted; an owner that
 * another took over, because it showed no life in time, cannot count.
 */
async function race() {
  // Half of them see each other as processes of one place, half by signs of life alone.
  const self = { ...thisProcess(), ...(process.pid % 2 === 0 && { place: undefined }) };
  for (let taken = 0; taken < rounds; )
    try {
      const lease = await leaseOf(folder, { pause, self });
      const counter = join(lease.folder, 'counter');
      const count = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0;
      await sleep(Math.random() * 4);
      writeFileSync(`${counter}.${process.pid}`, String(count + 1));
      renameSync(`${counter}.${process.pid}`, counter);
      tell({ count: count + 1 });
      taken++;
      if (dies > 0 && Math.random() * dies < 1) die();
      await lease.release();
    } catch (e) {
      const isLost = (e as NodeJS.ErrnoException).code === 'ENOENT';
      if (isLost) tell({ lost: true });
      else if (!isError(e, 'InUse')) throw e;
      await sleep(Math.random() * 4);
    }
}

if (task === 'race') await race();
else if (task === 'hold') {
  const lease = await leaseOf(folder, { pause });
  tell({ held: lease.folder, pid: process.pid, place: thisProcess().place ?? null });
  // Its timer alone does not keep it alive.
  await sleep(600_000);
} else if (task === 'open') {
  try {
    const lease = await leaseOf(folder, { pause });
    tell({ opened: true, pid: process.pid });
    await lease.release();
  } catch (e) {
    tell({ code: isError(e) ? e.code : String(e) });
  }
} else if (task === 'keep writing') {
  const self = { ...thisProcess(), place: undefined };
  const store = await openFileStore(folder, { pause, self });
  for (let count = 0; ; count++)
    try {
      await store.write('a', `${process.pid} ${count}`, false);
      tell({ written: count });
      await sleep(1);
    } catch (e) {
      tell({ code: isError(e) ? e.code : String(e) });
      break;
    }
  await store.close();
} else {
  // Without signs of life, which would be calls of the system at times of their own.
  const store = await openFileStore(folder, { pause: 1e6, files: deadly() });
  await store.write(id, record, isFinished);
  tell({ written: id });
  await store.close();
  tell({ done: true });
}
