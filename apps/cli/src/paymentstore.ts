/** Where payments of the command line are kept, and how an interrupted one ends. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
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

/** The folder of all accounts. */
const accountsIn = (folder: string | undefined): string =>
  folder ?? join(stateFolder(), 'payments');

/** The part of an account's name that its keys give. */
function ownersName(owners: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(owners.map(formatHex).sort().join());
  return hash.digest('hex').slice(0, 16);
}

/**
 * The store of an account: its keys on a network. One process at a time has it.
 * @param folder As `--store` names it; the user's state folder if omitted.
 */
export const storeOf = (
  networkID: number,
  owners: readonly Uint8Array[],
  folder: string | undefined,
): PaymentStore => fileStore(join(accountsIn(folder), `${networkID}-${ownersName(owners)}`));

/** An account that has made payments. */
export interface StoredAccount {
  readonly networkID: number;
  readonly store: PaymentStore;
  /** Whether it is the account of these keys. */
  readonly isOf: (owners: readonly Uint8Array[]) => boolean;
}

/** The accounts that have a store in a folder. */
export function storedAccounts(folder: string | undefined): readonly StoredAccount[] {
  const root = accountsIn(folder);
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort()
    .flatMap((name): readonly StoredAccount[] => {
      const [, networkID, owners] = /^(\d{1,10})-([0-9a-f]{16})$/.exec(name) ?? [];
      if (networkID === undefined) return [];
      return [
        {
          networkID: Number(networkID),
          store: fileStore(join(root, name)),
          isOf: (of) => ownersName(of) === owners,
        },
      ];
    });
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
