import type { Draft, Fee } from '../draft/draft.ts';
import { checkShape } from '../errors/arguments.ts';
import { feeOf, xTariff } from '../fee/tariff.ts';
import type { Network } from '../network/network.ts';
import { networkShape } from '../network/shape.ts';
import { type Owner, outputOwners } from '../state/owner.ts';
import type { CState, PState, State } from '../state/state.ts';
import { wei } from '../text/amount.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { idBytes } from '../text/given.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import type { UTXOID } from '../tx/order.ts';
import { amountOf } from '../tx/output.ts';
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
  const feeWith = (inputs: number): Fee => {
    if (state.chain === 'X')
      return { total: feeOf(0n, xTariff(state.network, `avm.${intent.type}`)) };
    const [assumed, include] =
      state.chain === 'P' ? assumedP(state, intent, inputs) : assumedC(state, intent, inputs);
    const { change = 'change' in state ? state.change : undefined } = options;
    const draft: Draft = build(assumed, intent, {
      ...options,
      ...(change !== undefined && { change }),
      ...(include.length > 0 && { include }),
      maxFee: maxUint64,
    });
    return draft.fee;
  };
  return { low: feeWith(1), likely: feeWith(2), high: feeWith(10) };
}

/** Who is assumed to own what is spent, if the state names nobody. */
const somebody = new Uint8Array(20).fill(1);

/** nAVAX: enough for every intent, and still a uint64 in all. */
const plenty = 1n << 62n;

/** A state that can pay for an intent with so many inputs, and those inputs. */
type Assumed = readonly [state: State, include: readonly UTXOID[]];

function assumedP(state: PState, intent: Intent, inputs: number): Assumed {
  const { network } = state;
  const from = state.from.length > 0 ? state.from : [somebody];
  const own = [from[0]!];
  const owner = { addresses: [from[0]!], threshold: 1 };
  // Who stakes everything may not stake more than the network allows.
  const isAllStaked = 'amount' in intent && intent.amount === 'max';
  const sum = isAllStaked ? network.staking.maxValidatorStake : plenty;
  const avax = Array.from({ length: inputs }, (_, i) =>
    assumedUTXO(i, sum / BigInt(inputs), network.avaxAssetID, owner, network),
  );
  if (intent.type === 'ImportTx')
    return [{ ...state, from, own, utxos: [], imports: { [intent.from]: avax } }, avax];
  const others = assetsOf(intent)
    .filter((assetID) => !equalBytes(assetID, network.avaxAssetID))
    .map((assetID, i) => assumedUTXO(inputs + i, plenty, assetID, owner, network));
  const utxos = [...avax, ...others];
  const authorities = { ...assumedAuthorities(intent, owner), ...state.authorities };
  return [{ ...state, from, own, utxos, authorities }, utxos];
}

function assumedC(state: CState, intent: Intent, inputs: number): Assumed {
  const { network } = state;
  const from = state.from.length > 0 ? state.from : [somebody];
  const owner = { addresses: [from[0]!], threshold: 1 };
  const balance = wei(plenty * 1_000_000_000n);
  const [first = { address: formatHex(somebody) as `0x${string}`, nonce: 0n }, ...others] =
    state.accounts;
  const accounts = [{ ...first, balance }, ...others];
  const own = [from[0]!, first.address];
  if (intent.type !== 'ImportTx') return [{ ...state, from, own, accounts, imports: {} }, []];
  const utxos = Array.from({ length: inputs }, (_, i) =>
    assumedUTXO(i, plenty / BigInt(inputs), network.avaxAssetID, owner, network),
  );
  return [{ ...state, from, own, accounts, imports: { [intent.from]: utxos } }, utxos];
}

const assumedUTXO = (
  place: number,
  amount: bigint,
  assetID: Uint8Array,
  owner: Owner,
  network: Network,
) => ({
  txID: new Uint8Array(32).fill(place + 1),
  outputIndex: 0,
  assetID,
  output: amountOf(amount, outputOwners(owner, network.chains.P, network)),
});

/** The assets that an intent names, each once. */
function assetsOf(intent: Intent): readonly Uint8Array[] {
  const named = [
    ...('outputs' in intent ? intent.outputs : []).map(({ assetID }) => assetID),
    'assetID' in intent ? intent.assetID : undefined,
  ].flatMap((assetID) => (assetID === undefined ? [] : [idBytes(assetID)]));
  return [...new Map(named.map((assetID) => [formatHex(assetID), assetID])).values()];
}

/** Owners of what an intent changes, by its id. */
function assumedAuthorities(intent: Intent, owner: Owner): Readonly<Record<string, Owner>> {
  const ids = [
    'subnetID' in intent ? intent.subnetID : undefined,
    'validationID' in intent ? intent.validationID : undefined,
    'txID' in intent ? intent.txID : undefined,
  ];
  return Object.fromEntries(
    ids.flatMap((id) => (id === undefined ? [] : [[formatID(idBytes(id)), owner]])),
  );
}
