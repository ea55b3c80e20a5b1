import {
  type InitialState,
  Operation,
  State,
  type Verifiable,
} from '../chain/xchain/components.ts';
import type { Tx, UnsignedTx } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { compareBytes } from '../text/bytes.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { verifyNodeFlow } from '../tx/flows.ts';
import { compareUTXOIDs, utxoKey, verifyIncreasing, verifySorted } from '../tx/order.ts';
import { encode } from '../wire/codec.ts';
import {
  notEmpty,
  outOfRange,
  verifyAsset,
  verifyBase,
  verifyIndices,
  verifyInput,
  verifyInputList,
  verifyLength,
  verifyOutput,
  verifyOutputList,
  verifyOwners,
} from './components.ts';
import { chainOf, type Rules, verifyPeer } from './context.ts';

const maxNameLength = 128;
const maxSymbolLength = 4;
const maxDenomination = 32;
/** Source: avalanchego `vms/nftfx/credential.go`: MaxPayloadSize. */
const maxPayloadLength = 1024;
/** secp256k1fx, nftfx and propertyfx. */
const fxCount = 3;

/** Source: avalanchego `vms/avm/txs/executor/syntactic_verifier.go`, rules in their order, without the credentials. */
export function verifyXTx(tx: UnsignedTx, rules: Rules): void {
  const chain = chainOf(tx, rules);
  const { network } = rules;
  switch (tx.type) {
    case 'avm.CreateAssetTx':
      verifyNames(tx);
      break;
    case 'avm.OperationTx':
      notEmpty(tx.operations, 'operations');
      break;
    case 'avm.ImportTx':
      notEmpty(tx.importedInputs, 'importedInputs');
      break;
    case 'avm.ExportTx':
      notEmpty(tx.exportedOutputs, 'exportedOutputs');
      break;
    case 'avm.BaseTx':
  }
  verifyBase(tx, { networkID: network.networkID, blockchainID: chain.blockchainID });
  within(['outputs'], () => verifyOutputList(tx.outputs));
  if (tx.type === 'avm.ExportTx')
    within(['exportedOutputs'], () => verifyOutputList(tx.exportedOutputs));
  within(['inputs'], () => verifyInputList(tx.inputs));
  if (tx.type === 'avm.ImportTx')
    within(['importedInputs'], () => verifyInputList(tx.importedInputs));
  const { txFee, createAssetTxFee } = network.xFees;
  verifyNodeFlow(tx, tx.type === 'avm.CreateAssetTx' ? createAssetTxFee : txFee, network);
  if (tx.type === 'avm.CreateAssetTx') verifyStates(tx.initialStates);
  if (tx.type === 'avm.OperationTx') verifyOperations(tx.operations, tx.inputs);
  if (rules.time === undefined) return;
  if (tx.type === 'avm.ImportTx') verifyPeer(tx.sourceChain, chain, network, 'sourceChain');
  if (tx.type === 'avm.ExportTx')
    verifyPeer(tx.destinationChain, chain, network, 'destinationChain');
}

type CreateAssetTx = Extract<UnsignedTx, { readonly type: 'avm.CreateAssetTx' }>;

/** What an asset is called, and that there is any. Source: as `verifyXTx`. */
export function verifyNames({
  name,
  symbol,
  initialStates,
  denomination,
}: Pick<CreateAssetTx, 'name' | 'symbol' | 'initialStates' | 'denomination'>): void {
  notEmpty(name, 'name');
  verifyLength(encodeUTF8(name).length, maxNameLength, 'name');
  notEmpty(symbol, 'symbol');
  verifyLength(encodeUTF8(symbol).length, maxSymbolLength, 'symbol');
  notEmpty(initialStates, 'initialStates');
  if (denomination > maxDenomination)
    throw outOfRange(`${denomination}, at most ${maxDenomination}`, 'denomination');
  if (name.startsWith(' ') || name.endsWith(' ')) throw outOfRange('space at an end', 'name');
  if (!/^[A-Za-z0-9 ]+$/.test(name))
    throw outOfRange('something else than ASCII letters, digits and spaces', 'name');
  if (!/^[A-Z]+$/.test(symbol)) throw outOfRange('something else than capital letters', 'symbol');
}

/** Source: avalanchego `vms/avm/txs/initial_state.go`. */
function verifyStates(states: readonly InitialState[]): void {
  within(['initialStates'], () => {
    states.forEach(({ fxIndex, outputs }, i) => {
      within([i], () => {
        if (fxIndex >= fxCount) throw outOfRange(`${fxIndex}, at most ${fxCount - 1}`, 'fxIndex');
        within(['outputs'], () => {
          outputs.forEach((output, k) => {
            within([k], () => verifyVerifiable(output));
          });
          verifySorted(
            outputs.map((output) => encode(State, output)),
            compareBytes,
            'an output',
          );
        });
      });
    });
    verifyIncreasing(states, (a, b) => a.fxIndex - b.fxIndex, 'the fxIndex');
  });
}

/** Source: avalanchego `vms/avm/txs/operation.go`. */
function verifyOperations(operations: readonly Operation[], inputs: UnsignedTx['inputs']): void {
  const spent = new Set(inputs.map(utxoKey));
  within(['operations'], () => {
    operations.forEach(({ assetID, inputIDs, operation }, i) => {
      within([i], () => {
        within(['inputIDs'], () => verifyIncreasing(inputIDs, compareUTXOIDs, 'the UTXO'));
        verifyAsset(assetID);
        within(['operation'], () => verifyVerifiable(operation));
        inputIDs.forEach((id, k) => {
          const key = utxoKey(id);
          if (spent.has(key))
            throw new AvalancheError(
              'Duplicate',
              'the UTXO is already spent by an input before',
            ).at('inputIDs', k);
          spent.add(key);
        });
      });
    });
    verifyIncreasing(
      operations.map((operation) => encode(Operation, operation)),
      compareBytes,
      'the operation',
    );
  });
}

/** The `Verify` of whatever has one: states, operations, and what may stand where a credential is meant. */
function verifyVerifiable(value: Verifiable): void {
  switch (value.type) {
    case 'secp256k1fx.TransferInput':
      verifyInput(value);
      break;
    case 'secp256k1fx.TransferOutput':
      verifyOutput(value);
      break;
    case 'secp256k1fx.MintOutput':
    case 'nftfx.MintOutput':
    case 'propertyfx.MintOutput':
    case 'propertyfx.OwnedOutput':
      verifyOwners(value);
      break;
    case 'nftfx.TransferOutput':
      verifyLength(value.payload.length, maxPayloadLength, 'payload');
      verifyOwners(value);
      break;
    case 'secp256k1fx.MintOperation':
      within(['mintInput'], () => verifyIndices(value.mintInput.signatureIndices));
      within(['mintOutput'], () => verifyOwners(value.mintOutput));
      within(['transferOutput'], () => verifyOutput(value.transferOutput));
      break;
    case 'nftfx.MintOperation':
      verifyLength(value.payload.length, maxPayloadLength, 'payload');
      value.outputs.forEach((owner, i) => {
        within(['outputs', i], () => verifyOwners(owner));
      });
      within(['mintInput'], () => verifyIndices(value.mintInput.signatureIndices));
      break;
    case 'nftfx.TransferOperation':
      within(['input'], () => verifyIndices(value.input.signatureIndices));
      within(['output'], () => verifyVerifiable(value.output));
      break;
    case 'propertyfx.MintOperation':
      within(['mintInput'], () => verifyIndices(value.mintInput.signatureIndices));
      within(['mintOutput'], () => verifyOwners(value.mintOutput));
      within(['ownedOutput'], () => verifyOwners(value.ownedOutput));
      break;
    case 'propertyfx.BurnOperation':
      verifyIndices(value.signatureIndices);
      break;
    case 'secp256k1fx.Credential':
    case 'nftfx.Credential':
    case 'propertyfx.Credential':
  }
}

/** Each credential by itself, as the X-chain’s syntactic rules have it. */
export const verifyXCredentials = (credentials: Tx['credentials']): void =>
  credentials.forEach(({ credential }, i) => {
    within([i, 'credential'], () => verifyVerifiable(credential));
  });
