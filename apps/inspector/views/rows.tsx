/** Labels and values, each of which can be copied. */
import { Copy } from '../../ui/copy.tsx';
import { visible } from '../../ui/visible.ts';

interface RowsProps {
  readonly rows: readonly (readonly [label: string, text: string])[];
  /** Whether every value has a button that copies it. */
  readonly copy?: boolean;
}

export function Rows({ rows, copy = false }: RowsProps) {
  return (
    <dl class="told">
      {rows.map(([label, text], i) => (
        <div key={i} class="line">
          <dt>{label.charAt(0).toUpperCase() + label.slice(1)}</dt>
          <dd>
            <span class={copy ? 'mono' : ''}>{visible(text)}</span>
            {copy && <Copy text={() => text} what={label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
