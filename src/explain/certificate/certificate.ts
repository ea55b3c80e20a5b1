import type { Intent } from '../../builder/build.ts';
import type { Options } from '../../builder/intent.ts';
import type { Draft, DraftOf } from '../../draft/draft.ts';
import { AvalancheError } from '../../errors/error.ts';
import { feeStateNow } from '../../fee/current.ts';
import { withMargin, xTariff } from '../../fee/tariff.ts';
import { expectationOf } from '../../review/intents.ts';
import { knownOf } from '../../review/known.ts';
import { judge } from '../../review/review.ts';
import { allUTXOsOf, type CState, type PState, type State } from '../../state/state.ts';
import { utxoKey, utxosByKey } from '../../tx/order.ts';
import { transferOutputOf, unlocked } from '../../tx/output.ts';
import { inputsOf } from '../../tx/parts.ts';
import { leastOnC } from './atomic.ts';
import { leastOnP } from './bound.ts';
import { burnedBy, type FeeParts, feePartsAt } from './parts.ts';

/** What a fee consists of, and how far it is at most from the cheapest possible. */
export interface FeeCertificate {
  /** nAVAX that the transaction burns as its fee, as its inputs and outputs say. */
  readonly fee: bigint;
  /** What it consists of. */
  readonly parts: FeeParts;
  /** nAVAX: no selection of the UTXOs of the state does the same for less. The least possible may be higher. */
  readonly least: bigint;
  /** nAVAX that the fee is above `least`: at most so much above the cheapest possible. */
  readonly above: bigint;
}

/**
 * Computes what the fee of a draft consists of, and a lower bound for it: no transaction over the UTXOs of the state that does the same burns
 * less. Nothing that the draft says is believed: the transaction is compared with the intent, its inputs with the state, and the bound
 * follows from the state alone.
 *
 * The same means: the payments of the intent; of `max`, as much at least; of an import, the same tokens, and as much AVAX after what
 * is burned; of a stake, with `locked: 'prefer'`, as much of locked funds at least. The bound is that of a relaxation, in which classes of
 * UTXOs of equal gas are covered by their most valuable, and the limits of gas and bytes do not count; the page on fees describes it.
 * @param options Those that the draft was built with.
 * @throws {AvalancheError} `Mismatch`: the transaction does something else than the intent, or spends a UTXO that is not in the state; what
 *   `diff` throws.
 * @example
 * import { build } from 'avalanche-tx/build';
 * const me = new Uint8Array(20);
 * const output = { type: 'secp256k1fx.TransferOutput', amount: avax('1'), locktime: 0n, threshold: 1, addresses: [me] };
 * const utxos = [{ txID: new Uint8Array(32), outputIndex: 0, assetID: fuji.avaxAssetID, output }];
 * const state = { chain: 'P', network: fuji, from: [me], own: [me], time: 1_800_000_000n, utxos, feeState: { price: 1n } };
 * const intent = { type: 'BaseTx', outputs: [{ to: me, amount: avax('0.5') }] };
 * feeCertificateOf(state, intent, build(state, intent)).above; // 0n
 */
export function feeCertificateOf(
  state: State,
  intent: Intent,
  draft: Draft,
  options: Options = {},
): FeeCertificate {
  verifySame(state, intent, draft, options);
  const fee = burnedBy(draft.unsignedTx, state.network);
  const least = leastFor(state, intent, draft, options);
  return { fee, parts: feePartsAt(draft, priceFor(state, options)), least, above: fee - least };
}

/** What gas costs, with the margin. */
const priceFor = (state: State, { priceMargin }: Options): bigint =>
  state.chain === 'X'
    ? 0n
    : withMargin(state.chain === 'P' ? feeStateNow(state).price : state.baseFee, priceMargin);

function leastFor(state: State, intent: Intent, draft: Draft, options: Options): bigint {
  switch (state.chain) {
    case 'P':
      return leastOnP(state as PState, intent, draft as DraftOf<'P'>, options);
    case 'C':
      return leastOnC(state as CState, intent, draft as DraftOf<'C'>, options);
    default:
      return xTariff(state.network, draft.unsignedTx.type).flat;
  }
}

/** On C an import that names no account is for the state's only one. */
const withAccount = (state: State, intent: Intent): Intent =>
  state.chain === 'C' &&
  intent.type === 'ImportTx' &&
  intent.to === undefined &&
  state.accounts.length === 1
    ? { ...intent, to: state.accounts[0]!.address }
    : intent;

/**
 * Checks that a draft does what is meant, with UTXOs of the state.
 * @throws {AvalancheError} `Mismatch`
 */
function verifySame(state: State, intent: Intent, draft: Draft, options: Options): void {
  const { network } = state;
  if (draft.chain !== state.chain)
    throw new AvalancheError('WrongChain', `must be of the ${state.chain}-chain`, {
      have: draft.chain,
      need: state.chain,
    }).at('draft', 'chain');
  const utxos = allUTXOsOf(state);
  const own = options.own ?? state.own;
  const change = options.change ?? ('change' in state ? state.change : undefined);
  const context = { network, utxos, time: state.time, maxFee: 1n << 62n };
  const reader = { ...context, ...(own && { own }) };
  const { findings, back } = judge(knownOf(draft, reader), {
    ...reader,
    expect: expectationOf(withAccount(state, intent)),
    ...(change !== undefined && { change }),
  });
  const difference = findings.find(({ kind }) => kind !== 'unproven');
  if (difference)
    throw new AvalancheError(
      'Mismatch',
      `is not what the intent means: ${difference.kind} ${difference.meantAt ?? difference.path}`,
    ).at('draft');
  const returned = [...back, ...findings.flatMap(({ deed }) => deed ?? [])].flatMap((deed) =>
    deed.is === 'gets' && deed.at === 'outputs' ? [deed.place] : [],
  );
  const said = draft.change.map(({ outputIndex }) => `outputs[${outputIndex}]`);
  if (said.sort().join() !== returned.sort().join())
    throw new AvalancheError('Mismatch', 'is not what comes back').at('draft', 'change');
  const known = utxosByKey(utxos);
  for (const { value, path } of inputsOf(draft.unsignedTx)) {
    const utxo = known.get(utxoKey(value));
    const held = utxo && transferOutputOf(utxo)?.amount;
    if (held !== unlocked(value.input).amount)
      throw new AvalancheError('Mismatch', 'is not a UTXO of the state, or has another amount', {
        found: String(unlocked(value.input).amount),
        expected: String(held),
      }).at('draft', 'unsignedTx', ...path);
  }
}
