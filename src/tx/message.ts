import { isError, within } from '../errors/error.ts';
import { type L1Payload, L1ValidatorWeight, l1PayloadOf, RegisterL1Validator } from '../warp/l1.ts';
import { countSigners, Message } from '../warp/message.ts';
import { decode } from '../wire/codec.ts';
import type { Part } from '../wire/type.ts';

/** The required payload of a message in a transaction, by the parameter of the role `says`. */
const payloads = { register: RegisterL1Validator, weight: L1ValidatorWeight } as const;
type What = keyof typeof payloads;

/** The payload of each kind of message. */
export interface SaidBy {
  readonly register: RegisterL1Validator;
  readonly weight: L1ValidatorWeight;
}

/** Returns the wire type of a payload, whose fields have roles too. */
export const payloadPart = (what: What): Part<unknown> => payloads[what];

/**
 * Decodes the payload of a transaction's warp message.
 * @throws {AvalancheError} Under `message`: as `decode`; `UnknownTypeID`: not an L1 payload.
 */
export const readMessage = (message: Uint8Array): L1Payload =>
  within(['message'], () => l1PayloadOf(decode(Message, message)));

/** Returns the payload of a message; undefined if it cannot be decoded or is of another kind, which no node accepts. */
export function saidBy<W extends What>(what: W, message: Uint8Array): SaidBy[W] | undefined {
  try {
    const said = readMessage(message);
    return said.type === payloads[what].name ? (said as SaidBy[W]) : undefined;
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

/**
 * Returns the number of signers of a transaction's warp message.
 * @throws {AvalancheError} As `decode`; under `message.Signature.Signers`: as `countSigners`.
 */
export function countMessageSigners(message: Uint8Array): number {
  const signed = decode(Message, message);
  return within(['message', 'Signature', 'Signers'], () => countSigners(signed));
}
