/** Reserves the coins of a wallet, so that concurrent calls never spend the same coin. */
import type { BuildOptions } from '../builder/intent.ts';
import type { CState, State } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';
import { utxoKey } from '../tx/order.ts';
import { lockOf } from '../tx/output.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import type { Account } from './account.ts';

/** Key of a coin: a UTXO, or an account of the C-chain, which is reserved as a whole because its nonces are sequential. */
export type CoinKey = string;

const accountKey = (address: string): CoinKey => address.toLowerCase();

/** Returns the coins that a transaction spends. */
export const coinsOf = (tx: AnyUnsignedTx): ReadonlySet<CoinKey> =>
  new Set([
    ...consumedIDsOf(tx).map(utxoKey),
    ...(tx.type === 'atomic.ExportTx'
      ? tx.inputs.map(({ address }) => accountKey(formatHex(address)))
      : []),
  ]);

/** Returns what a transaction uses up: two transactions that share a UTXO, or an account and nonce, cannot both be accepted. */
export const exclusivesOf = (tx: AnyUnsignedTx): ReadonlySet<string> =>
  new Set([
    ...consumedIDsOf(tx).map(utxoKey),
    ...(tx.type === 'atomic.ExportTx'
      ? tx.inputs.map(({ address, nonce }) => `${formatHex(address)} ${nonce}`)
      : []),
  ]);

/** The coins that are reserved by calls of a wallet, and those that are spent. */
export class Coins {
  readonly #holders = new Map<CoinKey, object>();
  readonly #gone = new Set<string>();
  #waiting: (() => void)[] = [];

  /** Reserves coins for a call until `release`. */
  hold(holder: object, coins: Iterable<CoinKey>): void {
    for (const coin of coins) this.#holders.set(coin, holder);
  }

  /** Ends the reservations of a call. Its spent coins are never offered again; the others become free. */
  release(owner: object, spent: Iterable<string> = []): void {
    for (const [coin, holder] of this.#holders) if (holder === owner) this.#holders.delete(coin);
    for (const key of spent) this.#gone.add(key);
    this.wake();
  }

  /** Resolves every promise of `changed`. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Returns a promise that resolves when a call has ended. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Returns the calls that hold coins. */
  holders(): ReadonlySet<object> {
    return new Set(this.#holders.values());
  }

  /**
   * Returns the state with only the coins that a call may spend: owned by the wallet, not held by another call, and not known to be spent.
   * @param only The coins that it may import; all if omitted.
   */
  freeFor<S extends State>(
    owner: object,
    state: S,
    { owned }: Account,
    only?: ReadonlySet<CoinKey>,
  ): S {
    const isFree = (coin: CoinKey): boolean => {
      const holder = this.#holders.get(coin);
      return (holder === undefined || holder === owner) && !this.#gone.has(coin);
    };
    const keep = <U extends AnyUTXO>(utxos: readonly U[]): readonly U[] =>
      utxos.filter((utxo) => isFree(utxoKey(utxo)) && owned(utxo));
    const imports = Object.fromEntries(
      Object.entries(state.imports ?? {}).map(([from, utxos]) => [
        from,
        keep(utxos).filter((utxo) => !only || only.has(utxoKey(utxo))),
      ]),
    );
    return {
      ...state,
      ...('utxos' in state && { utxos: keep(state.utxos as readonly AnyUTXO[]) }),
      ...(state.imports && { imports }),
      ...(state.chain === 'C' && { accounts: this.#freeAccounts(state, isFree) }),
    };
  }

  /** Returns the free accounts whose nonce, as the node reports it, includes their last transaction. */
  #freeAccounts({ accounts }: CState, isFree: (coin: CoinKey) => boolean): CState['accounts'] {
    return accounts.filter(
      ({ address, nonce }) => isFree(accountKey(address)) && !this.#gone.has(`${address} ${nonce}`),
    );
  }
}

/** Returns the UTXOs of a state that all attempts of a call have in common, for the option `include`. */
export function includable(
  state: State,
  isImport: boolean,
  every: ReadonlySet<string>,
): NonNullable<BuildOptions['include']> {
  const utxos: readonly AnyUTXO[] = isImport
    ? Object.values(state.imports ?? {}).flat()
    : 'utxos' in state
      ? state.utxos
      : [];
  // Builders do not take stakeable-only UTXOs in `include`. They are selected again, or the check of the built draft fails.
  return utxos.filter(
    (utxo) => every.has(utxoKey(utxo)) && (lockOf(utxo.output) ?? 0n) <= state.time,
  );
}

/** Returns the intersection of sets. */
export const common = ([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set([...(first ?? [])].filter((key) => others.every((set) => set.has(key))));
