import { TransferableOutput } from '../chain/pchain/components.ts';
import { UnsignedTx as PUnsignedTx } from '../chain/pchain/tx.ts';
import { UnsignedTx as XUnsignedTx } from '../chain/xchain/tx.ts';
import { CodecError, within } from '../errors.ts';
import { addComplexity, inputComplexity, outputComplexity } from '../fee/complexity.ts';
import { complexityOf } from '../fee/table.ts';
import { feeOf, pTariff, type Tariff, weightOf, xTariff } from '../fee/tariff.ts';
import { OutputOwners } from '../fx/secp256k1fx.ts';
import { blockchainOf } from '../state/state.ts';
import { ownerOf, transferOutputOf } from '../state/utxo.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type AssetAmount, burnedBy } from '../verify/flow.ts';
import { compareUTXOIDs } from '../verify/order.ts';
import { verifyTransfer } from '../verify/rules.ts';
import { allInputs, type PlainInput, transferOf } from '../verify/transfer.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type { Draft, Slot } from './draft.ts';

/** The bytes whose sha256 is signed. */
export const unsignedBytes = ({ chain, unsignedTx }: Draft): Uint8Array =>
  encode<unknown>(unsignedType(chain), unsignedTx);

const unsignedType = (chain: 'P' | 'X'): Type<unknown> =>
  chain === 'P' ? PUnsignedTx : XUnsignedTx;

/**
 * Checks all of a draft but its signatures, whoever made it: the node’s rules, each slot against its input,
 * that the fee and nothing else is burned, and that it is what the tariff asks.
 * @throws {CodecError} With the path of what is wrong: as `verifyTransfer`, and `Mismatch`, `Unbalanced`, `FeeTooLow`,
 *   `FeeTooHigh`, `OutOfRange`.
 */
export function verifyDraft(draft: Draft): void {
  const tx = within(['unsignedTx'], () => {
    const transfer = transferOf(draft.unsignedTx);
    verifyTransfer(transfer, blockchainOf(draft), draft.network);
    return { ...transfer, burned: burnedBy(transfer) };
  });
  verifySlots(draft.slots, allInputs(tx));
  within(['fee'], () => verifyFee(draft, tx.burned));
  verifyBytes(draft);
  draft.change.forEach(({ outputIndex, assetID, output }, i) => {
    const found = tx.outputs[outputIndex];
    if (!found || !sameBytes(TransferableOutput, found, { assetID, output }))
      throw new CodecError('Mismatch', `not the output ${outputIndex}`).at('change', i);
  });
}

function verifySlots(slots: readonly Slot[], inputs: readonly PlainInput[]): void {
  if (slots.length !== inputs.length)
    throw new CodecError('Mismatch', `${slots.length} for ${inputs.length} inputs`).at('slots');
  inputs.forEach((input, i) => {
    within(['slots', i], () => verifySlot(slots[i]!, input));
  });
}

function verifySlot(slot: Slot, { txID, outputIndex, assetID, input }: PlainInput): void {
  const { utxo, owner, signatureIndices, signatures } = slot;
  const output = transferOutputOf(utxo);
  if (
    !output ||
    compareUTXOIDs(utxo, { txID, outputIndex }) !== 0 ||
    !equalBytes(utxo.assetID, assetID) ||
    output.amount !== input.amount
  )
    throw new CodecError('Mismatch', 'not what the input spends').at('utxo');
  if (!sameBytes(OutputOwners, owner, ownerOf(output)))
    throw new CodecError('Mismatch', 'not who owns the UTXO').at('owner');
  if (signatureIndices.join() !== input.signatureIndices.join())
    throw new CodecError('Mismatch', 'not what the input says').at('signatureIndices');
  const wrong = signatureIndices.findIndex((index) => index >= owner.addresses.length);
  if (signatureIndices.length !== owner.threshold || wrong >= 0)
    throw new CodecError('OutOfRange', `not ${owner.threshold} of the owner’s addresses`).at(
      'signatureIndices',
    );
  if (signatures.length !== owner.threshold || signatures.some((s) => s && s.length !== 65))
    throw new CodecError('OutOfRange', `not ${owner.threshold} signatures of 65 bytes`).at(
      'signatures',
    );
}

function verifyFee(draft: Draft, burned: readonly AssetAmount[]): void {
  const { chain, network, unsignedTx, fee, slots } = draft;
  const tariff = chain === 'P' ? pTariff(network, fee.price ?? 0n) : xTariff(network);
  const weight = weightOf(complexityOf(unsignedTx), tariff);
  verifyWeight(weight, tariff, slots.length);
  if (chain === 'P' && fee.gas !== weight)
    throw new CodecError('Mismatch', `${fee.gas}, it uses ${weight}`).at('gas');
  const isAVAX = ({ assetID }: { readonly assetID: Uint8Array }) =>
    equalBytes(assetID, network.avaxAssetID);
  const lost = burned.find((flow) => !isAVAX(flow));
  if (lost)
    throw new CodecError('Unbalanced', `${lost.amount} of ${formatID(lost.assetID)} are lost`);
  const paid = burned.find(isAVAX)?.amount ?? 0n;
  if (paid !== fee.total)
    throw new CodecError('Unbalanced', `${paid} nAVAX are burned, not ${fee.total}`).at('total');
  const asked = feeOf(weight, tariff);
  const context = { total: fee.total, asked };
  if (fee.total < asked)
    throw new CodecError('FeeTooLow', `${fee.total} nAVAX, ${asked} are asked`, -1, context);
  if (fee.total - asked > maxDust(tariff))
    throw new CodecError('FeeTooHigh', `${fee.total} nAVAX, ${asked} are asked`, -1, context);
}

/**
 * @throws {CodecError} `OutOfRange`: context has `unit`, `weight`, `cap` and `inputs`.
 */
export function verifyWeight(weight: bigint, { unit, cap }: Tariff, inputs: number): void {
  if (weight > cap)
    throw new CodecError(
      'OutOfRange',
      `${weight} ${unit} with ${inputs} inputs, at most ${cap}`,
      -1,
      { unit, weight, cap, inputs },
    );
}

/** nAVAX that a fee may hold beyond what is asked: what one more output costs to make and to spend. */
const maxDust = (tariff: Tariff): bigint =>
  tariff.price * weightOf(addComplexity(outputComplexity(1), inputComplexity(1)), tariff);

/** The bytes read back as the same, and are as many as the complexity says. */
function verifyBytes(draft: Draft): void {
  const bytes = unsignedBytes(draft);
  const type = unsignedType(draft.chain);
  if (!equalBytes(encode(type, decode(type, bytes)), bytes))
    throw new CodecError('Mismatch', 'the bytes do not read back').at('unsignedTx');
  const credentials = draft.slots.reduce((sum, { owner }) => sum + 8 + 65 * owner.threshold, 4);
  const [bandwidth] = complexityOf(draft.unsignedTx);
  if (bytes.length + credentials !== bandwidth)
    throw new CodecError('Mismatch', `${bytes.length + credentials} bytes, not ${bandwidth}`).at(
      'unsignedTx',
    );
}

const sameBytes = <T>(type: Type<T>, a: T, b: T): boolean =>
  equalBytes(encode(type, a), encode(type, b));
