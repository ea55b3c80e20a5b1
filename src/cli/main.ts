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

const help = `avalanche-tx: read and write Avalanche transactions offline

  avalanche-tx decode [HEX|FILE|-]     what it is: every field, with its place and meaning
  avalanche-tx decode --stream         one JSON request a line in, one answer a line out
  avalanche-tx encode [JSON|FILE|-]    node JSON, or a whole JSON-RPC reply, to hex
  avalanche-tx id [HEX|JSON|FILE|-]    its txID; of a UTXO, the id that spends it
  avalanche-tx address TEXT            an address, CB58 or 0x… in every other form
  avalanche-tx cb58 TEXT               0x… to CB58, or back with its checksum checked

  --chain P|X|C       only read it as of this chain
  --kind KIND         tx, unsignedTx, utxo, genesis, output, input, credential
  --network NAME|ID   mainnet, fuji, local or a networkID; refused if the input names another
  --hint TYPE         take this type where JSON leaves several (propertyfx.MintOutput)
  --checksum          encode: end with the node's 4-byte checksum
  --json              decode: the node's JSON, one line each; address: JSON
  --help, --version

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
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

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
  if (rest.length > 0) throw new UsageError(`one argument, not ${rest.length + 1}`);
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
    default:
      throw new UsageError(`no command ${command}`);
  }
}

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
  process.stderr.write(`${paint('red', 'error')}: ${e.message}\n`);
  process.exitCode = e instanceof UsageError ? 2 : 1;
}
