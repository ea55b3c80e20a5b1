import {
  decode,
  encode,
  Message,
  messageIDOf,
  sendWarpMessageTopic,
  UnsignedMessage,
  type warpMessageOf,
  warpPrecompile,
} from 'avalanche-tx/warp';

type Receipt = Parameters<typeof warpMessageOf>[0];

/** The receipt of the EVM transaction that sent an unsigned message. */
export function receiptOf(bytes: Uint8Array): Receipt {
  const message = decode(UnsignedMessage, bytes);
  const hex = Buffer.from(bytes).toString('hex');
  const word = (n: number): string => n.toString(16).padStart(64, '0');
  const padded = hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
  const id = `0x${Buffer.from(messageIDOf(message)).toString('hex')}`;
  const topics = [sendWarpMessageTopic, `0x${word(0)}`, id];
  const data = `0x${word(32)}${word(bytes.length)}${padded}`;
  return { logs: [{ address: warpPrecompile, topics, data }] };
}

/** What a signed message is a signature of. */
export function unsignedOf(signed: Uint8Array): Uint8Array {
  const { Signature: _, ...message } = decode(Message, signed);
  return encode(UnsignedMessage, message);
}
