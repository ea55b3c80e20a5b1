import type { AnyKind } from './opened.ts';

/** What each kind is called, in errors, titles and the inspector. */
export const kindNames: { readonly [K in AnyKind]: string } = {
  tx: 'transaction',
  unsignedTx: 'unsigned transaction',
  utxo: 'UTXO',
  block: 'block',
  genesis: 'genesis',
  evmBlock: 'block of an EVM',
  output: 'output',
  input: 'input',
  credential: 'credential',
  proposervm: 'wrapped block',
  vertex: 'vertex',
  container: 'record of the index',
  warpUnsigned: 'unsigned warp message',
  warpSigned: 'signed warp message',
  warpPayload: 'payload of a warp message',
  l1Payload: 'message about an L1',
  l1ConversionData: 'data of the conversion of a subnet',
  transferableOutput: 'transferable output',
  transferableInput: 'transferable input',
  owner: 'owner',
  signer: 'signer of a validator',
  operation: 'operation',
  initialState: 'initial state of an asset',
  proposervmHeader: 'header of a wrapped block',
};
