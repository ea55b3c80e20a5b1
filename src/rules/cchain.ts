import type { UnsignedTx } from '../chain/cchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { verifyNodeFlow } from '../tx/flows.ts';
import { verifyIncreasing, verifyOutputOrder } from '../tx/order.ts';
import {
  notEmpty,
  verifyAmount,
  verifyInputOrder,
  verifyInputs,
  verifyOutputs,
  verifyPlace,
} from './components.ts';
import { type Rules, verifyPeer } from './context.ts';

/** Source: avalanchego `vms/saevm/cchain/tx/import.go` and `export.go` `sanityCheck`, rules in their order. */
export function verifyCTx(tx: UnsignedTx, { network }: Rules): void {
  const { C } = network.chains;
  verifyPlace(tx, { networkID: network.networkID, blockchainID: C.blockchainID });
  if (tx.type === 'atomic.ImportTx') {
    verifyPeer(tx.sourceChain, C, network, 'sourceChain');
    notEmpty(tx.importedInputs, 'importedInputs');
    notEmpty(tx.outputs, 'outputs');
    within(['importedInputs'], () => {
      verifyInputs(tx.importedInputs);
      onlyAVAX(tx.importedInputs, network.avaxAssetID);
    });
    within(['outputs'], () => {
      verifyAmounts(tx.outputs);
      onlyAVAX(tx.outputs, network.avaxAssetID);
    });
    verifyNodeFlow(tx, 0n, network);
    within(['importedInputs'], () => verifyInputOrder(tx.importedInputs));
    within(['outputs'], () => verifyAccounts(tx.outputs));
  } else {
    verifyPeer(tx.destinationChain, C, network, 'destinationChain');
    notEmpty(tx.inputs, 'inputs');
    notEmpty(tx.exportedOutputs, 'exportedOutputs');
    within(['inputs'], () => {
      verifyAmounts(tx.inputs);
      onlyAVAX(tx.inputs, network.avaxAssetID);
    });
    within(['exportedOutputs'], () => {
      verifyOutputs(tx.exportedOutputs);
      onlyAVAX(tx.exportedOutputs, network.avaxAssetID);
    });
    verifyNodeFlow(tx, 0n, network);
    within(['inputs'], () => verifyAccounts(tx.inputs));
    within(['exportedOutputs'], () => verifyOutputOrder(tx.exportedOutputs));
  }
}

interface OnAccount {
  readonly address: Uint8Array;
  readonly assetID: Uint8Array;
  readonly amount: bigint;
}

const verifyAmounts = (list: readonly OnAccount[]): void =>
  list.forEach(({ amount }, i) => {
    within([i], () => verifyAmount(amount));
  });

function onlyAVAX(list: readonly { readonly assetID: Uint8Array }[], avax: Uint8Array): void {
  const i = list.findIndex(({ assetID }) => !equalBytes(assetID, avax));
  if (i >= 0)
    throw new AvalancheError('Unsupported', `must be AVAX, got ${formatID(list[i]!.assetID)}`).at(
      i,
      'assetID',
    );
}

/** Nonces and amounts do not count: an account stands there once. */
const verifyAccounts = (list: readonly OnAccount[]): void =>
  verifyIncreasing(
    list,
    (a, b) => compareBytes(a.address, b.address) || compareBytes(a.assetID, b.assetID),
    'the account',
  );
