/** What a draft does, above everything that signs it: a warning that nobody sees here stops nobody. */
import { type Explanation, explain, type Flow, type Party } from 'avalanche-tx/explain';
import { visible } from '../../ui/visible.ts';
import { explainContext } from '../model/facts.ts';
import type { DraftSubject } from '../model/subject.ts';
import { amountText } from '../model/told.ts';

/** Receivers and fields that are shown at once: the explanation has all. */
const most = 12;

const verbs: { readonly [W in Flow['why']]?: string } = {
  output: 'Send',
  export: 'Export',
  import: 'Receive',
  deposit: 'Receive',
  stake: 'Stake',
  mint: 'Mint',
  balance: 'Add to a balance',
  supply: 'Lock as rewards',
  lost: 'Destroy',
  feeOrLost: 'Burn',
};

export function Card({
  subject,
  title,
}: {
  readonly subject: DraftSubject;
  readonly title: string;
}) {
  const told = explain(subject.draft, explainContext(subject));
  const { flows, fields, warnings, authority } = told;
  const main = flows.filter(({ why }) => verbs[why] !== undefined);
  const back = flows.filter(({ why }) => why === 'change' || why === 'returned');
  const facts = fields.filter(({ key }) => key !== 'memo');
  const { draft } = subject;
  const place = draft.chain === 'X' && draft.blockchain ? draft.blockchain.alias : draft.chain;
  return (
    <section class="draft-card" aria-labelledby="draft-card">
      <header>
        <h2 id="draft-card">{title}</h2>
        <span class="draft-badge plain">{visible(draft.network.name)}</span>
        <span class="draft-badge plain">{visible(place)}-chain</span>
      </header>
      {main.length === 0 && <p class="draft-lead">{visible(told.title)}</p>}
      <dl>
        {main.slice(0, most).map((flow, i) => (
          <div key={i} class="draft-main">
            <dt>{verbs[flow.why]}</dt>
            <dd>
              <strong>{whatOf(flow, told)}</strong>
              <To flow={flow} />
            </dd>
          </div>
        ))}
        {facts.slice(0, most).map(({ key, path, label, text, isOwn }) => (
          <div key={key + path}>
            <dt>{label}</dt>
            <dd>
              {visible(text)}
              {isOwn && ' · yours'}
            </dd>
          </div>
        ))}
        {flows
          .filter(({ why }) => why === 'fee')
          .map((flow, i) => (
            <div key={i}>
              <dt>Fee</dt>
              <dd>{whatOf(flow, told)}</dd>
            </div>
          ))}
        {back.slice(0, most).map((flow, i) => (
          <div key={i} class="draft-back">
            <dt>Change</dt>
            <dd>
              {whatOf(flow, told)}
              <To flow={flow} />
            </dd>
          </div>
        ))}
        {authority?.owner && (
          <div>
            <dt>Authorized by</dt>
            <dd>
              <Owner of={authority.owner} />
            </dd>
          </div>
        )}
      </dl>
      {main.length + facts.length + back.length > 3 * most - 1 && (
        <p>
          <strong>Not everything is shown here:</strong> read the rest under “Explanation”.
        </p>
      )}
      <Dangers warnings={warnings} />
    </section>
  );
}

const whatOf = ({ asset, amount, item }: Flow, { assets }: Explanation): string => {
  const of = assets[asset]!;
  const named = of.symbol === undefined ? ` of ${of.id ?? 'the new asset'}` : '';
  return visible(amount === undefined ? `${item}${named}` : `${amountText(amount, of)}${named}`);
};

function To({ flow: { to, exportedTo, isOwn, stakeableUntil } }: { readonly flow: Flow }) {
  if (!to) return null;
  return (
    <span class="draft-to">
      {exportedTo !== undefined && <>on the {visible(exportedTo)}-chain </>}
      to <Owner of={to} />
      {isOwn && ' · yours'}
      {to.locktime > 0n && <> · usable from {timeText(to.locktime)}</>}
      {stakeableUntil !== undefined && <> · only for staking until {timeText(stakeableUntil)}</>}
    </span>
  );
}

function Owner({ of: { addresses, threshold } }: { readonly of: Party }) {
  if (threshold === 0) return <>anybody</>;
  if (addresses.length === 1) return <code>{visible(addresses[0]!)}</code>;
  return (
    <>
      {threshold} of {addresses.length} owners
      {addresses.slice(0, most).map((address) => (
        <code key={address} class="draft-owner">
          {visible(address)}
        </code>
      ))}
      {addresses.length > most && ` and ${addresses.length - most} more`}
    </>
  );
}

/** Of a time that may be after all calendars. */
const timeText = (seconds: bigint): string =>
  seconds > 8_640_000_000_000n
    ? 'a time that never comes'
    : `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function Dangers({ warnings }: Pick<Explanation, 'warnings'>) {
  const shown = warnings.filter(({ level }) => level !== 'note');
  if (shown.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Warnings">
      {shown.map(({ level, text }, i) => (
        <li key={i} class={`warning ${level}`}>
          {visible(text)}
        </li>
      ))}
    </ul>
  );
}
