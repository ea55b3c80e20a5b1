/** Transactions of the X- and C-chain as programs with this library make them. */
import { buildBaseTx, buildExportTx, buildImportTx } from '../../../src/builder/index.ts';
import { avax } from '../../../src/index.ts';
import type { NodeClient } from '../../../src/rpc/index.ts';

const on = (chain: string, address: string) => address.replace('P-', `${chain}-`);

export const base = async (node: NodeClient, address: string, payee: string) => {
  const [xAddress, to] = [on('X', address), on('X', payee)];
  // #region base
  const state = await node.xchain.state([xAddress]);
  const draft = buildBaseTx(state, {
    outputs: [{ to, amount: avax('1.5') }],
    memo: 'invoice 7',
  });
  // #endregion
  return draft;
};

export const exported = async (node: NodeClient, address: string) => {
  const xAddress = on('X', address);
  // #region export
  const state = await node.xchain.state([xAddress]);
  const draft = buildExportTx(state, {
    to: 'P',
    outputs: [{ to: address, amount: avax('3') }],
  });
  // #endregion
  return draft;
};

export const imported = async (node: NodeClient, address: string) => {
  const xAddress = on('X', address);
  // #region import
  const state = await node.xchain.state([xAddress], { imports: ['P'] });
  const draft = buildImportTx(state, { from: 'P', to: xAddress });
  // #endregion
  return draft;
};

export const exportedFromC = async (node: NodeClient, address: string, account: string) => {
  // #region exportFromC
  const state = await node.cchain.state([account]); // reads nonce, balance and base fee
  const draft = buildExportTx(state, {
    to: 'P',
    outputs: [{ to: address, amount: avax('3') }],
  });
  // #endregion
  return draft;
};

export const importedToC = async (node: NodeClient, address: string, account: string) => {
  const cAddress = on('C', address);
  // #region importToC
  const state = await node.cchain.state([account, cAddress], { imports: ['P'] });
  const draft = buildImportTx(state, { from: 'P', to: account });
  // #endregion
  return draft;
};
