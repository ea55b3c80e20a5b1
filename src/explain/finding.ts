/** Findings of a review in words. */

import { knownNetworks } from '../network/known.ts';
import { nativeSymbolOf } from '../network/network.ts';
import type { Finding } from '../review/codes.ts';
import { created } from '../review/receivers.ts';
import { aText, checkArgument, objectOf } from '../schema/check.ts';
import { formatID } from '../text/id.ts';
import { toldText } from './explained.ts';
import { type AssetText, type Explanation, explanationArgument } from './explanation.ts';

const findingArgument = /* @__PURE__ */ (() =>
  objectOf({ code: aText, path: aText }, { name: 'a finding of review()' }))();

/** A finding in words. */
export interface FindingText {
  /** Path in the intent, or in the rules of the policy; where they say nothing of it, in the unsigned transaction. */
  readonly path: string;
  /** Expected value, such as `1.5 AVAX → P-fuji1…`; omitted if nothing was expected. */
  readonly meant?: string;
  /** Actual value; omitted if nothing is there. */
  readonly found?: string;
}

/**
 * Puts a finding of `review` into words: where it is, what was expected and what was found. Amounts have the unit of their asset, and
 * untrusted text is quoted.
 * @param explanation The explanation of the same transaction or draft, which names its assets.
 * @example
 * import { explain, findingText, review } from 'avalanche-tx/explain';
 * const tx = open('0x000000000013000000006553f10000000000');
 * const expect = { type: 'CreateSubnetTx', owner: 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p' } as const;
 * const [finding] = review(tx, { network: fuji, expect });
 * findingText(finding, explain(tx)); // { path: 'type', meant: 'CreateSubnetTx', found: 'AdvanceTimeTx' }
 */
export function findingText(finding: Finding, explanation: Explanation): FindingText {
  checkArgument(finding, findingArgument, 'finding');
  checkArgument(explanation, explanationArgument, 'explanation');
  const { path, meantAt = path, meant, found } = finding;
  const nameOf = (assetID: string): AssetText => assetIn(explanation, assetID);
  return {
    path: meantAt,
    ...(meant && { meant: toldText(meant, nameOf) }),
    ...(found && { found: toldText(found, nameOf) }),
  };
}

/** The assets of explanations by id: a transaction may have thousands of assets, and as many findings. */
const assetsByID = /* @__PURE__ */ new WeakMap<
  Explanation['assets'],
  ReadonlyMap<string | undefined, AssetText>
>();

/** Returns an asset of an explanation; AVAX of a known network also where the transaction does not move any. */
function assetIn({ assets, network, txID }: Explanation, assetID: string): AssetText {
  const id = assetID === created ? txID : assetID;
  let byID = assetsByID.get(assets);
  if (!byID) assetsByID.set(assets, (byID = new Map(assets.map((asset) => [asset.id, asset]))));
  const moved = byID.get(id);
  if (moved) return moved;
  const here = knownNetworks.find(({ name }) => name === network);
  return here && formatID(here.avaxAssetID) === id
    ? { id, native: true, symbol: nativeSymbolOf(here), denomination: 9 }
    : { id, native: false, denomination: 0 };
}
