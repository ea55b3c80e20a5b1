import { closeSync, openSync, readSync, writeSync } from 'node:fs';
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
