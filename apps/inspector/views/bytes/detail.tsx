/** What the marked field is: where, what it means, how it is written, and who declares it. */
import type { Opened } from 'avalanche-tx';
import { choicesOf } from '../../model/editing.ts';
import { type Fields, nodeOf } from '../../model/fields.ts';
import { contentOf, meantBy, noteOf, numberOf } from '../../model/meaning.ts';
import { marked } from '../../model/session.ts';
import { readableText } from './words.ts';

const words: { readonly [word: string]: string } = {
  u8: 'u8: 1 byte',
  u16: 'u16: 2 bytes, big-endian',
  u32: 'u32: 4 bytes, big-endian',
  u64: 'u64: 8 bytes, big-endian',
  i64: 'i64: 8 bytes, big-endian, signed',
  bool: 'bool: 1 byte, 0 or 1',
  id: 'id: 32 bytes',
  nodeID: 'nodeID: 20 bytes',
  shortID: 'shortID: 20 bytes',
  address: 'address: 20 bytes',
  blob: 'blob: u32 length, then bytes',
  base64: 'blob: u32 length, then bytes',
  string: 'string: u16 length, then UTF-8',
  count: 'u32 count of the elements that follow',
  typeID: 'u32 typeID: which type follows',
  codecVersion: 'u16 codec version',
  struct: 'struct: its fields in order',
  list: 'list: u32 count, then the elements',
};

const wordText = (fields: Fields, node: number): string => {
  const word = fields.word[node]!;
  return word === 'fixed' || word === 'numbers'
    ? `${word}: ${fields.end[node]! - fields.start[node]!} bytes`
    : (words[word] ?? word);
};

/** The Go type around a field, and the name of the field in it. */
function definedIn(fields: Fields, node: number): string {
  const key = fields.key[node]!;
  let around = fields.parent[node]!;
  const steps: (string | number)[] = [key];
  while (around > 0 && fields.word[around] === 'list') {
    steps.unshift(fields.key[around]!);
    around = fields.parent[around]!;
  }
  const of = around < 0 ? '' : fields.inner[around]!.name;
  const word = fields.word[node];
  if (word === 'typeID' || word === 'codecVersion') return fields.type[node]!.name;
  return `${of}.${steps.filter((step) => typeof step === 'string' && step !== 'count').join('.')}`;
}

/** The page of the documentation about the transaction type around a field. */
function pageOf(fields: Fields, node: number, chain: string | undefined): string | undefined {
  for (let around = node; around >= 0; around = fields.parent[around]!) {
    const [, vm, name] =
      /^(platformvm|avm|atomic)\.(\w+Tx)$/.exec(fields.inner[around]!.name) ?? [];
    if (vm && name && name !== 'Tx') {
      const of = vm === 'platformvm' ? 'P' : vm === 'avm' ? 'X' : (chain ?? 'C');
      return `${of}-${name.replace(/^Unsigned/, '')}`;
    }
  }
  return undefined;
}

interface DetailProps {
  readonly fields: Fields;
  readonly opened: Opened;
}

export function Detail({ fields, opened }: DetailProps) {
  const path = marked.value;
  const node = path === undefined ? undefined : nodeOf(fields, path);
  if (node === undefined || node === 0)
    return (
      <div class="detail" aria-live="polite">
        <p class="hint">
          Point at a byte or a field, or move with the arrow keys, to see what it is.
        </p>
      </div>
    );
  const [start, end] = [fields.start[node]!, fields.end[node]!];
  const page = pageOf(fields, node, opened.chain);
  return (
    <div class="detail" aria-live="polite" aria-atomic="true">
      <p class="path">{path}</p>
      <p class="meaning">{noteOf(fields, node) || plainNote(fields, node)}</p>
      <dl>
        <Item name="Value" text={valueText(fields, node, opened)} />
        <Item name="Wire" text={wordText(fields, node)} />
        <Item
          name="Bytes"
          text={
            start === end
              ? `none, at ${start}`
              : `${start} to ${end - 1} (0x${start.toString(16)}), ${(end - start).toLocaleString('en')} in all`
          }
        />
        <Item name="Defined in" text={definedIn(fields, node)} />
      </dl>
      {page && location.protocol.startsWith('http') && (
        <a href={`../reference/transactions/${page}.html`}>{page} in the reference</a>
      )}
    </div>
  );
}

const Item = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </>
);

const plainNote = (fields: Fields, node: number): string => {
  switch (meantBy(fields, node)) {
    case 'choice':
      return 'Tells which of several types stands here.';
    case 'version':
      return 'Codec version; nodes accept only 0.';
    case 'count':
      return 'How many elements the list has.';
    default:
      return typeof fields.key[node] === 'number' ? 'An element of the list.' : '';
  }
};

function valueText(fields: Fields, node: number, opened: Opened): string {
  switch (meantBy(fields, node)) {
    case 'group':
      return fields.inner[node]!.name;
    case 'choice': {
      const id = Number(numberOf(fields, node));
      return `${id}: ${choicesOf(fields, node).find(([of]) => of === id)?.[1] ?? 'unknown'}`;
    }
    case 'bytes':
      return contentOf(fields, node).length === 0 ? 'empty' : readableText(fields, node, opened);
    default:
      return readableText(fields, node, opened);
  }
}
