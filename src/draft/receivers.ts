import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { RegisterL1ValidatorTx } from '../chain/pchain/l1.ts';
import { isBytes } from '../errors/arguments.ts';
import { formatPath, type Path, within } from '../errors/error.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import { type Address, addressBytes } from '../state/owner.ts';
import { blockchainOf } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { formatHex } from '../text/bytes.ts';
import { formatID, parseID } from '../text/id.ts';
import { Message } from '../warp/message.ts';
import { l1PayloadOf } from '../warp/pchain.ts';
import { decode } from '../wire/codec.ts';
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

interface Owned {
  readonly locktime?: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
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
  const owners = ownersIn(unsignedTx, []).map(({ path, owner, stakeableUntil }) => ({
    path,
    ...(stakeableUntil !== undefined && { stakeableUntil }),
    keys: owner.addresses.map(formatHex),
    names: owner.addresses.map((address) => formatAddress(chain, address, network)),
    owner: {
      type: 'secp256k1fx.OutputOwners' as const,
      locktime: owner.locktime ?? 0n,
      threshold: owner.threshold,
      addresses: owner.addresses,
    },
  }));
  return [...owners, ...othersIn(unsignedTx)].filter(
    ({ path, keys }) => keys.length > 0 && !change.has(path.replace(/\.output.*$/, '')),
  );
}

/** Who is no owner. */
function othersIn(tx: Draft['unsignedTx']): readonly Receiver[] {
  const account = (path: string, address: Uint8Array): Receiver => {
    const name = formatHex(address);
    return { path, keys: [accountKey(name)], names: [name] };
  };
  switch (tx.type) {
    case 'atomic.ImportTx':
      return tx.outputs.map(({ address }, i) => account(`outputs[${i}]`, address));
    case 'platformvm.ConvertSubnetToL1Tx':
      return tx.address.length > 0 ? [account('address', tx.address)] : [];
    case 'platformvm.IncreaseL1ValidatorBalanceTx': {
      const name = formatID(tx.validationID);
      return [{ path: 'validationID', keys: [validationKey(name)], names: [name] }];
    }
    default:
      return [];
  }
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

const saidBy = ({ message }: RegisterL1ValidatorTx) =>
  within(['message'], () => l1PayloadOf(decode(Message, message)));

type Place = { readonly path: string; readonly owner: Owned; readonly stakeableUntil?: bigint };

/** Every value with a threshold and addresses, with its place. */
function ownersIn(value: unknown, path: Path): readonly Place[] {
  if (typeof value !== 'object' || value === null || isBytes(value)) return [];
  if (Array.isArray(value)) return value.flatMap((of, i) => ownersIn(of, [...path, i]));
  if ('type' in value && value.type === 'stakeable.LockOut') {
    const { locktime, output } = value as unknown as { locktime: bigint; output: unknown };
    const stakeableUntil = locktime;
    return ownersIn(output, [...path, 'output']).map((of) => ({ ...of, stakeableUntil }));
  }
  const own =
    'threshold' in value && 'addresses' in value
      ? [{ path: formatPath(path), owner: value as Owned }]
      : [];
  const said =
    'type' in value && value.type === 'platformvm.RegisterL1ValidatorTx'
      ? ownersIn(saidBy(value as RegisterL1ValidatorTx), ['message'])
      : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, of]) => ownersIn(of, [...path, key])),
    ...said,
  ];
}
