/**
 * Verifies drafts. A draft may come from anyone, so before it is signed everything in it is checked against its transaction and the node's
 * rules: slots, fee, burns, locks and signatures. Only a draft that was built here, or that its signer reviewed, may be signed: a mark
 * of its bytes tells.
 */
import { chainNameOf } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { TransferableOutput } from '../chain/pchain/components.ts';
import { sha256 } from '../crypto/hash.ts';
import { accountOf, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { asBytes, checkShape, type Shape } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { addUnits, inputUnits, outputUnits } from '../fee/gas.ts';
import {
  atomicFeeOf,
  atomicGasCap,
  atomicGasOf,
  complexityOf,
  feeOfWeight,
  pTariff,
  type Tariff,
  weightOf,
  xTariff,
} from '../fee/transactions.ts';
import { formatAddress } from '../network/address.ts';
import { blockchainShape, networkShape } from '../network/network.ts';
import { verifyCare } from '../rules/care.ts';
import { rulesFor } from '../rules/check.ts';
import { type BLS, type Facts, missing, type OwnerFacts } from '../rules/facts.ts';
import { recoverer, type SignedTx } from '../rules/subject.ts';
import { assertNotRefused, check, type RuleFinding } from '../rules/verdict.ts';
import { consumedBy, consumedIDOf, verifyConsumed } from '../rules/xchain/assets.ts';
import { blockchainOf } from '../state/state.ts';
import type { Wei } from '../text/amount.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { unixSeconds } from '../text/time.ts';
import { signedSizeOf, unsignedBytesOf } from '../tx/bytes.ts';
import { type CredentialUse, credentialUsesOf } from '../tx/credentials.ts';
import { flowsOf, movementsOf, verifyFlowsAre } from '../tx/flows.ts';
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
import type { AnyUTXO, Owners } from '../tx/types.ts';
import { encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type {
  Draft,
  DraftOf,
  Fee,
  InputSlot,
  OpenSlot,
  OperationSlot,
  Policy,
  Slot,
} from './draft.ts';

const owner: Shape = { threshold: 'number', locktime: 'bigint', addresses: ['bytes'] };

/** The shape that every function requires of a draft argument. */
export const draftShape: Shape = {
  chain: 'text',
  network: networkShape,
  blockchain: blockchainShape,
  time: 'bigint',
  unsignedTx: { type: 'text' },
  slots: [
    {
      kind: 'text',
      owner,
      signatureIndices: ['number'],
      signatures: 'a list',
      of: { '?': 'bytes' },
      utxo: { '?': { txID: 'bytes', assetID: 'bytes', output: 'an object' } },
    },
  ],
  fee: { total: 'bigint', gas: { '?': 'bigint' }, price: { '?': 'bigint' } },
  change: [{ outputIndex: 'number', assetID: 'bytes', output: owner }],
  warnings: 'a list',
  missing: 'a list',
  paths: { '?': 'an object' },
  evidence: [{ chain: 'text', bytes: 'bytes' }],
};

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

/** Returns the UTXOs of slots. */
const utxosOf = (slots: readonly Slot[]): readonly AnyUTXO[] =>
  slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));

/**
 * Returns the facts that a draft contains: network, time, price, and the UTXO or owner of each slot. They are claims of the draft's
 * maker, not of a node.
 */
export function factsOfDraft(draft: Draft): Facts {
  const { network, time, slots, fee } = draft;
  const { price } = fee;
  const owners = new Map(
    slots.flatMap((slot): readonly (readonly [string, OwnerFacts])[] =>
      slot.kind === 'auth' ? [[formatID(slot.of), slot.owner]] : [],
    ),
  );
  const by =
    <V>(make: (owner: OwnerFacts) => V) =>
    (id: string): V | undefined => {
      const owner = owners.get(id);
      return owner && make(owner);
    };
  return {
    network,
    time,
    ...placesOf(draft),
    ...(draft.chain === 'X' && { blockchain: draft.blockchain }),
    ...(draft.chain === 'P' && { feeState: { price } }),
    ...(draft.chain === 'C' && { baseFee: price }),
    subnets: by((owner) => ({ owner })),
    l1Validators: by((deactivationOwner) => ({ deactivationOwner })),
    autoRenewed: by((authority) => ({ authority })),
  };
}

/** Returns the UTXOs of the chain and the imported ones, whose slots come after the inputs. */
function placesOf({ unsignedTx: tx, slots }: Draft): Pick<Facts, 'utxos' | 'imports'> {
  if (!('sourceChain' in tx)) return { utxos: utxosOf(slots) };
  const own = 'inputs' in tx ? tx.inputs.length : 0;
  const imported = utxosOf(slots.slice(own));
  return {
    utxos: utxosOf(slots.slice(0, own)),
    imports: { P: imported, X: imported, C: imported },
  };
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
  let burned = 0n;
  for (const { goes, assetID = avaxAssetID, amount } of movementsOf(unsignedTx))
    if (equalBytes(assetID, avaxAssetID)) burned += goes === 'in' ? amount : -amount;
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
 * @throws {AvalancheError} `OutOfRange`: context has `value`, `max` and `unit`, and the `part` with its `count`.
 */
export function verifyWeight(
  weight: bigint,
  { unit, cap }: Pick<Tariff, 'unit' | 'cap'>,
  tx: object,
): void {
  if (weight <= cap) return;
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

/** Refuses what is mistaken for a draft: a signed transaction, or the text or bytes of a draft. */
function assertDraft(draft: unknown): void {
  if (typeof draft === 'string' || asBytes(draft))
    throw new AvalancheError(
      'BadArgument',
      `must be a draft, got ${typeof draft === 'string' ? 'text: parseDraft' : 'bytes: decodeDraft'} reads it`,
      { expected: 'a draft' },
    );
  if (typeof draft === 'object' && draft !== null && 'credentials' in draft && !('slots' in draft))
    throw new AvalancheError('BadArgument', 'is a signed transaction already, not a draft', {
      expected: 'a draft',
    });
}

/**
 * Verifies everything in a draft except its signatures, whoever made it: the node's rules at the draft's time; each slot against its
 * credential; that only the fee and the burns that the transaction names are burned, and nothing is unlocked; and that the fee is the
 * one that the tariff requires.
 * @param verifyPossession From `avalanche-tx/bls`. If omitted, proofs of possession are assumed valid.
 * @returns The unsigned bytes, encoded before the checks, so that exactly the verified bytes are signed.
 * @throws {AvalancheError} With the path of the error: what `checkTx` and `verifyCare` find, and `Mismatch`,
 *   `Unbalanced`, `FeeTooLow`, `FeeTooHigh`, `OutOfRange`, `WrongChain`.
 */
export function verifyDraft(draft: Draft, verifyPossession?: BLS['verifyPossession']): Uint8Array {
  assertDraft(draft);
  checkShape(draft, draftShape);
  return verifyContents(draft, verifyPossession);
}

/** As `verifyDraft`, for a draft that was made here of checked arguments, so that its shape needs no check. */
export function verifyContents(
  draft: Draft,
  verifyPossession?: BLS['verifyPossession'],
): Uint8Array {
  const { chain, unsignedTx, network, time } = draft;
  const of = chainNameOf(unsignedTx);
  if (chain !== of)
    throw new AvalancheError('WrongChain', `must be that of a ${unsignedTx.type}`, {
      have: String(chain),
      need: of,
    }).at('chain');
  unixSeconds(time, 'time');
  const bls = verifyPossession && { verifyPossession, verifyMessage };
  // Encoding comes first: it ensures that every field has the type and range that the rules rely on.
  const bytes = within(['unsignedTx'], () => unsignedBytes(draft));
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

/** Reports the warp signers as missing facts, since a signer of a draft does not know the validators of the source chain. */
const verifyMessage = (): void => {
  throw missing('signers', 'the validators of the source chain');
};

/** Rules about the UTXOs of inputs, and their signatures. */
const aboutSpent = new Set(['UTXOs', 'signatures']);

/** Rules about the owners of what a transaction spends, and about signatures. */
const aboutOwners = new Set(['UTXOs', 'consumed UTXOs', 'authorization', 'signatures']);

/**
 * Checks the signatures of a transaction made from a draft, and that the signers are the owners in the draft.
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
    const said = { assetID, output: lockedUntil(output, stakeableUntil) };
    if (!found || !sameBytes(TransferableOutput, found, said))
      throw new AvalancheError('Mismatch', `is not the output ${outputIndex}`).at('change', i);
  });
}

const sameBytes = <T>(type: Type<T>, a: T, b: T): boolean =>
  equalBytes(encode(type, a), encode(type, b));

/** Returns the sha256 of the unsigned bytes, which signers sign. */
export const digestOf = (draft: Draft): Uint8Array => sha256(unsignedBytes(draft));

/** Returns the address of a compressed public key in a slot. An account's address is another hash of the key. */
export const addressIn = (slot: Pick<Slot, 'kind'>, publicKey: Uint8Array): Uint8Array =>
  slot.kind === 'account' ? accountOf(publicKey) : shortIDOfPublicKey(publicKey);

/** Formats an address of a slot, an account as `0x…`. This text is the key in `paths` of a draft. */
export const nameIn = (draft: Draft, { kind }: Pick<Slot, 'kind'>, address: Uint8Array): string =>
  kind === 'account'
    ? formatHex(address)
    : formatAddress(blockchainOf(draft), address, draft.network);

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
 * @param bytes The unsigned bytes that `verifyDraft` returned.
 * @throws {AvalancheError} `BadSignature`, with a path like `slots[0].signatures[1]`.
 */
export function verifySignatures(draft: Draft, bytes?: Uint8Array): void {
  const recover = recoverer(() => bytes ?? unsignedBytes(draft));
  const addressBy = (kind: Slot['kind']) =>
    oncePerRun((signature) => addressIn({ kind }, recover(signature)));
  const accountOf = addressBy('account');
  const shortIDOf = addressBy('input');
  draft.slots.forEach((slot, i) => {
    slot.signatures.forEach((signature, k) => {
      if (!signature) return;
      within(['slots', i, 'signatures', k], () => {
        const found = slot.kind === 'account' ? accountOf(signature) : shortIDOf(signature);
        if (!equalBytes(found, slot.owner.addresses[slot.signatureIndices[k]!]!))
          throw new AvalancheError(
            'BadSignature',
            'the signature is of another key than that of the slot',
          );
      });
    });
  });
}

/** Key of the mark, shared by all copies of the library in a process. */
const mark: unique symbol = Symbol.for('avalanche-tx.made') as never;
type Marked = { readonly [mark]?: string };

declare const elsewhere: unique symbol;
/** Type brand of a draft that was not built here: `sign` accepts it only with `policy` or `reviewed`. */
export interface Elsewhere {
  /** Only a type: no value has it. */
  readonly [elsewhere]: true;
}
/** A draft that was read from a file, bytes or another program. */
export type ReadDraft = Draft & Elsewhere;
/** Type of a draft without the brand `Elsewhere`. */
export interface NotElsewhere {
  /** Only a type: no value has it. */
  readonly [elsewhere]?: never;
}

/**
 * Marks a draft as built here from the caller's own intent, or as reviewed. The mark holds the digest, so it is void once the signed bytes
 * change. Copies, JSON and structured clones do not carry it.
 */
export function markMade<D extends Draft>(draft: D, digest: Uint8Array = digestOf(draft)): D {
  return Object.defineProperty(draft, mark, { value: formatHex(digest) });
}

/** Whether a draft was built here and its signed bytes have not changed since. */
export const isMade = (draft: Draft, digest: Uint8Array = digestOf(draft)): boolean =>
  (draft as Marked)[mark] === formatHex(digest);

/** Marks a draft made from others if one of them is marked and has the same signed bytes. */
export function keepMark<D extends Draft>(made: D, ...from: readonly Draft[]): D {
  const marks = from.flatMap((of) => (of as Marked)[mark] ?? []);
  if (marks.length === 0) return made;
  const digest = digestOf(made);
  return marks.includes(formatHex(digest)) ? markMade(made, digest) : made;
}

/** Options that allow a draft from elsewhere to be signed. */
export interface Reviewed {
  /**
   * The policy that the draft must satisfy. A draft that was not built here, or was changed or copied since, needs a policy or `reviewed`.
   */
  readonly policy?: Policy | undefined;
  /** The digest of the draft that the signer has reviewed: `explain(draft).digest`. */
  readonly reviewed?: Uint8Array | undefined;
}

/**
 * Checks that a draft was built here or reviewed.
 * @param digest The sha256 of its unsigned bytes, if known.
 * @throws {AvalancheError} `NotReviewed`; `Mismatch`: `reviewed` is the digest of another draft.
 */
export function verifyReviewed(
  draft: Draft,
  { policy, reviewed }: Reviewed,
  digest?: Uint8Array,
): void {
  if (reviewed && !equalBytes(reviewed, digest ?? digestOf(draft)))
    throw new AvalancheError('Mismatch', 'is the digest of another draft than this one').at(
      'options',
      'reviewed',
    );
  if (policy || reviewed || isMade(draft, digest)) return;
  throw new AvalancheError(
    'NotReviewed',
    'it was not built here, or was changed or copied since. Give policy: policyOfIntent(intent), fullPolicyOf(draft) of a reviewed one, or policyOf(rules); or show explain(draft) to the signer and give its digest as reviewed',
  ).at('draft');
}
