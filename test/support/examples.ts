/** Drafts of the example intents. */
import { readdirSync, readFileSync } from 'node:fs';
import { buildCommand } from '../../apps/cli/src/build.ts';
import { parseIntent } from '../../src/builder/intentfile.ts';
import { parseDraft } from '../../src/draft/file.ts';
import type { Path } from '../../src/errors/error.ts';

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

/** All addresses in a value. */
export const addressesIn = (of: unknown): readonly Uint8Array[] =>
  typeof of !== 'object' || of === null || of instanceof Uint8Array
    ? []
    : Object.entries(of).flatMap(([name, value]) =>
        name === 'addresses' ? (value as Uint8Array[]) : addressesIn(value),
      );

/** A value with another at a path. */
export function changedAt<T>(of: T, [step, ...rest]: Path, value: unknown): T {
  if (step === undefined) return value as T;
  const inner = changedAt((of as Record<string | number, unknown>)[step], rest, value);
  if (Array.isArray(of)) return of.map((e, i) => (i === step ? inner : e)) as T;
  return { ...of, [step]: inner };
}
