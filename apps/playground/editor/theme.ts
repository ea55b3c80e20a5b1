/** The editor's look, in the colours of the page: its variables reach into the shadow root. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper-2)', color: 'var(--ink-3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 10px 0 12px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-soft)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--paper-3) !important' },
  '.cm-line.error': { backgroundColor: 'var(--bad-soft)' },
  '.cm-line.changed': { backgroundColor: 'var(--warn-soft)' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '13px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionIcon': { color: 'inherit', opacity: '1' },
  '.cm-completionInfo, .type': { maxWidth: '520px', padding: '8px 12px' },
  '.type pre': {
    margin: '0',
    maxHeight: '160px',
    overflow: 'auto',
    font: '12.5px / 18px var(--mono)',
    whiteSpace: 'pre-wrap',
  },
  '.type p': {
    margin: '6px 0 0',
    maxHeight: '140px',
    overflow: 'auto',
    color: 'var(--ink-2)',
    font: '13.5px / 19px var(--sans)',
    whiteSpace: 'pre-line',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic': { maxWidth: '560px', fontFamily: 'var(--sans)', whiteSpace: 'pre-line' },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'var(--ink)', fontWeight: '600' },
]);

export const theme = [look, syntaxHighlighting(colours)];
