import { versioned } from '../../wire/codec.ts';
import { type Declared, struct } from '../../wire/declare.ts';
import type { Source, Type } from '../../wire/type.ts';
import { assetParts, base } from '../base.ts';
import { InitialState, TransferableInput, TransferableOutput } from './components.ts';

const genesisAsset = (s: Source) => ({
  Alias: s.string(),
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  name: s.string(),
  symbol: s.string(),
  denomination: s.u8(),
  initialStates: s.list(InitialState),
});
/** An asset in the genesis of the X-chain: an alias and a CreateAssetTx. Source: avalanchego `vms/avm/genesis.go`. */
export interface GenesisAsset extends Declared<typeof genesisAsset> {}
export const GenesisAsset: Type<GenesisAsset> = /* @__PURE__ */ struct(
  'avm.GenesisAsset',
  genesisAsset,
  () => ({ Alias: 'What the node also calls the asset.', ...base(), ...assetParts() }),
);

const genesis = (s: Source) => ({ Txs: s.list(GenesisAsset) });
/** The genesis of the X-chain: the genesisData of its CreateChainTx. Source: avalanchego `vms/avm/genesis.go`. */
export interface Genesis extends Declared<typeof genesis> {}
export const Genesis: Type<Genesis> = /* @__PURE__ */ versioned(
  'genesis',
  struct('avm.Genesis', genesis, {
    Txs: 'First assets, sorted by alias; fees are paid in the first.',
  }),
  0x7fff_ffff,
);
