import { isError, within } from '../errors/error.ts';
import { type L1Payload, L1ValidatorWeight, l1PayloadOf, RegisterL1Validator } from '../warp/l1.ts';
import { countSigners, Message } from '../warp/message.ts';
import { decode } from '../wire/codec.ts';
import type { Part } from '../wire/type.ts';

/** The payloads that messages in transactions must have, by the parameter of the role `says`. */
const payloads = { register: RegisterL1Validator, weight: L1ValidatorWeight } as const;
type What = keyof typeof payloads;

/** What a message of that kind says. */
export interface SaidBy {
  readonly register: RegisterL1Validator;
  readonly weight: L1ValidatorWeight;
}

/** The declaration of a payload: its fields have roles too. */
export const payloadPart = (what: What): Part<unknown> => payloads[what];

/**
 * What the warp message of a transaction says.
 * @throws {AvalancheError} Under `message`: as `decode`; `UnknownTypeID`: no L1Payload.
 */
export const readMessage = (message: Uint8Array): L1Payload =>
  within(['message'], () => l1PayloadOf(decode(Message, message)));

/** What a message says, if it can be read and is of that kind: no node accepts another. */
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
 * How many signed the warp message of a transaction.
 * @throws {AvalancheError} As `decode`; under `message.Signature.Signers`: as `countSigners`.
 */
export function countMessageSigners(message: Uint8Array): number {
  const signed = decode(Message, message);
  return within(['message', 'Signature', 'Signers'], () => countSigners(signed));
}
