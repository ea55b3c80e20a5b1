import { versioned } from '../../wire/codec.ts';
import { type Declared, struct } from '../../wire/declare.ts';
import type { Infer, Source, Type } from '../../wire/type.ts';
import { txNotes } from '../base.ts';
import { transactions } from '../declared.ts';
import { type UTXOOf, utxoType } from '../utxo.ts';
import { Output } from './components.ts';
import {
  ConvertSubnetToL1Tx,
  DisableL1ValidatorTx,
  IncreaseL1ValidatorBalanceTx,
  RegisterL1ValidatorTx,
  SetL1ValidatorWeightTx,
} from './l1.ts';
import {
  AddAutoRenewedValidatorTx,
  AddDelegatorTx,
  AddPermissionlessDelegatorTx,
  AddPermissionlessValidatorTx,
  AddSubnetValidatorTx,
  AddValidatorTx,
  AdvanceTimeTx,
  RewardAutoRenewedValidatorTx,
  RewardValidatorTx,
  SetAutoRenewedValidatorConfigTx,
  Verifiable,
} from './staking.ts';
import {
  CreateChainTx,
  CreateSubnetTx,
  RemoveSubnetValidatorTx,
  TransferSubnetOwnershipTx,
  TransformSubnetTx,
} from './subnets.ts';
import { BaseTx, ExportTx, ImportTx } from './transfers.ts';

/**
 * Maximum size of a P-chain transaction, block or UTXO in bytes. Source: avalanchego
 * `utils/constants/networking.go`.
 */
export const maxSize: number = 2 * 1024 * 1024;

// A union with `never` keeps its name, which editors then show in place of its members.
const anyTx = /* @__PURE__ */ transactions('UnsignedTx', [
  AddValidatorTx,
  AddSubnetValidatorTx,
  AddDelegatorTx,
  CreateChainTx,
  CreateSubnetTx,
  ImportTx,
  ExportTx,
  AdvanceTimeTx,
  RewardValidatorTx,
  RemoveSubnetValidatorTx,
  TransformSubnetTx,
  AddPermissionlessValidatorTx,
  AddPermissionlessDelegatorTx,
  TransferSubnetOwnershipTx,
  BaseTx,
  ConvertSubnetToL1Tx,
  RegisterL1ValidatorTx,
  SetL1ValidatorWeightTx,
  IncreaseL1ValidatorBalanceTx,
  DisableL1ValidatorTx,
  AddAutoRenewedValidatorTx,
  SetAutoRenewedValidatorConfigTx,
  RewardAutoRenewedValidatorTx,
]);

/** An unsigned transaction with its codec version. The sha256 of its bytes is the digest that is signed. */
export type UnsignedTx = Infer<typeof anyTx> | never;
const AnyTx: Type<UnsignedTx> = anyTx;
export const UnsignedTx: Type<UnsignedTx> = /* @__PURE__ */ versioned('unsignedTx', AnyTx, maxSize);

const tx = (s: Source) => ({ unsignedTx: s.of(AnyTx), credentials: s.list(Verifiable) });
/** A signed transaction, as returned by `platform.getTx`. The sha256 of its bytes is its ID. */
export interface Tx extends Declared<typeof tx> {}
/** A transaction inside a block or the genesis, without a codec version of its own. */
export const TxBody: Type<Tx> = /* @__PURE__ */ struct('platformvm.Tx', tx, txNotes, {
  also: { id: { before: null, idOf: () => GenesisTx } },
});
export const Tx: Type<Tx> = /* @__PURE__ */ versioned('tx', TxBody, maxSize);
/**
 * A transaction of the genesis, with the codec version that its id includes. It may exceed the size limit of
 * issued ones. Source: avalanchego `vms/platformvm/txs/codec.go` `GenesisCodec`.
 */
export const GenesisTx: Type<Tx> = /* @__PURE__ */ versioned('tx', TxBody, 0x7fff_ffff);

/** A UTXO of the P-chain, as returned by `platform.getUTXOs`. Source: avalanchego `vms/components/avax/utxo.go`. */
export interface UTXO extends UTXOOf<Output> {}
export const UTXO: Type<UTXO> = /* @__PURE__ */ utxoType(Output, maxSize);
