/** UTXOs as a wallet: who holds how much of what, and what is locked until when. */
import {
  type AnyUTXO,
  encode,
  formatAddress,
  formatHex,
  formatID,
  formatShortID,
  knownNetworks,
  type Network,
  type Opened,
  open,
} from 'avalanche-tx';
import * as P from 'avalanche-tx/pchain';
import * as X from 'avalanche-tx/xchain';
import { amountText } from './told.ts';

export type OpenedUTXO = Extract<Opened, { readonly kind: 'utxo' }>;

/** A UTXO of a state, as `open` reads it. */
export const openedUTXO = (utxo: AnyUTXO, chain: 'P' | 'X' | 'C'): OpenedUTXO => {
  const bytes = chain === 'P' ? encode(P.UTXO, utxo as P.UTXO) : encode(X.UTXO, utxo as X.UTXO);
  return open(bytes, { chain, kind: 'utxo' }) as OpenedUTXO;
};

/** A UTXO as people read it. */
export interface Holding {
  readonly opened: OpenedUTXO;
  readonly assetID: string;
  /** Undefined for a right, an NFT or a property. */
  readonly amount: bigint | undefined;
  /** `1,250 AVAX`, or what it is without an amount. */
  readonly text: string;
  readonly addresses: readonly string[];
  /** How many of the addresses must sign. */
  readonly threshold: number;
  /** `P-avax1…`, or `2 of P-avax1…, P-avax1…`. */
  readonly owner: string;
  /** What keeps it from being spent now; empty if nothing does. */
  readonly lock: string;
}

/** What holdings are read with. */
export interface HoldingContext {
  /** Of UTXOs whose bytes do not tell it. */
  readonly chain: 'P' | 'X' | 'C';
  readonly network: Network | undefined;
  /** Unix seconds. */
  readonly time: bigint;
}

/** The output of a UTXO, whatever its type: every one has some of these. */
interface Output {
  readonly type: string;
  readonly amount?: bigint;
  readonly locktime: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
  /** Inside of a stakeable lock. */
  readonly output?: Output;
}

/** The network of UTXOs, by the AVAX among them. */
export const networkOfUTXOs = (utxos: readonly AnyUTXO[]): Network | undefined =>
  knownNetworks.find((network) => {
    const avax = formatHex(network.avaxAssetID);
    return utxos.some(({ assetID }) => formatHex(assetID) === avax);
  });

const dateOf = (seconds: bigint): string =>
  seconds > 8_640_000_000_000n ? 'for ever' : `until ${dates.format(Number(seconds) * 1000)} UTC`;
const dates = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
});

export function holdingOf(opened: OpenedUTXO, { chain, network, time }: HoldingContext): Holding {
  const { assetID, output } = opened.value as { readonly assetID: Uint8Array; output: Output };
  const { type, amount, locktime, threshold, addresses } = output.output ?? output;
  const on = opened.chain ?? chain;
  const names = addresses.map((of) =>
    network ? formatAddress(of, on, network) : formatShortID(of),
  );
  const isAVAX = network && formatHex(network.avaxAssetID) === formatHex(assetID);
  const locks = [
    ...(output.output && output.locktime > time
      ? [`only to stake ${dateOf(output.locktime)}`]
      : []),
    ...(locktime > time ? [`locked ${dateOf(locktime)}`] : []),
  ];
  const isOne = threshold === 1 && names.length === 1;
  return {
    opened,
    assetID: formatID(assetID),
    amount,
    text:
      amount === undefined
        ? type.replace(/^\w+\./, '')
        : amountText(amount, isAVAX ? { symbol: 'AVAX', denomination: 9 } : { denomination: 0 }),
    addresses: names,
    threshold,
    owner: isOne ? names[0]! : `${threshold} of ${names.join(', ') || 'nobody'}`,
    lock: locks.join(', '),
  };
}

/** Whether every word is somewhere in what a holding says. */
export function matches({ opened, assetID, text, owner, lock }: Holding, words: string): boolean {
  const all =
    `${text} ${owner} ${lock} ${assetID} ${opened.id} ${text.replaceAll(',', '')}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The sum of one asset of one owner, or of all. */
export interface Total {
  readonly owner: string;
  readonly assetID: string;
  readonly text: string;
  /** What of it is locked, in words; empty if nothing is. */
  readonly locked: string;
  readonly count: number;
}

/** Sums by asset, and by owner if asked to; the largest first. */
export function totalsOf(holdings: readonly Holding[], isByOwner: boolean): readonly Total[] {
  const groups = new Map<string, Holding[]>();
  for (const holding of holdings) {
    const key = `${holding.assetID} ${holding.amount === undefined ? holding.text : ''} ${isByOwner ? holding.owner : ''}`;
    const group = groups.get(key);
    if (group) group.push(holding);
    else groups.set(key, [holding]);
  }
  const sum = (of: readonly Holding[]): bigint =>
    of.reduce((all, { amount = 0n }) => all + amount, 0n);
  const textOf = (of: readonly Holding[]): string => {
    const [{ amount, text }] = of as [Holding];
    if (amount === undefined) return `${of.length} ${text}`;
    const isAVAX = text.endsWith(' AVAX');
    return amountText(sum(of), isAVAX ? { symbol: 'AVAX', denomination: 9 } : { denomination: 0 });
  };
  return [...groups.values()]
    .sort((a, b) => {
      const isFirst = Number(b[0]!.text.endsWith('AVAX')) - Number(a[0]!.text.endsWith('AVAX'));
      return isFirst || (sum(a) < sum(b) ? 1 : sum(a) > sum(b) ? -1 : 0);
    })
    .map((group) => {
      const locked = group.filter(({ lock }) => lock !== '');
      const [{ assetID, owner }] = group as [Holding];
      return {
        owner,
        assetID,
        text: textOf(group),
        locked: locked.length === 0 ? '' : `${textOf(locked)} locked`,
        count: group.length,
      };
    });
}
