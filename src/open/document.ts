import { AvalancheError } from '../errors/error.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';

/** Files that this library writes. */
type Document = 'draft' | 'state' | 'intent';

const advice: { readonly [D in Document]: string } = {
  draft: 'this is a draft, which has no signed transaction yet: sign and finalize it first',
  state: 'this is a state: balances, build and explain read it',
  intent: 'this is an intent: build it first',
};

/** Recognizes a file of this library by the keys that only it has. */
function documentOf(json: JSONValue): Document | undefined {
  if (!isJSONObject(json)) return undefined;
  if (typeof json.format === 'string') return 'draft';
  if (isJSONObject(json.network) && typeof json.chain === 'string') return 'state';
  return typeof json.type === 'string' && /^[A-Za-z0-9]+Tx$/.test(json.type) ? 'intent' : undefined;
}

/**
 * Throws if the JSON is a file of this library other than the expected one, and says what it is.
 * @throws {AvalancheError} `Unsupported`
 */
export function refuseDocument(json: JSONValue, expected?: Document): void {
  const found = documentOf(json);
  if (found && found !== expected) throw new AvalancheError('Unsupported', advice[found]);
}
