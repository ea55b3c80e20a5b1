import { sha256 } from '../../crypto/hash.ts';
import { unsignedBytes } from '../../draft/check.ts';
import type { Draft } from '../../draft/draft.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatHex } from '../../text/hex.ts';
import { addSignature, type Signer, verifySigning } from '../external.ts';
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
 * Status words of the Avalanche app and of the device, and what to do. The last is the client's own, for any other failure.
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

/** What the device says of a transaction that it cannot display; undefined for any other status. */
const reasonOf = (status: number): 'tooLong' | 'notDisplayable' | undefined =>
  status === 0x6983
    ? 'tooLong'
    : status === 0x6984 || status === 0x6a80
      ? 'notDisplayable'
      : undefined;

/**
 * The error of a device's status: `Declined` if the user declined, else `SignerFailed`. Context has `status`, if there is one.
 */
function statusError(status: unknown): AvalancheError {
  if (typeof status !== 'number')
    return new AvalancheError('SignerFailed', 'no connection to the device');
  const text = `${words[status] ?? 'the device failed'} (0x${status.toString(16)})`;
  return new AvalancheError(status === 0x6986 ? 'Declined' : 'SignerFailed', text, { status });
}

/** What the Avalanche app of a Ledger answers. */
export interface LedgerAnswer {
  /** 0x9000 if all is well. */
  readonly returnCode: number;
  /** What the app says, if it does. */
  readonly errorMessage?: string;
  /** By path suffix, `0/5`: r, s and the recovery id. */
  readonly signatures?: ReadonlyMap<string, Uint8Array> | null;
}

/**
 * The two calls of the app's client that are needed; `AvalancheApp` of `@avalabs/hw-app-avalanche` has them.
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
  /** Signs a hash, which the device cannot explain. */
  signHash(pathPrefix: string, signingPaths: string[], hash: Uint8Array): Promise<LedgerAnswer>;
}

/** Why the device would sign a hash: the transaction is too long for it, or it cannot display the transaction. */
export type BlindReason = 'tooLong' | 'notDisplayable';

/** A question before a blind signature, of which the device displays only the hash. */
export interface BlindRequest {
  /** Why the device cannot display it. */
  readonly reason: BlindReason;
  /** In words: what is too long or cannot be displayed. */
  readonly detail: string;
  /** 32 bytes: the sha256 that the device displays in hex. Whoever allows it compares them. */
  readonly digest: Uint8Array;
  /** The draft that is to be signed. */
  readonly draft: Draft;
}

/** How a device is asked. Without the callbacks it signs only what it displays, and pays nobody unseen. */
export interface LedgerOptions {
  /**
   * Decides about each blind signature before the device is asked. If omitted, or if it returns false, nothing is signed.
   * Whoever pays the signer can make a transaction too long, by many small UTXOs: the reason `tooLong` is not a reason to
   * allow it. Consolidate the UTXOs in several transactions that the device can display.
   */
  blind?(request: BlindRequest): boolean | Promise<boolean>;
  /**
   * Decides about receivers of amounts or rights that the device does not display and that are not derived from the account.
   * If omitted, or if it returns false, nothing is signed.
   */
  hidden?(receivers: readonly HiddenReceiver[]): boolean | Promise<boolean>;
  /** Bytes that the device's buffer holds; 16384 if omitted, 8192 for the old Nano S. */
  readonly maxBytes?: number;
  /** Version of the app on the device; 1.4.4 if omitted. */
  readonly app?: LedgerAppVersion;
}

/**
 * Signs on a Ledger with the Avalanche app. It is asked once, for all addresses of the account whose paths the draft has, and does
 * not display change to the account. It never signs blind, and never pays a receiver that it does not display, unless a callback
 * allows it.
 * @param app `AvalancheApp` of `@avalabs/hw-app-avalanche`, or the like.
 * @param account Whose keys sign: an `HDAccount` of `avalanche-tx/hd`.
 * @throws {AvalancheError} From `sign`. `TooLong`: its buffer cannot hold the transaction; `Unsupported`: the app cannot display
 *   it; `Refused`: it would not display a receiver, context has `findings`; `Declined`: by the user; `SignerFailed`: context has
 *   `status`; `BadSignature`: it holds other keys than the paths say; as `sign`.
 */
export function ledgerSigner(
  app: LedgerApp,
  account: LedgerAccount,
  options: LedgerOptions = {},
): Signer {
  const { owner } = account;
  const own = owner ? [{ descriptor: '', owner }] : [];
  return {
    own,
    async sign(draft, given = {}) {
      verifySigning(draft, given, own);
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
  // Before anybody else has the bytes: whoever changes what the app is given changes no digest.
  const digest = sha256(message);
  const change = suffixesOf(changeAddresses(draft, account));
  const review = ledgerScreens(draft, { account, app: version });
  const signBlind = async (obstacle: Obstacle): Promise<LedgerAnswer> => {
    const { reason, error } = obstacle;
    const asked = { reason, detail: error.detail, digest: digest.slice(), draft };
    if (!(await blind?.(asked))) throw error;
    return checked(await call(() => app.signHash(account.path, [...signing], digest.slice())));
  };
  const paths = new Set([...signing, ...change]).size;
  const length = ledgerLimits.bytesOfCount + paths * ledgerLimits.bytesOfPath + message.length;
  const known = review.unreadable !== undefined ? unreadable(review.unreadable) : undefined;
  const obstacle = known ?? (length > maxBytes ? tooLong(length, maxBytes) : undefined);
  if (obstacle) return signBlind(obstacle);
  const unseen = hiddenReceivers(review);
  if (unseen.length > 0 && !(await hidden?.(unseen))) throw refusedReceivers(unseen);
  const answer = await call(() => app.sign(account.path, [...signing], message.slice(), change));
  const reason = reasonOf(answer.returnCode);
  return reason === undefined
    ? checked(answer)
    : signBlind({ reason, error: statusError(answer.returnCode) });
}

/** What the client answered; what it threw becomes an answer or an error. */
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
