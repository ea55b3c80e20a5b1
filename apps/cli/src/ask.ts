import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { UsageError } from '../../shared/failures.ts';
import type { Terminal } from './shell.ts';
import { printed } from './terminal.ts';

const device = (mode: 'r' | 'w'): string =>
  process.platform === 'win32' ? `\\\\.\\CON${mode === 'r' ? 'IN$' : 'OUT$'}` : '/dev/tty';

/** Opens the terminal; undefined if there is none, as for a service or in CI. */
export function openTerminal(): Terminal | undefined {
  let input: number;
  try {
    input = openSync(device('r'), 'r');
  } catch {
    return undefined;
  }
  const output = openSync(device('w'), 'w');
  const write = (text: string): void => void writeSync(output, printed(text));
  return {
    write,
    confirms: (question) => {
      return /^\s*y(es)?\s*$/i.test(answer(input, `${question} [y/N] `, write));
    },
    asks: (question) => {
      const answer = typed(input, () => write(question));
      write('\n');
      return answer;
    },
    close: () => {
      closeSync(input);
      closeSync(output);
    },
  };
}

/** Reads a line that the terminal shows as it is typed. Ctrl-C ends it, though nothing else of the process runs meanwhile. */
function answer(input: number, question: string, write: (text: string) => void): string {
  let text = '';
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    write(question);
  };
  try {
    text = typed(input, ask, write);
  } catch (e) {
    if (!(e instanceof UsageError)) throw e;
    // A terminal whose mode cannot be set shows what is typed by itself.
    if (!isAsked) {
      ask();
      return readLine(input);
    }
  }
  write('\n');
  return text;
}

/** Reads to the end of a line, or of the input. */
function readLine(input: number): string {
  const bytes: number[] = [];
  const buffer = Buffer.alloc(1);
  while (readSync(input, buffer) > 0 && buffer[0] !== 10) bytes.push(buffer[0]!);
  return Buffer.from(bytes).toString();
}

const [interrupt, end, backspace, erase] = [3, 4, 8, 127];

/**
 * Reads a line that the terminal does not show by itself, with backspace.
 * @param show Shows what is typed; nothing does if omitted.
 */
function typed(input: number, ask: () => void, show: (text: string) => void = () => {}): string {
  const before = mode(input, '-g').trim();
  mode(input, '-icanon', '-echo', '-isig', 'min', '1');
  let bytes: number[] = [];
  const buffer = Buffer.alloc(1);
  try {
    // What is typed is hidden before it is asked for.
    ask();
    for (;;) {
      const [byte] = readSync(input, buffer) > 0 ? buffer : [end];
      if (byte === interrupt) throw new UsageError('interrupted');
      if (byte === 10 || byte === 13 || byte === end) return Buffer.from(bytes).toString();
      if (byte === backspace || byte === erase) {
        if (bytes.length > 0) show('\b \b');
        bytes = [...Buffer.from([...Buffer.from(bytes).toString()].slice(0, -1).join(''))];
      } else {
        bytes.push(byte!);
        if (byte! >= 32 && byte! < 127) show(String.fromCharCode(byte!));
      }
    }
  } finally {
    bytes.fill(0);
    buffer.fill(0);
    mode(input, before);
  }
}

/** Sets the mode of a terminal, or returns it. */
function mode(input: number, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync('stty', args, { stdio: [input, 'pipe', 'ignore'] });
  if (status === 0) return stdout.toString();
  throw new UsageError('a passphrase cannot be typed here: pass --passphrase-file FILE');
}
