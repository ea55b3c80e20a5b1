/** Signing a draft. What it needs loads when a draft is looked at for the first time. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DraftSubject, PartsSubject } from '../model/subject.ts';
import type { ViewProps } from './index.tsx';

type Panel = FunctionComponent<{ readonly subject: DraftSubject | PartsSubject }>;

const panel = signal<{ readonly Panel: Panel } | undefined>(undefined);

export function DraftView({ subject }: ViewProps<DraftSubject | PartsSubject>) {
  useEffect(() => {
    if (!panel.value)
      void import('../drafts/view.tsx').then(({ DraftPanel }) => {
        panel.value = { Panel: DraftPanel };
      });
  }, []);
  const { Panel } = panel.value ?? {};
  return Panel ? <Panel subject={subject} /> : <p role="status">Loading…</p>;
}
