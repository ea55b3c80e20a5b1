import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { OwnerOf } from '../chain/roles.ts';
import { L1Payload } from '../warp/l1.ts';
import { validationIDOf } from '../warp/validation.ts';
import { encode } from '../wire/codec.ts';
import { removedBy } from './effects.ts';
import { Finder, type Found } from './find.ts';
import { saidBy } from './message.ts';
import { ownerOf } from './owner.ts';
import type { AnyUnsignedTx } from './types.ts';

/** Owners whom a node asks later: of a subnet, an auto-renewed validator, an L1 validation. */
const authorities: readonly OwnerOf[] = ['subnet', 'authority', 'disable'];

const changing = /* @__PURE__ */ new Finder('owner', 'id', 'says');

/**
 * Who must authorize from now on, by the 32 bytes of the id of a subnet, of a validation or of the transaction that adds an
 * auto-renewed validator; nobody where there is nothing to authorize any more.
 */
export function authoritiesOf(
  tx: AnyUnsignedTx,
  txID: Uint8Array,
): readonly (readonly [id: Uint8Array, owner: OutputOwners | undefined])[] {
  const found = changing.in(tx);
  const subnetID = found.find(
    ({ is, role, path }) => is === 'id' && role.of === 'subnet' && path.length === 1,
  )?.value as Uint8Array | undefined;
  return found.flatMap((of): ReturnType<typeof authoritiesOf> => {
    if (of.is === 'says') return saidAuthorities(of);
    if (of.is === 'id' || !authorities.includes(of.role.of)) return [];
    const { role, value, around, path } = of;
    const index = path.at(-2);
    const id =
      role.over !== undefined
        ? (around[role.over] as Uint8Array)
        : typeof index === 'number'
          ? // The first validators of an L1 have their place for an id.
            validationIDOf({ subnetID: subnetID!, index })
          : txID;
    return [[id, ownerOf(value)]];
  });
}

function saidAuthorities({ role, value }: Found<'says'>): ReturnType<typeof authoritiesOf> {
  if (role.what === 'weight') {
    const removed = removedBy(value);
    return removed ? [[removed, undefined]] : [];
  }
  const said = saidBy('register', value);
  return said
    ? [[validationIDOf({ registerMessage: encode(L1Payload, said) }), ownerOf(said.disableOwner)]]
    : [];
}
