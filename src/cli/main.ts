#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ChainName } from '../chain/declared.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { named, redacted } from '../errors/quote.ts';
import { identify } from '../network/identity.ts';
import { type Hint, open } from '../open/open.ts';
import type { AnyKind } from '../open/opened.ts';
import { formatBytes } from '../text/encoding.ts';
import { decodeCommand } from './decode.ts';
import { help } from './help.ts';
import { IOError, readInput, UsageError, wholeNumber } from './input.ts';
import { painter, progressOn } from './terminal.ts';
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
  time: { type: 'string' },
  complete: { type: 'boolean' },
  svg: { type: 'boolean' },
  price: { type: 'string' },
  key: { type: 'string', multiple: true },
  mnemonic: { type: 'string' },
  path: { type: 'string', multiple: true },
  add: { type: 'string', multiple: true },
  policy: { type: 'string' },
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
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const remote = ['url', 'header', 'allow-plain-http'];
const hints = ['chain', 'kind', 'network', 'hint'];

/** Commands, and the options that they take; `--stream` makes `decode` another one. */
const commands: { readonly [command: string]: readonly string[] } = {
  decode: [...hints, 'json'],
  'decode --stream': ['stream', 'workers', 'gzip'],
  encode: [...hints, 'checksum'],
  id: hints,
  address: ['network', 'json'],
  cb58: [],
  balances: ['time', 'json'],
  build: ['state', 'parts'],
  sign: ['key', 'mnemonic', 'path', 'add', 'policy', 'parts', 'finalize'],
  missing: ['json'],
  combine: ['parts'],
  finalize: ['policy'],
  verify: [...hints, 'utxos', 'time', 'complete'],
  explain: [...hints, 'utxos', 'time', 'svg', 'json'],
  fee: [...hints, 'state', 'price', 'json'],
  state: [...remote, 'imports', 'authority', 'max-price'],
  utxos: [...remote, 'imports', 'json'],
  issue: [...remote, ...hints, 'wait', 'idempotent'],
  rpc: [...remote, 'at'],
};

/** Commands that take more than one argument, and how many. */
const most: { readonly [command: string]: number } = {
  combine: Number.POSITIVE_INFINITY,
  state: Number.POSITIVE_INFINITY,
  utxos: Number.POSITIVE_INFINITY,
  rpc: 2,
};

function checkOptions(command: string, values: Values): void {
  const taken = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!taken)
    throw new UsageError(`no such command: it is one of ${Object.keys(commands).join(', ')}`);
  const other = Object.keys(values).find((name) => !taken.includes(name));
  if (other !== undefined) throw new UsageError(`${command} has no --${other}`);
}

function readArgv(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (e) {
    throw new UsageError((e as Error).message);
  }
}
type Values = ReturnType<typeof readArgv>['values'];

function hintOf({ chain, kind, network, hint }: Values): Hint {
  if (chain !== undefined && !['P', 'X', 'C'].includes(chain))
    throw new UsageError(`--chain is P, X or C, not ${named(chain)}`);
  return {
    ...(chain === undefined ? {} : { chain: chain as ChainName }),
    ...(kind === undefined ? {} : { kind: kind as AnyKind }),
    ...(network === undefined ? {} : { network: identify(asNetwork(network)) }),
    ...(hint === undefined ? {} : { types: hint }),
  };
}

async function run(argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArgv(argv);
  const [name, argument, ...rest] = positionals;
  if (values.version) return version();
  if (values.help || name === undefined) return help.trimEnd();
  const command = name === 'decode' && values.stream ? 'decode --stream' : name;
  checkOptions(command, values);
  if (rest.length + 1 > (most[command] ?? 1))
    throw new UsageError(
      `${most[command] ?? 'one'} argument${most[command] ? 's' : ''}, not ${rest.length + 1}`,
    );
  const required = (): string => {
    if (argument === undefined) throw new UsageError(`${command} needs an argument`);
    return argument;
  };
  switch (command) {
    case 'decode --stream': {
      const { streamCommand } = await import('./stream.ts');
      const { errors } = await streamCommand(argument, values);
      if (errors > 0) process.exitCode = 1;
      return '';
    }
    case 'decode':
      return decodeCommand(readInput(argument), hintOf(values), values.json ?? false);
    case 'encode':
      return formatBytes(
        open(readInput(argument), hintOf(values)).bytes,
        values.checksum ? 'hex' : 'hexnc',
      );
    case 'id': {
      const { id, kind } = open(readInput(argument), hintOf(values));
      if (id === undefined) throw new AvalancheError('Unsupported', `an ${kind} has no ID`);
      return id;
    }
    case 'address':
      return addressCommand(required(), values.network, values.json ?? false);
    case 'cb58':
      return cb58Command(required());
    // What only these need is loaded for these only.
    case 'balances': {
      const { balancesCommand } = await import('./balances.ts');
      return balancesCommand(readInput(argument), values.time, values.json ?? false);
    }
    case 'state':
    case 'utxos':
    case 'issue':
    case 'rpc': {
      onceFromInput(command === 'issue' ? argument : '', ...(values.header ?? []));
      const { nodeCommand } = await import('./node.ts');
      const write = (line: string): void => void process.stdout.write(`${line}\n`);
      return nodeCommand(command, positionals.slice(1), values, hintOf(values), write, warn);
    }
  }
  return (
    (await runDraftCommand(command, argument, rest, values)) ??
    (await runJudgeCommand(command, argument, values)) ??
    ''
  );
}

/** Commands that make a draft or continue one. */
async function runDraftCommand(
  command: string,
  argument: string | undefined,
  rest: readonly string[],
  values: Values,
): Promise<string | undefined> {
  switch (command) {
    case 'build': {
      const { state } = values;
      if (state === undefined) throw new UsageError('build needs --state STATE');
      onceFromInput(argument, state);
      const { buildCommand } = await import('./build.ts');
      return buildCommand(readInput(argument), readInput(state), warn, values.parts);
    }
    case 'sign': {
      const { key = [], mnemonic, path = [], add = [], policy } = values;
      const { finalize = false, parts = false } = values;
      if (key.length === 0 && mnemonic === undefined && add.length === 0 && !finalize)
        throw new UsageError('sign needs --key, --mnemonic or --add FILE, or --finalize');
      if (path.length > 0 && mnemonic === undefined)
        throw new UsageError('--path is of --mnemonic');
      if (parts && finalize) throw new UsageError('--parts or --finalize, not both');
      onceFromInput(argument, ...key, mnemonic, ...add, policy);
      const { signCommand } = await import('./sign.ts');
      return signCommand(
        readInput(argument),
        {
          keys: key,
          words: mnemonic,
          paths: path,
          signatures: add,
          policy,
          isLast: finalize,
          inParts: parts,
        },
        warn,
      );
    }
    case 'missing': {
      const { missingCommand } = await import('./draft.ts');
      return missingCommand(readInput(argument), values.json ?? false);
    }
    case 'combine': {
      if (rest.length === 0) throw new UsageError('combine needs two drafts or more');
      onceFromInput(argument, ...rest);
      const { combineCommand } = await import('./draft.ts');
      return combineCommand([argument, ...rest].map(readInput), values.parts ?? false, warn);
    }
    case 'finalize': {
      const { policy } = values;
      onceFromInput(argument, policy);
      const { finalizeCommand } = await import('./finalize.ts');
      return finalizeCommand(
        readInput(argument),
        policy === undefined ? undefined : readInput(policy),
      );
    }
  }
  return undefined;
}

/** Commands that say what a transaction is worth: its verdict, explanation and fee. */
async function runJudgeCommand(
  command: string,
  argument: string | undefined,
  values: Values,
): Promise<string | undefined> {
  switch (command) {
    case 'verify': {
      const { utxos, time, complete = false } = values;
      onceFromInput(argument, utxos);
      const { verifyCommand } = await import('./verify.ts');
      const { text, error } = verifyCommand(readInput(argument), hintOf(values), {
        time,
        known: utxos === undefined ? undefined : readInput(utxos),
        complete,
      });
      if (!error) return text;
      process.stdout.write(`${text}\n`);
      throw error;
    }
    case 'explain': {
      const { utxos, time, svg = false, json = false } = values;
      if (svg && json) throw new UsageError('--svg or --json, not both');
      onceFromInput(argument, utxos);
      const { explainCommand } = await import('./explain.ts');
      return explainCommand(readInput(argument), hintOf(values), {
        time,
        known: utxos === undefined ? undefined : readInput(utxos),
        form: svg ? 'svg' : json ? 'json' : 'text',
      });
    }
    case 'fee': {
      const { state, price } = values;
      onceFromInput(argument, state);
      const { feeCommand } = await import('./fee.ts');
      return feeCommand(readInput(argument), hintOf(values), {
        state: state === undefined ? undefined : readInput(state),
        price: price === undefined ? undefined : wholeNumber(price, '--price'),
        json: values.json ?? false,
      });
    }
  }
  return undefined;
}

/** Standard input can be read once. */
function onceFromInput(argument = '-', ...others: readonly (string | undefined)[]): void {
  if ([argument, ...others].filter((of) => of === '-').length > 1)
    throw new UsageError('only one thing comes from standard input');
}

const warn = (text: string): void => void process.stderr.write(`${text}\n`);

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

const paint = painter(process.stderr);

/** Says what went wrong and sets the status for it, as the help has them. */
function fail(e: unknown): void {
  const isFault = !isError(e) && !(e instanceof UsageError) && !(e instanceof IOError);
  const text = isFault ? String((e as Error | undefined)?.stack ?? e) : e.message;
  progressOn(process.stderr)('');
  // What was typed in the wrong place may be a key.
  warn(`${paint('red', 'error')}: ${redacted(text)}`);
  const isRefused = isError(e) && e.code !== 'Transport';
  process.exitCode = e instanceof UsageError ? 2 : isRefused ? 1 : 3;
}

process.stdout.on('error', (e: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) ends the program, and is no failure.
  if (e.code === 'EPIPE') process.exit(0);
  fail(new IOError('standard output cannot be written', e));
  process.exit();
});
// What cannot be said is not said.
process.stderr.on('error', () => {});
process.on('uncaughtException', (e) => {
  fail(e);
  process.exit();
});

try {
  const text = await run(process.argv.slice(2));
  if (text !== '') process.stdout.write(`${text}\n`);
} catch (e) {
  fail(e);
}
