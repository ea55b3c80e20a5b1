/** All about a draft: who signs, under which policy, by which means, and how it goes on. */
import { useEffect } from 'preact/hooks';
import { showSubject } from '../model/session.ts';
import { accept, acceptFirst, isOther, round, shownDigest } from '../model/shown.ts';
import type { DraftSubject, PartsSubject } from '../model/subject.ts';
import { draftSubject } from '../model/subject.ts';
import { Card } from './card.tsx';
import { tidy } from './desk.ts';
import { Finish } from './finish.tsx';
import { Policy } from './policy.tsx';
import { Scanner } from './scan.tsx';
import { Share } from './share.tsx';
import { Sign } from './sign.tsx';
import { Signers } from './signers.tsx';

export function DraftPanel({ subject }: { readonly subject: DraftSubject | PartsSubject }) {
  if (subject.kind === 'parts') return <Parts subject={subject} />;
  return <Whole subject={subject} />;
}

function Whole({ subject }: { readonly subject: DraftSubject }) {
  const { draft } = subject;
  useEffect(acceptFirst, []);
  const forgotten = round.value;
  useEffect(tidy, [forgotten]);
  const key = `${forgotten} ${shownDigest.value}`;
  if (isOther.value)
    return (
      <div class="draft">
        <Card subject={subject} title="What it does" />
        <div class="notice bad" role="alert">
          <p>
            <strong>This is another transaction than the one that was shown here before.</strong>{' '}
            What was typed and checked for that one is forgotten.
          </p>
          <button
            type="button"
            onClick={() => {
              tidy();
              accept();
            }}
          >
            I have read what it does: go on with it
          </button>
        </div>
        <Share draft={draft} />
      </div>
    );
  const isComplete = draft.missing.length === 0;
  return (
    <div class="draft sides">
      <div>
        <Card subject={subject} title={isComplete ? 'What was signed' : 'You are about to sign'} />
        <Signers draft={draft} />
      </div>
      <div>
        {isComplete ? <Finish key={key} draft={draft} /> : <Sign key={key} draft={draft} />}
        <Share draft={draft} />
        <Policy draft={draft} />
      </div>
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
