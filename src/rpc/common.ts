import { AvalancheError, within } from '../errors/error.ts';
import { parseBytes } from '../text/encoding.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import type { JSONObject } from '../wire/type.ts';
import { list, object, optional, type Shape, unfit, type Value } from './shape.ts';
import { address, id, oneOf, string, uint32n, uint64 } from './words.ts';

/** The params of a method that takes none. */
export const none = object({});

/** Where only bytes can be asked for. */
export const hexOnly = oneOf('hex', 'hexc', 'hexnc');
/** Where the node's JSON can be asked for as well. */
export const encoding = oneOf('hex', 'hexc', 'hexnc', 'json');
/** The `encoding` of params that take bytes only. */
export const hexParam = [
  optional(hexOnly),
  'Of the bytes; hex, with a checksum, when left out.',
] as const;
/** The `encoding` of params that take JSON too. */
export const encodingParam = [
  optional(encoding),
  'Of the answer; hex, with a checksum, when left out.',
] as const;

/** Bytes as the sibling `encoding` says, or the node's JSON. Its text is checked by the object around. */
const encoded: Shape<string | JSONObject> = (() => {
  const read = (json: JSONValue): string | JSONObject => {
    if (typeof json === 'string') return json;
    if (isJSONObject(json)) return json;
    throw unfit('hex or an object', json);
  };
  return {
    name: 'hex or JSON',
    parse: read,
    format: (value: string | JSONObject) => read(value as JSONValue),
  };
})();

/**
 * Checks hex and its checksum beside an `encoding`.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `BadJSON`: the form is not what `encoding` says.
 */
export const fitting =
  <K extends string>(key: K) =>
  (value: { readonly [key in K]: unknown } & { readonly encoding: Value<typeof encoding> }): void =>
    within([key], () => {
      const all: unknown = value[key];
      if (Array.isArray(all))
        for (const [i, text] of all.entries()) within([i], () => checkText(text, value.encoding));
      else checkText(all, value.encoding);
    });

function checkText(text: unknown, as: Value<typeof encoding>): void {
  if ((typeof text === 'string') !== (as !== 'json'))
    throw new AvalancheError('BadJSON', `must be ${as}, as the encoding says`);
  if (typeof text === 'string' && as !== 'json') {
    if (text === '') throw new AvalancheError('BadText', 'must be bytes', { kind: 'hex' });
    parseBytes(text, as);
  }
}

/** The result of issuing. */
export const issued = object({ txID: [id, 'Id of the transaction.'] });
/** The params of issuing. */
export const issue = object(
  { tx: [string, 'The signed transaction.'], encoding: hexParam },
  {
    check: (value) => fitting('tx')({ tx: value.tx, encoding: value.encoding ?? 'hex' }),
  },
);

/** A transaction by its id. */
export const txIDParam = object({ txID: [id, 'Id of the transaction.'] });
/** A transaction by its id, in an encoding. */
export const txParams = object({
  txID: [id, 'Id of the transaction.'],
  encoding: encodingParam,
});
/** A transaction. */
export const txResult = object(
  {
    tx: [encoded, 'The signed transaction.'],
    encoding: [encoding, 'Of `tx`.'],
  },
  { check: fitting('tx') },
);
/** A block by its id. */
export const blockParams = object({
  blockID: [id, 'Id of the block.'],
  encoding: encodingParam,
});
/** A block. */
export const blockResult = object(
  {
    block: [encoded, 'The block.'],
    encoding: [encoding, 'Of `block`.'],
  },
  { check: fitting('block') },
);
/** A height. */
export const heightResult = object({
  height: [uint64, 'Of the last accepted block.'],
});

const cursor = object({
  address: [address, 'Of the last UTXO on the page.'],
  utxo: [id, 'Its id; the empty id when nothing was found.'],
});
/** Where a page of UTXOs ends; `startIndex` of the next. */
export interface Cursor extends Value<typeof cursor> {}

const maxAddresses = 1024;

/** How many addresses one call takes. */
export function atMost(addresses: readonly string[], most: number, least = 0): void {
  if (addresses.length >= least && addresses.length <= most) return;
  throw new AvalancheError(
    'OutOfRange',
    `has ${addresses.length} addresses, one call accepts ${least} to ${most}`,
    { value: addresses.length, min: least, max: most },
  ).at('addresses');
}

const pageParams = {
  addresses: [list(address), '1 to 1024; a UTXO that names one of them is in the answer.'],
  limit: [optional(uint32n), 'UTXOs on a page; 1024 when left out, 0 or more.'],
  startIndex: [optional(cursor), '`endIndex` of the page before.'],
  encoding: hexParam,
} as const;
const checkPage = ({ addresses }: { readonly addresses: readonly string[] }): void =>
  atMost(addresses, maxAddresses, 1);

/** Which UTXOs to give. */
export const utxosParams = object(
  {
    ...pageParams,
    sourceChain: [optional(string), 'Alias or id of the chain that exported them.', 'atomic UTXOs'],
  },
  { check: checkPage },
);
/** Which atomic UTXOs to give. */
export const atomicUTXOsParams = object(
  { ...pageParams, sourceChain: [string, 'Alias or id of the chain that exported them.'] },
  { check: checkPage },
);

/** A page of UTXOs. */
export const utxosResult = object(
  {
    numFetched: [uint64, 'Entries of `utxos`.'],
    utxos: [list(string), 'The UTXOs.'],
    endIndex: [cursor, 'Where the page ends.'],
    sourceChain: [optional(string), 'As asked.', 'old nodes'],
    encoding: [encoding, 'Of `utxos`.'],
  },
  { name: 'UTXOPage', check: (value) => checkUTXOs(value) },
);
/** A page of UTXOs: less than asked for means that it is the last. */
export interface UTXOPage extends Value<typeof utxosResult> {}

/** Whether a list is as long as it says, with texts as they should be. */
export function checkUTXOs(value: {
  readonly numFetched: bigint;
  readonly utxos: readonly string[];
  readonly encoding: Value<typeof encoding>;
}): void {
  if (value.numFetched !== BigInt(value.utxos.length))
    throw new AvalancheError(
      'Mismatch',
      `is ${value.numFetched}, the reply has ${value.utxos.length} UTXOs`,
      { found: String(value.numFetched), expected: String(value.utxos.length) },
    ).at('numFetched');
  fitting('utxos')(value);
}

/** A UTXO by what made it. */
export const utxoID = object({
  txID: [id, 'The transaction that made it.'],
  outputIndex: [uint32n, 'Which of its outputs.'],
});
/** A UTXO by what made it. */
export interface UTXORef extends Value<typeof utxoID> {}
