import type { Operation } from '../../../chain/xchain/components.ts';
import type { UnsignedTx } from '../../../chain/xchain/tx.ts';
import { formatBech32, startBech32 } from '../../../text/address.ts';
import { formatHex } from '../../../text/hex.ts';
import {
  baseDisplays,
  chainNameOf,
  feeScreen,
  heading,
  type Layouts,
  type LedgerScreen,
  outputScreens,
  outputScreensOrOne,
  screen,
} from './layout.ts';

/** Number of characters of a payload that the app displays. */
const payloadLength = 50;

/** Formats the start of a payload, as text if it is ASCII, else as hex. */
function payloadText(payload: Uint8Array): string {
  const isText = payload.every((byte) => byte < 0x80);
  const most = isText ? payloadLength : payloadLength / 2;
  const start = payload.subarray(0, most);
  const text = isText ? String.fromCharCode(...start) : formatHex(start);
  return payload.length > most ? `${text}...` : text;
}

/** Formats an address without a prefix, as the app does in operations. */
const bareAddress = (address: Uint8Array): string => `1${formatBech32(startBech32(''), address)}`;

/** Returns the screens of an operation. The app supports only transfers of NFTs, see `unreadable`. */
function operationScreens({ operation }: Operation, i: number): readonly LedgerScreen[] {
  if (operation.type !== 'nftfx.TransferOperation') return [];
  const { groupID, payload, addresses } = operation.output;
  const at = ['operations', i, 'operation', 'output'];
  return [
    screen('Op. Type:', 'NFTTransferOperation', 'operations', i, 'operation', 'type'),
    screen('GroupID: ', String(groupID), ...at, 'groupID'),
    screen('Payload: ', payloadText(payload), ...at, 'payload'),
    ...addresses.map((address, k) =>
      screen('Owner: ', bareAddress(address), ...at, 'addresses', k),
    ),
  ];
}

/**
 * How the app displays each type of the X-chain.
 * Source: ledger-avalanche `app/rust/src/parser/transactions/avm/`, `transfer.rs`.
 */
export const xLayouts: Layouts<UnsignedTx> = {
  'avm.BaseTx': {
    since: '1.4.4',
    fields: { ...baseDisplays, outputs: 'outputs' },
    screens: (tx, reader) => [
      heading('Transfer'),
      ...outputScreensOrOne('Transfer', tx.outputs, reader, 'outputs'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'avm.CreateAssetTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      name: 'shown',
      symbol: 'shown',
      denomination: 'shown',
      initialStates: { each: { fxIndex: 'hidden', outputs: 'hiddenOutputs' } },
    },
    screens: (tx) => [
      heading('CreateAsset'),
      screen('Asset Name', tx.name, 'name'),
      screen('Asset symbol', tx.symbol, 'symbol'),
      screen('Denomination', String(tx.denomination), 'denomination'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'avm.OperationTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      operations: {
        each: {
          assetID: 'hidden',
          inputIDs: 'hidden',
          operation: {
            as: 'Only transfers of NFTs: the group, the first 50 characters of the payload, and addresses without a prefix.',
          },
        },
      },
    },
    screens: (tx, reader) => [
      heading('Operation'),
      ...outputScreens('Transfer', tx.outputs, reader, 'outputs'),
      ...tx.operations.flatMap(operationScreens),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'avm.ImportTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      sourceChain: 'shown',
      importedInputs: 'implied',
    },
    screens: (tx, reader) => [
      heading('ImportTx', 'Sending'),
      ...outputScreensOrOne('Amount', tx.outputs, reader, 'outputs'),
      screen('From ', `${chainNameOf(tx.sourceChain)} Chain`, 'sourceChain'),
      feeScreen([...tx.inputs, ...tx.importedInputs], tx.outputs),
    ],
  },
  'avm.ExportTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      destinationChain: 'shown',
      exportedOutputs: 'outputs',
    },
    screens: (tx, reader) => [
      screen('Export Tx', `X to ${chainNameOf(tx.destinationChain)} Chain`, 'destinationChain'),
      ...outputScreensOrOne('Amount', tx.exportedOutputs, reader, 'exportedOutputs'),
      feeScreen(tx.inputs, [...tx.outputs, ...tx.exportedOutputs]),
    ],
  },
};
