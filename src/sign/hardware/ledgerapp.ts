import type { TransferableOutput } from '../../chain/pchain/components.ts';
import type { Draft } from '../../draft/draft.ts';
import { maxUint64 } from '../../text/uint64.ts';
import { outputsOf } from '../../tx/parts.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import { ownersIn } from './owners.ts';
import { cLayouts } from './screens/atomic.ts';
import {
  chainNameOf,
  inputAmount,
  isWritable,
  type Layout,
  type LedgerAppVersion,
  type LedgerScreen,
  type ScreenReader,
} from './screens/layout.ts';
import { pLayouts } from './screens/pchain.ts';
import { xLayouts } from './screens/xchain.ts';

/**
 * Size of the device's buffer, and of the number of paths and each path that are sent before the transaction.
 * Source: ledger-avalanche `app/src/common/tx.c` `FLASH_BUFFER_SIZE`, ledger-avalanche-js `src/index.ts` `concatMessageAndChangePath`.
 */
export const ledgerLimits = { maxBytes: 16_384, bytesOfCount: 1, bytesOfPath: 9 } as const;

/** Limits of outputs in one list and of screens. Source: ledger-avalanche `app/rust/src/parser/constants.rs` `OutputIdx`; `u8`. */
const most = { outputs: 64, screens: 255, managerBytes: 32 } as const;

/** Networks whose addresses the app can display. Source: ledger-avalanche `app/rust/src/parser/constants.rs`. */
const networks: readonly number[] = [1, 5, 76, 1337, 12345];

/** How the app displays each type of transaction of any chain. */
export const ledgerLayouts = { ...pLayouts, ...xLayouts, ...cLayouts } as const;

/** A layout of any type of transaction. */
export interface AnyLayout extends Pick<Layout<unknown>, 'since'> {
  readonly fields: object;
  screens(tx: AnyUnsignedTx, reader: ScreenReader): readonly LedgerScreen[];
}

/** Returns the layout of a transaction, or undefined if this version of the app does not support its type. */
export function layoutOf(
  { type }: Pick<AnyUnsignedTx, 'type'>,
  app: LedgerAppVersion,
): AnyLayout | undefined {
  const layout: AnyLayout | null = Object.hasOwn(ledgerLayouts, type) ? ledgerLayouts[type] : null;
  return layout && (layout.since === '1.4.4' || app === '1.4.20') ? layout : undefined;
}

/**
 * Explains why the app cannot display a draft's transaction; undefined if it can.
 * @param screens The screens of its layout.
 */
export function unreadable(
  draft: Draft,
  screens: readonly LedgerScreen[] | undefined,
): string | undefined {
  const { unsignedTx, network } = draft;
  if (!screens) return `transactions of type ${unsignedTx.type}`;
  if (!networks.includes(network.networkID)) return `network ${network.networkID}`;
  const chain = chainIDs(unsignedTx).find((id) => chainNameOf(id) === undefined);
  if (chain)
    return draft.chain === 'X' && draft.blockchain
      ? `blockchain ${draft.blockchain.alias}`
      : 'a blockchain that it does not know';
  if (screens.length === 0) return 'this warp message';
  if (screens.length > most.screens) return `more than ${most.screens} screens`;
  if (ownersIn(unsignedTx, []).some(({ owner }) => owner.threshold > owner.addresses.length))
    return 'an owner whose threshold exceeds its addresses';
  return unreadableAmounts(unsignedTx) ?? unreadableFee(screens) ?? unreadableFields(unsignedTx);
}

/** The app computes the fee in a uint64. */
const unreadableFee = (screens: readonly LedgerScreen[]): string | undefined =>
  screens.some(({ path, text }) => path === undefined && text.startsWith('-'))
    ? 'outputs that exceed the inputs'
    : undefined;

const chainIDs = (tx: AnyUnsignedTx): readonly Uint8Array[] => [
  ...('blockchainID' in tx ? [tx.blockchainID] : []),
  ...('sourceChain' in tx ? [tx.sourceChain] : []),
  ...('destinationChain' in tx ? [tx.destinationChain] : []),
];

const amountOf = ({ output }: Pick<TransferableOutput, 'output'>): bigint =>
  output.type === 'stakeable.LockOut' ? output.output.amount : output.amount;

const inputAmounts = (tx: AnyUnsignedTx): readonly bigint[] =>
  [...('inputs' in tx ? tx.inputs : []), ...('importedInputs' in tx ? tx.importedInputs : [])].map(
    (input) => ('amount' in input ? input.amount : inputAmount(input)),
  );

function unreadableAmounts(tx: AnyUnsignedTx): string | undefined {
  const lists = tx as {
    readonly [key in 'outputs' | 'stake' | 'exportedOutputs']?: readonly unknown[];
  };
  const longest = Math.max(
    ...[lists.outputs, lists.stake, lists.exportedOutputs].map((list) => list?.length ?? 0),
  );
  if (longest > most.outputs) return `more than ${most.outputs} outputs`;
  const outputs = outputsOf(tx).map(({ value }) => value);
  const sums = [inputAmounts(tx), outputs.map(amountOf)].map((amounts) =>
    amounts.reduce((sum, amount) => sum + amount, 0n),
  );
  if (sums.some((sum) => sum > maxUint64)) return 'amounts whose sum exceeds a uint64';
  if (
    'stake' in tx &&
    'validator' in tx &&
    tx.stake.reduce((sum, output) => sum + amountOf(output), 0n) !== tx.validator.weight
  )
    return 'a stake whose outputs differ from its weight';
  const locks = outputs.flatMap(({ output }) =>
    output.type === 'stakeable.LockOut' ? [output.locktime] : [],
  );
  if (locks.length > 0 && tx.type === 'platformvm.ExportTx') return 'exports of locked funds';
  const times = 'validator' in tx ? [tx.validator.start, tx.validator.end, ...locks] : locks;
  return times.every(isWritable) ? undefined : 'times after the year 2368';
}

function unreadableFields(tx: AnyUnsignedTx): string | undefined {
  switch (tx.type) {
    case 'avm.OperationTx': {
      const found = tx.operations.find(
        ({ operation }) => operation.type !== 'nftfx.TransferOperation',
      );
      return found && `a ${found.operation.type}`;
    }
    case 'avm.CreateAssetTx':
      if (tx.initialStates.some(({ fxIndex }) => fxIndex > 1)) return 'properties (propertyfx)';
      return isASCII(tx.name) && isASCII(tx.symbol) ? undefined : 'names that are not ASCII';
    case 'platformvm.CreateSubnetTx':
      return tx.owner.locktime > 0n ? 'the owner of a new subnet with a locktime' : undefined;
    case 'platformvm.CreateChainTx':
      return isASCII(tx.chainName) ? undefined : 'names that are not ASCII';
    case 'platformvm.ConvertSubnetToL1Tx':
      return tx.address.length > most.managerBytes
        ? `manager addresses of more than ${most.managerBytes} bytes`
        : undefined;
    default:
      return undefined;
  }
}

const isASCII = (text: string): boolean => [...text].every((of) => of.codePointAt(0)! < 0x80);
