/** Scans QR codes as an input of the inspector. The reader of codes loads when it is asked for. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { isOpen as isIntakeOpen } from '../model/page.ts';
import { show, showSubject } from '../model/session.ts';
import { draftSubject } from '../model/subject.ts';
import type { Scanner } from './scan.tsx';

const scanner = signal<typeof Scanner | undefined>(undefined);
const isOpen = signal(false);

/** A button that shows the scanner, and takes whatever it reads as the input. */
export function ScanInput() {
  const toggle = (): void => {
    isOpen.value = !isOpen.value;
    if (!scanner.value)
      void import('./scan.tsx').then((module) => {
        scanner.value = module.Scanner;
      });
  };
  const Found: FunctionComponent<Parameters<typeof Scanner>[0]> | undefined = scanner.value;
  return (
    <div class="draft scan-input">
      <button type="button" aria-expanded={isOpen.value} onClick={toggle}>
        Scan QR codes
      </button>
      {isOpen.value && Found && (
        <Found
          onDraft={(draft) => {
            isOpen.value = false;
            isIntakeOpen.value = false;
            showSubject(draftSubject(draft, 'scanned'));
          }}
          onOther={(text) => {
            isOpen.value = false;
            isIntakeOpen.value = false;
            show('scanned', text);
          }}
        />
      )}
    </div>
  );
}
