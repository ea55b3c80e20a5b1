/** Commands that read. */

import { UsageError } from '../../../shared/failures.ts';
import { methods } from '../formats.ts';
import { readInput } from '../input.ts';
import { type Command, define, network, on, one, settable, word } from './define.ts';
import { anyInput, hintOf, hints, json } from './shared.ts';

const decode = define(
  {
    name: 'decode',
    group: 'read',
    brief: 'Show every field with its offset, size and value',
    description: [
      'Decodes transactions, UTXOs, blocks, messages and genesis data, and prints every field with its offset, size and value. For a wrapped block, prints the wrapper and the block.',
      'With --stream, reads one hex value or JSON request per line (plain, gzip or zstd), and writes one JSON answer per line, in order and in constant memory.',
    ],
    examples: [
      { about: 'Bytes as hex', line: 'avalanche-tx decode 0x00000000001300000000…' },
      { about: "The node's JSON of a reply", line: 'avalanche-tx decode --json reply.json' },
      {
        about: 'Millions of lines',
        line: 'avalanche-tx decode --stream requests.ndjson.gz > answers.ndjson',
      },
    ],
  },
  {
    input: anyInput(),
    ...hints,
    json: json("Print the node's JSON, one value per line."),
    stream: on(
      '--stream',
      'Read a stream: hex, or { "id": …, "chain": "P", "kind": "tx", "network": "fuji", "hex": "0x…" }, per line. Hex alone is tried as every chain and kind.',
    ),
    compress: one(
      '--compress',
      'METHOD',
      methods,
      'With --stream: compress the answers with gzip or zstd; zstd needs Node 22.15 or newer.',
    ),
  },
  async ({ input, json, stream, compress, ...of }, shell) => {
    if (stream) {
      const { chain, kind, network, type } = of;
      if (json || chain || kind || network !== undefined || type.length > 0)
        throw new UsageError('--stream takes only --compress: each line has its own hints');
      const { streamCommand } = await import('../stream.ts');
      const isWhole = await streamCommand(input, { compress }, shell);
      return isWhole ? '' : { status: 1 };
    }
    if (compress) throw new UsageError('--compress needs --stream');
    const { decodeCommand } = await import('../decode.ts');
    return decodeCommand(readInput(input, shell.stdin), await hintOf(of, shell), json);
  },
);

const encode = define(
  {
    name: 'encode',
    group: 'read',
    brief: "Turn the node's JSON into hex",
    description: [
      "Encodes the node's JSON, or a whole JSON-RPC reply, to the same bytes as the node.",
    ],
    examples: [
      { about: 'JSON to hex', line: 'avalanche-tx encode tx.json' },
      {
        about: 'With the checksum that issueTx expects',
        line: 'avalanche-tx encode --checksum tx.json',
      },
    ],
  },
  {
    input: anyInput(),
    ...hints,
    checksum: on('--checksum', "Append the node's 4-byte checksum."),
  },
  async ({ input, checksum, ...of }, shell) => {
    const { encodeCommand } = await import('../decode.ts');
    return encodeCommand(readInput(input, shell.stdin), await hintOf(of, shell), checksum);
  },
);

const id = define(
  {
    name: 'id',
    group: 'read',
    brief: 'Print the txID, blockID or inputID',
    description: [
      'Prints the ID of a transaction, block, genesis or message, or the inputID of a UTXO.',
    ],
    examples: [{ about: 'The txID', line: 'avalanche-tx id tx.json' }],
  },
  { input: anyInput(), ...hints },
  async ({ input, ...of }, shell) => {
    const { idCommand } = await import('../decode.ts');
    return idCommand(readInput(input, shell.stdin), await hintOf(of, shell));
  },
);

const address = define(
  {
    name: 'address',
    group: 'read',
    brief: 'Convert an address to all its forms',
    description: [
      'Prints an address in hex, in CB58, and as P-, X- and C-chain addresses.',
      'An account (0x…) is refused, because its addresses follow only from the key or public key: use `keys show`.',
    ],
    examples: [{ about: 'All forms', line: 'avalanche-tx address P-fuji1…' }],
  },
  {
    address: word('ADDRESS', 'An address, or its CB58.'),
    network: settable(network('All known networks if omitted.'), 'network'),
    json: json('Print JSON: the addresses of one network, mainnet if --network is omitted.'),
  },
  async ({ address, network, json }, shell) => {
    const { addressCommand } = await import('../text.ts');
    return addressCommand(address, network, json, shell);
  },
);

const cb58 = define(
  {
    name: 'cb58',
    group: 'read',
    brief: 'Convert between CB58 and hex',
    description: ['Converts 0x… to CB58, or CB58 to 0x… after checking its checksum.'],
    examples: [
      { about: 'To CB58', line: 'avalanche-tx cb58 0x…' },
      {
        about: 'To hex',
        line: 'avalanche-tx cb58 2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
      },
    ],
  },
  { text: word('TEXT', '0x… or CB58.') },
  async ({ text }) => {
    const { cb58Command } = await import('../text.ts');
    return cb58Command(text);
  },
);

export const readCommands: readonly Command[] = [decode, encode, id, address, cb58];
