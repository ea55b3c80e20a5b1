import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { Own } from '../draft/proofs.ts';
import { badArgument, checkKeys, checkShape, toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Tariff, tariffOf } from '../fee/tariff.ts';
import type { Chain, Network } from '../network/network.ts';
import { verifyMemo } from '../rules/components.ts';
import type { BLS, Facts } from '../rules/facts.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import type { UTXOState } from '../state/state.ts';
import type { NAVAX } from '../text/amount.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { unixSeconds } from '../text/time.ts';
import { maxUint64 } from '../text/uint64.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { type UTXOID, utxoKey } from '../tx/order.ts';
import { checkState } from './state.ts';

/** A UTXO as an intent names it. */
export interface UTXORef extends Omit<UTXOID, 'txID'> {
  /** The transaction that created it: CB58 or 32 bytes. */
  readonly txID: IDLike;
}

/** `utxoKey` of a UTXO that an intent names. */
export const keyOfRef = ({ txID, outputIndex }: UTXORef): string =>
  utxoKey({ txID: within(['txID'], () => idBytes(txID)), outputIndex });

/** An amount for somebody. */
export interface OutputIntent {
  /** An address of the chain that the output will be on, or several of them. */
  readonly to: Address | Owner;
  /** Units of the asset, nAVAX for AVAX; `max`: all that can be spent in one transaction, less the fee. */
  readonly amount: NAVAX | 'max';
  /** CB58 or 32 bytes; AVAX if not given. */
  readonly assetID?: IDLike;
  /** Unix seconds until which it can only be staked: of the P-chain, for fixed amounts. */
  readonly stakeableUntil?: bigint;
}

/** How to build an intent: plain data but for `verifyPossession` and `facts`. */
export interface Options {
  /** Gets what is left over. */
  readonly change?: Owner | Address;
  /**
   * The caller's own: a wallet, whose owners are derived at the state's paths, or addresses of any chain, accounts (`0x…`) and whole
   * owners. An owner with several addresses is the caller's own if all of them are.
   */
  readonly own?: Own;
  /** Who is to sign: of an owner with more addresses than it needs, those among them; what they cannot sign for is not spent. */
  readonly signers?: readonly Address[];
  /** nAVAX, 0.1 AVAX if not given: a fee above it is an error. Stakes, burned amounts and balances of L1 validators are not fees. */
  readonly maxFee?: NAVAX;
  /** UTXOs to spend whether they are needed or not. */
  readonly include?: readonly UTXORef[];
  /** UTXOs not to spend. Those of other drafts are left out by building over `applyTxs(state, draft)`. */
  readonly exclude?: readonly UTXORef[];
  /**
   * `minFee`, unless said: burns least. `largestFirst`: spends the largest until they suffice. `consolidate`: the same, and
   * as many small ones as fit. `sweep`: all of the assets that move, of an import all assets, as many as fit. `manual`: `include` and
   * nothing else.
   */
  readonly strategy?: Strategy;
  /** What the price of gas may rise by until a node takes it: 1.5 pays half more, which is burned even if it does not rise. */
  readonly priceMargin?: number;
  /**
   * Whether funds that can only be staked are staked. `prefer`, unless said: as many of them as possible, then what burns the least.
   * `cheapest`: what burns the least, with or without them. `only`: nothing else. `never`: not at all.
   */
  readonly locked?: 'prefer' | 'cheapest' | 'only' | 'never';
  /** Most bytes that the signed transaction may have, as the buffer of a device: whatever takes all that fits takes less. */
  readonly maxBytes?: number;
  /** `verifyPossession` of `avalanche-tx/bls`: refuses a wrong proof of possession, which counts as good without it. */
  readonly verifyPossession?: BLS['verifyPossession'];
  /** What is known about the chain, as `connect().facts(draft)` gathers it: the builder refuses what a node would refuse. */
  readonly facts?: Facts;
}

/** Which UTXOs to spend. */
export type Strategy = 'minFee' | 'consolidate' | 'largestFirst' | 'sweep' | 'manual';

/** An output of an intent, checked. */
export interface Wanted {
  readonly assetID: Uint8Array;
  readonly amount: bigint | 'max';
  readonly owner: OutputOwners;
  readonly stakeableUntil?: bigint;
}

const choices = {
  strategy: ['minFee', 'consolidate', 'largestFirst', 'sweep', 'manual'],
  locked: ['prefer', 'cheapest', 'only', 'never'],
} as const;
const optionKeys = [
  'change',
  'own',
  'signers',
  'maxFee',
  'priceMargin',
  'include',
  'exclude',
  'strategy',
  'locked',
  'maxBytes',
  'verifyPossession',
  'facts',
];

/**
 * @throws {AvalancheError} `Unsupported`: an option that is none; `OutOfRange`: a value that it cannot have.
 */
export const checkOptions = (options: Options): void =>
  within(['options'], () => {
    checkKeys(options, optionKeys);
    if (options.maxFee !== undefined && !isAmount(options.maxFee))
      throw new AvalancheError('OutOfRange', `must be an amount of nAVAX, got ${options.maxFee}`, {
        value: options.maxFee,
        min: 0,
        unit: 'nAVAX',
      }).at('maxFee');
    for (const key of ['strategy', 'locked'] as const) {
      const known: readonly string[] = choices[key];
      const { [key]: choice = known[0]! } = options;
      if (!known.includes(choice))
        throw new AvalancheError(
          'OutOfRange',
          `must be one of ${known.join(', ')}, got ${choice}`,
        ).at(key);
    }
    const { maxBytes = 1, verifyPossession } = options;
    if (verifyPossession !== undefined && typeof verifyPossession !== 'function')
      throw new AvalancheError('OutOfRange', 'must be a function').at('verifyPossession');
    if (!(Number.isSafeInteger(maxBytes) && maxBytes > 0))
      throw new AvalancheError('OutOfRange', `must be a number of bytes, got ${maxBytes}`, {
        value: maxBytes,
        unit: 'bytes',
      }).at('maxBytes');
    const { priceMargin = 1 } = options;
    if (!(typeof priceMargin === 'number' && priceMargin >= 1 && priceMargin <= 1_000_000))
      throw new AvalancheError('OutOfRange', `must be at least 1, got ${priceMargin}`, {
        value: priceMargin,
        min: 1,
      }).at('priceMargin');
  });

/**
 * What a state and options ask of a transaction.
 * @throws {AvalancheError} What `tariffOf` throws.
 */
export const tariffFor = (state: UTXOState, { priceMargin, maxBytes }: Options): Tariff => {
  checkState(state);
  return {
    ...within(['state'], () => tariffOf(state, priceMargin)),
    ...(maxBytes !== undefined && { maxBytes }),
  };
};

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
  if (!Array.isArray(outputs)) throw badArgument('a list of outputs', outputs).at('outputs');
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
  checkShape(output, 'an object');
  checkKeys(output, ['to', 'amount', 'assetID', 'stakeableUntil']);
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
