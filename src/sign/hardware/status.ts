import { AvalancheError } from '../../errors/error.ts';

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
export const reasonOf = (status: number): 'tooLong' | 'notDisplayable' | undefined =>
  status === 0x6983
    ? 'tooLong'
    : status === 0x6984 || status === 0x6a80
      ? 'notDisplayable'
      : undefined;

/**
 * The error of a device's status: `Declined` if the user declined, else `SignerFailed`. Context has `status`, if there is one.
 */
export function statusError(status: unknown): AvalancheError {
  if (typeof status !== 'number')
    return new AvalancheError('SignerFailed', 'no connection to the device');
  const text = `${words[status] ?? 'the device failed'} (0x${status.toString(16)})`;
  return new AvalancheError(status === 0x6986 ? 'Declined' : 'SignerFailed', text, { status });
}
