/** What `explain` says of states, UTXOs, blocks and other values. */
import { proposerOf, unsignedOf } from '../blocks/proposervm.ts';
import type { AnyTx } from '../chain/tx.ts';
import { isError } from '../errors/error.ts';
import { dateText, partyText } from '../explain/format.ts';
import type { Explanation } from '../explain/index.ts';
import { contextOf } from '../network/context.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import { type Hint, openAccepted } from '../open/open.ts';
import type { Opened } from '../open/opened.ts';
import type { State } from '../state/state.ts';
import { formatAvax } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { lockOf, unlocked } from '../tx/output.ts';
import { bare } from '../wire/type.ts';
import { idNames } from './answer.ts';
import { balancesText } from './balances.ts';
import { columns, explanationText } from './terminal.ts';

/** What a value is, and the transactions in it. */
export interface Overview {
  readonly title: string;
  readonly kind: Opened['kind'];
  readonly type: string;
  readonly chain: string | undefined;
  readonly network: string | undefined;
  readonly id: string | undefined;
  readonly bytes: number;
  /** Labels and values, beside the fields above. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly facts: Readonly<Record<string, string | bigint>>;
  readonly txs: readonly Explanation[];
}

type ExplainTx = (tx: AnyTx, time: bigint | undefined) => Explanation;

/** Describes a value. */
export function overviewOf(opened: Opened, hint: Hint, explainTx: ExplainTx): Overview {
  const { kind, type, chain, network, id, bytes } = opened;
  const inside = insideOf(opened, hint);
  const { facts, time } = { ...factsOf(opened, hint), ...(inside && { time: timeOf(inside) }) };
  const txs = (inside ?? opened).txs.map((tx) => explainTx(tx, time));
  return {
    title: titleOf(opened),
    kind,
    type,
    chain,
    network: network?.name,
    id,
    bytes: bytes.length,
    facts,
    rows: Object.entries(facts).map(([label, value]) => [label, textOf(label, value)] as const),
    txs,
  };
}

const titles: { readonly [K in Opened['kind']]?: string } = {
  tx: 'Transaction',
  unsignedTx: 'Unsigned transaction',
  block: 'Block',
  proposervm: 'Wrapped block',
  vertex: 'Vertex',
  genesis: 'Genesis',
  utxo: 'UTXO',
  container: 'Record of the index',
  warpUnsigned: 'Unsigned warp message',
  warpSigned: 'Signed warp message',
};

const titleOf = ({ kind, type, chain }: Opened): string =>
  `${titles[kind] ?? type}${chain ? ` of the ${chain}-chain` : ''}`;

/** The text of an overview: what it is, then each transaction. */
export function overviewText(of: Overview): string {
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

/** The content of a record of the index. */
function insideOf(opened: Opened, hint: Hint): Opened | undefined {
  if (opened.kind !== 'container') return undefined;
  try {
    return openAccepted(opened.value.Bytes, hint);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

type Facts = Record<string, string | bigint>;

/** Unix seconds of a value that has a time. */
const timeOf = (opened: Opened): bigint | undefined => factsOf(opened, {}).time;

/** What is particular to a kind. */
function factsOf(
  opened: Opened,
  hint: Hint,
): { readonly facts: Facts; readonly time: bigint | undefined } {
  switch (opened.kind) {
    case 'block': {
      const { value } = opened;
      const time = 'time' in value ? value.time : undefined;
      const facts = {
        height: value.height,
        parent: formatID(value.parentID),
        ...(time !== undefined && { time }),
      };
      return { facts, time };
    }
    case 'proposervm':
      return wrapperFacts(opened, hint);
    case 'container': {
      const { ID, Timestamp } = opened.value;
      const inside = insideOf(opened, hint);
      const time = Timestamp / 1_000_000_000n;
      return {
        facts: { holds: inside ? inside.type : 'bytes of another chain', id: formatID(ID), time },
        time,
      };
    }
    case 'vertex':
      return {
        facts: { height: opened.value.height, chain: formatID(opened.value.chainID) },
        time: undefined,
      };
    case 'utxo':
      return { facts: utxoFacts(opened), time: undefined };
    default:
      return { facts: {}, time: undefined };
  }
}

function wrapperFacts(
  { value, block }: Extract<Opened, { kind: 'proposervm' }>,
  hint: Hint,
): ReturnType<typeof factsOf> {
  const unsigned = unsignedOf(value);
  const proposer = proposerOf(value);
  const inner = block && factsOf(block, hint);
  const time = inner?.time ?? unsigned?.timestamp;
  const facts: Facts = {
    ...(unsigned ? { parent: formatID(unsigned.parentID) } : {}),
    ...(proposer === undefined ? {} : { proposer }),
    ...(unsigned ? { 'P-chain height': unsigned.pChainHeight } : {}),
    ...(time === undefined ? {} : { time }),
    block: block ? `${block.type} ${block.id}` : 'of a chain that is not P or X',
    ...(inner?.facts.height === undefined ? {} : { height: inner.facts.height }),
  };
  return { facts, time };
}

function utxoFacts({ value, network, chain }: Extract<Opened, { kind: 'utxo' }>): Facts {
  const { txID, outputIndex, assetID, output } = value;
  const inner = unlocked(output as never) as {
    readonly amount?: bigint;
    readonly locktime?: bigint;
    readonly threshold?: number;
    readonly addresses?: readonly Uint8Array[];
  };
  const context = network && chain ? contextOf(chain, network) : bare;
  const until = lockOf(output as never);
  const { amount, locktime = 0n, threshold = 0, addresses } = inner;
  const isAVAX = [mainnet, fuji, local].some((of) => equalBytes(of.avaxAssetID, assetID));
  return {
    output: output.type,
    ...(amount === undefined
      ? {}
      : { amount: isAVAX ? `${formatAvax(amount)} AVAX` : `${amount} units` }),
    ...(isAVAX ? {} : { asset: formatID(assetID) }),
    ...(addresses
      ? {
          owner: partyText({
            addresses: addresses.map((of) => context.formatAddress(of)),
            threshold,
            locktime,
          }),
        }
      : {}),
    ...(until === undefined ? {} : { 'stakeable until': dateText(until) }),
    'made by': `${formatID(txID)}, output ${outputIndex}`,
  };
}

const textOf = (label: string, value: string | bigint): string =>
  label === 'time' ? dateText(value as bigint) : String(value);

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
