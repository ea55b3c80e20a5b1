import type { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import type { Draft } from '../../draft/draft.ts';
import type { SignerFacts } from '../../draft/policy.ts';
import { ownerTest, type SlotProof } from '../../draft/proofs.ts';
import { ownedBy } from '../../draft/wallet.ts';
import { within } from '../../errors/error.ts';
import { parseAddress } from '../../network/address.ts';
import type { Network } from '../../network/network.ts';
import { type Address, addressBytes, type Owner, outputOwners } from '../../state/owner.ts';
import { blockchainOf } from '../../state/state.ts';
import { parseAccount } from '../../text/account.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID, parseID } from '../../text/id.ts';
import { lockOf } from '../../tx/output.ts';
import { ownerOf, sameSigners } from '../../tx/owner.ts';
import { itemRulesOf } from './items.ts';
import { accountKey, type Receiver, receiverKey, receiversOf, validationKey } from './receivers.ts';
import type { PolicyRules, ReceiverRule, RuleViolation } from './rules.ts';

/** Whether an owner is one's own; `stakeableUntil` is a lock around what it receives. */
export type IsOwn = (owner: OutputOwners, stakeableUntil: bigint | undefined) => boolean;

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
  const locks = draft.slots.map((slot) =>
    slot.kind === 'input' ? lockOf(slot.utxo.output) : undefined,
  );
  const isOwner = own ? ruleTest(draft, own) : defaultTest(what, draft, proofs, facts);
  return (owner, stakeableUntil) =>
    (stakeableUntil === undefined || locks.includes(stakeableUntil)) && isOwner(owner);
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
  const isSole = first !== undefined && others.every((owner) => sameSigners(first, owner));
  const isKnown = spending.every((i) => proofs[i]!.isOwn || proofs[i]!.status === 'proven');
  const mayHave =
    what === 'change' ||
    draft.slots.every(({ kind, owner }) => kind !== 'auth' || (first && sameSigners(first, owner)));
  return (owner: OutputOwners): boolean =>
    (isSigner(owner) && owner.locktime === 0n) ||
    (isSole && isKnown && mayHave && sameSigners(owner, first) && owner.locktime <= first.locktime);
}

/** Who receives something, or a say, and is neither in the policy nor one's own. */
export function receiverViolations(
  draft: Draft,
  { to = [], items = [] }: PolicyRules,
  isOwn: IsOwn,
): readonly RuleViolation[] {
  const allowed = within(['policy', 'to'], () => keysOf(to, draft.network));
  const ofItems = itemRulesOf(draft.unsignedTx, items).map((rule, i) =>
    within(['policy', 'items', i, 'to'], () => keysOf(rule?.to ?? [], draft.network)),
  );
  const isAllowed = (of: Receiver): boolean => {
    const place = /^operations\[(\d+)\]/.exec(of.path);
    return allowed.has(of.key) || (place !== null && ofItems[Number(place[1])]!.has(of.key));
  };
  return receiversOf(draft)
    .filter((of) => !isAllowed(of) && !(of.owner && isOwn(of.owner, of.stakeableUntil)))
    .map((of) => ({
      code: 'ReceiverNotAllowed',
      path: `unsignedTx.${of.path}`,
      detail: of.text,
    }));
}

const keysOf = (to: readonly (Address | ReceiverRule)[], network: Network): ReadonlySet<string> =>
  new Set(to.map((of, i) => within([i], () => keyOf(of, network))));

function keyOf(of: Address | ReceiverRule, network: Network): string {
  if (typeof of === 'string') {
    if (of.startsWith('0x')) return accountKey(formatHex(parseAccount(of)));
    if (!of.includes('-')) return validationKey(formatID(parseID(of)));
    return receiverKey({ threshold: 1, addresses: [parseAddress(of, network).bytes] });
  }
  if (of instanceof Uint8Array)
    return receiverKey({ threshold: 1, addresses: [addressBytes(of, network.chains.P, network)] });
  const addresses = of.addresses.map((address, i) =>
    within(['addresses', i], () =>
      typeof address === 'string'
        ? parseAddress(address, network).bytes
        : addressBytes(address, network.chains.P, network),
    ),
  );
  return receiverKey({ ...of, addresses }, of.stakeableUntil);
}

/** Change that goes to somebody else. */
export function changeViolations(
  { change, descriptor }: Draft,
  own: PolicyRules['own'],
  isOwn: IsOwn,
): readonly RuleViolation[] {
  const strangers = change.flatMap(
    ({ output, outputIndex, stakeableUntil }): readonly RuleViolation[] =>
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
