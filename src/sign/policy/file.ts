/** The JSON form of policies. Amounts of AVAX are text, so that they cannot be confused with nAVAX. */
import { address, inAVAX, integer, owner, small, wholeOwner } from '../../builder/intentvalues.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { named } from '../../errors/quote.ts';
import { networkSchema } from '../../network/custom.ts';
import { isWallet, type OneOwn, type Own, type Wallet } from '../../owners/own.ts';
import type { FieldRule, FieldValue } from '../../review/fields.ts';
import {
  amountsByAsset,
  itemAsset,
  itemGroup,
  noncesByAccount,
  type PolicyRules,
  policyRules,
  receivedByAsset,
  receiverRule,
  rulesByField,
  someID,
  someNAVAX,
  someNetwork,
  someNodeID,
  someOwn,
  someOwner,
  someReceivers,
  someTime,
  someUnits,
} from '../../review/policyrules.ts';
import { created } from '../../review/receivers.ts';
import { anObject, aText, checkArgument, objectOf } from '../../schema/check.ts';
import { byForm, list, orWord, union } from '../../schema/collection.ts';
import { type Forms, schemaOf } from '../../schema/forms.ts';
import { accountText, idText, nodeIDText, oneOf, string } from '../../schema/leaf.ts';
import { object } from '../../schema/object.ts';
import {
  type AnySchema,
  asObject,
  leaf,
  optional,
  type Schema,
  unfit,
} from '../../schema/schema.ts';
import { unixTime } from '../../schema/time.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../../text/json.ts';
import { policyOf, type RulesPolicy } from './policyof.ts';

/** Options of `parsePolicy`. */
export interface PolicyFileOptions {
  /** Reads the descriptor of a wallet: `parseDescriptor` of `avalanche-tx/hd`. */
  readonly wallet?: (descriptor: string) => Wallet;
}

/** How the descriptor of a wallet begins, and no address. */
const descriptorStart = /^(\[|multi\()/;
/** Schema of `own`: the descriptor of a wallet, or a list of owners and descriptors. */
function ownWith({ wallet }: PolicyFileOptions): Schema<Own> {
  const walletOf = (descriptor: string): Wallet => {
    if (wallet) return wallet(descriptor);
    throw new AvalancheError(
      'Unsupported',
      'a descriptor needs the option wallet: parseDescriptor of avalanche-tx/hd',
    );
  };
  const members = list(
    leaf<OneOwn>(
      'owner or descriptor',
      (json) =>
        typeof json === 'string' && descriptorStart.test(json) ? walletOf(json) : owner.parse(json),
      (one) => (isWallet(one) ? one.descriptor : owner.format(one)),
    ),
  );
  return leaf(
    'list of owners and descriptors, or descriptor',
    (json) => (typeof json === 'string' ? walletOf(json) : members.parse(json)),
    (own) => (isWallet(own) ? own.descriptor : members.format(own)),
  );
}

/** Schema of an amount: AVAX as text, any other asset in its smallest unit. */
function amountOf(asset: string): Schema<bigint> {
  if (asset === 'AVAX') return inAVAX;
  idText.parse(asset);
  return integer;
}
const eachOf = <T, R>(of: { readonly [key: string]: T }, convert: (key: string, value: T) => R) =>
  Object.fromEntries(
    Object.entries(of).map(([key, value]) => [
      key,
      within([named(key)], () => convert(key, value)),
    ]),
  );
/** Schema of a map in which the schema of a value depends on its key. */
const mapBy = <T>(name: string, schemaOf: (key: string) => Schema<T>): Schema<Record<string, T>> =>
  leaf(
    name,
    (json) => eachOf(asObject(json, 'a map'), (key, of) => schemaOf(key).parse(of)),
    (value) => eachOf(value, (key, of) => schemaOf(key).format(of)),
  );
const amounts = /* @__PURE__ */ mapBy('map of asset to amount', amountOf);
const nonces = /* @__PURE__ */ mapBy('map of account to nonce', (account) => {
  accountText.parse(account);
  return integer;
});

const isValue = (of: unknown): of is FieldValue =>
  ['string', 'boolean', 'bigint'].includes(typeof of) || Number.isSafeInteger(of);
const valueIn = (json: JSONValue): FieldValue => {
  if (isValue(json)) return json;
  throw unfit('a text, an integer, true or false', json);
};
const bounds = /* @__PURE__ */ object({
  min: [optional(integer), 'Lowest number.'],
  max: [optional(integer), 'Highest number.'],
});
/** Schema of the values that a field may have. */
const fieldRule: Schema<FieldRule> = /* @__PURE__ */ leaf(
  'value, list of values, or bounds',
  (json) => {
    if (Array.isArray(json)) return json.map((of, i) => within([i], () => valueIn(of)));
    return isJSONObject(json) ? bounds.parse(json) : valueIn(json);
  },
  (rule) => {
    if (Array.isArray(rule)) return [...(rule as readonly FieldValue[])];
    if (typeof rule !== 'object') return rule;
    const { min, max } = rule as { readonly min?: bigint | number; readonly max?: bigint | number };
    return bounds.format({
      ...(min !== undefined && { min: BigInt(min) }),
      ...(max !== undefined && { max: BigInt(max) }),
    });
  },
);
const fields = /* @__PURE__ */ mapBy('map of field to rule', () => fieldRule);

/** Schema of the amounts that a receiver may get, by asset. */
const receiverAmounts = /* @__PURE__ */ mapBy('map of asset to amount', (asset) =>
  asset === created ? integer : amountOf(asset),
);

const numberOrAny: Schema<number | 'any'> = /* @__PURE__ */ leaf(
  'integer | any',
  (json) => (typeof json === 'string' ? oneOf('any').parse(json) : small.parse(json)),
  (of) => (typeof of === 'string' ? of : small.format(of)),
);

/** Schema of a network: its name, its id, or all its parameters. */
const network: Schema<PolicyRules['network']> = /* @__PURE__ */ leaf(
  'name, id or parameters of a network',
  (json) => {
    if (isJSONObject(json)) return networkSchema().parse(json);
    return typeof json === 'string' ? json : small.parse(json);
  },
  (of) => {
    if (typeof of === 'object') return networkSchema().format(of);
    return typeof of === 'string' ? of : small.format(of);
  },
);

/** The forms of the values in the rules, and of a receiver, which may be an owner alone. */
const formsWith = (options: PolicyFileOptions): Forms => {
  const values = [
    [aText, string],
    [someUnits, integer],
    [someNAVAX, inAVAX],
    [someTime, unixTime],
    [someID, idText],
    [someNodeID, nodeIDText],
    [someOwner, owner],
    [someNetwork, network],
    [itemAsset, orWord(created, idText)],
    [itemGroup, numberOrAny],
    [amountsByAsset, amounts],
    [receivedByAsset, receiverAmounts],
    [noncesByAccount, nonces],
    [rulesByField, fields],
    [someOwn, ownWith(options)],
  ] as unknown as Forms;
  const receiver = byForm({
    text: address,
    object: union(
      { owner: wholeOwner, rule: schemaOf(receiverRule, values) },
      (json) => ('to' in json ? 'rule' : 'owner'),
      (value) => ('to' in value ? 'rule' : 'owner'),
    ),
  });
  return [...values, [someReceivers, list(receiver) as AnySchema]];
};

/** Schema of a policy file. */
export const policySchema = (options: PolicyFileOptions): Schema<PolicyRules> =>
  schemaOf(policyRules, formsWith(options)) as Schema<PolicyRules>;

/**
 * Reads a policy from the JSON of its file.
 * @throws {AvalancheError} With the path of the field: `BadJSON`: malformed, or a key is unknown or of the wrong type; `Unsupported`:
 *   a descriptor without the option `wallet`; what amounts, addresses, ids and times throw.
 * @example
 * parsePolicy('{"network":"fuji","maxFee":"0.01"}').rules; // { network: 'fuji', maxFee: 10_000_000n }
 */
export function parsePolicy(text: string, options: PolicyFileOptions = {}): RulesPolicy {
  checkArgument(options, anObject, 'options');
  return policyOf(policySchema(options).parse(parseJSON(text)));
}

/** A policy of rules, as an argument. */
const rulesPolicy = /* @__PURE__ */ objectOf(
  { rules: anObject },
  { name: 'a policy made by policyOf' },
);

/**
 * Writes a policy as the JSON of its file, which `parsePolicy` reads back. A wallet is written as its descriptor.
 * @throws {AvalancheError} With the path of the field: `OutOfRange`: a value of the wrong type; `BadArgument`: an unknown key.
 * @example
 * import { policyOf } from 'avalanche-tx/sign';
 * formatPolicy(policyOf({ network: 'fuji', maxFee: 10_000_000n })); // '{"network":"fuji","maxFee":"0.01"}'
 */
export function formatPolicy(policy: Pick<RulesPolicy, 'rules'>): string {
  checkArgument(policy, rulesPolicy, 'policy');
  const { rules } = policy;
  return formatJSON(policySchema({}).format(rules));
}
