import { existsSync, writeFileSync } from 'node:fs';
import { formatHex, fuji, mainnet, parseAddress } from 'avalanche-tx';
import type { HDAccount } from 'avalanche-tx/hd';
import {
  addressOf,
  encryptKeystore,
  evmAddressOf,
  formatPrivateKey,
  generatePrivateKey,
  isKeystore,
  privateKey,
} from 'avalanche-tx/sign';
import { IOError, UsageError } from '../../shared/failures.ts';
import { type Reading, readPassphrase, readSecret, readSecretKey } from './secrets.ts';
import type { Shell } from './shell.ts';
import { columns, progressOn } from './terminal.ts';
import { formJSON, formLines, formNetworks, publicKeyOf } from './text.ts';

interface KeysOptions {
  /** The file to encrypt into. */
  readonly out: string | undefined;
  readonly passphraseFile: string | undefined;
  /** Writes a key that is not encrypted. */
  readonly plain: boolean;
  /** Words of a mnemonic. */
  readonly words: string | undefined;
  /** Addresses of words or an extended public key. */
  readonly count: string | undefined;
  /** The account of an extended public key. */
  readonly path: string | undefined;
  readonly network: string | undefined;
  readonly json: boolean;
}

/** Writes a new file that only its owner can read. A file that exists is never overwritten. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError('the file exists already, and a key is never written over another');
    throw new IOError('a file cannot be written', e as NodeJS.ErrnoException);
  }
}

/** Fails early, before a person is asked for a passphrase. */
function checkNew(file: string): void {
  if (existsSync(file))
    throw new UsageError('the file exists already, and a key is never written over another');
}

/** `keys new`: a key of its own in a file, and its addresses. */
async function newKey(file: string, of: KeysOptions, shell: Shell): Promise<string> {
  checkNew(file);
  const secret = generatePrivateKey();
  try {
    const text = of.plain ? formatPrivateKey(secret) : await encrypted(secret, of, shell);
    writeNew(file, text);
    return keyText(keyShown(privateKey(secret).publicKey, of, shell), of);
  } finally {
    secret.fill(0);
  }
}

async function encrypted(
  secret: string | Uint8Array,
  { passphraseFile }: KeysOptions,
  shell: Shell,
): Promise<string> {
  const passphrase = readPassphrase(passphraseFile, shell, true);
  const progress = progressOn(shell.stderr);
  progress('Encrypting…');
  try {
    return await encryptKeystore(secret, passphrase);
  } finally {
    progress('');
  }
}

/** `keys encrypt`: the key of a file, encrypted in another. */
async function encryptKey(file: string, of: KeysOptions, shell: Shell): Promise<string> {
  const { out } = of;
  if (out === undefined) throw new UsageError('keys encrypt needs --out FILE');
  checkNew(out);
  const text = readSecret(file, shell);
  if (isKeystore(text)) throw new UsageError('the file is encrypted already');
  const { publicKey } = privateKey(text);
  writeNew(out, await encrypted(text, of, shell));
  return keyText(keyShown(publicKey, of, shell), of);
}

/** `keys words`: a new mnemonic in a file, and its addresses. */
async function newWords(file: string, of: KeysOptions, shell: Shell): Promise<string> {
  checkNew(file);
  const { generateMnemonic } = await import('avalanche-tx/hd');
  const words = of.words === undefined ? 24 : wholeCount(of.words, '--words');
  const text = generateMnemonic({ words });
  writeNew(file, text);
  return wordsShown(text, of, shell);
}

/** `keys show`: the addresses of a key, words, an extended public key or a public key. */
async function showKeys(of: string, options: KeysOptions, shell: Shell): Promise<string> {
  const isFile = of === '-' || existsSync(of);
  const text = isFile ? readSecret(of, shell) : of;
  if (/^xpub/.test(text)) {
    const { hdAccount } = await import('avalanche-tx/hd');
    const account = hdAccount(text, options.path ?? "m/44'/9000'/0'");
    const { tables, json } = accountShown(account, options, shell);
    return options.json ? JSON.stringify(json) : tables.map((of) => columns(of)).join('\n\n');
  }
  const publicKey = publicKeyOf(text);
  if (publicKey) return keyText(keyShown(publicKey, options, shell), options);
  if (!isFile)
    throw new UsageError(
      'keys show needs a file, an xpub… or a public key (0x02…). A private key or words are passed in a file only',
    );
  if (/^[a-z]+(\s+[a-z]+){11,}$/.test(text)) return wordsShown(text, options, shell);
  // Standard input was read already.
  const secret = isKeystore(text)
    ? await readSecretKey(of, withInput(text, shell), options.passphraseFile)
    : text;
  const key = privateKey(secret);
  if (typeof secret !== 'string') secret.fill(0);
  return keyText(keyShown(key.publicKey, options, shell), options);
}

/** A shell whose standard input has a text that was read before. */
const withInput = (text: string, shell: Shell): Reading => ({
  ...shell,
  stdin: { ...shell.stdin, read: () => Buffer.from(text) },
});

async function wordsShown(words: string, of: KeysOptions, shell: Shell): Promise<string> {
  const { hdWallet } = await import('avalanche-tx/hd');
  const wallet = hdWallet(words);
  try {
    const evm = wallet.account("m/44'/60'/0'").addresses('C', fuji, { count: 1 })[0]!;
    const { tables, json } = accountShown(wallet.account(), of, shell);
    return of.json
      ? JSON.stringify({ ...json, evm: { path: evm.path, account: evm.evm } })
      : [...tables, [[`account ${evm.path}`, evm.evm]]].map((lines) => columns(lines)).join('\n\n');
  } finally {
    wallet.wipe();
  }
}

/** What is printed: lines of a table, and JSON. */
interface Shown {
  readonly lines: readonly (readonly string[])[];
  readonly json: object;
}

/** The public key, the account and all addresses of a key. */
function keyShown(publicKey: Uint8Array, { network }: KeysOptions, { stdin }: Shell): Shown {
  const account = evmAddressOf({ publicKey });
  const forms = {
    shortID: parseAddress(addressOf({ publicKey }, 'P', mainnet), mainnet).bytes,
    networks: formNetworks(network, stdin),
  };
  return {
    lines: [['public key', formatHex(publicKey)], ['account', account], ...formLines(forms)],
    json: { publicKey: formatHex(publicKey), account, ...formJSON(forms) },
  };
}

/** The extended public key of an account, and its first addresses. */
function accountShown(
  account: HDAccount,
  of: KeysOptions,
  { stdin }: Shell,
): { readonly tables: readonly Shown['lines'][]; readonly json: object } {
  const count = of.count === undefined ? 1 : wholeCount(of.count, '--count');
  const networks = formNetworks(of.network, stdin);
  const keys = account
    .addresses('P', networks[0]!, { count })
    .map(({ path, shortID }) => ({ path, forms: { shortID, networks } }));
  return {
    tables: [
      [[`xpub ${account.path}`, account.xpub]],
      ...keys.map(({ path, forms }) => [['path', path], ...formLines(forms)]),
    ],
    json: {
      path: account.path,
      xpub: account.xpub,
      keys: keys.map(({ path, forms }) => ({ path, ...formJSON(forms) })),
    },
  };
}

const keyText = ({ lines, json }: Shown, of: KeysOptions): string =>
  of.json ? JSON.stringify(json) : columns(lines);

function wholeCount(text: string, option: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`${option} must be a number from 1 to 9999`);
}

const actions = { new: newKey, words: newWords, encrypt: encryptKey, show: showKeys };

/** What `keys` can do. */
export const keysActions = [
  'new',
  'words',
  'encrypt',
  'show',
] as const satisfies readonly (keyof typeof actions)[];

/** The output of `keys`: the addresses of what is made or read. Secrets go to files only. */
export const keysCommand = (
  action: (typeof keysActions)[number],
  of: string,
  options: KeysOptions,
  shell: Shell,
): Promise<string> => actions[action](of, options, shell);
