/** Predicts what a Ledger displays for a draft, to show users what to compare and to find what the device hides. */

import type { Draft } from '../../draft/draft.ts';
import { withReading } from '../../draft/reading.ts';
import { formatPath, type Path } from '../../errors/error.ts';
import {
  aBoolean,
  aListOf,
  anObject,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
  wordOf,
} from '../../schema/check.ts';
import { equalBytes } from '../../text/bytes.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import { layoutOf, unreadable } from './ledgerapp.ts';
import {
  changeAddresses,
  isOwnOwner,
  type LedgerAccount,
  signingAddresses,
} from './ledgerpaths.ts';
import { entries, type Owner, ownersIn } from './owners.ts';
import {
  type LedgerAppVersion,
  type LedgerScreen,
  type ScreenReader,
  saidBy,
} from './screens/layout.ts';

/** A field of a transaction that the device does not display, or displays differently from this library. */
export interface HiddenField {
  /** Path in the transaction, such as `outputs[1]`; paths in a warp message start with `message.`. */
  readonly path: string;
  /** How the device displays it; omitted if it does not display it at all. */
  readonly as?: string;
  /** The receiver, if the field gives somebody an amount or a right. */
  readonly receiver?: {
    /** 20 bytes each. */
    readonly addresses: readonly Uint8Array[];
    /** Signatures needed. */
    readonly threshold: number;
    /** Unix seconds; 0 if the owner is not locked. */
    readonly locktime: bigint;
    /** Whether the receiver is derived from the given account. */
    readonly own: boolean;
  };
}

type Shown = ReadonlySet<string | undefined>;

/**
 * Lists all fields of a transaction that have no screen, or one that differs.
 * @param displays What the app does with each field: the `fields` of the transaction's layout.
 * @param isOwn Whether an owner is the signer's.
 */
function hiddenIn(
  tx: AnyUnsignedTx,
  displays: object,
  screens: readonly LedgerScreen[],
  { avaxAssetID, isOwn }: { readonly avaxAssetID: Uint8Array; isOwn(owner: Owner): boolean },
): readonly HiddenField[] {
  const shown: Shown = new Set(screens.map(({ path }) => path));
  return [
    ...hiddenFields(tx, displays, [], shown),
    ...ownersIn(tx, []).flatMap(({ path, owner }) => hiddenOwner(path, owner, shown, isOwn)),
    ...otherAssets(tx, [], shown, avaxAssetID),
  ];
}

/** Returns every owner in a transaction, as receivers that the device does not display. */
const allReceivers = (
  tx: AnyUnsignedTx,
  isOwn: (owner: Owner) => boolean,
): readonly HiddenField[] =>
  ownersIn(tx, []).flatMap(({ path, owner }) => hiddenOwner(path, owner, new Set(), isOwn));

function hiddenFields(
  value: unknown,
  displays: object,
  path: Path,
  shown: Shown,
): readonly HiddenField[] {
  return entries(value as object).flatMap(([key, of]) => {
    const display = (displays as { readonly [key: string]: unknown })[key];
    return hiddenField(of, display, [...path, key], shown);
  });
}

function hiddenField(
  value: unknown,
  display: unknown,
  path: Path,
  shown: Shown,
): readonly HiddenField[] {
  const at = formatPath(path);
  if (isEmpty(value)) return [];
  if (display === 'hidden' || (display === 'expert' && !shown.has(at))) return [{ path: at }];
  if (typeof display !== 'object' || display === null) return [];
  if ('as' in display) return [{ path: at, as: display.as as string }];
  if ('of' in display) return hiddenFields(value, display.of as object, path, shown);
  if ('says' in display)
    return hiddenFields(saidBy(value as Uint8Array) ?? {}, display.says as object, path, shown);
  const { each } = display as { readonly each: object };
  return (value as readonly unknown[]).flatMap((of, i) =>
    hiddenFields(of, each, [...path, i], shown),
  );
}

/** Whether a value is empty, so that nothing is hidden if it has no screen. */
const isEmpty = (value: unknown): boolean =>
  value instanceof Uint8Array || Array.isArray(value) || typeof value === 'string'
    ? value.length === 0
    : typeof value === 'object' && value !== null && entries(value).length === 0;

function hiddenOwner(
  path: Path,
  { addresses, threshold, locktime }: Owner,
  shown: Shown,
  isOwn: (owner: Owner) => boolean,
): readonly HiddenField[] {
  const has = (...rest: Path): boolean => shown.has(formatPath([...path, ...rest]));
  if (addresses.length === 0) return [];
  const owner = { addresses, threshold, locktime };
  if (!addresses.every((_, i) => has('addresses', i)))
    return [{ path: formatPath(path), receiver: { ...owner, own: isOwn(owner) } }];
  return [
    ...(locktime > 0n ? [{ path: formatPath([...path, 'locktime']) }] : []),
    ...(addresses.length > 1 || threshold !== 1
      ? [{ path: formatPath([...path, 'threshold']) }]
      : []),
  ];
}

/** Lists amounts of assets other than AVAX, since the device displays every asset as AVAX. */
function otherAssets(
  value: unknown,
  path: Path,
  shown: Shown,
  avaxAssetID: Uint8Array,
): readonly HiddenField[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if (Array.isArray(value))
    return value.flatMap((of, i) => otherAssets(of, [...path, i], shown, avaxAssetID));
  const { assetID, output } = value as {
    readonly assetID?: Uint8Array;
    readonly output?: { readonly output?: unknown };
  };
  if (!assetID || !output)
    return entries(value).flatMap(([key, of]) =>
      otherAssets(of, [...path, key], shown, avaxAssetID),
    );
  const amount = [...path, 'output', ...(output.output ? ['output'] : []), 'amount'];
  return shown.has(formatPath(amount)) && !equalBytes(assetID, avaxAssetID)
    ? [{ path: formatPath([...path, 'assetID']), as: 'As AVAX, with 9 decimals.' }]
    : [];
}

/** A receiver that the device does not display. */
export type HiddenReceiver = HiddenField & Required<Pick<HiddenField, 'receiver'>>;

/** The screens of a Ledger for a draft, and what they do not display. */
export interface LedgerScreens {
  /** The screens in the device's order; empty if the app cannot display the transaction. */
  readonly screens: readonly LedgerScreen[];
  /** Fields that are not displayed, or displayed differently. If the app cannot display the transaction: all receivers. */
  readonly hidden: readonly HiddenField[];
  /** Why the app cannot display the transaction, so that the device shows only a hash. Omitted if it can. */
  readonly unreadable?: string;
}

/** What the app knows besides the transaction: the account and its own version. */
export interface LedgerScreensOptions {
  /** The device's account. Outputs to a single address of it that signs or receives change are not displayed. */
  readonly account?: LedgerAccount;
  /** Version of the app; 1.4.4 if omitted. */
  readonly app?: LedgerAppVersion;
  /** Whether the app is in expert mode; false if omitted. */
  readonly expert?: boolean;
}

const screensOptions = /* @__PURE__ */ (() =>
  optionsOf({
    account: optional(anObject),
    app: optional(wordOf('1.4.4', '1.4.20')),
    expert: optional(aBoolean),
  }))();

/**
 * Lists the screens of the Avalanche app of a Ledger for a draft, and everything that the device does not display or displays
 * differently: outputs, other assets that it calls AVAX, thresholds and locks of owners, ids as hex. Nothing is checked.
 * @param options.account As given to `ledgerSigner`, with `owner`: without it, no receiver counts as the signer's own.
 * Source: ledger-avalanche 1.4.4; the screens agree with those of its tests.
 */
export function ledgerScreens(draft: Draft, options: LedgerScreensOptions = {}): LedgerScreens {
  checkArgument(options, screensOptions, 'options');
  return withReading(['draft'], draft, (reading) => screensOf(reading.draft, options));
}

function screensOf(
  draft: Draft,
  { account, app = '1.4.4', expert = false }: LedgerScreensOptions,
): LedgerScreens {
  const { unsignedTx, network } = draft;
  const own = account
    ? [...signingAddresses(draft, account), ...changeAddresses(draft, account)]
    : [];
  const reader: ScreenReader = { network, own: own.map(({ address }) => address), expert };
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

const hiddenArgument = /* @__PURE__ */ (() =>
  objectOf({ hidden: aListOf(anObject) }, { name: 'what ledgerScreens() returns' }))();

/** The receivers that the device does not display and that are not derived from the account. */
export function hiddenReceivers(screens: Pick<LedgerScreens, 'hidden'>): readonly HiddenReceiver[] {
  checkArgument(screens, hiddenArgument, 'screens');
  return screens.hidden.filter(
    (of): of is HiddenReceiver => of.receiver !== undefined && !of.receiver.own,
  );
}
