/**
 * Policies of rules, intents and reviewed drafts. What they allow is copied, checked and frozen, then compared with a draft by `review`.
 * Whatever they do not allow is a finding.
 */

import type { Intent } from '../../builder/intents/table.ts';
import type { Draft, Policy, SignerKnowledge } from '../../draft/draft.ts';
import { withReading } from '../../draft/reading.ts';
import { asBytes, badArgument, isBytes, isPlainObject, readable } from '../../errors/arguments.ts';
import { within } from '../../errors/error.ts';
import { deepCopy } from '../../errors/frozen.ts';
import { amountWithUnit } from '../../network/amount.ts';
import { knownNetworks } from '../../network/known.ts';
import type { Network } from '../../network/network.ts';
import { isWallet, listOfOwn, type OneOwn, type Wallet } from '../../owners/own.ts';
import type { Confirmed } from '../../review/choices.ts';
import type { Finding, FindingCode, Found } from '../../review/codes.ts';
import type { FieldDeed, FindingValue } from '../../review/deeds.ts';
import { rulesOfDraft } from '../../review/draftrules.ts';
import type { Expectation } from '../../review/expectation.ts';
import {
  type Compare,
  comparePolicy,
  compareRules,
  intentExpectation,
  isIntent,
} from '../../review/expected.ts';
import { type PolicyRules, policyRules } from '../../review/policyrules.ts';
import { created } from '../../review/receivers.ts';
import { review } from '../../review/review.ts';
import { expectationOfRules, networkFindings } from '../../review/rules.ts';
import { anObject, checkArgument, unknownKey } from '../../schema/check.ts';
import type { Address, Owner } from '../../state/owner.ts';
import { formatAmount } from '../../text/amount.ts';
import { parseID } from '../../text/id.ts';
import { dateText, durationText } from '../../text/words.ts';
import { ownPolicy, verifyProofs } from '../allow.ts';
import { ledgerScreens } from '../hardware/screens.ts';
import type { RuleViolation } from './rules.ts';

/**
 * Returns a frozen copy of the rules, which shares nothing with the argument except a wallet.
 * @throws {AvalancheError} With the path of the rule: `BadArgument`: an unknown key, a value of the wrong type, or an
 *   object with inherited keys.
 */
function keptRules(rules: PolicyRules): PolicyRules {
  const kept = copied(checkArgument(rules, anObject)) as PolicyRules;
  return checkArgument(kept, policyRules);
}

/** Copies a value deeply. Each member is read only once, so a getter cannot return something else after the check. */
function copied(of: unknown): unknown {
  if (isBytes(of)) return asBytes(of)!.slice();
  if (Array.isArray(of)) return Object.freeze(of.map((one, i) => within([i], () => copied(one))));
  if (!isPlainObject(of) || isWallet(of)) return of;
  const kind: unknown = Object.getPrototypeOf(of);
  // Plain objects of other realms are accepted. Class instances are refused, since inherited members would not be among the keys.
  const isPlain = kind === null || Object.getPrototypeOf(kind) === null;
  const keys = Reflect.ownKeys(of);
  if (!isPlain || keys.some((key) => !Object.prototype.propertyIsEnumerable.call(of, key)))
    throw badArgument('an object whose keys are all its own', of);
  // The copy has no prototype, so that inherited members are never taken for rules.
  const kept = Object.create(null) as Record<string, unknown>;
  for (const [key, one] of Object.entries(of))
    within([key], () => {
      if (one === undefined) throw badArgument('a rule, or no such key', one);
      kept[key] = copied(one);
    });
  return Object.freeze(kept);
}

/** A policy that is made of rules. */
export interface RulesPolicy extends Policy {
  /** The rules of the policy. */
  readonly rules: PolicyRules;
  /** Lists everything in a draft that the policy does not allow. */
  findings(draft: Draft, knowledge: SignerKnowledge): readonly RuleViolation[];
}

/** What an intent does not say, and its policy therefore takes as options. */
export interface IntentPolicyOptions extends Confirmed {
  /** Who may receive the change; the signer, and owners who are proven to pay, if omitted. */
  readonly change?: Owner | Address;
  /** Highest fee in nAVAX; 0.1 AVAX if omitted. */
  readonly maxFee?: bigint;
}

/** Rules that cannot be derived from a draft, and its policy therefore takes as options. `maxFee` is the draft's fee if omitted, `inputs` is `proven`. */
export interface DraftPolicyOptions
  extends Pick<
    PolicyRules,
    'own' | 'inputs' | 'evidence' | 'maxFee' | 'device' | 'maxAge' | 'until'
  > {}

/**
 * Returns the policy that allows what rules name, at most. Whatever a transaction does that they do not allow is a finding.
 * @throws {AvalancheError} With the path of the rule, under `policy`: `BadArgument`: an unknown key, no network, a value
 *   of the wrong type, such as undefined, or an object with inherited keys. From
 *   its check: `BadText`, `BadChecksum`, `WrongNetwork`, `WrongChain`, `OutOfRange`, `Duplicate`; `MissingState`: a time limit without
 *   `time`; as `prove`.
 * @example
 * const policy = policyOf({ network: 'fuji', amounts: { AVAX: 1_000_000_000n } });
 * policy.rules.network; // 'fuji'
 */
export function policyOf(rules: PolicyRules): RulesPolicy;
/**
 * Returns the policy that allows exactly what an intent says. Use it to sign a draft that someone else built from your intent.
 *
 * What the intent leaves to the builder must be confirmed: an amount of `max` by `state`, by `least`, or because the draft was built here
 * from such an intent. Otherwise it is a finding.
 * @throws {AvalancheError} `Unsupported` at `intent.type`: not a type of intent; `BadArgument` at `options`: an unknown option. From its check, with the
 *   path in the intent: as its builder.
 * @example
 * import { parseIntent } from 'avalanche-tx/build';
 * import { readFileSync } from 'node:fs';
 * const { intent } = parseIntent(readFileSync('examples/intents/P.BaseTx.json', 'utf8'), 'P');
 * typeof policyOf(intent).findings; // 'function'
 */
export function policyOf(intent: Intent, options?: IntentPolicyOptions): Policy;
/**
 * Returns the policy that allows what a draft does and nothing beyond: every applicable rule is set, and amounts are upper limits. Use it
 * on a draft that you reviewed or built from your intent, to check drafts that come back from others. Co-signers, coins and change may
 * differ within `own` and `inputs`.
 * @throws {AvalancheError} `BadArgument` at `options`: an unknown option; as `policyOf` of rules.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { buildBaseTx } from 'avalanche-tx/build';
 * const state = parseState(readFileSync('examples/intents/states/P.json', 'utf8'));
 * const [alice] = state.from;
 * const to = 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
 * const reviewed = buildBaseTx(state, { outputs: [{ to, amount: 5n }] }, { change: alice });
 * const { rules } = policyOf(reviewed, { own: [alice], maxFee: 2_000_000n });
 * rules.to; // [{ to: 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p', amounts: { AVAX: 5n }, at: ['outputs'] }]
 * rules.amounts; // { AVAX: 2_000_005n }
 */
export function policyOf(draft: Draft, options?: DraftPolicyOptions): RulesPolicy;
export function policyOf(
  given: PolicyRules | Intent | Draft,
  options: IntentPolicyOptions | DraftPolicyOptions = {},
): Policy {
  checkArgument(options, anObject, 'options');
  switch (readable('rules, an intent or a draft', () => kindOf(given))) {
    case 'draft':
      return withReading(['draft'], given as Draft, ({ draft }) => ofDraft(draft, options));
    case 'intent':
      return ofIntent(given as Intent, options as IntentPolicyOptions);
    case 'rules':
      verifyNoOthers(options, []);
      return ofRules(given as PolicyRules);
  }
}

/** Returns what a value declares itself to be. */
const kindOf = (given: unknown): 'draft' | 'intent' | 'rules' =>
  !isPlainObject(given)
    ? 'rules'
    : 'unsignedTx' in given
      ? 'draft'
      : isIntent(given)
        ? 'intent'
        : 'rules';

/** Refuses options that would have no effect. */
function verifyNoOthers(others: object, known: readonly string[]): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw unknownKey(unknown, known).at('options');
}

/**
 * Returns a policy that reviews a draft.
 * @param verify A check before the review.
 */
function reviewing<Members extends object>(
  members: Members,
  compare: Compare,
  verify?: (draft: Draft, knowledge: SignerKnowledge) => void,
): Members & Pick<RulesPolicy, 'findings'> {
  const policy = {
    ...members,
    findings: (draft: Draft, knowledge: SignerKnowledge): readonly RuleViolation[] => {
      checkArgument(knowledge, anObject, 'knowledge');
      return withReading(['draft'], draft, (reading) => {
        verify?.(reading.draft, knowledge);
        return review(reading.draft, { ...knowledge, expect: policy }).map((finding) =>
          violationOf(finding, reading.draft.network),
        );
      });
    },
  };
  comparePolicy(policy, compare);
  return ownPolicy(policy);
}

function ofIntent(intent: Intent, options: IntentPolicyOptions): Policy {
  const { change, maxFee, state, least, ...others } = options;
  verifyNoOthers(others, ['change', 'maxFee', 'state', 'least']);
  const expect = intentExpectation(intent, ['intent']);
  const own = deepCopy({ change, maxFee, state, least });
  const limits = Object.fromEntries(Object.entries(own).filter(([, limit]) => limit !== undefined));
  return reviewing({}, (context) => ({ context: { ...context, ...limits, expect } }));
}

function ofDraft(draft: Draft, options: DraftPolicyOptions): RulesPolicy {
  const { own, inputs, evidence, maxFee, device, maxAge, until, ...others } = options;
  const given = { own, inputs, evidence, maxFee, device, maxAge, until };
  verifyNoOthers(others, Object.keys(given));
  const set = Object.entries(given).filter(([, rule]) => rule !== undefined);
  return ofRules(rulesOfDraft(draft, Object.fromEntries(set)));
}

function ofRules(rules: PolicyRules): RulesPolicy {
  const kept = within(['policy'], () => keptRules(rules));
  const read = new WeakMap<Network, Expectation>();
  // Cached only for known networks and those of the rules, which are frozen; a network in `knowledge` may change.
  const expectationOn = (network: Network): Expectation => {
    const made = read.get(network) ?? expectationOfRules(kept, network);
    if (network === kept.network || knownNetworks.includes(network)) read.set(network, made);
    return made;
  };
  const compare = compareRules(kept, expectationOn);
  return reviewing(
    { rules: kept },
    (context, parts) => {
      const { more = [], ...comparison } = compare(context, parts);
      return comparison.instead
        ? comparison
        : { ...comparison, more: [...more, ...deviceFindings(parts.draft, kept)] };
    },
    (draft, knowledge) => {
      // Evidence of another network proves nothing.
      if (networkFindings({ draft, tx: draft.unsignedTx }, kept, knowledge).length === 0)
        verifyProofs(draft, knowledge);
    },
  );
}

const isAccount = (of: OneOwn): of is Wallet & { readonly path: string } =>
  isWallet(of) && 'path' in of;

/** Lists everything that the device does not display exactly, except what the account in `own` receives. */
function deviceFindings(
  draft: Draft | undefined,
  { device, own = [] }: PolicyRules,
): readonly Found[] {
  if (device === undefined) return [];
  const hides = (path: string, text: string): Found => ({
    code: 'NotDisplayed',
    kind: 'different',
    path,
    found: { text },
  });
  if (!draft) return [hides('', 'what a device displays is known of drafts only')];
  // A device has the keys of one account. With several, what each receives must be displayed.
  const [account, ...others] = listOfOwn(own).filter(isAccount);
  const { hidden, unreadable } = ledgerScreens(draft, {
    app: device,
    ...(account && others.length === 0 && { account }),
  });
  return [
    ...(unreadable === undefined ? [] : [hides('', unreadable)]),
    ...hidden
      .filter(({ receiver }) => !receiver?.own)
      .map(({ path, as }) =>
        hides(path, as === undefined ? 'has no screen' : `is displayed differently: ${as}`),
      ),
  ];
}

/** Converts a review finding to a policy finding, with its path in the draft, and amounts and times as people read them. */
function violationOf({ code, path, found, meant, deed }: Finding, network: Network): RuleViolation {
  const value = deed?.is === 'gets' ? deed : found;
  const field = deed?.is === 'field' && found ? deed : undefined;
  return {
    code,
    path: placeOf(code, path),
    detail: (field && countText(field, network)) ?? detailOf(code, value, meant, network),
  };
}

const placeOf = (code: FindingCode, path: string): string => {
  if (code === 'FeeTooHigh') return 'fee';
  if (code === 'Expired' || code === 'WalletNotAllowed') return path;
  if (/^(slots|evidence|network(\.|$))/.test(path)) return path;
  return path === '' ? 'unsignedTx' : `unsignedTx.${path}`;
};

/** Formats a field that is a time, a duration, a share or an amount; undefined for any other. */
function countText({ of, value, text }: FieldDeed, network: Network): string | undefined {
  if (of === 'stake') {
    const [amount, asset] = text.split(' of ');
    return amountIn({ amount: BigInt(amount!), asset: asset! }, network);
  }
  if (typeof value !== 'bigint' && typeof value !== 'number') return undefined;
  const count = BigInt(value);
  if (of === 'time') return dateText(count);
  if (of === 'duration') return durationText(count);
  if (of === 'share') return `${formatAmount(count, 4)}%`;
  return of === 'nAVAX' ? amountWithUnit(count, network.avaxAssetID, network) : undefined;
}

/** Formats the amount of a value with its unit. */
const amountIn = ({ amount = 0n, asset = '' }: Partial<FindingValue>, network: Network): string =>
  asset === created || asset === ''
    ? `${amount} of ${asset}`
    : amountWithUnit(amount, parseID(asset), network);

function detailOf(
  code: FindingCode,
  found: FindingValue | undefined,
  meant: FindingValue | undefined,
  network: Network,
): string {
  const text = (of: Partial<FindingValue>) => amountIn(of, network);
  if (code === 'NotConfirmed')
    return `nothing confirms that ${
      found ? `${text(found)} is all` : 'it is the only NFT that fits'
    }: give the state that it was built from (state, or --utxos on the command line)`;
  if (!found)
    return meant
      ? `${itemOf(meant, network)} is not done`
      : 'its owner is only a claim of whoever made the draft';
  // The ID of an asset is not repeated.
  const limit = () => text({ ...found, amount: meant?.amount ?? 0n }).replace(/ of .*/, '');
  switch (code) {
    case 'FeeTooHigh':
    case 'AmountTooHigh':
      return `${text(found)}, at most ${limit()}`;
    case 'AmountTooLow':
      return `${text(found)}, at least ${limit()}`;
    case 'AmountLeft':
      return `${text(found)} returns, all was to go`;
    case 'ReceiverAmountTooHigh':
    case 'ReceiverAmountDiffers':
      return `${found.text} gets ${text(found)}`;
    default:
      return itemOf(found, network);
  }
}

const mostCharacters = 100;

/** Describes what was found: the receiver, the value of a field, or an item with its units. */
function itemOf(found: FindingValue, network: Network): string {
  const { text, item, asset } = found;
  if (text !== '')
    return text.length > mostCharacters && asset === ''
      ? `${text.slice(0, mostCharacters)}…`
      : text;
  return [item, amountIn(found, network)].filter((part) => part !== undefined).join(', ');
}
