import type { Draft } from '../../draft/draft.ts';
import type { Policy, SignerFacts } from '../../draft/policy.ts';
import { AvalancheError, within } from '../../errors/error.ts';

import { differenceOf } from '../../network/constants.ts';
import { knownNetworks } from '../../network/known.ts';
import type { Network } from '../../network/network.ts';
import { review } from '../../review/review.ts';
import { ledgerScreens } from '../hardware/screens.ts';
import { expectationOfRules } from './expected.ts';
import { keptRules } from './kept.ts';
import type { PolicyRules, RuleViolation } from './rules.ts';
import { verifyProofs, violationOf } from './violation.ts';

/** A policy with the rules that it was made from. */
export interface RulesPolicy extends Policy {
  /** The rules of the policy. */
  readonly rules: PolicyRules;
  /** What the policy objects to. */
  findings(draft: Draft, facts: SignerFacts): readonly RuleViolation[];
}

/**
 * A policy from its rules. Whatever a transaction does that the rules do not mention is a finding.
 * @throws {AvalancheError} With the path of the rule, under `policy`: `MissingState`: no network;
 *   `Unsupported`: an unknown key; `BadArgument`: a value of the wrong type, like undefined, or an object with keys that are not its
 *   own. From its check: `BadText`, `BadChecksum`,
 *   `WrongNetwork`, `WrongChain`, `OutOfRange`, `Duplicate`; `MissingState`: a limit of time without `time`; as `prove`.
 * @example
 * const policy = policyOf({ network: 'fuji', amounts: { AVAX: 1_000_000_000n } });
 * policy.rules.network; // 'fuji'
 */
export function policyOf(rules: PolicyRules): RulesPolicy {
  const kept = within(['policy'], () => {
    const all = keptRules(rules);
    verifyRules(all);
    return all;
  });
  return Object.freeze({
    rules: kept,
    findings: (draft: Draft, facts: SignerFacts) => violations(draft, kept, facts),
  });
}

function verifyRules({ network }: PolicyRules): void {
  if (network === undefined) throw missing('network', 'a policy is for one network').at('network');
}

const missing = (what: string, why: string): AvalancheError =>
  new AvalancheError('MissingState', why, { what });

function violations(
  draft: Draft,
  rules: PolicyRules,
  facts: SignerFacts,
): readonly RuleViolation[] {
  const wrongNetwork = networkViolations(draft, rules);
  // Addresses of the policy are of its network.
  if (wrongNetwork.length > 0) return wrongNetwork;
  verifyProofs(draft, facts);
  const { own } = rules;
  const network = networkBy(rules, facts);
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
      ...facts,
      network,
      expect: expectationOfRules(rules, network),
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
    ...timeViolations(draft, rules, facts),
  ];
}

/** The parameters of the network that a policy is for. */
const networkBy = ({ network }: PolicyRules, facts: SignerFacts): Network | undefined =>
  typeof network === 'object'
    ? network
    : [...knownNetworks, facts.network].find(
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

/** Everything that the device does not display exactly, but what a wallet receives that the policy names. */
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
  { time: now }: SignerFacts,
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
