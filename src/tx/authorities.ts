import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { OwnerOf } from '../chain/roles.ts';
import { L1Payload, validationIDOf } from '../warp/l1.ts';
import { encode } from '../wire/codec.ts';
import { removedBy } from './effects.ts';
import { Finder, type Found } from './find.ts';
import { saidBy } from './message.ts';
import { ownerOf } from './owner.ts';
import type { AnyUnsignedTx } from './types.ts';

/** Owners that authorize later transactions: of a subnet, an auto-renewed validator, or an L1 validation. */
export const authorities: readonly OwnerOf[] = ['subnet', 'authority', 'disable'];

const changing = /* @__PURE__ */ new Finder('owner', 'id', 'says');

/** An owner that a transaction sets for a subnet, an L1 validation or an auto-renewed validator. */
export interface Setting {
  /** Id of the subnet, of the validation, or of the transaction that adds the validator; 32 bytes. */
  readonly id: Uint8Array;
  readonly of: OwnerOf;
  readonly owner: OutputOwners;
  /**
   * Whether the id commits to the owner, as a hash of data that contains it. The ids of a subnet and of the first validators of an L1
   * do not commit to the transactions that change or convert the subnet.
   */
  readonly isCommitted: boolean;
}

/** Returns the owners of the given kinds that a transaction sets. */
export function settingsOf(
  tx: AnyUnsignedTx,
  txID: Uint8Array,
  kinds: readonly OwnerOf[],
): readonly Setting[] {
  const found = changing.in(tx);
  const subnetID = found.find(
    ({ is, role, path }) => is === 'id' && role.of === 'subnet' && path.length === 1,
  )?.value as Uint8Array | undefined;
  return found.flatMap((of): readonly Setting[] => {
    if (of.is === 'says') return saidSettings(of, kinds);
    if (of.is === 'id' || !kinds.includes(of.role.of)) return [];
    const { role, value, around, path } = of;
    const index = path.at(-2);
    const isFirst = role.over === undefined && typeof index === 'number';
    const id =
      role.over !== undefined
        ? (around[role.over] as Uint8Array)
        : isFirst
          ? // The first validators of an L1 have their place for an id.
            validationIDOf({ subnetID: subnetID!, index })
          : txID;
    const isCommitted = role.over === undefined && !isFirst;
    return [{ id, of: role.of, owner: ownerOf(value), isCommitted }];
  });
}

/** Returns the owners that a registration message sets. The id of its validation is the hash of the message. */
function saidSettings(
  { role, value }: Found<'says'>,
  kinds: readonly OwnerOf[],
): readonly Setting[] {
  const said = role.what === 'register' ? saidBy('register', value) : undefined;
  if (!said) return [];
  const id = validationIDOf({ registerMessage: encode(L1Payload, said) });
  const owners = { disable: said.disableOwner, refund: said.remainingBalanceOwner };
  return (['disable', 'refund'] as const)
    .filter((of) => kinds.includes(of))
    .map((of) => ({ id, of, owner: ownerOf(owners[of]), isCommitted: true }));
}

/**
 * Returns who must authorize from now on, by the 32-byte id of a subnet, of a validation, or of the transaction that adds an
 * auto-renewed validator; undefined if there is nothing left to authorize.
 */
export function authoritiesOf(
  tx: AnyUnsignedTx,
  txID: Uint8Array,
): readonly (readonly [id: Uint8Array, owner: OutputOwners | undefined])[] {
  const removed = changing.in(tx).flatMap((of): ReturnType<typeof authoritiesOf> => {
    const id = of.is === 'says' && of.role.what === 'weight' ? removedBy(of.value) : undefined;
    return id ? [[id, undefined]] : [];
  });
  const set = settingsOf(tx, txID, authorities).map(({ id, owner }) => [id, owner] as const);
  return [...set, ...removed];
}
