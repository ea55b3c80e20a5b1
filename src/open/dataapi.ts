/**
 * UTXOs in JSON of Ava Labs' Data API. Their bytes are in `utxoBytes`; a reply of before it had them is encoded again, if it says everything
 * that a transfer output has.
 */

import { inputIDOf } from '../chain/ids.ts';
import { kinds } from '../chain/kinds.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { readAddress } from '../text/address.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import { encode } from '../wire/codec.ts';
import type { JSONObject } from '../wire/type.ts';
import { bytesOfHex } from './input.ts';

const missing = (what: string): AvalancheError =>
  new AvalancheError('BadJSON', `${what} is missing, and so is utxoBytes`);

function textAt(json: JSONObject, key: string): string {
  const value = json[key];
  if (typeof value === 'string') return value;
  throw missing(key).at(key);
}

/** A number, which the API writes as text for some chains. */
function numberAt(json: JSONObject, key: string): bigint {
  const value = json[key];
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  throw missing(key).at(key);
}

/** An address, which the API writes without its chain. */
const addressIn = (text: JSONValue): Uint8Array => {
  const words = typeof text === 'string' ? text : '';
  return readAddress(words.includes('-') ? words : `P-${words}`).bytes;
};

/** Encodes the UTXO that the members of a reply describe. */
function encoded(json: JSONObject): Uint8Array {
  const ofP = json.txHash !== undefined;
  const type = textAt(json, 'utxoType').toUpperCase();
  if (type !== 'TRANSFER' && !(ofP && type === 'STAKE'))
    throw new AvalancheError(
      'Unsupported',
      'only transfer outputs can be read without utxoBytes',
    ).at('utxoType');
  const asset = isJSONObject(json.asset ?? null) ? (json.asset as JSONObject) : {};
  const addresses = Array.isArray(json.addresses) ? json.addresses : [];
  const transfer = {
    type: 'secp256k1fx.TransferOutput',
    amount: within(['asset'], () => numberAt(asset, 'amount')),
    locktime: numberAt(json, ofP ? 'platformLocktime' : 'locktime'),
    threshold: Number(numberAt(json, 'threshold')),
    addresses: addresses
      .map((text, i) => within(['addresses', i], () => addressIn(text)))
      .sort(compareBytes),
  } as const;
  const locked =
    ofP && json.stakeableLocktime !== undefined ? numberAt(json, 'stakeableLocktime') : 0n;
  const txID = ofP ? 'txHash' : 'creationTxHash';
  return encode(kinds.P.utxo, {
    txID: within([txID], () => parseID(textAt(json, txID))),
    outputIndex: Number(numberAt(json, 'outputIndex')),
    assetID: within(['asset', 'assetId'], () => parseID(textAt(asset, 'assetId'))),
    output:
      locked > 0n ? { type: 'stakeable.LockOut', locktime: locked, output: transfer } : transfer,
  });
}

/**
 * Returns the bytes of a UTXO of the Data API.
 * @throws {AvalancheError} `BadJSON`, `BadText` and others; `Mismatch`: they are not those of its `utxoId`.
 */
export function utxoOfDataAPI(json: JSONObject): Uint8Array {
  const given = json.utxoBytes;
  const bytes =
    typeof given === 'string' && given !== ''
      ? within(['utxoBytes'], () => bytesOfHex(given.replace(/^0x/i, '')))
      : encoded(json);
  const id = within(['utxoId'], () => parseID(textAt(json, 'utxoId')));
  // With the codec version or without it.
  const isSame = [2, 0].some((start) => {
    const txID = bytes.subarray(start, start + 32);
    if (bytes.length < start + 36) return false;
    const outputIndex = new DataView(bytes.buffer, bytes.byteOffset).getUint32(start + 32);
    return equalBytes(inputIDOf({ txID, outputIndex }), id);
  });
  if (isSame) return bytes;
  throw new AvalancheError('Mismatch', 'is the ID of another UTXO').at('utxoId');
}
