/** What every command would repeat, said once: by environment variables, or in a file. Options win over variables, variables over the file. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** What can be set, by its key in the file, and the environment variable for it. */
export const settings = {
  /** The node; several, for commands that pay, separated by spaces. */
  url: 'AVALANCHE_TX_URL',
  network: 'AVALANCHE_TX_NETWORK',
  /** The file of the key that signs. */
  keyFile: 'AVALANCHE_TX_KEY_FILE',
  /** The file with the passphrase of that key. */
  passphraseFile: 'AVALANCHE_TX_PASSPHRASE_FILE',
} as const;
export type Setting = keyof typeof settings;

/** The file of settings. `AVALANCHE_TX_CONFIG` names another. */
export function settingsFile(): string {
  const { AVALANCHE_TX_CONFIG, XDG_CONFIG_HOME, APPDATA } = process.env;
  if (AVALANCHE_TX_CONFIG) return resolve(AVALANCHE_TX_CONFIG);
  const folder =
    XDG_CONFIG_HOME ||
    (process.platform === 'win32'
      ? APPDATA || join(homedir(), 'AppData', 'Roaming')
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Application Support')
        : join(homedir(), '.config'));
  return join(folder, 'avalanche-tx', 'config.json');
}
