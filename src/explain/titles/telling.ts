import { formatHex } from '../../text/hex.ts';
import { formatNodeID } from '../../text/id.ts';
import type { AnyUnsignedTx, Owners } from '../../tx/types.ts';
import type { AssetText, Flow, FlowWhy, Party, Payment } from '../explanation.ts';
import { amountText, listed, partyTitle } from '../format.ts';
import { assetsByGravity } from '../gravity.ts';
import { say } from '../messages.ts';
import { partyOf } from '../parties.ts';
import { chainAlias, type Subject } from '../subject.ts';

/** What a title is made of. */
export interface Telling {
  readonly subject: Subject;
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
}

/** The titles of transactions, one function for each type. */
export type Titles<Package extends string> = {
  readonly [T in Extract<AnyUnsignedTx['type'], `${Package}.${string}`>]: (
    tx: Extract<AnyUnsignedTx, { readonly type: T }>,
    telling: Telling,
  ) => string;
};

/** Flows of some kinds. */
export const flowsOf = ({ flows }: Telling, ...whys: readonly FlowWhy[]): readonly Flow[] =>
  flows.filter(({ why }) => whys.includes(why));

/** Sums by asset, in words. */
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

/** nAVAX in words. */
export const nAVAXText = (amount: bigint, { assets }: Telling): string =>
  amountText(
    amount,
    assets.find((asset) => asset.native) ?? {
      id: 'AVAX',
      native: true,
      symbol: 'AVAX',
      denomination: 9,
    },
  );

/** Who receives flows, each once. */
export const receiversIn = (flows: readonly Flow[]): readonly string[] => [
  ...new Set(flows.map(({ to }) => partyTitle(to as Party))),
];

/** An owner in a title. */
export const ownerText = (owner: Owners, { subject }: Telling): string =>
  partyTitle(partyOf(owner, subject));

/** A chain by its id. */
export const chainText = (id: Uint8Array, { subject }: Telling): string =>
  say('chain', { alias: chainAlias(id, subject) });

/** The chain that a transaction is issued on. */
export const ownChainText = ({ subject }: Telling): string =>
  say('chain', { alias: subject.alias });

/** A node; bytes that cannot be one as hex. */
export const nodeText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes);
