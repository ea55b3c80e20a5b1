/** A small example of each form of other tools that `docs/foreign.md` lists. */

import { inputIDOf } from '../../src/chain/ids.ts';
import { kinds } from '../../src/chain/kinds.ts';
import { fuji } from '../../src/network/known.ts';
import type { ForeignForm } from '../../src/open/foreign.ts';
import { formatAddress } from '../../src/text/address.ts';
import { concatBytes } from '../../src/text/bytes.ts';
import { formatBytes, formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { SubnetToL1ConversionData } from '../../src/warp/l1.ts';
import { UnsignedMessage } from '../../src/warp/message.ts';
import { encode } from '../../src/wire/codec.ts';
import { rows } from '../support/vectors.ts';

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

/** A UTXO as the Data API returns those of the P-chain. */
export const dataUTXO = {
  addresses: [formatAddress('P', 'fuji', owner.addresses[0]!).slice(2)],
  asset: {
    assetId: formatID(asset),
    name: 'Avalanche',
    symbol: 'AVAX',
    denomination: 9,
    type: 'secp256k1',
    amount: '5',
  },
  amount: '5',
  assetId: formatID(asset),
  blockNumber: '7',
  blockTimestamp: 1_700_000_000,
  consumedOnChainId: '11111111111111111111111111111111LpoYY',
  createdOnChainId: '11111111111111111111111111111111LpoYY',
  outputIndex: 2,
  platformLocktime: 0,
  staked: false,
  threshold: 1,
  txHash: formatID(id(1)),
  utxoBytes: checked(utxo),
  utxoId: formatID(inputIDOf({ txID: id(1), outputIndex: 2 })),
  utxoType: 'TRANSFER',
};
const message = parseHex(rows('warp').find(({ kind }) => kind === 'warpSigned')!.hex);

/** An example of every form of JSON. */
export const jsonExamples: { readonly [F in ForeignForm]: object } = {
  'error of a node': { error: { code: -32_000, message: 'not found' } },
  'reply of a node': { jsonrpc: '2.0', id: 1, result: { tx: checked(signed), encoding: 'hex' } },
  'request to issue': {
    method: 'avalanche_sendTransaction',
    params: { transactionHex: hex(unsigned), chainAlias: 'P', utxos: [] },
  },
  'unsigned transaction of avalanchejs': theirs,
  'prepared transaction of the Avalanche SDK': { tx: theirs, chainAlias: 'P' },
  'signed transaction of the Avalanche SDK': {
    signedTxHex: bare(signed),
    signatures: [],
    chainAlias: 'P',
  },
  'signed message of an aggregator': { 'signed-message': bare(message) },
  'signed message of the Data API': { signedMessage: bare(message) },
  'signed transaction of Core': { signedTransactionHex: hex(signed), signatures: [] },
  'UTXOs of a node': { numFetched: '1', utxos: [checked(utxo)], encoding: 'hex' },
  'UTXO of the Data API': dataUTXO,
  'UTXOs of the Data API': {
    utxos: [dataUTXO],
    nextPageToken: 'x',
    chainInfo: { chainName: 'p-chain', network: 'fuji' },
  },
  'transaction of the Data API': {
    txHash: formatID(id(1)),
    txType: 'BaseTx',
    blockTimestamp: 1_700_000_000,
    blockNumber: '7',
    blockHash: formatID(id(2)),
    consumedUtxos: [],
    emittedUtxos: [dataUTXO],
    value: [],
    amountBurned: [],
    amountStaked: [],
    amountL1ValidatorBalanceBurned: [],
  },
  'stake of addresses': {
    staked: '5',
    stakedOutputs: [checked(concatBytes(new Uint8Array(2), transferable))],
    encoding: 'hex',
  },
  'containers of the index': {
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
  'container of the index': {
    id: 'x',
    bytes: checked(block),
    timestamp: '2024-01-01T00:00:00Z',
    encoding: 'hex',
    index: '0',
  },
  'genesis that was built': { bytes: checked(new Uint8Array(6)), encoding: 'hex' },
  'transaction of a node': { tx: checked(signed), encoding: 'hex' },
  'transaction of a node as JSON': {
    tx: {
      unsignedTx: { time: 1_700_000_000 },
      credentials: [],
      id: '2UPTyVwQn3ucFJPbnJ29pFj9qB6iVor5EPnvFKPLbqfsD4eK1a',
    },
    encoding: 'json',
  },
  'block of a node': { block: checked(block), encoding: 'hex' },
  'block of a node as JSON': {
    block: {
      time: 1_700_000_000,
      parentID: '11111111111111111111111111111111LpoYY',
      height: 7,
      txs: [],
    },
    encoding: 'json',
  },
  'request to a signature aggregator': {
    message: bare(warp),
    justification: '',
    'signing-subnet-id': formatID(id(5)),
    'quorum-percentage': 67,
  },
  'receipt of the EVM': {
    transactionHash: `0x${'33'.repeat(32)}`,
    status: '0x1',
    logs: [{ address, topics, data: hex(abi) }],
  },
  'log of the EVM': { address, topics, data: hex(abi) },
};

/** Bytes that stand for something without being a whole value. */
export const byteExamples: { readonly [form: string]: string } = {
  'UTXO without codec version': hex(utxo.subarray(2)),
  'unsigned transaction without codec version': hex(unsigned.subarray(2)),
  'unsigned transaction without type': hex(untyped.subarray(6)),
  'transferable output': hex(transferable),
  'transferable output with codec version': hex(concatBytes(new Uint8Array(2), transferable)),
  'transferable input': hex(input),
  output: hex(transferable.subarray(32)),
  input: hex(input.subarray(68)),
  owner: hex(encode(kinds.P.owner, { type: 'secp256k1fx.OutputOwners', ...owner })),
  'warp message in the ABI': hex(abi),
  'data of a conversion without codec version': hex(conversion.subarray(2)),
};
