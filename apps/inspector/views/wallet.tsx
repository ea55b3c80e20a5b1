/** UTXOs as a wallet: totals by asset and by owner, and each of them. */
import { useSignal } from '@preact/signals';
import { formatID, knownNetworks, type Network } from 'avalanche-tx';
import { useMemo } from 'preact/hooks';
import { unbroken } from '../../ui/unbroken.tsx';
import { Virtual } from '../../ui/virtual.tsx';
import { visible } from '../../ui/visible.ts';
import { clock, known, time } from '../model/facts.ts';
import {
  type Holding,
  holdingOf,
  matches,
  networkOfUTXOs,
  type OpenedUTXO,
  totalsOf,
} from '../model/holdings.ts';
import { descend } from '../model/session.ts';
import { Rows } from './rows.tsx';

interface WalletProps {
  readonly utxos: readonly OpenedUTXO[];
  /** What a state says. */
  readonly said?: { readonly network: Network; readonly time: bigint };
}

/** Scrolls by keyboard too. */
const focusable = { tabIndex: 0 } as const;

/** Owners at once: the filter finds the others. */
const most = 100;

export function Wallet({ utxos, said }: WalletProps) {
  const guessed = useMemo(() => networkOfUTXOs(utxos.map(({ value }) => value)), [utxos]);
  const first = said?.network ?? known.value?.state?.network ?? guessed;
  const name = useSignal<string | undefined>(undefined);
  const chain = useSignal<'P' | 'X'>('P');
  const words = useSignal('');
  const networks = [
    ...knownNetworks,
    ...(first && !knownNetworks.some((of) => of.name === first.name) ? [first] : []),
  ];
  const network = networks.find((of) => of.name === (name.value ?? first?.name));
  const when = time.value ?? said?.time ?? clock();
  const all = useMemo(
    () => utxos.map((of) => holdingOf(of, { chain: chain.value, network, time: when })),
    [utxos, chain.value, network, when],
  );
  const text = words.value.trim();
  const shown = useMemo(
    () => (text === '' ? all : all.filter((of) => matches(of, text))),
    [all, text],
  );
  const [only] = all.length === 1 ? all : [];
  return (
    <section class="wallet" aria-label={only ? 'UTXO' : 'Wallet'}>
      {only && <One holding={only} />}
      <div class="choices no-print">
        {!only && (
          <label>
            Filter
            <input
              type="search"
              placeholder="Address, asset, amount or ID"
              value={words}
              onInput={(e) => {
                words.value = e.currentTarget.value;
              }}
            />
          </label>
        )}
        <label>
          Network
          <select
            value={network?.name ?? ''}
            onChange={(e) => {
              name.value = e.currentTarget.value;
            }}
          >
            {!network && <option value="">Not known</option>}
            {networks.map((of) => (
              <option key={of.name} value={of.name}>
                {visible(of.name)}
              </option>
            ))}
          </select>
        </label>
        {utxos.some((of) => of.chain === undefined) && (
          <label>
            Chain
            <select
              value={chain.value}
              onChange={(e) => {
                chain.value = e.currentTarget.value as 'P' | 'X';
              }}
            >
              <option value="P">P-chain</option>
              <option value="X">X-chain</option>
            </select>
          </label>
        )}
      </div>
      {!only && <List all={all} shown={shown} />}
    </section>
  );
}

interface ListProps {
  readonly all: readonly Holding[];
  /** Those that the filter finds. */
  readonly shown: readonly Holding[];
}

function List({ all, shown }: ListProps) {
  const [assets, owners] = useMemo(() => [totalsOf(shown, false), totalsOf(shown, true)], [shown]);
  return (
    <>
      <p role="status" class="hint">
        {shown.length === all.length ? '' : `${shown.length} of ${all.length} UTXOs fit.`}
      </p>
      <dl class="figures">
        {assets.slice(0, 12).map(({ assetID, text: sum, locked }) => (
          <div key={assetID + sum}>
            <dt>{sum.endsWith(' AVAX') ? 'Total' : `Asset ${assetID.slice(0, 8)}…`}</dt>
            <dd title={assetID}>
              {sum}
              {locked !== '' && <small>{locked}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {owners.length > 1 && (
        <>
          <h2>By owner</h2>
          <section class="table-scroll" {...focusable} aria-label="Totals by owner">
            <table class="grid">
              <thead>
                <tr>
                  <th scope="col">Owner</th>
                  <th scope="col">Amount</th>
                  <th scope="col">UTXOs</th>
                </tr>
              </thead>
              <tbody>
                {owners.slice(0, most).map(({ owner, text: sum, locked, count }, i) => (
                  <tr key={i}>
                    <th scope="row">{unbroken(owner)}</th>
                    <td>
                      {sum}
                      {locked !== '' && <small>{locked}</small>}
                    </td>
                    <td>{count.toLocaleString('en')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {owners.length > most && (
            <p class="hint">And {owners.length - most} more: the filter finds them.</p>
          )}
        </>
      )}
      <h2>{shown.length === 1 ? 'UTXO' : 'UTXOs'}</h2>
      <Virtual
        class="list"
        count={shown.length}
        height={56}
        row={(i) => <Row key={i} holding={shown[i]!} count={shown.length} at={i} />}
      />
    </>
  );
}

/** One UTXO in full. */
function One({ holding: { opened, assetID, text, addresses, threshold, lock } }: RowHolding) {
  const { txID, outputIndex } = opened.value;
  const isAlone = addresses.length === 1;
  return (
    <Rows
      rows={[
        ['amount', text],
        ...(lock === '' ? [] : [['lock', lock] as const]),
        ...(text.endsWith(' AVAX') ? [] : [['asset', assetID] as const]),
        ...(addresses.length === 0 ? [['owner', 'nobody'] as const] : []),
        ...addresses.map(
          (of, i) =>
            [
              i > 0 ? '' : isAlone ? 'owner' : `owners, ${threshold} of ${addresses.length}`,
              of,
            ] as const,
        ),
        ['made by', formatID(txID)],
        ['output', String(outputIndex)],
      ]}
      copy={['asset', 'made by']}
    />
  );
}

interface RowHolding {
  readonly holding: Holding;
}

interface RowProps extends RowHolding {
  readonly at: number;
  readonly count: number;
}

const Row = ({ holding: { opened, text, owner, lock }, at, count }: RowProps) => (
  <button type="button" class="item" onClick={() => descend(opened, `UTXO ${at + 1} of ${count}`)}>
    <span class="item-title">
      {text}
      {lock !== '' && <span class="lock"> · {lock}</span>}
    </span>
    <span class="item-note">
      <code>{owner}</code>
    </span>
  </button>
);
