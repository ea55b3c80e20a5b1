/** The wallet methods of `@avalanche-sdk/client` as its users call them. */
import { createAvalancheWalletClient } from '@avalanche-sdk/client';
import { privateKeyToAvalancheAccount } from '@avalanche-sdk/client/accounts';
import { avalancheFuji } from '@avalanche-sdk/client/chains';
import { avaxToNanoAvax, avaxToWei } from '@avalanche-sdk/client/utils';

const clientOf = (url: string, privateKey: string) => {
  // #region client
  const account = privateKeyToAvalancheAccount(privateKey);
  const rpc = `${url}/ext/bc/C/rpc`;
  const client = createAvalancheWalletClient({
    account,
    chain: { ...avalancheFuji, rpcUrls: { default: { http: [rpc] } } },
    transport: { type: 'http', url: rpc },
  });
  // #endregion
  return client;
};

export { clientOf as client };

type Client = ReturnType<typeof clientOf>;

export const base = async (client: Client, address: string, to: string) => {
  // #region base
  const { tx } = await client.pChain.prepareBaseTxn({
    fromAddresses: [address],
    outputs: [{ addresses: [to], amount: avaxToNanoAvax(1.5) }],
  });
  // #endregion
  return tx;
};

export const exported = async (client: Client, address: string) => {
  const cAddress = address.replace('P-', 'C-');
  // #region export
  const { tx } = await client.pChain.prepareExportTxn({
    fromAddresses: [address],
    destinationChain: 'C',
    exportedOutputs: [{ addresses: [cAddress], amount: avaxToNanoAvax(3) }],
  });
  // #endregion
  return tx;
};

export const imported = async (client: Client, address: string) => {
  // #region import
  const { tx } = await client.pChain.prepareImportTxn({
    fromAddresses: [address],
    sourceChain: 'C',
    importedOutput: { addresses: [address] },
  });
  // #endregion
  return tx;
};

export const xBase = async (client: Client, address: string, payee: string) => {
  const [xAddress, to] = [address.replace('P-', 'X-'), payee.replace('P-', 'X-')];
  // #region xBase
  const { tx } = await client.xChain.prepareBaseTxn({
    fromAddresses: [xAddress],
    outputs: [{ addresses: [to], amount: avaxToNanoAvax(1.5) }],
    memo: 'invoice 7',
  });
  // #endregion
  return tx;
};

export const xExported = async (client: Client, address: string) => {
  const xAddress = address.replace('P-', 'X-');
  // #region xExport
  const { tx } = await client.xChain.prepareExportTxn({
    fromAddresses: [xAddress],
    destinationChain: 'P',
    exportedOutputs: [{ addresses: [address], amount: avaxToNanoAvax(3) }],
  });
  // #endregion
  return tx;
};

export const xImported = async (client: Client, address: string) => {
  const xAddress = address.replace('P-', 'X-');
  // #region xImport
  const { tx } = await client.xChain.prepareImportTxn({
    fromAddresses: [xAddress],
    sourceChain: 'P',
    importedOutput: { addresses: [xAddress] },
  });
  // #endregion
  return tx;
};

/** A node and its BLS key, as `info.getNodeID` returns them. */
interface Node {
  readonly nodeID: string;
  readonly nodePOP: { readonly publicKey: string; readonly proofOfPossession: string };
}

export const validator = async (
  client: Client,
  address: string,
  node: Node,
  end: bigint,
  percent = 2,
) => {
  // #region validator
  const { tx } = await client.pChain.prepareAddPermissionlessValidatorTxn({
    fromAddresses: [address],
    nodeId: node.nodeID,
    publicKey: node.nodePOP.publicKey,
    signature: node.nodePOP.proofOfPossession,
    end,
    stakeInAvax: avaxToNanoAvax(2000),
    delegatorRewardPercentage: percent,
    rewardAddresses: [address],
    delegatorRewardAddresses: [address],
  });
  // #endregion
  return tx;
};

export const delegator = async (client: Client, address: string, nodeID: string, end: bigint) => {
  // #region delegator
  const { tx } = await client.pChain.prepareAddPermissionlessDelegatorTxn({
    fromAddresses: [address],
    nodeId: nodeID,
    end,
    stakeInAvax: avaxToNanoAvax(25),
    rewardAddresses: [address],
  });
  // #endregion
  return tx;
};

export const subnet = async (client: Client, address: string) => {
  // #region subnet
  const { tx } = await client.pChain.prepareCreateSubnetTxn({
    fromAddresses: [address],
    subnetOwners: { addresses: [address] },
  });
  // #endregion
  return tx;
};

export const chain = async (client: Client, address: string, subnetID: string) => {
  // #region chain
  const { tx } = await client.pChain.prepareCreateChainTxn({
    fromAddresses: [address],
    subnetId: subnetID,
    subnetAuth: [0],
    chainName: 'my chain',
    vmId: 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy',
    genesisData: { gasLimit: '0x7a1200' },
  });
  // #endregion
  return tx;
};

export const conversion = async (
  client: Client,
  address: string,
  subnetID: string,
  chainID: string,
  node: Node,
) => {
  // #region conversion
  const owner = { addresses: [address], threshold: 1 };
  const { tx } = await client.pChain.prepareConvertSubnetToL1Txn({
    fromAddresses: [address],
    subnetId: subnetID,
    subnetAuth: [0],
    blockchainId: chainID,
    managerContractAddress: '0x0feedc0de0000000000000000000000000000000',
    validators: [
      {
        nodeId: node.nodeID,
        nodePoP: node.nodePOP,
        weight: 100n,
        initialBalanceInAvax: avaxToNanoAvax(1),
        remainingBalanceOwner: owner,
        deactivationOwner: owner,
      },
    ],
  });
  // #endregion
  return tx;
};

export const issued = async (client: Client, tx: Awaited<ReturnType<typeof base>>) => {
  // #region issue
  const { txHash } = await client.sendXPTransaction({ tx, chainAlias: 'P' });
  await client.waitForTxn({ txHash, chainAlias: 'P' });
  // #endregion
  return txHash;
};

export const sent = async (client: Client, to: string) => {
  // #region send
  const { txHashes } = await client.send({
    sourceChain: 'P',
    destinationChain: 'P',
    to: to as `P-${string}`,
    amount: avaxToWei(1.5), // wei, also on P
  });
  // #endregion
  return txHashes[0]!.txHash;
};

/** A payment that needs more than the shared UTXO of 1 AVAX. */
export const shared = async (client: Client, fromAddresses: string[], to: string) => {
  const outputs = [{ addresses: [to], amount: avaxToNanoAvax(1.5) }];
  return (await client.pChain.prepareBaseTxn({ fromAddresses, outputs })).tx;
};

export const signedHex = (client: Client, tx: string) =>
  client.signXPTransaction({ tx, chainAlias: 'P' });
