/** The parts that all intents share: outputs, references to UTXOs, and the options of builders, with their checks. */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { ordinaryFee, type Tariff, tariffOf } from '../fee/transactions.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Own } from '../owners/own.ts';
import { verifyMemo } from '../rules/components.ts';
import type { BLS, Facts } from '../rules/facts.ts';
import { list } from '../schema/collection.ts';
import { id, oneOf } from '../schema/leaf.ts';
import { argument } from '../schema/object.ts';
import {
  leaf,
  mapped,
  optional,
  type Schema,
  tested,
  unwritable,
  type Value,
} from '../schema/schema.ts';
import { unixTime } from '../schema/time.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import type { UTXOState } from '../state/state.ts';
import type { NAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatHex } from '../text/hex.ts';
import { earliest, lockSeconds } from '../text/time.ts';
import { maxUint64 } from '../text/uint64.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { utxoKey } from '../tx/order.ts';
import { verifyNotBurned } from '../tx/owner.ts';
import { checkState } from './checkstate.ts';
import { address, inAVAX, max, number, owner, small } from './intentvalues.ts';

export const UTXORef = /* @__PURE__ */ argument(
  {
    /** The transaction that created it: CB58 or 32 bytes. */
    txID: id,
    /** Index among the outputs of that transaction. */
    outputIndex: small,
  },
  { ignoresOthers: true },
);
/** A reference to a UTXO. A whole UTXO is a reference to itself. */
export interface UTXORef extends Value<typeof UTXORef> {}

/** Returns the `utxoKey` of a reference to a UTXO. */
export const keyOfRef = ({ txID, outputIndex }: UTXORef): string =>
  utxoKey({ txID: within(['txID'], () => idBytes(txID)), outputIndex });

export const OutputIntent = /* @__PURE__ */ argument({
  /** Receiver: an address of the output's chain, or an owner of several addresses. */
  to: owner,
  /**
   * Amount in nAVAX, as `avax('1.5')` makes it, or in units of another asset; `max`: all that fits into one transaction, less the fee.
   */
  amount: max,
  /** Asset id as CB58 or 32 bytes; AVAX if omitted. */
  assetID: optional(id),
  /** Unix seconds (`unix('2027-01-31T00:00:00Z')`) until which the output can only be staked. Only on the P-chain, and not with `max`. */
  stakeableUntil: optional(unixTime),
});
/** An amount for a receiver: nAVAX, or units of the asset that `assetID` names. */
export interface OutputIntent extends Value<typeof OutputIntent> {}

/** Strategy of coin selection. */
export type Strategy = 'minFee' | 'consolidate' | 'largestFirst' | 'sweep' | 'manual';
const strategy: Schema<Strategy> = /* @__PURE__ */ oneOf(
  'minFee',
  'consolidate',
  'largestFirst',
  'sweep',
  'manual',
);

/** Schema of the option `own`. A wallet cannot be written to a file. */
const own: Schema<Own> = /* @__PURE__ */ tested(
  /* @__PURE__ */ mapped(
    /* @__PURE__ */ list(owner),
    (listed): Own => listed,
    (given: Own) => {
      if (Array.isArray(given)) return given as readonly (Address | Owner)[];
      throw unwritable('addresses', given);
    },
  ),
  'a wallet, or a list of addresses, owners and wallets',
  (value) => typeof value === 'object' && value !== null,
);

/** Schema of a value that exists only in memory and cannot be written to a file. */
function inMemory<T>(name: string, isGiven: (value: unknown) => boolean): Schema<T> {
  const refuse = () => {
    throw new AvalancheError('OutOfRange', `${name} cannot be written to a file`);
  };
  return tested(
    leaf<T>(
      name,
      () => {
        throw new AvalancheError('BadJSON', 'is not an option of a file');
      },
      refuse,
    ),
    name,
    isGiven,
  );
}

/** Schema of a number within limits. */
const limited = (
  expected: string,
  { least, most = Number.MAX_SAFE_INTEGER, isWhole = false }: Limits,
): Schema<number> => ({
  ...number,
  check(value) {
    number.check(value);
    const isValid = isWhole ? Number.isSafeInteger(value) : !Number.isNaN(value);
    if (isValid && (value as number) >= least && (value as number) <= most) return;
    throw new AvalancheError('OutOfRange', `must be ${expected}, got ${value}`, {
      value: value as number,
      ...(isWhole ? { unit: 'bytes' } : { min: least }),
    });
  },
});
interface Limits {
  readonly least: number;
  readonly most?: number;
  readonly isWhole?: boolean;
}

/** Schema of a fee amount. */
const fee: Schema<NAVAX> = {
  ...inAVAX,
  check(value) {
    inAVAX.check(value);
    if (!isAmount(value))
      throw new AvalancheError('OutOfRange', `must be an amount of nAVAX, got ${value}`, {
        value: value as bigint,
        min: 0,
        unit: 'nAVAX',
      });
  },
};

export const BuildOptions = /* @__PURE__ */ argument({
  /** Receives the change. */
  change: optional(owner),
  /**
   * What the caller owns: a wallet, whose owners are derived at the state's paths, or a list of addresses of any chain, accounts (`0x…`)
   * and owners. An owner with several addresses is the caller's own if all of them are.
   */
  own: optional(own),
  /**
   * Addresses that will sign. They are preferred for owners with more addresses than their threshold; UTXOs for which they cannot sign are
   * not spent.
   */
  signers: optional(list(address)),
  /** Maximum fee in nAVAX; 0.1 AVAX if omitted. A higher fee is an error. Stakes, burns and balances of L1 validators are not fees. */
  maxFee: optional(fee),
  /** UTXOs to spend even if they are not needed. */
  include: optional(list<Schema<UTXORef>>(UTXORef)),
  /** UTXOs not to spend. To avoid those of other drafts, build over `applyTxs(state, draft)` instead. */
  exclude: optional(list<Schema<UTXORef>>(UTXORef)),
  /**
   * Strategy of coin selection. `minFee` (default): burns least. `largestFirst`: spends the largest UTXOs until they suffice.
   * `consolidate`: the same, plus as many small ones as fit. `sweep`: all UTXOs of the assets that move (in an import, of all assets), as
   * many as fit. `manual`: only those in `include`.
   */
  strategy: optional(strategy),
  /**
   * Gas price in nAVAX below which `minFee` acts as `consolidate`, so that small UTXOs are merged while it is cheap. Off if omitted.
   */
  consolidateBelow: optional(fee),
  /** Factor by which the gas price may rise before acceptance. 1.5 pays 50% more, which is burned even if the price does not rise. */
  priceMargin: optional(limited('at least 1', { least: 1, most: 1_000_000 })),
  /**
   * Whether to stake funds that can only be staked. `prefer` (default): uses each of these UTXOs unless that costs more than a thousandth of
   * the unlocked funds that it saves. `cheapest`: whatever burns least. `only`: stakes nothing else. `never`: does not use them.
   */
  locked: optional(oneOf('prefer', 'cheapest', 'only', 'never')),
  /** Maximum bytes of the signed transaction, such as the size of a device's buffer. Builds that spend all that fits then spend less. */
  maxBytes: optional(limited('a number of bytes', { least: 1, isWhole: true })),
  /** `verifyPossession` of `avalanche-tx/bls`, to check proofs of possession. If omitted, they are assumed valid. */
  verifyPossession: optional(
    inMemory<NonNullable<BLS['verifyPossession']>>(
      'a function',
      (value) => typeof value === 'function',
    ),
  ),
  /** Facts about the chain, as `connect().facts(draft)` returns them, with which the builder refuses what a node would refuse. */
  facts: optional(
    inMemory<Facts>('an object of facts', (value) => typeof value === 'object' && value !== null),
  ),
});
/** Options of builders. They are plain data except for `verifyPossession` and `facts`. */
export interface BuildOptions extends Value<typeof BuildOptions> {}

/** Options of builders that make several drafts of everything: which UTXOs each spends is not the caller's choice. */
export interface BatchOptions extends Omit<BuildOptions, 'include' | 'strategy'> {}

/** A checked output of an intent. */
export interface Wanted {
  readonly assetID: Uint8Array;
  readonly amount: bigint | 'max';
  readonly owner: OutputOwners;
  readonly stakeableUntil?: bigint;
}

/**
 * Checks the options of a builder.
 * @throws {AvalancheError} Under `options`: `BadArgument`: an unknown option, or a value of the wrong type; `OutOfRange`: a
 *   value that it cannot have.
 */
export const checkOptions = (options: BuildOptions): void =>
  within(['options'], () => BuildOptions.check(options));

/**
 * Returns the tariff for a state and options.
 * @throws {AvalancheError} As `tariffOf`.
 */
export const tariffFor = (state: UTXOState, options: BuildOptions): Tariff => {
  const { priceMargin, maxBytes, maxFee = ordinaryFee } = options;
  checkState(state);
  return {
    ...within(['state'], () => tariffOf(state, priceMargin)),
    maxFee,
    ...(maxBytes !== undefined && { maxBytes }),
  };
};

/** Returns the strategy to use at a gas price. */
export const strategyOf = (
  { strategy = 'minFee', consolidateBelow = 0n }: BuildOptions,
  { unit, price }: Tariff,
): Strategy =>
  strategy === 'minFee' && unit === 'gas' && price < consolidateBelow ? 'consolidate' : strategy;

/**
 * Checks the options of a builder that does not support all of them.
 * @throws {AvalancheError} `Unsupported`: an option that does not apply; as `checkOptions`.
 */
export function checkOptionsWithout(
  options: BuildOptions,
  useless: readonly (keyof BuildOptions)[],
): void {
  checkOptions(options);
  const given = useless.find((key) => options[key] !== undefined);
  if (given)
    throw new AvalancheError('Unsupported', 'the option has no effect here').at('options', given);
}

/**
 * Reads and checks the outputs of an intent.
 * @param chain The chain of the outputs.
 * @throws {AvalancheError} With a path like `outputs[0].to`: `WrongChain`, `WrongNetwork`, `BadText`, `BadChecksum`, `OutOfRange`,
 *   `Duplicate`, `Unsupported`.
 */
export function readOutputs(
  outputs: readonly OutputIntent[],
  chain: Chain,
  network: Network,
): readonly Wanted[] {
  if (outputs.length === 0)
    throw new AvalancheError('OutOfRange', 'at least one is needed').at('outputs');
  const wanted = outputs.map((output, i) =>
    within(['outputs', i], () => readOutput(output, chain, network)),
  );
  const swept = new Set<string>();
  wanted.forEach(({ amount, assetID }, i) => {
    if (amount !== 'max') return;
    const key = formatHex(assetID);
    if (swept.has(key))
      throw new AvalancheError('Duplicate', "only one output can have the amount 'max'").at(
        'outputs',
        i,
        'amount',
      );
    swept.add(key);
  });
  return wanted;
}

/**
 * Returns the owner that receives funds.
 * @throws {AvalancheError} As `outputOwners`; `OutOfRange`: it is the zero address.
 */
export function receiver(to: Owner | Address, chain: Chain, network: Network): OutputOwners {
  const owner = outputOwners(to, chain, network);
  verifyNotBurned(owner);
  return owner;
}

function readOutput(output: OutputIntent, chain: Chain, network: Network): Wanted {
  const { to, amount, stakeableUntil } = output;
  if (amount !== 'max') readAmount(amount);
  const assetID = readAssetID(output.assetID ?? network.avaxAssetID);
  if (chain.vm === 'evm' && !equalBytes(assetID, network.avaxAssetID))
    throw new AvalancheError('Unsupported', 'the C-chain imports only AVAX').at('assetID');
  if (stakeableUntil !== undefined) {
    // The end of a lock may have passed when a transaction is built again, but never by decades.
    if (lockSeconds(stakeableUntil, 'stakeableUntil') < earliest)
      throw new AvalancheError(
        'OutOfRange',
        `must be a time to come, such as unix('2027-01-31T00:00:00Z'), got ${stakeableUntil} seconds since 1970`,
        { value: stakeableUntil, min: earliest, unit: 'time' },
      ).at('stakeableUntil');
    if (chain.vm !== 'platformvm' || amount === 'max')
      throw new AvalancheError(
        'Unsupported',
        'is possible only with the fixed amounts of the P-chain',
      ).at('stakeableUntil');
  }
  const owner = within(['to'], () => receiver(to, chain, network));
  return { assetID, amount, owner, ...(stakeableUntil !== undefined && { stakeableUntil }) };
}

/**
 * Reads an asset id as bytes.
 * @throws {AvalancheError} Under `assetID`: as `idBytes`; `OutOfRange`: the zero id.
 */
export const readAssetID = (assetID: IDLike): Uint8Array =>
  within(['assetID'], () => {
    const bytes = idBytes(assetID);
    if (bytes.some((byte) => byte !== 0)) return bytes;
    throw new AvalancheError('OutOfRange', 'must be the ID of an asset');
  });

/**
 * Reads a memo as bytes.
 * @throws {AvalancheError} `TooLong`: more than the chain accepts; `OutOfRange`: text that cannot be encoded as UTF-8.
 */
export function readMemo(memo: string | Uint8Array = new Uint8Array(0), chain: Chain): Uint8Array {
  const bytes =
    typeof memo === 'string'
      ? within(['memo'], () => encodeUTF8(memo))
      : toBytes(memo, 'memo').slice();
  verifyMemo(bytes, chain);
  return bytes;
}

/**
 * Checks an amount of an intent.
 * @throws {AvalancheError} Under `amount`: `OutOfRange`: not a uint64 above 0.
 */
export function readAmount(amount: bigint): bigint {
  if (isAmount(amount)) return amount;
  throw new AvalancheError('OutOfRange', `must be an amount greater than 0, got ${amount}`, {
    value: amount,
    min: 1,
  }).at('amount');
}

const isAmount = (amount: unknown): boolean =>
  typeof amount === 'bigint' && amount > 0n && amount <= maxUint64;
