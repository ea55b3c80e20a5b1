import type { RegisterL1ValidatorTx } from '../chain/pchain/l1.ts';
import { formatPath, type Path, within } from '../errors.ts';
import type { OutputOwners } from '../fx/secp256k1fx.ts';
import { l1PayloadOf } from '../message/pchain.ts';
import { Message } from '../message/warp.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import { type Address, addressBytes } from '../state/owner.ts';
import { blockchainOf } from '../state/state.ts';
import { formatHex } from '../text/bytes.ts';
import { parseAccount } from '../text/evm.ts';
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
  /** None of an account. */
  readonly owner?: OutputOwners;
}

interface Owned {
  readonly locktime?: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
}

/**
 * All whom a draft’s transaction names as owners, wherever they stand in it, but of the change: outputs, stakes, exports, rewards,
 * subnets, validators, initial states, operations, what a message of an L1 says, and accounts of the C-chain.
 */
export function receiversOf(draft: Draft): readonly Receiver[] {
  const { unsignedTx, network } = draft;
  const change = new Set(draft.change.map(({ outputIndex }) => `outputs[${outputIndex}]`));
  const chain = blockchainOf(draft);
  const owners = ownersIn(unsignedTx, []).map(({ path, owner }) => ({
    path,
    keys: owner.addresses.map(formatHex),
    names: owner.addresses.map((address) => formatAddress(chain, address, network)),
    owner: {
      type: 'secp256k1fx.OutputOwners' as const,
      locktime: owner.locktime ?? 0n,
      threshold: owner.threshold,
      addresses: owner.addresses,
    },
  }));
  const accounts =
    unsignedTx.type === 'atomic.ImportTx'
      ? unsignedTx.outputs.map(({ address }, i) => {
          const account = formatHex(address);
          return { path: `outputs[${i}]`, keys: [accountKey(account)], names: [account] };
        })
      : [];
  return [...owners, ...accounts].filter(
    ({ path, keys }) => keys.length > 0 && !change.has(path.replace(/\.output.*$/, '')),
  );
}

const accountKey = (account: string): string => `account ${account}`;

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
  return address.startsWith('0x')
    ? accountKey(formatHex(parseAccount(address)))
    : formatHex(parseAddress(address, network).bytes);
}

const saidBy = ({ message }: RegisterL1ValidatorTx) =>
  within(['message'], () => l1PayloadOf(decode(Message, message)));

/** Every value with a threshold and addresses, with its place. */
function ownersIn(value: unknown, path: Path): { path: string; owner: Owned }[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if (Array.isArray(value)) return value.flatMap((of, i) => ownersIn(of, [...path, i]));
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
