import { CodecError } from '../errors.ts';
import { formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { allInputs, allOutputs, type Transfer } from './transfer.ts';

const maxUint64 = 0xffff_ffff_ffff_ffffn;

/** An amount of an asset. */
export interface AssetAmount {
  readonly assetID: Uint8Array;
  readonly amount: bigint;
}

/**
 * What goes in and does not come out, by asset: the fee, if nothing is lost. A node checks only that it is
 * enough.
 * @throws {CodecError} `Unbalanced`: more of an asset comes out than goes in; `OutOfRange`: a sum that is no uint64.
 */
export function burnedBy(tx: Transfer): readonly AssetAmount[] {
  const flows = new Map<string, { assetID: Uint8Array; goesIn: bigint; comesOut: bigint }>();
  const flowOf = (assetID: Uint8Array) => {
    const key = formatHex(assetID);
    let flow = flows.get(key);
    if (!flow) flows.set(key, (flow = { assetID, goesIn: 0n, comesOut: 0n }));
    return flow;
  };
  for (const { assetID, input } of allInputs(tx)) flowOf(assetID).goesIn += input.amount;
  for (const { assetID, output } of allOutputs(tx)) flowOf(assetID).comesOut += output.amount;
  return [...flows.values()].flatMap(({ assetID, goesIn, comesOut }) => {
    const context = { assetID: formatID(assetID), goesIn, comesOut };
    if (goesIn > maxUint64 || comesOut > maxUint64)
      throw new CodecError('OutOfRange', 'an amount in all that is no uint64', -1, context);
    if (comesOut > goesIn)
      throw new CodecError(
        'Unbalanced',
        `${comesOut} of ${context.assetID} come out, ${goesIn} go in`,
        -1,
        context,
      );
    return comesOut === goesIn ? [] : [{ assetID, amount: goesIn - comesOut }];
  });
}
