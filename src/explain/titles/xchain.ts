import type { FxOperation, Operation } from '../../chain/xchain/components.ts';
import { formatID } from '../../text/id.ts';
import { ownerOf } from '../../tx/owner.ts';
import { amountText, listed, quoted } from '../format.ts';
import { say } from '../messages.ts';
import { ownerText, type Telling, type Titles } from './telling.ts';
import { baseTitle, exportTitle, importTitle } from './transfers.ts';

/** Titles of X-chain transactions. */
export const xTitles: Titles<'avm'> = {
  'avm.BaseTx': baseTitle,
  'avm.ExportTx': exportTitle,
  'avm.ImportTx': importTitle,
  'avm.CreateAssetTx': ({ name, symbol }) =>
    say('createAsset', { name: quoted(name), symbol: quoted(symbol) }),
  'avm.OperationTx': ({ operations }, telling) =>
    sentenceOf(
      [...operations]
        .sort((a, b) => gravityOf(a, telling) - gravityOf(b, telling))
        .map((operation) => operationText(operation, telling)),
    ),
};

/** Joins phrases to a sentence: all but the first without a capital letter. */
const sentenceOf = (phrases: readonly string[]): string =>
  listed(
    phrases.map((phrase, i) => (i === 0 ? phrase : phrase[0]!.toLowerCase() + phrase.slice(1))),
  );

/** Returns the order of an operation in a title: destroyed items first, then what others receive. */
function gravityOf({ operation }: Operation, { explained: { knowledge } }: Telling): number {
  if (operation.type === 'propertyfx.BurnOperation') return 0;
  const owners = gets(operation);
  return knowledge.isSaid && owners.every((owner) => knowledge.isOwn(ownerOf(owner))) ? 2 : 1;
}

/** Returns who receives what an operation moves or mints, ignoring the mint right that continues. */
function gets(operation: Exclude<FxOperation, { type: 'propertyfx.BurnOperation' }>) {
  switch (operation.type) {
    case 'secp256k1fx.MintOperation':
      return [operation.transferOutput];
    case 'nftfx.MintOperation':
      return operation.outputs;
    case 'nftfx.TransferOperation':
      return [operation.output];
    case 'propertyfx.MintOperation':
      return [operation.ownedOutput];
  }
}

const operationText = (of: Operation, telling: Telling): string =>
  (phrases[of.operation.type] as Phrase<FxOperation>)(of.operation, telling, of.assetID);

type Phrase<O> = (operation: O, telling: Telling, assetID: Uint8Array) => string;

const phrases: {
  readonly [T in FxOperation['type']]: Phrase<Extract<FxOperation, { readonly type: T }>>;
} = {
  'secp256k1fx.MintOperation': ({ transferOutput }, telling, assetID) => {
    const id = formatID(assetID);
    const asset = telling.assets.find((of) => of.id === id)!;
    return say('mint', {
      what: amountText(transferOutput.amount, asset),
      to: ownerText(transferOutput, telling),
    });
  },
  'nftfx.MintOperation': ({ groupID, outputs }, telling) => {
    const group = String(groupID);
    return outputs.length === 1
      ? say('mintNFT', { group, to: ownerText(outputs[0]!, telling) })
      : say('mintNFTs', { group, count: String(outputs.length) });
  },
  'nftfx.TransferOperation': ({ output }, telling) =>
    say('transferNFT', { group: String(output.groupID), to: ownerText(output, telling) }),
  'propertyfx.MintOperation': ({ ownedOutput }, telling) =>
    say('mintProperty', { to: ownerText(ownedOutput, telling) }),
  'propertyfx.BurnOperation': () => say('burnProperty'),
};
