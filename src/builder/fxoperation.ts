import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { FxOperation } from '../chain/xchain/components.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { amountOf } from '../tx/output.ts';
import { readAmount, readAssetID } from './intent.ts';
import type { MintNFT, OperationIntent } from './intents/assets.ts';
import type { Consumable, Need, Right } from './rights.ts';
import { checkGroup, readPayload } from './token.ts';

/** An operation whose UTXO has not been selected yet. */
export interface Planned {
  readonly need: Need;
  readonly make: (right: Right) => FxOperation;
}

const planned = <T extends Consumable['type']>(
  need: Need<T>,
  make: (right: Right<Extract<Consumable, { readonly type: T }>>) => FxOperation,
): Planned => ({ need, make: make as Planned['make'] });

const secpInput = ({ signatureIndices }: Right) => ({
  type: 'secp256k1fx.Input' as const,
  signatureIndices,
});
const plain = ({ locktime, threshold, addresses }: OutputOwners) => ({
  locktime,
  threshold,
  addresses,
});

/**
 * Checks the intent of an operation and plans it. Minting returns the minting right unchanged, as the node requires.
 * @throws {AvalancheError} `Unsupported`: an unknown operation or key; `OutOfRange`, `TooLong`; errors of owners under `to`.
 */
export function planOperation(intent: OperationIntent, chain: Chain, network: Network): Planned {
  const { utxo } = intent;
  const from = { assetID: readAssetID(intent.assetID), ...(utxo && { utxo }) };
  const owner = (of: Owner | Address) => outputOwners(of, chain, network);
  switch (intent.type) {
    case 'mint': {
      const amount = readAmount(intent.amount);
      const to = within(['to'], () => owner(intent.to));
      return planned({ ...from, of: 'secp256k1fx.MintOutput' }, (right) => ({
        type: 'secp256k1fx.MintOperation',
        mintInput: secpInput(right),
        mintOutput: right.utxo.output,
        transferOutput: amountOf(amount, to),
      }));
    }
    case 'mintNFT': {
      const { groupID } = intent;
      checkGroup(groupID);
      const payload = readPayload(intent.payload);
      const outputs = within(['to'], () => owners(intent.to, owner));
      return planned({ ...from, of: 'nftfx.MintOutput', groupID }, (right) => ({
        type: 'nftfx.MintOperation',
        mintInput: secpInput(right),
        groupID,
        payload,
        outputs,
      }));
    }
    case 'transferNFT': {
      const { groupID } = intent;
      if (groupID !== undefined) checkGroup(groupID);
      const payload = intent.payload === undefined ? undefined : readPayload(intent.payload);
      const to = within(['to'], () => owner(intent.to));
      const need = {
        ...from,
        of: 'nftfx.TransferOutput' as const,
        ...(groupID === undefined ? {} : { groupID }),
        ...(payload && { payload }),
      };
      return planned(need, (right) => ({
        type: 'nftfx.TransferOperation',
        input: secpInput(right),
        output: { ...right.utxo.output, ...plain(to) },
      }));
    }
    case 'mintProperty': {
      const to = within(['to'], () => owner(intent.to));
      return planned({ ...from, of: 'propertyfx.MintOutput' }, (right) => ({
        type: 'propertyfx.MintOperation',
        mintInput: secpInput(right),
        mintOutput: right.utxo.output,
        ownedOutput: { type: 'propertyfx.OwnedOutput', ...plain(to) },
      }));
    }
    case 'burnProperty':
      return planned({ ...from, of: 'propertyfx.OwnedOutput' }, ({ signatureIndices }) => ({
        type: 'propertyfx.BurnOperation',
        signatureIndices,
      }));
  }
}

function owners(
  to: MintNFT['to'],
  owner: (of: Owner | Address) => OutputOwners,
): readonly OutputOwners[] {
  if (!isList(to)) return [owner(to)];
  if (to.length === 0) throw new AvalancheError('OutOfRange', 'at least one owner is needed');
  return to.map((of, i) => within([i], () => owner(of)));
}

const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value);
