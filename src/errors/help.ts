import { badArgument } from './arguments.ts';
import { type ErrorCode, errorCodes } from './codes.ts';
import { website } from './website.ts';

/** What to do about each code. */
export const errorHelp: { readonly [C in ErrorCode]: string } = /* @__PURE__ */ Object.freeze({
  BadArgument:
    'Correct the call: `path` names the argument. TypeScript finds most of these before they run.',
  Truncated:
    'Get the bytes again: the input was cut off, or it is being decoded as the wrong type.',
  TrailingBytes:
    'Remove what follows the value. If it is 4 bytes long, it is the checksum of a node’s hex: read that with `open` or `parseBytes`.',
  TooLong: 'Decode as the right type, or shorten the value to `max`.',
  OutOfRange:
    'Use a value between `min` and `max`, counted in `unit`. With `retryAfter`, blocks have used the gas: wait that many seconds, read the state again, and build.',
  BadVersion:
    'For bytes: check that they are a transaction, UTXO or block. If a node sent them, a newer version of this library may support the codec version. For a draft, record or other file: update the library, or create the file again.',
  UnknownTypeID:
    'Check the chain: a typeID means something else on P, X and C. If a node sent it, a newer version of this library may support the type.',
  BadChecksum: 'Copy the text again: one of its characters is wrong.',
  BadText:
    'Pass text of the `kind` in the context. `found` is what it looks like instead, if that is recognized.',
  BadJSON: 'Correct the JSON at `path`. For a node’s reply, pass its text as it came.',
  BadRLP:
    'Pass a block of the C-chain’s EVM; blocks of P and X, and those in a proposervm wrapper, are read with `open` and `openContainer`.',
  Mismatch:
    'Find out which of the two values is wrong. Do not use data from elsewhere that contradicts its own ID.',
  Disproved:
    'Do not sign: the draft or state contains false data. Read the UTXOs from a node that you trust, and build again.',
  NotProven:
    'Pass one of the options in `give`: your own addresses as `own`, evidence (the transactions that created the UTXOs), or an explicit receiver.',
  Ambiguous:
    'Choose one of the `candidates` with a hint (`chain`, `kind`, `types`), or name the owner, account or change where a builder asks.',
  Lossy:
    'Start from the original text. `JSON.parse` rounds integers above 2^53: pass the text itself, or `parseJSON(text)`.',
  WrongNetwork: 'Use an address, a state and a node of the same network.',
  WrongChain:
    'Use the address of the chain that pays or receives. To move funds between chains, export and import them.',
  Unsupported: 'The message states what is not supported and, in most cases, what to use instead.',
  NotSorted: 'Sort the list in the node’s order. Builders sort everything for you.',
  Duplicate: 'Remove one of the two.',
  Insufficient:
    'Fund the wallet, or send less. The context lists funds that cannot be spent, and why: locked, only for staking, owned by others, excluded, worth less than their fee, or held by a payment that is not finished: `resume` that one.',
  MissingSigner:
    'Have the signers in `missing` sign. `chooseSigners` makes a draft for other signers of the same owner.',
  BadSignature:
    'Sign the digest itself (it has been hashed already) with the key of one of the addresses in `missing`.',
  Unbalanced:
    'Do not sign: outputs and fee do not add up to the inputs. Build the transaction again.',
  FeeTooHigh:
    'Wait until the gas price falls, or raise `maxFee`. Without `maxFee` a default limit holds.',
  FeeTooLow: 'Read the state again and build again: the gas price has risen since.',
  WrongUpgrade:
    'Use a transaction type that the network accepts at this time; `upgrades` of the network has the times.',
  Expired: 'Request a new message with a later expiry.',
  Locked: 'Wait until `until`, or spend other funds.',
  MissingState:
    'Give the fact that `what` and `id` name: for `connect`, the options `imports` and `authorities`; for a function, its own option.',
  NotFound:
    'Check the id and the network, and whether the UTXO has been spent since. Read the state again and build again.',
  NotAllowed:
    'Wait until the chain’s state allows it, such as until the mempool has room; or change what the message names.',
  Transport:
    'Check the URL and the connection and call again: `reason` says what happened. Reads are retried already. For `issue`, ask for the status of the transaction before building another one.',
  LimitExceeded:
    'Raise the option in `limit` if you expect that much; otherwise do not trust the server.',
  HTTPStatus:
    '400 and 404: correct the path or params. 401 and 403: give a valid key. 429: send less, or later. 500 and above: try again, or use another server.',
  NodeError:
    'Read `message`, the node’s own words. For a refused transaction, `NotAccepted` has the reason.',
  NotAccepted:
    'If `status` is `Processing` or `Unknown`, the transaction may still be accepted: wait for it. Otherwise `reason` says why not; read the state again, build again, and keep one of its `inputs`, so that only one of the two can be accepted.',
  Pending:
    'Do not pay again. Make the same call with the same `id`, or give the id to `resume` of the wallet, now or in another process with its store: it checks what was accepted, and continues.',
  Inconsistent:
    'Try again. For addresses with very many UTXOs, `attempts: 0` takes the state as it is.',
  MissingPart: 'Scan the parts whose numbers are in `missing`.',
  Refused:
    'Read the `findings`. If the transaction is what you want, change the policy; otherwise do not sign.',
  NotReviewed:
    'Review what `explain` shows and pass its `digest` as `reviewed`, or pass a `policy`: `policyOf` your own intent, a reviewed draft or rules.',
  Declined: 'Nothing: the user declined.',
  SignerFailed:
    'Connect and unlock the device, open the Avalanche app, and try again. `status` is what the device or wallet returned.',
  InUse:
    'Keep one process or tab for an account, and close the store when it ends. After a crash on another machine or in another container, open it again: it is free a quarter of a minute after the last sign of life.',
  StoreFailed:
    'Make space, or give the process the right to write to the folder, and call again with the same `id`. What was stored before is unchanged.',
});

/**
 * Returns what an error, or its code, means and what to do about it, for developers. Works offline.
 * @throws {AvalancheError} `BadArgument`: not a code of this library.
 * @example
 * helpOf('BadChecksum'); // 'A CB58, bech32 or hex checksum does not match its text. Copy the text again: one of its characters is wrong.'
 */
export function helpOf(error: ErrorCode | { readonly code: ErrorCode }): string {
  const code = typeof error === 'string' ? error : codeOf(error);
  if (typeof code !== 'string' || !Object.hasOwn(errorCodes, code))
    throw badArgument('an error of this library, or its code', error);
  const page = website === '' ? [] : [`${website}/reference/errors/${code}`];
  return [errorCodes[code], errorHelp[code], ...page].join(' ');
}

const codeOf = (error: { readonly code: ErrorCode }): ErrorCode | undefined =>
  typeof error === 'object' && error !== null ? error.code : undefined;
