/** A codec for P-chain transactions as one would write it by hand: one reader and one writer a type. */
import { type Credential, readCredential, unknown, writeCredential } from './avax.ts';
import { Reader, WireError, Writer } from './cursor.ts';
import { readInputs, readOutputs, writeBase, writeInputs, writeOutputs } from './parts.ts';
import {
  readAddAutoRenewedValidatorTx,
  readAddDelegatorTx,
  readAddPermissionlessDelegatorTx,
  readAddPermissionlessValidatorTx,
  readAddSubnetValidatorTx,
  readAddValidatorTx,
  readAdvanceTimeTx,
  readRewardAutoRenewedValidatorTx,
  readRewardValidatorTx,
  readSetAutoRenewedValidatorConfigTx,
  writeAddAutoRenewedValidatorTx,
  writeAddDelegatorTx,
  writeAddPermissionlessDelegatorTx,
  writeAddPermissionlessValidatorTx,
  writeAddSubnetValidatorTx,
  writeAddValidatorTx,
  writeSetAutoRenewedValidatorConfigTx,
} from './staking.ts';
import {
  readConvertSubnetToL1Tx,
  readCreateChainTx,
  readCreateSubnetTx,
  readDisableL1ValidatorTx,
  readIncreaseL1ValidatorBalanceTx,
  readRegisterL1ValidatorTx,
  readRemoveSubnetValidatorTx,
  readSetL1ValidatorWeightTx,
  readTransferSubnetOwnershipTx,
  readTransformSubnetTx,
  writeConvertSubnetToL1Tx,
  writeCreateChainTx,
  writeCreateSubnetTx,
  writeDisableL1ValidatorTx,
  writeIncreaseL1ValidatorBalanceTx,
  writeRegisterL1ValidatorTx,
  writeRemoveSubnetValidatorTx,
  writeSetL1ValidatorWeightTx,
  writeTransferSubnetOwnershipTx,
  writeTransformSubnetTx,
} from './subnets.ts';

const readImportTx = (r: Reader) => ({
  type: 'platformvm.ImportTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  sourceChain: r.fixed(32),
  importedInputs: readInputs(r),
});
const writeImportTx = (w: Writer, v: ReturnType<typeof readImportTx>) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.sourceChain, 32);
  writeInputs(w, v.importedInputs);
};

const readExportTx = (r: Reader) => ({
  type: 'platformvm.ExportTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  destinationChain: r.fixed(32),
  exportedOutputs: readOutputs(r),
});
const writeExportTx = (w: Writer, v: ReturnType<typeof readExportTx>) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.destinationChain, 32);
  writeOutputs(w, v.exportedOutputs);
};

const readBaseTx = (r: Reader) => ({
  type: 'platformvm.BaseTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
});

const readUnsignedTx = (r: Reader) => {
  const id = r.u32();
  switch (id) {
    case 12:
      return readAddValidatorTx(r);
    case 13:
      return readAddSubnetValidatorTx(r);
    case 14:
      return readAddDelegatorTx(r);
    case 15:
      return readCreateChainTx(r);
    case 16:
      return readCreateSubnetTx(r);
    case 17:
      return readImportTx(r);
    case 18:
      return readExportTx(r);
    case 19:
      return readAdvanceTimeTx(r);
    case 20:
      return readRewardValidatorTx(r);
    case 23:
      return readRemoveSubnetValidatorTx(r);
    case 24:
      return readTransformSubnetTx(r);
    case 25:
      return readAddPermissionlessValidatorTx(r);
    case 26:
      return readAddPermissionlessDelegatorTx(r);
    case 33:
      return readTransferSubnetOwnershipTx(r);
    case 34:
      return readBaseTx(r);
    case 35:
      return readConvertSubnetToL1Tx(r);
    case 36:
      return readRegisterL1ValidatorTx(r);
    case 37:
      return readSetL1ValidatorWeightTx(r);
    case 38:
      return readIncreaseL1ValidatorBalanceTx(r);
    case 39:
      return readDisableL1ValidatorTx(r);
    case 40:
      return readAddAutoRenewedValidatorTx(r);
    case 41:
      return readSetAutoRenewedValidatorConfigTx(r);
    case 42:
      return readRewardAutoRenewedValidatorTx(r);
    default:
      return unknown(r, id, 'UnsignedTx');
  }
};
export type UnsignedTx = ReturnType<typeof readUnsignedTx>;

const writeUnsignedTx = (w: Writer, v: UnsignedTx): void => {
  switch (v.type) {
    case 'platformvm.AddValidatorTx':
      w.u32(12);
      writeAddValidatorTx(w, v);
      break;
    case 'platformvm.AddSubnetValidatorTx':
      w.u32(13);
      writeAddSubnetValidatorTx(w, v);
      break;
    case 'platformvm.AddDelegatorTx':
      w.u32(14);
      writeAddDelegatorTx(w, v);
      break;
    case 'platformvm.CreateChainTx':
      w.u32(15);
      writeCreateChainTx(w, v);
      break;
    case 'platformvm.CreateSubnetTx':
      w.u32(16);
      writeCreateSubnetTx(w, v);
      break;
    case 'platformvm.ImportTx':
      w.u32(17);
      writeImportTx(w, v);
      break;
    case 'platformvm.ExportTx':
      w.u32(18);
      writeExportTx(w, v);
      break;
    case 'platformvm.AdvanceTimeTx':
      w.u32(19);
      w.u64(v.time);
      break;
    case 'platformvm.RewardValidatorTx':
      w.u32(20);
      w.fixed(v.txID, 32);
      break;
    case 'platformvm.RemoveSubnetValidatorTx':
      w.u32(23);
      writeRemoveSubnetValidatorTx(w, v);
      break;
    case 'platformvm.TransformSubnetTx':
      w.u32(24);
      writeTransformSubnetTx(w, v);
      break;
    case 'platformvm.AddPermissionlessValidatorTx':
      w.u32(25);
      writeAddPermissionlessValidatorTx(w, v);
      break;
    case 'platformvm.AddPermissionlessDelegatorTx':
      w.u32(26);
      writeAddPermissionlessDelegatorTx(w, v);
      break;
    case 'platformvm.TransferSubnetOwnershipTx':
      w.u32(33);
      writeTransferSubnetOwnershipTx(w, v);
      break;
    case 'platformvm.BaseTx':
      w.u32(34);
      writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
      break;
    case 'platformvm.ConvertSubnetToL1Tx':
      w.u32(35);
      writeConvertSubnetToL1Tx(w, v);
      break;
    case 'platformvm.RegisterL1ValidatorTx':
      w.u32(36);
      writeRegisterL1ValidatorTx(w, v);
      break;
    case 'platformvm.SetL1ValidatorWeightTx':
      w.u32(37);
      writeSetL1ValidatorWeightTx(w, v);
      break;
    case 'platformvm.IncreaseL1ValidatorBalanceTx':
      w.u32(38);
      writeIncreaseL1ValidatorBalanceTx(w, v);
      break;
    case 'platformvm.DisableL1ValidatorTx':
      w.u32(39);
      writeDisableL1ValidatorTx(w, v);
      break;
    case 'platformvm.AddAutoRenewedValidatorTx':
      w.u32(40);
      writeAddAutoRenewedValidatorTx(w, v);
      break;
    case 'platformvm.SetAutoRenewedValidatorConfigTx':
      w.u32(41);
      writeSetAutoRenewedValidatorConfigTx(w, v);
      break;
    case 'platformvm.RewardAutoRenewedValidatorTx':
      w.u32(42);
      w.fixed(v.txID, 32);
      w.u64(v.timestamp);
      break;
  }
};

const readCredentials = (r: Reader) => {
  const n = r.count(8);
  const out: Credential[] = [];
  for (let i = 0; i < n; i++) out.push(readCredential(r));
  return out;
};
const writeCredentials = (w: Writer, v: Credential[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) writeCredential(w, v[i]!);
};

/** A signed P-chain transaction. */
export type Tx = { unsignedTx: UnsignedTx; credentials: Credential[] };

const open = (bytes: Uint8Array): Reader => {
  const r = new Reader(bytes);
  if (r.u16() !== 0) throw new WireError('codec version is not 0', 0);
  return r;
};
const writer = new Writer();

/** The unsigned transaction in `bytes`; its byte fields are views on them. */
export const decodeUnsigned = (bytes: Uint8Array): UnsignedTx => {
  const r = open(bytes);
  const v = readUnsignedTx(r);
  r.end();
  return v;
};
/** The signed transaction in `bytes`; its byte fields are views on them. */
export const decodeSigned = (bytes: Uint8Array): Tx => {
  const r = open(bytes);
  const v = { unsignedTx: readUnsignedTx(r), credentials: readCredentials(r) };
  r.end();
  return v;
};
/** The bytes that are signed. */
export const encodeUnsigned = (v: UnsignedTx): Uint8Array => {
  writer.offset = 0;
  writer.u16(0);
  writeUnsignedTx(writer, v);
  return writer.take();
};
/** The bytes that are issued. */
export const encodeSigned = (v: Tx): Uint8Array => {
  writer.offset = 0;
  writer.u16(0);
  writeUnsignedTx(writer, v.unsignedTx);
  writeCredentials(writer, v.credentials);
  return writer.take();
};
