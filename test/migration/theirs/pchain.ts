/** P-chain transactions as programs with avalanchejs make them. */
import {
  L1Validator,
  networkIDs,
  PChainOwner,
  pvm,
  pvmSerial,
  TransferableOutput,
  utils,
} from '@avalabs/avalanchejs';
import type { Wallet } from './wallet.ts';

export const base = ({ context, feeState, utxos, me, to }: Wallet) => {
  // #region base
  const tx = pvm.newBaseTx(
    {
      feeState,
      utxos,
      fromAddressesBytes: [me],
      outputs: [
        TransferableOutput.fromNative(context.avaxAssetID, 1_500_000_000n, [
          utils.bech32ToBytes(to),
        ]),
      ],
    },
    context,
  );
  // #endregion
  return tx;
};

export const exported = ({ context, feeState, utxos, me }: Wallet) => {
  // #region export
  const tx = pvm.newExportTx(
    {
      feeState,
      utxos,
      fromAddressesBytes: [me],
      destinationChainId: context.cBlockchainID,
      outputs: [TransferableOutput.fromNative(context.avaxAssetID, 3_000_000_000n, [me])],
    },
    context,
  );
  // #endregion
  return tx;
};

export const imported = async ({ context, feeState, pchain, address, me }: Wallet) => {
  // #region import
  const waiting = await pchain.getUTXOs({ addresses: [address], sourceChain: 'C' });
  const tx = pvm.newImportTx(
    {
      feeState,
      utxos: waiting.utxos,
      fromAddressesBytes: [me],
      sourceChainId: context.cBlockchainID,
      toAddressesBytes: [me],
    },
    context,
  );
  // #endregion
  return tx;
};

/** A node and its BLS key, as `info.getNodeID` returns them. */
export interface Node {
  readonly nodeID: string;
  readonly nodePOP: { readonly publicKey: string; readonly proofOfPossession: string };
}

export const validator = ({ context, feeState, utxos, me }: Wallet, node: Node, end: bigint) => {
  // #region validator
  const tx = pvm.newAddPermissionlessValidatorTx(
    {
      feeState,
      utxos,
      fromAddressesBytes: [me],
      nodeId: node.nodeID,
      subnetId: networkIDs.PrimaryNetworkID.toString(),
      start: 0n,
      end,
      weight: 2_000_000_000_000n,
      shares: 20_000,
      rewardAddresses: [me],
      delegatorRewardsOwner: [me],
      publicKey: utils.hexToBuffer(node.nodePOP.publicKey),
      signature: utils.hexToBuffer(node.nodePOP.proofOfPossession),
    },
    context,
  );
  // #endregion
  return tx;
};

export const delegator = (
  { context, feeState, utxos, me }: Wallet,
  nodeID: string,
  end: bigint,
) => {
  // #region delegator
  const tx = pvm.newAddPermissionlessDelegatorTx(
    {
      feeState,
      utxos,
      fromAddressesBytes: [me],
      nodeId: nodeID,
      subnetId: networkIDs.PrimaryNetworkID.toString(),
      start: 0n,
      end,
      weight: 25_000_000_000n,
      rewardAddresses: [me],
    },
    context,
  );
  // #endregion
  return tx;
};

export const subnet = ({ context, feeState, utxos, me }: Wallet) => {
  // #region subnet
  const tx = pvm.newCreateSubnetTx(
    { feeState, utxos, fromAddressesBytes: [me], subnetOwners: [me] },
    context,
  );
  // #endregion
  return tx;
};

export const chain = ({ context, feeState, utxos, me }: Wallet, subnetID: string) => {
  // #region chain
  const tx = pvm.newCreateChainTx(
    {
      feeState,
      utxos,
      fromAddressesBytes: [me],
      subnetId: subnetID,
      subnetAuth: [0],
      chainName: 'my chain',
      vmId: 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy',
      fxIds: [],
      genesisData: { gasLimit: '0x7a1200' },
    },
    context,
  );
  // #endregion
  return tx;
};

export const conversion = (
  { context, feeState, utxos, me }: Wallet,
  subnetID: string,
  chainID: string,
  node: Node,
) => {
  // #region conversion
  const proof = new pvmSerial.ProofOfPossession(
    utils.hexToBuffer(node.nodePOP.publicKey),
    utils.hexToBuffer(node.nodePOP.proofOfPossession),
  );
  const owner = PChainOwner.fromNative([me], 1);
  const tx = pvm.newConvertSubnetToL1Tx(
    {
      feeState,
      utxos,
      fromAddressesBytes: [me],
      subnetId: subnetID,
      subnetAuth: [0],
      chainId: chainID,
      address: utils.hexToBuffer('0x0feedc0de0000000000000000000000000000000'),
      validators: [L1Validator.fromNative(node.nodeID, 100n, 1_000_000_000n, proof, owner, owner)],
    },
    context,
  );
  // #endregion
  return tx;
};

/** A payment of AVAX with more that a caller can say. */
export const paid = (
  { context, feeState, utxos, me, to }: Wallet,
  amount: bigint,
  more: Partial<pvm.NewBaseTxProps> = {},
) => {
  const payee = utils.bech32ToBytes(to);
  const outputs = [TransferableOutput.fromNative(context.avaxAssetID, amount, [payee])];
  return pvm.newBaseTx({ feeState, utxos, fromAddressesBytes: [me], outputs, ...more }, context);
};
