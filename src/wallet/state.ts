/** The states of a payment. Every event has an answer in every state. */

/**
 * State of a payment.
 * - `planned`: nothing that is signed has left the wallet.
 * - `submitted`: signed, recorded, and on its way to a node.
 * - `accepted`: all its transactions are accepted.
 * - `refused`: nothing that is signed has left the wallet, or another transaction that is accepted spent its coin, so that it can never be
 *   accepted any more.
 * - `unknown`: it may still be accepted: no node answered, a node refused it (and may accept it later), or others must sign it.
 */
export type PaymentState = 'planned' | 'submitted' | 'accepted' | 'refused' | 'unknown';

/**
 * `signed`: signed and recorded, so that it may leave. `handed`: given to others to sign. `withdrawn`: what was recorded has not left after
 * all. `accepted`: by the chain. `refused`: by a rule, a person, a signer or a node. `unanswered`: the call ended without an outcome.
 * `excluded`: another transaction that is accepted spends its coin.
 */
export type PaymentEvent =
  | 'signed'
  | 'handed'
  | 'withdrawn'
  | 'accepted'
  | 'refused'
  | 'unanswered'
  | 'excluded';

type Row = { readonly [E in PaymentEvent]: PaymentState };

/** Once something signed may have left the wallet, only the chain decides. */
const left: Row = {
  signed: 'submitted',
  handed: 'unknown',
  withdrawn: 'planned',
  accepted: 'accepted',
  refused: 'unknown',
  unanswered: 'unknown',
  excluded: 'refused',
};

const transitions: { readonly [S in PaymentState]: Row } = {
  planned: { ...left, refused: 'refused', unanswered: 'planned' },
  submitted: left,
  unknown: left,
  // A chain that accepts it after all is right.
  refused: { ...left, withdrawn: 'refused', refused: 'refused', unanswered: 'refused' },
  // Acceptance is final.
  accepted: {
    signed: 'accepted',
    handed: 'accepted',
    withdrawn: 'accepted',
    accepted: 'accepted',
    refused: 'accepted',
    unanswered: 'accepted',
    excluded: 'accepted',
  },
};

/** Returns the state after an event. */
export const after = (state: PaymentState, event: PaymentEvent): PaymentState =>
  transitions[state][event];

/** ID of a payment that pays rows of `sendMany`. */
export const rowsPayment = /^rows-[0-9a-f]{32}$/;

/** How to go on with a payment. That of rows of `sendMany` has an ID that the caller has not given. */
const goOn = (id: string): string =>
  rowsPayment.test(id)
    ? `call sendMany again with its rows, or resume(${JSON.stringify(id)})`
    : `call it again with the same ID, or resume(${JSON.stringify(id)})`;

/** What to do about a payment in a state; undefined where nothing is to be done. */
export const nextIn: {
  readonly [S in PaymentState]: ((id: string) => string) | undefined;
} = {
  planned: undefined,
  submitted: goOn,
  accepted: undefined,
  refused: undefined,
  unknown: (id) =>
    `${goOn(id)}, which never pays twice; if you spent its coins elsewhere or give it up, release(${JSON.stringify(id)})`,
};
/** What to do about a payment that has exported something and not imported it yet. */
export const nextWaiting = (waits: string, id: string): string =>
  `${waits}: ${goOn(id)}, which never pays twice`;
/** What to do about a payment that others must sign. */
export const nextUnsigned = (id: string): string =>
  `pass the draft to finish once it is signed; to give it up, release(${JSON.stringify(id)})`;
