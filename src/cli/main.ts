#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ChainName } from '../chain/declared.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { named, redacted } from '../errors/quote.ts';
import { visibleLine } from '../errors/visible.ts';
import { identify } from '../network/identity.ts';
import { type Hint, open } from '../open/open.ts';
import type { AnyKind } from '../open/opened.ts';
import { formatBytes } from '../text/encoding.ts';
import { messageOf } from './advice.ts';
import { decodeCommand } from './decode.ts';
import type { FactFiles } from './finalize.ts';
import { help } from './help.ts';
import { IOError, readInput, UsageError, wholeNumber } from './input.ts';
import { painter, printed, progressOn } from './terminal.ts';
import { addressCommand, asNetwork, cb58Command } from './text.ts';

const options = {
  chain: { type: 'string' },
  kind: { type: 'string' },
  network: { type: 'string' },
  hint: { type: 'string', multiple: true },
  stream: { type: 'boolean' },
  workers: { type: 'string' },
  gzip: { type: 'boolean' },
  checksum: { type: 'boolean' },
  json: { type: 'boolean' },
  state: { type: 'string' },
  utxos: { type: 'string' },
  own: { type: 'string', multiple: true },
  evidence: { type: 'string', multiple: true },
  time: { type: 'string' },
  device: { type: 'string' },
  complete: { type: 'boolean' },
  svg: { type: 'boolean' },
  price: { type: 'string' },
  signer: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  mnemonic: { type: 'string' },
  path: { type: 'string', multiple: true },
  add: { type: 'string', multiple: true },
  policy: { type: 'string' },
  'max-fee': { type: 'string' },
  parts: { type: 'boolean' },
  finalize: { type: 'boolean' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
  'allow-plain-http': { type: 'boolean' },
  'max-price': { type: 'string' },
  imports: { type: 'string', multiple: true },
  authority: { type: 'string', multiple: true },
  at: { type: 'string' },
  wait: { type: 'boolean' },
  idempotent: { type: 'boolean' },
  rehearse: { type: 'boolean' },
  http: { type: 'string' },
  fund: { type: 'string', multiple: true },
  'block-time': { type: 'string' },
  log: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const remote = ['url', 'header', 'allow-plain-http'] as const;
/** What a signer knows and allows. */
const facts = ['policy', 'own', 'utxos', 'evidence'] as const;
const hints = ['chain', 'kind', 'network', 'hint'] as const;

function readArgv(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (e) {
    throw new UsageError((e as Error).message);
  }
}
type Values = ReturnType<typeof readArgv>['values'];

/** What a command is called with. */
interface Call {
  readonly args: readonly string[];
  readonly values: Values;
  readonly json: boolean;
  /** The text of the first argument: itself, a file or standard input. */
  input(): string;
  /** The first argument, which must be there. */
  required(): string;
  hint(): Hint;
}

/** A command: the options that it takes, and what it writes. */
interface Command {
  readonly options: readonly (keyof Values)[];
  /** The most arguments; 1 if omitted. */
  readonly most?: number;
  /** Whether its arguments are read as text, a file or standard input; true if omitted. */
  readonly readsArguments?: false;
  run(call: Call): string | Promise<string>;
}

/** Commands that ask a node. */
const nodeRow = (command: 'state' | 'utxos' | 'issue' | 'rpc'): Pick<Command, 'run'> => ({
  run: async ({ args, values, hint }) => {
    const { nodeCommand } = await import('./node.ts');
    return nodeCommand(command, args, values, hint(), print, warn);
  },
});

/** All commands. What only one of them needs is loaded when it runs. */
const commands: { readonly [command: string]: Command } = {
  decode: {
    options: [...hints, 'json'],
    run: ({ input, hint, json }) => decodeCommand(input(), hint(), json),
  },
  'decode --stream': {
    options: ['stream', 'workers', 'gzip'],
    run: async ({ args, values }) => {
      const { streamCommand } = await import('./stream.ts');
      const { errors } = await streamCommand(args[0], values);
      if (errors > 0) process.exitCode = 1;
      return '';
    },
  },
  encode: {
    options: [...hints, 'checksum'],
    run: ({ input, hint, values }) =>
      formatBytes(open(input(), hint()).bytes, values.checksum ? 'hex' : 'hexnc'),
  },
  id: {
    options: hints,
    run: ({ input, hint }) => {
      const { id, kind } = open(input(), hint());
      if (id === undefined) throw new AvalancheError('Unsupported', `an ${kind} has no ID`);
      return id;
    },
  },
  address: {
    options: ['network', 'json'],
    run: ({ required, values, json }) => addressCommand(required(), values.network, json),
  },
  cb58: { options: [], run: ({ required }) => cb58Command(required()) },
  balances: {
    options: ['own', 'time', 'json'],
    run: async ({ input, values: { own = [], time }, json }) => {
      const { balancesCommand } = await import('./balances.ts');
      return balancesCommand(input(), time, own, json);
    },
  },
  build: {
    options: ['state', 'own', 'signer', 'parts'],
    run: async ({ input, values }) => {
      const { state, own = [], signer: signers = [], parts: inParts = false } = values;
      if (state === undefined) throw new UsageError('build needs --state STATE');
      const { buildCommand } = await import('./build.ts');
      return buildCommand(input(), readInput(state), warn, { own, signers, inParts });
    },
  },
  sign: {
    options: ['key', 'mnemonic', 'path', 'add', 'max-fee', ...facts, 'parts', 'finalize'],
    run: async ({ input, values }) => {
      const { key: keys = [], mnemonic: words, path: paths = [], add: signatures = [] } = values;
      const { finalize: isLast = false, parts: inParts = false } = values;
      if (keys.length === 0 && words === undefined && signatures.length === 0 && !isLast)
        throw new UsageError('sign needs --key, --mnemonic or --add FILE, or --finalize');
      if (paths.length > 0 && words === undefined)
        throw new UsageError('--path needs --mnemonic FILE');
      if (inParts && isLast) throw new UsageError('--parts or --finalize, not both');
      const { signCommand } = await import('./sign.ts');
      const { 'max-fee': maxFee } = values;
      const signing = { keys, words, paths, signatures, maxFee, isLast, inParts };
      return signCommand(input(), { ...signing, ...factsIn(values) }, warn);
    },
  },
  missing: {
    options: ['json'],
    run: async ({ input, json }) => {
      const { missingCommand } = await import('./draft.ts');
      return missingCommand(input(), json);
    },
  },
  policy: {
    options: ['own'],
    run: async ({ input, values: { own = [] } }) => {
      const { policyCommand } = await import('./draft.ts');
      return policyCommand(input(), own);
    },
  },
  combine: {
    options: ['parts'],
    most: Number.POSITIVE_INFINITY,
    run: async ({ args, values }) => {
      if (args.length < 2) throw new UsageError('combine needs two drafts or more');
      const { combineCommand } = await import('./draft.ts');
      return combineCommand(args.map(readInput), values.parts ?? false, warn);
    },
  },
  finalize: {
    options: facts,
    run: async ({ input, values }) => {
      const { finalizeCommand } = await import('./finalize.ts');
      return finalizeCommand(input(), factsIn(values));
    },
  },
  verify: {
    options: [...hints, 'utxos', 'time', 'complete'],
    run: async ({ input, hint, values: { utxos, time, complete = false } }) => {
      const { verifyCommand } = await import('./verify.ts');
      const asked = { time, known: fileText(utxos), complete };
      const { text, error } = verifyCommand(input(), hint(), asked);
      if (!error) return text;
      print(text);
      throw error;
    },
  },
  explain: {
    options: [...hints, 'own', 'utxos', 'evidence', 'device', 'time', 'svg', 'json'],
    run: async ({ input, hint, json, values: { own, utxos, evidence, device, time, svg } }) => {
      if (svg && json) throw new UsageError('--svg or --json, not both');
      if (device !== undefined && device !== '1.4.4' && device !== '1.4.20')
        throw new UsageError('--device must be 1.4.4 or 1.4.20, a version of the Ledger app');
      const { explainCommand } = await import('./explain.ts');
      const form = svg ? 'svg' : json ? 'json' : 'text';
      return explainCommand(input(), hint(), {
        time,
        known: fileText(utxos),
        own,
        evidence: evidence?.map(readInput),
        device,
        form,
      });
    },
  },
  fee: {
    options: [...hints, 'state', 'price', 'json'],
    run: async ({ input, hint, json, values }) => {
      const { feeCommand } = await import('./fee.ts');
      const price = values.price === undefined ? undefined : wholeNumber(values.price, '--price');
      return feeCommand(input(), hint(), { state: fileText(values.state), price, json });
    },
  },
  state: {
    options: [...remote, 'imports', 'authority', 'max-price'],
    most: Number.POSITIVE_INFINITY,
    readsArguments: false,
    ...nodeRow('state'),
  },
  utxos: {
    options: [...remote, 'imports', 'json'],
    most: Number.POSITIVE_INFINITY,
    readsArguments: false,
    ...nodeRow('utxos'),
  },
  issue: {
    options: [...remote, ...hints, 'wait', 'idempotent', 'rehearse', 'own'],
    ...nodeRow('issue'),
  },
  rpc: { options: [...remote, 'at'], most: 2, readsArguments: false, ...nodeRow('rpc') },
  testnode: {
    options: ['http', 'fund', 'time', 'state', 'network', 'block-time', 'log', 'json'],
    most: 0,
    run: async ({ values }) => {
      const { testnodeCommand } = await import('./testnode.ts');
      await testnodeCommand(values, print, warn);
      return '';
    },
  },
};

/** The same, as they were given. */
const factsIn = ({ policy, own = [], utxos, evidence = [] }: Values): FactFiles => ({
  policy,
  own,
  utxos,
  evidence,
});

function commandNamed(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new UsageError(`no such command: it is one of ${Object.keys(commands).join(', ')}`);
}

function hintOf({ chain, kind, network, hint }: Values): Hint {
  if (chain !== undefined && !['P', 'X', 'C'].includes(chain))
    throw new UsageError(`--chain must be P, X or C, got ${named(chain)}`);
  return {
    ...(chain === undefined ? {} : { chain: chain as ChainName }),
    ...(kind === undefined ? {} : { kind: kind as AnyKind }),
    ...(network === undefined ? {} : { network: identify(asNetwork(network)) }),
    ...(hint === undefined ? {} : { types: hint }),
  };
}

async function run(argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArgv(argv);
  const [first, ...args] = positionals;
  if (values.version) return version();
  if (values.help || first === undefined) return help.trimEnd();
  const name = first === 'decode' && values.stream ? 'decode --stream' : first;
  const { options: taken, most = 1, readsArguments = true, run } = commandNamed(name);
  const other = (Object.keys(values) as (keyof Values)[]).find((key) => !taken.includes(key));
  if (other !== undefined) throw new UsageError(`${name} has no --${other}`);
  if (args.length > most)
    throw new UsageError(
      `${name} takes ${most === 1 ? 'one argument' : `${most || 'no'} arguments`}, got ${args.length}`,
    );
  const [argument = '-'] = args;
  onceFromInput(values, readsArguments && most > 0 ? [argument, ...args.slice(1)] : []);
  return run({
    args,
    values,
    json: values.json ?? false,
    input: () => readInput(args[0]),
    required: () => {
      if (args[0] === undefined) throw new UsageError(`${name} needs an argument`);
      return args[0];
    },
    hint: () => hintOf(values),
  });
}

/** The text of a file that an option names. */
const fileText = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : readInput(name);

/** Standard input can be read once: by an argument, or by an option that names a file. */
function onceFromInput(values: Values, args: readonly string[]): void {
  const { state, utxos, evidence = [], key = [], mnemonic, add = [], policy, header = [] } = values;
  const files = [
    ...[...args, state, utxos, ...evidence],
    ...[...key, mnemonic, ...add, policy, ...header],
  ];
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('only one input can be standard input');
}

const print = (text: string): void => void process.stdout.write(`${printed(text)}\n`);
const say = (text: string): void => void process.stderr.write(`${printed(text)}\n`);
/** One line of what a draft or a node says. */
const warn = (line: string): void => say(visibleLine(line));

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

const paint = painter(process.stderr);

/** Prints an error and sets the exit status that the help lists for it. */
function fail(e: unknown): void {
  const isFault = !isError(e) && !(e instanceof UsageError) && !(e instanceof IOError);
  const text = isFault
    ? String((e as Error | undefined)?.stack ?? e)
    : isError(e)
      ? messageOf(e)
      : visibleLine(e.message);
  progressOn(process.stderr)('');
  // A private key may have been passed as another argument.
  say(`${paint('red', 'error')}: ${redacted(text)}`);
  const isRefused = isError(e) && e.code !== 'Transport';
  process.exitCode = e instanceof UsageError ? 2 : isRefused ? 1 : 3;
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

try {
  const text = await run(process.argv.slice(2));
  if (text !== '') print(text);
} catch (e) {
  fail(e);
}
