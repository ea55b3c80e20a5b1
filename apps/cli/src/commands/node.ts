/** Commands that use a node, or are one. */
import { UsageError } from '../../../shared/failures.ts';
import { readInput } from '../input.ts';
import {
  type Command,
  define,
  file,
  input,
  network,
  on,
  optionalWord,
  settable,
  someWords,
  value,
  values,
  word,
} from './define.ts';
import { hintOf, hints, imports, json, own, remote, time } from './shared.ts';

const onNetwork = {
  network: settable(network('A node of another network is refused.'), 'network'),
};
const addresses = () => someWords('ADDRESS', 'Addresses of one chain: P-…, X-…, or C-… and 0x….');

const state = define(
  {
    name: 'state',
    group: 'node',
    brief: 'Get the state of addresses, for build',
    description: [
      'Reads UTXOs, proofs of shared owners, the fee state and, with options, pending imports and authorities from a node. Writes the state that build needs.',
    ],
    examples: [
      {
        about: 'On fuji, with pending imports',
        line: 'avalanche-tx state P-fuji1… --imports C --url https://api.avax-test.network > state.json',
      },
    ],
  },
  {
    addresses: addresses(),
    ...remote,
    ...onNetwork,
    imports: imports(),
    authority: values(
      '--authority',
      'ID',
      'Include the owner of this subnet, L1 validation or auto-renewed validator. Repeatable.',
    ),
  },
  async ({ addresses, ...of }, shell) => {
    const { nodeAt, stateCommand } = await import('../node.ts');
    return stateCommand(await nodeAt(of, shell), addresses, of, shell);
  },
);

const utxos = define(
  {
    name: 'utxos',
    group: 'node',
    brief: 'List the UTXOs of addresses, one per line',
    description: [
      'Writes the UTXOs of addresses as they arrive, as hex with a checksum, one per line.',
    ],
    examples: [
      {
        about: "As the node's JSON",
        line: 'avalanche-tx utxos X-fuji1… --json --url https://api.avax-test.network',
      },
    ],
  },
  {
    addresses: addresses(),
    ...remote,
    ...onNetwork,
    imports: imports(),
    json: json("Print the node's JSON."),
  },
  async ({ addresses, ...of }, shell) => {
    const { nodeAt, utxosCommand } = await import('../node.ts');
    await utxosCommand(await nodeAt(of, shell), addresses, of, shell);
    return '';
  },
);

const issue = define(
  {
    name: 'issue',
    group: 'node',
    brief: 'Submit a signed transaction',
    description: [
      'Submits a signed transaction or the output of finalize, and prints its txID and status.',
    ],
    examples: [
      {
        about: 'Submit it and wait',
        line: 'avalanche-tx issue request.json --wait --url https://api.avax-test.network',
      },
      {
        about: 'Try it on a test node first',
        line: 'avalanche-tx issue request.json --rehearse --wait',
      },
    ],
  },
  {
    input: input(
      'TX',
      'A signed transaction, or the output of finalize: text, a file, or - for standard input, the default.',
    ),
    ...remote,
    ...hints,
    wait: on('--wait', 'Wait until it is accepted; exit with status 1 if it is not.'),
    idempotent: on('--idempotent', 'Succeed if it was submitted before.'),
    rehearse: on(
      '--rehearse',
      "Try it first on a test node with the node's state, and show what it does. Nothing is submitted if it is refused there or depends on something unknown.",
    ),
    own: own("With --rehearse: also read its UTXOs, besides the signers'. "),
  },
  async ({ input, ...of }, shell) => {
    const { issueCommand, nodeAt } = await import('../node.ts');
    const text = readInput(input, shell.stdin);
    return issueCommand(await nodeAt(of, shell), text, await hintOf(of, shell), of, shell);
  },
);

const rpc = define(
  {
    name: 'rpc',
    group: 'node',
    brief: 'Call any method of a node',
    description: [
      'Calls a method such as platform.getHeight, and prints its result with every digit.',
    ],
    examples: [
      { about: 'A transaction', line: `avalanche-tx rpc platform.getTx '{"txID":"…"}'` },
      {
        about: 'The last accepted block of the index',
        line: 'avalanche-tx rpc index.getLastAccepted --at P/block',
      },
    ],
  },
  {
    method: word('METHOD', 'The name of the method.'),
    params: optionalWord('PARAMS', 'The parameters as JSON; {} if omitted.'),
    ...remote,
    ...onNetwork,
    at: value('--at', 'PLACE', 'The alias or ID of the chain, or an index such as P/block.'),
  },
  async ({ method, params, ...of }, shell) => {
    const { nodeAt, rpcCommand } = await import('../node.ts');
    return rpcCommand(await nodeAt(of, shell), method, params, of.at);
  },
);

const history = define(
  {
    name: 'history',
    group: 'node',
    brief: 'List what addresses received, paid, staked and earned',
    description: [
      'Lists for each transaction the amounts received, sent, paid as fee, staked, returned and rewarded, and the balance after it. AVAX is in AVAX, other assets in their smallest unit; change is neither sent nor received. The node must run with --index-enabled.',
      'With --entries, lists double entries instead, which sum to zero for each transaction and asset.',
    ],
    prints: {
      about:
        '--json has all rows, their double entries, and the balance of each asset before the first and after the last row, in smallest units.',
      lines: [
        '{"network":"fuji","rows":[{"time":"1800000000","chain":"P","height":"7","txID":"23DtsWSU9ioxYGLQb2JY5KQdXKm1Yx9qD3RTFRSmLiejcmjAUm","type":"platformvm.BaseTx","assetID":"U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK","received":"0","sent":"3000000000","fee":"4099","staked":"0","returned":"0","rewarded":"0","balance":"6999995901","isShared":false,"entries":[{"account":"fee","kind":"fee","amount":"4099","why":"fee"}]}],"balances":[{"chain":"P","assetID":"U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK","opening":"10000000000","closing":"6999995901"}]}',
      ],
    },
    examples: [
      {
        about: 'A year as a spreadsheet',
        line: 'avalanche-tx history P-avax1… X-avax1… --since 2026-01-01T00:00:00Z --until 2026-12-31T23:59:59Z --csv > 2026.csv',
      },
    ],
  },
  {
    addresses: someWords('ADDRESS', 'Addresses of the P- and X-chain: P-…, X-….'),
    ...remote,
    ...onNetwork,
    since: value(
      '--since',
      'TIME',
      'Unix seconds, or ISO 8601 such as 2027-01-31T00:00:00Z. The whole chain if omitted.',
    ),
    until: value('--until', 'TIME', 'The last time, as --since. Until now if omitted.'),
    genesis: file(
      '--genesis',
      'Without --since: the genesis as bytes or hex, for its shared UTXOs.',
    ),
    entries: on('--entries', 'List double entries.'),
    csv: on('--csv', 'Print CSV.'),
    json: json('Print JSON, with all entries.'),
  },
  async ({ addresses, since, until, genesis, entries, csv, json, ...of }, shell) => {
    if (csv && json) throw new UsageError('--csv or --json, not both');
    const { nodeAt } = await import('../node.ts');
    const { historyCommand } = await import('../history.ts');
    const form = csv ? 'csv' : json ? 'json' : 'table';
    const how = { since, until, genesis, entries, form } as const;
    return historyCommand(await nodeAt(of, shell), addresses, how, shell);
  },
);

const testnode = define(
  {
    name: 'testnode',
    group: 'node',
    brief: 'Run a test node: the primary network in memory',
    description: ['Serves the P-, X- and C-chain in memory over HTTP until it is interrupted.'],
    examples: [
      { about: 'With funds', line: 'avalanche-tx testnode --fund P-custom1…=100 --fund 0x…=5' },
      {
        about: 'Keep its state in a file',
        line: 'avalanche-tx testnode --state node.json --http 127.0.0.1:0 --json',
      },
    ],
  },
  {
    http: value(
      '--http',
      'HOST:PORT',
      'Where to listen; 127.0.0.1:9650 if omitted. Port 0 is any free port.',
    ),
    fund: values(
      '--fund',
      'ADDRESS=AVAX',
      'Fund an address on the P- or X-chain, or an account (0x…). Repeatable.',
    ),
    state: file('--state', 'Store everything in this file, and continue from it if it exists.'),
    network: network('testnode if omitted.'),
    upgrade: values(
      '--upgrade',
      'NAME',
      'The last active upgrade, such as granite, or NAME=TIME (repeatable). All upgrades if omitted.',
    ),
    time: time("Start then, and advance only on request; the machine's clock if omitted."),
    blockTime: value(
      '--block-time',
      'SECONDS',
      'Seconds between blocks; a block after each transaction if omitted.',
    ),
    allowOrigin: values(
      '--allow-origin',
      'ORIGIN',
      'Let pages of this origin use the control methods, such as `http://localhost:5173`; * means all. Repeatable.',
    ),
    log: on('--log', 'Write a line for each request to standard error.'),
    json: json('Print the first line as JSON.'),
  },
  async (of, shell) => {
    const { testnodeCommand } = await import('../testnode.ts');
    await testnodeCommand(of, shell);
    return '';
  },
);

export const nodeCommands: readonly Command[] = [state, utxos, history, issue, rpc, testnode];
