/** Locks: of two servers over one state file, or two runs that write to one folder, the second is refused. */
import { type FileLayer, writeAll } from './testnodefiles.ts';

/**
 * Returns when a process began, where the system tells (Linux). A process that got the id of an earlier one began at
 * another time.
 */
function startOf(pid: number, files: FileLayer): string {
  try {
    const stat = files.readFileSync(`/proc/${pid}/stat`).toString('latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The text of the lock of a process. */
const textOf = (pid: number, files: FileLayer): string => `${pid} ${startOf(pid, files)}\n`;

/** Reads a lock. One without text is being written at this moment, or its process ended before it was. */
function readLock(name: string, files: FileLayer): string {
  for (let tries = 0; ; tries++) {
    const text = files.existsSync(name) ? files.readFileSync(name).toString() : '';
    if (text.endsWith('\n') || tries === 2) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** Creates a lock; `false` if there is one. */
function createLock(name: string, files: FileLayer): boolean {
  let file: number;
  try {
    file = files.openSync(name, 'wx', 0o600);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw e;
  }
  try {
    writeAll(file, Buffer.from(textOf(process.pid, files)), 0, files);
  } catch (e) {
    files.rmSync(name, { force: true });
    throw e;
  } finally {
    files.closeSync(file);
  }
  return true;
}

/** A running process has the lock. */
export class InUse extends Error {}

/**
 * Takes a lock, also that of a process that has ended.
 * @param said For the error: what the process that has it does, and what program it should be.
 * @returns A function that gives it back.
 * @throws {InUse} If a running process has it.
 */
export function takeLock(
  name: string,
  files: FileLayer,
  said = { does: 'uses it', program: 'a test node' },
): () => void {
  while (!createLock(name, files)) {
    const text = readLock(name, files);
    const pid = Number.parseInt(text, 10);
    if (pid > 0 && isRunning(pid) && text === textOf(pid, files))
      throw new InUse(
        `process ${pid} ${said.does}; if that is not ${said.program}, remove ${name}`,
      );
    files.rmSync(name, { force: true });
  }
  return () => files.rmSync(name, { force: true });
}
