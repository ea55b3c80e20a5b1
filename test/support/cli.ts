/** The command line in this process, as its source is. `built.ts` starts it as it is built. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../apps/cli/src/run.ts';
import type { Standard, Terminal } from '../../apps/cli/src/shell.ts';

/** What a run of the command line leaves. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run may have besides arguments and standard input. */
export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  /** The terminal that `sign` asks on; there is none if omitted, also where the tests have one. */
  readonly terminal?: Terminal;
}

/** A stream that keeps what is written to it. */
function kept() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      // The writer may use the buffer again.
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

const paying: ReadonlySet<string> = new Set(['send', 'move', 'run', 'payments']);

/** Runs it with arguments and what it reads, in pipes. */
export async function run(
  args: readonly string[],
  input = '',
  { env = {}, terminal }: Around = {},
): Promise<Ran> {
  const [stdout, stderr] = [kept(), kept()];
  const standard: Standard = {
    stdin: {
      isTerminal: () => false,
      read: () => Buffer.from(input),
      open: () => Readable.from([Buffer.from(input)]),
    },
    stdout: stdout.stream,
    stderr: stderr.stream,
    openTerminal: () => terminal,
  };
  const ours = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(FORCE_COLOR|NO_COLOR|AVALANCHE_TX_)/.test(name),
    ),
  );
  const before = process.env;
  // Payments are kept for a test that says where, and not in the folder of whoever runs the tests.
  const XDG_STATE_HOME = paying.has(args[0] ?? '')
    ? mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'))
    : '/nowhere';
  // Settings of whoever runs the tests do not matter.
  const XDG_CONFIG_HOME = '/nowhere';
  process.env = { ...ours, XDG_STATE_HOME, XDG_CONFIG_HOME, ...env };
  try {
    const status = await runCommandLine(args, standard);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.env = before;
  }
}

/** The text of what it writes, if it is well. */
export async function output(args: readonly string[], input = ''): Promise<string> {
  const { status, stdout, stderr } = await run(args, input);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
