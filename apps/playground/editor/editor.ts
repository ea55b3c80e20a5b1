/** CodeMirror in a shadow root. TypeScript, for completion, types and errors, loads when somebody turns to the code. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { forceLinting, linter, lintKeymap } from '@codemirror/lint';
import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { effect } from '@preact/signals';
import { broken, code, failures } from '../model/session.ts';
import { ask } from './client.ts';
import type { Explained } from './questions.ts';
import { theme } from './theme.ts';

/** A type and the beginning of its documentation. */
function typeElement({ type, docs }: Explained): HTMLElement {
  const element = document.createElement('div');
  element.className = 'type';
  const pre = document.createElement('pre');
  pre.textContent = type;
  element.append(pre);
  if (docs !== '') {
    const text = document.createElement('p');
    text.textContent = docs.split(/\n\s*\n/)[0]!;
    element.append(text);
  }
  return element;
}

const icons: { readonly [kind: string]: string } = {
  const: 'constant',
  let: 'variable',
  var: 'variable',
  property: 'property',
  method: 'method',
  getter: 'property',
  function: 'function',
  class: 'class',
  interface: 'interface',
  type: 'type',
  keyword: 'keyword',
  module: 'namespace',
  'external module name': 'namespace',
  string: 'text',
};

/** Whether somebody has turned to the code: until then TypeScript, which is large, does not load. */
let isWanted = false;

async function complete(context: CompletionContext) {
  const before = context.matchBefore(/[\w$./'"-]*/);
  if (!context.explicit && !/[\w$.'"/]$/.test(before?.text ?? '')) return null;
  const text = context.state.doc.toString();
  const found = await ask('completions', text, { at: context.pos });
  if (!found || context.aborted) return null;
  const { from, list } = found;
  const options = list.map(
    ({ name, kind }): Completion => ({
      label: name,
      type: icons[kind] ?? 'text',
      info: async () => {
        const details = await ask('details', text, { at: context.pos, name });
        return details ? typeElement(details) : null;
      },
    }),
  );
  return { from, options, validFor: /^[\w$]*$/ };
}

const hover = hoverTooltip(
  async (view, at) => {
    const found = await ask('hover', view.state.doc.toString(), { at });
    if (!found) return null;
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create: () => ({ dom: typeElement(found) }),
    };
  },
  { hoverTime: 250 },
);

const problems = linter(
  async (view) => {
    if (!isWanted) return [];
    const { length } = view.state.doc;
    const found = (await ask('problems', view.state.doc.toString(), {})) ?? [];
    return found
      .filter(({ from }) => from <= length)
      .map(({ from, to, ...of }) => ({ ...of, from, to: Math.min(length, Math.max(to, from)) }));
  },
  { delay: 400 },
);

/** Lines to look at. */
interface Marks {
  readonly error: number | undefined;
  readonly changed: readonly number[];
}
const setMarks = StateEffect.define<Marks>();

function decorate(state: EditorState, { error, changed }: Marks): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const lines = [...new Set([...changed, ...(error === undefined ? [] : [error])])];
  for (const line of lines.sort((a, b) => a - b))
    if (line >= 1 && line <= state.doc.lines) {
      const { from } = state.doc.line(line);
      builder.add(from, from, Decoration.line({ class: line === error ? 'error' : 'changed' }));
    }
  return builder.finish();
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { effects, changes, state }) => {
    const set = effects.find((of) => of.is(setMarks));
    return set ? decorate(state, set.value as Marks) : before.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows the code in an element. Tab leaves the editor, as everywhere on the page. */
export function mountEditor(host: HTMLElement, of: { readonly onRun: () => unknown }): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    doc: code.peek(),
    extensions: [
      keymap.of([
        {
          key: 'Mod-Enter',
          run: () => {
            of.onRun();
            return true;
          },
        },
      ]),
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      javascript({ typescript: true }),
      autocompletion({ override: [complete], icons: false }),
      hover,
      problems,
      marks,
      theme,
      EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': 'Code', tabindex: '0' }),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) code.value = state.doc.toString();
      }),
    ],
  });
  root.append(view.dom);
  const want = (): void => {
    if (isWanted) return;
    isWanted = true;
    forceLinting(view);
  };
  host.addEventListener('focusin', want);
  host.addEventListener('keydown', want);
  view.dom.style.height = '100%';
  const stops = [
    effect(() => {
      const text = code.value;
      const now = view.state.doc.toString();
      if (text !== now) view.dispatch({ changes: { from: 0, to: now.length, insert: text } });
    }),
    effect(() => {
      const error = failures.value[0]?.line;
      const changed = broken.value?.lines ?? [];
      const first = error ?? changed[0];
      const { doc } = view.state;
      const scroll =
        first === undefined || first > doc.lines
          ? []
          : [EditorView.scrollIntoView(doc.line(first).from, { y: 'center' })];
      view.dispatch({ effects: [setMarks.of({ error, changed }), ...scroll] });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    view.destroy();
  };
}
