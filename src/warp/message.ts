import { sha256 } from '../crypto/hash.ts';
import { toBytes, toList } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { numberContext, quoted } from '../errors/quote.ts';
import { anObject, checkArgument } from '../schema/check.ts';
import { encode, versioned } from '../wire/codec.ts';
import { type Declared, struct, union } from '../wire/declare.ts';
import type { Infer, Source, Type } from '../wire/type.ts';
import { messageArgument } from './arguments.ts';

const bitSetSignature = (s: Source) => ({
  type: 'warp.BitSetSignature' as const,
  Signers: s.base64(),
  Signature: s.numbers(96),
});
/** The signers of a validator set, and the sum of their signatures. Source: avalanchego `vms/platformvm/warp/signature.go`. */
export interface BitSetSignature extends Declared<typeof bitSetSignature> {}
export const BitSetSignature: Type<BitSetSignature> = /* @__PURE__ */ struct(
  'warp.BitSetSignature',
  bitSetSignature,
  {
    Signers: 'Bit i of this big-endian integer stands for the i-th validator of the canonical set.',
    Signature: 'BLS signatures of the unsigned bytes, added up: a compressed G2 point.',
  },
);

/** The signature of a message. Source: avalanchego `vms/platformvm/warp/codec.go`. */
export const Signature = /* @__PURE__ */ union('Signature', { 0: BitSetSignature });
export type Signature = Infer<typeof Signature>;

const unsignedNotes = {
  NetworkID: 'Network that the message is for.',
  SourceChainID: 'Chain that says it; the zero id is the P-chain.',
  Payload: 'What it says: an AddressedCall, a Hash, or bytes of its chain’s own.',
};

const unsignedMessage = (s: Source) => ({
  NetworkID: s.u32(),
  SourceChainID: s.id(),
  Payload: s.base64(),
});
/** The part of a message that validators sign. The sha256 of its bytes is the message's id. Source: avalanchego `vms/platformvm/warp/unsigned_message.go`. */
export interface UnsignedMessage extends Declared<typeof unsignedMessage> {}
export const UnsignedMessage: Type<UnsignedMessage> = /* @__PURE__ */ versioned(
  'unsignedMessage',
  /* @__PURE__ */ struct('warp.UnsignedMessage', unsignedMessage, unsignedNotes),
  Number.POSITIVE_INFINITY,
);

const message = (s: Source) => ({
  NetworkID: s.u32(),
  SourceChainID: s.id(),
  Payload: s.base64(),
  Signature: s.of(Signature),
});
/**
 * A message with its signature, in the form that transactions contain. Source: avalanchego
 * `vms/platformvm/warp/message.go`.
 */
export interface Message extends Declared<typeof message> {}
export const Message: Type<Message> = /* @__PURE__ */ versioned(
  'message',
  /* @__PURE__ */ struct('warp.Message', message, () => ({
    ...unsignedNotes,
    Signature: 'Who signed, and their signature.',
  })),
  Number.POSITIVE_INFINITY,
);

/** Returns the bytes that validators sign. */
export function unsignedMessageBytesOf(message: UnsignedMessage): Uint8Array {
  return encode(UnsignedMessage, message);
}

/**
 * Returns the id of a message, signed or not: the sha256 of its unsigned bytes.
 * @example
 * formatID(messageIDOf({ NetworkID: 5, SourceChainID: new Uint8Array(32).fill(0xd2), Payload: new Uint8Array([1, 2, 3]) })); // '2dt2ubG9hqjSctAYat3vMva9gw7BEXjEFU1q2K2vWXTZbKYC3K'
 */
export function messageIDOf(message: UnsignedMessage): Uint8Array {
  return sha256(unsignedMessageBytesOf(message));
}

/**
 * Encodes signers as a bit set: a big-endian integer without leading zero bytes, empty for no signer.
 * @param indices Indices in the canonical validator set, in any order.
 * @throws {AvalancheError} `OutOfRange`: not a uint32; `Duplicate`.
 * @example
 * encodeSigners([0, 9]); // new Uint8Array([2, 1])
 */
export function encodeSigners(indices: readonly number[]): Uint8Array {
  const size = toList(indices, 'indices').reduce((bytes, index, i) => {
    if (index >>> 0 !== index)
      throw new AvalancheError('OutOfRange', `must be an index, got ${quoted(index)}`, {
        ...numberContext(index),
        min: 0,
      }).at(i);
    return Math.max(bytes, (index >>> 3) + 1);
  }, 0);
  const bits = new Uint8Array(size);
  indices.forEach((index, i) => {
    const offset = size - 1 - (index >>> 3);
    const bit = 1 << (index & 7);
    if (bits[offset]! & bit)
      throw new AvalancheError('Duplicate', `${index} is listed twice`).at(i);
    bits[offset]! |= bit;
  });
  return bits;
}

/**
 * Decodes a bit set of signers to their indices in the canonical validator set, in ascending order. A message whose bit set starts
 * with a zero byte can be decoded, but the node refuses the transaction.
 * @throws {AvalancheError} `OutOfRange`: the bit set starts with a zero byte.
 * @example
 * decodeSigners(new Uint8Array([2, 1])); // [0, 9]
 */
export function decodeSigners(from: Uint8Array): readonly number[] {
  const bits = toBytes(from);
  if (bits[0] === 0)
    throw new AvalancheError(
      'OutOfRange',
      'the bit set of signers must not start with a zero byte',
    );
  const indices: number[] = [];
  for (let offset = bits.length - 1; offset >= 0; offset--)
    for (let bit = 0; bit < 8; bit++)
      if ((bits[offset]! >> bit) & 1) indices.push((bits.length - 1 - offset) * 8 + bit);
  return indices;
}

/**
 * Returns the number of signers, on which the fee of a transaction with a message depends.
 * @throws {AvalancheError} `OutOfRange`, as `decodeSigners`.
 */
export function countSigners(message: Message): number {
  checkArgument(message, messageArgument, 'message');
  return decodeSigners(message.Signature.Signers).length;
}

/** Maximum size of a payload in bytes. Source: avalanchego `vms/platformvm/warp/payload/codec.go`: MaxMessageSize. */
export const maxPayloadSize: number = 24 * 1024;

const hash = (s: Source) => ({ type: 'payload.Hash' as const, Hash: s.id() });
/** Attests a hash, such as that of an accepted block. Source: avalanchego `vms/platformvm/warp/payload/hash.go`. */
export interface Hash extends Declared<typeof hash> {}
export const Hash: Type<Hash> = /* @__PURE__ */ struct('payload.Hash', hash, {
  Hash: 'What is attested; the source chain says what it is the hash of.',
});

const addressedCall = (s: Source) => ({
  type: 'payload.AddressedCall' as const,
  SourceAddress: s.base64(),
  Payload: s.base64(),
});
/** Bytes sent by an address of the source chain. Source: avalanchego `vms/platformvm/warp/payload/addressed_call.go`. */
export interface AddressedCall extends Declared<typeof addressedCall> {}
export const AddressedCall: Type<AddressedCall> = /* @__PURE__ */ struct(
  'payload.AddressedCall',
  addressedCall,
  {
    SourceAddress: 'Who sends it: 20 bytes on an EVM chain, none from the P-chain.',
    Payload: 'What is sent; to and from the P-chain an L1Payload.',
  },
);

/** The payload of a message. Registration order: avalanchego `vms/platformvm/warp/payload/codec.go`. */
export const Payload = /* @__PURE__ */ versioned(
  'payload',
  /* @__PURE__ */ union('Payload', { 0: Hash, 1: AddressedCall }),
  maxPayloadSize,
);
export type Payload = Infer<typeof Payload>;

/** The content of a message with an AddressedCall. */
export interface WarpCall {
  readonly networkID: number;
  /** 32 bytes. */
  readonly sourceChainID: Uint8Array;
  /** Address of the sender, in the length of the source chain's addresses. */
  readonly sourceAddress: Uint8Array;
  readonly payload: Uint8Array;
}

/**
 * Builds the unsigned message with bytes that an address sends.
 * @throws {AvalancheError} `TooLong`: address and payload exceed `maxPayloadSize`; `OutOfRange`.
 */
export function buildCallMessage(call: WarpCall): Uint8Array {
  checkArgument(call, anObject, 'call');
  const { networkID, sourceChainID, sourceAddress, payload } = call;
  return encode(UnsignedMessage, {
    NetworkID: networkID,
    SourceChainID: sourceChainID,
    Payload: encode(Payload, {
      type: 'payload.AddressedCall',
      SourceAddress: sourceAddress,
      Payload: payload,
    }),
  });
}
