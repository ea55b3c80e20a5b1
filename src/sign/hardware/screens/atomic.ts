import type { UnsignedTx } from '../../../chain/cchain/tx.ts';
import { formatAvax } from '../../../text/amount.ts';
import {
  chainNameOf,
  feeScreen,
  heading,
  hexScreen,
  type Layouts,
  outputScreensOrOne,
  screen,
} from './layout.ts';

/** Converts an account's amount to the form of an input, from which the fee is computed. */
const asInput = ({ amount }: { readonly amount: bigint }) => ({ input: { amount } });
const asOutput = ({ amount }: { readonly amount: bigint }) => ({ output: { amount } });

/**
 * How the app displays each atomic transaction of the C-chain.
 * Source: ledger-avalanche `app/rust/src/parser/coreth/`.
 */
export const cLayouts: Layouts<UnsignedTx> = {
  'atomic.ImportTx': {
    since: '1.4.4',
    fields: {
      networkID: 'implied',
      blockchainID: 'implied',
      sourceChain: 'shown',
      importedInputs: 'implied',
      outputs: { each: { address: 'shown', amount: 'shown', assetID: 'implied' } },
    },
    screens: (tx) => [
      heading('ImportTx', 'Importing in C-Chain'),
      ...tx.outputs.flatMap(({ address, amount }, i) => [
        screen('Amount', formatAvax(amount), 'outputs', i, 'amount'),
        hexScreen('To', address, 'outputs', i, 'address'),
      ]),
      screen('From ', `${chainNameOf(tx.sourceChain)} Chain`, 'sourceChain'),
      feeScreen(tx.importedInputs, tx.outputs.map(asOutput), { title: 'Fee' }),
    ],
  },
  'atomic.ExportTx': {
    since: '1.4.4',
    fields: {
      networkID: 'implied',
      blockchainID: 'implied',
      destinationChain: 'shown',
      inputs: {
        each: { address: 'hidden', amount: 'implied', assetID: 'implied', nonce: 'hidden' },
      },
      exportedOutputs: 'outputs',
    },
    screens: (tx, reader) => [
      screen('Export Tx', `C to ${chainNameOf(tx.destinationChain)} Chain`, 'destinationChain'),
      ...outputScreensOrOne('Amount', tx.exportedOutputs, reader, 'exportedOutputs'),
      feeScreen(tx.inputs.map(asInput), tx.exportedOutputs),
    ],
  },
};
