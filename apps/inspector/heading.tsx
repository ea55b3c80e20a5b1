/** What the subject is, how the reader got there, and what can be done with it as a whole. */
import { Copy } from '../ui/copy.tsx';
import { visible } from '../ui/visible.ts';
import { kindName } from './model/kindname.ts';
import { content, isOpen, linkState, wholeLink } from './model/page.ts';
import { ascend, canRedo, canUndo, redo, steps, undo } from './model/session.ts';
import { isDecoded, type Subject } from './model/subject.ts';

const titles: { readonly [K in Subject['kind']]: string } = {
  value: '',
  draft: 'Draft',
  list: 'List of values',
  state: 'State',
  parts: 'Parts of a draft',
  named: '',
};

/** The name of what it is: `BaseTx`. */
export function titleOf(subject: Subject): string {
  if (subject.kind === 'named') return subject.title;
  if (subject.kind === 'draft') return `Draft of ${subject.opened.type.replace(/^\w+\./, '')}`;
  if (subject.kind === 'value') return subject.opened.type.replace(/^\w+\./, '');
  return titles[subject.kind];
}

const signedText = (missing: number): string =>
  missing === 0 ? 'fully signed' : 'signatures missing';

/** Words beside the title. */
function chips(subject: Subject): readonly string[] {
  if (!isDecoded(subject)) return [];
  const { chain, network, kind, bytes } = subject.opened;
  return [
    ...(chain ? [`${chain}-chain`] : []),
    ...(network ? [visible(network.name)] : []),
    subject.kind === 'draft' ? signedText(subject.draft.missing.length) : kindName(kind),
    `${bytes.length.toLocaleString('en')} bytes`,
  ];
}

export function Heading({ subject }: { readonly subject: Subject }) {
  const id = isDecoded(subject) && subject.kind === 'value' ? subject.opened.id : undefined;
  return (
    <header class="subject">
      <Trail />
      <div class="subject-line">
        <h2>{titleOf(subject)}</h2>
        <ul class="chips" aria-label="What it is">
          {chips(subject).map((chip) => (
            <li key={chip}>{chip}</li>
          ))}
        </ul>
      </div>
      {id !== undefined && (
        <p class="subject-id">
          <code>{id}</code>
          <Copy text={() => id} what="the ID" />
        </p>
      )}
      <Actions subject={subject} />
    </header>
  );
}

/** Steps from the input to the subject. */
function Trail() {
  const all = steps.value;
  if (all.length < 2) return null;
  return (
    <nav class="trail no-print" aria-label="Opened from">
      <ol>
        {all.map((step, i) => (
          <li key={step}>
            {i === all.length - 1 ? (
              <span aria-current="page">{visible(step)}</span>
            ) : (
              <button type="button" class="quiet" onClick={() => ascend(i)}>
                {visible(step)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function save(whole: string | Uint8Array, title: string): void {
  const url = URL.createObjectURL(new Blob([whole as BlobPart]));
  const link = document.createElement('a');
  link.href = url;
  const extension = typeof whole !== 'string' ? 'bin' : /^\s*[{[]/.test(whole) ? 'json' : 'txt';
  link.download = `${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${extension}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function Actions({ subject }: { readonly subject: Subject }) {
  const whole = content.value?.content;
  return (
    <p class="actions no-print">
      <span class="hint">{visible(subject.from)}</span>
      {!isOpen.value && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Change the input
        </button>
      )}
      <LinkButton />
      {whole !== undefined && (
        <button type="button" class="quiet" onClick={() => save(whole, titleOf(subject))}>
          Save as a file
        </button>
      )}
      {(canUndo.value || canRedo.value) && (
        <>
          <button type="button" class="quiet" disabled={!canUndo.value} onClick={undo}>
            Undo
          </button>
          <button type="button" class="quiet" disabled={!canRedo.value} onClick={redo}>
            Redo
          </button>
        </>
      )}
    </p>
  );
}

const linkTexts = {
  none: '',
  live: 'Copy link',
  large: 'Copy a long link',
  private: 'Copy a link with signatures or balances',
  key: 'Copy a link with these 32 bytes',
} as const;

/** Copies a link. It is made when it is asked for. */
function LinkButton() {
  const text = linkTexts[linkState.value];
  return text === '' ? null : (
    <Copy text={wholeLink} what="the link">
      {text}
    </Copy>
  );
}
