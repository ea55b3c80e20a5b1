import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { blockchainOf } from '../state/state.ts';
import { formatHex } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { lockOf } from '../tx/output.ts';
import { ownerOf, sameSigners } from '../tx/owner.ts';
import type { Draft } from './draft.ts';
import type { Policy, PolicyFinding, SignerFacts } from './policy.ts';
import { allowedReceivers, type Receiver, receiversOf } from './receivers.ts';
import type { Slot } from './slot.ts';
import { spentBy } from './spent.ts';
import { trustOf, unprovenSlots } from './trust.ts';
import { ownedBy, type Wallet } from './wallet.ts';

/** What a signer allows. What is not given is not looked at, but whom change returns to always is. */
export interface PolicyRules {
  /**
   * Who may get something, or a say, beside `own`: X-, P- and C-chain addresses, whose chain is not compared, accounts and
   * managers of L1s as `0x…`, and CB58 validationIDs, whose balance may be filled. Of an owner with several addresses all are
   * needed.
   */
  readonly to?: readonly Address[];
  /**
   * Whose the change must be, and who may get anything: a wallet, whose owners are derived anew, or owners. Without it, the
   * owner of all inputs if that is a single one, else nobody: who adds an input of his own has no claim on the change. Where
   * another owner authorizes, who pays the fee has no claim but on the change.
   */
  readonly own?: Wallet | readonly (Owner | Address)[];
  /** nAVAX. */
  readonly maxFee?: bigint;
  /**
   * Most of each asset that may go elsewhere or be staked: what is consumed less change and fee, by CB58 assetID or `AVAX`.
   * What is not named may not move.
   */
  readonly maxAmounts?: Readonly<Record<string, bigint>>;
  /**
   * Whose the inputs, operations and authorities must be: the signer's `own`; `proven` to be whose the draft says, or own, which is
   * the default; or whoever the draft says (`claimed`).
   */
  readonly inputs?: 'own' | 'proven' | 'claimed';
  /** `platformvm.BaseTx` and the like. */
  readonly types?: readonly string[];
  /** Unix seconds of the caller’s clock, for `maxAge` and `until`. */
  readonly now?: bigint;
  /** Seconds since the draft’s time, and before it: a time that is to come is no way out. */
  readonly maxAge?: bigint;
  /** Unix seconds: from then on nothing is signed. */
  readonly until?: bigint;
}

const policyKeys: readonly string[] = [
  'to',
  'own',
  'maxFee',
  'maxAmounts',
  'inputs',
  'types',
  'now',
  'maxAge',
  'until',
] satisfies readonly (keyof PolicyRules)[];

/** What a policy finds, and what it means. */
export const policyCodes = /* @__PURE__ */ Object.freeze({
  TypeNotAllowed: 'A transaction of this type is not among `types`.',
  ReceiverNotAllowed: 'Somebody who is neither among `to` nor `own` gets something or a say.',
  ChangeNotOwn:
    'What is said to be change goes to somebody else, to an unknown place of the wallet, or under a new lock.',
  FeeTooHigh: 'The fee is above `maxFee`.',
  AmountTooHigh: 'More of an asset leaves than `maxAmounts` has.',
  InputNotProven: 'Only the maker of the draft says who owns what is spent, or who authorizes.',
  InputNotOwn: 'Somebody else owns what is spent, or authorizes.',
  Expired: 'The draft is older than `maxAge`, or `until` is over.',
} as const);

/** A policy with the rules that it was made from. */
export interface RulesPolicy extends Policy {
  readonly rules: PolicyRules;
}

/**
 * A policy from its rules.
 * @throws {AvalancheError} With the path of the rule: `Unsupported`: an unknown key. From its check, under `policy`: `MissingState`: a
 *   limit of time without `now`; `BadText`, `BadChecksum`, `WrongNetwork`, `WrongChain`, `OutOfRange`, `Duplicate`.
 */
export const policyOf = /* @__PURE__ */ guarded(function policyOf(rules: PolicyRules): RulesPolicy {
  return Object.freeze({
    rules,
    findings: (draft: Draft, facts: SignerFacts) => findings(draft, rules, facts),
  });
});

function findings(draft: Draft, policy: PolicyRules, facts: SignerFacts): readonly PolicyFinding[] {
  const unknown = Object.keys(policy).find((key) => !policyKeys.includes(key));
  if (unknown !== undefined)
    throw new AvalancheError('Unsupported', 'is not a known key').at('policy', unknown);
  const { types, maxFee } = policy;
  const { type } = draft.unsignedTx;
  const found: PolicyFinding[] = [];
  if (types && !types.includes(type))
    found.push({ code: 'TypeNotAllowed', path: 'unsignedTx.type', detail: type });
  found.push(...receiverFindings(draft, policy), ...changeFindings(draft, policy));
  if (maxFee !== undefined && draft.fee.total > maxFee)
    found.push({
      code: 'FeeTooHigh',
      path: 'fee',
      detail: `${draft.fee.total} nAVAX, at most ${maxFee}`,
    });
  return [
    ...found,
    ...amountFindings(draft, policy),
    ...timeFindings(draft, policy),
    ...inputFindings(draft, policy, facts),
  ];
}

type IsOwn = (owner: OutputOwners, stakeableUntil: bigint | undefined) => boolean;

/** Whether something goes back, with no lock that the funds did not have, to who is one's own if slots of these kinds are. */
function ownTest(draft: Draft, policy: PolicyRules, kinds: readonly Slot['kind'][]): IsOwn {
  const locks = draft.slots.map((slot) =>
    slot.kind === 'input' ? lockOf(slot.utxo.output) : undefined,
  );
  const isOwner = ownerTest(draft, policy, kinds);
  return (owner, stakeableUntil) =>
    (stakeableUntil === undefined || locks.includes(stakeableUntil)) && isOwner(owner);
}

function ownerTest(
  draft: Draft,
  { own }: PolicyRules,
  kinds: readonly Slot['kind'][],
): (owner: OutputOwners) => boolean {
  if (own && 'owner' in own) return (owner) => ownedBy(own, owner, draft);
  const spent = draft.slots.filter(({ kind }) => kinds.includes(kind)).map(({ owner }) => owner);
  const [first, ...others] = spent;
  const owners = own
    ? own.map((owner, i) =>
        within(['policy', 'own', i], () => outputOwners(owner, blockchainOf(draft), draft.network)),
      )
    : first && others.every((owner) => sameSigners(first, owner))
      ? [first]
      : [];
  return (owner) => owners.some((of) => sameSigners(owner, of) && owner.locktime <= of.locktime);
}

function receiverFindings(draft: Draft, policy: PolicyRules): readonly PolicyFinding[] {
  const { to } = policy;
  if (!to) return [];
  const isAllowed = allowedReceivers(to, draft.network);
  const isOwn = ownTest(draft, policy, ['input', 'operation', 'account', 'auth']);
  const place = (of: Receiver): string => `unsignedTx.${of.path}`;
  return receiversOf(draft)
    .filter((of) => !isAllowed(of) && !(of.owner && isOwn(of.owner, of.stakeableUntil)))
    .map((of) => ({ code: 'ReceiverNotAllowed', path: place(of), detail: of.names.join(', ') }));
}

function changeFindings(draft: Draft, policy: PolicyRules): readonly PolicyFinding[] {
  const { own } = policy;
  const { change, descriptor } = draft;
  const isOwn = ownTest(draft, policy, ['input', 'operation', 'account']);
  const strangers = change.flatMap(
    ({ output, outputIndex, stakeableUntil }): readonly PolicyFinding[] =>
      isOwn(ownerOf(output), stakeableUntil)
        ? []
        : [
            {
              code: 'ChangeNotOwn',
              path: `unsignedTx.outputs[${outputIndex}]`,
              detail: `${output.amount} to ${output.threshold} of ${output.addresses.map(formatHex).join(', ')}`,
            },
          ],
  );
  const isOther =
    descriptor !== undefined && own && 'owner' in own && own.descriptor !== descriptor;
  return isOther
    ? [...strangers, { code: 'ChangeNotOwn', path: 'descriptor', detail: 'of another wallet' }]
    : strangers;
}

function amountFindings(draft: Draft, { maxAmounts }: PolicyRules): readonly PolicyFinding[] {
  if (!maxAmounts) return [];
  const limits = new Map(
    Object.entries(maxAmounts).map(([asset, limit]) => {
      const id = within(['policy', 'maxAmounts', asset], () =>
        asset === 'AVAX' ? draft.network.avaxAssetID : parseID(asset),
      );
      return [formatHex(id), limit] as const;
    }),
  );
  return spentBy(draft).flatMap(({ assetID, name, amount }): readonly PolicyFinding[] => {
    const limit = limits.get(formatHex(assetID)) ?? 0n;
    const detail = `${amount} of ${name}, at most ${limit}`;
    return amount > limit ? [{ code: 'AmountTooHigh', path: 'unsignedTx', detail }] : [];
  });
}

function timeFindings(
  { time }: Draft,
  { now, maxAge, until }: PolicyRules,
): readonly PolicyFinding[] {
  if (maxAge === undefined && until === undefined) return [];
  if (now === undefined)
    throw new AvalancheError('MissingState', 'is needed for a limit of time', { what: 'time' }).at(
      'policy',
      'now',
    );
  const found = (detail: string): PolicyFinding => ({ code: 'Expired', path: 'time', detail });
  return [
    ...(maxAge !== undefined && (now - time > maxAge || time - now > maxAge)
      ? [found(`${now - time} seconds old`)]
      : []),
    ...(until !== undefined && now >= until ? [found(`it was good until ${until}`)] : []),
  ];
}

function inputFindings(
  draft: Draft,
  { inputs }: PolicyRules,
  facts: SignerFacts,
): readonly PolicyFinding[] {
  const proofs = trustOf(draft, facts);
  if (inputs === 'claimed') return [];
  const strangers = proofs
    .filter(({ isOwn, status }) => inputs === 'own' && !isOwn && status === 'proven')
    .map(
      ({ slot }): PolicyFinding => ({
        code: 'InputNotOwn',
        path: `slots[${slot}]`,
        detail: 'somebody else owns it, or signs for it with the signer',
      }),
    );
  return [...unprovenSlots(proofs), ...strangers];
}
