import { address, inAVAX, integer, owner } from '../builder/fields.ts';
import { type PolicyRules, policyOf, type RulesPolicy } from '../draft/policyof.ts';
import type { Wallet } from '../draft/wallet.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { list } from '../schema/collection.ts';
import { idText, string } from '../schema/leaf.ts';
import { object } from '../schema/object.ts';
import { asObject, leaf, optional, type Schema } from '../schema/schema.ts';
import { unixTime } from '../schema/time.ts';
import { formatJSON, parseJSON } from '../text/json.ts';

/** How the file of a policy is read. */
export interface PolicyFileOptions {
  /** Reads the descriptor of a wallet: `parseDescriptor` of `avalanche-tx/hd`. */
  readonly wallet?: (descriptor: string) => Wallet;
  /** Unix seconds of the caller's clock, for `maxAge` and `until`. */
  readonly now?: bigint;
}

type Own = NonNullable<PolicyRules['own']>;
type Amounts = NonNullable<PolicyRules['maxAmounts']>;

const owners = /* @__PURE__ */ list(owner);
/** Owners, or the descriptor of a wallet. */
const ownWith = ({ wallet }: PolicyFileOptions): Schema<Own> =>
  leaf(
    'list of owners or descriptor',
    (json) => {
      if (typeof json !== 'string') return owners.parse(json);
      if (wallet) return wallet(json);
      throw new AvalancheError(
        'Unsupported',
        'a descriptor needs the option wallet: parseDescriptor of avalanche-tx/hd',
      );
    },
    (own) => ('owner' in own ? own.descriptor : owners.format(own)),
  );

/** The amount of an asset: of AVAX as text, of another in its units. */
function amountOf(asset: string): Schema<bigint> {
  if (asset === 'AVAX') return inAVAX;
  idText.parse(asset);
  return integer;
}
const eachOf = <T, R>(of: { readonly [asset: string]: T }, read: (asset: string, value: T) => R) =>
  Object.fromEntries(
    Object.entries(of).map(([asset, value]) => [
      asset,
      within([named(asset)], () => read(asset, value)),
    ]),
  );
const amounts: Schema<Amounts> = /* @__PURE__ */ leaf(
  'map of asset to amount',
  (json) => eachOf(asObject(json, 'a map'), (asset, of) => amountOf(asset).parse(of)),
  (value) => eachOf(value, (asset, of) => amountOf(asset).format(of)),
);

/** The file of a policy; the caller's clock, `now`, is not in it. */
const policySchema = (options: PolicyFileOptions): Schema<Omit<PolicyRules, 'now'>> =>
  object({
    to: [optional(list(address)), 'Who may receive something, beside `own`.'],
    own: [
      optional(ownWith(options)),
      'Owners of the change: owners, or the descriptor of a wallet.',
    ],
    maxFee: [optional(inAVAX), 'Highest fee, in AVAX as text.'],
    maxAmounts: [
      optional(amounts),
      'Most of each asset that may leave: AVAX as text, other assets in bare units by their id.',
    ],
    types: [optional(list(string)), 'Types of transactions that are allowed.'],
    maxAge: [optional(integer), 'Seconds since the time of the draft.'],
    until: [optional(unixTime), 'When the policy ends: Unix seconds, or an ISO 8601 time.'],
  });

/**
 * Reads the file of a policy. It has no clock: a policy with `maxAge` or `until` needs `options.now`.
 * @throws {AvalancheError} With the path of the field: `BadJSON`: malformed, or a key is unknown or of the wrong type; `Unsupported`:
 *   a descriptor without the option `wallet`; what amounts, addresses, ids and times throw.
 * @example
 * parsePolicy('{"maxFee":"0.01"}').rules; // { maxFee: 10_000_000n }
 */
export const parsePolicy = /* @__PURE__ */ guarded(function parsePolicy(
  text: string,
  { now, ...options }: PolicyFileOptions = {},
): RulesPolicy {
  const rules = policySchema(options).parse(parseJSON(text));
  return policyOf({ ...rules, ...(now !== undefined && { now }) });
});

/**
 * Writes the file of a policy, without `now`; `parsePolicy` reads it back. A wallet is written as its descriptor.
 * @throws {AvalancheError} With the path of the field: `OutOfRange`: a value of the wrong type, or an unknown key.
 * @example
 * formatPolicy(policyOf({ maxFee: 10_000_000n })); // '{"maxFee":"0.01"}'
 */
export const formatPolicy = /* @__PURE__ */ guarded(function formatPolicy({
  rules: { now: _, ...rules },
}: Pick<RulesPolicy, 'rules'>): string {
  return formatJSON(policySchema({}).format(rules));
});
