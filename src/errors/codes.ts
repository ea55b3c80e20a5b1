/**
 * All error codes and their meaning. `docs/reference/errors.md` is generated from this. Adding a code is a minor change, renaming one
 * is breaking.
 */
export const errorCodes = /* @__PURE__ */ Object.freeze({
  BadArgument: 'A function argument has the wrong type, lacks a part, or has an unknown key.',
  Truncated: 'The bytes end before the value does.',
  TrailingBytes: 'Bytes are left after the value.',
  TooLong: 'A length exceeds what the input, a field or a codec can hold.',
  OutOfRange: 'A number, length or character is outside the range of its type or rule.',
  BadVersion: 'This version of the library does not read this codec version or file format.',
  UnknownTypeID: 'A typeID or `type` is not allowed here.',
  BadChecksum: 'A CB58, bech32 or hex checksum does not match its text.',
  BadText: 'The text has the wrong form: prefix, alphabet or length.',
  BadJSON: 'JSON is malformed, or a key is missing, unknown or of the wrong kind.',
  BadRLP: 'RLP is malformed, or an item is missing, too many or of the wrong kind.',
  Mismatch: 'Two values that must agree differ: an ID and its bytes, an input and its UTXO.',
  Disproved: 'Evidence contradicts a claimed owner, asset, amount or lock.',
  NotProven: 'Nothing proves who owns an input or the change: a state only claims it.',
  Ambiguous: 'The input can be read in several ways; a hint selects one.',
  Lossy: 'The text has lost data that is needed to restore the bytes.',
  WrongNetwork: 'An address, transaction or option belongs to another network.',
  WrongChain: 'An address, transaction or option belongs to another chain.',
  Unsupported: 'The library or the chain does not support this.',
  NotSorted: 'A list is not in the order that the node requires.',
  Duplicate: 'The same thing is listed twice.',
  Insufficient:
    'Insufficient funds: the UTXOs or the balance do not cover the outputs and the fee.',
  MissingSigner: 'Signatures are missing.',
  BadSignature: 'A signature does not belong to its slot.',
  Unbalanced: 'The inputs do not equal the outputs plus the fee.',
  FeeTooHigh: 'The fee is above the ceiling.',
  FeeTooLow: 'The fee is below what the node requires.',
  WrongUpgrade: 'The network accepts this only before, or only after, one of its upgrades.',
  Expired: 'A deadline has passed.',
  Locked: 'Funds or an owner are locked until a later time.',
  MissingState: 'A required UTXO, owner or other fact about the chain was not provided.',
  Transport: 'No reply: no connection, a timeout, a redirect, or an abort by the caller.',
  LimitExceeded:
    'A limit set by the caller was exceeded; the error names it: bytes, JSON values, pages or items.',
  HTTPStatus: 'A server returned an HTTP error status.',
  NotFound:
    'The chain does not have what the transaction names: a UTXO, subnet, validator, validation, account or asset.',
  NotAllowed:
    'The state of the chain rules it out: an immutable subnet, the last validator of an L1, a full pool.',
  NodeError: 'A node or service returned an error.',
  NotAccepted: 'A transaction was refused, dropped or not accepted in time.',
  Pending:
    'A wallet call ended after something of the payment was submitted, and before all of it was accepted. Resume it from its record.',
  Inconsistent: 'The data of a node kept changing while it was read.',
  MissingPart: 'Parts of a draft, or of the message of several QR codes, are missing.',
  Refused: 'The policy does not allow it; `findings` lists why.',
  NotReviewed:
    'A draft built elsewhere is signed only with a policy, or with the digest of what was reviewed.',
  Declined: 'The user or the signer declined.',
  SignerFailed: 'A device, wallet or signing service failed, or returned something unusable.',
  InUse: 'Another process or tab is using the store.',
  StoreFailed:
    'A store could not be read or written: a full disk, missing rights, a failing device, or no connection.',
} as const);

/** Code of an `AvalancheError`: the kind of failure. Stable across releases. */
export type ErrorCode = keyof typeof errorCodes;
