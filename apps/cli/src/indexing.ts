/** `avalanche-tx index`: what people and programs see of a run. */
import type { ChainName } from 'avalanche-tx';
import type { NodeClient } from 'avalanche-tx/rpc';
import type { ExitStatus } from './exit.ts';
import { type IndexProgress, runIndex } from './indexer/run.ts';
import { readGenesis } from './indexer/source.ts';
import { UsageError, wholeNumber } from './input.ts';
import type { Shell } from './shell.ts';
import { progressOn } from './terminal.ts';

/** The options of the command. */
interface IndexArguments {
  readonly out: string | undefined;
  readonly chains: readonly ChainName[];
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly follow: boolean;
  readonly genesis: string | undefined;
  readonly partition: string | undefined;
  readonly json: boolean;
}

const usualPartition = 65_536n;
/** Milliseconds between two lines for people, and for programs. */
const showEvery = 500;
const jsonEvery = 5000;

const grouped = (of: bigint | number): string => of.toLocaleString('en-US');

/** How long something takes, in the largest unit that fits. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * Runs the command until it is done or interrupted.
 * @returns Status 1 if a container could not be read.
 */
export async function indexCommand(
  node: NodeClient,
  options: IndexArguments,
  { stdout, stderr, warn }: Shell,
): Promise<{ readonly status: ExitStatus }> {
  const { out, json, partition: size } = options;
  if (out === undefined) throw new UsageError('--out names the folder for the tables');
  const partition = size === undefined ? usualPartition : wholeNumber(size, '--partition');
  if (partition < 1n) throw new UsageError('--partition must be at least 1');
  const { chains } = options;
  const from = options.from === undefined ? 0n : wholeNumber(options.from, '--from');
  const to = options.to === undefined ? undefined : wholeNumber(options.to, '--to');
  if (to !== undefined && to < from) throw new UsageError('--to must not be below --from');
  if (to !== undefined && options.follow)
    throw new UsageError('--follow has no end: leave out --to');
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  const show = json ? () => {} : progressOn(stderr);
  const started = performance.now();
  let next = started + showEvery;
  const say = (event: string, of: IndexProgress, more: object): void =>
    void stdout.write(
      `${JSON.stringify({ event, ...of, read: String(of.read), of: String(of.of), ...more })}\n`,
    );
  const onProgress = (of: IndexProgress): void => {
    const now = performance.now();
    if (now < next) return;
    next = now + (json ? jsonEvery : showEvery);
    const rate = of.containers / ((now - started) / 1000);
    if (json) {
      say('progress', of, { perSecond: Math.round(rate) });
      return;
    }
    const share = of.of === 0n ? 100 : Number((of.read * 1000n) / of.of) / 10;
    const left = duration(Number(of.of - of.read) / Math.max(rate, 1));
    show(
      `${of.feed} ${grouped(of.read)} of ${grouped(of.of)} (${share.toFixed(1)} %), ${grouped(Math.round(rate))}/s, ${left} left`,
    );
  };
  try {
    const of = await runIndex(node, {
      out,
      chains: chains.length > 0 ? chains : ['P', 'X', 'C'],
      from,
      to,
      follow: options.follow,
      partition,
      genesis: options.genesis === undefined ? undefined : readGenesis(options.genesis),
      signal: ending.signal,
      onProgress,
      warn,
    });
    const seconds = (performance.now() - started) / 1000;
    show('');
    if (json) say('end', of, { seconds: Number(seconds.toFixed(1)) });
    else {
      const megabytes = (of.bytes / 1e6).toFixed(1);
      const rate = grouped(Math.round(of.containers / Math.max(seconds, 0.001)));
      warn(
        `${grouped(of.containers)} containers, ${megabytes} MB, ${of.errors} errors, ${duration(seconds)}, ${rate}/s${ending.signal.aborted ? '; interrupted: run it again to go on' : ''}`,
      );
    }
    return { status: of.errors > 0 ? 1 : 0 };
  } finally {
    show('');
    process.removeListener('SIGINT', end);
    process.removeListener('SIGTERM', end);
  }
}
