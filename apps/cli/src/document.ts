/** Names what was given to the wrong command. */
import {
  AvalancheError,
  type DocumentKind,
  documentOf,
  type JSONObject,
  type JSONValue,
  open,
  parseJSON,
} from 'avalanche-tx';

/** Whether a text starts like a part of a draft. */
export const isPart = (text: string): boolean => /^AVAXTX\d{1,9}:/.test(text);

/** Whether JSON is an object, with a key if one is named. */
export const isJSONObject = (json: JSONValue, key?: string): json is JSONObject =>
  typeof json === 'object' &&
  json !== null &&
  !Array.isArray(json) &&
  (key === undefined || Object.hasOwn(json, key));

/** Whether a text has several lines with one value each: hex as `utxos` prints it, or JSON. */
function isLines(text: string): boolean {
  const lines = text.trim().split(/\s*\n\s*/);
  return lines.length > 1 && lines.every((line) => /^(?:\{.*\}|0x[0-9a-f]{12,})$/i.test(line));
}

/** Returns the JSON of a text that is one object; null for other texts, such as hex or several lines of JSON. */
export const jsonOf = (text: string): JSONValue =>
  text.trimStart().startsWith('{') && !isLines(text) ? parseJSON(text) : null;

const names: { readonly [D in DocumentKind]: string } = {
  draft: 'a draft, as build writes it',
  state: 'a state, as the state command writes it',
  intent: 'an intent',
  policy: 'a policy',
};

/** What is needed where another file was given. A draft is made of an intent, which `open` says. */
const needed: { readonly [D in Exclude<DocumentKind, 'draft'>]: string } = {
  state: 'a state is needed here, which the state command reads from a node',
  intent: 'an intent is needed here, which says what you mean to do',
  policy: 'a policy is needed here, which the policy command makes of a draft that you reviewed',
};

/**
 * Throws if JSON is a file of this program other than the expected one.
 * @throws {AvalancheError} `Unsupported`
 */
export function refuseOtherJSON(json: JSONValue, expected: DocumentKind): void {
  const found = documentOf(json);
  if (!found || found === expected) return;
  if (expected !== 'draft') throw instead(names[found], expected);
  open(json as JSONObject);
}

const isReply = (json: JSONValue): boolean =>
  isJSONObject(json, 'jsonrpc') && (isJSONObject(json, 'result') || isJSONObject(json, 'error'));

const instead = (what: string, expected: keyof typeof needed): AvalancheError =>
  new AvalancheError('Unsupported', `this is ${what}: ${needed[expected]}`);

/**
 * Throws if a text is something else than a file of this program, and says what it is.
 * @throws {AvalancheError} `Unsupported`
 */
export function refuseOther(text: string, expected: DocumentKind): void {
  if (isPart(text.trimStart())) {
    if (expected !== 'draft') throw instead(names.draft, expected);
    return;
  }
  if (isLines(text) || /^\s*(0x)?[0-9a-f]{12,}\s*$/i.test(text))
    throw new AvalancheError(
      'Unsupported',
      `this is a value that decode and explain read, not ${names[expected]}`,
    );
  const json = jsonOf(text);
  if (expected !== 'draft' && isReply(json)) throw instead("a node's reply", expected);
  refuseOtherJSON(json, expected);
}
