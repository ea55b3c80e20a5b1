/** Every field of the subject to edit, and its bytes; what cannot be read is kept, and it is said where it fails. */
import { useSignal } from '@preact/signals';
import { formatPath } from 'avalanche-tx';
import { useEffect, useMemo } from 'preact/hooks';
import { visible } from '../../../ui/visible.ts';
import { changesSince } from '../../model/editing.ts';
import { known, time } from '../../model/facts.ts';
import type { Fields } from '../../model/fields.ts';
import { marked, original, redo, undo } from '../../model/session.ts';
import { type DecodedSubject, isDecoded } from '../../model/subject.ts';
import { verdictText } from '../../model/verdicttext.ts';
import { HexGrid } from '../bytes/grid.tsx';
import { useFields } from '../bytes/usefields.ts';
import type { ViewProps } from '../index.tsx';
import { ByteBar, useByteKeys } from './bytebar.tsx';
import { Form } from './form.tsx';
import { damaged, decoded } from './history.ts';
import { type Judged, judgeEdit, type Signed, signedBy, useModules } from './judged.ts';

export function EditView({ subject }: ViewProps<DecodedSubject>) {
  const { opened, kind } = subject;
  const first = original.value;
  const before = first && isDecoded(first) ? first.opened : undefined;
  const read = useFields(opened);
  const originalFields = useFields(before);
  const fields = damaged.value?.fields ?? read;
  useEffect(() => {
    const onKeyDown = (e: KeyboardEvent): void => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey) return;
      const key = e.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      e.preventDefault();
      if (key === 'y' || e.shiftKey) redo();
      else undo();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section class="edit" aria-label="Edit">
      {kind === 'draft' && (
        <p class="hint">
          An edited draft becomes a plain transaction: what was signed is not kept.
        </p>
      )}
      {fields ? (
        <Editor fields={fields} subject={subject} original={originalFields} />
      ) : (
        <p role="status">Reading the fields…</p>
      )}
    </section>
  );
}

interface EditorProps {
  readonly fields: Fields;
  readonly subject: DecodedSubject;
  readonly original: Fields | undefined;
}

function Editor({ fields, subject, original: before }: EditorProps) {
  const { opened } = subject;
  const modules = useModules();
  const caret = useSignal(0);
  const insert = useSignal(false);
  const broken = damaged.value;
  const onEditKey = useByteKeys(fields.bytes, caret, insert);
  const changes = useMemo(
    () => (before && before.bytes !== fields.bytes ? changesSince(before, fields) : undefined),
    [before, fields],
  );
  const judged = useMemo(
    () => (modules && !broken ? judgeEdit(subject, fields, modules) : undefined),
    [modules, subject, fields, broken, known.value, time.value],
  );
  const signed = useMemo(
    () => modules && signedBy(opened, fields, before, modules.rules.recoverKey),
    [modules, opened, fields, before],
  );
  const problems = useMemo(
    () =>
      new Map(
        [...(judged?.problems ?? []), ...(signed?.problems ?? [])].map(({ path, text }) => [
          path,
          text,
        ]),
      ),
    [judged, signed],
  );
  return (
    <>
      <State fields={fields} judged={judged} signed={signed} changed={changes?.changed.size ?? 0} />
      <div class="edit-panes">
        <Form
          {...{ fields, opened, changes, problems }}
          remarks={signed?.remarks ?? new Map<string, string>()}
        />
        <div class="bytes-pane">
          <HexGrid
            fields={fields}
            label="Bytes in hex, to edit"
            ascii={false}
            changed={changes?.changed}
            failedAt={broken?.error.offset}
            caret={caret}
            onEditKey={onEditKey}
          />
          <ByteBar bytes={fields.bytes} caret={caret} insert={insert} />
        </div>
      </div>
    </>
  );
}

interface StateProps {
  readonly fields: Fields;
  readonly judged: Judged | undefined;
  readonly signed: Signed | undefined;
  readonly changed: number;
}

/** In a few lines what the edits made of it. */
function State({ judged, signed, changed }: StateProps) {
  const broken = damaged.value;
  const opened = decoded.value?.opened;
  const first = original.value;
  const before = first && isDecoded(first) ? first.opened : undefined;
  if (broken) {
    const { code, detail, offset, path } = broken.error;
    return (
      <div class="state bad" role="status">
        <p>
          <strong>These bytes cannot be read</strong>
          {offset !== undefined && ` from byte ${offset} on`}
          {path.length > 0 && <code> {formatPath(path)}</code>}
        </p>
        <p>
          {code}: {visible(detail)}
        </p>
        <p class="hint">The bytes are kept. Other views show the last version that can be read.</p>
      </div>
    );
  }
  const id = opened?.id;
  return (
    <div class="state" role="status">
      <p>
        {id !== before?.id && 'The ID changed. '}
        {changed === 0
          ? 'Nothing differs from the original.'
          : `${changed === 1 ? '1 field differs' : `${changed.toLocaleString('en')} fields differ`} from the original.`}
        {signed && signed.all > 0 && (
          <span class={signed.broken > 0 ? 'problem' : ''}>
            {' '}
            {signed.broken > 0
              ? `${signed.broken} of ${signed.isPart ? 'the first ' : ''}${signed.all} signatures broken.`
              : `${signed.isPart ? 'The first ' : ''}${signed.all} signature${signed.all === 1 ? '' : 's'} can be read.`}
          </span>
        )}
      </p>
      {judged && <Verdict judged={judged} isBroken={(signed?.broken ?? 0) > 0} />}
    </div>
  );
}

interface VerdictProps {
  readonly judged: Judged;
  /** Whether a signature is of other bytes, which no rule can tell without the owners. */
  readonly isBroken: boolean;
}

function Verdict({ judged: { result, problems, unchecked }, isBroken }: VerdictProps) {
  const isRefused = result === 'refused' || isBroken;
  return (
    <>
      <p class={isRefused ? 'problem' : ''}>
        {isBroken && result !== 'refused'
          ? 'Nodes will reject it until it is signed again.'
          : `${verdictText(result, unchecked)}${result === 'refused' ? ':' : ''}`}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.slice(0, 5).map(({ path, text }) => (
            <li key={`${path} ${text}`}>
              <button
                type="button"
                class="link"
                onClick={() => {
                  marked.value = path;
                }}
              >
                {path}
              </button>{' '}
              {visible(text)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
