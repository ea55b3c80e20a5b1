import { AvalancheError } from '../errors/error.ts';
import { list, union } from '../schema/collection.ts';
import { addressText, encoded, idText, jsonObject, oneOf, string } from '../schema/leaf.ts';
import { uint32n, uint64 } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { type JSONObject, optional, since, type Value } from '../schema/schema.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';

/** Params of a method without params. */
export const none = object({});

/** Encodings of bytes as hex. */
const hexOnly = oneOf('hex', 'hexc', 'hexnc');
/** Encodings of bytes as hex, or the node's JSON. */
const encoding = oneOf('hex', 'hexc', 'hexnc', 'json');
const jsonOnly = oneOf('json');
/** The `encoding` param of methods that accept hex only. */
export const hexParam = [
  optional(hexOnly),
  'Encoding of bytes: `hex` and `hexc` end in a checksum of 4 bytes, `hexnc` does not. `hex` if omitted.',
] as const;
/** The `encoding` param of methods that also accept JSON. */
export const encodingParam = [
  optional(encoding),
  'Encoding of the answer: bytes with (`hex`, `hexc`) or without (`hexnc`) a checksum, or the node’s `json`. `hex` if omitted.',
] as const;

const isJSON = ({ encoding }: { readonly encoding?: unknown }): 'json' | 'hex' =>
  encoding === 'json' ? 'json' : 'hex';

/** The encoding of an answer that does not name it, or names CB58, which is read as hex. */
const encodingOf = ({ tx, block }: JSONObject): JSONValue =>
  isJSONObject(tx ?? block ?? null) ? 'json' : 'hex';
/** The encoding of bytes in an answer. */
export const hexAnswered = since(hexOnly, encodingOf);
/** The encoding of an answer. */
export const encodingAnswered = since(encoding, encodingOf);
/** The number of UTXOs in an answer. */
export const fetched = since(uint64, ({ utxos }) =>
  Array.isArray(utxos) ? BigInt(utxos.length) : undefined,
);

/** The result of the `issueTx` methods. */
export const issued = reply({ txID: [idText, 'ID of the transaction.'] });
/** The params of the `issueTx` methods. */
export const issue = object({
  tx: [encoded, 'The signed transaction: bytes, or their text in the encoding.'],
  encoding: hexParam,
});

/** Params with a transaction id. */
export const txIDParam = object({ txID: [idText, 'ID of the transaction.'] });
/** Params with a transaction id and an encoding. */
export const txParams = object({
  txID: [idText, 'ID of the transaction.'],
  encoding: encodingParam,
});
/** A transaction in a reply, as bytes or as the node's JSON, depending on `encoding`. */
export const txResult = union(
  {
    hex: reply({
      tx: [encoded, 'The signed transaction.'],
      encoding: [hexAnswered, 'Encoding of `tx`.'],
    }),
    json: reply({
      tx: [jsonObject, 'The signed transaction.'],
      encoding: [jsonOnly, 'Encoding of `tx`.'],
    }),
  },
  isJSON,
  isJSON,
);
/** Params with a block id and an encoding. */
export const blockParams = object({
  blockID: [idText, 'ID of the block.'],
  encoding: encodingParam,
});
/** A block in a reply, as bytes or as the node's JSON, depending on `encoding`. */
export const blockResult = union(
  {
    hex: reply({
      block: [encoded, 'The block.'],
      encoding: [hexAnswered, 'Encoding of `block`.'],
    }),
    json: reply({
      block: [jsonObject, 'The block.'],
      encoding: [jsonOnly, 'Encoding of `block`.'],
    }),
  },
  isJSON,
  isJSON,
);

/**
 * Returns the bytes of a reply to a call that asked for bytes.
 * @throws {AvalancheError} `Mismatch`: the node answered with JSON.
 */
export function bytesAnswered(content: Uint8Array | JSONObject): Uint8Array {
  if (content instanceof Uint8Array) return content;
  throw new AvalancheError('Mismatch', 'the node answered with JSON, bytes were asked for');
}

export const heightResult = reply({
  height: [uint64, 'Height of the last accepted block.'],
});

const cursor = object({
  address: [addressText, 'Address of the last UTXO on the page.'],
  utxo: [idText, 'ID of the last UTXO on the page; the empty ID if nothing was found.'],
});
const cursorResult = reply({
  address: [addressText, 'Address of the last UTXO on the page.'],
  utxo: [idText, 'ID of the last UTXO on the page; the empty ID if nothing was found.'],
});
/** The end of a page of UTXOs; pass it as `startIndex` to get the next page. */
export interface Cursor extends Value<typeof cursor> {}

const maxAddresses = 1024;

/** Throws `OutOfRange` if a call has too many or too few addresses. */
export function atMost(addresses: readonly unknown[], most: number, least = 0): void {
  if (addresses.length >= least && addresses.length <= most) return;
  throw new AvalancheError(
    'OutOfRange',
    `has ${addresses.length} addresses, one call accepts ${least} to ${most}`,
    { value: addresses.length, min: least, max: most },
  ).at('addresses');
}

const pageParams = {
  addresses: [
    list(addressText),
    'From 1 to 1024 addresses; a UTXO that names one of them is in the answer.',
  ],
  limit: [
    optional(uint32n),
    'Most UTXOs on a page; 1024 if omitted. A node reads 0 and anything above 1024 as 1024.',
  ],
  startIndex: [optional(cursor), '`endIndex` of the page before.'],
  encoding: hexParam,
} as const;
const checkPage = ({ addresses }: { readonly addresses: readonly unknown[] }): void =>
  atMost(addresses, maxAddresses, 1);

/** Params that select UTXOs. */
export const utxosParams = object(
  {
    ...pageParams,
    sourceChain: [optional(string), 'Alias or ID of the chain that exported them.', 'atomic UTXOs'],
  },
  { check: checkPage },
);
/** Params that select UTXOs exported by another chain. */
export const atomicUTXOsParams = object(
  { ...pageParams, sourceChain: [string, 'Alias or ID of the chain that exported them.'] },
  { check: checkPage },
);

/** A page of UTXOs. */
export const utxosResult = reply(
  {
    numFetched: [fetched, 'Number of `utxos`. Fewer than the limit: the page is the last one.'],
    utxos: [list(encoded), 'The UTXOs.'],
    endIndex: [cursorResult, 'Where the page ends; the `startIndex` of the next page.'],
    sourceChain: [optional(string), 'As asked for.', 'old nodes'],
    encoding: [encodingAnswered, 'Encoding of `utxos`.'],
  },
  { name: 'UTXOPage', check: (value) => checkCount(value) },
);
/** A page of UTXOs. A page with fewer UTXOs than the limit is the last one. */
export interface UTXOPage extends Value<typeof utxosResult> {}

/** Checks that `numFetched` equals the number of UTXOs in the reply. */
export function checkCount({
  numFetched,
  utxos,
}: {
  readonly numFetched: bigint;
  readonly utxos: readonly unknown[];
}): void {
  if (numFetched !== BigInt(utxos.length))
    throw new AvalancheError(
      'Mismatch',
      `is ${numFetched}, the reply has ${utxos.length} UTXOs`,
    ).at('numFetched');
}

/** A reference to a UTXO: the transaction that created it and the output index. */
export const utxoID = reply({
  txID: [idText, 'The transaction that created it.'],
  outputIndex: [uint32n, 'Index among the outputs of that transaction.'],
});
/** A reference to a UTXO: the transaction that created it and the output index. */
export interface UTXORefReply extends Value<typeof utxoID> {}
