/** The fields of a value in a view, as soon as they have been read. */
import { useSignal } from '@preact/signals';
import type { Opened } from 'avalanche-tx';
import { useEffect } from 'preact/hooks';
import { fieldsOf, knownFieldsOf } from '../../model/embedded.ts';
import type { Fields } from '../../model/fields.ts';

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export function useFields(opened: Opened | undefined): Fields | undefined {
  const later = useSignal<Fields | undefined>(undefined);
  const known = opened && knownFieldsOf(opened);
  useEffect(() => {
    if (!opened || known) return undefined;
    let wanted = true;
    void fieldsOf(opened, pause).then((fields) => {
      if (wanted) later.value = fields;
    });
    return () => {
      wanted = false;
    };
  }, [opened, known, later]);
  return known ?? (later.value?.bytes === opened?.bytes ? later.value : undefined);
}
