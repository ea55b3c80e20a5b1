/** All about a draft: who signs, under which policy, by which means, and how it goes on. */

import { showSubject } from '../model/session.ts';
import type { DraftSubject, PartsSubject } from '../model/subject.ts';
import { draftSubject } from '../model/subject.ts';
import { refused, said } from './desk.ts';
import { Finish } from './finish.tsx';
import { Refused } from './parts.tsx';
import { Policy } from './policy.tsx';
import { Scanner } from './scan.tsx';
import { Share } from './share.tsx';
import { Sign } from './sign.tsx';
import { Signers } from './signers.tsx';

export function DraftPanel({ subject }: { readonly subject: DraftSubject | PartsSubject }) {
  if (subject.kind === 'parts') return <Parts subject={subject} />;
  const { draft } = subject;
  const isComplete = draft.missing.length === 0;
  return (
    <div class="draft">
      <p role="status" class="draft-said">
        {said.value}
      </p>
      {refused.value && <Refused refusal={refused.value} />}
      <Signers draft={draft} />
      {isComplete && <Finish draft={draft} />}
      <Policy draft={draft} />
      {!isComplete && <Sign draft={draft} />}
      <Share draft={draft} />
    </div>
  );
}

/** Some parts of a draft: the others are scanned here. */
function Parts({ subject }: { readonly subject: PartsSubject }) {
  return (
    <div class="draft">
      <h3>Some parts of a draft</h3>
      <p>Scan the others, or paste all parts together.</p>
      <Scanner
        parts={subject.parts}
        onDraft={(draft) => showSubject(draftSubject(draft, 'scanned'))}
      />
    </div>
  );
}
