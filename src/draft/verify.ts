import { primaryNetworkID } from '../chain/base.ts';
import { chainNameOf } from '../chain/declared.ts';
import { TransferableOutput } from '../chain/pchain/components.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { complexityOf } from '../fee/table.ts';
import { verifyCare } from '../rules/care.ts';
import type { Rules } from '../rules/context.ts';
import { verifyStaking } from '../rules/staking.ts';
import { verifyTx } from '../rules/tx.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { unixSeconds } from '../text/time.ts';
import { signedSizeOf, unsignedBytesOf, unsignedTypeOf } from '../tx/bytes.ts';
import { flowsOf, verifyFlows } from '../tx/flows.ts';
import { lockedUntil } from '../tx/output.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type { Draft } from './draft.ts';
import { verifyFee } from './price.ts';
import { verifySlots } from './slots.ts';

/** The bytes whose sha256 is signed. */
export const unsignedBytes = ({ unsignedTx }: Draft): Uint8Array => unsignedBytesOf(unsignedTx);

/**
 * Checks all of a draft but its signatures, whoever made it: the node’s rules at the draft’s time and the bounds of staking, each
 * slot against its credential, that the fee and what the transaction names is all that is burned and nothing is unlocked, and
 * that the fee is what the tariff asks.
 * @param verifyPossession Of `avalanche-tx/bls`; without it proofs of possession count as good.
 * @throws {AvalancheError} With the path of what is wrong: what `verifyTx`, `verifyCare` and `verifyStaking` throw, and `Mismatch`,
 *   `Unbalanced`, `FeeTooLow`, `FeeTooHigh`, `OutOfRange`, `WrongChain`.
 */
export function verifyDraft(draft: Draft, verifyPossession?: Rules['verifyPossession']): void {
  const { chain, unsignedTx, network, time } = draft;
  const of = chainNameOf(unsignedTx);
  if (chain !== of)
    throw new AvalancheError('WrongChain', `must be that of a ${unsignedTx.type}`, {
      have: String(chain),
      need: of,
    }).at('chain');
  unixSeconds(time, 'time');
  within(['unsignedTx'], () => {
    verifyReadable(draft);
    const rules = { network, chain: blockchainOf(draft), time };
    verifyTx(unsignedTx, { ...rules, ...(verifyPossession && { verifyPossession }) });
    verifyCare(unsignedTx, rules);
    if (!isElastic(unsignedTx)) verifyStaking(unsignedTx, { network, time });
    verifyLength(draft);
  });
  verifySlots(draft);
  within(['unsignedTx'], () => verifyNothingLost(draft));
  within(['fee'], () => verifyFee(draft));
  verifyChange(draft);
}

/** A stake in a subnet: its bounds are in the transaction that made it elastic. */
const isElastic = (tx: Draft['unsignedTx']): boolean =>
  'stake' in tx && 'subnetID' in tx && !equalBytes(tx.subnetID, primaryNetworkID);

/** All that is locked stays so for its owner; what becomes locked is in the outputs for all to see. */
function verifyNothingLost({ unsignedTx, network, time, slots, fee }: Draft): void {
  const utxos = slots.flatMap((slot) => (slot.kind === 'input' ? [slot.utxo] : []));
  const state = { avaxAssetID: network.avaxAssetID, utxos, time };
  const lock = flowsOf(unsignedTx, state).assets.map(({ assetID, locked }) => ({
    assetID,
    amount: locked,
  }));
  verifyFlows(unsignedTx, { ...state, fee: fee.total, lock });
}

function verifyChange({ unsignedTx, change }: Draft): void {
  const outputs = unsignedTx as { readonly outputs?: readonly TransferableOutput[] };
  change.forEach(({ outputIndex, assetID, output, stakeableUntil }, i) => {
    // Whoever counts what leaves a draft subtracts each change once.
    if (i > 0 && outputIndex <= change[i - 1]!.outputIndex)
      throw new AvalancheError('NotSorted', 'must be strictly increasing').at('change', i);
    const found = outputs.outputs?.[outputIndex];
    const said = { assetID, output: lockedUntil(output, stakeableUntil) };
    if (!found || !sameBytes(TransferableOutput, found, said))
      throw new AvalancheError('Mismatch', `is not the output ${outputIndex}`).at('change', i);
  });
}

/** The bytes read back as the same. */
function verifyReadable(draft: Draft): void {
  const bytes = unsignedBytes(draft);
  const type = unsignedTypeOf(draft.unsignedTx);
  if (!equalBytes(encode(type, decode(type, bytes)), bytes))
    throw new AvalancheError(
      'Mismatch',
      'the encoded transaction does not decode to the same value',
    );
}

/** The signed bytes are as many as the complexity says. */
function verifyLength(draft: Draft): void {
  if (draft.chain === 'C') return;
  const signed = signedSizeOf(draft.unsignedTx);
  const [bandwidth] = complexityOf(draft.unsignedTx);
  if (signed !== bandwidth)
    throw new AvalancheError('Mismatch', `has ${signed} bytes, the fee is for ${bandwidth}`, {
      found: String(signed),
      expected: String(bandwidth),
    });
}

const sameBytes = <T>(type: Type<T>, a: T, b: T): boolean =>
  equalBytes(encode(type, a), encode(type, b));
