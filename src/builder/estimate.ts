import type { Fee } from '../draft/draft.ts';
import { checkShape } from '../errors/arguments.ts';
import { inputUnits } from '../fee/gas.ts';
import { atomicFeeOf, feeOf, pTariff, weightOf, xTariff } from '../fee/transactions.ts';
import { type Network, networkShape } from '../network/network.ts';
import { type Owner, outputOwners } from '../state/owner.ts';
import type { CState, PState, State } from '../state/state.ts';
import { wei } from '../text/amount.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { amountOf } from '../tx/output.ts';
import { importedInputGas } from './atomic.ts';
import { build } from './build.ts';
import type { Options } from './intent.ts';
import type { Intent } from './intents/table.ts';

/** The fee of an intent, with few inputs and with many. */
export interface FeeEstimate {
  /** With one input. */
  readonly low: Fee;
  /** With two inputs. */
  readonly likely: Fee;
  /** With ten inputs. */
  readonly high: Fee;
}

/**
 * Estimates the fee of an intent before it is known which UTXOs pay for it. Inputs of AVAX with one signature each are assumed, one
 * input of every other asset that moves, and owners of one address where the state does not say who has to authorize. On the X-chain
 * a fee is fixed, and an export from C takes from one account.
 * @param state Its UTXOs, imports and balances are not looked at: `utxos: []` is enough.
 * @throws {AvalancheError} As the builder of the intent, except `Insufficient` and `FeeTooHigh`.
 * @example
 * const state = { chain: 'P', network: fuji, from: [], time: 1_800_000_000n, utxos: [], feeState: { price: 1n } };
 * const to = 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
 * estimateFee(state, { type: 'BaseTx', outputs: [{ to, amount: avax('1') }] }).likely.total; // 8_140n
 */
export function estimateFee(
  state: State,
  intent: Intent,
  options: Pick<Options, 'change' | 'priceMargin'> = {},
): FeeEstimate {
  checkShape(state, { chain: 'text', network: networkShape }, 'state');
  checkShape(intent, { type: 'text' }, 'intent');
  checkShape(options, 'an object', 'options');
  if (state.chain === 'X') {
    const fee = { total: feeOf(0n, xTariff(state.network, `avm.${intent.type}`)) };
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
      return { total: feeOf(gas, tariff), gas, price };
    }
    if (intent.type !== 'ImportTx') return low;
    const gas = first + inputs * importedInputGas(1);
    return { total: atomicFeeOf(gas, wei(price)), gas, price };
  };
  return { low, likely: withMore(1n), high: withMore(9n) };
}

/** Who is assumed to own what is spent, if the state names nobody. */
const somebody = new Uint8Array(20).fill(1);

/** nAVAX: enough for every intent, and still a uint64 in all. */
const plenty = 1n << 62n;

/** The state in which one owner has one input of everything that an intent moves, and all that it changes. */
function funded(state: PState | CState, intent: Intent): State {
  const { network } = state;
  const from = state.from.length > 0 ? state.from : [somebody];
  const owner = { addresses: [from[0]!], threshold: 1 };
  // Who stakes everything may not stake more than the network allows.
  const isAllStaked = 'amount' in intent && intent.amount === 'max';
  const amount = isAllStaked ? network.staking.maxValidatorStake : plenty;
  const output = amountOf(amount, outputOwners(owner, network.chains.P, network));
  const utxos = assetsOf(intent, network).map((assetID, outputIndex) => {
    return { txID: new Uint8Array(32).fill(1), outputIndex, assetID, output };
  });
  const imports = intent.type === 'ImportTx' ? { [intent.from]: utxos } : {};
  if (state.chain === 'P') {
    const authorities = { ...authoritiesOf(intent, owner), ...state.authorities };
    return { ...state, from, own: owner.addresses, utxos, imports, authorities };
  }
  const [first = { address: formatHex(somebody) as `0x${string}`, nonce: 0n }, ...others] =
    state.accounts;
  const accounts = [{ ...first, balance: wei(plenty * 1_000_000_000n) }, ...others];
  return { ...state, from, own: [...owner.addresses, first.address], accounts, imports };
}

/** AVAX and the assets that an intent names, each once. */
function assetsOf(intent: Intent, { avaxAssetID }: Network): readonly Uint8Array[] {
  const named = [
    ...('outputs' in intent ? intent.outputs : []).map(({ assetID }) => assetID),
    'assetID' in intent ? intent.assetID : undefined,
  ].flatMap((assetID) => (assetID === undefined ? [] : [idBytes(assetID)]));
  return [...new Map([avaxAssetID, ...named].map((of) => [formatHex(of), of])).values()];
}

/** The owner of what an intent changes, by its id. */
const authoritiesOf = (intent: Intent, owner: Owner): PState['authorities'] =>
  Object.fromEntries(
    (['subnetID', 'validationID', 'txID'] as const).flatMap((key) => {
      const id = (intent as { readonly [K in typeof key]?: IDLike })[key];
      return id === undefined ? [] : [[formatID(idBytes(id)), owner]];
    }),
  );
