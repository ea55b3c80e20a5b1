import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { formatPath, type Path, within } from '../errors/error.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import { type Address, addressBytes } from '../state/owner.ts';
import { blockchainOf } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { formatHex } from '../text/bytes.ts';
import { formatID, parseID } from '../text/id.ts';
import { Finder } from '../tx/find.ts';
import { messageReader } from '../tx/messages.ts';
import { lockOf, unlocked } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { Owners } from '../tx/types.ts';
import type { Draft } from './draft.ts';

/** Somebody who gets something, or a say, by a transaction. */
export interface Receiver {
  /** Where in the transaction. */
  readonly path: string;
  /** 20 bytes each, in hex; `0x…` of accounts. */
  readonly keys: readonly string[];
  /** For people. */
  readonly names: readonly string[];
  /** None of an account, a manager or a validation. */
  readonly owner?: OutputOwners;
  /** Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
}

const receiving = /* @__PURE__ */ new Finder(
  'makes',
  'issues',
  'owner',
  'says',
  'credits',
  'manager',
  'id',
);

/** An owner, with its place; or who is none. */
type Named =
  | { readonly path: Path; readonly owner: Owners; readonly stakeableUntil?: bigint | undefined }
  | { readonly path: Path; readonly account: Uint8Array }
  | { readonly path: Path; readonly validation: Uint8Array };

/** Whom the fields of a value name. */
function namedIn(of: ReturnType<typeof receiving.in>[number]): readonly Named[] {
  const { path } = of;
  switch (of.is) {
    case 'makes':
      return of.value.map(({ output }, i) => {
        const stakeableUntil = lockOf(output);
        const at = [...path, i, 'output', ...(stakeableUntil === undefined ? [] : ['output'])];
        return { path: at, owner: unlocked(output), stakeableUntil };
      });
    case 'issues':
      return Array.isArray(of.value)
        ? of.value.map((owner: Owners, i) => ({ path: [...path, i], owner }))
        : [{ path, owner: of.value as Owners }];
    case 'owner':
      return [{ path, owner: of.value }];
    case 'says': {
      const { partOf, read } = messageReader();
      const said = read(of.value);
      const part = partOf(of.role.what);
      return said.type === part.name ? receiving.inside(part, said, path).flatMap(namedIn) : [];
    }
    case 'credits':
      return of.value.map(({ address }, i) => ({ path: [...path, i], account: address }));
    case 'manager':
      return of.value.length > 0 ? [{ path, account: of.value }] : [];
    case 'id':
      return of.role.done === 'fills' ? [{ path, validation: of.value }] : [];
  }
}

/**
 * All whom a draft’s transaction names as owners, wherever they stand in it, but of the change: outputs, stakes, exports, rewards,
 * subnets, validators, initial states, operations, what a message of an L1 says; accounts of the C-chain, who manages an L1,
 * and the validation whose balance is filled, which its owner can take out.
 */
export function receiversOf(draft: Draft): readonly Receiver[] {
  const { unsignedTx, network } = draft;
  const change = new Set(draft.change.map(({ outputIndex }) => `outputs[${outputIndex}]`));
  const chain = blockchainOf(draft);
  const receivers = receiving
    .in(unsignedTx)
    .flatMap(namedIn)
    .map((named): Receiver => {
      const path = formatPath(named.path);
      if ('account' in named) {
        const name = formatHex(named.account);
        return { path, keys: [accountKey(name)], names: [name] };
      }
      if ('validation' in named) {
        const name = formatID(named.validation);
        return { path, keys: [validationKey(name)], names: [name] };
      }
      const { owner, stakeableUntil } = named;
      return {
        path,
        ...(stakeableUntil !== undefined && { stakeableUntil }),
        keys: owner.addresses.map(formatHex),
        names: owner.addresses.map((address) => formatAddress(chain, address, network)),
        owner: ownerOf(owner),
      };
    });
  return receivers.filter(
    ({ path, keys }) => keys.length > 0 && !change.has(path.replace(/\.output.*$/, '')),
  );
}

const accountKey = (account: string): string => `account ${account}`;
const validationKey = (id: string): string => `validation ${id}`;

/** Whether each address of a receiver is among these. */
export function allowedReceivers(
  to: readonly Address[],
  network: Network,
): (of: Receiver) => boolean {
  const allowed = new Set(
    to.map((address, i) => within(['policy', 'to', i], () => keyOf(address, network))),
  );
  return ({ keys }) => keys.every((key) => allowed.has(key));
}

function keyOf(address: Address, network: Network): string {
  if (typeof address !== 'string')
    return formatHex(addressBytes(address, network.chains.P, network));
  if (address.startsWith('0x')) return accountKey(formatHex(parseAccount(address)));
  return address.includes('-')
    ? formatHex(parseAddress(address, network).bytes)
    : validationKey(formatID(parseID(address)));
}
