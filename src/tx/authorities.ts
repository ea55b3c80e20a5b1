import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { OwnerOf } from '../chain/roles.ts';
import { L1Payload, validationIDOf } from '../warp/l1.ts';
import { encode } from '../wire/codec.ts';
import { removedBy } from './effects.ts';
import { Finder, type Found } from './find.ts';
import { saidBy } from './message.ts';
import { ownerOf } from './owner.ts';
import type { AnyUnsignedTx } from './types.ts';

/** Owners whom a node asks later: of a subnet, an auto-renewed validator, an L1 validation. */
export const authorities: readonly OwnerOf[] = ['subnet', 'authority', 'disable'];

const changing = /* @__PURE__ */ new Finder('owner', 'id', 'says');

/** An owner that a transaction sets over a subnet, an L1 validation or an auto-renewed validator. */
export interface Setting {
  /** 32 bytes: of the subnet, of the validation, or of the transaction that adds the validator. */
  readonly id: Uint8Array;
  readonly of: OwnerOf;
  readonly owner: OutputOwners;
  /**
   * Whether the id commits to the owner: it is a hash of what names it. The id of a subnet, and those of the first validators of an L1,
   * do not commit to the transactions that change or convert the subnet.
   */
  readonly isCommitted: boolean;
}

/** The owners that a transaction sets, of the kinds that are asked for. */
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

/** The validation in a message has the hash of the message as its id. */
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
 * Who must authorize from now on, by the 32 bytes of the id of a subnet, of a validation or of the transaction that adds an
 * auto-renewed validator; nobody where there is nothing to authorize any more.
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
