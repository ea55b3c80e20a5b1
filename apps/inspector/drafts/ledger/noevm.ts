/**
 * In the place of Ledger's kits for Ethereum, which the client of the Avalanche app imports for methods that are not used here: they
 * are twenty times as large as the client. `scripts/apps.ts` puts it there.
 */
export function SignerEthBuilder(): never {
  throw new Error('the Ethereum methods of the Ledger client are not part of this page');
}

export const DeviceActionStatus = {};
