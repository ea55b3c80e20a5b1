/**
 * The coins of a wallet: which payment holds them, which are spent, and which must come. What the wallet knows of accepted transactions
 * counts more than what a node lists, which may be a block behind.
 */
import type { BuildOptions } from '../builder/intent.ts';
import type { ChainName } from '../chain/declared.ts';
import { idOf } from '../chain/ids.ts';
import type { AnyTx } from '../chain/tx.ts';
import { allUTXOsOf, type CState, type State } from '../state/state.ts';
import { weiPerNAVAX } from '../text/amount.ts';
import { formatHex } from '../text/hex.ts';
import { parseID } from '../text/id.ts';
import { utxoKey } from '../tx/order.ts';
import { lockOf, transferOutputOf } from '../tx/output.ts';
import { consumedIDsOf, makesOf } from '../tx/parts.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import type { Account } from './account.ts';

/** Key of a coin: a UTXO, or an account of the C-chain, which is reserved as a whole because its nonces are sequential. */
export type CoinKey = string;

/** An amount that a payment holds. */
export interface Held {
  /** ID of the payment. */
  readonly id: string;
  /** Amount in the asset's smallest unit, nAVAX for AVAX. */
  readonly amount: bigint;
  /** The chain that exported it, if the payment has not imported it yet. */
  readonly from?: ChainName;
}

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

/** Returns the keys of UTXOs of a transaction by their output indices. */
export const keysIn = (txID: string, indices: readonly number[]): readonly CoinKey[] =>
  indices.map((outputIndex) => utxoKey({ txID: parseID(txID), outputIndex }));

/** Most coins that are remembered as spent, and as coming; the oldest are forgotten. */
const most = 10_000;

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

/** The coins that payments of a wallet hold, those that are spent, and change that must come. */
export class Coins {
  readonly #holders = new Map<CoinKey, string>();
  /** The accepted transaction that spent each coin. */
  readonly #gone = new Map<string, string>();
  /** Outputs of accepted transactions to the wallet that no state has shown yet, with their chain. */
  readonly #coming = new Map<CoinKey, ChainName>();
  /** The last state of each chain. */
  readonly #states = new Map<ChainName, State>();
  #waiting: (() => void)[] = [];

  /** Reserves coins for a payment until `release`. What another one holds stays with it. */
  hold(id: string, coins: Iterable<CoinKey>): void {
    for (const coin of coins) if (!this.#holders.has(coin)) this.#holders.set(coin, id);
  }

  /** Ends the reservations of a payment. */
  release(id: string): void {
    for (const [coin, holder] of this.#holders) if (holder === id) this.#holders.delete(coin);
    this.wake();
  }

  /** Notes that a transaction is accepted: what it spends is never offered again, and its change is awaited. */
  accept(tx: AnyTx, { owned, isMine }: Account): void {
    for (const key of exclusivesOf(tx.unsignedTx)) {
      remember(this.#gone, key, tx.txID);
      this.#coming.delete(key);
    }
    const txID = idOf(tx.bytes);
    makesOf(tx.unsignedTx).forEach(({ output, why }, outputIndex) => {
      const utxo = { txID, outputIndex, output };
      const key = utxoKey(utxo);
      const to = transferOutputOf(utxo);
      if (why === 'output' && to && isMine(to) && owned(utxo) && !this.#gone.has(key))
        remember(this.#coming, key, tx.chain);
    });
  }

  /** Returns the accepted transaction that is known to have spent one of the coins. */
  spenderOf(coins: Iterable<string>): string | undefined {
    for (const coin of coins) {
      const txID = this.#gone.get(coin);
      if (txID !== undefined) return txID;
    }
    return undefined;
  }

  /** Resolves every promise of `changed`. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Returns a promise that resolves when a payment has ended. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Returns the IDs of the payments that hold coins. */
  holders(): ReadonlySet<string> {
    return new Set(this.#holders.values());
  }

  /** Tests whether a state is older than what the wallet knows: it lists a coin that is spent, or lacks change. */
  isBehind(state: State): boolean {
    for (const utxo of allUTXOsOf(state)) this.#coming.delete(utxoKey(utxo));
    const lacks = [...this.#coming.values()].includes(state.chain);
    return lacks || this.missedBy(state) !== undefined;
  }

  /** Returns an accepted transaction that a state does not have: it lists a coin that the transaction spent. */
  missedBy(state: State): string | undefined {
    return this.spenderOf([
      ...allUTXOsOf(state).map(utxoKey),
      ...(state.chain === 'C'
        ? state.accounts.map(({ address, nonce }) => nonceKey(address, nonce))
        : []),
    ]);
  }

  /** Gives up waiting for change on a chain. */
  forget(chain: ChainName): void {
    for (const [key, on] of this.#coming) if (on === chain) this.#coming.delete(key);
  }

  /** Returns the amounts of UTXOs that match, by the payment that holds them. */
  heldIn(utxos: readonly AnyUTXO[], matches: (utxo: AnyUTXO) => boolean): readonly Held[] {
    const amounts = new Map<string, bigint>();
    for (const utxo of utxos) {
      const id = this.#holders.get(utxoKey(utxo));
      if (id === undefined || !matches(utxo) || this.#gone.has(utxoKey(utxo))) continue;
      amounts.set(id, (amounts.get(id) ?? 0n) + (transferOutputOf(utxo)?.amount ?? 0n));
    }
    return [...amounts].map(([id, amount]) => ({ id, amount }));
  }

  /** Returns the balances in nAVAX of accounts that payments hold. */
  heldAccounts(accounts: CState['accounts']): readonly Held[] {
    return accounts.flatMap(({ address, balance }) => {
      const id = this.#holders.get(accountKey(address));
      return id === undefined ? [] : [{ id, amount: balance / weiPerNAVAX }];
    });
  }

  /** Returns UTXOs without those that are known to be spent. */
  unspent<U extends AnyUTXO>(utxos: readonly U[]): readonly U[] {
    return utxos.filter((utxo) => !this.#gone.has(utxoKey(utxo)));
  }

  /** Returns the UTXOs of the last state of a chain; none if there was no state. */
  lastOn(chain: 'P' | 'X'): readonly AnyUTXO[] {
    const state = this.#states.get(chain);
    return !state || state.chain === 'C' ? [] : state.utxos;
  }

  /** Returns UTXOs without those that payments hold or have spent. */
  left<U extends Pick<AnyUTXO, 'txID' | 'outputIndex'>>(utxos: readonly U[]): readonly U[] {
    return utxos.filter((utxo) => {
      const key = utxoKey(utxo);
      return !this.#holders.has(key) && !this.#gone.has(key);
    });
  }

  /**
   * Returns the state with only the coins that a payment may spend: owned by the wallet, not held by another payment, and not known to be
   * spent.
   * @param only The coins that it may import; all if omitted.
   */
  freeFor<S extends State>(
    id: string,
    state: S,
    { owned }: Account,
    only?: ReadonlySet<CoinKey>,
  ): S {
    this.#states.set(state.chain, state);
    const isFree = (coin: CoinKey): boolean => {
      const holder = this.#holders.get(coin);
      return (holder === undefined || holder === id) && !this.#gone.has(coin);
    };
    return {
      ...withUTXOs(
        state,
        (utxo, isImport) =>
          isFree(utxoKey(utxo)) && owned(utxo) && (!isImport || !only || only.has(utxoKey(utxo))),
      ),
      ...(state.chain === 'C' && { accounts: this.#freeAccounts(state, isFree) }),
    };
  }

  /** Returns the free accounts whose nonce, as the node reports it, includes their last transaction. */
  #freeAccounts({ accounts }: CState, isFree: (coin: CoinKey) => boolean): CState['accounts'] {
    return accounts.filter(
      ({ address, nonce }) =>
        isFree(accountKey(address)) && !this.#gone.has(nonceKey(address, nonce)),
    );
  }
}

const nonceKey = (address: string, nonce: bigint): string => `${address} ${nonce}`;

/** Returns the UTXOs of a state that wait for an import. */
export const importsIn = ({ imports = {} }: State): readonly AnyUTXO[] =>
  Object.values(imports).flat();

/** Returns a state with only the UTXOs that match. */
export function withUTXOs<S extends State>(
  state: S,
  matches: (utxo: AnyUTXO, isImport: boolean) => boolean,
): S {
  const imports = Object.entries(state.imports ?? {}).map(([from, utxos]) => [
    from,
    (utxos as readonly AnyUTXO[]).filter((utxo) => matches(utxo, true)),
  ]);
  return {
    ...state,
    ...('utxos' in state && {
      utxos: (state.utxos as readonly AnyUTXO[]).filter((utxo) => matches(utxo, false)),
    }),
    ...(state.imports && { imports: Object.fromEntries(imports) }),
  };
}

/** Returns the UTXOs of a state that all attempts of a payment have in common, for the option `include`. */
export function includable(
  state: State,
  isImport: boolean,
  every: ReadonlySet<string>,
): NonNullable<BuildOptions['include']> {
  const utxos: readonly AnyUTXO[] = isImport
    ? importsIn(state)
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
