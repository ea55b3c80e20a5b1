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

/** Fields of the intents that the wallet fills in with its own address if they are left out, by type. */
const filled = {
  AddPermissionlessValidatorTx: ['rewards'],
  AddPermissionlessDelegatorTx: ['rewards'],
  AddAutoRenewedValidatorTx: ['rewards', 'authority'],
  CreateSubnetTx: ['owner'],
} as const satisfies { readonly [T in Intent['type']]?: readonly string[] };
type Filled<T> = T extends keyof typeof filled ? (typeof filled)[T][number] : never;

type Opened<I extends Intent> = I extends unknown
  ? Omit<I, Filled<I['type']>> & Partial<Pick<I, Filled<I['type']> & keyof I>>
  : never;

/**
 * What is meant, and on which chain: an intent of a builder. Who gets rewards, and who may change what is made, is the wallet itself if the
 * intent does not say it.
 */
export type WalletIntent = Opened<Intent> & {
  /** The chain of the transaction. */
  readonly chain: ChainName;
};

/** How the transactions of a call are built: the options of builders that a record can keep. */
export type BuildOptions = Omit<Options, 'facts' | 'verifyPossession' | 'own' | 'change'>;

/** One transaction that is meant: the intent with nothing left open. */
export interface Meant {
  readonly chain: ChainName;
  readonly intent: Intent;
  readonly options: BuildOptions;
}

/**
 * Fills in what an intent leaves open.
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
  const open = Object.hasOwn(filled, given.type) ? filled[given.type as keyof typeof filled] : [];
  const own = Object.fromEntries(
    open
      .filter((field) => given[field] === undefined)
      .map((field) => [field, ownerOn(account.receive, chain, network)]),
  );
  const isToC = chain === 'C' && given.type === 'ImportTx' && given.to === undefined;
  const to = isToC ? { to: accountIn(account) } : {};
  return { chain, intent: { ...given, ...own, ...to } as unknown as Intent, options };
}

/** The account of the C-chain that receives. */
function accountIn({ accounts: [first] }: Account): `0x${string}` {
  if (first) return first;
  throw new AvalancheError(
    'MissingSigner',
    'the wallet has no account of the C-chain: name one with the option addresses',
  ).at('to');
}

/** The two transactions of a move: an export to oneself, and the import of all that waits. */
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

/** Whose authority a transaction uses, by the field of the intent that names it. */
const authorized: { readonly [T in Intent['type']]?: string } = {
  CreateChainTx: 'subnetID',
  AddSubnetValidatorTx: 'subnetID',
  RemoveSubnetValidatorTx: 'subnetID',
  TransferSubnetOwnershipTx: 'subnetID',
  ConvertSubnetToL1Tx: 'subnetID',
  DisableL1ValidatorTx: 'validationID',
  SetAutoRenewedValidatorConfigTx: 'txID',
};

/** What has to be read of a chain besides the UTXOs: where pending imports come from, and whose authority is used. */
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

/** Whether it takes all that there is: what others are about to return counts as well. */
export const takesAll = ({ intent }: Meant): boolean => /"max"/.test(textOf(intent));

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );

/** As a record keeps it. */
export const formatMeant = ({ chain, intent, options }: Meant): string =>
  formatIntent({ intent, options }, chain);

/** @throws {AvalancheError} As `parseIntent`. */
export function parseMeant(chain: ChainName, text: string): Meant {
  const { intent, options } = parseIntent(text, chain);
  return { chain, intent, options };
}
