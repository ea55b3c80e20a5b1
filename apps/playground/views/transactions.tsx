/** The drafts that the code made, their signatures, and what became of them. */
import { unbroken } from '../../ui/unbroken.tsx';
import { visibleText } from '../../ui/visible.ts';
import type { Transaction } from '../model/messages.ts';
import { phase, transactions } from '../model/session.ts';
import { Scroll } from './scroll.tsx';

const words: { readonly [S in Transaction['status']]: string } = {
  draft: 'Draft',
  signed: 'Signed',
  submitted: 'Waiting for a block',
  accepted: 'Accepted',
  refused: 'Refused',
};

function Card({ tx }: { readonly tx: Transaction }) {
  const { chain, type, title, text, signed, needed, status, txID, height, reason } = tx;
  return (
    <li class={`tx ${status}`}>
      <p class="tx-head">
        <span class="chain">{chain}</span>
        <span class="type">{type.replace(/^\w+\./, '')}</span>
        <span class="status">
          {words[status]}
          {status === 'accepted' && height !== undefined && ` in block ${height}`}
        </span>
      </p>
      <p class="title">{unbroken(visibleText(title))}</p>
      {needed > 0 && (
        <p class="signatures">
          <progress max={needed} value={signed} aria-label="Signatures" />
          {signed} of {needed} {needed === 1 ? 'signature' : 'signatures'}
        </p>
      )}
      {reason && <p class="reason">{visibleText(reason)}</p>}
      {txID && <p class="id mono">{visibleText(txID)}</p>}
      <details>
        <summary>Explanation</summary>
        <Scroll class="explanation" label="Explanation">
          <pre>{visibleText(text)}</pre>
        </Scroll>
      </details>
    </li>
  );
}

export function Transactions() {
  return (
    <section class="panel" aria-label="Drafts and transactions">
      <div class="panel-head">
        <h2>Drafts and transactions</h2>
      </div>
      {transactions.value.length === 0 ? (
        <p class="hint">
          {phase.value === 'done' || phase.value === 'failed'
            ? 'This program built no draft.'
            : 'Drafts appear here as the program builds and signs them.'}
        </p>
      ) : (
        <ol class="txs">
          {transactions.value.map((tx) => (
            <Card key={tx.key} tx={tx} />
          ))}
        </ol>
      )}
    </section>
  );
}
