import type { ErrorCode } from '../errors/codes.ts';
import type { AssetContext } from '../errors/contexts.ts';
import { type AvalancheError, formatPath, isError } from '../errors/error.ts';
import { englishMessages, type MessageFormat, type Messages } from '../errors/messages.ts';
import { visibleLine } from '../errors/visible.ts';
import { knownNetworks } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { formatAmount } from '../text/amount.ts';
import { formatID } from '../text/id.ts';
import { dateText, durationText, grouped } from './format.ts';

/** How an error is told. */
export interface ExplainErrorOptions {
  /** Messages in another language, or other words for some codes; the rest is English. */
  readonly messages?: Partial<Messages>;
  /** How amounts, numbers and times are written, as far as it differs. */
  readonly format?: Partial<MessageFormat>;
  /** A network of your own, whose AVAX has another id than on the known networks. */
  readonly network?: Pick<Network, 'avaxAssetID'>;
  /** Other assets by their CB58 ids. */
  readonly assets?: {
    readonly [assetID: string]: { readonly symbol: string; readonly denomination: number };
  };
}

const avax = { symbol: 'AVAX', denomination: 9 } as const;

/** An asset with its unit, as far as errors, options or known networks have it. */
function named(asset: AssetContext, { network, assets = {} }: ExplainErrorOptions): AssetContext {
  const { assetID, symbol } = asset;
  if (symbol !== undefined) return asset;
  const known = Object.hasOwn(assets, assetID) ? assets[assetID] : undefined;
  if (known) return { assetID, ...known };
  const isAVAX = [network, ...knownNetworks].some(
    (of) => of && formatID(of.avaxAssetID) === assetID,
  );
  return isAVAX ? { assetID, ...avax } : asset;
}

/** What is below 0 was computed from something that is no time. */
const timeText = (time: bigint): string => (time < 0n ? 'before 1970' : dateText(time));

/** `19 Feb 2028` of `19 Feb 2028 15:00 UTC`. */
const dayText = (text: string): string => text.replace(/ \d\d:\d\d(:\d\d)? UTC$/, '');

const formatOf = (options: ExplainErrorOptions): MessageFormat => ({
  amount: (units, asset) => {
    const { assetID, symbol, denomination = 0 } = named(asset, options);
    return symbol === undefined
      ? `${grouped(String(units))} units of ${assetID}`
      : `${grouped(formatAmount(units, denomination))} ${symbol}`;
  },
  avax: (nAVAX) => `${grouped(formatAmount(nAVAX, 9))} AVAX`,
  number: (value) => grouped(String(value)),
  day: (time) => dayText(timeText(time)),
  time: timeText,
  duration: durationText,
  ...options.format,
});

/**
 * What an error means, for the people who use an application: amounts in AVAX, times as dates, in the language of `options.messages`.
 * `error.message` is for developers.
 * @param e An `AvalancheError`; of anything else its own message.
 * @example
 * explainError(new AvalancheError('FeeTooHigh', 'too much', { fee: 600_000_000n, maxFee: 100_000_000n })); // 'The fee is 0.6 AVAX, more than the limit of 0.1 AVAX.'
 */
export function explainError(e: unknown, options: ExplainErrorOptions = {}): string {
  if (!isError(e)) return visibleLine(e instanceof Error ? e.message : String(e));
  return tell(e, { ...englishMessages, ...options.messages }, formatOf(options));
}

const tell = <C extends ErrorCode>(
  { code, context, detail, path }: AvalancheError<C>,
  messages: Messages,
  format: MessageFormat,
): string => messages[code](visibleFacts(context), format, { detail, path: formatPath(path) });

/** Facts with all text visible: a node may have said it. */
function visibleFacts<T>(facts: T): T {
  if (typeof facts === 'string') return visibleLine(facts) as T;
  if (Array.isArray(facts)) return facts.map(visibleFacts) as T;
  if (typeof facts !== 'object' || facts === null) return facts;
  const entries = Object.entries(facts).map(([key, fact]) => [
    visibleLine(key),
    visibleFacts(fact),
  ]);
  return Object.fromEntries(entries) as T;
}
