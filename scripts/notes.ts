/**
 * Takes the notes of declared fields out of the modules for bundlers: each text becomes a number, and `wire/note.js` gets the
 * texts. Decoders, builders and signers show no notes; `spansOf` does, and brings them along.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The folders of a build with declarations. */
const folders = ['blocks', 'chain', 'warp'];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
}

/** A sentence: what else is text in a declaration is a name. */
const isNote = (text: string): boolean => /^\S+ .*\.$|^[A-Z]\S+\.$/su.test(text);

/** The string literals under a node that are notes. Texts of errors stay. */
function notesIn(value: unknown, found: Node[] = []): readonly Node[] {
  if (Array.isArray(value)) for (const element of value) notesIn(element, found);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node;
    if (node.type === 'NewExpression' || node.type === 'ImportDeclaration') return found;
    if (node.type === 'Literal' && typeof node.value === 'string') {
      if (isNote(node.value)) found.push(node);
    } else for (const inside of Object.values(node)) notesIn(inside, found);
  }
  return found;
}

/**
 * Does so in the folder of a build.
 * @returns The texts.
 */
export function numberNotes(dist: string): readonly string[] {
  const texts: string[] = [];
  const files = folders.flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(dist, folder, name)),
  );
  for (const file of files.sort()) {
    const text = readFileSync(file, 'utf8');
    let result = '';
    let from = 0;
    for (const { start, end, value } of notesIn(parseSync(file, text).program)) {
      const note = value as string;
      if (!texts.includes(note)) texts.push(note);
      result += `${text.slice(from, start)}${texts.indexOf(note)}`;
      from = end;
    }
    if (from > 0) writeFileSync(file, result + text.slice(from));
  }
  const table = join(dist, 'wire', 'note.js');
  const empty = 'const texts = [];';
  const module = readFileSync(table, 'utf8');
  if (!module.includes(empty)) throw new Error(`${table} has no place for the notes`);
  writeFileSync(
    table,
    module.replace(empty, () => `const texts = ${JSON.stringify(texts)};`),
  );
  return texts;
}
