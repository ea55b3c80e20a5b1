import { sha256 } from '../crypto/hash.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { aListOf, aText, checkArgument, objectOf } from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { decode } from '../wire/codec.ts';
import { Message, UnsignedMessage } from './message.ts';

/** The address of the contract that sends and receives messages on EVM chains. Source: coreth `precompile/contracts/warp/module.go`. */
export const warpPrecompile = '0x0200000000000000000000000000000000000005';

/** keccak256 of `SendWarpMessage(address,bytes32,bytes)`: the sender, the messageID, and the unsigned message as data. */
export const sendWarpMessageTopic =
  '0x56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d';

const word = 32;

/**
 * Returns the access list that passes a signed message to an EVM transaction: its bytes, 0xff, and zeros up to a
 * multiple of 32.
 * Source: avalanchego `vms/evm/predicate/predicate.go`.
 * @throws {AvalancheError} As `decode`: not a signed message.
 */
export function accessListOf(
  signed: Uint8Array,
): readonly { readonly address: string; readonly storageKeys: readonly string[] }[] {
  const bytes = toBytes(signed);
  decode(Message, bytes);
  const padded = new Uint8Array((Math.floor(bytes.length / word) + 1) * word);
  padded.set(bytes);
  padded[bytes.length] = 0xff;
  const storageKeys: string[] = [];
  for (let offset = 0; offset < padded.length; offset += word)
    storageKeys.push(formatHex(padded.subarray(offset, offset + word)));
  return [{ address: warpPrecompile, storageKeys }];
}

/** A log of `eth_getTransactionReceipt` or `eth_getLogs`; only the fields that are used. */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const receiptArgument = /* @__PURE__ */ (() =>
  objectOf(
    { logs: aListOf(objectOf({ address: aText, topics: aListOf(aText), data: aText })) },
    { name: 'a receipt' },
  ))();

/**
 * Returns the unsigned message that an EVM transaction sent, from its receipt.
 * @throws {AvalancheError} `BadJSON`: it sent none; `Ambiguous`: it sent several, so pass the log of one;
 *   `Mismatch`: the bytes do not have the id in the log; `BadText`, or as `decode`: an invalid log.
 */
export function warpMessageOf(receipt: { readonly logs: readonly Log[] }): Uint8Array {
  checkArgument(receipt, receiptArgument, 'receipt');
  const sent = receipt.logs.filter(
    ({ address, topics }) =>
      address.toLowerCase() === warpPrecompile && topics[0]?.toLowerCase() === sendWarpMessageTopic,
  );
  if (sent.length === 0)
    throw new AvalancheError('BadJSON', 'must contain the log of a sent warp message').at('logs');
  if (sent.length > 1)
    throw new AvalancheError(
      'Ambiguous',
      `${sent.length} messages were sent: pass the log of one`,
      { candidates: sent.map(({ topics }) => topics[2] ?? '') },
    ).at('logs');
  const log = sent[0]!;
  return within(['logs', receipt.logs.indexOf(log)], () => messageFromLog(log));
}

function messageFromLog({ topics, data }: Log): Uint8Array {
  const message = within(['data'], () => bytesOfABI(parseHex(data)));
  decode(UnsignedMessage, message);
  const messageID = within(['topics', 2], () => parseHex(topics[2] ?? ''));
  if (!equalBytes(messageID, sha256(message)))
    throw new AvalancheError(
      'Mismatch',
      `the log says ${formatHex(messageID).slice(0, 80)}, the ID of the message is ${formatHex(sha256(message))}`,
      { found: formatHex(messageID).slice(0, 80), expected: formatHex(sha256(message)) },
    ).at('topics', 2);
  return message;
}

/**
 * Returns the only `bytes` value of an ABI-encoded event: an offset, a length, the bytes, and zeros up to a
 * multiple of 32.
 */
function bytesOfABI(data: Uint8Array): Uint8Array {
  const number = (offset: number): number => {
    const bytes = data.subarray(offset, offset + word);
    if (bytes.length < word)
      throw new AvalancheError(
        'Truncated',
        `needs ${word} bytes, ${bytes.length} left`,
        { need: word, left: bytes.length },
        { offset },
      );
    if (bytes.subarray(0, word - 4).some((byte) => byte !== 0))
      throw new AvalancheError('OutOfRange', 'the length is not a uint32', {}, { offset });
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(word - 4);
  };
  if (number(0) !== word)
    throw new AvalancheError('OutOfRange', 'must be one value of type bytes', {}, { offset: 0 });
  const length = number(word);
  const start = 2 * word;
  if (data.length !== start + Math.ceil(length / word) * word)
    throw new AvalancheError(
      data.length < start + length ? 'Truncated' : 'TrailingBytes',
      `${length} bytes in ${data.length - start}`,
      data.length < start + length
        ? { need: length, left: data.length - start }
        : { left: data.length - start - length },
      { offset: start },
    );
  return data.slice(start, start + length);
}
