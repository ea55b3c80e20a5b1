import { CodecError, within } from '../errors.ts';
import type { TransferOutput } from '../fx/secp256k1fx.ts';
import type { Chain, Network } from '../network/network.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { compareUTXOIDs, outputOrder, utxoKey } from './order.ts';
import type { PlainInput, PlainOutput, Transfer } from './transfer.ts';

/** Longest memo of the X-chain. Source: avalanchego `vms/components/avax/base_tx.go`: MaxMemoSize. */
const maxMemoSize = 256;

/**
 * Checks what a node checks of a transfer without its UTXOs, and that no asset is sent to the C-chain which that cannot
 * import.
 * @param chain Chain that it is issued on.
 * @throws {CodecError} With the path of what is wrong: `WrongNetwork`, `WrongChain`, `TooLong`, `OutOfRange`, `NotSorted`,
 *   `Duplicate`, `Unsupported`.
 */
export function verifyTransfer(tx: Transfer, chain: Chain, network: Network): void {
  const { networkID, blockchainID, memo, peer, importedInputs, exportedOutputs } = tx;
  if (networkID !== network.networkID)
    throw new CodecError('WrongNetwork', `${networkID}, not ${network.networkID}`).at('networkID');
  if (!equalBytes(blockchainID, chain.blockchainID))
    throw new CodecError('WrongChain', `${formatID(blockchainID)}, not ${chain.alias}`).at(
      'blockchainID',
    );
  verifyMemo(memo, chain);
  if (peer) verifyPeer(peer, chain, network);
  within(['inputs'], () => verifyInputs(tx.inputs));
  within(['outputs'], () => verifyOutputs(tx.outputs));
  if (importedInputs)
    within(['importedInputs'], () => {
      verifyInputs(notEmpty(importedInputs));
      const local = new Set(tx.inputs.map(utxoKey));
      const i = importedInputs.findIndex((input) => local.has(utxoKey(input)));
      if (i >= 0) throw new CodecError('Duplicate', 'also spent as an input').at(i);
    });
  if (exportedOutputs)
    within(['exportedOutputs'], () => {
      verifyOutputs(notEmpty(exportedOutputs));
      const toC = peer && equalBytes(peer, network.chains.C.blockchainID);
      const i = exportedOutputs.findIndex((o) => !equalBytes(o.assetID, network.avaxAssetID));
      if (toC && i >= 0)
        throw new CodecError('Unsupported', 'the C-chain imports AVAX only').at(i, 'assetID');
    });
}

/**
 * @throws {CodecError} `TooLong`: on the P-chain any memo, on the X-chain one of more than 256 bytes.
 */
export function verifyMemo(memo: Uint8Array, chain: Chain): void {
  const max = chain.vm === 'platformvm' ? 0 : maxMemoSize;
  if (memo.length > max)
    throw new CodecError('TooLong', `${memo.length} bytes, ${chain.alias} takes ${max}`).at('memo');
}

function verifyPeer(peer: Uint8Array, chain: Chain, { chains }: Network): void {
  const others = Object.values(chains).filter((c) => c.alias !== chain.alias);
  if (!others.some((c) => equalBytes(c.blockchainID, peer)))
    throw new CodecError(
      'WrongChain',
      `${formatID(peer)} is not one of ${others.map((c) => c.alias).join(' and ')}`,
    );
}

function notEmpty<T>(list: readonly T[]): readonly T[] {
  if (list.length > 0) return list;
  throw new CodecError('OutOfRange', 'a list without elements');
}

function verifyInputs(inputs: readonly PlainInput[]): void {
  inputs.forEach((of, i) => {
    within([i], () => {
      verifyAsset(of.assetID);
      within(['input'], () => verifyAmount(of.input.amount));
      of.input.signatureIndices.forEach((index, k, indices) => {
        if (k > 0 && index <= indices[k - 1]!)
          throw new CodecError('NotSorted', `${index} after ${indices[k - 1]}`).at(
            'input',
            'signatureIndices',
            k,
          );
      });
      const order = i === 0 ? -1 : compareUTXOIDs(inputs[i - 1]!, of);
      if (order === 0) throw new CodecError('Duplicate', 'the UTXO of the input before');
      if (order > 0) throw new CodecError('NotSorted', 'before the input in front of it');
    });
  });
}

function verifyOutputs(outputs: readonly PlainOutput[]): void {
  outputs.forEach(({ assetID, output }, i) => {
    within([i], () => {
      verifyAsset(assetID);
      within(['output'], () => verifyOutput(output));
    });
  });
  const wrong = outputOrder(outputs).findIndex((place, i) => place !== i);
  if (wrong >= 0)
    throw new CodecError('NotSorted', 'not in its place by asset and bytes').at(wrong);
}

function verifyOutput({ amount, threshold, addresses }: TransferOutput): void {
  verifyAmount(amount);
  if (threshold < 1 || threshold > addresses.length)
    throw new CodecError('OutOfRange', `${threshold} of ${addresses.length} addresses`).at(
      'threshold',
    );
  addresses.forEach((address, i) => {
    if (i > 0 && compareBytes(addresses[i - 1]!, address) >= 0)
      throw new CodecError('NotSorted', 'not above the address before').at('addresses', i);
  });
}

function verifyAmount(amount: bigint): void {
  if (amount < 1n) throw new CodecError('OutOfRange', `${amount} is no amount`).at('amount');
}

function verifyAsset(assetID: Uint8Array): void {
  if (assetID.every((byte) => byte === 0))
    throw new CodecError('OutOfRange', 'the zero id is no asset').at('assetID');
}
