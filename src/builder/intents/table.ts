/** The declarations of all intents, by the type of the transaction that they build. */
import { type ChainName, chainArgument } from '../../chain/declared.ts';
import { AvalancheError } from '../../errors/error.ts';
import { checkArgument } from '../../schema/check.ts';
import type { Schema, Value } from '../../schema/schema.ts';
import { CreateAssetIntent, OperationIntent } from './assets.ts';
import {
  ConvertSubnetToL1Intent,
  DisableL1ValidatorIntent,
  IncreaseL1ValidatorBalanceIntent,
  RegisterL1ValidatorIntent,
  SetL1ValidatorWeightIntent,
} from './l1.ts';
import {
  AddAutoRenewedValidatorIntent,
  AddPermissionlessDelegatorIntent,
  AddPermissionlessValidatorIntent,
  SetAutoRenewedValidatorConfigIntent,
} from './staking.ts';
import {
  AddSubnetValidatorIntent,
  CreateChainIntent,
  CreateSubnetIntent,
  RemoveSubnetValidatorIntent,
  TransferSubnetOwnershipIntent,
} from './subnets.ts';
import { BaseIntent, CImportIntent, ExportIntent, ImportIntent } from './transfers.ts';

/** Returns a declaration typed by its named interface, which editors then show in place of its fields. */
const typed = <I>(schema: Schema<I>): Schema<I> => schema;

/** The intents of the X-chain and P-chain. */
export const intents = /* @__PURE__ */ (() => ({
  BaseTx: typed<BaseIntent>(BaseIntent),
  ImportTx: typed<ImportIntent>(ImportIntent),
  ExportTx: typed<ExportIntent>(ExportIntent),
  CreateAssetTx: typed<CreateAssetIntent>(CreateAssetIntent),
  OperationTx: typed<OperationIntent>(OperationIntent),
  CreateSubnetTx: typed<CreateSubnetIntent>(CreateSubnetIntent),
  CreateChainTx: typed<CreateChainIntent>(CreateChainIntent),
  AddSubnetValidatorTx: typed<AddSubnetValidatorIntent>(AddSubnetValidatorIntent),
  RemoveSubnetValidatorTx: typed<RemoveSubnetValidatorIntent>(RemoveSubnetValidatorIntent),
  TransferSubnetOwnershipTx: typed<TransferSubnetOwnershipIntent>(TransferSubnetOwnershipIntent),
  AddPermissionlessValidatorTx: typed<AddPermissionlessValidatorIntent>(
    AddPermissionlessValidatorIntent,
  ),
  AddPermissionlessDelegatorTx: typed<AddPermissionlessDelegatorIntent>(
    AddPermissionlessDelegatorIntent,
  ),
  AddAutoRenewedValidatorTx: typed<AddAutoRenewedValidatorIntent>(AddAutoRenewedValidatorIntent),
  SetAutoRenewedValidatorConfigTx: typed<SetAutoRenewedValidatorConfigIntent>(
    SetAutoRenewedValidatorConfigIntent,
  ),
  ConvertSubnetToL1Tx: typed<ConvertSubnetToL1Intent>(ConvertSubnetToL1Intent),
  RegisterL1ValidatorTx: typed<RegisterL1ValidatorIntent>(RegisterL1ValidatorIntent),
  SetL1ValidatorWeightTx: typed<SetL1ValidatorWeightIntent>(SetL1ValidatorWeightIntent),
  IncreaseL1ValidatorBalanceTx: typed<IncreaseL1ValidatorBalanceIntent>(
    IncreaseL1ValidatorBalanceIntent,
  ),
  DisableL1ValidatorTx: typed<DisableL1ValidatorIntent>(DisableL1ValidatorIntent),
}))();

/** Intents with other fields on the C-chain, where accounts are the receivers. */
const ofC: { readonly ImportTx: Schema<CImportIntent> } = { ImportTx: CImportIntent };

type Declarations = typeof intents;
/** The transaction type that an intent builds. */
export type IntentType = keyof Declarations;

/** An intent: plain data that describes what a transaction should do. Its type is that of the transaction; only a wallet needs the chain. */
export type Intent = {
  readonly [T in IntentType]: {
    readonly type: T;
    readonly chain?: ChainName;
  } & (T extends keyof typeof ofC
    ? Value<Declarations[T]> | Value<(typeof ofC)[T]>
    : Value<Declarations[T]>);
}[IntentType];

/**
 * Checks the chain that an intent may name.
 * @param chain The chain that it is for, if that is known.
 * @throws {AvalancheError} `BadArgument`: no chain; `WrongChain`.
 */
export function verifyChain(found: unknown, chain?: ChainName): void {
  if (found === undefined) return;
  const have = checkArgument<ChainName>(found as ChainName, chainArgument, 'chain');
  if (chain === undefined || have === chain) return;
  throw new AvalancheError('WrongChain', `the intent is for ${have}, and is used for ${chain}`, {
    have,
    need: chain,
  }).at('chain');
}

/** Returns the declaration of an intent on a chain; undefined for a type that cannot be built. */
export function declarationOf(type: unknown, chain: ChainName): Schema<unknown> | undefined {
  const table: { readonly [type: string]: Schema<unknown> } =
    chain === 'C' ? { ...intents, ...ofC } : intents;
  return typeof type === 'string' && Object.hasOwn(table, type) ? table[type] : undefined;
}
