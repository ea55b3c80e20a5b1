import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { UsageError } from './input.ts';
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
      write(`${question} [y/N] `);
      return /^\s*y(es)?\s*$/i.test(readLine(input));
    },
    asks: (question) => {
      const answer = hidden(input, () => write(question));
      write('\n');
      return answer;
    },
    close: () => {
      closeSync(input);
      closeSync(output);
    },
  };
}

/** Reads to the end of a line, or of the input. */
function readLine(input: number): string {
  const bytes: number[] = [];
  const buffer = Buffer.alloc(1);
  while (readSync(input, buffer) > 0 && buffer[0] !== 10) bytes.push(buffer[0]!);
  return Buffer.from(bytes).toString();
}

const [interrupt, end, backspace, erase] = [3, 4, 8, 127];

/** Reads a line that the terminal does not show, with backspace. */
function hidden(input: number, ask: () => void): string {
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
      if (byte === backspace || byte === erase)
        bytes = [...Buffer.from([...Buffer.from(bytes).toString()].slice(0, -1).join(''))];
      else bytes.push(byte!);
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
