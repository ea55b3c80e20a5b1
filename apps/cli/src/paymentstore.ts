/** Where payments of the command line are kept, and how an interrupted one ends. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { formatHex } from 'avalanche-tx';
import { fileStore } from 'avalanche-tx/filestore';
import type { PaymentStore } from 'avalanche-tx/wallet';

/** The user's folder for what programs keep between runs. */
function stateFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_STATE_HOME) return join(XDG_STATE_HOME, 'avalanche-tx');
  if (process.platform === 'win32')
    return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'avalanche-tx');
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'avalanche-tx');
  return join(homedir(), '.local', 'state', 'avalanche-tx');
}

/**
 * The store of an account: its keys on a network. One process at a time has it.
 * @param folder As `--store` names it; the user's state folder if omitted.
 */
export function storeOf(
  networkID: number,
  owners: readonly Uint8Array[],
  folder: string | undefined,
): PaymentStore {
  const hash = createHash('sha256').update(owners.map(formatHex).sort().join());
  const account = `${networkID}-${hash.digest('hex').slice(0, 16)}`;
  return fileStore(join(folder ?? join(stateFolder(), 'payments'), account));
}

/** Signals that end a process; what was submitted by then is told before it ends. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work with a signal that is aborted when the process is asked to end. A second request ends it at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = () => {
    listen('off');
    stop.abort();
  };
  const listen = (how: 'on' | 'off') => {
    for (const name of endings) process[how](name, interrupt);
  };
  listen('on');
  try {
    return await work(stop.signal);
  } finally {
    listen('off');
  }
}
