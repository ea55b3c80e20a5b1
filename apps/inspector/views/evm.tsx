/** A transaction of the EVM as a card. It is read here, and checked nowhere. */
import { useEffect, useMemo } from 'preact/hooks';
import { visible } from '../../ui/visible.ts';
import { type EVMCard, evmCard } from '../model/evmtx.ts';
import type { EVMSubject } from '../model/subject.ts';
import { evmTitle } from '../model/told.ts';
import type { ViewProps } from './index.tsx';
import { Rows } from './rows.tsx';

function cardOf(bytes: Uint8Array): EVMCard | string {
  try {
    return evmCard(bytes);
  } catch (e) {
    return (e as Error).message;
  }
}

export function EVMView({ subject: { bytes } }: ViewProps<EVMSubject>) {
  const card = useMemo(() => cardOf(bytes), [bytes]);
  // The heading has no decoder of its own: it would load with the page.
  useEffect(() => {
    evmTitle.value = typeof card === 'string' ? undefined : { bytes, text: card.sentence };
  }, [card, bytes]);
  if (typeof card === 'string')
    return <p class="notice bad">It begins as a transaction of the EVM, but: {visible(card)}</p>;
  return (
    <section aria-label="Transaction">
      {card.warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {card.warnings.map((text) => (
            <li key={text} class="warning caution">
              {text}
            </li>
          ))}
        </ul>
      )}
      <Rows rows={card.rows} copy={['from', 'to', 'data', 'hash']} />
      <p class="notice">
        Decoded with ox. This page does not check the balance, nonce, gas or contract: use an
        Ethereum tool for these.
      </p>
    </section>
  );
}
