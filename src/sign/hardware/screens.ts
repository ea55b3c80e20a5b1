import type { Draft } from '../../draft/draft.ts';
import { allReceivers, type HiddenField, hiddenIn } from './hidden.ts';
import { layoutOf, unreadable } from './ledgerapp.ts';
import {
  changeAddresses,
  isOwnOwner,
  type LedgerAccount,
  signingAddresses,
} from './ledgerpaths.ts';
import type { LedgerAppVersion, LedgerScreen, Reader } from './screens/layout.ts';

/** A receiver that the device does not display. */
export type HiddenReceiver = HiddenField & Required<Pick<HiddenField, 'receiver'>>;

/** What a Ledger displays of a draft, and what it does not. */
export interface LedgerScreens {
  /** In the device's order; empty if the app cannot display the transaction. */
  readonly screens: readonly LedgerScreen[];
  /** What is not displayed, or displayed differently. If the app cannot display the transaction: all receivers. */
  readonly hidden: readonly HiddenField[];
  /** What the app cannot display, in words: the device then shows a hash only. Absent if it can. */
  readonly unreadable?: string;
}

/** What the screens of a device depend on besides the draft. */
export interface LedgerScreensOptions {
  /** Whose keys the device has: outputs to a single address that signs or gets change are then not displayed. */
  readonly account?: LedgerAccount;
  /** Version of the app; 1.4.4 if omitted. */
  readonly app?: LedgerAppVersion;
  /** Whether the app is in expert mode; false if omitted. */
  readonly expert?: boolean;
}

/**
 * Lists the screens of the Avalanche app of a Ledger for a draft, and everything that the device does not display or displays
 * differently: outputs, other assets that it calls AVAX, thresholds and locks of owners, ids as hex. Nothing is checked.
 * @param options.account As given to `ledgerSigner`, with `owner`: without it, no receiver counts as the signer's own.
 * Source: ledger-avalanche 1.4.4; the screens agree with those of its tests.
 */
export function ledgerScreens(
  draft: Draft,
  { account, app = '1.4.4', expert = false }: LedgerScreensOptions = {},
): LedgerScreens {
  const { unsignedTx, network } = draft;
  const own = account
    ? [...signingAddresses(draft, account), ...changeAddresses(draft, account)]
    : [];
  const reader: Reader = { network, own: own.map(({ address }) => address), expert };
  const layout = layoutOf(unsignedTx, app);
  const screens = layout?.screens(unsignedTx, reader);
  const why = unreadable(draft, screens);
  const isOwn = (owner: Parameters<typeof isOwnOwner>[2]) => isOwnOwner(draft, account, owner);
  if (!layout || !screens || why !== undefined)
    return {
      screens: [],
      hidden: allReceivers(unsignedTx, isOwn),
      unreadable: why ?? unsignedTx.type,
    };
  const { avaxAssetID } = network;
  return { screens, hidden: hiddenIn(unsignedTx, layout.fields, screens, { avaxAssetID, isOwn }) };
}

/** The receivers that the device does not display and that are not derived from the account. */
export function hiddenReceivers({
  hidden,
}: Pick<LedgerScreens, 'hidden'>): readonly HiddenReceiver[] {
  return hidden.filter((of): of is HiddenReceiver => of.receiver !== undefined && !of.receiver.own);
}
