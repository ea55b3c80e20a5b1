/** What a block, UTXO, genesis, record or message is, and the transactions in it. */
import { useSignal } from '@preact/signals';
import { type AnyTx, isError, type Opened, open } from 'avalanche-tx';
import { explain, overviewOf } from 'avalanche-tx/explain';
import { useEffect, useMemo } from 'preact/hooks';
import { later } from '../../../ui/later.ts';
import { Virtual } from '../../../ui/virtual.tsx';
import { visible } from '../../../ui/visible.ts';
import { explainContext } from '../../model/facts.ts';
import { descend, input } from '../../model/session.ts';
import type { DecodedSubject } from '../../model/subject.ts';
import type { ViewProps } from '../index.tsx';
import { Rows } from '../rows.tsx';

export function OverviewView({ subject }: ViewProps<DecodedSubject>) {
  const { opened } = subject;
  const hint = input.value?.hint;
  const { title, rows, txs, time } = useMemo(() => overviewOf(opened, hint), [opened, hint]);
  // One object, so that a row asks again only when something of it changes.
  const known = Object.values(explainContext(subject, time));
  const context = useMemo(() => explainContext(subject, time), [subject, time, ...known]);
  return (
    <article class="explanation">
      <h3 class="says">{title}</h3>
      <Rows
        rows={[
          ['type', opened.type],
          ...(opened.network ? [['network', opened.network.name] as const] : []),
          ['bytes', String(opened.bytes.length)],
          ...rows,
        ]}
      />
      {'block' in opened && opened.block && (
        <p>
          <button
            type="button"
            onClick={() => descend(opened.block!, `block ${opened.block!.id ?? ''}`)}
          >
            Open the block inside
          </button>
        </p>
      )}
      {txs.length > 0 && <Txs txs={txs} context={context} time={time} />}
    </article>
  );
}

const titles = new WeakMap<object, WeakMap<AnyTx, string>>();

function titlesIn(context: Context): WeakMap<AnyTx, string> {
  const found = titles.get(context) ?? new WeakMap<AnyTx, string>();
  titles.set(context, found);
  return found;
}

type Context = ReturnType<typeof explainContext>;

/** What a transaction does in a line; kept, since a list asks again while it scrolls. */
function titleOf(tx: AnyTx, context: Context): string {
  const kept = titlesIn(context).get(tx);
  if (kept !== undefined) return kept;
  let title: string;
  try {
    title = explain(tx, context).title;
  } catch (e) {
    if (!isError(e)) throw e;
    title = e.detail;
  }
  titlesIn(context).set(tx, title);
  return title;
}

interface TxsProps {
  readonly txs: readonly AnyTx[];
  readonly context: Context;
  /** Of the block that they are in. */
  readonly time: bigint | undefined;
}

const openedTx = (tx: AnyTx): Opened => open(tx.bytes, { chain: tx.chain, kind: 'tx' });

function Txs({ txs, context, time }: TxsProps) {
  return (
    <section aria-label="Transactions">
      <h4>
        {txs.length} transaction{txs.length === 1 ? '' : 's'}
      </h4>
      <Virtual
        class="list"
        count={txs.length}
        height={56}
        row={(i) => {
          const tx = txs[i]!;
          return (
            <button
              key={i}
              type="button"
              class="item"
              onClick={() =>
                descend(openedTx(tx), `transaction ${i + 1} of ${txs.length}`, { time })
              }
            >
              <Title tx={tx} context={context} />
              <span class="item-note">
                {i + 1}. {tx.unsignedTx.type} <code>{tx.txID}</code>
              </span>
            </button>
          );
        }}
      />
    </section>
  );
}

interface TitleProps {
  readonly tx: AnyTx;
  readonly context: Context;
}

/** The title of a transaction. It takes milliseconds, since it recovers who signed. */
function Title({ tx, context }: TitleProps) {
  const text = useSignal(titlesIn(context).get(tx) ?? '…');
  useEffect(
    () =>
      later(() => {
        text.value = titleOf(tx, context);
      }),
    [tx, context, text],
  );
  return <span class="item-title">{text}</span>;
}

interface ValuesProps {
  readonly values: readonly Opened[];
}

/** Several values, each of which can be opened. */
export function Values({ values }: ValuesProps) {
  return (
    <Virtual
      class="list"
      count={values.length}
      height={56}
      row={(i) => {
        const value = values[i]!;
        const { title, rows } = overviewOf(value);
        const facts = rows.filter(([label]) => /^(amount|owner|height|stakeable)/.test(label));
        return (
          <button
            key={i}
            type="button"
            class="item"
            onClick={() => descend(value, `${title}, ${i + 1} of ${values.length}`)}
          >
            <span class="item-title">
              {title}
              {facts.map(([label, text]) => ` · ${label} ${visible(text)}`).join('')}
            </span>
            <span class="item-note">
              {i + 1}. {value.type} <code>{value.id}</code>
            </span>
          </button>
        );
      }}
    />
  );
}
