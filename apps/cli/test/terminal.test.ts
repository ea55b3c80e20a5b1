import { describe, expect, it } from 'vitest';
import { progressOn } from '../src/terminal.ts';

describe('progressOn', () => {
  it('writes over one line of a terminal, and nothing into a pipe', () => {
    const written: string[] = [];
    const stream = (isTTY: boolean) =>
      ({ isTTY, write: (text: string) => written.push(text) }) as unknown as NodeJS.WriteStream;
    const progress = progressOn(stream(true));
    progress('7 UTXOs');
    progress('');
    progressOn(stream(false))('7 UTXOs');
    expect(written).toEqual(['\r\x1b[2K7 UTXOs', '\r\x1b[2K']);
  });

  it('is cut to the width of the terminal', () => {
    const written: string[] = [];
    const terminal = { isTTY: true, columns: 5, write: (text: string) => written.push(text) };
    progressOn(terminal as unknown as NodeJS.WriteStream)('123456789');
    expect(written).toEqual(['\r\x1b[2K12345']);
  });
});
