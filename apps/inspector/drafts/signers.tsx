/** Who is still to sign, and for what. */
import type { Draft } from 'avalanche-tx/sign';
import { Copy } from '../../ui/copy.tsx';
import { known } from './desk.ts';
import { type SignerRow, type SlotRow, signersOf, trustWords } from './model/signers.ts';
import { Section } from './parts.tsx';

/** Rows that are shown at once: a draft may spend hundreds of UTXOs. */
const most = 50;

export function Signers({ draft }: { readonly draft: Draft }) {
  const { signers, slots, missing, digest } = signersOf(draft, known.value);
  const signed = signers.length - missing;
  return (
    <Section title="Signers">
      <p class="draft-state">
        Signed: {signed} of {signers.length}
      </p>
      <ul class="draft-signers">
        {signers.slice(0, most).map((row) => (
          <Signer key={row.address} row={row} slots={slots} />
        ))}
      </ul>
      <details>
        <summary>
          What the signatures allow ({slots.length} {slots.length === 1 ? 'place' : 'places'})
        </summary>
        <ol class="draft-slots">
          {slots.slice(0, most).map((row) => (
            <Slot key={row.path} row={row} />
          ))}
        </ol>
        {slots.length > most && <p>And {slots.length - most} more, in the node JSON.</p>}
        {digest && (
          <p class="draft-digest">
            Everybody signs this SHA-256 digest: <code>{digest}</code>{' '}
            <Copy text={() => digest} what="the digest" />
          </p>
        )}
      </details>
    </Section>
  );
}

interface SignerProps {
  readonly row: SignerRow;
  readonly slots: readonly SlotRow[];
}

/** What a signature is for: `to spend 100 AVAX`. */
function purposesOf(paths: readonly string[], slots: readonly SlotRow[]): string {
  const all = slots
    .filter(({ path }) => paths.includes(path))
    .map(({ purpose }) => `${purpose[0]!.toLowerCase()}${purpose.slice(1)}`);
  const shown = all.slice(0, 3).join(', ');
  return all.length > 3 ? `${shown} and ${all.length - 3} more` : shown;
}

function Signer({ row: { address, path, isSigned, paths }, slots }: SignerProps) {
  return (
    <li>
      <span class={isSigned ? 'draft-badge good' : 'draft-badge warn'}>
        {isSigned ? 'Signed' : 'To sign'}
      </span>
      <span class="draft-who">
        <code>{address}</code>
        <span class="draft-hint">
          <span title={paths.slice(0, 6).join(', ')}>to {purposesOf(paths, slots)}</span>
          {path && (
            <>
              {' '}
              · key <code>{path}</code>
            </>
          )}
        </span>
      </span>
    </li>
  );
}

const stateWords = { signed: 'signed', asked: 'to sign', spare: 'not chosen' } as const;

function Slot({ row }: { readonly row: SlotRow }) {
  const tone = row.trust === 'proven' || row.trust === 'own' ? 'good' : 'warn';
  return (
    <li>
      <p>
        <strong>{row.purpose}</strong> <code>{row.path}</code>{' '}
        <span class={`draft-badge ${tone}`}>{trustWords[row.trust]}</span>
        {row.isOwn && row.trust === 'proven' && <span class="draft-badge good">Yours</span>}
      </p>
      {row.of && <p class="draft-hint">{row.of}</p>}
      {row.why && <p class="draft-hint">{row.why}</p>}
      {row.owners.length > 1 && (
        <p>
          {row.threshold} of {row.owners.length} must sign:
        </p>
      )}
      <ul class="draft-owners">
        {row.owners.slice(0, most).map(({ address, state }) => (
          <li key={address}>
            <code>{address}</code> <span class="draft-hint">{stateWords[state]}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
