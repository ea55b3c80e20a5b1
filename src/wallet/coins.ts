import type { Options } from '../builder/intent.ts';
import type { CState, State } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';
import { utxoKey } from '../tx/order.ts';
import { lockOf } from '../tx/output.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import type { Account } from './account.ts';

/** A coin: a UTXO, or an account of the C-chain, from which a block takes one transaction of each nonce. */
export type CoinKey = string;

const accountKey = (address: string): CoinKey => address.toLowerCase();

/** The coins that a transaction spends. */
export const coinsOf = (tx: AnyUnsignedTx): ReadonlySet<CoinKey> =>
  new Set([
    ...consumedIDsOf(tx).map(utxoKey),
    ...(tx.type === 'atomic.ExportTx'
      ? tx.inputs.map(({ address }) => accountKey(formatHex(address)))
      : []),
  ]);

/** What no two accepted transactions can have both: UTXOs, and accounts with their nonces. */
export const exclusivesOf = (tx: AnyUnsignedTx): ReadonlySet<string> =>
  new Set([
    ...consumedIDsOf(tx).map(utxoKey),
    ...(tx.type === 'atomic.ExportTx'
      ? tx.inputs.map(({ address, nonce }) => `${formatHex(address)} ${nonce}`)
      : []),
  ]);

/** The coins of a wallet that calls hold, and those that are gone. */
export class Coins {
  readonly #holders = new Map<CoinKey, object>();
  readonly #gone = new Set<string>();
  #waiting: (() => void)[] = [];

  /** A call takes coins, and keeps them until it lets go. */
  hold(by: object, coins: Iterable<CoinKey>): void {
    for (const coin of coins) this.#holders.set(coin, by);
  }

  /** A call has ended: what it did not spend is free. */
  release(by: object, spent: Iterable<string> = []): void {
    for (const [coin, holder] of this.#holders) if (holder === by) this.#holders.delete(coin);
    for (const of of spent) this.#gone.add(of);
    this.wake();
  }

  /** Those who wait look again. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Ends when a call has ended. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The calls that hold something. */
  holders(): ReadonlySet<object> {
    return new Set(this.#holders.values());
  }

  /**
   * A state with what a call may spend: what no other call holds, that is not spent as far as the wallet knows, and that is its owner’s.
   * @param only What it may import; all if omitted.
   */
  freeFor<S extends State>(
    by: object,
    state: S,
    { owned }: Account,
    only?: ReadonlySet<CoinKey>,
  ): S {
    const isFree = (coin: CoinKey): boolean => {
      const holder = this.#holders.get(coin);
      return (holder === undefined || holder === by) && !this.#gone.has(coin);
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

  /** Accounts whose last transaction the node has seen. */
  #freeAccounts({ accounts }: CState, isFree: (coin: CoinKey) => boolean): CState['accounts'] {
    return accounts.filter(
      ({ address, nonce }) => isFree(accountKey(address)) && !this.#gone.has(`${address} ${nonce}`),
    );
  }
}

/** Coins as the option `include` takes them: those of a state that every transaction of a call spends so far. */
export function includable(
  state: State,
  isImport: boolean,
  every: ReadonlySet<string>,
): NonNullable<Options['include']> {
  const utxos: readonly AnyUTXO[] = isImport
    ? Object.values(state.imports ?? {}).flat()
    : 'utxos' in state
      ? state.utxos
      : [];
  // What can only be staked no builder takes by name; it is chosen again, or the check of what is built refuses it.
  return utxos.filter(
    (utxo) => every.has(utxoKey(utxo)) && (lockOf(utxo.output) ?? 0n) <= state.time,
  );
}

/** What all of some sets have. */
export const common = ([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set([...(first ?? [])].filter((of) => others.every((set) => set.has(of))));
