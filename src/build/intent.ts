import { CodecError, within } from '../errors.ts';
import type { OutputOwners } from '../fx/secp256k1fx.ts';
import type { Chain, Network } from '../network/network.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import type { UTXOID } from '../verify/order.ts';

/** An amount for somebody. */
export interface Output {
  /** An address of the chain that the output will be on, or several of them. */
  readonly to: Address | Owner;
  /** Units of the asset, nAVAX for AVAX; `max`: all that can be spent in one transaction, less the fee. */
  readonly amount: bigint | 'max';
  /** 32 bytes; AVAX if not given. */
  readonly assetID?: Uint8Array;
}

/** How to build what is meant. */
export interface Options {
  /** Gets what is left over. */
  readonly change?: Owner | Address;
  /** nAVAX; a fee above it is an error. */
  readonly maxFee?: bigint;
  /** UTXOs to spend whether they are needed or not. */
  readonly include?: readonly UTXOID[];
  /** UTXOs not to spend. */
  readonly exclude?: readonly UTXOID[];
}

/** An output of an intent, checked. */
export interface Wanted {
  readonly assetID: Uint8Array;
  readonly amount: bigint | 'max';
  readonly owner: OutputOwners;
}

const maxUint64 = 0xffff_ffff_ffff_ffffn;
const optionKeys = ['change', 'maxFee', 'include', 'exclude'];

/**
 * @throws {CodecError} `Unsupported`: a key that would be overlooked.
 */
export function checkKeys(of: object, known: readonly string[]): void {
  const unknown = Object.keys(of).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new CodecError('Unsupported', 'unknown here').at(unknown);
}

/**
 * @throws {CodecError} `Unsupported`: an option that is none; `OutOfRange`: a ceiling that is no amount.
 */
export const checkOptions = (options: Options): void =>
  within(['options'], () => {
    checkKeys(options, optionKeys);
    if (options.maxFee !== undefined && !isAmount(options.maxFee))
      throw new CodecError('OutOfRange', `${options.maxFee} is no amount`).at('maxFee');
  });

/**
 * The outputs of an intent, checked.
 * @param chain Chain that they will be on.
 * @throws {CodecError} With a path like `outputs[0].to`: `WrongChain`, `WrongNetwork`, `BadText`, `BadChecksum`, `OutOfRange`,
 *   `Duplicate`, `Unsupported`.
 */
export function readOutputs(
  outputs: readonly Output[],
  chain: Chain,
  network: Network,
): readonly Wanted[] {
  if (outputs.length === 0) throw new CodecError('OutOfRange', 'none').at('outputs');
  const wanted = outputs.map((output, i) =>
    within(['outputs', i], () => readOutput(output, chain, network)),
  );
  wanted.forEach(({ amount, assetID }, i) => {
    const before = wanted
      .slice(0, i)
      .some((w) => w.amount === 'max' && equalBytes(w.assetID, assetID));
    if (amount === 'max' && before)
      throw new CodecError('Duplicate', 'the rest goes to an output before').at(
        'outputs',
        i,
        'amount',
      );
  });
  return wanted;
}

function readOutput(output: Output, chain: Chain, network: Network): Wanted {
  checkKeys(output, ['to', 'amount', 'assetID']);
  const { to, amount, assetID = network.avaxAssetID } = output;
  if (amount !== 'max' && !isAmount(amount))
    throw new CodecError('OutOfRange', `${amount} is no amount`).at('amount');
  if (
    !(assetID instanceof Uint8Array) ||
    assetID.length !== 32 ||
    equalBytes(assetID, new Uint8Array(32))
  )
    throw new CodecError('OutOfRange', 'no id of an asset').at('assetID');
  if (chain.vm === 'evm' && !equalBytes(assetID, network.avaxAssetID))
    throw new CodecError('Unsupported', 'the C-chain imports AVAX only').at('assetID');
  return { assetID, amount, owner: within(['to'], () => outputOwners(to, chain, network)) };
}

const isAmount = (amount: unknown): boolean =>
  typeof amount === 'bigint' && amount > 0n && amount <= maxUint64;
