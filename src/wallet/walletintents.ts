import { authorityIDOf } from '../builder/authority.ts';
import type { BuildOptions } from '../builder/intent.ts';
import { formatIntent, parseIntent } from '../builder/intentfile.ts';
import { declarationOf, type Intent } from '../builder/intents/table.ts';
import type { ChainName } from '../chain/declared.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { hasWord } from '../schema/collection.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { NAVAX } from '../text/amount.ts';
import { type Account, ownerOn } from './account.ts';

/** The required fields of an intent that accept an owner. */
type OwnerFields<I> = {
  [K in keyof I]-?: undefined extends I[K]
    ? never
    : I[K] extends Owner | Address | readonly (Owner | Address)[]
      ? Owner extends I[K]
        ? K
        : never
      : never;
}[keyof I];
type IntentOf<T> = Extract<Intent, { readonly type: T }>;

/**
 * For each required owner of an intent, whether it is the wallet if it is omitted. The compiler asks about each such field of a new
 * type. A new owner of a subnet must be named.
 */
const filled = {
  AddPermissionlessValidatorTx: { rewards: true },
  AddPermissionlessDelegatorTx: { rewards: true },
  AddAutoRenewedValidatorTx: { rewards: true, authority: true },
  CreateSubnetTx: { owner: true },
  TransferSubnetOwnershipTx: { owner: false },
} as const satisfies {
  readonly [T in Intent['type'] as OwnerFields<IntentOf<T>> extends never ? never : T]: {
    readonly [K in OwnerFields<IntentOf<T>>]: boolean;
  };
};
type Filled<T> = T extends keyof typeof filled
  ? {
      [K in keyof (typeof filled)[T]]: (typeof filled)[T][K] extends true ? K : never;
    }[keyof (typeof filled)[T]]
  : never;

/** Returns the fields of a type that the wallet fills in with its own address if they are omitted. */
export const filledIn = (type: unknown): readonly string[] =>
  typeof type === 'string' && Object.hasOwn(filled, type)
    ? Object.entries(filled[type as keyof typeof filled]).flatMap(([field, isFilled]) =>
        isFilled ? [field] : [],
      )
    : [];

type Opened<I extends Intent> = I extends unknown
  ? Omit<I, Filled<I['type']>> & Partial<Pick<I, Filled<I['type']> & keyof I>>
  : never;

/**
 * An intent of a builder, with its chain. If reward owners, authorities or the owner of a new subnet are omitted, they are the wallet.
 */
export type WalletIntent = Opened<Intent> & {
  /** The chain of the transaction. */
  readonly chain: ChainName;
};

/** Builder options for the transactions of a call: those that a record can store. */
export interface WalletBuildOptions
  extends Omit<BuildOptions, 'facts' | 'verifyPossession' | 'own' | 'change'> {}

/** A complete intent for one transaction, with its chain and options. */
export interface Meant {
  readonly chain: ChainName;
  readonly intent: Intent;
  readonly options: WalletBuildOptions;
}

/**
 * Completes an intent with the wallet's own addresses.
 * @throws {AvalancheError} Under `chain`: `OutOfRange`; `MissingSigner`: an import to the C-chain by a wallet without an account there.
 */
export function meantBy(
  { chain, ...intent }: WalletIntent,
  options: WalletBuildOptions,
  account: Account,
  network: Network,
): Meant {
  if (!['P', 'X', 'C'].includes(chain))
    throw new AvalancheError('OutOfRange', 'must be P, X or C').at('chain');
  const given = intent as { readonly type: string; readonly [key: string]: unknown };
  const own = Object.fromEntries(
    filledIn(given.type)
      .filter((field) => given[field] === undefined)
      .map((field) => [field, ownerOn(account.receive, chain, network)]),
  );
  const isToC = chain === 'C' && given.type === 'ImportTx' && given.to === undefined;
  const to = isToC ? { to: accountIn(account) } : {};
  return { chain, intent: { ...given, ...own, ...to } as unknown as Intent, options };
}

/** Returns the C-chain account that receives an import. */
function accountIn({ accounts: [first] }: Account): `0x${string}` {
  if (first) return first;
  throw new AvalancheError(
    'MissingSigner',
    'the wallet has no account of the C-chain: name one with the option addresses',
  ).at('to');
}

/** Returns the two intents of a move: an export to the wallet itself, and the import of what it exported. */
export function meantByMove(
  { from, to, amount }: { from: ChainName; to: ChainName; amount: NAVAX | 'max' },
  options: WalletBuildOptions,
  account: Account,
  network: Network,
): readonly Meant[] {
  const outputs = [{ to: ownerOn(account.receive, to, network), amount }];
  const { maxFee, priceMargin } = options;
  const imported = {
    ...(maxFee !== undefined && { maxFee }),
    ...(priceMargin !== undefined && { priceMargin }),
  };
  return [
    meantBy({ chain: from, type: 'ExportTx', to, outputs }, options, account, network),
    meantBy({ chain: to, type: 'ImportTx', from }, imported, account, network),
  ];
}

/** Returns what must be read from a chain besides UTXOs: the source chains of pending imports, and the authorities that are used. */
export function readFor({ intent }: Meant): {
  readonly imports?: readonly ChainName[];
  readonly authorities?: readonly string[];
} {
  if (intent.type === 'ImportTx') return { imports: [intent.from] };
  const authority = authorityIDOf(intent);
  return authority === undefined ? {} : { authorities: [authority] };
}

/** Tests whether an intent spends everything, with an amount of `max`, so that it must wait for the change of other calls. */
export function takesAll({ chain, intent: { type, ...fields } }: Meant): boolean {
  const declaration = declarationOf(type, chain);
  return declaration !== undefined && hasWord(declaration, fields, 'max');
}

/** Writes the intent as a record stores it. */
export const formatMeant = ({ chain, intent, options }: Meant): string =>
  formatIntent({ intent, options }, chain);

/**
 * Reads the intent that `formatMeant` wrote.
 * @throws {AvalancheError} As `parseIntent`.
 */
export function parseMeant(chain: ChainName, text: string): Meant {
  const { intent, options } = parseIntent(text, chain);
  return { chain, intent, options };
}
