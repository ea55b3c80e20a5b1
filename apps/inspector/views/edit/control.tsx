/** The control of one field. */
import { useSignal } from '@preact/signals';
import type { Opened } from 'avalanche-tx';
import { choicesOf, chooseMember, replaceField } from '../../model/editing.ts';
import type { Fields } from '../../model/fields.ts';
import {
  contentOf,
  fieldText,
  meantBy,
  numberOf,
  parseField,
  type Unit,
  unitsOf,
} from '../../model/meaning.ts';
import { settle, typed } from '../../model/session.ts';
import { commit, setTyped } from './history.ts';

/** Longer bytes are edited in the grid. */
const longest = 8192;

export interface ControlProps {
  readonly fields: Fields;
  readonly node: number;
  readonly path: string;
  readonly opened: Opened;
}

export function Control(props: ControlProps) {
  const { fields, node, path } = props;
  switch (meantBy(fields, node)) {
    case 'choice':
      return (
        <select
          aria-label={`${path}: type`}
          value={String(numberOf(fields, node))}
          onChange={(e) => commit(chooseMember(fields, node, Number(e.currentTarget.value)))}
        >
          {choicesOf(fields, node).every(([id]) => BigInt(id) !== numberOf(fields, node)) && (
            <option value={String(numberOf(fields, node))}>
              unknown ({String(numberOf(fields, node))})
            </option>
          )}
          {choicesOf(fields, node).map(([id, name]) => (
            <option key={id} value={String(id)}>
              {name} ({id})
            </option>
          ))}
        </select>
      );
    case 'group':
      return <span class="type">{fields.type[node]!.name}</span>;
    case 'bool':
      return (
        <input
          type="checkbox"
          aria-label={path}
          checked={numberOf(fields, node) === 1n}
          onChange={(e) => {
            const parsed = parseField(fields, node, String(e.currentTarget.checked));
            if ('bytes' in parsed) commit(replaceField(fields, node, parsed.bytes));
          }}
        />
      );
    default:
      return <TextControl key={path} {...props} />;
  }
}

const names: { readonly [unit: string]: string } = {
  unix: 'Unix s',
  date: 'UTC',
  millionths: '10⁻⁶',
};

function TextControl({ fields, node, path, opened }: ControlProps) {
  const units = unitsOf(fields, node, opened);
  const chosen = useSignal<Unit | undefined>(undefined);
  const isZeroTime = units[0] === 'date' && numberOf(fields, node) === 0n;
  const unit = chosen.value ?? (isZeroTime ? 'unix' : units[0]);
  const size = contentOf(fields, node).length;
  if (size > longest)
    return <span class="long">{size.toLocaleString('en')} bytes: edit them in the grid</span>;
  const pending = typed.value.get(path);
  const isLive = fields.bytes.length < 100_000;
  const enter = (text: string, live: boolean): void => {
    const parsed = parseField(fields, node, text, unit);
    if ('error' in parsed) setTyped(path, text, parsed.error);
    else {
      setTyped(path, text);
      if (live) commit(replaceField(fields, node, parsed.bytes), path);
    }
  };
  const leave = (text: string): void => {
    if (pending && !pending.error && !isLive) enter(text, true);
    if (!typed.value.get(path)?.error) setTyped(path);
    settle();
  };
  return (
    <>
      <input
        type="text"
        class="mono"
        aria-label={path}
        aria-invalid={pending?.error !== undefined}
        aria-describedby={pending?.error ? `problem-${node}` : undefined}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={pending?.text ?? fieldText(fields, node, opened, unit)}
        onInput={(e) => enter(e.currentTarget.value, isLive)}
        onBlur={(e) => leave(e.currentTarget.value)}
        onKeyDown={(e) => e.key === 'Enter' && leave(e.currentTarget.value)}
      />
      {units.length > 1 && (
        <select
          class="unit"
          aria-label={`Unit of ${path}`}
          value={unit}
          onChange={(e) => {
            chosen.value = e.currentTarget.value as Unit;
            setTyped(path);
          }}
        >
          {units.map((of) => (
            <option key={of} value={of}>
              {of === 'CB58' ? textUnit(fields, node) : (names[of] ?? of)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

const textUnit = (fields: Fields, node: number): string => {
  const meant = meantBy(fields, node);
  return meant === 'address' ? 'address' : meant === 'nodeID' ? 'NodeID' : 'CB58';
};
