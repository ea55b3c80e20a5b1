/** P-chain transactions as programs with this library make them. */

import type { NodePOP } from '../../../src/builder/index.ts';
import {
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
  buildBaseTx,
  buildConvertSubnetToL1Tx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildExportTx,
  buildImportTx,
} from '../../../src/builder/index.ts';
import type { PState } from '../../../src/index.ts';
import { avax } from '../../../src/index.ts';
import type { NodeClient } from '../../../src/rpc/index.ts';

export const base = (state: PState, to: string) => {
  // #region base
  const draft = buildBaseTx(state, { outputs: [{ to, amount: avax('1.5') }] });
  // #endregion
  return draft;
};

export const exported = (state: PState, address: string) => {
  const cAddress = address.replace('P-', 'C-');
  // #region export
  const draft = buildExportTx(state, {
    to: 'C',
    outputs: [{ to: cAddress, amount: avax('3') }],
  });
  // #endregion
  return draft;
};

export const imported = async (node: NodeClient, address: string) => {
  // #region import
  const state = await node.pchain.state([address], { imports: ['C'] });
  const draft = buildImportTx(state, { from: 'C', to: address });
  // #endregion
  return draft;
};

export const validator = (state: PState, address: string, node: NodePOP, end: bigint) => {
  // #region validator
  const draft = buildAddPermissionlessValidatorTx(state, {
    node, // the reply of info.getNodeID
    end,
    amount: avax('2000'),
    delegationFee: '2%',
    rewardsOwner: address,
  });
  // #endregion
  return draft;
};

export const delegator = (state: PState, address: string, nodeID: string, end: bigint) => {
  // #region delegator
  const draft = buildAddPermissionlessDelegatorTx(state, {
    nodeID,
    end,
    amount: avax('25'),
    rewardsOwner: address,
  });
  // #endregion
  return draft;
};

export const subnet = (state: PState, address: string) => {
  // #region subnet
  const draft = buildCreateSubnetTx(state, { owner: address });
  // #endregion
  return draft;
};

export const chain = async (node: NodeClient, address: string, subnetID: string) => {
  // #region chain
  const state = await node.pchain.state([address], { authorities: [subnetID] });
  const draft = buildCreateChainTx(state, {
    subnetID,
    name: 'my chain',
    vm: 'subnetevm',
    genesis: new TextEncoder().encode(JSON.stringify({ gasLimit: '0x7a1200' })),
  });
  // #endregion
  return draft;
};

export const conversion = async (
  client: NodeClient,
  address: string,
  subnetID: string,
  chainID: string,
  node: NodePOP,
) => {
  // #region conversion
  const state = await client.pchain.state([address], { authorities: [subnetID] });
  const draft = buildConvertSubnetToL1Tx(state, {
    subnetID,
    managerChainID: chainID,
    managerAddress: '0x0feedc0de0000000000000000000000000000000',
    validators: [
      {
        node, // the reply of info.getNodeID
        weight: 100n,
        balance: avax('1'),
        remainingBalanceOwner: address,
        deactivationOwner: address,
      },
    ],
  });
  // #endregion
  return draft;
};
