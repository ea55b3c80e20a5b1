import { AvalancheError } from '../errors/error.ts';
import type { L1Payload } from '../warp/l1.ts';
import type { Part } from '../wire/type.ts';

/** How the warp messages that transactions carry are read. */
export interface MessageReader {
  /** The declaration of a payload, by the parameter of the role `says`. */
  readonly partOf: (what: 'register' | 'weight') => Part<unknown>;
  readonly read: (message: Uint8Array) => L1Payload;
  /** How many signed a message. */
  readonly countSigners: (message: Uint8Array) => number;
}

let used: MessageReader | undefined;

/** From now on messages are read by `reader`: `useMessages` calls it. */
export const useReader = (reader: MessageReader): void => {
  used = reader;
};

/**
 * The reader of messages. Two types of transactions carry one, so what is written for all types asks here, and a bundle holds the types of
 * messages only if it can build one of the two, or reads any transaction: who does that calls `useMessages`.
 * @throws {AvalancheError} `Unsupported`: nobody did.
 */
export function messageReader(): MessageReader {
  if (used) return used;
  throw new AvalancheError('Unsupported', 'this program does not read warp messages');
}
