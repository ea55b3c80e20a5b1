/** Signs with a Ledger. What the device does not display could be forged, so blind signatures and hidden receivers need explicit consent. */

import { sha256 } from '../../crypto/hash.ts';
import { unsignedBytes } from '../../draft/check.ts';
import type { Draft } from '../../draft/draft.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { deepCopy } from '../../errors/frozen.ts';
import {
  aFunction,
  aNumber,
  aText,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
  wordOf,
} from '../../schema/check.ts';
import { formatHex } from '../../text/hex.ts';
import { addSignature, readyToSign, type Signer } from '../external.ts';
import { ledgerLimits } from './ledgerapp.ts';
import {
  changeAddresses,
  type LedgerAccount,
  signingAddresses,
  suffixesOf,
} from './ledgerpaths.ts';
import type { LedgerAppVersion } from './screens/layout.ts';
import { type HiddenReceiver, hiddenReceivers, ledgerScreens } from './screens.ts';

/**
 * Status words of the Avalanche app and the device, with what to do about each. The last one is the client's own, for other failures.
 * Source: ledger-avalanche-js `src/common.ts`, ledger-zxlib `include/apdu_codes.h`.
 */
const words: { readonly [status: number]: string } = {
  14: 'the device did not answer in time',
  21781: 'the device is locked: unlock it',
  25600: 'the app could not do it',
  25873: 'the app is not open: open Avalanche on the device',
  26368: 'a message of a wrong length: the app is older or newer than its client',
  26626: 'the device could not derive the key',
  27010: 'the device got nothing to sign',
  27011: 'the transaction does not fit the device’s buffer',
  27012: 'the app cannot read the transaction: update it',
  27013: 'the device was asked out of turn, or the request was declined',
  27014: 'declined on the device',
  27264: 'the app does not take such a path or message',
  27392: 'the app is older or newer than its client',
  27404: 'the device is locked: unlock it',
  27904: 'the app does not know this: update it, or open Avalanche on the device',
  28160: 'another app is open: open Avalanche on the device',
  28161: 'the app is not open: open Avalanche on the device',
  28416: 'the app failed and says no more',
  28417: 'the app could not sign',
  36865: 'the device is busy',
  65535: 'no connection to the device',
};

/** Returns the reason why the device cannot display a transaction; undefined for any other status. */
const reasonOf = (status: number): 'tooLong' | 'notDisplayable' | undefined =>
  status === 0x6983
    ? 'tooLong'
    : status === 0x6984 || status === 0x6a80
      ? 'notDisplayable'
      : undefined;

/**
 * Returns the error for a status of the device: `Declined` if the user declined, else `SignerFailed`. Context has `status`, if known.
 */
function statusError(status: unknown): AvalancheError {
  if (typeof status !== 'number')
    return new AvalancheError('SignerFailed', 'no connection to the device');
  const text = `${words[status] ?? 'the device failed'} (0x${status.toString(16)})`;
  return new AvalancheError(status === 0x6986 ? 'Declined' : 'SignerFailed', text, { status });
}

/** A response of the Ledger's Avalanche app. */
export interface LedgerAnswer {
  /** Status word; 0x9000 means success. */
  readonly returnCode: number;
  /** Error message of the app, if any. */
  readonly errorMessage?: string;
  /** Signatures by path suffix, such as `0/5`: r, s and the recovery id. */
  readonly signatures?: ReadonlyMap<string, Uint8Array> | null;
}

/**
 * The two methods that are needed of a client of the Ledger app. `AvalancheApp` of `@avalabs/hw-app-avalanche` has them.
 * Source: ledger-avalanche-js `src/index.ts`.
 */
export interface LedgerApp {
  /** Signs a transaction that the device displays. */
  sign(
    pathPrefix: string,
    signingPaths: string[],
    message: Uint8Array,
    changePaths?: string[],
  ): Promise<LedgerAnswer>;
  /** Signs a hash blindly: the device displays only the hash. */
  signHash(pathPrefix: string, signingPaths: string[], hash: Uint8Array): Promise<LedgerAnswer>;
}

/** Reason for a blind signature: the device cannot hold the transaction (`tooLong`) or cannot display it. */
export type BlindReason = 'tooLong' | 'notDisplayable';

/** A request to allow a blind signature, for which the device displays only the hash. */
export interface BlindRequest {
  /** Why the device cannot display it. */
  readonly reason: BlindReason;
  /** What is too long or cannot be displayed, as text. */
  readonly detail: string;
  /** The sha256, 32 bytes, that the device displays in hex. The user must compare the two. */
  readonly digest: Uint8Array;
  /** The draft to be signed. */
  readonly draft: Draft;
}

/** Options of `ledgerSigner`. Without the callbacks, it signs only transactions whose receivers the device displays. */
export interface LedgerOptions {
  /**
   * Decides on each blind signature before the device is asked. If omitted, or if it returns false, nothing is signed.
   * Do not allow one just because of `tooLong`: anyone can make your transactions too long by sending you many small UTXOs. Instead,
   * consolidate the UTXOs in several transactions that the device can display.
   */
  blind?(request: BlindRequest): boolean | Promise<boolean>;
  /**
   * Decides on receivers of amounts or rights that the device does not display and that are not derived from the account.
   * If omitted, or if it returns false, nothing is signed.
   */
  hidden?(receivers: readonly HiddenReceiver[]): boolean | Promise<boolean>;
  /** Size of the device's buffer in bytes; 16384 if omitted. The old Nano S has 8192. */
  readonly maxBytes?: number;
  /** Version of the app on the device; 1.4.4 if omitted. */
  readonly app?: LedgerAppVersion;
}

const appArgument = /* @__PURE__ */ objectOf(
  { sign: aFunction },
  { name: 'an AvalancheApp of @avalabs/hw-app-avalanche' },
);
const accountArgument = /* @__PURE__ */ (() =>
  objectOf(
    { path: aText, owner: optional(aFunction) },
    { name: 'an account: hdWallet(words).account(path)' },
  ))();
const ledgerOptions = /* @__PURE__ */ (() =>
  optionsOf({
    blind: optional(aFunction),
    hidden: optional(aFunction),
    maxBytes: optional(aNumber),
    app: optional(wordOf('1.4.4', '1.4.20')),
  }))();

/**
 * Creates a signer for a Ledger with the Avalanche app. The device is asked once, for all addresses of the account that the draft has
 * paths of, and does not display change to the account. Blind signatures and receivers that the device does not display are refused
 * unless a callback allows them.
 * @param app `AvalancheApp` of `@avalabs/hw-app-avalanche`, or a compatible client.
 * @param account The account that signs: an `HDAccount` of `avalanche-tx/hd`.
 * @throws {AvalancheError} From `sign`. `TooLong`: the transaction does not fit into the device's buffer; `Unsupported`: the app cannot
 *   display it; `Refused`: the device would not display a receiver, context has `findings`; `Declined`: the user declined;
 *   `SignerFailed`: the device failed, context has `status`; `BadSignature`: the device has other keys at the paths; as `sign`.
 */
export function ledgerSigner(
  app: LedgerApp,
  account: LedgerAccount,
  options: LedgerOptions = {},
): Signer {
  checkArgument(app, appArgument, 'app');
  checkArgument(account, accountArgument, 'account');
  checkArgument(options, ledgerOptions, 'options');
  const { owner } = account;
  const own = owner ? [{ descriptor: '', owner }] : [];
  return {
    own,
    byPath: true,
    async sign(given, signOptions = {}) {
      const draft = readyToSign(given, signOptions, own);
      const signing = suffixesOf(signingAddresses(draft, account));
      if (signing.length === 0) return draft;
      const { signatures } = await ask(app, account, draft, signing, options);
      if (typeof signatures?.get !== 'function')
        throw new AvalancheError('SignerFailed', 'the device returned no signatures');
      const digest = sha256(unsignedBytes(draft));
      return signing.reduce(
        (signed, suffix) =>
          within(['device', `${account.path}/${suffix}`], () => {
            const signature = signatures.get(suffix);
            if (signature)
              return addSignature(signed, { digest, signature: Uint8Array.from(signature) });
            throw new AvalancheError('SignerFailed', 'the device returned no signature');
          }),
        draft,
      );
    },
  };
}

/** Why a transaction cannot be displayed, and the error if it is not signed blind. */
interface Obstacle {
  readonly reason: BlindReason;
  readonly error: AvalancheError;
}

async function ask(
  app: LedgerApp,
  account: LedgerAccount,
  draft: Draft,
  signing: string[],
  { blind, hidden, maxBytes = ledgerLimits.maxBytes, app: version = '1.4.4' }: LedgerOptions,
): Promise<LedgerAnswer> {
  const message = unsignedBytes(draft);
  // The digest is computed before other code has the bytes, so that changing what the app gets does not change it.
  const digest = sha256(message);
  const change = suffixesOf(changeAddresses(draft, account));
  const review = ledgerScreens(draft, { account, app: version });
  const signBlind = async (obstacle: Obstacle): Promise<LedgerAnswer> => {
    const { reason, error } = obstacle;
    const asked = { reason, detail: error.detail, digest: digest.slice(), draft: deepCopy(draft) };
    if (!(await blind?.(asked))) throw error;
    return checked(await call(() => app.signHash(account.path, [...signing], digest.slice())));
  };
  const paths = new Set([...signing, ...change]).size;
  const length = ledgerLimits.bytesOfCount + paths * ledgerLimits.bytesOfPath + message.length;
  const known = review.unreadable !== undefined ? unreadable(review.unreadable) : undefined;
  const obstacle = known ?? (length > maxBytes ? tooLong(length, maxBytes) : undefined);
  if (obstacle) return signBlind(obstacle);
  const unseen = hiddenReceivers(review);
  if (unseen.length > 0 && !(await hidden?.(deepCopy(unseen)))) throw refusedReceivers(unseen);
  const answer = await call(() => app.sign(account.path, [...signing], message.slice(), change));
  const reason = reasonOf(answer.returnCode);
  return reason === undefined
    ? checked(answer)
    : signBlind({ reason, error: statusError(answer.returnCode) });
}

/** Returns the client's response; an exception of the client becomes a response or an error. */
async function call(ask: () => Promise<LedgerAnswer>): Promise<LedgerAnswer> {
  let answer: LedgerAnswer;
  try {
    answer = await ask();
  } catch (e) {
    const status = (e as { readonly statusCode?: unknown } | null)?.statusCode;
    if (typeof status === 'number') return { returnCode: status };
    throw statusError(undefined);
  }
  if (typeof answer?.returnCode !== 'number') throw statusError(undefined);
  return answer;
}

function checked(answer: LedgerAnswer): LedgerAnswer {
  if (answer.returnCode !== 0x9000) throw statusError(answer.returnCode);
  return answer;
}

const unreadable = (what: string): Obstacle => ({
  reason: 'notDisplayable',
  error: new AvalancheError(
    'Unsupported',
    `the Avalanche app of the device cannot display it: ${what}`,
  ),
});

const tooLong = (length: number, max: number): Obstacle => ({
  reason: 'tooLong',
  error: new AvalancheError(
    'TooLong',
    `the transaction and its paths have ${length} bytes, the device holds ${max}: consolidate UTXOs first`,
    { length, max },
  ),
});

function refusedReceivers(receivers: readonly HiddenReceiver[]): AvalancheError {
  const findings = receivers.map(({ path, receiver: { addresses, threshold } }) => ({
    code: 'HiddenReceiver',
    path: `unsignedTx.${path}`,
    detail: `${threshold} of ${addresses.map(formatHex).join(', ')}`,
  }));
  const [{ path, detail }] = findings as [(typeof findings)[number]];
  const more = findings.length > 1 ? `, and ${findings.length - 1} more receivers` : '';
  return new AvalancheError(
    'Refused',
    `the device does not display the receiver at ${path}: ${detail}${more}`,
    { findings },
  );
}
