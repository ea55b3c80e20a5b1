/** The bytes of the subject, and the fields that they are: marking one marks the other. */
import { useSignal } from '@preact/signals';
import type { DecodedSubject } from '../../model/subject.ts';
import type { ViewProps } from '../index.tsx';
import { Detail } from './detail.tsx';
import { HexGrid } from './grid.tsx';
import { FieldTree } from './tree.tsx';
import { useFields } from './usefields.ts';

export function BytesView({ subject: { opened } }: ViewProps<DecodedSubject>) {
  const fields = useFields(opened);
  const ascii = useSignal(true);
  return (
    <section class="bytes" aria-label="Bytes">
      <div class="bytes-bar">
        <p>
          {opened.bytes.length.toLocaleString('en')} bytes
          {fields && `, ${fields.start.length.toLocaleString('en')} fields`}
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={ascii.value}
            onChange={(e) => {
              ascii.value = e.currentTarget.checked;
            }}
          />
          ASCII
        </label>
      </div>
      {fields ? (
        <div class="panes">
          <HexGrid fields={fields} label="Bytes in hex" ascii={ascii.value} />
          <div class="tree-pane">
            <FieldTree fields={fields} opened={opened} />
            <Detail fields={fields} opened={opened} />
          </div>
        </div>
      ) : (
        <p role="status">Reading the fields…</p>
      )}
    </section>
  );
}
