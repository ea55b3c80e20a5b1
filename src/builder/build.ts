import type { Draft, DraftOf } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { objectGiven } from '../schema/schema.ts';
import type { State } from '../state/state.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { buildCreateAssetTx, buildOperationTx } from './assets.ts';
import { buildImportTx } from './import.ts';
import type { Options } from './intent.ts';
import type { Intent } from './intents/table.ts';
import {
  buildConvertSubnetToL1Tx,
  buildDisableL1ValidatorTx,
  buildIncreaseL1ValidatorBalanceTx,
  buildRegisterL1ValidatorTx,
  buildSetL1ValidatorWeightTx,
} from './l1.ts';
import {
  buildAddAutoRenewedValidatorTx,
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
  buildSetAutoRenewedValidatorConfigTx,
} from './staking.ts';
import {
  buildAddSubnetValidatorTx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildRemoveSubnetValidatorTx,
  buildTransferSubnetOwnershipTx,
} from './subnets.ts';
import { buildBaseTx, buildExportTx } from './transfers.ts';

/** Builders by transaction type. Their intents are declared in `intents/table.ts`. */
export const builders = {
  BaseTx: buildBaseTx,
  ImportTx: buildImportTx,
  ExportTx: buildExportTx,
  CreateAssetTx: buildCreateAssetTx,
  OperationTx: buildOperationTx,
  CreateSubnetTx: buildCreateSubnetTx,
  CreateChainTx: buildCreateChainTx,
  AddSubnetValidatorTx: buildAddSubnetValidatorTx,
  RemoveSubnetValidatorTx: buildRemoveSubnetValidatorTx,
  TransferSubnetOwnershipTx: buildTransferSubnetOwnershipTx,
  AddPermissionlessValidatorTx: buildAddPermissionlessValidatorTx,
  AddPermissionlessDelegatorTx: buildAddPermissionlessDelegatorTx,
  AddAutoRenewedValidatorTx: buildAddAutoRenewedValidatorTx,
  SetAutoRenewedValidatorConfigTx: buildSetAutoRenewedValidatorConfigTx,
  ConvertSubnetToL1Tx: buildConvertSubnetToL1Tx,
  RegisterL1ValidatorTx: buildRegisterL1ValidatorTx,
  SetL1ValidatorWeightTx: buildSetL1ValidatorWeightTx,
  IncreaseL1ValidatorBalanceTx: buildIncreaseL1ValidatorBalanceTx,
  DisableL1ValidatorTx: buildDisableL1ValidatorTx,
} satisfies { readonly [T in Intent['type']]: unknown };

type NameIn<T> = T extends `${string}.${infer N}` ? N : never;

/** Transaction types that can be read but not built, with the reason. */
export const unbuilt: {
  readonly [N in Exclude<NameIn<AnyUnsignedTx['type']>, Intent['type']>]: string;
} = {
  AddValidatorTx: 'refused since Durango: AddPermissionlessValidatorTx does it',
  AddDelegatorTx: 'refused since Durango: AddPermissionlessDelegatorTx does it',
  TransformSubnetTx: 'refused since Etna: ConvertSubnetToL1Tx makes an L1',
  AdvanceTimeTx: 'only nodes make it',
  RewardValidatorTx: 'only nodes make it',
  RewardAutoRenewedValidatorTx: 'only nodes make it',
};

/**
 * Builds a draft for an intent of any type. To build several drafts that spend different UTXOs, apply each draft to the state before the
 * next build: `applyTxs(state, draft)`.
 * @throws {AvalancheError} `Unsupported`: a type that cannot be built, with the reason; as the builder of the type.
 */
export function build<S extends State, I extends Intent>(
  state: S,
  intent: I,
  options?: Options,
): DraftOf<S['chain'], `${string}.${I['type']}`>;
export function build(state: State, intent: Intent, options: Options = {}): Draft {
  objectGiven(intent, 'an intent');
  const { type, ...rest } = intent;
  if (type === undefined)
    throw new AvalancheError(
      'BadArgument',
      'is missing: the type of a transaction, such as BaseTx',
    ).at('type');
  if (Object.hasOwn(builders, type)) {
    const builder = builders[type] as (s: State, i: object, o: Options) => Draft;
    return builder(state, rest, options);
  }
  const why = Object.hasOwn(unbuilt, type)
    ? unbuilt[type as keyof typeof unbuilt]
    : `none of ${Object.keys(builders).join(', ')}`;
  throw new AvalancheError('Unsupported', `${named(type)} cannot be built: ${why}`).at('type');
}
