/** Views of what has no bytes: lists, states, addresses, ids and keys. */
import { useMemo } from 'preact/hooks';
import { known } from '../model/facts.ts';
import { type OpenedUTXO, openedUTXO } from '../model/holdings.ts';
import type { Subject } from '../model/subject.ts';
import { Values } from './explanation/overview.tsx';
import { Rows } from './rows.tsx';
import { Wallet } from './wallet.tsx';

type Of<K extends Subject['kind']> = { readonly subject: Extract<Subject, { readonly kind: K }> };

export function ListView({ subject: { values } }: Of<'list'>) {
  const utxos = values.filter((of): of is OpenedUTXO => of.kind === 'utxo');
  if (values.length === 0) return <p>The reply is empty.</p>;
  return utxos.length === values.length ? <Wallet utxos={utxos} /> : <Values values={values} />;
}

/** Rows that nobody copies. */
const names: readonly string[] = ['chain', 'network'];

export const NamedView = ({ subject: { title, about, rows } }: Of<'named'>) => (
  <section aria-label={title}>
    <p>{about}</p>
    <Rows rows={rows} copy={rows.map(([label]) => label).filter((of) => !names.includes(of))} />
  </section>
);

export function StateView({ subject: { state, from } }: Of<'state'>) {
  const { chain, network, time } = state;
  const utxos = state.chain === 'C' ? [] : state.utxos;
  const opened = useMemo(() => utxos.map((utxo) => openedUTXO(utxo, chain)), [utxos, chain]);
  return (
    <section aria-label="State">
      <Rows
        rows={[
          ['time', new Date(Number(time) * 1000).toISOString()],
          ...Object.entries(state.imports ?? {}).map(
            ([from, list]) => [`from ${from}`, `${list.length} pending imports`] as const,
          ),
        ]}
      />
      <p>
        <button
          type="button"
          onClick={() => {
            known.value = { state, utxos, from: `a state of the ${chain}-chain, ${from}` };
          }}
        >
          Use it to check transactions
        </button>{' '}
        {known.value?.state === state && <span role="status">Now open a transaction.</span>}
      </p>
      {opened.length > 0 && <Wallet utxos={opened} said={{ network, time }} />}
    </section>
  );
}
