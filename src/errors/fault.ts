import type { ErrorCode } from './codes.ts';
import { isError } from './error.ts';

/**
 * Whose fault an error is. `user`: whoever made the request, who must change it. `node`: the node or service that was asked.
 * `network`: the chain or the connection to it; the same request may work later. `ours`: the program that uses the library, its
 * signer or its store.
 */
export type FaultParty = 'user' | 'node' | 'network' | 'ours';

/** Whose fault an error is, and how a server answers. */
export interface Fault {
  /** Whose fault it is. */
  readonly party: FaultParty;
  /** The HTTP status that a server answers to its own client. */
  readonly status: number;
}

const faultAt =
  (party: FaultParty) =>
  (status: number): Fault =>
    Object.freeze({ party, status });
const user = /* @__PURE__ */ faultAt('user');
const node = /* @__PURE__ */ faultAt('node');
const network = /* @__PURE__ */ faultAt('network');
const ours = /* @__PURE__ */ faultAt('ours');

/** Whose fault an error of each code is. Codes of values are the node's where the value is in its reply: `faultOf` tells them apart. */
export const faults: { readonly [C in ErrorCode]: Fault } = /* @__PURE__ */ (() =>
  Object.freeze({
    BadArgument: ours(500),
    Truncated: user(400),
    TrailingBytes: user(400),
    TooLong: user(400),
    OutOfRange: user(400),
    BadVersion: user(400),
    UnknownTypeID: user(400),
    BadChecksum: user(400),
    BadText: user(400),
    BadJSON: user(400),
    BadRLP: user(400),
    Mismatch: user(400),
    Disproved: user(422),
    NotProven: ours(500),
    Ambiguous: user(400),
    Lossy: user(400),
    WrongNetwork: user(400),
    WrongChain: user(400),
    Unsupported: user(422),
    NotSorted: user(400),
    Duplicate: user(409),
    Insufficient: user(422),
    MissingSigner: user(422),
    BadSignature: user(422),
    Unbalanced: user(422),
    FeeTooHigh: network(503),
    FeeTooLow: user(422),
    WrongUpgrade: user(422),
    Expired: user(422),
    Locked: user(422),
    MissingState: ours(500),
    Transport: network(504),
    LimitExceeded: node(502),
    HTTPStatus: node(502),
    NotFound: user(404),
    NotAllowed: user(409),
    NodeError: node(502),
    NotAccepted: network(409),
    Pending: network(202),
    Inconsistent: node(503),
    MissingPart: user(400),
    Refused: user(403),
    NotReviewed: ours(500),
    Declined: user(403),
    SignerFailed: ours(502),
    InUse: ours(503),
    StoreFailed: ours(503),
  }))();

/** A path that begins with the name of a method or index is in the reply of a node. */
const method = /^(?:[a-z]+\.\w+|eth_\w+|[PXC]\/\w+)$/;

/**
 * Returns whose fault an error is, and the HTTP status with which a server answers. A value that is wrong in a node's reply is the
 * node's fault. Anything that is not an error of this library counts as `ours`, 500.
 * @example
 * faultOf(new AvalancheError('BadChecksum', 'is wrong')); // { party: 'user', status: 400 }
 * faultOf(new TypeError('a bug')); // { party: 'ours', status: 500 }
 */
export function faultOf(error: unknown): Fault {
  if (!isError(error)) return ours(500);
  const fault = faults[error.code];
  const [first] = error.path;
  const isReply = typeof first === 'string' && method.test(first);
  return isReply && fault.party === 'user' ? node(502) : fault;
}
