import { AvalancheError } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import {
  aListOf,
  anObject,
  anything,
  aTime,
  checkArgument,
  objectOf,
  optional,
} from '../schema/check.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { unixSeconds } from '../text/time.ts';
import { lockOf, transferOutputOf } from '../tx/output.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import type { Address } from './owner.ts';
import { checkUTXOs } from './state.ts';

/** The balance of an asset, split into five disjoint parts. */
export interface Balance {
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Can be sent now: locktime and stakeable lock are over, and one signature (or those of `of`) is sufficient. */
  readonly spendable: bigint;
  /** Like `spendable`, but under a stakeable lock: can only be staked. */
  readonly stakeable: bigint;
  /** The owner's locktime is not over, so nobody can spend it yet. */
  readonly timelocked: bigint;
  /** Not timelocked, but needs more signatures than one (or than `of` can give), with or without a stakeable lock. */
  readonly multisig: bigint;
  /**
   * Would be spendable or stakeable, but its owner is unproven: only the source of the UTXOs names it. Always 0
   * without `proofs`; the amount is then part of `spendable` or `stakeable`.
   */
  readonly claimed: bigint;
  /** The sum of the five parts. */
  readonly total: bigint;
}

type Part = Exclude<keyof Balance, 'assetID' | 'total'>;
type Sums = { assetID: Uint8Array } & { [P in Part]: bigint };

const balanceOptions = /* @__PURE__ */ (() =>
  objectOf({
    time: aTime,
    of: optional(aListOf(anything)),
    proofs: optional(aListOf(anObject)),
  }))();

/**
 * Returns the balances of UTXOs by asset, sorted by id. Minting rights, NFTs and other ownerships are not amounts.
 * Compared to a node's `getBalance`: `unlocked` plus `lockedStakeable` equal spendable, stakeable, multisig and
 * claimed together; `lockedNotStakeable` equals timelocked. Source: avalanchego `vms/platformvm/service.go`.
 * @param options.time Unix seconds: a lock ends at its time.
 * @param options.of Addresses whose balance is wanted: UTXOs that list none of them are ignored, and UTXOs for
 *   which they can sign together are not multisig.
 * @param options.proofs The proof of each UTXO's owner, in the same order: `proveState(state).utxos`. A node can
 *   name any owner.
 * @throws {AvalancheError} `BadText`, `BadChecksum`: an invalid address; `Mismatch`: the numbers of proofs and
 *   UTXOs differ.
 * @example
 * const id = new Uint8Array(32), addresses = [new Uint8Array(20)];
 * const output = { type: 'secp256k1fx.TransferOutput', amount: 5n, locktime: 9n, threshold: 1, addresses };
 * const utxos = [{ txID: id, outputIndex: 0, assetID: id, output }];
 * balancesOf(utxos, { time: 8n })[0].timelocked; // 5n
 * balancesOf(utxos, { time: 9n, of: addresses })[0].spendable; // 5n
 */
export function balancesOf(
  utxos: readonly UTXO[],
  options: {
    readonly time: bigint;
    readonly of?: readonly Address[];
    readonly proofs?: readonly { readonly status: string }[];
  },
): readonly Balance[] {
  checkUTXOs(utxos, 'utxos');
  checkArgument(options, balanceOptions, 'options');
  const { proofs } = options;
  if (proofs && proofs.length !== utxos.length)
    throw new AvalancheError('Mismatch', `${proofs.length} proofs of ${utxos.length} UTXOs`).at(
      'proofs',
    );
  const time = unixSeconds(options.time, 'time');
  const owners = options.of && new Set(options.of.map(addressKey));
  const found = new Map<string, Sums>();
  let balance: Sums | undefined;
  for (const [i, utxo] of utxos.entries()) {
    const plain = partOf(utxo, time, owners);
    if (!plain) continue;
    const isClaimed = proofs?.[i]?.status === 'claimed';
    const part = isClaimed && isUsable(plain) ? 'claimed' : plain;
    const { assetID } = utxo;
    // Consecutive UTXOs usually have the same asset.
    if (!balance || !equalBytes(balance.assetID, assetID)) {
      const key = formatHex(assetID);
      balance = found.get(key) ?? { assetID, ...nothing };
      found.set(key, balance);
    }
    balance[part] += transferOutputOf(utxo)!.amount;
  }
  return [...found.values()]
    .sort((a, b) => compareBytes(a.assetID, b.assetID))
    .map((b) => ({ ...b, total: sumOf(b) }));
}

/** The balances of one address. */
export interface AddressBalances {
  /** 20 bytes. */
  readonly address: Uint8Array;
  /**
   * By asset, as `balancesOf` returns them for this address alone: UTXOs that need other signers too count as
   * `multisig`.
   */
  readonly balances: readonly Balance[];
}

/**
 * Returns the balances of UTXOs by address, sorted by bytes. A UTXO with several owners counts for each of them,
 * so the sum over addresses can exceed the total.
 * @param options.time Unix seconds: a lock ends at its time.
 * @param options.of The addresses to list, including those without UTXOs; all owners if omitted.
 * @throws {AvalancheError} `BadText`, `BadChecksum`: an invalid address.
 * @example
 * const id = new Uint8Array(32), addresses = [new Uint8Array(20), new Uint8Array(20).fill(1)];
 * const output = { type: 'secp256k1fx.TransferOutput', amount: 5n, locktime: 0n, threshold: 1, addresses };
 * const utxos = [{ txID: id, outputIndex: 0, assetID: id, output }];
 * addressBalancesOf(utxos, { time: 8n }).map(({ balances }) => balances[0].spendable); // [5n, 5n]
 */
export function addressBalancesOf(
  utxos: readonly UTXO[],
  options: { readonly time: bigint; readonly of?: readonly Address[] },
): readonly AddressBalances[] {
  checkUTXOs(utxos, 'utxos');
  checkArgument(options, balanceOptions, 'options');
  const { time, of: owners } = options;
  const owned = new Map<string, UTXO[]>(owners?.map((address) => [addressKey(address), []]));
  for (const utxo of utxos)
    for (const address of transferOutputOf(utxo)?.addresses ?? []) {
      const key = formatHex(address);
      const list = owned.get(key);
      if (list) list.push(utxo);
      else if (!owners) owned.set(key, [utxo]);
    }
  return [...owned]
    .map(([key, list]) => ({ address: parseHex(key), list }))
    .sort((a, b) => compareBytes(a.address, b.address))
    .map(({ address, list }) => ({ address, balances: balancesOf(list, { time }) }));
}

const nothing = { spendable: 0n, stakeable: 0n, timelocked: 0n, multisig: 0n, claimed: 0n };
const isUsable = (part: Part): boolean => part === 'spendable' || part === 'stakeable';
const sumOf = ({ spendable, stakeable, timelocked, multisig, claimed }: Sums): bigint =>
  spendable + stakeable + timelocked + multisig + claimed;

/** Returns the part that a UTXO counts towards; undefined if it is not an amount or belongs to others. */
function partOf(
  utxo: UTXO,
  time: bigint,
  owners: ReadonlySet<string> | undefined,
): Part | undefined {
  const output = transferOutputOf(utxo);
  if (!output) return undefined;
  const { locktime, threshold, addresses } = output;
  const signers = owners ? addresses.filter((address) => owners.has(formatHex(address))).length : 1;
  if (signers === 0) return undefined;
  if (locktime > time) return 'timelocked';
  if (threshold > signers) return 'multisig';
  return (lockOf(utxo.output) ?? 0n) > time ? 'stakeable' : 'spendable';
}

const addressKey = (address: Address): string =>
  formatHex(typeof address === 'string' ? parseAddress(address).bytes : address);
