import type { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import type { Draft } from '../../draft/draft.ts';
import { formatPath, type Path } from '../../errors/error.ts';
import { formatAddress } from '../../network/address.ts';
import { blockchainOf } from '../../state/state.ts';
import { compareBytes, formatHex } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { Finder } from '../../tx/find.ts';
import { payloadPart, readMessage } from '../../tx/message.ts';
import { lockOf, unlocked } from '../../tx/output.ts';
import { ownerKey, ownerOf } from '../../tx/owner.ts';
import type { Owners } from '../../tx/types.ts';

/** Somebody who gets something, or a say, by a transaction. */
export interface Receiver {
  /** Where in the transaction. */
  readonly path: string;
  /** The field that names it: of an output the place in its list. */
  readonly place: Path;
  /** The same for two that are the same: of an owner with threshold and locks, of an account, of a validation. */
  readonly key: string;
  /** For people. */
  readonly text: string;
  /** None of an account, a manager or a validation. */
  readonly owner?: OutputOwners;
  /** Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
  /** What it gets: an amount, 1 for an NFT or property, 0 for a say or the right to mint. */
  readonly amount: bigint;
  readonly assetID: Uint8Array | typeof created;
}

/** The word for the asset that a transaction creates. */
export const created = 'created';

const receiving = /* @__PURE__ */ new Finder(
  'makes',
  'issues',
  'owner',
  'says',
  'credits',
  'manager',
  'id',
);

/** What somebody gets; nothing of an owner who has a say. */
interface Gets {
  readonly amount: bigint;
  /** Undefined: AVAX, or what the transaction creates. */
  readonly assetID?: Uint8Array | undefined;
}

/** An owner, with its place; or who is none. */
type Named = {
  readonly path: Path;
  readonly place?: Path;
  readonly gets?: Gets;
  /** Whether it gets the balance that the transaction puts on a validation. */
  readonly isFilled?: boolean;
} & (
  | { readonly owner: Owners; readonly stakeableUntil?: bigint | undefined }
  | { readonly account: Uint8Array }
  | { readonly validation: Uint8Array }
);

type Receiving = ReturnType<typeof receiving.in>[number];

/** Whom the fields of a value name. */
function namedIn(of: Receiving): readonly Named[] {
  const { path } = of;
  switch (of.is) {
    case 'makes':
      return of.value.map(({ output, assetID }, i) => {
        const stakeableUntil = lockOf(output);
        const owner = unlocked(output);
        const place = [...path, i];
        const at = [...place, 'output', ...(stakeableUntil === undefined ? [] : ['output'])];
        return { path: at, place, owner, stakeableUntil, gets: { amount: owner.amount, assetID } };
      });
    case 'issues':
      return Array.isArray(of.value)
        ? of.value.map((owner: Issued, i) => ({
            path: [...path, i],
            owner,
            gets: issued(of, owner),
          }))
        : [{ path, owner: of.value as Issued, gets: issued(of, of.value as Issued) }];
    case 'owner':
      return [{ path, owner: of.value, isFilled: of.role.of === 'refund' }];
    case 'says': {
      const said = readMessage(of.value);
      const part = payloadPart(of.role.what);
      return said.type === part.name ? receiving.inside(part, said, path).flatMap(namedIn) : [];
    }
    case 'credits':
      return of.value.map(({ address, amount, assetID }, i) => ({
        path: [...path, i],
        account: address,
        gets: { amount, assetID },
      }));
    case 'manager':
      return of.value.length > 0 ? [{ path, account: of.value }] : [];
    case 'id':
      return of.role.done === 'fills' ? [{ path, validation: of.value, isFilled: true }] : [];
  }
}

type Issued = Owners & { readonly type?: string; readonly amount?: bigint };

/** Units of what is issued: owners alone get a token each. */
const issued = (
  { role, asset }: Extract<Receiving, { is: 'issues' }>,
  { type, amount }: Issued,
): Gets => ({
  amount: amount ?? (role.as || !type?.endsWith('.MintOutput') ? 1n : 0n),
  assetID: asset,
});

/** Balances that a transaction puts on validations, with the struct that they stand in. */
function balancesIn(
  tx: Draft['unsignedTx'],
): readonly { readonly around: Path; readonly amount: bigint }[] {
  return burning
    .in(tx)
    .flatMap(({ role, path, value }) =>
      role.why === 'balance' ? [{ around: path.slice(0, -1), amount: value }] : [],
    );
}
const burning = /* @__PURE__ */ new Finder('burns');

/**
 * All whom a draft’s transaction names as owners, wherever they stand in it, but of the change: outputs, stakes, exports, rewards,
 * subnets, validators, initial states, operations, what a message of an L1 says; accounts of the C-chain, who manages an L1,
 * and the validation whose balance is filled, which its owner can take out.
 */
export function receiversOf(draft: Draft): readonly Receiver[] {
  const { unsignedTx, network } = draft;
  const change = new Set(draft.change.map(({ outputIndex }) => `outputs[${outputIndex}]`));
  const chain = blockchainOf(draft);
  const balances = balancesIn(unsignedTx);
  const receivers = receiving
    .in(unsignedTx)
    .flatMap(namedIn)
    .map((named): Receiver => {
      const path = formatPath(named.path);
      const balance = named.isFilled
        ? balances.find(({ around }) => around.every((step, i) => named.path[i] === step))
        : undefined;
      const { amount, assetID }: Gets = named.gets ?? { amount: balance?.amount ?? 0n };
      const isCreated = assetID === undefined && 'initialStates' in unsignedTx;
      const about = {
        path,
        place: named.place ?? named.path,
        amount,
        assetID: isCreated ? created : (assetID ?? network.avaxAssetID),
      } as const;
      if ('account' in named) {
        const name = formatHex(named.account);
        return { ...about, key: accountKey(name), text: name };
      }
      if ('validation' in named) {
        const name = formatID(named.validation);
        return { ...about, key: validationKey(name), text: name };
      }
      const { owner, stakeableUntil } = named;
      const { threshold, addresses, locktime = 0n } = owner;
      const names = addresses.map((address) => formatAddress(chain, address, network)).join(', ');
      return {
        ...about,
        ...(stakeableUntil !== undefined && { stakeableUntil }),
        key: receiverKey(owner, stakeableUntil),
        text: [
          addresses.length === 1 && threshold === 1
            ? names
            : `${threshold} of ${names || 'nobody'}`,
          ...(locktime > 0n ? [`locked until ${locktime}`] : []),
          ...(stakeableUntil === undefined ? [] : [`only to stake until ${stakeableUntil}`]),
        ].join(', '),
        owner: ownerOf(owner),
      };
    });
  return receivers.filter(({ path }) => !change.has(path.replace(/\.output.*$/, '')));
}

/** The key of a whole owner, and of the lock around what it receives. */
export const receiverKey = (
  { locktime = 0n, threshold, addresses }: Owners,
  stakeableUntil?: bigint,
): string => {
  const sorted = [...addresses].sort(compareBytes);
  return `${ownerKey({ locktime, threshold, addresses: sorted })} ${stakeableUntil ?? ''}`;
};
/** The key of an account of the C-chain, or of the contract that manages an L1. */
export const accountKey = (account: string): string => `account ${account}`;
/** The key of a validation. */
export const validationKey = (id: string): string => `validation ${id}`;
