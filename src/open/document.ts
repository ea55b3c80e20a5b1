import { AvalancheError } from '../errors/error.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';

/** Files that this library writes. */
export type Document = 'draft' | 'state' | 'intent' | 'policy';

const advice: { readonly [D in Document]: string } = {
  draft: 'this is a draft, which has no signed transaction yet: sign and finalize it first',
  state: 'this is a state: balances, build and explain read it',
  intent: 'this is an intent: build it first',
  policy: 'this is a policy: sign takes it as --policy, or as the option policy',
};

/** Keys of policies, one of which every useful policy has. */
const ofPolicies = ['to', 'own', 'amounts', 'types', 'inputs', 'maxFee', 'items', 'chains'];

/** Recognizes a file of this library by the keys that only it has. */
function documentOf(json: JSONValue): Document | undefined {
  if (!isJSONObject(json)) return undefined;
  if (typeof json.format === 'string') return 'draft';
  if (isJSONObject(json.network) && typeof json.chain === 'string') return 'state';
  if (typeof json.type === 'string')
    return /^[A-Za-z0-9]+Tx$/.test(json.type) ? 'intent' : undefined;
  const isNetwork = typeof json.network === 'string' || isJSONObject(json.network);
  if (isNetwork && typeof json.chain === 'string') return 'state';
  return isNetwork && ofPolicies.some((key) => json[key] !== undefined) ? 'policy' : undefined;
}

/**
 * Throws if the JSON is a file of this library other than the expected one, and says what it is.
 * @throws {AvalancheError} `Unsupported`
 */
export function refuseDocument(json: JSONValue, expected?: Document): void {
  const found = documentOf(json);
  if (found && found !== expected) throw new AvalancheError('Unsupported', advice[found]);
}

/** Throws for a draft in parts, which is not JSON, as `refuseDocument` does. */
export const refuseParts = (): never => {
  throw new AvalancheError('Unsupported', advice.draft);
};
