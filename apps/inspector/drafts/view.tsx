/** All about a draft: who signs, under which policy, by which means, and how it goes on. */
import { formatAvax } from 'avalanche-tx';
import { type AssetText, explain } from 'avalanche-tx/explain';
import { useEffect } from 'preact/hooks';
import { visible } from '../../ui/visible.ts';
import { explainContext } from '../model/facts.ts';
import { showSubject } from '../model/session.ts';
import { accept, acceptFirst, isOther, round, shownDigest } from '../model/shown.ts';
import type { DraftSubject, PartsSubject } from '../model/subject.ts';
import { draftSubject } from '../model/subject.ts';
import { refused, said } from './desk.ts';
import { Finish } from './finish.tsx';
import { Refused, Section } from './parts.tsx';
import { Policy } from './policy.tsx';
import { Scanner } from './scan.tsx';
import { Share } from './share.tsx';
import { Sign } from './sign.tsx';
import { Signers } from './signers.tsx';

export function DraftPanel({ subject }: { readonly subject: DraftSubject | PartsSubject }) {
  if (subject.kind === 'parts') return <Parts subject={subject} />;
  return <Whole subject={subject} />;
}

/** What it does, above everything that signs it: a warning that nobody sees here stops nobody. */
function Does({ subject }: { readonly subject: DraftSubject }) {
  const told = explain(subject.draft, explainContext(subject));
  const others = told.flows.filter(
    ({ why, to, isOwn }) => to !== undefined && why !== 'change' && isOwn !== true,
  );
  const warnings = told.warnings.filter(({ level }) => level !== 'note');
  return (
    <Section title="What it does">
      <ul class="draft-owners">
        {others.slice(0, most).map(({ asset, amount, to, item }, i) => (
          <li key={i}>
            {visible(amountIn(told.assets[asset]!, amount, item))} to{' '}
            <code>{to!.addresses.map(visible).join(', ')}</code>
            {to!.addresses.length > 1 && ` (${to!.threshold} of ${to!.addresses.length})`}
          </li>
        ))}
      </ul>
      {others.length > most && (
        <p>And {others.length - most} more receivers: read all of them under “Explanation”.</p>
      )}
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map(({ level, text }, i) => (
            <li key={i} class={`warning ${level}`}>
              {visible(text)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Receivers at once: the explanation has all. */
const most = 100;

const amountIn = (
  asset: AssetText,
  amount: bigint | undefined,
  item: string | undefined,
): string =>
  amount === undefined
    ? `${item} of ${asset.id}`
    : asset.native
      ? `${formatAvax(amount)} AVAX`
      : `${amount} units of ${asset.id}`;

function Whole({ subject }: { readonly subject: DraftSubject }) {
  const { draft } = subject;
  useEffect(acceptFirst, []);
  const key = `${round.value} ${shownDigest.value}`;
  if (isOther.value)
    return (
      <div class="draft">
        <Does subject={subject} />
        <div class="notice bad" role="alert">
          <p>
            <strong>This is another transaction than the one that was shown here before.</strong>{' '}
            What was typed and checked for that one is forgotten.
          </p>
          <button type="button" onClick={accept}>
            I have read what it does: go on with it
          </button>
        </div>
        <Share draft={draft} />
      </div>
    );
  const isComplete = draft.missing.length === 0;
  return (
    <div class="draft">
      <p role="status" class="draft-said">
        {said.value}
      </p>
      {refused.value && <Refused refusal={refused.value} />}
      <Does subject={subject} />
      <Signers draft={draft} />
      {isComplete && <Finish key={key} draft={draft} />}
      <Policy draft={draft} />
      {!isComplete && <Sign key={key} draft={draft} />}
      <Share draft={draft} />
    </div>
  );
}

/** Some parts of a draft: the others are scanned here. */
function Parts({ subject }: { readonly subject: PartsSubject }) {
  return (
    <div class="draft">
      <h2>Some parts of a draft</h2>
      <p>Scan the others, or paste all parts together.</p>
      <Scanner
        parts={subject.parts}
        onDraft={(draft) => showSubject(draftSubject(draft, 'scanned'))}
      />
    </div>
  );
}
