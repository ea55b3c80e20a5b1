/** Drafts of the example intents. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseIntent } from '../../src/builder/intentfile.ts';
import { buildCommand } from '../../src/cli/build.ts';
import { parseDraft } from '../../src/draft/file.ts';

const folder = new URL('../../examples/intents/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

/** `P.BaseTx` and all others. */
export const exampleNames = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

/** The draft of an example, and the intent that it is of. */
export function example(name: string) {
  const text = read(`${name}.json`);
  const draft = parseDraft(buildCommand(text, read(`states/${name[0]}.json`), () => {}));
  return { draft, intent: parseIntent(text, draft.chain).intent };
}
