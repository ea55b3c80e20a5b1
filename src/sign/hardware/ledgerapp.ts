import type { Draft } from '../../draft/draft.ts';
import { AvalancheError } from '../../errors/error.ts';

/**
 * How much the device holds, and how what it is sent is counted: a number of paths, the paths, the transaction.
 * Source: ledger-avalanche `app/src/common/tx.c` `FLASH_BUFFER_SIZE`, `js/src/index.ts` `concatMessageAndChangePath`.
 */
export const ledgerLimits = { maxBytes: 16_384, bytesOfCount: 1, bytesOfPath: 9 } as const;

/** Networks whose addresses the app can write. Source: ledger-avalanche `app/rust/src/parser/network_info.rs`. */
const networks: readonly number[] = [1, 5, 1337, 12345];

/** What the app 1.4 reads. Source: ledger-avalanche `app/rust/src/parser/transactions.rs`. */
const types: readonly string[] = [
  'platformvm.AddValidatorTx',
  'platformvm.AddSubnetValidatorTx',
  'platformvm.AddDelegatorTx',
  'platformvm.CreateChainTx',
  'platformvm.CreateSubnetTx',
  'platformvm.ImportTx',
  'platformvm.ExportTx',
  'platformvm.RemoveSubnetValidatorTx',
  'platformvm.TransformSubnetTx',
  'platformvm.AddPermissionlessValidatorTx',
  'platformvm.AddPermissionlessDelegatorTx',
  'platformvm.BaseTx',
  'platformvm.ConvertSubnetToL1Tx',
  'platformvm.RegisterL1ValidatorTx',
  'platformvm.SetL1ValidatorWeightTx',
  'platformvm.IncreaseL1ValidatorBalanceTx',
  'platformvm.DisableL1ValidatorTx',
  'avm.BaseTx',
  'avm.CreateAssetTx',
  'avm.OperationTx',
  'avm.ImportTx',
  'avm.ExportTx',
  'atomic.ImportTx',
  'atomic.ExportTx',
];

/** Why the app cannot show a draft’s transaction; undefined if it can. */
export function unreadable(draft: Draft, more: readonly string[]): AvalancheError | undefined {
  const { unsignedTx, network } = draft;
  const reason = !networks.includes(network.networkID)
    ? `network ${network.networkID}`
    : draft.chain === 'X' && draft.blockchain
      ? `blockchain ${draft.blockchain.alias}`
      : ![...types, ...more].includes(unsignedTx.type)
        ? unsignedTx.type
        : holdsProperties(draft)
          ? 'propertyfx'
          : undefined;
  return reason === undefined
    ? undefined
    : new AvalancheError(
        'Unsupported',
        `the Avalanche app of the device cannot read it: ${reason}`,
        { reason },
      );
}

/** Ownerships of the X-chain are not among what the app knows. */
const holdsProperties = ({ unsignedTx }: Draft): boolean =>
  unsignedTx.type === 'avm.OperationTx'
    ? unsignedTx.operations.some(({ operation }) => operation.type.startsWith('propertyfx.'))
    : unsignedTx.type === 'avm.CreateAssetTx' &&
      unsignedTx.initialStates.some(({ outputs }) =>
        outputs.some(({ type }) => type.startsWith('propertyfx.')),
      );
