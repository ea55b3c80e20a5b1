/** What avalanchejs declares as classes: primitives, outputs, transactions, messages; with our counterparts. */
import { none, type Row, type Rows, to, typed } from './row.ts';

/** Names that are the same here, at one entry point. */
const same = (at: string, ...names: readonly string[]): Rows =>
  Object.fromEntries(names.map((name) => [name, to(`${name}@${at}`)]));

/** Type guards: `isImportTx` of `platformvm.ImportTx`. */
const guards = (at: string, go: string, ...names: readonly string[]): Rows =>
  Object.fromEntries(names.map((name) => [`is${name}`, typed(`${name}@${at}`, `${go}.${name}`)]));

const vm: Row = to('ChainName', "`'P'`, `'X'` or `'C'`");
const bytes = none('plain', '`Uint8Array`');

export const root: Rows = {
  ...same('pchain', 'TransferableOutput', 'TransferableInput', 'OutputOwners', 'PChainOwner'),
  ...same('pchain', 'Credential', 'TransferInput', 'TransferOutput'),
  Input: to('SubnetAuth@pchain', 'signature indices of an authorization'),
  MintOperation: to('secp256k1fx@xchain', '`secp256k1fx.MintOperation`'),
  MintOutput: to('secp256k1fx@xchain', '`secp256k1fx.MintOutput`'),
  OutputOwnersList: none('plain', 'An array'),
  Signature: bytes,
  TypeRegistry: none('internal', 'typeIDs follow from the declarations'),
  Address: to('parseAddress formatAddress', '20 bytes, or text with chain and network'),
  BlsSignature: bytes,
  BlsPublicKey: bytes,
  Id: to('parseID formatID', '32 bytes; the checksum is checked'),
  NodeId: to('parseNodeID formatNodeID', '20 bytes; the checksum is checked'),
  L1Validator: to(
    'ConvertSubnetToL1Validator@pchain, L1ValidatorIntent@build',
    'on the wire; for the builder',
  ),
  BigIntPr: none('plain', '`bigint`, up to 64 bits'),
  Bool: none('plain', '`boolean`'),
  Byte: none('plain', '`number`'),
  Bytes: bytes,
  Int: none('plain', '`number`, up to 32 bits'),
  Short: none('plain', '`number`, up to 16 bits'),
  Stringpr: none('plain', '`string`, UTF-8'),
  AVM: vm,
  EVM: vm,
  PVM: vm,
  VM: vm,
  ValidVMs: vm,
  TypeSymbols: none('plain', 'Values with several types have `type`: `platformvm.BaseTx`'),
  Utxo: to('UTXO@pchain', 'also of `xchain` and `cchain`: `decode(UTXO, bytes)`'),
  addTxSignatures: to('sign finalize@sign'),
  EVMUnsignedTx: to('Draft@build', "`draft.chain === 'C'`"),
  UnsignedTx: to('Draft@build', 'the transaction with UTXOs, owners and signatures'),
};

export const avaxSerial: Rows = {
  AvaxTx: none('internal', 'An abstract class'),
  BaseTx: none('internal', 'Its fields are fields of each transaction'),
  SignedTx: to('Tx@pchain, AnyTx', 'also of `xchain` and `cchain`'),
  TransferableInput: to('TransferableInput@pchain'),
  TransferableOutput: to('TransferableOutput@pchain'),
  isBaseTx: none('internal', 'Its fields are fields of each transaction'),
  isTransferableOutput: none('plain', 'Known from the place: `tx.outputs`'),
  isTransferableInput: none('plain', 'Known from the place: `tx.inputs`'),
  UTXOID: to('UTXOID@xchain, inputIDOf', '`txID` and `outputIndex` of a UTXO or input'),
};

export const avmSerial: Rows = {
  ...same(
    'xchain',
    'BaseTx',
    'CreateAssetTx',
    'ExportTx',
    'ImportTx',
    'InitialState',
    'OperationTx',
  ),
  ...guards('xchain', 'avm', 'ExportTx', 'ImportTx', 'CreateAssetTx', 'OperationTx'),
  isAvmBaseTx: typed('BaseTx@xchain', 'avm.BaseTx'),
  getAVMManager: to('decode encode@xchain'),
};

export const evmSerial: Rows = {
  EVMTx: to('UnsignedTx@cchain'),
  ...same('cchain', 'ExportTx', 'ImportTx'),
  Input: to('EVMInput@cchain'),
  Output: to('EVMOutput@cchain'),
  ...guards('cchain', 'atomic', 'ExportTx', 'ImportTx'),
  isEvmTx: to('AnyTx', "`tx.chain === 'C'`"),
  isImportExportTx: to('AnyTx', "`tx.chain === 'C'`: it has no other types"),
};

const common = [
  'RemoveSubnetValidatorTx',
  'AddDelegatorTx',
  'AddSubnetValidatorTx',
  'AddValidatorTx',
  'AdvanceTimeTx',
  'CreateChainTx',
  'CreateSubnetTx',
  'ExportTx',
  'ImportTx',
  'AddPermissionlessValidatorTx',
  'AddPermissionlessDelegatorTx',
  'TransferSubnetOwnershipTx',
  'TransformSubnetTx',
  'ConvertSubnetToL1Tx',
  'RegisterL1ValidatorTx',
  'SetL1ValidatorWeightTx',
  'IncreaseL1ValidatorBalanceTx',
  'DisableL1ValidatorTx',
  'AddAutoRenewedValidatorTx',
  'SetAutoRenewedValidatorConfigTx',
  'RewardAutoRenewedValidatorTx',
];

export const pvmSerial: Rows = {
  ...same('pchain', 'BaseTx', ...common, 'SubnetValidator', 'Validator', 'ProofOfPossession'),
  StakeableLockIn: to('LockIn@pchain'),
  StakeableLockOut: to('LockOut@pchain'),
  Signer: to('ValidatorSigner@pchain', 'a proof of possession, or none'),
  SignerEmpty: to('EmptySigner@pchain'),
  AbstractSubnetTx: none('internal', 'An abstract class'),
  isPvmBaseTx: typed('BaseTx@pchain', 'platformvm.BaseTx'),
  ...guards('pchain', 'platformvm', ...common, 'RewardValidatorTx'),
  isEmptySigner: typed('EmptySigner@pchain', 'signer.Empty'),
  isSigner: typed('ProofOfPossession@pchain', 'signer.ProofOfPossession'),
};

export const warp: Rows = {
  codec: to('decode encode@warp'),
  getWarpManager: to('decode encode@warp'),
  WarpMessage: to('Message@warp'),
  WarpSignature: to('BitSetSignature@warp'),
  WarpUnsignedMessage: to('UnsignedMessage@warp'),
  'AddressedCallPayloads.AddressedCall': to('AddressedCall@warp'),
  'AddressedCallPayloads.RegisterL1ValidatorMessage': to('RegisterL1Validator@warp'),
  'AddressedCallPayloads.L1ValidatorWeightMessage': to('L1ValidatorWeight@warp'),
  'AddressedCallPayloads.L1ValidatorRegistrationMessage': to('L1ValidatorRegistration@warp'),
  'AddressedCallPayloads.SubnetToL1ConversionMessage': to('SubnetToL1Conversion@warp'),
  'AddressedCallPayloads.ValidatorData': to('SubnetToL1ConversionValidatorData@warp'),
  'AddressedCallPayloads.ConversionData': to('SubnetToL1ConversionData@warp'),
};
