/** Drafts of the example intents. */
import { buildCommand } from '../../apps/cli/src/build.ts';
import {
  chainOf,
  type ExampleName,
  exampleOf,
  stateText,
  textOf,
} from '../../examples/intents/index.ts';
import { parseDraft } from '../../src/draft/file.ts';
import type { Path } from '../../src/errors/error.ts';

/** The draft of an example, and the intent that it is of. */
export const example = (name: ExampleName) => ({
  draft: parseDraft(buildCommand(textOf(name), stateText(chainOf(name)), () => {})),
  intent: exampleOf(name).intent,
});

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
