import type { Type } from '../wire/type.ts';
import { L1Payload } from './l1.ts';
import { Payload } from './payload.ts';
import { Message, messageIDOf, type UnsignedMessage as Unsigned, UnsignedMessage } from './warp.ts';

/** Messages that can be read by themselves, of whatever chain. */
export const messageKinds = {
  warpUnsigned: UnsignedMessage,
  warpSigned: Message,
  warpPayload: Payload,
  l1Payload: L1Payload,
} as const satisfies Record<string, Type<unknown>>;

/** What some bytes of a message can be. */
export type MessageKind = keyof typeof messageKinds;

/** Whether a text names a kind of message. */
export const isMessageKind = (kind: string): kind is MessageKind =>
  Object.hasOwn(messageKinds, kind);

/** Go’s package and name of a value of a kind. */
export const messageTypeOf = (kind: MessageKind, value: unknown): string => {
  switch (kind) {
    case 'warpUnsigned':
      return 'warp.UnsignedMessage';
    case 'warpSigned':
      return 'warp.Message';
    default:
      return (value as Payload | L1Payload).type;
  }
};

/** The id of a message, signed or not; payloads have none. */
export const idOfKind = (kind: MessageKind, value: unknown): Uint8Array | undefined =>
  kind === 'warpUnsigned' || kind === 'warpSigned' ? messageIDOf(value as Unsigned) : undefined;
