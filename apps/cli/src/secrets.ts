import { existsSync, statSync } from 'node:fs';
import { AvalancheError, isError } from 'avalanche-tx';
import type { HDWallet } from 'avalanche-tx/hd';
import { decryptKeystore, isKeystore, type Key, privateKey } from 'avalanche-tx/sign';
import { UsageError } from '../../shared/failures.ts';
import { readBytes } from './input.ts';
import type { Shell } from './shell.ts';
import { progressOn } from './terminal.ts';
import { within } from './within.ts';

/** What reading a secret uses: standard input, a way to warn, and the terminal, which asks for a passphrase. */
export type Reading = Pick<Shell, 'stdin' | 'stderr' | 'warn' | 'openTerminal'>;

/**
 * Reads a key from a file, which can be encrypted. Errors do not contain the file's name, which may be a key passed by mistake.
 * @param passphraseFile The file with the passphrase; the terminal asks for it if it is not named.
 */
export async function readKey(
  file: string,
  shell: Reading,
  passphraseFile?: string | undefined,
): Promise<Key> {
  const bytes = await readSecretKey(file, shell, passphraseFile);
  try {
    return privateKey(bytes);
  } finally {
    if (typeof bytes !== 'string') bytes.fill(0);
  }
}

/** Reads the secret of a key: its text, or what an encrypted file contains. */
export async function readSecretKey(
  file: string,
  shell: Reading,
  passphraseFile?: string | undefined,
): Promise<string | Uint8Array> {
  const text = readSecret(file, shell);
  if (!isKeystore(text)) return text;
  const passphrase = readPassphrase(passphraseFile, shell, false);
  const progress = progressOn(shell.stderr);
  progress('Decrypting…');
  try {
    return await decryptKeystore(text, passphrase);
  } finally {
    progress('');
  }
}

/** Reads a passphrase from a file, without its line break, or asks for it on the terminal. */
export function readPassphrase(file: string | undefined, shell: Reading, isNew: boolean): string {
  if (file !== undefined)
    return within(['passphrase-file'], () => checked(readSecret(file, shell, /\r?\n$/)));
  const terminal = shell.openTerminal();
  if (!terminal)
    throw new UsageError(
      'there is no terminal to ask for the passphrase: pass --passphrase-file FILE',
    );
  try {
    const passphrase = checked(terminal.asks('Passphrase: '));
    if (isNew && terminal.asks('The same passphrase again: ') !== passphrase)
      throw new AvalancheError('Mismatch', 'the two passphrases differ: nothing was written');
    return passphrase;
  } finally {
    terminal.close();
  }
}

function checked(passphrase: string): string {
  if (passphrase !== '') return passphrase;
  throw new UsageError('a passphrase must not be empty');
}

/** Reads the words in a file. The code of HD wallets is loaded only for them. */
export async function readWords(file: string, shell: Reading): Promise<HDWallet> {
  const { hdWallet } = await import('avalanche-tx/hd');
  return within(['mnemonic'], () => hdWallet(readSecret(file, shell)));
}

/** What signs: files of keys, and a file of words. */
export interface SignerFiles {
  readonly key: readonly string[];
  readonly mnemonic: string | undefined;
  /** For all files of keys that are encrypted. */
  readonly passphraseFile: string | undefined;
}

/** Reads the files of keys. */
export async function readKeys(
  { key, passphraseFile }: SignerFiles,
  shell: Reading,
): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (const [i, file] of key.entries())
    try {
      keys.push(await readKey(file, shell, passphraseFile));
    } catch (e) {
      throw isError(e) ? e.at('key', i) : e;
    }
  return keys;
}

/** Warns of a file with a secret that other users of the machine can read. Windows has no such modes. */
export function warnOfMode(file: string, warn: Shell['warn']): void {
  if (file === '-' || process.platform === 'win32') return;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0)
    warn('warning: other users can read a file with a secret: chmod 600 prevents that');
}

/** Reads the text of a file with a secret, without what surrounds it. */
export function readSecret(file: string, { stdin, warn }: Reading, around = /^\s+|\s+$/g): string {
  if (file !== '-' && !existsSync(file))
    throw new UsageError(
      'a file with a secret does not exist: pass the name of a file, never the secret itself',
    );
  warnOfMode(file, warn);
  const bytes = readBytes(file === '-' ? stdin : file);
  try {
    return bytes.toString().replace(around, '');
  } finally {
    bytes.fill(0);
  }
}
