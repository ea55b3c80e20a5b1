/** Labels and values, each of which can be copied. */
import { Copy } from '../../ui/copy.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { visible } from '../../ui/visible.ts';

interface RowsProps {
  readonly rows: readonly (readonly [label: string, text: string])[];
  /** Whether every value has a button that copies it, or the labels of those that have. */
  readonly copy?: boolean | readonly string[];
}

export function Rows({ rows, copy = false }: RowsProps) {
  const hasCopy = (label: string): boolean =>
    Array.isArray(copy) ? copy.includes(label) : copy === true;
  return (
    <dl class="told">
      {rows.map(([label, text], i) => (
        <div key={i} class="line">
          <dt>{label.charAt(0).toUpperCase() + label.slice(1)}</dt>
          <dd>
            {hasCopy(label) ? (
              <>
                <span class="mono">{visible(text)}</span>
                <Copy text={() => text} what={label} />
              </>
            ) : (
              <span>{unbroken(visible(text))}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
