/** What came of the last thing that was pressed, below it. */
import type { Draft } from 'avalanche-tx/sign';
import { useEffect, useRef } from 'preact/hooks';
import { unbroken } from '../../ui/unbroken.tsx';
import { visible } from '../../ui/visible.ts';
import { answer, choose, refuse } from './desk.ts';
import { refusalOf } from './model/words.ts';
import { Findings } from './parts.tsx';

interface AnswerProps {
  readonly draft: Draft;
  /** The way of signing that it stands in; any if omitted. */
  readonly at?: string;
}

/** The answer takes the focus, and is brought into the window: whoever pressed a button below sees it. */
export function AnswerHere({ draft, at }: AnswerProps) {
  const ref = useRef<HTMLDivElement>(null);
  const now = answer.value;
  const isHere = now !== undefined && (at === undefined || now.at === at);
  useEffect(() => {
    if (!isHere) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [now, isHere]);
  if (!isHere) return null;
  const { text, refusal } = now;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={refusal ? 'alert' : 'status'}
      class={refusal ? 'draft-answer bad' : 'draft-answer good'}
    >
      <p>{unbroken(visible(text))}</p>
      {refusal && refusal.findings.length > 0 && <Findings findings={refusal.findings} />}
      {refusal?.spare !== undefined && <Choose draft={draft} address={refusal.spare} at={now.at} />}
    </div>
  );
}

interface ChooseProps {
  readonly draft: Draft;
  readonly address: string;
  readonly at: string;
}

/** Makes the draft for an owner who was not chosen. */
function Choose({ draft, address, at }: ChooseProps) {
  const isSigned = draft.slots.some(({ signatures }) => signatures.some((of) => of !== null));
  return (
    <>
      <button
        type="button"
        onClick={() => {
          try {
            choose(draft, address, at);
          } catch (e) {
            refuse(refusalOf(e), at);
          }
        }}
      >
        Make a draft that this key can sign
      </button>
      <p class="draft-hint">
        It does the same, with other signers
        {isSigned ? ', so the signatures so far are lost' : ''}.
      </p>
    </>
  );
}
