import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { consumedBy, consumedIDOf, verifyConsumed } from '../rules/xchain/assets.ts';
import { equalBytes } from '../text/bytes.ts';
import { type Claim, claimsOf } from '../tx/claims.ts';
import { compareUTXOIDs, type UTXOID } from '../tx/order.ts';
import {
  amountOf,
  checkUTXO,
  lockedUntil,
  lockOf,
  transferOutputOf,
  unlocked,
} from '../tx/output.ts';
import { accountOwner, ownerOf, sameOwner } from '../tx/owner.ts';
import type { Owners } from '../tx/types.ts';
import type { Draft } from './draft.ts';
import type { InputSlot, OpenSlot, OperationSlot, Slot } from './slot.ts';

type InputClaim = Extract<Claim, { readonly kind: 'input' }>;
type OperationClaim = Extract<Claim, { readonly kind: 'operation' }>;
type Operated = OperationClaim['operation']['operation'];

/** What a token is, by the word of the operation: the UTXO that it consumes must be the same. */
const tokenOf = (of: Operated): object =>
  of.type === 'nftfx.MintOperation'
    ? { groupID: of.groupID }
    : of.type === 'nftfx.TransferOperation'
      ? { groupID: of.output.groupID, payload: of.output.payload }
      : {};

/**
 * The slot of a claim, without signatures: all but the owner and the lock follows from the transaction.
 * @param owner As the maker of the draft claims; not used for an account, which the transaction names.
 * @param lock Until when the UTXO could only be staked, if the input does not say it; else 0.
 */
export function slotOf(claim: Claim, owner: OutputOwners | undefined, lock: bigint): OpenSlot {
  const { kind, signatureIndices } = claim;
  if (kind === 'account')
    return { kind, owner: accountOwner(claim.input.address), signatureIndices };
  const claimed = ownerOf(owner!);
  if (kind === 'auth') return { kind, of: claim.of, owner: claimed, signatureIndices };
  if (kind === 'input') {
    const { txID, outputIndex, assetID, input } = claim.input;
    const until = lockOf(input) ?? (lock > 0n ? lock : undefined);
    const output = lockedUntil(amountOf(unlocked(input).amount, claimed), until);
    const utxo = { txID, outputIndex, assetID, output };
    return { kind, utxo, owner: claimed, signatureIndices };
  }
  const { assetID, operation } = claim.operation;
  const id = within(['utxo'], () => consumedIDOf(claim.operation));
  const { locktime, threshold, addresses } = claimed;
  const output = {
    type: consumedBy[operation.type],
    ...tokenOf(operation),
    locktime,
    threshold,
    addresses,
  };
  const { txID, outputIndex } = id;
  const utxo = { txID, outputIndex, assetID, output } as OperationSlot['utxo'];
  return { kind, utxo, owner: claimed, signatureIndices };
}

/**
 * Checks that each slot is what the transaction claims there, and that its signers are a threshold of its owner.
 * @throws {AvalancheError} With the path: `Mismatch`, `OutOfRange`.
 */
export function verifySlots({ unsignedTx, slots, time }: Draft): void {
  const claims = within(['unsignedTx'], () => claimsOf(unsignedTx));
  if (slots.length !== claims.length)
    throw new AvalancheError(
      'Mismatch',
      `has ${slots.length} slots for ${claims.length} credentials`,
      { found: String(slots.length), expected: String(claims.length) },
    ).at('slots');
  claims.forEach((claim, i) => {
    within(['slots', i], () => verifySlot(slots[i]!, claim, time));
  });
}

function verifySlot(slot: Slot, claim: Claim, time: bigint): void {
  if (slot.kind === 'input' || slot.kind === 'operation')
    within(['utxo'], () => checkUTXO(slot.utxo));
  if (slot.kind === 'input' && claim.kind === 'input') verifyInput(slot, claim, time);
  else if (slot.kind === 'operation' && claim.kind === 'operation') {
    within(['utxo'], () => verifyConsumed(claim.operation, slot.utxo));
    verifyOwner(slot.owner, slot.utxo.output);
  } else if (slot.kind === 'auth' && claim.kind === 'auth') {
    if (!equalBytes(slot.of, claim.of))
      throw new AvalancheError('Mismatch', 'is not what the transaction changes').at('of');
  } else if (slot.kind === 'account' && claim.kind === 'account')
    verifyOwner(slot.owner, accountOwner(claim.input.address));
  else
    throw new AvalancheError('Mismatch', `must be ${claim.kind}`, { expected: claim.kind }).at(
      'kind',
    );
  verifySigners(slot, claim);
}

function verifyInput({ utxo, owner }: InputSlot, { input: of }: InputClaim, time: bigint): void {
  const lock = lockOf(utxo.output);
  const held = transferOutputOf(utxo);
  verifyUTXO(utxo, of, of.assetID);
  if (held?.amount !== unlocked(of.input).amount)
    throw new AvalancheError('Mismatch', 'is not what the input spends').at('utxo');
  // The node takes a LockIn after its lock ended, a plain input only then.
  const claimed = lockOf(of.input);
  if (claimed !== lock && !(claimed === undefined && lock! <= time))
    throw new AvalancheError('Mismatch', `is locked until ${lock}, the input says ${claimed}`, {
      found: String(claimed),
      expected: String(lock),
    }).at('utxo');
  verifyOwner(owner, held);
}

function verifyUTXO(utxo: InputSlot['utxo'], id: UTXOID, assetID: Uint8Array): void {
  if (compareUTXOIDs(utxo, id) !== 0 || !equalBytes(utxo.assetID, assetID))
    throw new AvalancheError('Mismatch', 'is not what the transaction uses').at('utxo');
}

function verifyOwner(owner: OutputOwners, needed: Owners): void {
  if (!sameOwner(owner, needed))
    throw new AvalancheError('Mismatch', 'is not the owner of the UTXO').at('owner');
}

function verifySigners({ owner, signatureIndices, signatures }: Slot, claim: Claim): void {
  if (signatureIndices.join() !== claim.signatureIndices.join())
    throw new AvalancheError('Mismatch', 'are not those of the transaction').at('signatureIndices');
  const wrong = signatureIndices.findIndex(
    (index, i) => index >= owner.addresses.length || (i > 0 && index <= signatureIndices[i - 1]!),
  );
  if (signatureIndices.length !== owner.threshold || wrong >= 0)
    throw new AvalancheError(
      'OutOfRange',
      `must be ${owner.threshold} of the owner's addresses`,
    ).at('signatureIndices');
  if (signatures.length !== owner.threshold || signatures.some((s) => s && s.length !== 65))
    throw new AvalancheError('OutOfRange', `must be ${owner.threshold} signatures of 65 bytes`).at(
      'signatures',
    );
}
