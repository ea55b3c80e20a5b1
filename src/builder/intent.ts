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
  checkValue,
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
import { unixSeconds } from '../text/time.ts';
import { maxUint64 } from '../text/uint64.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { utxoKey } from '../tx/order.ts';
import { address, inAVAX, max, number, owner, small } from './fields.ts';
import { checkState } from './state.ts';

export const UTXORef = /* @__PURE__ */ argument(
  {
    /** The transaction that created it: CB58 or 32 bytes. */
    txID: id,
    /** Index among the outputs of that transaction. */
    outputIndex: small,
  },
  { ignoresOthers: true },
);
/** A UTXO as an intent names it; a whole UTXO names itself. */
export interface UTXORef extends Value<typeof UTXORef> {}

/** `utxoKey` of a UTXO that an intent names. */
export const keyOfRef = ({ txID, outputIndex }: UTXORef): string =>
  utxoKey({ txID: within(['txID'], () => idBytes(txID)), outputIndex });

export const OutputIntent = /* @__PURE__ */ argument({
  /** An address of the chain that the output will be on, or several of them. */
  to: owner,
  /** Units of the asset, nAVAX for AVAX; `max`: all that can be spent in one transaction, less the fee. */
  amount: max,
  /** CB58 or 32 bytes; AVAX if omitted. */
  assetID: optional(id),
  /** Unix seconds until which it can only be staked: of the P-chain, for fixed amounts. */
  stakeableUntil: optional(unixTime),
});
/** An amount for somebody. */
export interface OutputIntent extends Value<typeof OutputIntent> {}

/** Which UTXOs to spend. */
export type Strategy = 'minFee' | 'consolidate' | 'largestFirst' | 'sweep' | 'manual';
const strategy: Schema<Strategy> = /* @__PURE__ */ oneOf(
  'minFee',
  'consolidate',
  'largestFirst',
  'sweep',
  'manual',
);

/** A wallet has more than a file can hold. */
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

/** What only a program can give, and no file. */
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

/** A number within limits. */
const limited = (
  expected: string,
  { least, most = Number.MAX_SAFE_INTEGER, isWhole = false }: Limits,
): Schema<number> => ({
  ...number,
  check(value) {
    checkValue(number, value);
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

/** An amount that a fee can have. */
const fee: Schema<NAVAX> = {
  ...inAVAX,
  check(value) {
    checkValue(inAVAX, value);
    if (!isAmount(value))
      throw new AvalancheError('OutOfRange', `must be an amount of nAVAX, got ${value}`, {
        value: value as bigint,
        min: 0,
        unit: 'nAVAX',
      });
  },
};

export const Options = /* @__PURE__ */ argument({
  /** Receives the change. */
  change: optional(owner),
  /**
   * The caller's own: a wallet, whose owners are derived at the state's paths, or addresses of any chain, accounts (`0x…`) and whole
   * owners. An owner with several addresses is the caller's own if all of them are.
   */
  own: optional(own),
  /** Who is to sign: of an owner with more addresses than it needs, those among them; what they cannot sign for is not spent. */
  signers: optional(list(address)),
  /** nAVAX, 0.1 AVAX if omitted: a fee above it is an error. Stakes, burned amounts and balances of L1 validators are not fees. */
  maxFee: optional(fee),
  /** UTXOs to spend whether they are needed or not. */
  include: optional(list<Schema<UTXORef>>(UTXORef)),
  /** UTXOs not to spend. Those of other drafts are left out by building over `applyTxs(state, draft)`. */
  exclude: optional(list<Schema<UTXORef>>(UTXORef)),
  /**
   * `minFee` if omitted: burns least. `largestFirst`: spends the largest until they suffice. `consolidate`: the same, and as many
   * small ones as fit. `sweep`: all of the assets that move, of an import all assets, as many as fit. `manual`: `include` and
   * nothing else.
   */
  strategy: optional(strategy),
  /**
   * nAVAX per unit of gas: at a lower price of gas, `minFee` is `consolidate`, so that a wallet of many small UTXOs is cleaned up on the way
   * while that is cheap. Off by default.
   */
  consolidateBelow: optional(fee),
  /** Factor by which the gas price may rise until a node accepts it: 1.5 pays half more, which is burned even if it does not rise. */
  priceMargin: optional(limited('at least 1', { least: 1, most: 1_000_000 })),
  /**
   * Whether funds that can only be staked are staked. `prefer` if omitted: each of them, unless that costs more than a thousandth of
   * what it leaves free. `cheapest`: what burns the least, with or without them. `only`: nothing else. `never`: not at all.
   */
  locked: optional(oneOf('prefer', 'cheapest', 'only', 'never')),
  /** Most bytes that the signed transaction may have, as the buffer of a device: whatever takes all that fits takes less. */
  maxBytes: optional(limited('a number of bytes', { least: 1, isWhole: true })),
  /** `verifyPossession` of `avalanche-tx/bls`: refuses a wrong proof of possession, which counts as good without it. */
  verifyPossession: optional(
    inMemory<NonNullable<BLS['verifyPossession']>>(
      'a function',
      (value) => typeof value === 'function',
    ),
  ),
  /** What is known about the chain, as `connect().facts(draft)` gathers it: the builder refuses what a node would refuse. */
  facts: optional(
    inMemory<Facts>('an object of facts', (value) => typeof value === 'object' && value !== null),
  ),
});
/** How to build an intent: plain data but for `verifyPossession` and `facts`. */
export interface Options extends Value<typeof Options> {}

/** An output of an intent, checked. */
export interface Wanted {
  readonly assetID: Uint8Array;
  readonly amount: bigint | 'max';
  readonly owner: OutputOwners;
  readonly stakeableUntil?: bigint;
}

/**
 * Checks the options of a builder.
 * @throws {AvalancheError} Under `options`: `Unsupported`: an unknown option; `BadArgument`: a value of the wrong type; `OutOfRange`: a
 *   value that it cannot have.
 */
export const checkOptions = (options: Options): void =>
  within(['options'], () => checkValue(Options, options));

/**
 * What a state and options ask of a transaction.
 * @throws {AvalancheError} What `tariffOf` throws.
 */
export const tariffFor = (state: UTXOState, options: Options): Tariff => {
  const { priceMargin, maxBytes, maxFee = ordinaryFee } = options;
  checkState(state);
  return {
    ...within(['state'], () => tariffOf(state, priceMargin)),
    maxFee,
    ...(maxBytes !== undefined && { maxBytes }),
  };
};

/** The strategy at a price of gas. */
export const strategyOf = (
  { strategy = 'minFee', consolidateBelow = 0n }: Options,
  { unit, price }: Tariff,
): Strategy =>
  strategy === 'minFee' && unit === 'gas' && price < consolidateBelow ? 'consolidate' : strategy;

/**
 * @throws {AvalancheError} `Unsupported`: an option that a builder cannot follow; what `checkOptions` throws.
 */
export function checkOptionsWithout(options: Options, useless: readonly (keyof Options)[]): void {
  checkOptions(options);
  const given = useless.find((key) => options[key] !== undefined);
  if (given)
    throw new AvalancheError('Unsupported', 'the option has no effect here').at('options', given);
}

/**
 * The outputs of an intent, checked.
 * @param chain Chain that they will be on.
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

function readOutput(output: OutputIntent, chain: Chain, network: Network): Wanted {
  const { to, amount, stakeableUntil } = output;
  if (amount !== 'max' && !isAmount(amount))
    throw new AvalancheError('OutOfRange', `must be an amount greater than 0, got ${amount}`, {
      value: amount,
      min: 1,
    }).at('amount');
  const assetID = readAssetID(output.assetID ?? network.avaxAssetID);
  if (chain.vm === 'evm' && !equalBytes(assetID, network.avaxAssetID))
    throw new AvalancheError('Unsupported', 'the C-chain imports only AVAX').at('assetID');
  if (stakeableUntil !== undefined) {
    if (unixSeconds(stakeableUntil, 'stakeableUntil') === 0n)
      throw new AvalancheError('OutOfRange', 'must be greater than 0', { value: 0n, min: 1n }).at(
        'stakeableUntil',
      );
    if (chain.vm !== 'platformvm' || amount === 'max')
      throw new AvalancheError(
        'Unsupported',
        'is possible only with the fixed amounts of the P-chain',
      ).at('stakeableUntil');
  }
  const owner = within(['to'], () => outputOwners(to, chain, network));
  return { assetID, amount, owner, ...(stakeableUntil !== undefined && { stakeableUntil }) };
}

/**
 * The bytes of an asset's id.
 * @throws {AvalancheError} Under `assetID`: as `idBytes`; `OutOfRange`: the zero id.
 */
export const readAssetID = (assetID: IDLike): Uint8Array =>
  within(['assetID'], () => {
    const bytes = idBytes(assetID);
    if (bytes.some((byte) => byte !== 0)) return bytes;
    throw new AvalancheError('OutOfRange', 'must be the ID of an asset');
  });

/**
 * The bytes of a memo.
 * @throws {AvalancheError} `TooLong`: more than the chain takes; `OutOfRange`: text that UTF-8 cannot hold.
 */
export function readMemo(memo: string | Uint8Array = new Uint8Array(0), chain: Chain): Uint8Array {
  const bytes =
    typeof memo === 'string'
      ? within(['memo'], () => encodeUTF8(memo))
      : toBytes(memo, 'memo').slice();
  verifyMemo(bytes, chain);
  return bytes;
}

/** Whether it is a uint64 above 0. */
export const isAmount = (amount: unknown): boolean =>
  typeof amount === 'bigint' && amount > 0n && amount <= maxUint64;
