/** A problem of coin selection: what there is, and what is to be done with it. */

/** Who owns a coin: places in the list of keys. The first three keys are the caller's own. */
export interface Owner {
  readonly keys: readonly number[];
  readonly threshold: number;
}

/** A UTXO. */
export interface Coin {
  /** Smallest unit of its asset. */
  readonly amount: number;
  /** 0 is AVAX. */
  readonly asset: number;
  /** Place in `owners`. */
  readonly owner: number;
  /** Place among the lock times: it can only be staked until then. */
  readonly lock?: number;
  /** Another chain exported it, and it waits to be imported. */
  readonly waits?: true;
}

/** An output that somebody asks for. */
export interface Wanted {
  readonly asset: number;
  readonly amount: number | 'max';
  readonly owner: number;
}

/** One problem. */
export interface Scenario {
  /** The seed that it is made from. */
  readonly name: string;
  readonly kind: 'send' | 'stake' | 'import' | 'consolidate';
  readonly chain: 'P' | 'X' | 'C';
  /** For a unit of gas: nAVAX on P, wei on C, 0 on X. */
  readonly price: number;
  /** Most gas on P. */
  readonly cap: number;
  readonly maxBytes?: number;
  readonly coins: readonly Coin[];
  /** Receives the change, if somebody is named; place in `owners`. */
  readonly change?: number;
  /** Of a send. */
  readonly outputs: readonly Wanted[];
  /** Of a stake. */
  readonly stake?: {
    readonly amount: number | 'max';
    readonly locked: 'prefer' | 'cheapest' | 'only' | 'never';
    readonly returnTo?: number;
  };
  /** Receives an import or a consolidation, if somebody is named. */
  readonly to?: number;
}

/** All owners that there are. The last three cannot be spent by the first three keys. */
export const owners: readonly Owner[] = [
  { keys: [0], threshold: 1 },
  { keys: [1], threshold: 1 },
  { keys: [0, 1, 3], threshold: 2 },
  { keys: [0, 3], threshold: 1 },
  { keys: [0, 1, 2], threshold: 3 },
  { keys: [1, 2], threshold: 2 },
  { keys: [3], threshold: 1 },
  { keys: [2, 3, 4], threshold: 2 },
  { keys: [3, 4], threshold: 1 },
];

/** Keys of the caller. */
export const ownKeys = [0, 1, 2];

/** Whether the caller can sign for an owner. */
export const isSpendable = ({ keys, threshold }: Owner): boolean =>
  keys.filter((key) => ownKeys.includes(key)).length >= threshold;

/** The outputs that a scenario asks for. */
export const wantedOf = ({ kind, outputs, to = 0 }: Scenario): readonly Wanted[] =>
  kind === 'consolidate' ? [{ asset: 0, amount: 'max', owner: to }] : outputs;
