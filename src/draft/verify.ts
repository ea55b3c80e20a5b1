import { UnsignedTx as CUnsignedTx } from '../chain/cchain/tx.ts';
import { TransferableOutput } from '../chain/pchain/components.ts';
import { UnsignedTx as PUnsignedTx } from '../chain/pchain/tx.ts';
import { UnsignedTx as XUnsignedTx } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { complexityOf } from '../fee/table.ts';
import { verifyCare } from '../rules/care.ts';
import type { UnsignedTx } from '../rules/context.ts';
import { type BLS, missing } from '../rules/facts.ts';
import { flowsOf, verifyFlows } from '../rules/flow.ts';
import { usedRules } from '../rules/registry.ts';
import type { SignedTx } from '../rules/subject.ts';
import { signedSizeOf } from '../rules/tx.ts';
import {
  assertNotRefused,
  check,
  type Finding,
  type Rule,
  withoutRules,
} from '../rules/verdict.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type { Draft } from './draft.ts';
import { factsOfDraft } from './facts.ts';
import { lockedUntil } from './lock.ts';
import { verifyFee } from './price.ts';
import { verifySlots } from './slots.ts';

const unsignedTypes = { P: PUnsignedTx, X: XUnsignedTx, C: CUnsignedTx };

/** The bytes whose sha256 is signed. */
export const unsignedBytes = ({ chain, unsignedTx }: Draft): Uint8Array =>
  encode<unknown>(unsignedTypes[chain], unsignedTx);

/**
 * Checks all of a draft but its signatures, whoever made it: the node’s rules at the draft’s time and the bounds of staking, each
 * slot against its credential, that the fee and what the transaction names is all that is burned and nothing is unlocked, and
 * that the fee is what the tariff asks.
 * @param verifyPossession Of `avalanche-tx/bls`; without it proofs of possession count as good.
 * @throws {AvalancheError} With the path of what is wrong: what `checkTx` and `verifyCare` find, and `Mismatch`,
 *   `Unbalanced`, `FeeTooLow`, `FeeTooHigh`, `OutOfRange`, `WrongChain`.
 */
export function verifyDraft(draft: Draft, verifyPossession?: BLS['verifyPossession']): void {
  const { chain, unsignedTx, network, time } = draft;
  if (!Object.hasOwn(unsignedTypes, chain))
    throw new AvalancheError('WrongChain', 'not P, X or C').at('chain');
  const bls = verifyPossession && { verifyPossession, verifyMessage };
  const blockchain = blockchainOf(draft);
  const facts = { network, blockchain, time, bls };
  const verdict = within(['unsignedTx'], () => {
    verifyReadable(draft);
    return check(rulesOf(unsignedTx), unsignedTx, facts);
  });
  // On P a draft says exactly what it burns: what is wrong about that is told first.
  const isFee = ({ rule }: Finding) => rule === 'fee' && chain === 'P';
  within(['unsignedTx'], () => {
    assertNotRefused({ ...verdict, findings: verdict.findings.filter((of) => !isFee(of)) });
    verifyCare(unsignedTx, { network });
    verifyLength(draft);
  });
  verifySlots(draft);
  within(['unsignedTx'], () => verifyNothingLost(draft));
  within(['fee'], () => {
    verifyFee(draft);
    assertNotRefused(verdict);
  });
  verifyChange(draft);
}

/** Who signs a draft does not know the validators of the source chain. */
const verifyMessage = (): void => {
  throw missing('signers', 'the validators of the source chain');
};

/** Rules about who owns what a transaction spends, and who signed. */
const aboutOwners = new Set(['UTXOs', 'consumed UTXOs', 'authorization', 'signatures']);

/**
 * Checks the signatures of a transaction that was made of a draft, and that those who signed own what the draft says.
 * @throws {AvalancheError} What `checkTx` finds about owners and signatures.
 */
export function verifySigned(draft: Draft, tx: SignedTx): void {
  const rules = rulesOf(draft.unsignedTx).filter(({ name }) => aboutOwners.has(name));
  const verdict = check(rules, tx, factsOfDraft(draft));
  assertNotRefused(verdict);
  const open = verdict.findings.find(({ result }) => result !== 'ok');
  if (open) throw new AvalancheError('MissingState', `${open.rule}: ${open.detail}`);
}

function rulesOf(tx: Draft['unsignedTx']): readonly Rule[] {
  const rules = usedRules<UnsignedTx>(tx);
  if (rules) return rules;
  throw withoutRules(tx.type);
}

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
    const found = outputs.outputs?.[outputIndex];
    const said = { assetID, output: lockedUntil(output, stakeableUntil) };
    if (!found || !sameBytes(TransferableOutput, found, said))
      throw new AvalancheError('Mismatch', `not the output ${outputIndex}`).at('change', i);
  });
}

/** The bytes read back as the same. */
function verifyReadable(draft: Draft): void {
  const bytes = unsignedBytes(draft);
  const type: Type<unknown> = unsignedTypes[draft.chain];
  if (!equalBytes(encode(type, decode(type, bytes)), bytes))
    throw new AvalancheError('Mismatch', 'the bytes do not read back');
}

/** The signed bytes are as many as the complexity says. */
function verifyLength(draft: Draft): void {
  if (draft.chain === 'C') return;
  const signed = signedSizeOf(draft.unsignedTx);
  const [bandwidth] = complexityOf(draft.unsignedTx);
  if (signed !== bandwidth)
    throw new AvalancheError('Mismatch', `${signed} bytes, not ${bandwidth}`);
}

const sameBytes = <T>(type: Type<T>, a: T, b: T): boolean =>
  equalBytes(encode(type, a), encode(type, b));
