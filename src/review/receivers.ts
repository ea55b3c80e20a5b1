/**
 * The recipients of a transaction: everybody who receives an amount or item, or a role such as rewards owner or authority. They are
 * found by the roles of fields, not by transaction type.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { OwnerOf } from '../chain/roles.ts';
import { formatPath, type Path } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import { compareBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { dateText } from '../text/words.ts';
import { Finder } from '../tx/find.ts';
import { payloadPart, saidBy } from '../tx/message.ts';
import { lockOf, unlocked } from '../tx/output.ts';
import { ownerKey, ownerOf } from '../tx/owner.ts';
import type { AnyUnsignedTx, Owners } from '../tx/types.ts';

/** Why a transaction names a recipient. */
export type Purpose =
  | 'payment'
  | 'export'
  | 'import'
  | 'stake'
  | 'rewards'
  | 'refund'
  | 'authority'
  | 'item';

/** A recipient that a transaction names. */
export interface Receiver {
  /** Path of the owner in the transaction. */
  readonly path: string;
  /** Path of the field that names it; for an output, with its index in the list. */
  readonly place: Path;
  readonly for: Purpose;
  /** A key that is equal for equal recipients: an owner with threshold and locks, an account, or a validation. */
  readonly key: string;
  /** An owner with its addresses, an account, or a validation. */
  readonly text: string;
  /** Omitted for an account, a manager or a validation. */
  readonly owner?: OutputOwners;
  /** The receiving account of the C-chain, 20 bytes. */
  readonly account?: Uint8Array;
  /** Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
  /** Received amount; 1 for an NFT or property, 0 for a role or a mint right. */
  readonly amount: bigint;
  /** CB58 asset id, or `created` for the new asset. */
  readonly asset: string;
}

/** Name of the asset that a transaction creates. */
export const created = 'created';

const purposes: { readonly [Of in OwnerOf]: Purpose } = {
  rewards: 'rewards',
  delegationRewards: 'rewards',
  allRewards: 'rewards',
  subnet: 'authority',
  authority: 'authority',
  disable: 'authority',
  refund: 'refund',
};

const receiving = /* @__PURE__ */ new Finder(
  'makes',
  'issues',
  'owner',
  'says',
  'credits',
  'manager',
  'id',
);
const burning = /* @__PURE__ */ new Finder('burns');
const importing = /* @__PURE__ */ new Finder('spends');

/** An owner, account or validation, with its path. */
type Named = {
  readonly path: Path;
  readonly place?: Path;
  readonly for: Purpose;
  /** Undefined for a role, and for the balance that the transaction adds to a validation. */
  readonly gets?: { readonly amount: bigint; readonly assetID?: Uint8Array | undefined };
  readonly isFilled?: boolean;
} & (
  | { readonly owner: Owners; readonly stakeableUntil?: bigint | undefined }
  | { readonly account: Uint8Array; readonly isManager?: true }
  | { readonly validation: Uint8Array }
);
type Receiving = ReturnType<typeof receiving.in>[number];
type Issued = Owners & { readonly type?: string; readonly amount?: bigint };

/** Tests whether a transaction imports; its outputs are then not payments. */
const imports = (tx: AnyUnsignedTx): boolean =>
  importing.in(tx).some(({ role }) => role.from !== undefined);

/** Returns the recipients that a field names. */
function namedIn(of: Receiving, isImport: boolean): readonly Named[] {
  const { path } = of;
  switch (of.is) {
    case 'makes': {
      const { to, why } = of.role;
      const purpose = to !== undefined ? 'export' : (why ?? (isImport ? 'import' : 'payment'));
      return of.value.map(({ output, assetID }, i) => {
        const stakeableUntil = lockOf(output);
        const owner = unlocked(output);
        const place = [...path, i];
        const at = [...place, 'output', ...(stakeableUntil === undefined ? [] : ['output'])];
        const gets = { amount: owner.amount, assetID };
        return { path: at, place, for: purpose, owner, stakeableUntil, gets };
      });
    }
    case 'issues': {
      const named = (owner: Issued, at: Path): Named => ({
        path: at,
        for: 'item',
        owner,
        gets: {
          amount: owner.amount ?? (of.role.as || !owner.type?.endsWith('.MintOutput') ? 1n : 0n),
          assetID: of.asset,
        },
      });
      return Array.isArray(of.value)
        ? of.value.map((owner: Issued, i) => named(owner, [...path, i]))
        : [named(of.value as Issued, path)];
    }
    case 'owner':
      return [
        { path, for: purposes[of.role.of], owner: of.value, isFilled: of.role.of === 'refund' },
      ];
    case 'says': {
      const said = saidBy(of.role.what, of.value);
      return said
        ? receiving
            .inside(payloadPart(of.role.what), said, path)
            .flatMap((each) => namedIn(each, false))
        : [];
    }
    case 'credits':
      return of.value.map(({ address, amount, assetID }, i) => ({
        path: [...path, i],
        for: 'import',
        account: address,
        gets: { amount, assetID },
      }));
    case 'manager':
      return of.value.length > 0
        ? [{ path, for: 'payment', account: of.value, isManager: true }]
        : [];
    case 'id':
      return of.role.done === 'fills'
        ? [{ path, for: 'payment', validation: of.value, isFilled: true }]
        : [];
  }
}

/** Network and chain of a transaction. */
interface ChainContext {
  readonly network: Network;
  readonly here: Chain;
}

/**
 * Returns all recipients that a transaction names: owners of outputs, stakes, exports, rewards, subnets, validators, initial states,
 * operations and L1 messages; accounts of the C-chain; managers of L1s; and validations whose balance is increased, since their owner
 * can withdraw it.
 */
export function receiversOf(
  tx: AnyUnsignedTx,
  { network, here }: ChainContext,
): readonly Receiver[] {
  const native = formatID(network.avaxAssetID);
  const isImport = imports(tx);
  // With the struct that contains them.
  const balances = burning
    .in(tx)
    .flatMap(({ role, path, value }) =>
      role.why === 'balance' ? [{ around: path.slice(0, -1), amount: value }] : [],
    );
  return receiving
    .in(tx)
    .flatMap((of) => namedIn(of, isImport))
    .map((named): Receiver => {
      const { gets } = named;
      const balance = named.isFilled
        ? balances.find(({ around }) => around.every((step, i) => named.path[i] === step))
        : undefined;
      const about = {
        path: formatPath(named.path),
        place: named.place ?? named.path,
        for: named.for,
        amount: gets ? gets.amount : (balance?.amount ?? 0n),
        asset: gets?.assetID ? formatID(gets.assetID) : 'initialStates' in tx ? created : native,
      } as const;
      if ('account' in named) {
        const { account, isManager } = named;
        const text = formatHex(account);
        return { ...about, key: accountKey(text), text, ...(!isManager && { account }) };
      }
      if ('validation' in named) {
        const text = formatID(named.validation);
        return { ...about, key: validationKey(text), text };
      }
      const { owner, stakeableUntil } = named;
      return {
        ...about,
        ...(stakeableUntil !== undefined && { stakeableUntil }),
        key: receiverKey(owner, stakeableUntil),
        text: ownerText(owner, here, network, stakeableUntil),
        owner: ownerOf(owner),
      };
    });
}

/** Formats an owner with addresses and locks. */
export function ownerText(
  { threshold, addresses, locktime = 0n }: Owners,
  chain: Chain,
  network: Network,
  stakeableUntil?: bigint,
): string {
  const names = addresses.map((address) => formatAddress(address, chain, network)).join(', ');
  return [
    addresses.length === 1 && threshold === 1 ? names : `${threshold} of ${names || 'nobody'}`,
    ...(locktime > 0n ? [`locked until ${dateText(locktime)}`] : []),
    ...(stakeableUntil === undefined ? [] : [`only to stake until ${dateText(stakeableUntil)}`]),
  ].join(', ');
}

/** Returns the key of an owner, with the stakeable lock around the amount. */
export const receiverKey = (
  { locktime = 0n, threshold, addresses }: Owners,
  stakeableUntil?: bigint,
): string => {
  const sorted = [...addresses].sort(compareBytes);
  return `${ownerKey({ locktime, threshold, addresses: sorted })} ${stakeableUntil ?? ''}`;
};
/** Returns the key of an account of the C-chain, or of the contract that manages an L1. */
export const accountKey = (account: string): string => `account ${account}`;
/** Returns the key of a validation. */
export const validationKey = (id: string): string => `validation ${id}`;
