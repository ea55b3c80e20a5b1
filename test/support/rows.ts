/** The rows of `examples/spark/tables.py`, as the library tells them by another way: values and effects, not JSON. */
import type { AnyTx } from '../../src/chain/tx.ts';
import { formatAddress } from '../../src/network/address.ts';
import type { NetworkIdentity } from '../../src/network/identity.ts';
import { formatHex } from '../../src/text/bytes.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { effectsOf } from '../../src/tx/effects.ts';

export type Cell = string | number | bigint | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
export type Rows = Readonly<Record<'transactions' | 'inputs' | 'outputs' | 'validators', Row[]>>;

interface Stake {
  readonly nodeID: Uint8Array;
  readonly start?: bigint;
  readonly end?: bigint;
  readonly weight: bigint;
  readonly subnetID?: Uint8Array;
}
interface Staking {
  readonly networkID?: number;
  readonly subnetID?: Uint8Array;
  readonly validator?: Stake;
  readonly validators?: readonly Stake[];
}

/** Some types have it as bytes, of which the wire allows any number. */
const nodeIDText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes);

/** Adds the rows of a transaction. */
export function addRows(rows: Rows, tx: AnyTx, network: NetworkIdentity, blockID: string | null) {
  const { chain, txID } = tx;
  const { type } = tx.unsignedTx;
  const of = tx.unsignedTx as Staking;
  const { consumed, accounts, produced } = effectsOf(tx);
  rows.transactions.push({ chain, txID, type, networkID: of.networkID ?? null, blockID });

  const taken: Row[] = consumed
    .filter(({ amount }) => amount !== undefined)
    .map((utxo) => ({
      spentTxID: formatID(utxo.txID),
      spentOutputIndex: utxo.outputIndex,
      account: null,
      assetID: formatID(utxo.assetID),
      amount: utxo.amount!,
    }));
  const byAccount = (sign: bigint) => accounts.filter(({ delta }) => delta * sign >= 0n);
  const exported = tx.unsignedTx.type === 'atomic.ExportTx';
  const accountRows = byAccount(exported ? -1n : 1n).map(({ address, assetID, delta }) => ({
    account: address,
    assetID: formatID(assetID),
    amount: exported ? -delta : delta,
  }));
  const spentAccounts = accountRows.map((row) => ({
    spentTxID: null,
    spentOutputIndex: null,
    ...row,
  }));
  for (const [inputIndex, row] of (exported ? spentAccounts : taken).entries())
    rows.inputs.push({ chain, txID, inputIndex, ...row });

  const nobody = { addresses: null, threshold: null, locktime: null, stakeableLocktime: null };
  if (!exported)
    for (const row of accountRows)
      rows.outputs.push({ chain, txID, outputIndex: null, ...nobody, ...row, why: 'output' });
  for (const { utxo, why } of produced) {
    const locked = 'output' in utxo.output;
    const output = locked ? utxo.output.output : utxo.output;
    if (!('amount' in output)) continue;
    rows.outputs.push({
      chain,
      txID,
      outputIndex: utxo.outputIndex,
      account: null,
      addresses: output.addresses.map((address) => formatAddress(chain, address, network)),
      threshold: output.threshold,
      locktime: output.locktime,
      stakeableLocktime: locked ? utxo.output.locktime : null,
      assetID: formatID(utxo.assetID),
      amount: output.amount,
      why,
    });
  }

  const staked = produced.filter(({ why }) => why === 'stake');
  const amountOf = ({ utxo: { output } }: (typeof staked)[number]) =>
    'amount' in output ? output.amount : (output as { output: { amount: bigint } }).output.amount;
  const renewed = type === 'platformvm.AddAutoRenewedValidatorTx' && {
    nodeID: nodeIDText(tx.unsignedTx.nodeID),
    weight: staked.reduce((sum, made) => sum + amountOf(made), 0n),
  };
  const validators = [
    ...(of.validator
      ? [{ ...of.validator, nodeID: formatNodeID(of.validator.nodeID) }]
      : renewed
        ? [renewed]
        : []),
    ...(of.validators ?? []).map((v) => ({ ...v, nodeID: nodeIDText(v.nodeID) })),
  ] as readonly (Omit<Stake, 'nodeID'> & { readonly nodeID: string })[];
  for (const [validatorIndex, v] of validators.entries())
    rows.validators.push({
      txID,
      validatorIndex,
      type,
      nodeID: v.nodeID,
      subnetID: formatID(v.subnetID ?? of.subnetID ?? new Uint8Array(32)),
      start: v.start ?? null,
      end: v.end ?? null,
      weight: v.weight,
    });
}
