/** All ids of the subject, and what its fee consists of. */
import {
  type AnyTx,
  type Effects,
  type EffectsInput,
  effectsOf,
  formatAvax,
  formatHex,
  formatID,
  isError,
  parseID,
} from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { complexityOf, feeOf } from 'avalanche-tx/fee';
import { signedSizeOf, type TxOf } from 'avalanche-tx/rules';
import { useMemo } from 'preact/hooks';
import { Copy } from '../../ui/copy.tsx';
import { Virtual } from '../../ui/virtual.tsx';
import { known, networkOf } from '../model/facts.ts';
import type { DecodedSubject } from '../model/subject.ts';
import type { ViewProps } from './index.tsx';
import { Rows } from './rows.tsx';

type Unsigned = AnyTx['unsignedTx'];

interface IDRow {
  readonly label: string;
  readonly id: string;
}

const names: { readonly [kind: string]: string } = {
  tx: 'transaction ID',
  utxo: 'input ID',
  block: 'block ID',
  evmBlock: 'block ID',
  proposervm: 'block ID of the wrapper',
  vertex: 'vertex ID',
  genesis: 'genesis ID',
  container: 'container ID',
};

const unsignedOf = ({ opened, kind, ...of }: DecodedSubject): Unsigned | undefined => {
  if (kind === 'draft' && 'draft' in of) return of.draft.unsignedTx;
  if (opened.kind === 'tx') return opened.value.unsignedTx;
  return opened.kind === 'unsignedTx' ? (opened.value as Unsigned) : undefined;
};

/** Ids of the value, of what is in it, and of the UTXOs that it consumes and produces. */
function idRows(subject: DecodedSubject): readonly IDRow[] {
  const { opened } = subject;
  const rows: IDRow[] = [];
  if (opened.id !== undefined) rows.push({ label: names[opened.kind] ?? 'ID', id: opened.id });
  if ('block' in opened && opened.block?.id)
    rows.push({ label: 'block ID of the block inside', id: opened.block.id });
  if (opened.kind !== 'tx')
    opened.txs.forEach(({ txID }, i) => {
      rows.push({ label: `transaction ${i + 1}`, id: txID });
    });
  const tx = unsignedOf(subject);
  if (tx) rows.push(...utxoRows(subject, tx));
  return rows;
}

function utxoRows({ opened }: DecodedSubject, unsignedTx: Unsigned): readonly IDRow[] {
  try {
    const of = {
      chain: opened.chain,
      unsignedTx,
      ...(opened.kind === 'tx' && { txID: opened.id }),
    } as Parameters<typeof effectsOf>[0];
    const { consumed, produced } = effectsOf(of) as Effects<Uint8Array | undefined>;
    return [
      ...consumed.map(({ id, txID, outputIndex }) => ({
        label: `consumes output ${outputIndex} of ${formatID(txID).slice(0, 12)}…`,
        id: formatID(id),
      })),
      ...produced.flatMap(({ id, utxo: { outputIndex } }) =>
        id ? [{ label: `produces output ${outputIndex}`, id: formatID(id) }] : [],
      ),
    ];
  } catch (e) {
    if (isError(e)) return [];
    throw e;
  }
}

export function IDsView({ subject }: ViewProps<DecodedSubject>) {
  const rows = useMemo(() => idRows(subject), [subject]);
  const tx = unsignedOf(subject);
  return (
    <section aria-label="IDs and fees">
      <h2>IDs</h2>
      {rows.length === 0 ? (
        <p>
          {tx
            ? 'An unsigned transaction has no ID yet: the signatures are part of what is hashed.'
            : 'This value has no ID.'}
        </p>
      ) : (
        <Virtual
          class="ids"
          count={rows.length}
          height={74}
          row={(i) => {
            const { label, id } = rows[i]!;
            const hex = formatHex(parseID(id));
            return (
              <div key={i} class="id">
                <span class="id-label">{label}</span>
                <span class="id-line">
                  <code>{id}</code>
                  <Copy text={() => id} what={label} />
                </span>
                <span class="id-line">
                  <code>{hex}</code>
                  <Copy text={() => hex} what={`${label} in hex`} />
                </span>
              </div>
            );
          }}
        />
      )}
      {tx && <Fee subject={subject} tx={tx} />}
    </section>
  );
}

const dimensions = ['bandwidth', 'database reads', 'database writes', 'compute'] as const;
const amount = (nAVAX: bigint): string => `${formatAvax(nAVAX)} AVAX (${nAVAX} nAVAX)`;

interface FeeProps {
  readonly subject: DecodedSubject;
  readonly tx: Unsigned;
}

function feeRows({ subject, tx }: FeeProps): readonly (readonly [string, string])[] {
  const network = networkOf(subject);
  const { state, gathered } = known.value ?? {};
  const draft = subject.kind === 'draft' ? subject.draft : undefined;
  const feeState =
    (state?.chain === 'P' ? state.feeState : undefined) ??
    gathered?.feeState ??
    (draft as { readonly feeState?: { readonly price?: bigint } } | undefined)?.feeState;
  const baseFee = (state?.chain === 'C' ? state.baseFee : undefined) ?? gathered?.baseFee;
  const rows: (readonly [string, string])[] = [['bytes when signed', String(signedSizeOf(tx))]];
  if (!tx.type.startsWith('atomic.'))
    complexityOf(tx as TxOf<'platformvm.BaseTx'>).forEach((units, i) => {
      rows.push([dimensions[i]!, String(units)]);
    });
  if (!network) return rows;
  const { gas, price, fee } = feeOf(tx as TxOf<'platformvm.BaseTx'>, {
    network,
    feeState,
    ...(baseFee !== undefined && { baseFee }),
  });
  if (gas !== undefined) rows.push(['gas', String(gas)]);
  if (price !== undefined)
    rows.push([
      'price',
      `${price} ${tx.type.startsWith('atomic.') ? 'wei' : 'nAVAX'} per unit of gas`,
    ]);
  const avax = formatID(network.avaxAssetID);
  const chain = tx.type.startsWith('platformvm.') ? 'P' : tx.type.startsWith('avm.') ? 'X' : 'C';
  const burned = effectsOf({ chain, unsignedTx: tx } as EffectsInput, { network })
    .burned.filter(({ assetID }) => formatID(assetID) === avax)
    .reduce((sum, { amount }) => sum + amount, 0n);
  const least =
    fee === undefined ? 'Not known: add a state or a node under "Add context"' : amount(fee);
  return [['fee and burns', amount(burned)], ['least fee', least], ...rows];
}

function Fee(props: FeeProps) {
  let rows: readonly (readonly [string, string])[];
  try {
    rows = feeRows(props);
  } catch (e) {
    if (!isError(e)) throw e;
    rows = [['fee', explainError(e)]];
  }
  return (
    <>
      <h2>Fee</h2>
      <Rows rows={rows} />
    </>
  );
}
