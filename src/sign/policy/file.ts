/** The JSON form of policies. Amounts of AVAX are text, so that they cannot be confused with nAVAX. */
import { address, inAVAX, integer, owner, small, wholeOwner } from '../../builder/intentvalues.ts';
import { checkShape } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { named } from '../../errors/quote.ts';
import { networkSchema } from '../../network/custom.ts';
import type { Wallet } from '../../owners/own.ts';
import type { FieldRule, FieldValue } from '../../review/fields.ts';
import { created } from '../../review/receivers.ts';
import { byForm, list, orWord, union } from '../../schema/collection.ts';
import { accountText, idText, nodeIDText, oneOf, string } from '../../schema/leaf.ts';
import { object } from '../../schema/object.ts';
import { asObject, leaf, optional, type Schema, unfit } from '../../schema/schema.ts';
import { unixTime } from '../../schema/time.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../../text/json.ts';
import { policyOf, type RulesPolicy } from './policyof.ts';
import type { ItemRule, PolicyRules, ReceiverRule } from './rules.ts';

/** Options of `parsePolicy`. */
export interface PolicyFileOptions {
  /** Reads the descriptor of a wallet: `parseDescriptor` of `avalanche-tx/hd`. */
  readonly wallet?: (descriptor: string) => Wallet;
}

type PolicyOwn = NonNullable<PolicyRules['own']>;

const owners = /* @__PURE__ */ list(owner);
/** Schema of `own`: owners, or the descriptor of a wallet. */
const ownWith = ({ wallet }: PolicyFileOptions): Schema<PolicyOwn> =>
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
/** Schema of a receiver with its limits. */
export const receiverSchema: Schema<ReceiverRule> = /* @__PURE__ */ object({
  to: [owner, 'A whole owner, an account, or a validation.'],
  stakeableUntil: [optional(unixTime), 'Unix seconds until which it can only stake it.'],
  amounts: [
    optional(receiverAmounts),
    'Most of each asset that it receives, by id, `AVAX` or `created`.',
  ],
  at: [optional(list(string)), 'Where it may be named, by path as in `fields`.'],
});

/** Schema of a receiver: an owner, or an owner with limits. */
const receiver = /* @__PURE__ */ byForm({
  text: address,
  object: union(
    { owner: wholeOwner, rule: receiverSchema },
    (json) => ('to' in json ? 'rule' : 'owner'),
    (value) => ('to' in value ? 'rule' : 'owner'),
  ),
});

const assetText: Schema<string> = /* @__PURE__ */ orWord(created, idText);

/** Schema of an item rule. */
export const itemSchema: Schema<ItemRule> = /* @__PURE__ */ object({
  assetID: [assetText, 'The asset, or `created`.'],
  type: [string, 'Type of the operation or first output, such as `nftfx.TransferOperation`.'],
  units: [integer, 'Most units of all such operations or outputs together.'],
  groupID: [optional(numberOrWord()), 'Group of an NFT, or `any`.'],
  payload: [optional(string), 'Payload of an NFT as 0x and hex digits, or `any`.'],
  to: [optional(list(receiver)), 'Who may receive it, besides `own`; those of `to` if omitted.'],
});

function numberOrWord(): Schema<number | 'any'> {
  return leaf(
    'integer | any',
    (json) => (typeof json === 'string' ? oneOf('any').parse(json) : small.parse(json)),
    (of) => (typeof of === 'string' ? of : small.format(of)),
  );
}

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

/** Schema of a policy file. */
export const policySchema = (options: PolicyFileOptions): Schema<PolicyRules> =>
  object({
    network: [
      network,
      'Network: its name, its id, or the object of a network file with all its parameters.',
    ],
    inputs: [
      optional(oneOf('own', 'proven', 'claimed')),
      'Whose the inputs must be; `proven`, or own, if omitted.',
    ],
    evidence: [optional(oneOf('required')), 'Whether evidence must prove own inputs too.'],
    to: [optional(list(receiver)), 'Who may receive something, beside `own`: whole owners.'],
    own: [
      optional(ownWith(options)),
      'Owners of the change: owners, or the descriptor of a wallet.',
    ],
    amounts: [
      optional(amounts),
      'Most of each asset that may leave, fee included: AVAX as text, other assets in bare units by their id.',
    ],
    maxFee: [optional(inAVAX), 'Highest fee, in AVAX as text; `0.1` if omitted.'],
    types: [optional(list(string)), 'Types of transactions that are allowed.'],
    nodeIDs: [optional(list(nodeIDText)), 'Nodes that are allowed.'],
    authorities: [
      optional(list(idText)),
      'Subnets, validations and auto-renewed validators that may be used or changed.',
    ],
    chains: [
      optional(list(string)),
      'Other chains to export to or import from: `P`, `X`, `C` or an id.',
    ],
    items: [
      optional(list(itemSchema)),
      'Operations and first outputs of a new asset that are allowed.',
    ],
    nonces: [optional(nonces), 'Next nonces of accounts of the C-chain.'],
    fields: [
      optional(fields),
      'What other fields may have, by their path, with or without places.',
    ],
    device: [optional(oneOf('1.4.4', '1.4.20')), 'Ledger app that must display everything.'],
    maxAge: [optional(integer), 'Seconds since the time of the draft.'],
    until: [optional(unixTime), 'When the policy ends: Unix seconds, or an ISO 8601 time.'],
  });

/**
 * Reads a policy from the JSON of its file.
 * @throws {AvalancheError} With the path of the field: `BadJSON`: malformed, or a key is unknown or of the wrong type; `Unsupported`:
 *   a descriptor without the option `wallet`; what amounts, addresses, ids and times throw.
 * @example
 * parsePolicy('{"network":"fuji","maxFee":"0.01"}').rules; // { network: 'fuji', maxFee: 10_000_000n }
 */
export function parsePolicy(text: string, options: PolicyFileOptions = {}): RulesPolicy {
  checkShape(options, 'an object', 'options');
  return policyOf(policySchema(options).parse(parseJSON(text)));
}

/**
 * Writes a policy as the JSON of its file, which `parsePolicy` reads back. A wallet is written as its descriptor.
 * @throws {AvalancheError} With the path of the field: `OutOfRange`: a value of the wrong type, or an unknown key.
 * @example
 * import { policyOf } from 'avalanche-tx/sign';
 * formatPolicy(policyOf({ network: 'fuji', maxFee: 10_000_000n })); // '{"network":"fuji","maxFee":"0.01"}'
 */
export function formatPolicy({ rules }: Pick<RulesPolicy, 'rules'>): string {
  return formatJSON(policySchema({}).format(rules));
}
