import type { Draft } from '../../draft/draft.ts';
import type { Policy, SignerFacts } from '../../draft/policy.ts';
import type { SlotProof } from '../../draft/proofs.ts';
import { trustOf, unprovenSlots } from '../../draft/trust.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { ordinaryFee } from '../../fee/tariff.ts';
import { differenceOf } from '../../network/constants.ts';
import { fuji, local, mainnet } from '../../network/known.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { ledgerScreens } from '../hardware/screens.ts';
import { limitsOf } from './budgets.ts';
import { fieldViolations } from './fields.ts';
import { keptRules } from './kept.ts';
import { changeViolations, ownOwners, receiverViolations } from './owners.ts';
import type { PolicyRules, RuleViolation } from './rules.ts';
import { spentBy } from './spent.ts';

/** A policy with the rules that it was made from. */
export interface RulesPolicy extends Policy {
  /** The rules of the policy. */
  readonly rules: PolicyRules;
  /** What the policy objects to. */
  findings(draft: Draft, facts: SignerFacts): readonly RuleViolation[];
}

/**
 * A policy from its rules. Whatever a transaction does that the rules do not mention is a finding.
 * @throws {AvalancheError} With the path of the rule, under `policy`: `MissingState`: no network, or a limit of time without `now`;
 *   `Unsupported`: an unknown key; `BadArgument`: a value of the wrong type, like undefined, or an object with keys that are not its
 *   own. From its check: `BadText`, `BadChecksum`,
 *   `WrongNetwork`, `WrongChain`, `OutOfRange`, `Duplicate`; as `prove`.
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

function verifyRules({ network, maxAge, until, now }: PolicyRules): void {
  if (network === undefined) throw missing('network', 'a policy is for one network').at('network');
  if ((maxAge !== undefined || until !== undefined) && now === undefined)
    throw missing('time', 'is needed for a limit of time').at('now');
}

const missing = (what: string, why: string): AvalancheError =>
  new AvalancheError('MissingState', why, { what });

function violations(
  draft: Draft,
  rules: PolicyRules,
  facts: SignerFacts,
): readonly RuleViolation[] {
  const { unsignedTx, fee } = draft;
  const { types, maxFee = ordinaryFee } = rules;
  const wrongNetwork = networkViolations(draft, rules);
  // Addresses of the policy are of its network.
  if (wrongNetwork.length > 0) return wrongNetwork;
  const proofs = trustOf(draft, facts);
  const ownOf = (what: 'change' | 'anything') =>
    within(['policy', 'own'], () => ownOwners(what, draft, rules, proofs, facts));
  const found = (code: RuleViolation['code'], path: string, detail: string): RuleViolation => ({
    code,
    path,
    detail,
  });
  return [
    ...(types && !types.includes(unsignedTx.type)
      ? [found('TypeNotAllowed', 'unsignedTx.type', unsignedTx.type)]
      : []),
    ...inputViolations(draft, rules, proofs),
    ...receiverViolations(draft, rules, ownOf('anything')),
    ...changeViolations(draft, rules.own, ownOf('change')),
    ...amountViolations(draft, rules),
    ...(fee.total > maxFee
      ? [found('FeeTooHigh', 'fee', `${fee.total} nAVAX, at most ${maxFee}`)]
      : []),
    ...fieldViolations(draft, rules),
    ...deviceViolations(draft, rules),
    ...timeViolations(draft, rules),
  ];
}

function networkViolations(
  { network }: Draft,
  { network: needed }: PolicyRules,
): readonly RuleViolation[] {
  const { name, networkID } = network;
  const known = [mainnet, fuji, local].find((of) => of.name === needed || of.networkID === needed);
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

/** An authority that the policy names may be used by whoever it is: the signature that counts there is allowed. */
function inputViolations(
  { slots }: Draft,
  { inputs = 'proven', evidence, authorities = [] }: PolicyRules,
  all: readonly SlotProof[],
): readonly RuleViolation[] {
  const proofs = all.filter(({ slot }) => {
    const of = slots[slot]!;
    return of.kind !== 'auth' || !authorities.includes(formatID(of.of));
  });
  const of = (code: RuleViolation['code'], detail: string, wrong: readonly SlotProof[]) =>
    wrong.map(({ slot }): RuleViolation => ({ code, path: `slots[${slot}]`, detail }));
  const unproven = proofs.filter(({ status }) => status !== 'proven');
  return [
    ...(inputs === 'claimed' ? [] : (unprovenSlots(proofs) as readonly RuleViolation[])),
    ...(inputs === 'own'
      ? of(
          'InputNotOwn',
          'not all of its addresses are the signer’s own',
          proofs.filter(({ isOwn, status }) => !isOwn && status === 'proven'),
        )
      : []),
    ...(evidence === 'required' ? of('EvidenceMissing', 'nothing proves its owner', unproven) : []),
  ];
}

function amountViolations(draft: Draft, { amounts = {} }: PolicyRules): readonly RuleViolation[] {
  const limits = within(['policy'], () => limitsOf(amounts, draft.network));
  return spentBy(draft).flatMap(({ assetID, name, amount }): readonly RuleViolation[] => {
    const limit = limits.get(formatHex(assetID)) ?? 0n;
    const detail = `${amount} of ${name}, at most ${limit}`;
    return amount > limit ? [{ code: 'AmountTooHigh', path: 'unsignedTx', detail }] : [];
  });
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
  { now = 0n, maxAge, until }: PolicyRules,
): readonly RuleViolation[] {
  const found = (detail: string): RuleViolation => ({ code: 'Expired', path: 'time', detail });
  return [
    ...(maxAge !== undefined && (now - time > maxAge || time - now > maxAge)
      ? [found(`${now - time} seconds old`)]
      : []),
    ...(until !== undefined && now >= until ? [found(`it was good until ${until}`)] : []),
  ];
}
