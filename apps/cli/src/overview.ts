/** Describes states, UTXOs, blocks and other values for `explain`. */
import type { AnyTx, Hint, Opened, State } from 'avalanche-tx';
import { type Explanation, type Overview, overviewOf, textOf } from 'avalanche-tx/explain';
import { jsonContext } from 'avalanche-tx/network';
import { idNames } from './answer.ts';
import { balancesText } from './balances.ts';
import { columns, dateText, explanationText } from './terminal.ts';

/** What a value is. */
export interface ValueOverview extends Overview {
  readonly kind: Opened['kind'];
  readonly type: string;
  readonly chain: string | undefined;
  readonly network: string | undefined;
  readonly id: string | undefined;
  readonly bytes: number;
}

type ExplainTx = (tx: AnyTx, time: bigint | undefined) => Explanation;

/** Describes a value. */
export function valueOverview(opened: Opened, hint: Hint): ValueOverview {
  const { kind, type, chain, network, id, bytes } = opened;
  return {
    ...overviewOf(opened, hint),
    kind,
    type,
    chain,
    network: network?.name,
    id,
    bytes: bytes.length,
  };
}

/** The parts of the text of an overview: what it is, then each transaction, explained when its part is asked for. */
export function* overviewParts(of: ValueOverview, explainTx: ExplainTx): Iterable<string> {
  const { title, type, network, id, kind, bytes, rows, txs, time } = of;
  const head = columns([
    ['type', type],
    ...(network === undefined ? [] : [['network', network]]),
    ...(id === undefined ? [] : [[idNames[kind] ?? 'id', id]]),
    ['bytes', String(bytes)],
    ...rows,
    ...(txs.length > 1 ? [['transactions', String(txs.length)]] : []),
  ]);
  const shown = (part: string): string => explanationText(part, process.stdout);
  yield shown(`${title}\n\n${head}`);
  for (const [i, tx] of txs.entries()) {
    if (txs.length > 1) yield shown(`Transaction ${i + 1} of ${txs.length}`);
    yield shown(textOf(explainTx(tx, time)).trimEnd());
  }
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
  const context = jsonContext(chain, network);
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
