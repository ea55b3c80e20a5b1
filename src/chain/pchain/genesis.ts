import { versioned } from '../../wire/codec.ts';
import { type Declared, struct } from '../../wire/declare.ts';
import type { Source, Type } from '../../wire/type.ts';
import { utxoNotes } from '../utxo.ts';
import { Output } from './components.ts';
import { TxBody } from './tx.ts';

const genesisUTXO = (s: Source) => ({
  txID: s.id(),
  outputIndex: s.u32(),
  assetID: s.id(),
  output: s.of(Output),
  message: s.base64(),
});
/** A UTXO in the genesis of the P-chain. Source: avalanchego `vms/platformvm/genesis/codec.go`. */
export interface GenesisUTXO extends Declared<typeof genesisUTXO> {}
export const GenesisUTXO: Type<GenesisUTXO> = /* @__PURE__ */ struct(
  'genesis.UTXO',
  genesisUTXO,
  () => ({
    ...utxoNotes,
    message: 'Free bytes; on mainnet the Ethereum address it was sold to.',
  }),
);

const genesis = (s: Source) => ({
  UTXOs: s.list(GenesisUTXO),
  Validators: s.list(TxBody),
  Chains: s.list(TxBody),
  Timestamp: s.u64(),
  InitialSupply: s.u64(),
  Message: s.string(),
});
/**
 * The genesis of the P-chain; its sha256 is the parent id of the first block. Source: avalanchego
 * `vms/platformvm/genesis/genesis.go`.
 */
export interface Genesis extends Declared<typeof genesis> {}
export const Genesis: Type<Genesis> = /* @__PURE__ */ versioned(
  'genesis',
  /* @__PURE__ */ struct('genesis.Genesis', genesis, {
    UTXOs: 'First UTXOs.',
    Validators: 'First validators.',
    Chains: 'First chains: X and C; their IDs are those of these transactions.',
    Timestamp: 'Unix seconds.',
    InitialSupply: 'nAVAX.',
    Message: 'Free text.',
  }),
  0x7fff_ffff,
);
