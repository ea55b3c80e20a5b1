import { encode, versioned } from '../wire/codec.ts';
import { type Declared, struct, union } from '../wire/declare.ts';
import type { Source } from '../wire/source.ts';
import type { Infer, Type } from '../wire/type.ts';
import { UnsignedMessage } from './message.ts';

/** The most bytes of a payload of these types. Source: avalanchego `vms/platformvm/warp/payload/codec.go`: MaxMessageSize. */
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
  /** In the length of the source chain's addresses. */
  readonly sourceAddress: Uint8Array;
  readonly payload: Uint8Array;
}

/**
 * Builds the unsigned message of an address that sends bytes.
 * @throws {AvalancheError} `TooLong`: address and payload exceed `maxPayloadSize`; `OutOfRange`.
 */
export function buildCallMessage({
  networkID,
  sourceChainID,
  sourceAddress,
  payload,
}: WarpCall): Uint8Array {
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
