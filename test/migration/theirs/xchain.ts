/** Transactions of the X- and C-chain as programs with avalanchejs make them. */
import { avm, evm, TransferableOutput, utils } from '@avalabs/avalanchejs';
import type { Wallet } from './wallet.ts';

export const base = ({ context, utxos, me, to }: Wallet) => {
  // #region base
  const tx = avm.newBaseTx(
    context,
    [me],
    utxos,
    [TransferableOutput.fromNative(context.avaxAssetID, 1_500_000_000n, [utils.bech32ToBytes(to)])],
    { memo: new TextEncoder().encode('invoice 7') },
  );
  // #endregion
  return tx;
};

export const exported = ({ context, utxos, me }: Wallet) => {
  // #region export
  const tx = avm.newExportTx(context, context.pBlockchainID, [me], utxos, [
    TransferableOutput.fromNative(context.avaxAssetID, 3_000_000_000n, [me]),
  ]);
  // #endregion
  return tx;
};

export const imported = async ({ context, xchain, address, me }: Wallet) => {
  // #region import
  const waiting = await xchain.getUTXOs({
    addresses: [address.replace('P-', 'X-')],
    sourceChain: 'P',
  });
  const tx = avm.newImportTx(context, context.pBlockchainID, waiting.utxos, [me], [me]);
  // #endregion
  return tx;
};

export const exportedFromC = async (
  { context, cchain, me }: Wallet,
  account: string,
  nonce: bigint,
) => {
  // #region exportFromC
  const baseFee = (await cchain.getBaseFee()) / 1_000_000_000n; // wei to nAVAX
  const tx = evm.newExportTxFromBaseFee(
    context,
    baseFee,
    3_000_000_000n,
    context.pBlockchainID,
    utils.hexToBuffer(account),
    [me],
    nonce,
  );
  // #endregion
  return tx;
};

export const importedToC = async ({ context, cchain, address, me }: Wallet, account: string) => {
  // #region importToC
  const baseFee = (await cchain.getBaseFee()) / 1_000_000_000n; // wei to nAVAX
  const waiting = await cchain.getUTXOs({
    addresses: [address.replace('P-', 'C-')],
    sourceChain: 'P',
  });
  const tx = evm.newImportTxFromBaseFee(
    context,
    utils.hexToBuffer(account),
    [me],
    waiting.utxos,
    context.pBlockchainID,
    baseFee,
  );
  // #endregion
  return tx;
};
