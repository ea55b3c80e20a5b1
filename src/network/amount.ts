import { formatAmount } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type Network, nativeSymbolOf } from './network.ts';

/** Formats an amount of an asset with its unit: `1.5 AVAX`, or `5 of 2fom…` for an asset whose name is not known. */
export const amountWithUnit = (
  amount: bigint,
  assetID: Uint8Array,
  network: Pick<Network, 'avaxAssetID' | 'nativeAsset'>,
): string =>
  equalBytes(assetID, network.avaxAssetID)
    ? `${formatAmount(amount, 9)} ${nativeSymbolOf(network)}`
    : `${amount} of ${formatID(assetID)}`;
