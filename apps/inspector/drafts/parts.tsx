/** Small pieces that the sections of a draft share. */
import type { ComponentChildren } from 'preact';
import { foreignHere } from '../model/place.ts';
import { meaningOf } from './model/checking.ts';
import type { Refusal } from './model/words.ts';

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of the view with a heading of its own. */
export function Section({ title, children }: SectionProps) {
  const id = `draft-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section class="draft-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** What signs or sends, unless another page can swap what is shown here. */
export function Alone({ children }: { readonly children: ComponentChildren }) {
  const foreign = foreignHere();
  if (!foreign) return <>{children}</>;
  return (
    <div class="notice bad" role="note">
      <p>
        {foreign} So nothing is signed or sent here.{' '}
        <a href={location.href} target="_blank" rel="noopener noreferrer">
          Open it in a tab of its own
        </a>
        , and look at it there.
      </p>
    </div>
  );
}

/** Why something was refused, with every finding of the policy. */
export function Refused({ refusal }: { readonly refusal: Refusal }) {
  return (
    <div class="draft-refused" role="alert">
      <p>{refusal.text}</p>
      {refusal.findings.length > 0 && <Findings findings={refusal.findings} />}
    </div>
  );
}

/** At most this many findings are listed: a hostile draft may have thousands. */
const most = 100;

/** Findings with the place of each, and what its code means. */
export function Findings({ findings }: Pick<Refusal, 'findings'>) {
  return (
    <>
      <ul class="draft-findings">
        {findings.slice(0, most).map(({ code, path, detail }) => (
          <li key={`${code} ${path} ${detail}`}>
            <code class="draft-code">{code}</code> <code>{path}</code>
            <p>{detail}</p>
            <p class="draft-hint">
              <WithCode text={meaningOf(code)} />
            </p>
          </li>
        ))}
      </ul>
      {findings.length > most && <p>And {findings.length - most} more.</p>}
    </>
  );
}

/** Text whose words in backticks are code. */
const WithCode = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((piece, i) => (i % 2 === 0 ? piece : <code key={piece}>{piece}</code>))}</>
);

/** Saves a file to where the browser saves files. */
export function save(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content]) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
