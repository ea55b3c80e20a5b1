/** The table of foreign forms: a small example of our own for each row, and what `open` makes of it. */

import { kinds } from '../src/chain/kinds.ts';
import { isError } from '../src/errors/error.ts';
import { fuji } from '../src/network/known.ts';
import type { ForeignForm } from '../src/open/foreign.ts';
import { openAll } from '../src/open/open.ts';
import { concatBytes } from '../src/text/bytes.ts';
import { formatBytes, formatHex } from '../src/text/hex.ts';
import { SubnetToL1ConversionData } from '../src/warp/l1.ts';
import { UnsignedMessage } from '../src/warp/message.ts';
import { encode } from '../src/wire/codec.ts';
import { table } from './markdown.ts';

const id = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const owner = { locktime: 0n, threshold: 1, addresses: [new Uint8Array(20).fill(9)] };
const output = { type: 'secp256k1fx.TransferOutput', amount: 5n, ...owner } as const;
const asset = id(3);
const unsigned = encode(kinds.P.unsignedTx, {
  type: 'platformvm.AdvanceTimeTx',
  time: 1_700_000_000n,
});
const signed = encode(kinds.P.tx, {
  unsignedTx: { type: 'platformvm.AdvanceTimeTx', time: 1_700_000_000n },
  credentials: [],
});
const utxo = encode(kinds.P.utxo, { txID: id(1), outputIndex: 2, assetID: asset, output } as never);
const transferable = encode(kinds.P.transferableOutput, { assetID: asset, output } as never);
const input = encode(kinds.P.transferableInput, {
  txID: id(1),
  outputIndex: 2,
  assetID: asset,
  input: { type: 'secp256k1fx.TransferInput', amount: 5n, signatureIndices: [0] },
} as never);
const block = encode(kinds.P.block, {
  type: 'platformvm.BanffStandardBlock',
  time: 1_700_000_000n,
  parentID: id(1),
  height: 7n,
  txs: [],
} as never);
const warp = encode(UnsignedMessage, {
  NetworkID: 5,
  SourceChainID: id(4),
  Payload: new Uint8Array([1, 2, 3]),
} as never);
const word = (n: number): Uint8Array => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, n);
  return bytes;
};
const abi = concatBytes(
  word(32),
  word(warp.length),
  warp,
  new Uint8Array((32 - (warp.length % 32)) % 32),
);
const conversion = encode(SubnetToL1ConversionData, {
  subnetID: id(1),
  managerChainID: id(2),
  managerAddress: new Uint8Array(20).fill(7),
  validators: [
    { nodeID: new Uint8Array(20).fill(8), blsPublicKey: new Uint8Array(48), weight: 20n },
  ],
});
const untyped = encode(kinds.X.unsignedTx, {
  type: 'avm.BaseTx',
  networkID: fuji.networkID,
  blockchainID: fuji.chains.X.blockchainID,
  outputs: [],
  inputs: [],
  memo: new Uint8Array(0),
} as never);
const hex = (bytes: Uint8Array): string => formatHex(bytes);
const bare = (bytes: Uint8Array): string => hex(bytes).slice(2);
const checked = (bytes: Uint8Array): string => formatBytes(bytes, 'hex');
const topics = [
  '0x56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d',
  `0x${'00'.repeat(12)}${'11'.repeat(20)}`,
  `0x${'22'.repeat(32)}`,
];
const address = '0x0200000000000000000000000000000000000005';
const theirs = {
  codecId: '0',
  vm: 'PVM',
  txBytes: hex(unsigned),
  utxos: [hex(utxo.subarray(2))],
  addressMaps: [],
  credentials: [],
};

/** Where a form comes from, and an example. */
interface Example {
  readonly from: string;
  readonly input: string | object;
}

/** An example of every form of JSON. */
export const jsonExamples: { readonly [F in ForeignForm]: Example } = {
  'error of a node': {
    from: 'any method',
    input: { error: { code: -32_000, message: 'not found' } },
  },
  'reply of a node': {
    from: 'any method: `result` is read as one of the rows below, or as the bytes of `warp_getMessage`',
    input: { jsonrpc: '2.0', id: 1, result: { tx: checked(signed), encoding: 'hex' } },
  },
  'request to issue': {
    from: '`platform.issueTx`, `avm.issueTx`, `avax.issueTx`; `avalanche_sendTransaction` and `avalanche_signTransaction` of Core',
    input: {
      method: 'avalanche_sendTransaction',
      params: { transactionHex: hex(unsigned), chainAlias: 'P', utxos: [] },
    },
  },
  'unsigned transaction of avalanchejs': {
    from: '`JSON.stringify(unsignedTx)` of avalanchejs 4 and 5',
    input: theirs,
  },
  'prepared transaction of the Avalanche SDK': {
    from: '`JSON.stringify` of what `prepare…Txn` of `@avalanche-sdk/client` returns',
    input: { tx: theirs, chainAlias: 'P' },
  },
  'signed transaction of the Avalanche SDK': {
    from: '`signXPTransaction` of `@avalanche-sdk/client`',
    input: { signedTxHex: bare(signed), signatures: [], chainAlias: 'P' },
  },
  'signed transaction of Core': {
    from: 'answer to `avalanche_signTransaction`',
    input: { signedTransactionHex: hex(signed), signatures: [] },
  },
  'UTXOs of a node': {
    from: '`getUTXOs`, `platform.getRewardUTXOs`',
    input: { numFetched: '1', utxos: [checked(utxo)], encoding: 'hex' },
  },
  'stake of addresses': {
    from: '`platform.getStake`',
    input: {
      staked: '5',
      stakedOutputs: [checked(concatBytes(new Uint8Array(2), transferable))],
      encoding: 'hex',
    },
  },
  'containers of the index': {
    from: '`index.getContainerRange`',
    input: {
      containers: [
        {
          id: 'x',
          bytes: checked(block),
          timestamp: '2024-01-01T00:00:00Z',
          encoding: 'hex',
          index: '0',
        },
      ],
    },
  },
  'container of the index': {
    from: '`index.getLastAccepted`, `getContainerByIndex`, `getContainerByID`',
    input: {
      id: 'x',
      bytes: checked(block),
      timestamp: '2024-01-01T00:00:00Z',
      encoding: 'hex',
      index: '0',
    },
  },
  'genesis that was built': {
    from: '`avm.buildGenesis`',
    input: { bytes: checked(new Uint8Array(6)), encoding: 'hex' },
  },
  'transaction of a node': { from: '`getTx`', input: { tx: checked(signed), encoding: 'hex' } },
  'transaction of a node as JSON': {
    from: '`getTx` with `"encoding": "json"`',
    input: {
      tx: {
        unsignedTx: { time: 1_700_000_000 },
        credentials: [],
        id: '2UPTyVwQn3ucFJPbnJ29pFj9qB6iVor5EPnvFKPLbqfsD4eK1a',
      },
      encoding: 'json',
    },
  },
  'block of a node': { from: '`getBlock`', input: { block: checked(block), encoding: 'hex' } },
  'block of a node as JSON': {
    from: '`getBlock` with `"encoding": "json"`',
    input: {
      block: {
        time: 1_700_000_000,
        parentID: '11111111111111111111111111111111LpoYY',
        height: 7,
        txs: [],
      },
      encoding: 'json',
    },
  },
  'receipt of the EVM': {
    from: '`eth_getTransactionReceipt` of a transaction that sends a warp message',
    input: {
      transactionHash: `0x${'33'.repeat(32)}`,
      status: '0x1',
      logs: [{ address, topics, data: hex(abi) }],
    },
  },
  'log of the EVM': { from: '`eth_getLogs`', input: { address, topics, data: hex(abi) } },
};

/** Bytes that stand for something without being a whole value. */
export const byteExamples: { readonly [form: string]: Example } = {
  'UTXO without codec version': { from: 'avalanchejs, Core', input: hex(utxo.subarray(2)) },
  'unsigned transaction without codec version': {
    from: 'documents, Ledger’s tests',
    input: hex(unsigned.subarray(2)),
  },
  'unsigned transaction without type': {
    from: '`baseTx.toBuffer()` of avalanchejs 2 and 3',
    input: hex(untyped.subarray(6)),
  },
  'transferable output': { from: 'documents', input: hex(transferable) },
  'transferable output with codec version': {
    from: '`platform.getStake`',
    input: hex(concatBytes(new Uint8Array(2), transferable)),
  },
  'transferable input': { from: 'documents', input: hex(input) },
  output: { from: 'documents', input: hex(transferable.subarray(32)) },
  input: { from: 'documents', input: hex(input.subarray(68)) },
  owner: {
    from: 'documents',
    input: hex(encode(kinds.P.owner, { type: 'secp256k1fx.OutputOwners', ...owner })),
  },
  'warp message in the ABI': {
    from: 'data of the event `SendWarpMessage`, as aggregators take it',
    input: hex(abi),
  },
  'data of a conversion without codec version': {
    from: 'managers of validators',
    input: hex(conversion.subarray(2)),
  },
};

/** What `open` makes of an input: kinds, or the error. */
export function madeOf(input: string | object): string {
  try {
    return openAll(input)
      .map((of) => {
        const chain = 'chains' in of ? of.chains.join(', ') : of.chain;
        return `${of.kind}${chain ? ` of ${chain}` : ''}, \`${of.type}\``;
      })
      .join('; ');
  } catch (e) {
    return isError(e) ? `\`${e.code}\`: ${e.detail}` : String(e);
  }
}

const short = (text: string): string =>
  text.replace(/(0x)?[0-9a-f]{60,}/g, (of) => `${of.slice(0, 24)}…${of.slice(-8)}`);

const rows = (examples: { readonly [form: string]: Example }): string =>
  table(
    ['form', 'from', 'example', '`open` gives'],
    Object.entries(examples).map(([form, { from, input }]) => [
      form,
      from,
      `\`${short(typeof input === 'string' ? input : JSON.stringify(input))}\``,
      madeOf(input),
    ]),
  );

/** `docs/foreign.md`. */
export const foreignPage = (): string => `# Inputs of other tools

\`open\`, the commands \`decode\`, \`explain\` and \`inspect\`, and the inspector read the same forms. JSON is told by its whole shape: the keys
of its row, and no others. JSON that is none of these, nor node JSON of a value, is an error. \`parseHex\` and other exact readers take their
own form only. Long hex is cut in the examples. The tests read what avalanchejs 5.2.0 and 3.17.0, \`avalanche\` 2.7.0, \`@avalanche-sdk/client\` 0.1.1,
avalanchego's wallet and a node wrote when they ran. Unsigned and half-signed transactions become drafts, and go back:
[multisig with other tools](guides/other-tools.md).

## JSON

${rows(jsonExamples)}

An empty list of a node gives no values.

## Bytes without a codec version, and parts

A part that fits several kinds is \`Ambiguous\`, with its readings, unless a kind is given. A part that is the same on several chains has
no \`chain\` and lists its \`chains\`.

${rows(byteExamples)}
`;
