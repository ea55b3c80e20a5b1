/** Honest intents about assets of the X-chain. */
import { formatID } from '../../../src/text/id.ts';
import { assetText } from '../account.ts';
import { newAsset } from '../world.ts';
import { type Case, caseOf, type Draw, me, party, payee, someOptions } from './case.ts';

export async function createsAsset(draw: Draw): Promise<Case> {
  const { rng } = draw;
  const { to } = payee(draw, 1n);
  const initial = {
    fungible: { holders: [{ to, amount: BigInt(1 + rng.below(99)) }], minters: [me(draw)] },
  };
  return caseOf(
    'X',
    { type: 'CreateAssetTx', name: 'An Asset', symbol: 'AN', denomination: 1, initial },
    { options: someOptions(draw) },
    draw,
  );
}

/** Operations on an asset of the victim that was just made, so that nothing else is like it. */
export async function operates(draw: Draw): Promise<Case> {
  const { rng, world } = draw;
  const assetID = await newAsset(world);
  const id = formatID(assetID);
  const amount = BigInt(1 + rng.below(500));
  const { to, gets } = payee(draw, 1n, '');
  const item = (what: string) => ({ receives: [{ ...gets, what }] });
  const choices: readonly (() => Case)[] = [
    () =>
      caseOf(
        'X',
        { type: 'OperationTx', operations: [{ type: 'mint', assetID, to, amount }] },
        { keys: party(draw) },
        draw,
      ),
    () =>
      caseOf(
        'X',
        {
          type: 'OperationTx',
          operations: [{ type: 'transferNFT', assetID, groupID: 1, payload: 'b', to }],
        },
        item(`${id} nftfx.TransferOutput 1 0x62`),
        draw,
      ),
    () =>
      caseOf(
        'X',
        {
          type: 'OperationTx',
          operations: [{ type: 'mintNFT', assetID, groupID: 2, payload: 'new', to }],
        },
        { burns: { [`${id} nftfx.MintOutput 2`]: 1n } },
        draw,
      ),
    () =>
      caseOf(
        'X',
        { type: 'OperationTx', operations: [{ type: 'mintProperty', assetID, to }] },
        {},
        draw,
      ),
    () =>
      caseOf(
        'X',
        { type: 'OperationTx', operations: [{ type: 'burnProperty', assetID }] },
        { burns: { [`${id} propertyfx.OwnedOutput`]: 1n } },
        draw,
      ),
    () =>
      caseOf(
        'X',
        { type: 'BaseTx', outputs: [{ to, amount, assetID }] },
        { receives: [{ ...gets, what: assetText(id), amount }], keys: party(draw) },
        draw,
      ),
  ];
  return rng.pick(choices)();
}
