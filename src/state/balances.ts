import { AvalancheError } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { unixSeconds } from '../text/time.ts';
import { lockOf, transferOutputOf } from '../tx/output.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import type { Address } from './owner.ts';

/** What there is of an asset, each unit in one of five parts. */
export interface Balance {
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Can be sent now: its owner's locktime is over, so is a stakeable lock, and one signature (or those of `of`) is enough. */
  readonly spendable: bigint;
  /** As spendable, but for a stakeable lock that lasts: it can be staked and nothing else. */
  readonly stakeable: bigint;
  /** The owner's locktime lasts, whoever signs and whatever for. */
  readonly timelocked: bigint;
  /** Not timelocked, and more signatures are needed than one (or than `of` can give), stakeable lock or not. */
  readonly multisig: bigint;
  /**
   * Would be spendable or stakeable, but only whoever gave the UTXOs says who owns them. 0 without `proofs`: it is then in those parts.
   */
  readonly claimed: bigint;
  /** The sum of the five. */
  readonly total: bigint;
}

type Part = Exclude<keyof Balance, 'assetID' | 'total'>;
type Sums = { assetID: Uint8Array } & { [P in Part]: bigint };

/**
 * What UTXOs hold, by asset in the order of the ids; rights to mint, tokens and ownerships are no amounts. Of a node's
 * `getBalance`, `unlocked` and `lockedStakeable` together are spendable, stakeable, multisig and claimed,
 * `lockedNotStakeable` is timelocked. Source: avalanchego `vms/platformvm/service.go`.
 * @param options.time Unix seconds: a lock is over from its time on.
 * @param options.of Whose: UTXOs of none of these addresses are left out, and those for which they can sign together
 *   are not multisig.
 * @param options.proofs How well the owner of each UTXO is known, in the same order: `proveState(state).utxos`. A node can name any owner.
 * @throws {AvalancheError} `BadText`, `BadChecksum`: an address; `Mismatch`: not as many proofs as UTXOs.
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
  const { proofs } = options;
  if (proofs && proofs.length !== utxos.length)
    throw new AvalancheError('Mismatch', `${proofs.length} proofs of ${utxos.length} UTXOs`).at(
      'proofs',
    );
  const time = unixSeconds(options.time, 'time');
  const of = options.of && new Set(options.of.map(addressKey));
  const found = new Map<string, Sums>();
  let balance: Sums | undefined;
  for (const [i, utxo] of utxos.entries()) {
    const plain = partOf(utxo, time, of);
    if (!plain) continue;
    const isClaimed = proofs?.[i]?.status === 'claimed';
    const part = isClaimed && isUsable(plain) ? 'claimed' : plain;
    const { assetID } = utxo;
    // Most are of the asset of the one before.
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

/** What one address has. */
export interface AddressBalances {
  /** 20 bytes. */
  readonly address: Uint8Array;
  /** By asset, as `balancesOf` gives them for this address alone: what needs other signers too is in `multisig`. */
  readonly balances: readonly Balance[];
}

/**
 * What UTXOs hold, by address in the order of the bytes. A UTXO of several owners is listed under each of them, so that sums over
 * addresses can be more than there is.
 * @param options.time Unix seconds: a lock is over from its time on.
 * @param options.of The addresses to list, also those that have nothing; all owners if not given.
 * @throws {AvalancheError} `BadText`, `BadChecksum`: an address.
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
  const { time, of } = options;
  const owned = new Map<string, UTXO[]>(of?.map((address) => [addressKey(address), []]));
  for (const utxo of utxos)
    for (const address of transferOutputOf(utxo)?.addresses ?? []) {
      const key = formatHex(address);
      const list = owned.get(key);
      if (list) list.push(utxo);
      else if (!of) owned.set(key, [utxo]);
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

/** The part that a UTXO belongs to; undefined if it is no amount, or of somebody else. */
function partOf(utxo: UTXO, time: bigint, of: ReadonlySet<string> | undefined): Part | undefined {
  const output = transferOutputOf(utxo);
  if (!output) return undefined;
  const { locktime, threshold, addresses } = output;
  const signers = of ? addresses.filter((address) => of.has(formatHex(address))).length : 1;
  if (signers === 0) return undefined;
  if (locktime > time) return 'timelocked';
  if (threshold > signers) return 'multisig';
  return (lockOf(utxo.output) ?? 0n) > time ? 'stakeable' : 'spendable';
}

const addressKey = (address: Address): string =>
  formatHex(typeof address === 'string' ? parseAddress(address).bytes : address);
