/** Views of what has no bytes: lists, states, addresses, ids and keys. */
import { balancesOf, formatAvax, formatID } from 'avalanche-tx';
import { known } from '../model/facts.ts';
import type { Subject } from '../model/subject.ts';
import { Values } from './explanation/overview.tsx';
import { Rows } from './rows.tsx';

type Of<K extends Subject['kind']> = { readonly subject: Extract<Subject, { readonly kind: K }> };

export function ListView({ subject: { values } }: Of<'list'>) {
  return (
    <section aria-label="Values">
      <h3 class="says">
        {values.length} value{values.length === 1 ? '' : 's'}
      </h3>
      {values.length === 0 ? <p>The reply is empty.</p> : <Values values={values} />}
    </section>
  );
}

export function NamedView({ subject: { title, about, rows } }: Of<'named'>) {
  return (
    <section aria-label={title}>
      <h3 class="says">{title}</h3>
      <p>{about}</p>
      <Rows rows={rows} copy />
    </section>
  );
}

export function StateView({ subject: { state, from } }: Of<'state'>) {
  const { chain, network, time } = state;
  const utxos = state.chain === 'C' ? [] : state.utxos;
  const balances = balancesOf(utxos, { time });
  return (
    <section aria-label="State">
      <h3 class="says">State of the {chain}-chain</h3>
      <Rows
        rows={[
          ['network', network.name],
          ['time', new Date(Number(time) * 1000).toISOString()],
          ...(state.chain === 'C' ? [] : [['UTXOs', String(utxos.length)] as const]),
          ...balances.map(
            ({ assetID, total }) =>
              [
                'balance',
                formatID(assetID) === formatID(network.avaxAssetID)
                  ? `${formatAvax(total)} AVAX`
                  : `${total} units of ${formatID(assetID)}`,
              ] as const,
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
    </section>
  );
}
