import { nativeSymbolOf } from '../../network/network.ts';
import { formatHex } from '../../text/hex.ts';
import { formatNodeID } from '../../text/id.ts';
import type { AnyUnsignedTx, Owners } from '../../tx/types.ts';
import { chainAlias, type ExplainedTx, partyOf } from '../explained.ts';
import type { AssetText, Flow, FlowWhy, Party, Payment } from '../explanation.ts';
import { amountText, listed, partyTitle } from '../format.ts';
import { assetsByGravity } from '../gravity.ts';
import { say } from '../messages.ts';

/** The data that titles are made from. */
export interface Telling {
  readonly explained: ExplainedTx;
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
}

/** Functions that make titles, one for each transaction type. */
export type Titles<Package extends string> = {
  readonly [T in Extract<AnyUnsignedTx['type'], `${Package}.${string}`>]: (
    tx: Extract<AnyUnsignedTx, { readonly type: T }>,
    telling: Telling,
  ) => string;
};

/** Returns the flows of some kinds. */
export const flowsOfKind = ({ flows }: Telling, ...whys: readonly FlowWhy[]): readonly Flow[] =>
  flows.filter(({ why }) => whys.includes(why));

/** Formats sums by asset. */
export function amountsText(
  list: readonly { readonly asset: number; readonly amount?: bigint }[],
  { assets, flows }: Telling,
): string {
  const sums = new Map<number, bigint>();
  for (const { asset, amount } of list)
    if (amount !== undefined) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  const places = assetsByGravity([...sums.keys()], assets, flows);
  return listed(places.map((asset) => amountText(sums.get(asset)!, assets[asset]!)));
}

/** Formats nAVAX. */
export const nAVAXText = (amount: bigint, { assets, explained }: Telling): string =>
  amountText(
    amount,
    assets.find((asset) => asset.native) ?? {
      id: 'AVAX',
      native: true,
      symbol: nativeSymbolOf(explained.network),
      denomination: 9,
    },
  );

/** Returns the recipients of flows, without duplicates. */
export const receiversIn = (flows: readonly Flow[]): readonly string[] => [
  ...new Set(flows.map(({ to }) => partyTitle(to as Party))),
];

/** Formats an owner for a title. */
export const ownerText = (owner: Owners, { explained }: Telling): string =>
  partyTitle(partyOf(owner, explained));

/** Formats a chain by its id. */
export const chainText = (id: Uint8Array, { explained }: Telling): string =>
  say('chain', { alias: chainAlias(id, explained) });

/** Formats the chain of the transaction. */
export const txChainText = ({ explained }: Telling): string =>
  say('chain', { alias: explained.alias });

/** Formats a node id; as hex if the length is wrong. */
export const nodeText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes);
