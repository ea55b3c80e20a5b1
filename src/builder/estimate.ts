import type { Fee } from '../draft/draft.ts';
import { inputUnits } from '../fee/gas.ts';
import { atomicFeeOf, feeOfWeight, pTariff, weightOf, xTariff } from '../fee/transactions.ts';
import type { Network } from '../network/network.ts';
import { anObject, aText, checkArgument, objectOf } from '../schema/check.ts';
import { outputOwners } from '../state/owner.ts';
import type { CState, PState, State } from '../state/state.ts';
import { stateArgument } from '../state/state.ts';
import { wei, weiPerNAVAX } from '../text/amount.ts';
import { idBytes } from '../text/given.ts';
import { formatHex } from '../text/hex.ts';
import { maxUint64 } from '../text/uint64.ts';
import { amountOf } from '../tx/output.ts';
import { importedInputGas } from './atomic.ts';
import { authorityIDOf } from './authority.ts';
import { build } from './build.ts';
import type { BuildOptions } from './intent.ts';
import type { Intent } from './intents/table.ts';

const intentArgument = /* @__PURE__ */ objectOf({ type: aText });

/** Options of `estimateFee`: those of builders that change the fee. */
export interface EstimateOptions extends Pick<BuildOptions, 'change' | 'priceMargin'> {}

/** Estimated fees of an intent, by number of inputs. */
export interface FeeEstimate {
  /** Fee with one input. */
  readonly low: Fee;
  /** Fee with two inputs. */
  readonly likely: Fee;
  /** Fee with ten inputs. */
  readonly high: Fee;
}

/**
 * Estimates the fee of an intent before its UTXOs are known. It assumes AVAX inputs with one signature each, one input of every other
 * asset that moves, and single addresses as authority owners that the state does not have. Fees on the X-chain are fixed, and an export
 * from C is assumed to use one account.
 * @param state Its UTXOs, imports and balances are ignored, so `utxos: []` is enough.
 * @throws {AvalancheError} As the builder of the intent, except `Insufficient` and `FeeTooHigh`.
 * @example
 * const state = { chain: 'P', network: fuji, from: [], time: 1_800_000_000n, utxos: [], feeState: { price: 1n } };
 * const to = 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
 * estimateFee(state, { type: 'BaseTx', outputs: [{ to, amount: avax('1') }] }).likely.total; // 8_140n
 */
export function estimateFee(
  state: State,
  intent: Intent,
  options: EstimateOptions = {},
): FeeEstimate {
  checkArgument(state, stateArgument, 'state');
  checkArgument(intent, intentArgument, 'intent');
  checkArgument(options, anObject, 'options');
  if (state.chain === 'X') {
    const fee = { total: feeOfWeight(0n, xTariff(state.network, `avm.${intent.type}`)) };
    return { low: fee, likely: fee, high: fee };
  }
  const { change = 'change' in state ? state.change : undefined } = options;
  const low = build(funded(state, intent), intent, {
    ...options,
    ...(change !== undefined && { change }),
    maxFee: maxUint64,
  }).fee;
  const withMore = (inputs: bigint): Fee => {
    const { gas: first = 0n, price = 0n } = low;
    if (state.chain === 'P') {
      const tariff = pTariff(state.network, price);
      const gas = first + inputs * weightOf(inputUnits(1), tariff);
      return { total: feeOfWeight(gas, tariff), gas, price };
    }
    if (intent.type !== 'ImportTx') return low;
    const gas = first + inputs * importedInputGas(1);
    return { total: atomicFeeOf(gas, wei(price)), gas, price };
  };
  return { low, likely: withMore(1n), high: withMore(9n) };
}

/** The assumed owner of inputs, if the state names none. */
const somebody = new Uint8Array(20).fill(1);

/** Assumed nAVAX of each input: enough for every intent, while the sum is still a uint64. */
const plenty = 1n << 62n;

/** Returns a state in which one owner has an input of every asset that the intent moves, and every authority that it uses. */
function funded(state: PState | CState, intent: Intent): State {
  const { network } = state;
  const from = state.from.length > 0 ? state.from : [somebody];
  const owner = { addresses: [from[0]!], threshold: 1 };
  // A stake of `max` must not exceed the network's maximum.
  const isAllStaked = 'amount' in intent && intent.amount === 'max';
  const amount = isAllStaked ? network.staking.maxValidatorStake : plenty;
  const output = amountOf(amount, outputOwners(owner, network.chains.P, network));
  const utxos = assetsOf(intent, network).map((assetID, outputIndex) => {
    return { txID: new Uint8Array(32).fill(1), outputIndex, assetID, output };
  });
  const imports = intent.type === 'ImportTx' ? { [intent.from]: utxos } : {};
  if (state.chain === 'P') {
    const authorityID = authorityIDOf(intent);
    const assumed = authorityID === undefined ? {} : { [authorityID]: owner };
    const authorities = { ...assumed, ...state.authorities };
    return { ...state, from, own: owner.addresses, utxos, imports, authorities };
  }
  const [first = { address: formatHex(somebody) as `0x${string}`, nonce: 0n }, ...others] =
    state.accounts;
  const accounts = [{ ...first, balance: wei(plenty * weiPerNAVAX) }, ...others];
  return { ...state, from, own: [...owner.addresses, first.address], accounts, imports };
}

/** Returns AVAX and the assets that an intent names, without duplicates. */
function assetsOf(intent: Intent, { avaxAssetID }: Network): readonly Uint8Array[] {
  const named = [
    ...('outputs' in intent ? intent.outputs : []).map(({ assetID }) => assetID),
    'assetID' in intent ? intent.assetID : undefined,
  ].flatMap((assetID) => (assetID === undefined ? [] : [idBytes(assetID)]));
  return [
    ...new Map([avaxAssetID, ...named].map((assetID) => [formatHex(assetID), assetID])).values(),
  ];
}
