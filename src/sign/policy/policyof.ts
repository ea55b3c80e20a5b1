/**
 * Policies from rules. The rules are copied, checked and frozen, then compared with a draft by the same review that compares intents.
 * Whatever no rule allows is a finding.
 */

import type { Intent } from '../../builder/intents/table.ts';
import type { Draft, Policy, SignerKnowledge } from '../../draft/draft.ts';
import { withReading } from '../../draft/reading.ts';
import { asBytes, badArgument, isBytes, isPlainObject } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { deepCopy } from '../../errors/frozen.ts';
import { ordinaryFee } from '../../fee/transactions.ts';
import { parseAddress } from '../../network/address.ts';
import { differenceOf, knownNetworks } from '../../network/known.ts';
import type { Network } from '../../network/network.ts';
import type { Finding, FindingCode } from '../../review/codes.ts';
import { chainText, type Told } from '../../review/deeds.ts';
import type { Expectation, GetsTerm, Term } from '../../review/expectation.ts';
import { expectationOf } from '../../review/intents.ts';
import { accountKey, created, receiverKey, validationKey } from '../../review/receivers.ts';
import { type ReviewContext, review } from '../../review/review.ts';
import { anObject, checkArgument } from '../../schema/check.ts';
import { type Address, addressBytes, type Owner } from '../../state/owner.ts';
import { parseAccount } from '../../text/account.ts';
import { formatHex } from '../../text/hex.ts';
import { formatID, parseID } from '../../text/id.ts';
import { ownPolicy, verifyProofs } from '../allow.ts';
import { ledgerScreens } from '../hardware/screens.ts';
import {
  isWallet,
  type PolicyRules,
  policyRules,
  type ReceiverRule,
  type RuleViolation,
} from './rules.ts';

/**
 * Returns what a policy expects of a transaction: at most what its rules name.
 * @throws {AvalancheError} Under `policy` and the rule: as `parseAddress`, `parseID`; `Duplicate`: an asset under two names, or a receiver
 *   that is listed with a limit and without.
 */
function expectationOfRules(rules: PolicyRules, network: Network): Expectation {
  const { to = [], items = [], chains, nonces, fields = {}, amounts = {} } = rules;
  const { maxFee = ordinaryFee, inputs = 'proven', evidence, own, types, authorities } = rules;
  const listed = (
    by: 'nodeIDs' | 'authorities' | 'chains' | 'nonces',
    allowed: readonly string[] | undefined,
  ): readonly Term[] => (allowed ? [{ is: 'field', as: by, by, allows: allowed }] : []);
  return within(['policy'], () => ({
    exact: false,
    terms: [
      ...within(['to'], () => termsOf(to, network, 'to')),
      ...items.map(({ to: its, type: what, assetID: asset, ...item }, i): Term => {
        const as = `items[${i}]`;
        const receivers =
          its && within(['items', i, 'to'], () => termsOf(its, network, `${as}.to`));
        return { is: 'item', as, what, asset, ...item, ...(receivers && { to: receivers }) };
      }),
      ...listed('nodeIDs', rules.nodeIDs),
      ...listed('authorities', authorities),
      ...listed(
        'chains',
        chains?.map((of, i) =>
          within(['chains', i], () => chainText(chainID(of, network), network)),
        ),
      ),
      ...listed(
        'nonces',
        nonces &&
          Object.entries(nonces).map(([account, nonce]) => `${account.toLowerCase()} ${nonce}`),
      ),
      ...Object.entries(fields).map(
        ([at, allows]): Term => ({
          is: 'field',
          as: `fields.${at}`,
          by: 'fields',
          at: [at],
          allows,
        }),
      ),
    ],
    ...(types && { types }),
    ...(own && { own }),
    ...(evidence && { evidence }),
    ...(authorities && { authorities }),
    inputs,
    amounts: amountsOf(amounts, network),
    maxFee,
  }));
}

/** Returns the limits by asset. */
function amountsOf(
  amounts: Readonly<Record<string, bigint>>,
  network: Network,
): Record<string, bigint> {
  const all: Record<string, bigint> = {};
  for (const [asset, limit] of Object.entries(amounts))
    within(['amounts', asset], () => {
      const id =
        asset === created
          ? created
          : asset === 'AVAX'
            ? formatID(network.avaxAssetID)
            : formatID(parseID(asset));
      if (Object.hasOwn(all, id))
        throw new AvalancheError('Duplicate', 'the asset is named twice, with two limits');
      all[id] = limit;
    });
  return all;
}

function termsOf(
  to: readonly (Address | Owner | ReceiverRule)[],
  network: Network,
  as: string,
): readonly GetsTerm[] {
  const terms = to.map((of, i) =>
    within([i], (): GetsTerm => {
      const isRule = typeof of === 'object' && 'to' in of;
      const rule: ReceiverRule = isRule ? of : { to: of };
      const what = within(isRule ? ['to'] : [], () => keyOf(rule.to, rule.stakeableUntil, network));
      return {
        is: 'gets',
        as: `${as}[${i}]`,
        what,
        text: what,
        ...(rule.at && { at: rule.at }),
        ...(rule.amounts && { amounts: amountsOf(rule.amounts, network) }),
      };
    }),
  );
  terms.forEach((of, i) => {
    if (terms.slice(0, i).some((before) => contradicts(before, of)))
      throw new AvalancheError(
        'Duplicate',
        'the receiver is listed twice, once with a limit and once without',
      ).at(i);
  });
  return terms;
}

/** Whether two terms name the same receiver in the same place, one with a limit and one without, which would void the limit. */
const contradicts = (a: GetsTerm, b: GetsTerm): boolean =>
  a.what === b.what &&
  !a.amounts !== !b.amounts &&
  (!a.at || !b.at || a.at.some((place) => b.at!.includes(place)));

function keyOf(of: Address | Owner, stakeableUntil: bigint | undefined, network: Network): string {
  if (typeof of === 'string') {
    if (of.startsWith('0x')) return accountKey(formatHex(parseAccount(of)));
    if (!of.includes('-')) return validationKey(formatID(parseID(of)));
  }
  const bytes = (address: Address): Uint8Array =>
    typeof address === 'string'
      ? parseAddress(address, network).bytes
      : addressBytes(address, network.chains.P, network);
  if (typeof of === 'string' || of instanceof Uint8Array)
    return receiverKey({ threshold: 1, addresses: [bytes(of)] }, stakeableUntil);
  const addresses = of.addresses.map((address, i) =>
    within(['addresses', i], () => bytes(address)),
  );
  return receiverKey({ ...of, addresses }, stakeableUntil);
}

/** Returns the id of a chain from its letter or CB58. */
function chainID(chain: string, { chains }: Network): Uint8Array {
  const known = Object.hasOwn(chains, chain) ? chains[chain as keyof typeof chains] : undefined;
  return known?.blockchainID ?? parseID(chain);
}

/**
 * Returns a frozen copy of the rules, which shares nothing with the argument except a wallet.
 * @throws {AvalancheError} With the path of the rule: `Unsupported`: an unknown key; `BadArgument`: a value of the wrong type, or an
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

/**
 * Returns the policy that allows exactly what an intent says. Use it to sign a draft that someone else built from your intent.
 *
 * What the intent leaves to the builder must be confirmed: an amount of `max` by `state`, by `least`, or because the draft was built here
 * from such an intent. Otherwise it is a finding.
 * @param options `change`: who may receive the change; `maxFee`, in nAVAX: 0.1 AVAX if omitted; `state` and `least`: what confirms `max`.
 * @example
 * import { parseIntent } from 'avalanche-tx/build';
 * import { readFileSync } from 'node:fs';
 * const { intent } = parseIntent(readFileSync('examples/intents/P.BaseTx.json', 'utf8'), 'P');
 * typeof policyOfIntent(intent).findings; // 'function'
 */
export const policyOfIntent = (
  intent: Intent,
  options: Pick<ReviewContext, 'change' | 'maxFee' | 'state' | 'least'> = {},
): Policy => {
  checkArgument(options, anObject, 'options');
  const expect = expectationOf(intent);
  const { change, maxFee, state, least } = options;
  const own = deepCopy({ change, maxFee, state, least });
  const limits = Object.fromEntries(Object.entries(own).filter(([, limit]) => limit !== undefined));
  return ownPolicy({
    findings: (draft: Draft, knowledge: SignerKnowledge) =>
      review(draft, { ...knowledge, ...limits, expect }).map(violationOf),
  });
};

/** A policy that is made of rules. */
export interface RulesPolicy extends Policy {
  /** The rules of the policy. */
  readonly rules: PolicyRules;
  /** Lists everything in a draft that the policy does not allow. */
  findings(draft: Draft, knowledge: SignerKnowledge): readonly RuleViolation[];
}

/**
 * Creates a policy from rules. Whatever a transaction does that the rules do not allow is a finding.
 * @throws {AvalancheError} With the path of the rule, under `policy`: `Unsupported`: an unknown key; `BadArgument`: no network, a value
 *   of the wrong type, such as undefined, or an object with inherited keys. From
 *   its check: `BadText`, `BadChecksum`, `WrongNetwork`, `WrongChain`, `OutOfRange`, `Duplicate`; `MissingState`: a time limit without
 *   `time`; as `prove`.
 * @example
 * const policy = policyOf({ network: 'fuji', amounts: { AVAX: 1_000_000_000n } });
 * policy.rules.network; // 'fuji'
 */
export function policyOf(rules: PolicyRules): RulesPolicy {
  const kept = within(['policy'], () => {
    return keptRules(rules);
  });
  const read = new WeakMap<Network, Expectation>();
  // Cached only for known networks and those of the rules, which are frozen; a network in `knowledge` may change.
  const expectationOn = (network: Network): Expectation => {
    const made = read.get(network) ?? expectationOfRules(kept, network);
    if (network === kept.network || knownNetworks.includes(network)) read.set(network, made);
    return made;
  };
  return ownPolicy({
    rules: kept,
    findings: (draft: Draft, knowledge: SignerKnowledge) => {
      checkArgument(knowledge, anObject, 'knowledge');
      return withReading(['draft'], draft, (reading) =>
        violations(reading.draft, kept, knowledge, expectationOn),
      );
    },
  });
}

const missing = (what: string, why: string): AvalancheError =>
  new AvalancheError('MissingState', why, { what });

function violations(
  draft: Draft,
  rules: PolicyRules,
  knowledge: SignerKnowledge,
  expectationOn: (network: Network) => Expectation,
): readonly RuleViolation[] {
  const wrongNetwork = networkViolations(draft, rules);
  // The policy's addresses belong to its network.
  if (wrongNetwork.length > 0) return wrongNetwork;
  verifyProofs(draft, knowledge);
  const { own } = rules;
  const network = networkBy(rules, knowledge);
  if (!network)
    return [
      {
        code: 'NetworkClaimed',
        path: 'network',
        detail: 'only the maker of the draft says what its parameters are: give them in the policy',
      },
    ];
  const isOther =
    draft.descriptor !== undefined && own && 'owner' in own && own.descriptor !== draft.descriptor;
  return [
    ...review(draft, {
      ...knowledge,
      network,
      expect: expectationOn(network),
    }).map(violationOf),
    ...(isOther
      ? [
          {
            code: 'WalletNotAllowed',
            path: 'descriptor',
            detail: 'names another wallet',
          } as const,
        ]
      : []),
    ...deviceViolations(draft, rules),
    ...timeViolations(draft, rules, knowledge),
  ];
}

/** Returns the parameters of the network of a policy. */
const networkBy = ({ network }: PolicyRules, knowledge: SignerKnowledge): Network | undefined =>
  typeof network === 'object'
    ? network
    : [...knownNetworks, knowledge.network].find(
        (of) => of && (of.name === network || of.networkID === network),
      );

function networkViolations(
  { network }: Draft,
  { network: needed }: PolicyRules,
): readonly RuleViolation[] {
  const { name, networkID } = network;
  const known = knownNetworks.find((of) => of.name === needed || of.networkID === needed);
  if (typeof needed === 'object') {
    const different = differenceOf(network, needed) ?? differenceOf(needed, network);
    const path = ['network', ...(different ?? [])].join('.');
    const detail = `${name} (${networkID}) differs from the network of the policy`;
    return different ? [{ code: 'NetworkNotAllowed', path, detail }] : [];
  }
  const isSame = known
    ? networkID === known.networkID && name === known.name
    : needed === name || needed === networkID;
  const detail = `${name} (${networkID}), ${needed} is needed`;
  return isSame ? [] : [{ code: 'NetworkNotAllowed', path: 'network', detail }];
}

/** Lists everything that the device does not display exactly, except what the wallet in `own` receives. */
function deviceViolations(draft: Draft, { device, own }: PolicyRules): readonly RuleViolation[] {
  if (device === undefined) return [];
  const account = own && 'owner' in own && 'path' in own ? own : undefined;
  const { hidden, unreadable } = ledgerScreens(draft, {
    app: device,
    ...(account && { account: account as typeof own & { readonly path: string } }),
  });
  const shown = hidden.filter(({ receiver }) => !receiver?.own);
  return [
    ...(unreadable === undefined
      ? []
      : [{ code: 'NotDisplayed', path: 'unsignedTx', detail: unreadable } as const]),
    ...shown.map(
      ({ path, as }): RuleViolation => ({
        code: 'NotDisplayed',
        path: `unsignedTx.${path}`,
        detail: as === undefined ? 'has no screen' : `is displayed differently: ${as}`,
      }),
    ),
  ];
}

function timeViolations(
  { time }: Draft,
  { maxAge, until }: PolicyRules,
  { time: now }: SignerKnowledge,
): readonly RuleViolation[] {
  if (maxAge === undefined && until === undefined) return [];
  if (now === undefined) throw missing('time', 'is needed for a limit of time').at('time');
  const found = (detail: string): RuleViolation => ({ code: 'Expired', path: 'time', detail });
  return [
    ...(maxAge !== undefined && (now - time > maxAge || time - now > maxAge)
      ? [found(`${now - time} seconds old`)]
      : []),
    ...(until !== undefined && now >= until ? [found(`it was good until ${until}`)] : []),
  ];
}

/** Converts a review finding to a policy finding, with its path in the draft and amounts in smallest units. */
function violationOf({ code, path, found, meant, deed }: Finding): RuleViolation {
  return {
    code,
    path: placeOf(code, path),
    detail: detailOf(code, deed?.is === 'gets' ? deed : found, meant),
  };
}

const placeOf = (code: FindingCode, path: string): string => {
  if (code === 'FeeTooHigh') return 'fee';
  if (/^(slots|evidence|network$)/.test(path)) return path;
  return path === '' ? 'unsignedTx' : `unsignedTx.${path}`;
};

function detailOf(code: FindingCode, found: Told | undefined, meant: Told | undefined): string {
  if (code === 'NotConfirmed')
    return found
      ? `nothing confirms that ${found.amount ?? 0n} of ${found.asset} is all`
      : 'nothing confirms that it is the only NFT that fits';
  if (!found)
    return meant ? `${itemOf(meant)} is not done` : 'only the maker of the draft says who owns it';
  const { text, amount = 0n, asset } = found;
  switch (code) {
    case 'FeeTooHigh':
      return `${amount} nAVAX, at most ${meant?.amount ?? 0n}`;
    case 'AmountTooLow':
      return `${amount} of ${asset}, at least ${meant?.amount ?? 0n}`;
    case 'AmountLeft':
      return `${amount} of ${asset} returns, all was to go`;
    case 'AmountTooHigh':
      return `${amount} of ${asset}, at most ${meant?.amount ?? 0n}`;
    case 'ReceiverAmountTooHigh':
    case 'ReceiverAmountDiffers':
      return `${text} gets ${amount} of ${asset}`;
    default:
      return itemOf(found);
  }
}

const mostCharacters = 100;

/** Describes what was found: the receiver, the value of a field, or an item with its units. */
function itemOf({ text, item, amount = 0n, asset }: Told): string {
  if (text !== '')
    return text.length > mostCharacters && asset === ''
      ? `${text.slice(0, mostCharacters)}…`
      : text;
  return [item, `${amount} of ${asset}`].filter((part) => part !== undefined).join(', ');
}
