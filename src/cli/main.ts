#!/usr/bin/env node
import { isError } from '../errors/error.ts';
import { redacted } from '../errors/quote.ts';
import { visibleLine, visibleText } from '../errors/visible.ts';
import { messageOf } from './advice.ts';
import { isFault, statusOf } from './exit.ts';
import { IOError } from './input.ts';
import { painter, printed, progressOn, widthOf } from './terminal.ts';
import { wrapped } from './wrap.ts';

const print = (text: string): void => void process.stdout.write(`${printed(text)}\n`);
const say = (text: string): void =>
  void process.stderr.write(`${printed(wrapped(text, widthOf(process.stderr)))}\n`);
/** One line of what a draft or a node says. */
const warn = (line: string): void => say(visibleLine(line));

/** Prints an error and sets its exit status. */
function fail(e: unknown): void {
  const text = isFault(e)
    ? String((e as Error | undefined)?.stack ?? e)
    : isError(e)
      ? messageOf(e)
      : visibleText((e as Error).message);
  progressOn(process.stderr)('');
  // A private key may have been passed as another argument.
  const label = painter(process.stderr)('red', 'error');
  const message = wrapped(`error: ${redacted(text)}`, widthOf(process.stderr));
  process.stderr.write(`${printed(message.replace(/^error/, label))}\n`);
  process.exitCode = statusOf(e);
}

process.stdout.on('error', (e: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is not an error.
  if (e.code === 'EPIPE') process.exit(0);
  fail(new IOError('standard output cannot be written', e));
  process.exit();
});
// Without stderr there is nowhere to report to.
process.stderr.on('error', () => {});
process.on('uncaughtException', (e) => {
  fail(e);
  process.exit();
});

/** Runs the arguments. A stream starts without the parser, which it would wait for. */
async function run(argv: readonly string[]): Promise<string> {
  if (argv[0] === 'decode' && argv.includes('--stream')) {
    const { runStream } = await import('./stream.ts');
    if (await runStream(argv.slice(1))) return '';
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(argv, { print, warn });
}

try {
  const text = await run(process.argv.slice(2));
  if (text !== '') print(text);
} catch (e) {
  fail(e);
}
