import { AvalancheError, isError, within } from '../errors/error.ts';
import { atomicFee, atomicGas } from '../fee/catomic.ts';
import { feeStateNow } from '../fee/current.ts';
import { complexityOf } from '../fee/table.ts';
import { gasOf, txFee } from '../fee/txfee.ts';
import type { Network } from '../network/network.ts';
import type { Hint } from '../open/open.ts';
import { parseState } from '../state/file.ts';
import type { State } from '../state/state.ts';
import { formatAvax, wei } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import { type FlowState, flowsOf } from '../tx/flows.ts';
import { networkOf, readSubject, type Subject } from './subject.ts';
import { columns } from './terminal.ts';

/** What a transaction costs. */
export interface Price {
  /** Of P and C. */
  readonly gas?: bigint;
  /** For a unit of gas: nAVAX on P, wei on C. */
  readonly price?: bigint;
  /** nAVAX, if the price is known. */
  readonly fee?: bigint;
}

/** The price at a state's time. */
export const priceIn = (state: State | undefined): bigint | undefined =>
  state?.chain === 'P'
    ? feeStateNow(state).price
    : state?.chain === 'C'
      ? state.baseFee
      : undefined;

/** What a node asks of a transaction. */
export function priceOf(
  { tx }: Pick<Subject, 'tx'>,
  network: Network,
  price: bigint | undefined,
): Price {
  if (isX(tx)) return { fee: txFee(tx, network) };
  if (isC(tx)) {
    const gas = atomicGas(tx);
    return price === undefined ? { gas } : { gas, price, fee: atomicFee(gas, wei(price)) };
  }
  const gas = gasOf(tx, network);
  return price === undefined ? { gas } : { gas, price, fee: txFee(tx, network, price) };
}

type Tx = Subject['tx'];
const isX = (tx: Tx): tx is Extract<Tx, { readonly type: `avm.${string}` }> =>
  tx.type.startsWith('avm.');
const isC = (tx: Tx): tx is Extract<Tx, { readonly type: `atomic.${string}` }> =>
  tx.type.startsWith('atomic.');

/** nAVAX that a transaction burns beside what it puts on balances. */
export const burnedIn = (tx: Tx, state: FlowState): bigint =>
  flowsOf(tx, state).assets.find(({ assetID }) => equalBytes(assetID, state.avaxAssetID))?.burned ??
  0n;

/** The same, whatever locks are open; undefined if more comes out than goes in. */
function burnedAtAnyTime(tx: Tx, { avaxAssetID }: Network): bigint | undefined {
  try {
    return burnedIn(tx, { avaxAssetID, time: 0xffff_ffff_ffff_ffffn });
  } catch (e) {
    if (isError(e, 'Unbalanced')) return undefined;
    throw e;
  }
}

/** What `fee` writes. */
export function feeCommand(
  text: string,
  hint: Hint,
  options: {
    readonly state: string | undefined;
    readonly price: bigint | undefined;
    readonly json: boolean;
  },
): string {
  const subject = readSubject(text, hint);
  const { tx } = subject;
  const { state: file, price: given, json } = options;
  const state = file === undefined ? undefined : within(['state'], () => parseState(file));
  const network = networkOf(subject, state);
  if (given !== undefined && isX(tx))
    throw new AvalancheError('Unsupported', 'fees of the X-chain are fixed: there is no price');
  const { gas, price, fee } = priceOf(
    subject,
    network,
    given ?? priceIn(state) ?? subject.draft?.fee.price,
  );
  const complexity = isX(tx) || isC(tx) ? undefined : complexityOf(tx);
  const burned = burnedAtAnyTime(tx, network);
  if (json)
    return JSON.stringify({
      type: tx.type,
      bytes: signedSizeOf(tx),
      ...(complexity && { complexity }),
      ...(gas !== undefined && { gas: String(gas) }),
      ...(price !== undefined && { price: String(price) }),
      ...(fee !== undefined && { fee: String(fee) }),
      ...(burned !== undefined && { burned: String(burned) }),
    });
  const names = ['bandwidth', 'database reads', 'database writes', 'compute'];
  return columns([
    ['type', tx.type],
    ['bytes signed', String(signedSizeOf(tx))],
    ...(complexity ?? []).map((units, i) => [names[i]!, String(units)]),
    ...(gas === undefined ? [] : [['gas', String(gas)]]),
    ...(price === undefined ? [] : [['price', `${price} ${isC(tx) ? 'wei' : 'nAVAX'} a gas`]]),
    ...(fee === undefined ? [['fee', 'gas times --price N']] : [['fee', amount(fee)]]),
    ['burned', burned === undefined ? 'more comes out than goes in' : amount(burned)],
  ]);
}

const amount = (nAVAX: bigint): string => `${nAVAX} nAVAX = ${formatAvax(nAVAX)} AVAX`;
