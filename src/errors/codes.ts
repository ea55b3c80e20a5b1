/**
 * All error codes and their meaning. `docs/reference/errors.md` is generated from this. Adding a code is a minor change, renaming one
 * is breaking.
 */
export const errorCodes = /* @__PURE__ */ Object.freeze({
  BadArgument: 'An argument of a function has the wrong type, or lacks a part.',
  Truncated: 'The bytes end before the value does.',
  TrailingBytes: 'Bytes are left after the value.',
  TooLong: 'A length is more than the input, a field or a codec can hold.',
  OutOfRange: 'A number, length or character is outside the range of its type or rule.',
  BadVersion:
    'The codec version, or the format of a file, is not one that this version of the library reads.',
  UnknownTypeID: 'A typeID or `type` is not one of those allowed here.',
  BadChecksum: 'A CB58, bech32 or hex checksum does not match its text.',
  BadText: 'Text is not in the form of its kind: prefix, alphabet, length.',
  BadJSON: 'JSON is malformed, or a key is missing, unknown or of the wrong kind.',
  BadRLP: 'RLP is malformed, or an item is missing, too many or of the wrong kind.',
  Mismatch: 'Two values that must agree differ: an id and its bytes, an input and its UTXO.',
  Disproved: 'Evidence contradicts a claimed owner, asset, amount or lock.',
  NotProven:
    'The owner of an input or of the change is only claimed by a state, and nothing proves it.',
  Ambiguous: 'The input can be read in several ways; a hint chooses one of the candidates.',
  Lossy: 'The text has lost what is needed to restore the bytes.',
  WrongNetwork: 'An address, transaction or option belongs to another network.',
  WrongChain: 'An address, transaction or option belongs to another chain.',
  Unsupported: 'This library, or the chain, does not support what was asked.',
  NotSorted: 'A list is not in the order that the node requires.',
  Duplicate: 'The same thing is listed twice.',
  Insufficient: 'The UTXOs or the balance do not cover the outputs and the fee.',
  MissingSigner: 'Signatures are missing.',
  BadSignature: 'A signature does not belong to its slot.',
  Unbalanced: 'The inputs do not equal the outputs plus the fee.',
  FeeTooHigh: 'The fee is above the ceiling.',
  FeeTooLow: 'The fee is below what the node requires.',
  WrongUpgrade: 'The network does not accept this before, or after, one of its upgrades.',
  Expired: 'A deadline is over.',
  Locked: 'Funds or an owner are locked until a later time.',
  MissingState: 'A UTXO, owner or other fact of the chain that is needed was not given.',
  Transport: 'No reply came: no connection, a timeout, a redirect, or the caller stopped it.',
  LimitExceeded:
    'More was read than a limit of the caller allows; the error names the limit: bytes, JSON values, pages or items.',
  HTTPStatus: 'A server refused with an HTTP status.',
  NotFound:
    'The chain does not have what the transaction names: a UTXO, subnet, validator, validation, account or asset.',
  NotAllowed:
    'The state of the chain rules it out: an immutable subnet, the last validator of an L1, a full pool.',
  NodeError: 'A node or service answered with an error.',
  NotAccepted: 'A transaction was refused, dropped or not accepted in time.',
  Pending:
    'A call of a wallet ended after it had submitted a transaction, which may still be accepted: resume it from its record.',
  Inconsistent: 'What a node says changed while it was read, more often than allowed.',
  MissingPart: 'Parts of a draft, or of the message of several QR codes, are missing.',
  Refused: 'The policy does not allow it; the findings say why.',
  NotReviewed:
    'A draft that was not built here is signed only with a policy, or with the digest of what was reviewed.',
  Declined: 'The user or the signer declined.',
  SignerFailed: 'A device, wallet or service that signs failed, or returned something unusable.',
  InUse: 'Another process or tab has the store.',
  StoreFailed:
    'A store could not be read or written: a full disk, missing rights, a failing device, or no connection.',
} as const);

/** Code of an `AvalancheError`: the kind of failure. Stable across releases. */
export type ErrorCode = keyof typeof errorCodes;
