import type { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import type { Draft } from '../../draft/draft.ts';
import type { SignerFacts } from '../../draft/policy.ts';
import { ownerTest, type SlotProof } from '../../draft/proofs.ts';
import { ownedBy } from '../../draft/wallet.ts';
import { formatPath, within } from '../../errors/error.ts';
import { parseAddress } from '../../network/address.ts';
import { type Address, type Owner, outputOwners } from '../../state/owner.ts';
import { blockchainOf } from '../../state/state.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { flowsOf } from '../../tx/flows.ts';
import { ownerKey, ownerOf, sameSigners } from '../../tx/owner.ts';
import type { Owners } from '../../tx/types.ts';
import { type Budgets, budgetFor, budgetsOf, hasRoom, take } from './budgets.ts';
import { type ItemVerdict, itemVerdicts } from './items.ts';
import { created, type Receiver, receiverKey, receiversOf } from './receivers.ts';
import type { PolicyRules, RuleViolation } from './rules.ts';

/** Whether an owner is one's own; `stakeableUntil` is a lock around what it receives. */
export type IsOwn = (
  owner: OutputOwners,
  stakeableUntil: bigint | undefined,
  assetID: Receiver['assetID'],
) => boolean;

/**
 * Whether something goes back to the signer's own, with no lock that the inputs did not have.
 * @param what Who pays the fee for what somebody else authorizes may get change, but nothing else.
 */
export function ownOwners(
  what: 'change' | 'anything',
  draft: Draft,
  { own }: PolicyRules,
  proofs: readonly SlotProof[],
  facts: SignerFacts,
): IsOwn {
  const isOwner = own ? ruleTest(draft, own) : defaultTest(what, draft, proofs, facts);
  const isLockKept = lockTest(draft);
  const latest = latestTest(draft, proofs);
  return (owner, stakeableUntil, assetID) =>
    (stakeableUntil === undefined || isLockKept(owner, stakeableUntil, assetID)) &&
    // A locktime that inputs of the same owner had is over: as it would be without one.
    isOwner(owner.locktime <= latest(owner) ? { ...owner, locktime: 0n } : owner);
}

/** Whether what an owner can only stake is no more than before. */
function lockTest({ slots, unsignedTx, network, time }: Draft): (...of: LockOf) => boolean {
  const utxos = slots.flatMap((slot) => (slot.kind === 'input' ? [slot.utxo] : []));
  const { locks } = flowsOf(unsignedTx, { avaxAssetID: network.avaxAssetID, utxos, time });
  const key = (owner: Owners, stakeableUntil: bigint, assetID: Uint8Array): string =>
    `${receiverKey(owner, stakeableUntil)} ${formatHex(assetID)}`;
  const grown = new Set(
    locks.flatMap(({ owner, locktime, assetID, added }) =>
      owner && added > 0n ? [key(owner, locktime, assetID)] : [],
    ),
  );
  return (owner, stakeableUntil, assetID) =>
    assetID !== created && !grown.has(key(owner, stakeableUntil, assetID));
}
type LockOf = readonly [owner: OutputOwners, stakeableUntil: bigint, asset: Receiver['assetID']];

/** The latest locktime that an input is proven to have had of the same addresses and threshold; 0 if there is none. */
function latestTest(
  { slots }: Draft,
  proofs: readonly SlotProof[],
): (owner: OutputOwners) => bigint {
  const latest = new Map<string, bigint>();
  slots.forEach(({ kind, owner }, i) => {
    const key = ownerKey({ ...owner, locktime: 0n });
    if (
      kind === 'input' &&
      proofs[i]?.status === 'proven' &&
      owner.locktime > (latest.get(key) ?? 0n)
    )
      latest.set(key, owner.locktime);
  });
  return (owner) =>
    owner.locktime === 0n ? 0n : (latest.get(ownerKey({ ...owner, locktime: 0n })) ?? 0n);
}

function ruleTest(draft: Draft, own: NonNullable<PolicyRules['own']>) {
  if ('owner' in own) return (owner: OutputOwners) => ownedBy(own, owner, draft);
  const owners = own.map((owner, i) =>
    within([i], () => outputOwners(anyChain(owner, draft), blockchainOf(draft), draft.network)),
  );
  return (owner: OutputOwners) =>
    owners.some((of) => sameSigners(owner, of) && owner.locktime <= of.locktime);
}

/** The chain of an address is not compared. */
function anyChain(owner: Owner | Address, { network }: Draft): Owner | Address {
  const bytes = (of: Address): Address =>
    typeof of === 'string' ? parseAddress(of, network).bytes : of;
  return typeof owner === 'string' || owner instanceof Uint8Array
    ? bytes(owner)
    : { ...owner, addresses: owner.addresses.map(bytes) };
}

/** The signer's own addresses without a lock, and the owner of all inputs if it is proven: nothing is lost that returns to it. */
function defaultTest(
  what: 'change' | 'anything',
  draft: Draft,
  proofs: readonly SlotProof[],
  { own = [] }: SignerFacts,
) {
  const isSigner = ownerTest(draft, own);
  const spending = draft.slots.flatMap((slot, i) => (slot.kind === 'auth' ? [] : [i]));
  const [first, ...others] = spending.map((i) => draft.slots[i]!.owner);
  // An account of the C-chain cannot receive an output: its 20 bytes are no address.
  const isSole =
    first !== undefined &&
    draft.slots.every(({ kind }) => kind !== 'account') &&
    others.every((owner) => sameSigners(first, owner));
  const isKnown = spending.every((i) => proofs[i]!.isOwn || proofs[i]!.status === 'proven');
  const mayHave =
    what === 'change' ||
    draft.slots.every(({ kind, owner }) => kind !== 'auth' || (first && sameSigners(first, owner)));
  return (owner: OutputOwners): boolean =>
    (isSigner(owner) && owner.locktime === 0n) ||
    (isSole && isKnown && mayHave && sameSigners(owner, first) && owner.locktime === 0n);
}

/** Who receives something, or a say, and is neither in the policy nor one's own, or gets more than it says; items that no rule allows. */
export function receiverViolations(
  draft: Draft,
  { to = [], items = [] }: PolicyRules,
  isOwn: IsOwn,
): readonly RuleViolation[] {
  const { unsignedTx, network } = draft;
  const budgets = within(['policy', 'to'], () => budgetsOf(to, network));
  const others = receiversOf(draft).filter(
    ({ owner, stakeableUntil, assetID }) => !(owner && isOwn(owner, stakeableUntil, assetID)),
  );
  const verdicts = itemVerdicts({ unsignedTx, network }, items, others, budgets);
  const ofItems = new Map(
    verdicts.flatMap(({ receivers, budgets: own }) => receivers.map((of) => [of, own] as const)),
  );
  return [
    ...others.flatMap((of) => receiverViolation(of, ofItems.get(of) ?? budgets)),
    ...verdicts.flatMap(itemViolation),
  ];
}

function receiverViolation(of: Receiver, budgets: Budgets): readonly RuleViolation[] {
  const budget = budgetFor(budgets, of);
  const path = `unsignedTx.${of.path}`;
  if (!budget) return [{ code: 'ReceiverNotAllowed', path, detail: of.text }];
  const isAllowed = hasRoom(budget, of);
  take(budget, of);
  if (isAllowed) return [];
  const asset = of.assetID === created ? created : formatID(of.assetID);
  const detail = `${of.text} gets ${of.amount} of ${asset}`;
  return [{ code: 'ReceiverAmountTooHigh', path, detail }];
}

function itemViolation({ item, rule, isTooMany }: ItemVerdict): readonly RuleViolation[] {
  if (rule && !isTooMany) return [];
  const limit = rule ? `, at most ${rule.units} are allowed` : '';
  return [
    {
      code: 'ItemNotAllowed',
      path: `unsignedTx.${formatPath(item.path)}`,
      detail: `${item.type} of ${item.units} of ${item.assetID}${limit}`,
    },
  ];
}

/** Change that goes to somebody else. */
export function changeViolations(
  { change, descriptor }: Draft,
  own: PolicyRules['own'],
  isOwn: IsOwn,
): readonly RuleViolation[] {
  const strangers = change.flatMap(
    ({ output, outputIndex, stakeableUntil, assetID }): readonly RuleViolation[] =>
      isOwn(ownerOf(output), stakeableUntil, assetID)
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
