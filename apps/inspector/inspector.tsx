/** The page: an input on top, and the views of what it is. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Tabs } from '../ui/tabs.tsx';
import { Heading, titleOf } from './heading.tsx';
import { openFiles } from './intake/files.ts';
import { Intake } from './intake/intake.tsx';
import { isOpen, keepOpen, linkError, offered, openOffered } from './model/page.ts';
import { read, subject, view } from './model/session.ts';
import type { Subject } from './model/subject.ts';
import { views } from './views/index.tsx';
import { welcome } from './welcome.ts';

export function Inspector() {
  const now = subject.value;
  const isDragging = useSignal(false);
  const isEmpty = !now;
  useEffect(() => {
    if (isEmpty) document.title = 'Inspector · avalanche-tx';
  }, [isEmpty]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere; a button opens them as well.
    <div
      class={`page${isDragging.value ? ' dragging' : ''}${now ? '' : ' empty'}`}
      onDragOver={(e) => {
        e.preventDefault();
        isDragging.value = true;
      }}
      onDragLeave={(e) => {
        if (e.relatedTarget === null) isDragging.value = false;
      }}
      onDrop={async (e) => {
        e.preventDefault();
        isDragging.value = false;
        await openFiles([...(e.dataTransfer?.files ?? [])]);
        if (read.value && 'subject' in read.value) isOpen.value = false;
      }}
    >
      <main>
        {!now && <Welcome />}
        {linkError.value !== '' && (
          <p class="notice bad" role="alert">
            {linkError}
          </p>
        )}
        {offered.value && <Offered />}
        {(isOpen.value || !now) && <Intake />}
        <p class="sr" role="status">
          {now ? `${titleOf(now)} is shown.` : ''}
        </p>
        {now && <Shown subject={now} />}
      </main>
      <footer class="no-print">
        Nothing leaves this page. It contacts a node only if you enter one.
      </footer>
    </div>
  );
}

const Offered = () => (
  <div class="notice bad" role="alertdialog" aria-label="Another input">
    <p>
      <strong>
        The address of this page was changed: a link or another page wants to show something else
        here.
      </strong>{' '}
      What is open stays until you choose. A key that you typed and what you had checked are
      forgotten.
    </p>
    <p class="actions">
      <button type="button" onClick={keepOpen}>
        Keep what is open
      </button>{' '}
      <button type="button" class="quiet" onClick={openOffered}>
        Show the other one
      </button>
    </p>
  </div>
);

const Welcome = () => (
  <div class="welcome">
    <h1>{welcome.title}</h1>
    <p>{welcome.about}</p>
  </div>
);

function Shown({ subject: now }: { readonly subject: Subject }) {
  const fitting = views.filter(({ fits }) => fits(now));
  const chosen = fitting.find(({ id }) => id === view.value) ?? fitting[0]!;
  return (
    <>
      <Heading subject={now} />
      <Tabs
        label="Views"
        tabs={fitting}
        chosen={chosen.id}
        choose={(id) => {
          view.value = id;
        }}
      >
        <chosen.Component subject={now} />
      </Tabs>
    </>
  );
}
