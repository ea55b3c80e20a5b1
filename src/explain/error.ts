import type { ErrorCode } from '../errors/codes.ts';
import type { AssetContext } from '../errors/contexts.ts';
import { type AvalancheError, formatPath, isError } from '../errors/error.ts';
import { visibleLine } from '../errors/quote.ts';
import { knownNetworks } from '../network/known.ts';
import { type Network, nativeSymbolOf } from '../network/network.ts';
import { formatAmount } from '../text/amount.ts';
import { formatID } from '../text/id.ts';
import { grouped } from '../text/words.ts';
import { type AmountFormat, errorMessages } from './errormessages.ts';

/** Options of `explainError`: the symbols and decimals of assets. */
export interface ExplainErrorOptions {
  /** A custom network, whose native asset has a different id, and maybe another symbol than AVAX. */
  readonly network?: Pick<Network, 'avaxAssetID' | 'nativeAsset'>;
  /** Symbols and decimals of other assets, by CB58 asset id. */
  readonly assets?: {
    readonly [assetID: string]: { readonly symbol: string; readonly denomination: number };
  };
}

/** Adds the symbol and decimals to an asset if the error, the options or a known network has them. */
function named(asset: AssetContext, { network, assets = {} }: ExplainErrorOptions): AssetContext {
  const { assetID, symbol } = asset;
  if (symbol !== undefined) return asset;
  const known = Object.hasOwn(assets, assetID) ? assets[assetID] : undefined;
  if (known) return { assetID, ...known };
  const own = [network, ...knownNetworks].find((of) => of && formatID(of.avaxAssetID) === assetID);
  return own ? { assetID, symbol: nativeSymbolOf(own), denomination: 9 } : asset;
}

const formatOf = (options: ExplainErrorOptions): AmountFormat => ({
  amount: (units, asset) => {
    const { assetID, symbol, denomination = 0 } = named(asset, options);
    return symbol === undefined
      ? `${grouped(String(units))} units of ${assetID}`
      : `${grouped(formatAmount(units, denomination))} ${symbol}`;
  },
  avax: (nAVAX) => `${grouped(formatAmount(nAVAX, 9))} ${nativeSymbolOf(options.network)}`,
});

/**
 * Formats an error for the users of an application: amounts in AVAX, times as dates.
 * `error.message` is for developers. It never throws, whatever the facts of the error are.
 * @param e An `AvalancheError`. For any other value, its own message is returned.
 * @example
 * explainError(new AvalancheError('FeeTooHigh', 'too much', { fee: 600_000_000n, maxFee: 100_000_000n })); // 'The fee is 0.6 AVAX, more than the limit of 0.1 AVAX.'
 */
export function explainError(e: unknown, options: ExplainErrorOptions = {}): string {
  try {
    if (!isError(e)) return visibleLine(e instanceof Error ? e.message : String(e));
    return tell(e, formatOf(options));
  } catch {
    // A fact is of another kind than the message expects, such as a fraction where there are whole numbers only.
    return isError(e) ? visibleLine(e.message) : 'The error cannot be shown.';
  }
}

const tell = <C extends ErrorCode>(
  { code, context, detail, path }: AvalancheError<C>,
  format: AmountFormat,
): string => errorMessages[code](visibleIn(context), format, { detail, path: formatPath(path) });

/** Data with all text visible: a node may have said it. */
function visibleIn<T>(value: T): T {
  if (typeof value === 'string') return visibleLine(value) as T;
  if (Array.isArray(value)) return value.map(visibleIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, of]) => [visibleLine(key), visibleIn(of)]);
  return Object.fromEntries(entries) as T;
}
