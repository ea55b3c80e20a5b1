/** Names what was given to the wrong command. */
import { AvalancheError, type JSONValue, parseJSON } from 'avalanche-tx';
import { isPart } from '../../../src/draft/file.ts';
import { type Document, refuseDocument, refuseParts } from '../../../src/open/foreign.ts';
import { valueLines } from '../../../src/open/input.ts';

/** Returns the JSON of a text that is one object; null for other texts, such as hex or several lines of JSON. */
export const jsonOf = (text: string): JSONValue =>
  text.trimStart().startsWith('{') && !valueLines(text) ? parseJSON(text) : null;

const names: { readonly [D in Document]: string } = {
  draft: 'a draft, as build writes it',
  state: 'a state, as the state command writes it',
  intent: 'an intent',
  policy: 'a policy',
};

/**
 * Throws if a text is something else than a file of this program, and says what it is.
 * @throws {AvalancheError} `Unsupported`
 */
export function refuseOther(text: string, expected: Document): void {
  if (isPart(text.trimStart())) {
    if (expected !== 'draft') refuseParts();
    return;
  }
  if (valueLines(text) || /^\s*(0x)?[0-9a-f]{12,}\s*$/i.test(text))
    throw new AvalancheError(
      'Unsupported',
      `this is a value that decode and explain read, not ${names[expected]}`,
    );
  refuseDocument(jsonOf(text), expected);
}
