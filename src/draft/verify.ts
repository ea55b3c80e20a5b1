import { chainNameOf } from '../chain/declared.ts';
import { TransferableOutput } from '../chain/pchain/components.ts';
import { checkShape } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { verifyCare } from '../rules/care.ts';
import { rulesFor } from '../rules/check.ts';
import { type BLS, type Facts, missing } from '../rules/facts.ts';
import type { SignedTx } from '../rules/subject.ts';
import { assertNotRefused, check, type RuleFinding } from '../rules/verdict.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { unixSeconds } from '../text/time.ts';
import { unsignedBytesOf } from '../tx/bytes.ts';
import { flowsOf, verifyFlowsAre } from '../tx/flows.ts';
import { lockedUntil } from '../tx/output.ts';
import { encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type { Draft } from './draft.ts';
import { factsOfDraft } from './facts.ts';
import { verifyFee } from './price.ts';
import { draftShape } from './shape.ts';
import { verifySlots } from './slots.ts';

/** The bytes whose sha256 is signed. */
export const unsignedBytes = ({ unsignedTx }: Draft): Uint8Array => unsignedBytesOf(unsignedTx);

/**
 * Checks all of a draft but its signatures, whoever made it: the node's rules at the draft's time, each slot against its credential, that
 * the fee and what the transaction names is all that is burned and nothing is unlocked, and that the fee is what the tariff asks.
 * @param verifyPossession Of `avalanche-tx/bls`; without it proofs of possession count as good.
 * @returns The unsigned bytes, which were written before anything was checked: what is signed afterwards is these.
 * @throws {AvalancheError} With the path of what is wrong: what `checkTx` and `verifyCare` find, and `Mismatch`,
 *   `Unbalanced`, `FeeTooLow`, `FeeTooHigh`, `OutOfRange`, `WrongChain`.
 */
export function verifyDraft(draft: Draft, verifyPossession?: BLS['verifyPossession']): Uint8Array {
  checkShape(draft, draftShape);
  const { chain, unsignedTx, network, time } = draft;
  const of = chainNameOf(unsignedTx);
  if (chain !== of)
    throw new AvalancheError('WrongChain', `must be that of a ${unsignedTx.type}`, {
      have: String(chain),
      need: of,
    }).at('chain');
  unixSeconds(time, 'time');
  const bls = verifyPossession && { verifyPossession, verifyMessage };
  // The rules read only what can be written: all of it has the type and the range that it must have.
  const bytes = within(['unsignedTx'], () => unsignedBytes(draft));
  const verdict = within(['unsignedTx'], () => {
    const facts = { network, blockchain: blockchainOf(draft), time, bls };
    // Without UTXOs and signatures these refuse nothing; `verifySlots` and `verifySigned` have both.
    const rules = rulesFor(unsignedTx).filter(({ name }) => !aboutSpent.has(name));
    return check(rules, unsignedTx, facts, { bytes });
  });
  // On P a draft says exactly what it burns: what is wrong about that is told first.
  const isFee = ({ rule }: RuleFinding) => rule === 'fee' && chain === 'P';
  within(['unsignedTx'], () => {
    assertNotRefused({ ...verdict, findings: verdict.findings.filter((found) => !isFee(found)) });
    verifyCare(unsignedTx, { network });
  });
  verifySlots(draft);
  within(['unsignedTx'], () => verifyNothingLost(draft));
  within(['fee'], () => {
    verifyFee(draft, bytes.length);
    assertNotRefused(verdict);
  });
  verifyChange(draft);
  return bytes;
}

/** Whoever signs a draft does not know the validators of the source chain. */
const verifyMessage = (): void => {
  throw missing('signers', 'the validators of the source chain');
};

/** Rules about the UTXOs of inputs, and their signatures. */
const aboutSpent = new Set(['UTXOs', 'signatures']);

/** Rules about who owns what a transaction spends, and who signed. */
const aboutOwners = new Set(['UTXOs', 'consumed UTXOs', 'authorization', 'signatures']);

/**
 * Checks the signatures of a transaction that was made of a draft, and that those who signed own what the draft says.
 * @param bytes The unsigned bytes that `verifyDraft` returned.
 * @throws {AvalancheError} What `checkTx` finds about owners and signatures.
 */
export function verifySigned(draft: Draft, tx: SignedTx, bytes: Uint8Array): void {
  const rules = rulesFor(draft.unsignedTx).filter(({ name }) => aboutOwners.has(name));
  const verdict = check(rules, tx, factsOfDraft(draft), { bytes });
  assertNotRefused(verdict);
  const open = verdict.findings.find(({ result }) => result !== 'ok');
  if (open)
    throw new AvalancheError('MissingState', `${open.rule}: ${open.detail}`, { what: open.rule });
}

/**
 * Checks a draft against what is known about the chain. A fact that is missing refuses nothing.
 * @throws {AvalancheError} What `checkTx` finds, with the path in the transaction.
 */
export function verifyFacts(draft: Draft, facts: Facts): void {
  const rules = rulesFor(draft.unsignedTx).filter(({ name }) => name !== 'signatures');
  assertNotRefused(check(rules, draft.unsignedTx, facts));
}

/** Rules that compare with the time of the block. */
const aboutTime = new Set(['duration', 'expiry']);

/**
 * Checks that a transaction is still valid in a block of a later time.
 * @throws {AvalancheError} `OutOfRange`: a staking period that would be too short; `Expired`.
 */
export function verifyDeadlines(draft: Draft, time: bigint): void {
  const rules = rulesFor(draft.unsignedTx).filter(({ name }) => aboutTime.has(name));
  if (rules.length === 0) return;
  const { network, unsignedTx } = draft;
  assertNotRefused(check(rules, unsignedTx, { network, blockchain: blockchainOf(draft), time }));
}

/** All that is locked stays so for its owner; what becomes locked is in the outputs for all to see. */
function verifyNothingLost({ unsignedTx, network, time, slots, fee }: Draft): void {
  const utxos = slots.flatMap((slot) => (slot.kind === 'input' ? [slot.utxo] : []));
  const state = { avaxAssetID: network.avaxAssetID, utxos, time };
  const flows = flowsOf(unsignedTx, state);
  const lock = flows.assets.map(({ assetID, locked }) => ({
    assetID,
    amount: locked,
  }));
  verifyFlowsAre(flows, { ...state, fee: fee.total, lock });
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

const sameBytes = <T>(type: Type<T>, a: T, b: T): boolean =>
  equalBytes(encode(type, a), encode(type, b));
