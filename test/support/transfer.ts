/** What moves in a transaction that moves plain funds and does nothing else. */
import { formatHex } from '../../src/text/hex.ts';
import { movementsOf } from '../../src/tx/flows.ts';
import { inputsOf, outputsOf } from '../../src/tx/parts.ts';
import type { AnyUnsignedTx, AssetAmount, PlainInput, PlainOutput } from '../../src/tx/types.ts';

interface Transfer {
  readonly networkID: number;
  readonly blockchainID: Uint8Array;
  readonly memo: Uint8Array;
  readonly inputs: readonly PlainInput[];
  readonly outputs: readonly PlainOutput[];
  readonly importedInputs?: readonly PlainInput[];
  readonly exportedOutputs?: readonly PlainOutput[];
}

/** The transaction as a transfer, if it is one and nothing in it is locked. */
export function transferOf(tx: AnyUnsignedTx): Transfer {
  if (!/^(platformvm|avm)\.(Base|Import|Export)Tx$/.test(tx.type)) throw new Error(tx.type);
  const inner = [
    ...inputsOf(tx).map(({ value }) => value.input.type),
    ...outputsOf(tx).map(({ value }) => value.output.type),
  ];
  if (inner.some((type) => type.startsWith('stakeable.'))) throw new Error('locked');
  return tx as unknown as Transfer;
}

/** What goes in and does not come out, by asset. */
export function burnedBy(tx: AnyUnsignedTx): readonly AssetAmount[] {
  const rests = new Map<string, { assetID: Uint8Array; amount: bigint }>();
  for (const { goes, assetID, amount } of movementsOf(tx)) {
    const rest = rests.get(formatHex(assetID!)) ?? { assetID: assetID!, amount: 0n };
    rest.amount += goes === 'in' ? amount : -amount;
    rests.set(formatHex(assetID!), rest);
  }
  return [...rests.values()].filter(({ amount }) => amount !== 0n);
}
