/** States of made-up UTXOs. */
import type { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf, type Key, privateKey } from '../../src/sign/key.ts';
import { type Address, type Owner, outputOwners } from '../../src/state/owner.ts';
import type { CState, PState, XState } from '../../src/state/state.ts';
import { wei } from '../../src/text/amount.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import type { UTXOID } from '../../src/tx/order.ts';
import { amountOf } from '../../src/tx/output.ts';
import type { PlainOutput } from '../../src/tx/types.ts';

const keys = new Map<number, Key>();

/** The keys of the tests, `key(1)` to `key(255)`. */
export function key(n: number): Key {
  let found = keys.get(n);
  if (!found) keys.set(n, (found = privateKey(new Uint8Array(32).fill(n))));
  return found;
}

/** Three keys in the order of their addresses. */
export const trio = [key(1), key(2), key(3)].sort((a, b) => compareBytes(a.shortID, b.shortID)) as [
  Key,
  Key,
  Key,
];

/** An asset that is not AVAX. */
export const asset = (n: number): Uint8Array => new Uint8Array(32).fill(n);

export const now = 1_800_000_000n;

interface More {
  readonly owner?: Owner | Address;
  readonly assetID?: Uint8Array;
  readonly outputIndex?: number;
}

/** A UTXO that either chain can have. */
interface PlainUTXO extends UTXOID, PlainOutput {}

/** A UTXO of the `n`th transaction; of `key(1)` and AVAX if nothing else is said. */
export function utxo(n: number, amount: bigint, more: More = {}): PlainUTXO {
  const { owner = key(1).shortID, assetID = fuji.avaxAssetID, outputIndex = 0 } = more;
  const output = amountOf(amount, outputOwners(owner, fuji.chains.P, fuji));
  return { txID: sha256(Uint8Array.of(n >> 8, n & 255)), outputIndex, assetID, output };
}

/** One that can only be staked until a time. */
export const lockedUTXO = (n: number, amount: bigint, locktime: bigint): PUTXO => {
  const { output, ...rest } = utxo(n, amount);
  return { ...rest, output: { type: 'stakeable.LockOut', locktime, output } };
};

/** A P-chain state of `key(1)` at price 1, as a file has it: nobody vouches for anything. */
export const pFile = (utxos: readonly PUTXO[], more: Partial<PState> = {}): PState => ({
  chain: 'P',
  network: fuji,
  from: [key(1).shortID],
  time: now,
  feeState: { price: 1n },
  utxos,
  ...more,
});

/** An X-chain state of `key(1)`, as a file has it. */
export const xFile = (utxos: XState['utxos'], more: Partial<XState> = {}): XState => ({
  chain: 'X',
  network: fuji,
  from: [key(1).shortID],
  time: now,
  utxos,
  ...more,
});

/** A P-chain state as `connect` gives it: what it is from is the caller's own. */
export const pState: typeof pFile = (utxos, more = {}) => ({
  own: more.from ?? [key(1).shortID],
  ...pFile(utxos, more),
});

/** An X-chain state as `connect` gives it. */
export const xState: typeof xFile = (utxos, more = {}) => ({
  own: more.from ?? [key(1).shortID],
  ...xFile(utxos, more),
});

/** A C-chain state of the account of `key(1)`, as a file has it. */
export const cState = (more: Partial<CState> = {}): CState => ({
  chain: 'C',
  network: fuji,
  from: [key(1).shortID],
  time: now,
  accounts: [{ address: evmAddressOf(key(1)), nonce: 7n, balance: wei(10n ** 18n) }],
  baseFee: wei(25_000_000_001n),
  ...more,
});

/** The value, and all in it that can be frozen. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
