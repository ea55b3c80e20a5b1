#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ChainName, Kind } from '../chain/kinds.ts';
import { CodecError, isCodecError } from '../errors.ts';
import { identify } from '../network/identity.ts';
import { type Hint, open } from '../open.ts';
import { formatBytes } from '../text/encoding.ts';
import { decodeCommand } from './decode.ts';
import { readInput, UsageError } from './input.ts';
import { stream } from './stream.ts';
import { painter } from './terminal.ts';
import { addressCommand, asNetwork, cb58Command } from './text.ts';

const help = `avalanche-tx: read and write Avalanche transactions, offline but for the four that ask a node

  avalanche-tx decode [HEX|FILE|-]     what it is: every field, with its place and meaning
  avalanche-tx decode --stream         one JSON request a line in, one answer a line out
  avalanche-tx encode [JSON|FILE|-]    node JSON, or a whole JSON-RPC reply, to hex
  avalanche-tx id [HEX|JSON|FILE|-]    its txID; of a UTXO, the id that spends it
  avalanche-tx address TEXT            an address, CB58 or 0x… in every other form
  avalanche-tx cb58 TEXT               0x… to CB58, or back with its checksum checked

  avalanche-tx balances [STATE|-]      what the addresses of a state have, by asset
  avalanche-tx build [INTENT|-]        a draft of what is meant, from --state
  avalanche-tx sign [DRAFT|-]          the draft with the signatures of --key; what is missing on stderr
  avalanche-tx verify [HEX|FILE|-]     would a node take it: rule by rule, status 1 if not
  avalanche-tx fee [HEX|FILE|-]        complexity, gas and fee

  avalanche-tx state ADDRESS…          what a node says of addresses: all that a build needs
  avalanche-tx utxos ADDRESS…          their UTXOs, one a line
  avalanche-tx issue [TX|FILE|-]       sends a signed transaction, or what sign --finalize wrote
  avalanche-tx rpc METHOD [PARAMS]     the result of any method of a node; docs/rpc.md has them

  --chain P|X|C       only read it as of this chain
  --kind KIND         tx, unsignedTx, utxo, genesis, output, input, credential
  --network NAME|ID   mainnet, fuji, local or a networkID; refused if the input names another
  --hint TYPE         take this type where JSON leaves several (propertyfx.MintOutput)
  --checksum          encode: end with the node's 4-byte checksum
  --json              decode: the node's JSON, one line each; address, balances, fee: JSON
  --state STATE       build, fee: file with what a node said
  --utxos FILE        verify: a state, or a getUTXOs reply: what is spent, and whose it is
  --time TIME         verify, balances: Unix seconds or 2027-01-31T00:00:00Z; else the state's, or now
  --price N           fee: nAVAX (on C wei) for a unit of gas; else the state's
  --key FILE          sign: a file with PrivateKey-… or 0x…, - for standard input; may be repeated
  --finalize          sign: what to POST to a node: {"path":…,"method":…,"params":{…}}
  --url URL           rpc, state, utxos, issue: a node, http://127.0.0.1:9650 if not given
  --header FILE       the same: a file with headers to send, "Name: value" a line
  --imports P|X|C     state, utxos: what waits to be imported from there; may be repeated
  --authority ID      state: who must agree to change a subnet, L1 validation, auto-renewed validator
  --at CHAIN|INDEX    rpc: alias or id of the chain, or the index: P/block
  --wait              issue: until it is accepted; status 1 if it is not
  --idempotent        issue: it may have been issued before
  --help, --version

An intent is JSON like {"type":"BaseTx","outputs":[{"to":"P-fuji1…","amount":"1.5"}],"options":{"maxFee":"0.01"}}.
AVAX are text ("1.5", or "max"), units of other assets integers (150). The README says more.
decode --stream reads {"id":…,"chain":"P","kind":"tx","network":"fuji","hex":"0x…"} and answers
{"id":…,"ok":true,"type":…,"hex":…,"txID":…,"json":{…}} or {"id":…,"ok":false,"error":{…}}.
`;

const options = {
  chain: { type: 'string' },
  kind: { type: 'string' },
  network: { type: 'string' },
  hint: { type: 'string', multiple: true },
  stream: { type: 'boolean' },
  checksum: { type: 'boolean' },
  json: { type: 'boolean' },
  state: { type: 'string' },
  utxos: { type: 'string' },
  time: { type: 'string' },
  price: { type: 'string' },
  key: { type: 'string', multiple: true },
  finalize: { type: 'boolean' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
  imports: { type: 'string', multiple: true },
  authority: { type: 'string', multiple: true },
  at: { type: 'string' },
  wait: { type: 'boolean' },
  idempotent: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const remote = ['url', 'header'];
const hints = ['chain', 'kind', 'network', 'hint'];

/** Commands, and the options that they take. */
const commands: { readonly [command: string]: readonly string[] } = {
  decode: [...hints, 'stream', 'json'],
  encode: [...hints, 'checksum'],
  id: hints,
  address: ['network', 'json'],
  cb58: [],
  balances: ['time', 'json'],
  build: ['state'],
  sign: ['key', 'finalize'],
  verify: [...hints, 'utxos', 'time'],
  fee: [...hints, 'state', 'price', 'json'],
  state: [...remote, 'imports', 'authority'],
  utxos: [...remote, 'imports', 'json'],
  issue: [...remote, ...hints, 'wait', 'idempotent'],
  rpc: [...remote, 'at'],
};

/** Commands that take more than one argument, and how many. */
const most: { readonly [command: string]: number } = {
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
    throw new UsageError(`--chain is P, X or C, not ${chain}`);
  return {
    ...(chain === undefined ? {} : { chain: chain as ChainName }),
    ...(kind === undefined ? {} : { kind: kind as Kind }),
    ...(network === undefined ? {} : { network: identify(asNetwork(network)) }),
    ...(hint === undefined ? {} : { types: hint }),
  };
}

async function run(argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArgv(argv);
  const [command, argument, ...rest] = positionals;
  if (values.version) return version();
  if (values.help || command === undefined) return help.trimEnd();
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
    case 'decode':
      if (values.stream) {
        if (argument !== undefined) throw new UsageError('--stream reads standard input');
        await stream(process.stdin, process.stdout);
        return '';
      }
      return decodeCommand(readInput(argument), hintOf(values), values.json ?? false);
    case 'encode':
      return formatBytes(
        open(readInput(argument), hintOf(values)).bytes,
        values.checksum ? 'hex' : 'hexnc',
      );
    case 'id': {
      const { id, kind } = open(readInput(argument), hintOf(values));
      if (id === undefined) throw new CodecError('Unsupported', `an ${kind} has no id`);
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
    case 'build': {
      const { state } = values;
      if (state === undefined) throw new UsageError('build needs --state STATE');
      onceFromInput(argument, state);
      const { buildCommand } = await import('./build.ts');
      return buildCommand(readInput(argument), readInput(state), warn);
    }
    case 'sign': {
      const { key = [], finalize = false } = values;
      if (key.length === 0 && !finalize)
        throw new UsageError('sign needs --key FILE, or --finalize');
      onceFromInput(argument, ...key);
      const { signCommand } = await import('./sign.ts');
      return signCommand(readInput(argument), key, finalize, warn);
    }
    case 'verify': {
      const { utxos, time } = values;
      onceFromInput(argument, utxos);
      const { verifyCommand } = await import('./verify.ts');
      const { text, error } = verifyCommand(readInput(argument), hintOf(values), {
        time,
        known: utxos === undefined ? undefined : readInput(utxos),
      });
      if (!error) return text;
      process.stdout.write(`${text}\n`);
      throw error;
    }
    case 'fee': {
      const { state, price } = values;
      onceFromInput(argument, state);
      const { feeCommand } = await import('./fee.ts');
      return feeCommand(readInput(argument), hintOf(values), {
        state: state === undefined ? undefined : readInput(state),
        price: price === undefined ? undefined : wholeNumber(price),
        json: values.json ?? false,
      });
    }
    case 'state':
    case 'utxos':
    case 'issue':
    case 'rpc': {
      onceFromInput(command === 'issue' ? argument : '', ...(values.header ?? []));
      const { nodeCommand } = await import('./node.ts');
      const write = (line: string): void => void process.stdout.write(`${line}\n`);
      return nodeCommand(command, positionals.slice(1), values, hintOf(values), write);
    }
  }
  return '';
}

/** Standard input can be read once. */
function onceFromInput(argument = '-', ...others: readonly (string | undefined)[]): void {
  if ([argument, ...others].filter((of) => of === '-').length > 1)
    throw new UsageError('only one thing comes from standard input');
}

function wholeNumber(price: string): bigint {
  if (/^(0|[1-9]\d{0,77})$/.test(price)) return BigInt(price);
  throw new UsageError('--price is a whole number');
}

const warn = (text: string): void => void process.stderr.write(`${text}\n`);

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

const paint = painter(process.stderr);

// A reader that has seen enough (`| head`) ends the program, and is no failure.
process.stdout.on('error', (e: NodeJS.ErrnoException) => process.exit(e.code === 'EPIPE' ? 0 : 1));

try {
  const text = await run(process.argv.slice(2));
  if (text !== '') process.stdout.write(`${text}\n`);
} catch (e) {
  if (!isCodecError(e) && !(e instanceof UsageError)) throw e;
  // What was typed in the wrong place may be a key.
  const message = e.message.replace(/PrivateKey-\w+/g, 'PrivateKey-…');
  process.stderr.write(`${paint('red', 'error')}: ${message}\n`);
  process.exitCode = e instanceof UsageError ? 2 : 1;
}
