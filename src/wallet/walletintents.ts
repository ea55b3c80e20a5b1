import type { Options } from '../builder/intent.ts';
import { formatIntent, parseIntent } from '../builder/intentfile.ts';
import type { Intent } from '../builder/intents/table.ts';
import type { ChainName } from '../chain/declared.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import type { NAVAX } from '../text/amount.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatID } from '../text/id.ts';
import { type Account, ownerOn } from './account.ts';

/** Intent fields that the wallet fills in with its own address if they are omitted, by type. */
const filled = {
  AddPermissionlessValidatorTx: ['rewards'],
  AddPermissionlessDelegatorTx: ['rewards'],
  AddAutoRenewedValidatorTx: ['rewards', 'authority'],
  CreateSubnetTx: ['owner'],
} as const satisfies { readonly [T in Intent['type']]?: readonly string[] };
type Filled<T> = T extends keyof typeof filled ? (typeof filled)[T][number] : never;

/** Returns the fields of a type that the wallet fills in. */
export const filledIn = (type: unknown): readonly string[] =>
  typeof type === 'string' && Object.hasOwn(filled, type)
    ? filled[type as keyof typeof filled]
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
export type BuildOptions = Omit<Options, 'facts' | 'verifyPossession' | 'own' | 'change'>;

/** A complete intent for one transaction, with its chain and options. */
export interface Meant {
  readonly chain: ChainName;
  readonly intent: Intent;
  readonly options: BuildOptions;
}

/**
 * Completes an intent with the wallet's own addresses.
 * @throws {AvalancheError} Under `chain`: `OutOfRange`; `MissingSigner`: an import to the C-chain by a wallet without an account there.
 */
export function meantBy(
  { chain, ...intent }: WalletIntent,
  options: BuildOptions,
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
  options: BuildOptions,
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

/** The intent field that names the subnet or validator whose authority the transaction needs, by type. */
const authorized: { readonly [T in Intent['type']]?: string } = {
  CreateChainTx: 'subnetID',
  AddSubnetValidatorTx: 'subnetID',
  RemoveSubnetValidatorTx: 'subnetID',
  TransferSubnetOwnershipTx: 'subnetID',
  ConvertSubnetToL1Tx: 'subnetID',
  DisableL1ValidatorTx: 'validationID',
  SetAutoRenewedValidatorConfigTx: 'txID',
};

/** Returns what must be read from a chain besides UTXOs: the source chains of pending imports, and the authorities that are used. */
export function readFor({ intent }: Meant): {
  readonly imports?: readonly ChainName[];
  readonly authorities?: readonly string[];
} {
  if (intent.type === 'ImportTx') return { imports: [intent.from] };
  const field = authorized[intent.type];
  if (field === undefined) return {};
  const id = (intent as unknown as { readonly [key: string]: IDLike })[field]!;
  return { authorities: [formatID(idBytes(id))] };
}

/** Whether an intent spends everything (`max`), so that it must wait for the change of other calls. */
export const takesAll = ({ intent }: Meant): boolean => /"max"/.test(textOf(intent));

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );

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
