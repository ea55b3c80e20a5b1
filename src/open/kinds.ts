import { Container, outerIDOf, ProposerBlock, ProposerHeader } from '../blocks/proposervm.ts';
import { Vertex, vertexIDOf } from '../blocks/vertex.ts';
import { L1Payload, SubnetToL1ConversionData } from '../warp/l1.ts';
import { Message, messageIDOf, Payload, UnsignedMessage } from '../warp/message.ts';
import type { Infer, Type } from '../wire/type.ts';

/** Messages and wrappers that can be read on their own, regardless of the chain. */
export const messageKinds = {
  proposervm: ProposerBlock,
  proposervmHeader: ProposerHeader,
  vertex: Vertex,
  container: Container,
  warpUnsigned: UnsignedMessage,
  warpSigned: Message,
  warpPayload: Payload,
  l1Payload: L1Payload,
  l1ConversionData: SubnetToL1ConversionData,
} as const satisfies Record<string, Type<unknown>>;

/** The kinds of messages. */
export type MessageKind = keyof typeof messageKinds;

/** The value type of a message kind. */
export type MessageOf<K extends MessageKind> = Infer<(typeof messageKinds)[K]>;

/** Tells whether a name is a kind of message. */
export const isMessageKind = (kind: string): kind is MessageKind =>
  Object.hasOwn(messageKinds, kind);

const names: { readonly [K in MessageKind]?: string } = {
  proposervmHeader: 'proposervm.StatelessHeader',
  container: 'indexer.Container',
  warpUnsigned: 'warp.UnsignedMessage',
  warpSigned: 'warp.Message',
  l1ConversionData: 'message.SubnetToL1ConversionData',
};

/** Returns Go's package and type name for a value of a kind. */
export const messageTypeOf = (kind: MessageKind, value: unknown): string =>
  names[kind] ?? (value as { readonly type: string }).type;

/** Returns the id of a block, vertex, container or message; undefined for payloads and headers, which have none. */
export function idOfKind(kind: MessageKind, value: unknown): Uint8Array | undefined {
  switch (kind) {
    case 'proposervm':
      return outerIDOf(value as ProposerBlock);
    case 'vertex':
      return vertexIDOf(value as Vertex);
    case 'container':
      return (value as Container).ID;
    case 'warpUnsigned':
    case 'warpSigned':
      return messageIDOf(value as UnsignedMessage);
    default:
      return undefined;
  }
}
