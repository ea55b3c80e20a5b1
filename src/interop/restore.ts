import { draftOf } from '../builder/assemble.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { withVerified } from '../draft/check.ts';
import type { Draft, OpenSlot } from '../draft/draft.ts';
import type { ReadDraft } from '../draft/mark.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { feeOf } from '../fee/transactions.ts';
import { checkTx } from '../rules/check.ts';
import { assertNotRefused, type RuleFinding } from '../rules/verdict.ts';
import { authorityOwner } from '../state/owner.ts';
import { blockchainOf, type State } from '../state/state.ts';
import { weiPerNAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type CredentialUse, credentialUsesOf } from '../tx/credentials.ts';
import { flowsOf, missingUTXO } from '../tx/flows.ts';
import { utxoKey } from '../tx/order.ts';
import { lockOf, unlocked } from '../tx/output.ts';
import { accountOwner, ownerKey, ownerOf } from '../tx/owner.ts';
import type { AnyUnsignedTx, AnyUTXO, Owners } from '../tx/types.ts';

/** Options for reading a transaction of another library. */
export interface RestoreOptions {
  /** Highest accepted fee in nAVAX, at any gas price. If omitted, the fee must match the price of a state. */
  readonly maxFee?: bigint;
}

/**
 * Creates a draft, without signatures, from a transaction that another library built, and checks it like every draft. Outputs to the
 * owner of an input count as change, except in an import.
 * @param options.isFree Whether the price follows from the fee, instead of being that of the state.
 */
export function restore(
  state: State,
  unsignedTx: AnyUnsignedTx,
  utxos: ReadonlyMap<string, AnyUTXO>,
  { maxFee, isFree }: RestoreOptions & { readonly isFree: boolean },
): ReadDraft {
  // Must precede the fee computation: a type that nodes no longer accept has no price.
  const { network, time } = state;
  within(['draft', 'unsignedTx'], () => {
    const verdict = checkTx(unsignedTx, { network, blockchain: blockchainOf(state), time });
    const isUpgrade = ({ rule }: RuleFinding): boolean => rule === 'upgrade';
    assertNotRefused({ ...verdict, findings: verdict.findings.filter(isUpgrade) });
    assertNotRefused(verdict);
  });
  const slots = credentialUsesOf(unsignedTx).map((use) =>
    within(['unsignedTx', ...use.path], () => slotOf(use, state, utxos)),
  );
  const spent = slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
  const flows = flowsOf(unsignedTx, { avaxAssetID: network.avaxAssetID, utxos: spent, time });
  const burned = flows.assets.find(({ assetID }) => equalBytes(assetID, network.avaxAssetID));
  const total = burned?.burned ?? 0n;
  if (maxFee !== undefined && total > maxFee)
    throw new AvalancheError(
      'FeeTooHigh',
      `the fee is ${total} nAVAX, at most ${maxFee} are allowed`,
      { fee: total, maxFee },
    );
  const draft = draftOf(state, {
    unsignedTx,
    slots,
    fee: draftFeeOf(state, unsignedTx, total, isFree),
    change: changeIn(unsignedTx, slots),
    warnings: [],
  });
  return withVerified(['draft'], draft, (reading) => reading.draft) as ReadDraft;
}

function slotOf(use: CredentialUse, state: State, utxos: ReadonlyMap<string, AnyUTXO>): OpenSlot {
  const { signatureIndices } = use;
  switch (use.kind) {
    case 'account':
      return { kind: 'account', owner: accountOwner(use.input.address), signatureIndices };
    case 'auth':
      return { kind: 'auth', of: use.of, owner: authorityIn(state, use.of), signatureIndices };
    case 'input':
    case 'operation': {
      const id = use.kind === 'input' ? use.input : use.operation.inputIDs[0];
      if (!id) throw new AvalancheError('OutOfRange', 'an operation must use exactly one UTXO');
      const utxo = utxos.get(utxoKey(id));
      if (!utxo) throw missingUTXO(id);
      const owner = ownerOf(unlocked(utxo.output));
      return { kind: use.kind, utxo, owner, signatureIndices } as OpenSlot;
    }
  }
}

/** Returns the owner of a subnet or validator from a state. */
function authorityIn(state: State, authorityID: Uint8Array): OutputOwners {
  const id = formatID(authorityID);
  const owner = state.chain === 'P' ? state.authorities?.[id] : undefined;
  if (owner) return authorityOwner(owner, blockchainOf(state), state.network);
  throw new AvalancheError('MissingState', `the state has no owner of ${id}`, {
    what: 'owner',
    id,
  });
}

/**
 * Returns the fee, with the gas and its price.
 * @param isFree Whether the builder may have used a price other than the state's; the price is then derived from the fee.
 */
function draftFeeOf(state: State, tx: AnyUnsignedTx, total: bigint, isFree: boolean): Draft['fee'] {
  const { gas } = feeOf(tx, { network: state.network });
  if (gas === undefined || state.chain === 'X') return { total };
  const [price, perNAVAX] =
    state.chain === 'P' ? [state.feeState.price, 1n] : [state.baseFee, weiPerNAVAX];
  return { total, gas, price: isFree && gas > 0n ? (total * perNAVAX) / gas : price };
}

/** Returns the outputs that return to an owner of an input. */
function changeIn(tx: AnyUnsignedTx, slots: readonly OpenSlot[]): Draft['change'] {
  if (!('outputs' in tx) || 'importedInputs' in tx) return [];
  const key = (owner: Owners) => ownerKey({ ...owner, locktime: 0n });
  const payers = new Set(slots.flatMap((slot) => (slot.kind === 'input' ? [key(slot.owner)] : [])));
  return tx.outputs.flatMap(({ assetID, output: held }, outputIndex) => {
    const output = unlocked(held);
    if (!payers.has(key(output)) || output.locktime > 0n) return [];
    const stakeableUntil = lockOf(held);
    return [
      { outputIndex, assetID, output, ...(stakeableUntil !== undefined && { stakeableUntil }) },
    ];
  });
}
