import { parseAddress } from '../network/address.ts';
import { compareBytes, equalBytes, formatHex } from '../text/bytes.ts';
import { lockOf, transferOutputOf } from '../tx/output.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import type { Address } from './owner.ts';

/** What there is of an asset, each unit in one of four parts. */
export interface Balance {
  readonly assetID: Uint8Array;
  /** Can be sent now: its owner's locktime is over, so is a stakeable lock, and one signature (or those of `of`) is enough. */
  readonly spendable: bigint;
  /** As spendable, but for a stakeable lock that lasts: it can be staked and nothing else. */
  readonly stakeable: bigint;
  /** The owner's locktime lasts, whoever signs and whatever for. */
  readonly timelocked: bigint;
  /** Not timelocked, and more signatures are needed than one (or than `of` can give), stakeable lock or not. */
  readonly multisig: bigint;
  /** The sum of the four. */
  readonly total: bigint;
}

type Part = 'spendable' | 'stakeable' | 'timelocked' | 'multisig';
type Sums = { assetID: Uint8Array } & { [P in Part]: bigint };

/**
 * What UTXOs hold, by asset in the order of the ids; rights to mint, tokens and ownerships are no amounts. Of a node's
 * `getBalance`, `unlocked` and `lockedStakeable` together are spendable, stakeable and multisig,
 * `lockedNotStakeable` is timelocked. Source: avalanchego `vms/platformvm/service.go`.
 * @param options.time Unix seconds: a lock is over from its time on.
 * @param options.of Whose: UTXOs of none of these addresses are left out, and those for which they can sign together
 *   are not multisig.
 * @throws {AvalancheError} `BadText`, `BadChecksum`: an address.
 * @example
 * const id = new Uint8Array(32), addresses = [new Uint8Array(20)];
 * const output = { type: 'secp256k1fx.TransferOutput', amount: 5n, locktime: 9n, threshold: 1, addresses };
 * const utxos = [{ txID: id, outputIndex: 0, assetID: id, output }];
 * balances(utxos, { time: 8n })[0].timelocked; // 5n
 * balances(utxos, { time: 9n, of: addresses })[0].spendable; // 5n
 */
export function balances(
  utxos: readonly UTXO[],
  options: { readonly time: bigint; readonly of?: readonly Address[] },
): readonly Balance[] {
  const { time } = options;
  const of = options.of && new Set(options.of.map(addressKey));
  const found = new Map<string, Sums>();
  let balance: Sums | undefined;
  for (const utxo of utxos) {
    const part = partOf(utxo, time, of);
    if (!part) continue;
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
    .map((b) => ({ ...b, total: b.spendable + b.stakeable + b.timelocked + b.multisig }));
}

const nothing = { spendable: 0n, stakeable: 0n, timelocked: 0n, multisig: 0n };

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
