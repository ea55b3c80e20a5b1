/** What a block, UTXO, genesis, record or message is, and the transactions in it. */
import { useSignal } from '@preact/signals';
import { type AnyTx, isError, type Opened, open } from 'avalanche-tx';
import { explain, overviewOf } from 'avalanche-tx/explain';
import { useEffect, useMemo } from 'preact/hooks';
import { later } from '../../../ui/later.ts';
import { Virtual } from '../../../ui/virtual.tsx';
import { visible } from '../../../ui/visible.ts';
import { found, shortType, useBlockSums } from '../../model/block.ts';
import { explainContext } from '../../model/facts.ts';
import { descend } from '../../model/session.ts';
import type { DecodedSubject } from '../../model/subject.ts';
import { grouped, overview } from '../../model/told.ts';
import type { ViewProps } from '../index.tsx';
import { lazy } from '../lazy.tsx';
import { Rows } from '../rows.tsx';

const WarpSigners = lazy(async () => (await import('../warpsigners.tsx')).WarpSigners);
const Wallet = lazy(async () => (await import('../wallet.tsx')).Wallet);

export function OverviewView({ subject }: ViewProps<DecodedSubject>) {
  const { opened } = subject;
  const { rows, values, txs, time } = overview.value!;
  // One object, so that a row asks again only when something of it changes.
  const known = Object.values(explainContext(subject, time));
  const context = useMemo(() => explainContext(subject, time), [subject, time, ...known]);
  if (opened.kind === 'utxo') return <Wallet utxos={[opened]} />;
  return (
    <article class="explanation">
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
      <Rows
        rows={rows
          .filter(([label]) => label !== 'height' && label !== 'id')
          .map(([label, text]) => [
            label,
            typeof values[label] === 'bigint' && label !== 'time' ? grouped(text) : text,
          ])}
      />
      {opened.kind === 'warpSigned' && <WarpSigners bytes={opened.bytes} />}
    </article>
  );
}

interface TxTitle {
  readonly title: string;
  readonly subtitle?: string | undefined;
}

const titles = new WeakMap<object, WeakMap<AnyTx, TxTitle>>();

function titlesIn(context: Context): WeakMap<AnyTx, TxTitle> {
  const found = titles.get(context) ?? new WeakMap<AnyTx, TxTitle>();
  titles.set(context, found);
  return found;
}

type Context = ReturnType<typeof explainContext>;

/** What a transaction does in a line; kept, since a list asks again while it scrolls. */
function titleOf(tx: AnyTx, context: Context): TxTitle {
  const kept = titlesIn(context).get(tx);
  if (kept !== undefined) return kept;
  let title: TxTitle;
  try {
    title = explain(tx, context);
    title = { title: title.title, subtitle: title.subtitle };
  } catch (e) {
    if (!isError(e)) throw e;
    title = { title: e.detail };
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
  const type = useSignal('');
  const words = useSignal('');
  const { types, sums } = useBlockSums(txs, context);
  const text = words.value.trim();
  const shown = useMemo(() => found(txs, type.value, text), [txs, type.value, text]);
  return (
    <section class="block" aria-label="Transactions">
      <dl class="figures">
        <div>
          <dt>Transactions</dt>
          <dd>{txs.length.toLocaleString('en')}</dd>
        </div>
        {sums.map(([label, sum]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
      {txs.length > 1 && (
        <div class="choices no-print">
          <label>
            Filter
            <input
              type="search"
              placeholder="Transaction ID, or an address that receives"
              value={words}
              onInput={(e) => {
                words.value = e.currentTarget.value;
              }}
            />
          </label>
          <label>
            Type
            <select
              value={type}
              onChange={(e) => {
                type.value = e.currentTarget.value;
              }}
            >
              <option value="">All types</option>
              {types.map(([name, count]) => (
                <option key={name} value={name}>
                  {shortType(name)} ({count.toLocaleString('en')})
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <p role="status" class="hint">
        {shown.length === txs.length
          ? ''
          : `${shown.length.toLocaleString('en')} of ${txs.length.toLocaleString('en')} transactions fit.`}
      </p>
      <Virtual
        class="list"
        count={shown.length}
        height={56}
        row={(i) => {
          const at = shown[i]!;
          const tx = txs[at]!;
          return (
            <button
              key={at}
              type="button"
              class="item"
              onClick={() =>
                descend(openedTx(tx), `transaction ${at + 1} of ${txs.length}`, { time })
              }
            >
              <Title tx={tx} context={context} />
              <span class="item-note">
                {(at + 1).toLocaleString('en')}. {shortType(tx.unsignedTx.type)}{' '}
                <code>{tx.txID}</code>
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
  const text = useSignal<TxTitle>(titlesIn(context).get(tx) ?? { title: '…' });
  useEffect(
    () =>
      later(() => {
        text.value = titleOf(tx, context);
      }),
    [tx, context, text],
  );
  const { title, subtitle } = text.value;
  return (
    <span class="item-title">
      {title}
      {subtitle !== undefined && <span class="item-back"> · {subtitle}</span>}
    </span>
  );
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
