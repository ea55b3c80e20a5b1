/** The command line: `avalanche-index COMMAND`. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ChainName, knownNetworks, type Network } from 'avalanche-tx';
import { IOError, UsageError, wholeNumber } from '../../shared/failures.ts';
import { onDisk } from './disk.ts';
import { failureOf } from './failure.ts';
import { genesisOf, readGenesis } from './feed.ts';
import { checkFolder, readManifest } from './folder.ts';
import { compactFolder, joinRanges } from './maintain.ts';
import { Statuses, serveMetrics } from './metrics.ts';
import { rangesOf } from './ranges.ts';
import { repairFolder } from './repair.ts';
import { runIndex } from './run.ts';
import { clickhouseViews, postgresTables, viewsOf } from './sql.ts';
import { clientsOf, type Reached, startIn } from './threads.ts';
import { verifyFolder } from './verify.ts';

/** Where the command line writes. */
export interface Shell {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly version: () => string;
  /** The program, to run chains in threads; in this one if omitted. */
  readonly threads?: URL;
}

const help = `avalanche-index: everything that a node accepted, as Parquet tables

  avalanche-index run --out FOLDER     Index a node, or go on
  avalanche-index verify FOLDER        Read a folder again: files, ids, links, sums; with --url what addresses have
  avalanche-index repair FOLDER        Remove what is damaged, and make the state again from the tables
  avalanche-index compact FOLDER       Merge parts now; a run does it by itself
  avalanche-index join --out FOLDER PART…   Make one folder with a ledger from ranges that were written with --bytes
  avalanche-index schema ENGINE FOLDER Print the views for duckdb or clickhouse, or the tables for postgres

Options of run
  --url URL             A node; http://127.0.0.1:9650 if omitted. Others are asked when one fails, or returns what cannot be used.
  --header FILE         HTTP headers, one "Name: value" per line, such as an API key.
  --allow-plain-http    Send headers over plain HTTP to another machine too.
  --chains CHAIN        Only this chain: P, X or C. Repeatable.
  --follow              Go on with what the node accepts, until interrupted.
  --from N, --to N      Only these containers, counted from 0; the block of height 1 is container 0. Without a ledger unless from 0.
  --bytes               Write the bytes of blocks and transactions too. join needs them.
  --genesis FILE        The genesis of a network that is neither mainnet, Fuji nor a test node.
  --every SECONDS       With --follow: a block is in the tables after at most this long; 60 if omitted.
  --partition N         The most containers in a part; 16384 if omitted. 4 MiB of containers end it too.
  --metrics HOST:PORT   Serve metrics for Prometheus at /metrics.
  --json                Print what happens as JSON, one object a line.

Exit status: 0 done, 1 refused or something is wrong with the data, 2 wrong usage, 3 the environment failed.
`;

const options = {
  out: { type: 'string' },
  url: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  'allow-plain-http': { type: 'boolean' },
  chains: { type: 'string', multiple: true },
  follow: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  bytes: { type: 'boolean' },
  genesis: { type: 'string' },
  every: { type: 'string' },
  partition: { type: 'string' },
  metrics: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof read>['values'];

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (e) {
    throw new UsageError(`${(e as Error).message.split('. ')[0]}. See avalanche-index --help.`);
  }
}

/** Runs what the arguments say. @returns The exit status. */
export async function commandLine(argv: readonly string[], shell: Shell): Promise<number> {
  try {
    const { values, positionals } = read(argv);
    const [command, ...rest] = positionals;
    if (values.version) {
      shell.stdout.write(`${shell.version()}\n`);
      return 0;
    }
    if (values.help || command === undefined) {
      shell.stdout.write(help);
      return 0;
    }
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!run) throw new UsageError(`unknown command: ${command}. See avalanche-index --help.`);
    return await run(values, rest, shell);
  } catch (e) {
    const { text, status } = failureOf(e);
    shell.stderr.write(`${shell.stderr.isTTY ? '\r\x1b[2K' : ''}error: ${text}\n`);
    return status;
  }
}

type Command = (values: Values, rest: readonly string[], shell: Shell) => Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  async run(values, rest, shell) {
    if (rest.length > 0) throw new UsageError(`run takes no ${rest[0]}: --out names the folder`);
    const out = folderOf(values);
    const { follow = false, bytes = false, json = false } = values;
    const from = values.from === undefined ? 0n : wholeNumber(values.from, '--from');
    const to = values.to === undefined ? undefined : wholeNumber(values.to, '--to');
    if (to !== undefined && to < from) throw new UsageError('--to must not be below --from');
    if (to !== undefined && follow) throw new UsageError('--follow has no end: leave out --to');
    const every = Number(wholeNumber(values.every ?? '60', '--every'));
    const partition = partitionOf(values);
    const reached = reachedBy(values);
    const nodes = clientsOf(reached);
    const statuses = new Statuses();
    const server =
      values.metrics === undefined ? undefined : await serveMetrics(values.metrics, statuses);
    const ending = new AbortController();
    const end = () => ending.abort();
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    const shown = new Progress(shell, statuses, json);
    try {
      await runIndex(nodes, {
        out,
        chains: chainsOf(values),
        from,
        to,
        follow,
        bytes,
        every,
        partition,
        genesis: genesisIn(values),
        signal: ending.signal,
        on: (event) => {
          statuses.note(event);
          shown.note(event.kind === 'waiting' ? event.chain : undefined);
        },
        warn: (line) => void shell.stderr.write(`${line}\n`),
        ...(shell.threads && { start: startIn(shell.threads, reached) }),
      });
      shown.end(ending.signal.aborted);
      return 0;
    } finally {
      shown.clear();
      server?.close();
      process.removeListener('SIGINT', end);
      process.removeListener('SIGTERM', end);
    }
  },

  async verify(values, rest, { stdout, stderr }) {
    const out = onlyFolder('verify', rest);
    const nodes = values.url ? clientsOf(reachedBy(values)) : [];
    const network = await networkOf(out, values);
    const { problems, notes, ...of } = await verifyFolder(out, network, nodes[0]);
    if (values.json) stdout.write(`${JSON.stringify({ ...of, problems, notes })}\n`);
    else {
      for (const line of [...problems, ...notes.map((note) => `note: ${note}`)])
        stderr.write(`${line}\n`);
      stdout.write(
        `${of.parts} parts, ${of.blocks} blocks, ${of.utxos} UTXOs, ${of.addresses} addresses compared: ${problems.length === 0 ? 'nothing is wrong' : `${problems.length} problems. avalanche-index repair removes what is damaged`}\n`,
      );
    }
    return problems.length === 0 ? 0 : 1;
  },

  async repair(values, rest, { stdout }) {
    const out = onlyFolder('repair', rest);
    const done = await repairFolder(out, await networkOf(out, values));
    for (const { chain, kept, removed, next } of done) {
      const places = Object.entries(next).map(([feed, index]) => `${feed} from container ${index}`);
      stdout.write(
        values.json
          ? `${JSON.stringify({ chain, kept, removed, next }, (_, of) => (typeof of === 'bigint' ? String(of) : of))}\n`
          : `${chain}: ${kept} parts kept, ${removed.length} removed. The next run reads ${places.join(', ') || 'from the beginning'}\n`,
      );
    }
    return 0;
  },

  async compact(values, rest, { stdout }) {
    const out = onlyFolder('compact', rest);
    const { before, after } = await compactFolder(out, await networkOf(out, values));
    stdout.write(
      values.json ? `${JSON.stringify({ before, after })}\n` : `${before} parts, now ${after}\n`,
    );
    return 0;
  },

  async join(values, rest, shell) {
    const out = folderOf(values);
    if (rest.length === 0) throw new UsageError('join needs the folders to read');
    const source = rangesOf(rest);
    const signal = new AbortController().signal;
    const [node] = values.url ? clientsOf(reachedBy(values)) : [];
    const network = node ? await node.network({ signal }) : knownNetwork(source.networkID);
    const given = genesisIn(values);
    const genesis = await genesisOf(node, network, given, signal);
    await joinRanges(source, {
      out,
      network,
      genesis,
      bytes: values.bytes ?? false,
      partition: partitionOf(values),
      signal,
    });
    shell.stdout.write(`${rest.length} folders joined in ${out}\n`);
    return 0;
  },

  async schema(_, [engine, folder], { stdout }) {
    if (engine === 'postgres') stdout.write(postgresTables());
    else if ((engine !== 'duckdb' && engine !== 'clickhouse') || folder === undefined)
      throw new UsageError('schema needs postgres, duckdb FOLDER or clickhouse FOLDER');
    else if (engine === 'duckdb') stdout.write(viewsOf(checkFolder(folder)));
    else {
      const out = checkFolder(folder);
      const manifest = readManifest(out);
      if (!manifest?.parts.length) throw new UsageError(`${folder} has no parts yet`);
      stdout.write(clickhouseViews(out, manifest.parts, manifest));
    }
    return 0;
  },
};

function folderOf({ out }: Values): string {
  if (out === undefined) throw new UsageError('--out names the folder for the tables');
  return checkFolder(out);
}

function onlyFolder(command: string, [folder, ...rest]: readonly string[]): string {
  if (folder === undefined || rest.length > 0) throw new UsageError(`${command} needs one folder`);
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  return checkFolder(folder);
}

function partitionOf({ partition = '16384' }: Values): number {
  const size = Number(wholeNumber(partition, '--partition'));
  if (size < 1 || size > 1_000_000) throw new UsageError('--partition must be 1 to 1000000');
  return size;
}

function chainsOf({ chains = [] }: Values): readonly ChainName[] {
  for (const chain of chains)
    if (!['P', 'X', 'C'].includes(chain)) throw new UsageError('--chains must be P, X or C');
  return chains.length === 0 ? ['P', 'X', 'C'] : ([...new Set(chains)] as ChainName[]);
}

function reachedBy(values: Values): Reached {
  const lines = (values.header ?? []).flatMap((file) =>
    readText(file)
      .split('\n')
      .filter((line) => line.trim() !== ''),
  );
  const headers = lines.map((line) => {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined)
      throw new UsageError('a file of headers must have one "Name: value" per line');
    return [name, value!] as const;
  });
  return {
    urls: values.url ?? ['http://127.0.0.1:9650'],
    headers: Object.fromEntries(headers),
    allowPlainHTTP: values['allow-plain-http'] ?? false,
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (e) {
    throw new IOError('a file cannot be read', e as NodeJS.ErrnoException);
  }
}

const genesisIn = ({ genesis }: Values): Uint8Array | undefined =>
  genesis === undefined ? undefined : readGenesis(genesis);

function knownNetwork(networkID: number | undefined): Network {
  const found = knownNetworks.find((of) => of.networkID === networkID);
  if (found) return found;
  throw new UsageError(`network ${networkID} is not a known one: name a node of it with --url`);
}

/** The network of a folder: what its manifest names, or a node says. */
async function networkOf(out: string, values: Values): Promise<Network> {
  const [node] = values.url ? clientsOf(reachedBy(values)) : [];
  if (node) return node.network();
  const manifest = await onDisk('the folder cannot be read', () => readManifest(out));
  if (!manifest)
    throw new UsageError(`${out} has no manifest.json: name a node of its network with --url`);
  return knownNetwork(manifest.networkID);
}

const grouped = (of: bigint | number): string => of.toLocaleString('en-US');

/** What people and programs see of a run. */
class Progress {
  readonly #shell: Shell;
  readonly #statuses: Statuses;
  readonly #json: boolean;
  readonly #began = performance.now();
  #next = 0;
  #waiting = new Map<ChainName, string | undefined>();
  constructor(shell: Shell, statuses: Statuses, json: boolean) {
    this.#shell = shell;
    this.#statuses = statuses;
    this.#json = json;
  }

  /** @param chain The chain that waits, or goes on again. */
  note(chain: ChainName | undefined): void {
    const { stderr } = this.#shell;
    const why = chain && this.#statuses.of.get(chain)?.waiting;
    if (chain && why !== this.#waiting.get(chain)) {
      this.#waiting.set(chain, why);
      this.clear();
      if (this.#json) this.#say('waiting', { chain, why: why ?? null });
      else stderr.write(`${chain}: ${why === undefined ? 'goes on' : `waits: ${why}`}\n`);
    }
    const now = performance.now();
    if (now < this.#next || (!this.#json && !stderr.isTTY)) return;
    this.#next = now + (this.#json ? 5000 : 500);
    if (this.#json) this.#say('progress', this.#all());
    else {
      const line = [...this.#statuses.of.values()].map(
        ({ feed, next, of }) => `${feed} ${grouped(next)} of ${grouped(of)}`,
      );
      this.clear();
      stderr.write(line.join(', '));
    }
  }

  #all(): object {
    return Object.fromEntries(
      [...this.#statuses.of].map(([chain, { next, of, height, parts }]) => [
        chain,
        { read: Number(next), of: Number(of), height: Number(height), parts },
      ]),
    );
  }

  #say(event: string, of: object): void {
    this.#shell.stdout.write(`${JSON.stringify({ event, ...of })}\n`);
  }

  end(isInterrupted: boolean): void {
    const seconds = (performance.now() - this.#began) / 1000;
    this.clear();
    if (this.#json) {
      this.#say('end', { ...this.#all(), seconds: Number(seconds.toFixed(1)) });
      return;
    }
    const heights = [...this.#statuses.of].map(
      ([chain, { height }]) => `${chain} to height ${grouped(height)}`,
    );
    this.#shell.stderr.write(
      `${heights.join(', ')}; ${seconds.toFixed(1)} s${isInterrupted ? '; interrupted: run it again to go on' : ''}\n`,
    );
  }

  clear(): void {
    const { stderr } = this.#shell;
    if (stderr.isTTY) stderr.write('\r\x1b[2K');
  }
}
