/**
 * Verifies drafts. A draft may come from anyone, so before it is signed everything in it is checked against its transaction and the node's
 * rules: slots, fee, burns, locks and signatures. Only a draft that was built here, or that its signer reviewed, may be signed: a mark
 * of its bytes tells.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import { accountOf, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { AvalancheError, type Path, within } from '../errors/error.ts';
import { addUnits, inputUnits, outputUnits } from '../fee/gas.ts';
import {
  atomicFeeOf,
  atomicGasCap,
  atomicGasOf,
  complexityOf,
  feeOfWeight,
  gasUsedUp,
  pTariff,
  type Tariff,
  weightOf,
  xTariff,
} from '../fee/transactions.ts';
import { formatAddress } from '../network/address.ts';
import { verifyNoMistake } from '../rules/care.ts';
import { rulesFor } from '../rules/check.ts';
import { verifyOwners } from '../rules/components.ts';
import { type BLS, type Facts, missing } from '../rules/facts.ts';
import {
  verifySigners as verifyCanSign,
  verifySignatures as verifyCredential,
} from '../rules/spending.ts';
import { recoverer } from '../rules/subject.ts';
import { assertNotRefused, check, type RuleFinding } from '../rules/verdict.ts';
import { consumedBy, consumedIDOf, verifyConsumed } from '../rules/xchain/assets.ts';
import { blockchainOf } from '../state/state.ts';
import type { Wei } from '../text/amount.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { unixSeconds } from '../text/time.ts';
import { type Credential, signedSizeOf, unsignedBytesOf } from '../tx/bytes.ts';
import { type CredentialUse, credentialUsesOf } from '../tx/credentials.ts';
import { burnedFeeOf, flowsOf, verifyFlowsAre } from '../tx/flows.ts';
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
import type { Recover } from '../tx/recover.ts';
import type { Owners } from '../tx/types.ts';
import {
  type Draft,
  type DraftOf,
  type Fee,
  fxOf,
  type InputSlot,
  type OpenSlot,
  type OperationSlot,
  type Slot,
} from './draft.ts';
import { hasPassed, notePassed } from './passed.ts';
import { digestOf, type Reading, withReading } from './reading.ts';

type InputClaim = Extract<CredentialUse, { readonly kind: 'input' }>;
type OperationClaim = Extract<CredentialUse, { readonly kind: 'operation' }>;
type Operated = OperationClaim['operation']['operation'];

/** Returns the token that an operation claims to consume; its UTXO must have the same. */
const tokenOf = (of: Operated): object =>
  of.type === 'nftfx.MintOperation'
    ? { groupID: of.groupID }
    : of.type === 'nftfx.TransferOperation'
      ? { groupID: of.output.groupID, payload: of.output.payload }
      : {};

/**
 * Returns the slot of a claim, without signatures. Everything but the owner and the lock follows from the transaction.
 * @param owner The owner that the maker of the draft claims; unused for an account, which the transaction names.
 * @param lock Unix seconds until which the UTXO could only be staked, if the input does not say so; else 0.
 */
export function slotOf(
  claim: CredentialUse,
  owner: OutputOwners | undefined,
  lock: bigint,
): OpenSlot {
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
 * Checks that each slot agrees with the transaction, and that its signers reach the threshold of its owner.
 * @throws {AvalancheError} With the path: `Mismatch`, `OutOfRange`.
 */
export function verifySlots({ unsignedTx, slots, time }: Draft): void {
  const claims = within(['unsignedTx'], () => credentialUsesOf(unsignedTx));
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

function verifySlot(slot: Slot, claim: CredentialUse, time: bigint): void {
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
  // A node accepts a LockIn even after the lock has ended, but a plain input only after it has ended.
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

function verifySigners({ owner, signatureIndices, signatures }: Slot, claim: CredentialUse): void {
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

/** A transaction with its chain and network. */
type TxOnChain = {
  [C in Draft['chain']]: Pick<DraftOf<C>, 'chain' | 'network' | 'unsignedTx'>;
}[Draft['chain']];

/**
 * Computes the fee of a transaction at a gas price: what is burned besides the burns that the transaction names, and the gas used.
 * @throws {AvalancheError} `Unbalanced`: the outputs exceed the inputs; as `complexityOf`; `Mismatch`: a price on X.
 */
export function feeIn(of: TxOnChain, price: bigint): Fee {
  const total = within(['unsignedTx'], () => burnedIn(of));
  if (of.chain === 'X') {
    if (price === 0n) return { total };
    throw new AvalancheError('Mismatch', 'must be 0: the X-chain has no gas').at('price');
  }
  const gas = within(['unsignedTx'], () =>
    of.chain === 'C'
      ? atomicGasOf(of.unsignedTx)
      : weightOf(complexityOf(of.unsignedTx), pTariff(of.network, price)),
  );
  return { total, gas, price };
}

function burnedIn({ unsignedTx, network }: TxOnChain): bigint {
  const { avaxAssetID } = network;
  const burned = burnedFeeOf(unsignedTx, avaxAssetID);
  if (burned >= 0n) return burned;
  throw new AvalancheError('Unbalanced', `the outputs have ${-burned} nAVAX more than the inputs`, {
    assetID: formatID(avaxAssetID),
    lost: burned,
  });
}

/**
 * Checks that the fee is the one that the tariff requires.
 * @param unsignedSize Length of the unsigned bytes.
 * @throws {AvalancheError} `FeeTooLow`, `FeeTooHigh`, `Mismatch`, `OutOfRange`.
 */
export function verifyFee(draft: Draft, unsignedSize: number): void {
  const { chain, network, fee } = draft;
  if (draft.chain === 'C') {
    verifyAtomicFee(draft, unsignedSize);
    return;
  }
  const tariff =
    chain === 'P' ? pTariff(network, fee.price ?? 0n) : xTariff(network, draft.unsignedTx.type);
  const size = signedSizeOf(draft.unsignedTx, unsignedSize);
  const weight = weightOf(complexityOf(draft.unsignedTx, size), tariff);
  verifyWeight(weight, tariff, draft.unsignedTx);
  verifyGas(fee, chain === 'P' ? weight : undefined);
  verifyTotal(fee, feeOfWeight(weight, tariff), maxDust(tariff));
}

function verifyAtomicFee(
  { network, time, unsignedTx, fee }: DraftOf<'C'>,
  unsignedSize: number,
): void {
  const gas = atomicGasOf(unsignedTx, unsignedSize);
  const cap = atomicGasCap(network, time);
  const accounts = unsignedTx.type === 'atomic.ExportTx' ? unsignedTx.inputs : [];
  verifyWeight(gas, { unit: 'gas', cap }, { ...unsignedTx, inputs: [], accounts });
  verifyGas(fee, gas);
  verifyTotal(fee, atomicFeeOf(gas, (fee.price ?? 0n) as Wei), 0n);
}

function verifyGas({ gas }: Fee, used: bigint | undefined): void {
  if (gas !== used)
    throw new AvalancheError('Mismatch', `is ${gas}, the transaction uses ${used}`, {
      found: String(gas),
      expected: String(used),
    }).at('gas');
}

function verifyTotal({ total }: Fee, asked: bigint, dust: bigint): void {
  if (total < asked)
    throw new AvalancheError(
      'FeeTooLow',
      `the fee is ${total} nAVAX, at least ${asked} are needed`,
      { fee: total, minFee: asked },
    );
  if (total - asked > dust)
    throw new AvalancheError('FeeTooHigh', `the fee is ${total} nAVAX, ${asked} are needed`, {
      fee: total,
      maxFee: asked + dust,
    });
}

/** What may make a transaction too large: the approximate weight of an element or byte, and what to do. */
const bulky: Readonly<Record<string, readonly [weight: number, advice: string]>> = {
  inputs: [
    3000,
    "merge small UTXOs first (buildConsolidateTxs), send less, or send 'max', which is as much as fits",
  ],
  importedInputs: [3000, 'import in several transactions (buildImportTxs)'],
  accounts: [1100, "export less, or the amount 'max', which is as much as fits"],
  outputs: [1300, 'split the payments over several transactions'],
  exportedOutputs: [1300, 'split the exports over several transactions'],
  stake: [1300, 'stake in several transactions'],
  validators: [
    8500,
    'convert with fewer validators, and register the others afterwards (RegisterL1ValidatorTx)',
  ],
  operations: [1500, 'split the operations over several transactions'],
  initialStates: [1500, 'create the asset with fewer holders, and pay the others afterwards'],
  genesisData: [1, 'make the genesis shorter'],
};

/** Fields of a transaction: lists and bytes by their names. */
type Bulk = Readonly<Record<string, unknown>>;

/** Returns the part of a transaction that contributes most to its size; undefined if no part can be large. */
function largestPartOf(tx: Bulk): readonly [name: string, count: number] | undefined {
  const sizeOf = ([name, count]: readonly [string, number]): number => bulky[name]![0] * count;
  return Object.keys(bulky)
    .map((name) => [name, (tx[name] as ArrayLike<unknown> | undefined)?.length ?? 0] as const)
    .filter(([, count]) => count > 0)
    .sort((a, b) => sizeOf(b) - sizeOf(a))[0];
}

/**
 * Verifies that a transaction is not too large.
 * @param tx Its fields, to name the part that makes it large.
 * @throws {AvalancheError} `OutOfRange`: context has `value`, `max` and `unit`, and the `part` with its `count`, or `retryAfter` if blocks
 *   have used the gas.
 */
export function verifyWeight(
  weight: bigint,
  tariff: Pick<Tariff, 'unit' | 'cap' | 'refill'>,
  tx: object,
): void {
  const { unit, cap } = tariff;
  if (weight <= cap) return;
  const wait = gasUsedUp(weight, tariff);
  if (wait) throw wait;
  const [part, count] = largestPartOf(tx as Bulk) ?? [];
  const cause =
    part === undefined
      ? ''
      : `, most of it by ${count} ${part === 'genesisData' ? 'bytes of genesisData' : part}: ${bulky[part]![1]}`;
  throw new AvalancheError(
    'OutOfRange',
    `the transaction has ${weight} ${unit}, at most ${cap} are allowed${cause}`,
    { value: weight, max: cap, unit, ...(part !== undefined && { part, count: count! }) },
  );
}

/** Maximum dust in a fee, in nAVAX: the cost of creating and spending one more output. */
const maxDust = (tariff: Tariff): bigint =>
  tariff.price * weightOf(addUnits(outputUnits(1), inputUnits(1)), tariff);

/** Returns the bytes whose sha256 is signed. */
export const unsignedBytes = ({ unsignedTx }: Draft): Uint8Array => unsignedBytesOf(unsignedTx);

/**
 * Reads a draft once, verifies everything in it except its signatures, whoever made it, and runs a synchronous step with the reading. Verified
 * are the node's rules at the draft's time; each slot against its credential; that only the fee and the burns that the transaction names
 * are burned, and nothing is unlocked; and that the fee is the one that the tariff requires. The slots are checked each time, the rest
 * not again if the same contents passed before.
 * @param path Path of the argument, for errors.
 * @param verifyPossession From `avalanche-tx/bls`. If omitted, proofs of possession are assumed valid.
 * @throws {AvalancheError} Under the path: as `withReading`; what `checkTx` and `verifyNoMistake` find, and `Mismatch`, `Unbalanced`, `FeeTooLow`,
 *   `FeeTooHigh`, `OutOfRange`, `WrongChain`.
 */
export const withVerified = <D extends Draft, T>(
  path: Path,
  draft: D,
  step: (reading: Reading<D>) => T,
  verifyPossession?: BLS['verifyPossession'],
): T =>
  withReading(path, draft, (reading) => {
    within(path, () => {
      if (!verifyPossession && hasPassed(reading.draft)) {
        verifySlots(reading.draft);
        return;
      }
      verifyContents(reading, verifyPossession);
      notePassed(reading.draft);
    });
    return step(reading);
  });

function verifyContents(
  { draft, bytes }: Reading,
  verifyPossession: BLS['verifyPossession'] | undefined,
): void {
  const { chain, unsignedTx, network, time } = draft;
  unixSeconds(time, 'time');
  const bls = verifyPossession && { verifyPossession, verifyMessage };
  const verdict = within(['unsignedTx'], () => {
    const facts = { network, blockchain: blockchainOf(draft), time, bls };
    // These rules need UTXOs and signatures, which `verifySlots` and `verifySigned` check.
    const rules = rulesFor(unsignedTx).filter(({ name }) => !aboutSpent.has(name));
    return check(rules, unsignedTx, facts, { bytes });
  });
  // On P a draft says exactly what it burns, so errors about that are reported first.
  const isFee = ({ rule }: RuleFinding) => rule === 'fee' && chain === 'P';
  within(['unsignedTx'], () => {
    assertNotRefused({ ...verdict, findings: verdict.findings.filter((found) => !isFee(found)) });
    verifyNoMistake(unsignedTx, { network });
  });
  verifySlots(draft);
  within(['unsignedTx'], () => verifyNothingLost(draft));
  within(['fee'], () => {
    verifyFee(draft, bytes.length);
    assertNotRefused(verdict);
  });
  verifyChange(draft);
}

/** Reports the warp signers as missing facts, since a signer of a draft does not know the validators of the source chain. */
const verifyMessage = (): void => {
  throw missing('signers', 'the validators of the source chain');
};

/** Rules about the UTXOs of inputs, and their signatures. */
const aboutSpent = new Set(['UTXOs', 'signatures']);

/**
 * Checks that the owners in the slots of a draft can sign at its time, and that they are those who signed.
 * @param credentials The credentials of its transaction, one for each slot.
 * @param recover Recovers the signers, made by `checkedRecover`.
 * @throws {AvalancheError} What `checkTx` finds about owners and signatures: `Locked`, `OutOfRange`; `BadSignature`, under `credentials`.
 */
export function verifySigned(
  draft: Draft,
  credentials: readonly Credential[],
  recover?: Recover,
): void {
  const { unsignedTx, slots, network, time } = draft;
  credentialUsesOf(unsignedTx).forEach(({ kind, indicesAt, signatureIndices }, i) => {
    if (kind === 'account') return;
    const { owner } = slots[i]!;
    within(indicesAt!.slice(0, -1), () => {
      if (kind !== 'operation') verifyOwners(owner);
      verifyCanSign(owner, signatureIndices, { facts: { network, time } });
    });
  });
  const addressOf = signersIn(draft, recover);
  slots.forEach((slot, i) => {
    const { signatureIndices, owner } = slot;
    const needed = { credential: `${fxOf(slot)}.Credential`, signatureIndices } as const;
    within(['credentials', i], () =>
      verifyCredential(
        credentials[i]!,
        needed,
        () => signatureIndices.map((index) => owner.addresses[index]!),
        (signature) => addressOf(slot, signature),
      ),
    );
  });
}

/** Returns a function that recovers the address of a signature in a slot. */
function signersIn(
  draft: Draft,
  recover?: Recover,
): (slot: Slot, signature: Uint8Array) => Uint8Array {
  const keyOf = recoverer(() => digestOf(draft), recover);
  const addressBy = (kind: Slot['kind']) =>
    oncePerRun((signature) => addressIn({ kind }, keyOf(signature)));
  const accountOf = addressBy('account');
  const shortIDOf = addressBy('input');
  return ({ kind }, signature) => (kind === 'account' ? accountOf : shortIDOf)(signature);
}

/**
 * Checks a draft against known facts about the chain. Rules whose facts are missing are skipped.
 * @throws {AvalancheError} What `checkTx` finds, with the path in the transaction.
 */
export function verifyFacts(draft: Draft, facts: Facts): void {
  const rules = rulesFor(draft.unsignedTx).filter(({ name }) => name !== 'signatures');
  assertNotRefused(check(rules, draft.unsignedTx, facts));
}

/** Rules that depend on the time of the block. */
const aboutTime = new Set(['duration', 'expiry']);

/**
 * Checks that a transaction is still valid in a block at a later time.
 * @throws {AvalancheError} `OutOfRange`: a staking period that would be too short; `Expired`.
 */
export function verifyDeadlines(draft: Draft, time: bigint): void {
  const rules = rulesFor(draft.unsignedTx).filter(({ name }) => aboutTime.has(name));
  if (rules.length === 0) return;
  const { network, unsignedTx } = draft;
  assertNotRefused(check(rules, unsignedTx, { network, blockchain: blockchainOf(draft), time }));
}

/** Checks that locked funds stay locked for their owner. Newly locked funds are visible in the outputs. */
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
    // Readers subtract each change output once when they compute what leaves, so none may be listed twice.
    if (i > 0 && outputIndex <= change[i - 1]!.outputIndex)
      throw new AvalancheError('NotSorted', 'must be strictly increasing').at('change', i);
    const found = outputs.outputs?.[outputIndex];
    const isSame =
      found?.output &&
      equalBytes(found.assetID, assetID) &&
      sameOutput(found.output, lockedUntil(output, stakeableUntil));
    if (!isSame)
      throw new AvalancheError('Mismatch', `is not the output ${outputIndex}`).at('change', i);
  });
}

function sameOutput(a: TransferableOutput['output'], b: TransferableOutput['output']): boolean {
  const [one, other] = [unlocked(a), unlocked(b)];
  return (
    lockOf(a) === lockOf(b) &&
    one.type === other.type &&
    one.amount === other.amount &&
    sameOwner(one, other)
  );
}

/** Returns the address of a compressed public key in a slot. An account's address is another hash of the key. */
export const addressIn = (slot: Pick<Slot, 'kind'>, publicKey: Uint8Array): Uint8Array =>
  slot.kind === 'account' ? accountOf(publicKey) : shortIDOfPublicKey(publicKey);

/** Formats an address of a slot, an account as `0x…`. This text is the key in `paths` of a draft. */
export const nameIn = (draft: Draft, { kind }: Pick<Slot, 'kind'>, address: Uint8Array): string =>
  kind === 'account'
    ? formatHex(address)
    : formatAddress(address, blockchainOf(draft), draft.network);

/** Returns the derivation paths of possible signers, by address text, without other entries of the draft's paths. */
export function signerPaths(draft: Draft): readonly (readonly [string, string])[] {
  const { paths = {} } = draft;
  const names = draft.slots.flatMap((slot) =>
    slot.owner.addresses.map((address) => nameIn(draft, slot, address)),
  );
  return [...new Set(names)].flatMap((name) =>
    Object.hasOwn(paths, name) ? [[name, paths[name]!] as const] : [],
  );
}

/**
 * Checks each signature of a draft against the address of its slot.
 * @throws {AvalancheError} `BadSignature`, with a path like `slots[0].signatures[1]`.
 */
export function verifySignatures(draft: Draft): void {
  const addressOf = signersIn(draft);
  draft.slots.forEach((slot, i) => {
    slot.signatures.forEach((signature, k) => {
      if (!signature) return;
      within(['slots', i, 'signatures', k], () => {
        if (
          !equalBytes(addressOf(slot, signature), slot.owner.addresses[slot.signatureIndices[k]!]!)
        )
          throw new AvalancheError(
            'BadSignature',
            'the signature is of another key than that of the slot',
          );
      });
    });
  });
}
