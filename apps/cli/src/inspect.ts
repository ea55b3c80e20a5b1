/** The inspector as one file, with an input inside. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type AnyKind,
  AvalancheError,
  type ChainName,
  type Hint,
  isError,
  openAll,
  secretIn,
} from 'avalanche-tx';
import { IOError } from '../../shared/failures.ts';

interface InspectOptions {
  readonly chain: ChainName | undefined;
  readonly kind: AnyKind | undefined;
  /** Whether the user says that 32 bytes are no private key. */
  readonly isPublic: boolean;
  /** The file to write; standard output if omitted and the browser is not started. */
  readonly out: string | undefined;
  readonly open: boolean;
}

/** The file that the package contains, beside what is built. */
function inspectorFile(): string {
  const file = fileURLToPath(new URL('../dist/inspector.html', import.meta.url));
  if (existsSync(file)) return file;
  throw new IOError('the inspector cannot be read', {
    name: 'Error',
    message: 'the package is incomplete: install it again',
  });
}

/** Tells whether a text can be read as a value of a chain, in which 32 bytes are ids. */
function isReadable(text: string, hint: Hint): boolean {
  try {
    openAll(text, hint);
    return true;
  } catch (e) {
    if (isError(e)) return isError(e, 'Ambiguous');
    throw e;
  }
}

/**
 * Throws if the text may be a private key, which must not end up in a file.
 * @throws {AvalancheError} `BadText`: the file would contain a private key, or what may be one.
 */
function refuseSecret(text: string, hint: Hint, isPublic: boolean): void {
  const found = secretIn(text);
  if (found === undefined || (found === '32 bytes' && (isPublic || isReadable(text, hint)))) return;
  throw new AvalancheError(
    'BadText',
    found === 'key'
      ? 'this is a private key, which is never written to a file'
      : 'these 32 bytes may be a private key, which is never written to a file: if they are an ID or a hash, add --public',
    { kind: 'input', found: 'private key' },
  );
}

/**
 * The page with an input in it, as data that no browser runs: its content security policy stays as it is.
 * @throws {AvalancheError} As `refuseSecret`.
 */
function inspectorWith(
  text: string,
  { chain, kind, isPublic }: Pick<InspectOptions, 'chain' | 'kind' | 'isPublic'>,
): string {
  refuseSecret(text, { ...(chain && { chain }), ...(kind && { kind }) }, isPublic);
  const page = readFileSync(inspectorFile(), 'utf8');
  if (text.trim() === '') return page;
  // No `<`, so that nothing in it ends the element.
  const json = JSON.stringify({ t: text, ...(chain && { c: chain }), ...(kind && { k: kind }) });
  const data = json.replaceAll('<', '\\u003c');
  const [before, after, ...others] = page.split('<div id="app">');
  if (before === undefined || after === undefined || others.length > 0)
    throw new TypeError('the inspector has no place for its input');
  return `${before}<script type="application/json" id="avalanche-tx-input">${data}</script>\n<div id="app">${after}`;
}

function write(file: string, html: string): void {
  try {
    writeFileSync(file, html, { mode: 0o600 });
  } catch (e) {
    throw new IOError('the file cannot be written', e as NodeJS.ErrnoException);
  }
}

/** Starts the browser of the system, or the program in `BROWSER`, with a file. */
async function openBrowser(file: string): Promise<void> {
  const url = pathToFileURL(resolve(file)).href;
  const { BROWSER } = process.env;
  const [command, ...args] = BROWSER
    ? [BROWSER]
    : process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open'];
  const started = spawn(command!, [...args, url], { stdio: 'ignore', detached: true });
  await new Promise<void>((done, fail) => {
    started.once('spawn', done);
    started.once('error', (e) => fail(new IOError('the browser cannot be started', e)));
  });
  started.unref();
}

/** The output of `inspect`: the page, unless it is written to a file. */
export async function inspectCommand(text: string, options: InspectOptions): Promise<string> {
  const html = inspectorWith(text, options);
  const { out, open } = options;
  if (out === undefined && !open) return html;
  const file = out ?? join(mkdtempSync(join(tmpdir(), 'avalanche-tx-')), 'inspector.html');
  write(file, html);
  if (open) await openBrowser(file);
  return '';
}
