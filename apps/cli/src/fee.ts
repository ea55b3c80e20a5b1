import {
  AvalancheError,
  type EffectsInput,
  effectsOf,
  formatAvax,
  type Hint,
  type Network,
} from 'avalanche-tx';
import { type FeeParts, feePartsOf } from 'avalanche-tx/explain';
import { complexityOf, type FeeFacts, feeOf } from 'avalanche-tx/fee';
import { factsOfState, signedSizeOf } from 'avalanche-tx/rules';
import { factsOfDraft } from 'avalanche-tx/sign';
import { networkOf, readTx, type TxInput } from './content.ts';
import { readState } from './state.ts';
import { columns } from './terminal.ts';
import { chainOf, equalBytes } from './tx.ts';

type Tx = TxInput['tx'];
type PTx = Parameters<typeof complexityOf>[0];

/** nAVAX that a transaction burns; undefined if its outputs exceed its inputs. */
function burnedBy(tx: Tx, network: Network): bigint | undefined {
  const input = { chain: chainOf(tx), unsignedTx: tx } as EffectsInput;
  const { burned, unfunded } = effectsOf(input, { network });
  if (unfunded.length > 0) return undefined;
  return burned
    .filter(({ assetID }) => equalBytes(assetID, network.avaxAssetID))
    .reduce((sum, { amount }) => sum + amount, 0n);
}

interface FeeOptions {
  readonly state: string | undefined;
  readonly price: bigint | undefined;
  readonly json: boolean;
}

/** The price from the option, else from the state, else from the draft. */
function feeFactsFor({ tx, draft, ...input }: TxInput, hint: Hint, options: FeeOptions): FeeFacts {
  const { state: file, price } = options;
  const state = file === undefined ? undefined : readState(file);
  const network = networkOf({ tx, ...(draft && { draft }), ...input }, state, hint);
  if (price !== undefined && chainOf(tx) === 'X')
    throw new AvalancheError('Unsupported', 'the X-chain has fixed fees and no price of gas');
  if (price !== undefined) return { network, feeState: { price }, baseFee: price };
  if (state) return { ...factsOfState(state), network };
  return draft ? factsOfDraft(draft) : { network };
}

/** The output of `fee`: complexity, gas, price, fee and burned amount; of a draft also what the fee consists of. */
export function feeCommand(text: string, hint: Hint, options: FeeOptions): string {
  const input = readTx(text, hint);
  const { tx } = input;
  const facts = feeFactsFor(input, hint, options);
  const { gas, price, fee } = feeOf(tx, facts);
  const complexity = chainOf(tx) === 'P' ? complexityOf(tx as PTx) : undefined;
  const burned = burnedBy(tx, facts.network);
  const parts = input.draft && feePartsOf(input.draft);
  if (options.json)
    return JSON.stringify({
      type: tx.type,
      bytes: signedSizeOf(tx),
      ...(complexity && { complexity }),
      ...(gas !== undefined && { gas: String(gas) }),
      ...(price !== undefined && { price: String(price) }),
      ...(fee !== undefined && { fee: String(fee) }),
      ...(burned !== undefined && { burned: String(burned) }),
      ...(parts && { parts: texts(parts) }),
    });
  const names = ['bandwidth', 'database reads', 'database writes', 'compute'];
  return columns([
    ['type', tx.type],
    ['bytes signed', String(signedSizeOf(tx))],
    ...(complexity ?? []).map((units, i) => [names[i]!, String(units)]),
    ...(gas === undefined ? [] : [['gas', String(gas)]]),
    ...(price === undefined
      ? []
      : [['price', `${price} ${chainOf(tx) === 'C' ? 'wei' : 'nAVAX'} per unit of gas`]]),
    ...(fee === undefined ? [['fee', 'unknown: pass --price or --state']] : [['fee', amount(fee)]]),
    ['burned', burned === undefined ? 'the outputs exceed the inputs' : amount(burned)],
    ...Object.entries(parts ?? {}).map(([name, nAVAX]) => [`  ${name}`, `${nAVAX} nAVAX`]),
  ]);
}

const texts = (parts: FeeParts): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, nAVAX]) => [name, String(nAVAX)]));

const amount = (nAVAX: bigint): string => `${nAVAX} nAVAX = ${formatAvax(nAVAX)} AVAX`;
