import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { serveTestnode } from '../../../test/support/http.ts';
import { newNode, other } from '../../../test/support/testnode.ts';
import { rows } from '../../../test/support/vectors.ts';
import { commands } from '../src/commands/index.ts';
import { columns, progressOn } from '../src/terminal.ts';
import { linesFrom, wrapped } from '../src/wrap.ts';

const file = testFiles();
const inRepository = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

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

describe('text of a terminal', () => {
  const { isTTY, columns: width } = process.stdout;
  const shape = (isTerminal: boolean, wide: number) =>
    Object.assign(process.stdout, { isTTY: isTerminal, columns: wide });
  beforeEach(() => {
    shape(true, 80);
  });
  afterEach(() => {
    shape(isTTY, width);
  });

  /** No line is longer than the terminal, except for a word that is longer itself. */
  function fits(text: string): void {
    for (const line of text.trimEnd().split('\n'))
      if (line.length > 80) expect(line.trim()).not.toContain(' ');
  }
  const plain = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run(args, '', { env: { NO_COLOR: '1' } });
    return stdout || stderr;
  };

  it('is wrapped at 80 columns in every table and help, with whole ids', async () => {
    const row = rows('p-public').find(({ type }) => type === 'AddPermissionlessDelegatorTx')!;
    const state = inRepository('examples/intents/states/P.json');
    const draft = file(
      'draft.json',
      await output(['build', inRepository('examples/intents/P.BaseTx.json'), '--state', state]),
    );
    const words = async (...args: readonly string[]): Promise<ReadonlySet<string>> => {
      shape(false, 0);
      const found = await plain(...args);
      shape(true, 80);
      return new Set(found.split(/\s+/).filter(({ length }) => length >= 30));
    };
    const node = newNode();
    const address = other.address('P', node.network);
    node.fund('P', { to: address, amount: 5n });
    const { url } = await serveTestnode(node);
    for (const args of [
      ['decode', row.hex],
      ['verify', draft, '--state', state],
      ['explain', draft],
      ['balances', state],
      ['address', address],
      ['fee', draft],
      ['history', address, '--url', url],
      ...commands.map(({ name }) => [name, '--help']),
      ['--help'],
    ]) {
      const text = await plain(...args);
      fits(text.split('Examples:')[0]!);
      const found = new Set(text.split(/\s+/));
      if (args.at(-1) !== '--help')
        for (const word of await words(...args))
          expect([word, found.has(word)]).toEqual([word, true]);
    }
  });

  it('puts a word that does not fit its column into a line of its own', () => {
    const id = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
    expect(linesFrom(50, id, 80)).toEqual(['', `    ${id}`]);
    expect(linesFrom(20, `an id ${id} here`, 80)).toEqual([`an id ${id}`, `${' '.repeat(20)}here`]);
    expect(linesFrom(28, `an id ${id} here`, 80)).toEqual([
      'an id',
      `${' '.repeat(28)}${id}`,
      `${' '.repeat(28)}here`,
    ]);
    expect(linesFrom(10, 'x'.repeat(200), 80)).toEqual(['x'.repeat(200)]);
    expect(columns([['a', 'field', id]], undefined, 58)).toBe(`a  field  \n    ${id}`);
    expect(wrapped(`12  32  tx.outputs[0].assetID.very.long.name  ${id}`, 80)).toBe(
      `12  32  tx.outputs[0].assetID.very.long.name\n    ${id}`,
    );
  });

  it('says of an error which file or argument it is about', async () => {
    const bad = file('bad.json', '{');
    const intent = inRepository('examples/intents/P.BaseTx.json');
    const state = inRepository('examples/intents/states/P.json');
    expect(await plain('build', intent, '--state', bad)).toContain(`\nIn ${bad}.`);
    expect(await plain('build', bad, '--state', state)).toContain(`\nIn ${bad}.`);
    expect(await plain('explain', bad)).toContain(`\nIn ${bad}.`);
    expect(await plain('build', intent, '--state', 'no-file')).toContain(
      'error: --state: an input must be',
    );
    // What is no file may be a key.
    expect(await plain('build', intent, '--state', 'secret-1234')).not.toContain('1234');
  });

  it('has times with their date', async () => {
    const state = inRepository('examples/intents/states/P.json');
    const intent = inRepository('examples/intents/P.BaseTx.json');
    const draft = file('dated.json', await output(['build', intent, '--state', state]));
    expect(await plain('verify', draft, '--time', '2027-01-31T00:00:00Z')).toMatch(
      /on fuji at 2027-01-31 00:00:00 UTC/,
    );
  });
});
