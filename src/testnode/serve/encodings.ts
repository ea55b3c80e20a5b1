/**
 * Sums as a node reports them.
 *
 * Bytes, transactions and blocks in the encoding that a caller asks for. Source: avalanchego `utils/formatting/encoding.go`.
 */

import { isError } from '../../errors/error.ts';
import { open } from '../../open/open.ts';
import { toJSONText } from '../../open/opened.ts';
import type { JSONObject } from '../../schema/schema.ts';
import type { Instant } from '../../schema/time.ts';
import { type Encoding, formatBytes, parseBytes } from '../../text/hex.ts';
import { formatID } from '../../text/id.ts';
import { parseJSON } from '../../text/json.ts';
import type { AnyUTXO } from '../../tx/types.ts';
import type { World } from '../world.ts';
import { refuse } from './envelope.ts';

const max = (1n << 64n) - 1n;

/** Amounts by the CB58 of their asset. */
export type Amounts = Map<string, bigint>;

/** Adds to the amount of an asset; the largest uint64 stands for any more. */
export function addAmount(amounts: Amounts, asset: string, amount: bigint): void {
  const sum = (amounts.get(asset) ?? 0n) + amount;
  amounts.set(asset, sum > max ? max : sum);
}

/** As JSON: sorted by asset, as Go writes maps. */
export const amountsJSON = (amounts: Amounts): { readonly [asset: string]: bigint } =>
  Object.fromEntries([...amounts].sort(([a], [b]) => (a < b ? -1 : 1)));

/** A UTXO by its origin. */
export const utxoIDOf = ({ txID, outputIndex }: AnyUTXO) => ({
  txID: formatID(txID),
  outputIndex,
});

const unsupported = 'unsupported encoding in method';

/**
 * Bytes as text.
 * @param before Words that a method puts before the refusal of `json`.
 * @throws {AvalancheError} `NodeError`.
 */
export function encodeBytes(bytes: Uint8Array, encoding: string, before = ''): string {
  if (encoding === 'json') refuse(`${before}${unsupported}`);
  return formatBytes(bytes, encoding as Encoding);
}

/**
 * The bytes of a text.
 * @throws {AvalancheError} `NodeError`.
 */
export function decodeBytes(text: string, encoding: string): Uint8Array {
  if (text === '') return new Uint8Array(0);
  if (encoding === 'json') refuse(unsupported);
  if (!text.startsWith('0x')) refuse('missing 0x prefix to hex encoding');
  const digits = text.slice(2);
  const wrong = /[^\da-fA-F]/.exec(digits)?.[0];
  if (wrong !== undefined)
    refuse(
      `encoding/hex: invalid byte: U+${wrong.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} '${wrong}'`,
    );
  if (digits.length % 2 === 1) refuse('encoding/hex: odd length hex string');
  if (encoding !== 'hexnc' && digits.length < 8)
    refuse('input string is smaller than the checksum size');
  try {
    return parseBytes(text, encoding as Encoding);
  } catch (e) {
    if (isError(e, 'BadChecksum')) return refuse('invalid input checksum');
    throw e;
  }
}

/** The node's JSON of a transaction or block. */
export function nodeJSON(
  { network }: World,
  chain: 'P' | 'X',
  kind: 'tx' | 'block',
  bytes: Uint8Array,
): JSONObject {
  const opened = open(bytes, { chain, kind, network });
  return parseJSON(toJSONText(opened, { network })) as JSONObject;
}

/** A time as Go prints it. */
export function instantOf(unixSeconds: bigint): Instant {
  const date = new Date(Number(unixSeconds) * 1000);
  return {
    text: `${date.toISOString().slice(0, 19)}Z`,
    unixNanos: unixSeconds * 1_000_000_000n,
    date,
  };
}
