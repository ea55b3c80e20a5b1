/** Every code and what it means; the README's table is made from this. Adding one is minor, renaming one is breaking. */
export const errorCodes = {
  Truncated: 'The bytes end before the value does.',
  TrailingBytes: 'Bytes are left after the value.',
  TooLong: 'A length is more than the input, a field or a codec can hold.',
  OutOfRange: 'A number, length or character is outside what its type allows.',
  BadVersion: 'The codec version is not one that the node knows.',
  UnknownTypeID: 'A typeID or `type` that this place does not take.',
  BadChecksum: 'A CB58, bech32 or hex checksum does not fit its text.',
  BadText: 'Text is not in the form that its kind has: prefix, alphabet, length.',
  BadJSON: 'JSON is malformed, or a key is missing, unknown or of the wrong kind.',
  BadRLP: 'RLP is malformed, or an item is missing, too many or of the wrong kind.',
  Mismatch: 'What the text claims (an id, an fxID) is not what its value gives.',
  Ambiguous: 'The input can be read in several ways; the candidates are listed, a hint settles it.',
  Lossy: 'The text has lost what is needed to get the bytes back.',
  WrongNetwork: 'An address, transaction or option belongs to another network.',
  WrongChain: 'An address, transaction or option belongs to another chain.',
  Unsupported: 'This library has no reader or builder for what was asked.',
  NotSorted: 'A list is not in the order that the node demands.',
  Duplicate: 'The same thing is listed twice.',
  Insufficient: 'The UTXOs given do not cover what is needed.',
  MissingSigner: 'Signatures are missing.',
  BadSignature: 'A signature does not belong to the slot that it stands in.',
  Unbalanced: 'What goes in is not what comes out plus the fee.',
  FeeTooHigh: 'The fee is above the ceiling that the caller set.',
  FeeTooLow: 'The fee is below what the node asks for.',
  WrongUpgrade: 'The network does not take this before, or after, one of its upgrades.',
  Expired: 'A time until which something counts is over.',
  Locked: 'Funds or an owner are locked until a later time.',
  MissingState: 'A UTXO, owner or other fact of the chain that the check needs was not given.',
  Transport:
    'No reply came: no connection, no answer in time, a redirect, too long an answer, or the caller stopped it.',
  HTTPStatus: 'A server refused, and not in the words of its API; context has `status` and `body`.',
  NotFound:
    'The chain does not have what the transaction names: a UTXO, subnet, validator, validation, account or asset.',
  NotAllowed:
    'What the chain holds rules it out: an immutable subnet, the last validator of an L1, a full pool.',
  NodeError:
    'A node or service answered that it failed; context has its `code`, `message` and `data`.',
  NotAccepted:
    'A transaction was refused, dropped or not accepted in time; context has `txID`, `status` and `reason`.',
  Inconsistent: 'What a node says changed while it was read, more often than was allowed.',
  MissingPart: 'A draft in parts lacks some of them.',
  Refused: 'The policy that was given does not allow it; the findings say what.',
  Declined: 'Whoever was asked to sign said no.',
  SignerFailed: 'A device, wallet or service that signs failed, or answered what is no answer.',
} as const;

/** What kind of failure an `AvalancheError` is; stable across releases. */
export type ErrorCode = keyof typeof errorCodes;
