/** Honest intents about assets of the X-chain. */
import { intentLike } from '../../../examples/intents/index.ts';
import type { AssetOperation } from '../../../src/builder/index.ts';
import { formatID } from '../../../src/text/id.ts';
import { assetText } from '../account.ts';
import { newAsset } from '../world.ts';
import { type Case, caseOf, type Draw, type More, me, party, payee, someOptions } from './case.ts';

export async function createsAsset(draw: Draw): Promise<Case> {
  const { rng } = draw;
  const { to } = payee(draw, 1n);
  const initial = {
    fungible: { holders: [{ to, amount: BigInt(1 + rng.below(99)) }], minters: [me(draw)] },
  };
  return caseOf(
    'X',
    intentLike('X.CreateAssetTx', { initial }),
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
  const operation = (of: AssetOperation, more: More) =>
    caseOf('X', intentLike('X.OperationTx', { operations: [of] }), more, draw);
  const choices: readonly (() => Case)[] = [
    () => operation({ type: 'mint', assetID, to, amount }, { keys: party(draw) }),
    () =>
      operation(
        { type: 'transferNFT', assetID, groupID: 1, payload: 'b', to },
        item(`${id} nftfx.TransferOutput 1 0x62`),
      ),
    () =>
      operation(
        { type: 'mintNFT', assetID, groupID: 2, payload: 'new', to },
        { burns: { [`${id} nftfx.MintOutput 2`]: 1n } },
      ),
    () => operation({ type: 'mintProperty', assetID, to }, {}),
    () =>
      operation(
        { type: 'burnProperty', assetID },
        { burns: { [`${id} propertyfx.OwnedOutput`]: 1n } },
      ),
    () =>
      caseOf(
        'X',
        intentLike('X.BaseTx', { outputs: [{ to, amount, assetID }] }),
        { receives: [{ ...gets, what: assetText(id), amount }], keys: party(draw) },
        draw,
      ),
  ];
  return rng.pick(choices)();
}
