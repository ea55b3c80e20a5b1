import type { Input } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx } from '../chain/pchain/index.ts';
import type { OpenSlot } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { authorityOwner, type Owner } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatID } from '../text/id.ts';
import { signerTest } from './coins.ts';
import { type BuildOptions, checkOptions } from './intent.ts';
import type { Intent, IntentType } from './intents/table.ts';

/** Types of intents whose transactions have an authorization: a field for the signatures of an owner that is no input's. */
type AuthorizedType = {
  [T in IntentType]: Authorizations<
    Extract<UnsignedTx, { readonly type: `platformvm.${T}` }>
  > extends never
    ? never
    : T;
}[IntentType];
type Authorizations<Tx> = {
  [K in keyof Tx]: Input extends Tx[K] ? K : never;
}[keyof Tx];

/**
 * The field of an intent that names the subnet or validator whose owner authorizes the transaction. The compiler asks for the field of
 * each type that has an authorization.
 */
export const authorityFields: {
  readonly [T in AuthorizedType]: keyof Extract<Intent, { readonly type: T }>;
} = {
  CreateChainTx: 'subnetID',
  AddSubnetValidatorTx: 'subnetID',
  RemoveSubnetValidatorTx: 'subnetID',
  TransferSubnetOwnershipTx: 'subnetID',
  ConvertSubnetToL1Tx: 'subnetID',
  DisableL1ValidatorTx: 'validationID',
  SetAutoRenewedValidatorConfigTx: 'txID',
};

/** Returns the id of the subnet or validator whose owner must authorize the transaction of an intent, as CB58; undefined if there is none. */
export function authorityIDOf(intent: Intent): string | undefined {
  const { type } = intent;
  if (!Object.hasOwn(authorityFields, type)) return undefined;
  const field = authorityFields[type as AuthorizedType];
  return formatID(idBytes((intent as unknown as { readonly [key: string]: IDLike })[field]!));
}

/**
 * Returns the slot that authorizes a change of a subnet or validator by its owner. The owner's addresses in the state sign first, by
 * lowest index; if they are too few, co-signers are chosen as well.
 * @param authorityID Id of the subnet, validation, or transaction that added the validator, 32 bytes.
 * @param owner The owner, if the state does not have it.
 * @throws {AvalancheError} `MissingSigner`: the owner is unknown, the owner is still locked, or `options.signers` are too few.
 */
export function authorization(
  state: PState,
  options: BuildOptions,
  authorityID: Uint8Array,
  owner?: Owner,
): OpenSlot {
  checkOptions(options);
  const id = formatID(authorityID);
  const found = owner ?? (Object.hasOwn(state.authorities ?? {}, id) && state.authorities![id]);
  if (!found)
    throw new AvalancheError(
      'MissingSigner',
      `the owner who must sign is not known: read the state with authorities: ['${id}']`,
    ).at('state', 'authorities', id);
  const { network } = state;
  const known = within(owner ? ['owner'] : ['state', 'authorities', id], () => {
    const wire = authorityOwner(found, network.chains.P, network);
    if (wire.locktime > state.time)
      throw new AvalancheError('MissingSigner', `the owner cannot sign before ${wire.locktime}`);
    return wire;
  });
  const isSigner = signerTest(state, options);
  const all = known.addresses.map((_, i) => i);
  const mine = all.filter((i) => isSigner(known.addresses[i]!));
  if (options.signers && mine.length < known.threshold)
    throw new AvalancheError(
      'MissingSigner',
      `${known.threshold} of the owner's addresses must sign, ${mine.length} are given`,
      { have: BigInt(mine.length), need: BigInt(known.threshold) },
    ).at('options', 'signers');
  const others = all.filter((i) => !mine.includes(i));
  const signatureIndices = [...mine, ...others].slice(0, known.threshold).sort((a, b) => a - b);
  return { kind: 'auth', of: authorityID, owner: known, signatureIndices };
}

/** Returns the transaction's field for an authorization slot. */
export const inputOfAuth = ({ signatureIndices }: OpenSlot) => ({
  type: 'secp256k1fx.Input' as const,
  signatureIndices,
});
