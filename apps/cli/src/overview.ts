/** Describes states, UTXOs, blocks and other values for `explain`. */
import type { AnyTx, Hint, Opened, State } from 'avalanche-tx';
import { type Explanation, type Overview, overviewOf } from 'avalanche-tx/explain';
import { contextOf } from 'avalanche-tx/network';
import { dateText } from '../../../src/explain/format.ts';
import { idNames } from './answer.ts';
import { balancesText } from './balances.ts';
import { columns, explanationText } from './terminal.ts';

/** What a value is, with its transactions explained. */
export interface ExplainedOverview extends Pick<Overview, 'title' | 'rows' | 'values'> {
  readonly kind: Opened['kind'];
  readonly type: string;
  readonly chain: string | undefined;
  readonly network: string | undefined;
  readonly id: string | undefined;
  readonly bytes: number;
  readonly txs: readonly Explanation[];
}

type ExplainTx = (tx: AnyTx, time: bigint | undefined) => Explanation;

/** Describes a value. */
export function explainedOverview(
  opened: Opened,
  hint: Hint,
  explainTx: ExplainTx,
): ExplainedOverview {
  const { kind, type, chain, network, id, bytes } = opened;
  const { title, rows, values, txs, time } = overviewOf(opened, hint);
  return {
    title,
    kind,
    type,
    chain,
    network: network?.name,
    id,
    bytes: bytes.length,
    values: values,
    rows,
    txs: txs.map((tx) => explainTx(tx, time)),
  };
}

/** The text of an overview: what it is, then each transaction. */
export function overviewText(of: ExplainedOverview): string {
  const { title, type, network, id, kind, bytes, rows, txs } = of;
  const head = columns([
    ['type', type],
    ...(network === undefined ? [] : [['network', network]]),
    ...(id === undefined ? [] : [[idNames[kind] ?? 'id', id]]),
    ['bytes', String(bytes)],
    ...rows,
    ...(txs.length > 1 ? [['transactions', String(txs.length)]] : []),
  ]);
  const parts = [
    `${title}\n\n${head}`,
    ...txs.flatMap((told, i) => [
      ...(txs.length > 1 ? [`Transaction ${i + 1} of ${txs.length}`] : []),
      told.text.trimEnd(),
    ]),
  ];
  return parts.map((part) => explanationText(part, process.stdout)).join('\n\n');
}

/** Describes a state: what it was made for, and its balances. */
export function stateOverview(
  state: State,
  options: {
    readonly time: string | undefined;
    readonly own: readonly string[] | undefined;
    readonly form: string;
  },
): string {
  const { chain, network, time, evidence = [] } = state;
  const of = { at: options.time, own: options.own ?? [], json: options.form === 'json' };
  if (of.json) return `{"kind":"state",${balancesText(state, of).slice(1)}`;
  const context = contextOf(chain, network);
  const from = state.from.map((address) =>
    typeof address === 'string' ? address : context.formatAddress(address),
  );
  const imports = Object.entries(state.imports ?? {}).map(
    ([of, utxos]) => `${utxos.length} from ${of}`,
  );
  const authorities = Object.keys((state.chain === 'P' && state.authorities) || {});
  const head = columns([
    ['network', network.name],
    ['time', dateText(time)],
    ['addresses', from.join(', ') || 'none'],
    ...(state.chain === 'C' ? [] : [['UTXOs', String(state.utxos.length)]]),
    ...(imports.length > 0 ? [['imports', imports.join(', ')]] : []),
    ...(state.chain === 'P'
      ? [['price', `${state.feeState.price} nAVAX per unit of gas`]]
      : state.chain === 'C'
        ? [['base fee', `${state.baseFee} wei`]]
        : []),
    ...(authorities.length > 0 ? [['authorities', authorities.join(', ')]] : []),
    ...(evidence.length > 0 ? [['evidence', `${evidence.length} transactions`]] : []),
  ]);
  const title = `State of the ${chain}-chain`;
  return `${explanationText(`${title}\n\n${head}`, process.stdout)}\n\n${balancesText(state, of)}`;
}
