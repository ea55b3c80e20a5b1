/** In the worker: runs the edited code as a module, and reports what it prints, what it makes, and what it throws. */
import { isError } from 'avalanche-tx';
import type { Control, Failure, Report } from '../model/messages.ts';
import { limits } from '../model/messages.ts';
import { format, inspect } from './inspect.ts';
import { library } from './library.ts';
import { explained, record } from './record.ts';
import { lineOf, prepare } from './rewrite.ts';
import { readState } from './state.ts';

// Kept before the edited code can replace them.
const { postMessage, setTimeout } = globalThis;
const { now } = globalThis.Date;
const { stringify } = globalThis.JSON;

// The line of the edited code stands below those of the library, of which there may be more than the ten that Chromium keeps.
Error.stackTraceLimit = 100;

const report = (of: Report): void => postMessage(stringify(of));

const cut = (text: string): string =>
  text.length <= limits.text ? text : `${text.slice(0, limits.text - 1)}…`;

type Line = Extract<Report, { type: 'output' }>['lines'][number];

/** Milliseconds between reports of the same kind. */
const pause = 60;

/** Lines are sent together: a loop may print faster than a page can show. */
let lines: Line[] = [];
let dropped = 0;
let sent = 0;
function flush(): void {
  if (lines.length === 0) return;
  let size = 0;
  const fitting = lines.reverse().filter(({ text }) => (size += text.length + 60) < 200_000);
  dropped += lines.length - fitting.length;
  report({ type: 'output', lines: fitting.reverse(), dropped });
  lines = [];
  dropped = 0;
  sent = now();
}
function print(level: Line['level'], text: string, line?: number): void {
  lines.push({ level, text: cut(text), line });
  if (lines.length > limits.lines) {
    lines.shift();
    dropped++;
  }
  if (now() - sent > pause) flush();
  else if (lines.length === 1) setTimeout(flush, pause);
}

function failureOf(e: unknown): Failure {
  const { name, message, stack, loc } = (
    typeof e === 'object' && e !== null ? e : { name: 'Error', message: inspect(e) }
  ) as { name?: unknown; message?: unknown; stack?: unknown; loc?: { line?: number } };
  const isOurs = isError(e);
  const line = loc?.line ?? lineOf(String(stack ?? ''));
  return {
    name: String(isOurs ? e.code : (name ?? 'Error')).slice(0, 200),
    isOurs,
    text: explained(e),
    message: cut(String(message ?? '')),
    line,
  };
}

/** Tells the panels of the transactions at once, and of the node as soon as it has answered. */
let isDue = false;
let isReading = false;
const tellTransactions = (): void =>
  report({ type: 'transactions', list: [...record.txs.values()] });
async function tellState(): Promise<void> {
  isDue = false;
  isReading = true;
  try {
    const state = await readState();
    tellTransactions();
    if (state) report({ type: 'state', state });
  } catch (e) {
    print('warn', `The panels could not be read: ${explained(e)}`);
  }
  isReading = false;
}
record.onChange = () => {
  if (isDue) return;
  isDue = true;
  const soon = (): void => {
    if (isReading) setTimeout(soon, pause);
    else void tellState();
  };
  setTimeout(soon, pause);
};

function listen(): void {
  const levels = { log: 'log', info: 'log', debug: 'log', warn: 'warn', error: 'error' } as const;
  for (const [name, level] of Object.entries(levels))
    console[name as keyof typeof levels] = (...values: readonly unknown[]) =>
      print(level, format(values));
  console.table = (value: unknown) => print('log', inspect(value));
  addEventListener('unhandledrejection', (e) => {
    e.preventDefault();
    flush();
    report({ type: 'failure', failure: failureOf(e.reason) });
  });
  addEventListener('error', (e) => {
    e.preventDefault();
    flush();
    report({ type: 'failure', failure: failureOf(e.error ?? e.message) });
  });
  Object.defineProperty(globalThis, '__value', {
    value: (line: number, value: unknown) => print('value', inspect(value), line),
  });
}

/** The URL of a module that gives what an entry point exports. */
const urls = new Map<string, string>();
function urlOf(specifier: string): string | undefined {
  const module = library.get(specifier);
  if (!module) {
    // The policy refuses addresses; a name could not even be looked for.
    if (/^[a-z]+:|^[./]/i.test(specifier)) return undefined;
    const known = [...library.keys()].join(', ');
    throw new Error(`There is no module '${specifier}' here. These can be imported: ${known}.`);
  }
  const text = `const of = globalThis[Symbol.for('playground')].get(${JSON.stringify(specifier)});
export const { ${Object.keys(module).join(', ')} } = of;`;
  const url =
    urls.get(specifier) ?? URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  urls.set(specifier, url);
  return url;
}

async function run(code: string, isHeld: boolean): Promise<void> {
  listen();
  record.isHeld = isHeld;
  Object.defineProperty(globalThis, Symbol.for('playground'), { value: library });
  try {
    const text = prepare(code, urlOf);
    await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  } catch (e) {
    flush();
    report({ type: 'failure', failure: failureOf(e) });
  }
  flush();
  await tellState();
  flush();
  report({ type: 'ended' });
}

/** What the page's buttons do with the followed node. */
function control(of: Control): void {
  const { node } = record;
  if (!node) return;
  if (of.kind === 'advance') node.advanceTime(BigInt(of.seconds));
  else if (of.kind === 'reset') {
    node.revert(record.start);
    record.start = node.snapshot();
    record.txs.clear();
  } else node[of.kind]();
  if (of.kind === 'hold' || of.kind === 'release') record.isHeld = of.kind === 'hold';
}

addEventListener('message', ({ data }) => {
  if (data.type === 'run') void run(data.code, data.isHeld);
  if (data.type !== 'control') return;
  let failure: Failure | undefined;
  try {
    control(data.control);
  } catch (e) {
    failure = failureOf(e);
  }
  void tellState().then(() => report({ type: 'answered', failure }));
});
