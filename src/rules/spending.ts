/** Rules of inputs and signatures: who must sign for inputs and authorizations, and who did. */
import { txArgument } from '../chain/declared.ts';
import type { TransferableInput } from '../chain/pchain/components.ts';
import { accountOf, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { aListOf, anObject, checkArgument } from '../schema/check.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { txDigestOf } from '../tx/bytes.ts';
import { isPlaceholder } from '../tx/placeholder.ts';
import type { Recover } from '../tx/recover.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { outOfRange, verifyOwners } from './components.ts';
import { clockOf, forEachKnown, given, missing, type OwnerFacts } from './facts.ts';
import {
  type AnyCredential,
  recoverer,
  type SignedTx,
  type Signing,
  type Subject,
} from './subject.ts';
import type { Rule } from './verdict.ts';

/** The signatures that a credential must contain. */
export interface SignatureNeed {
  /** Returns the owner; throws if it is unknown. */
  readonly owner: () => OwnerFacts;
  /** Indices of the owner's addresses that sign. */
  readonly signatureIndices: readonly number[];
  readonly credential: AnyCredential['type'];
}

/**
 * Checks that the signers that a transaction names can sign for an owner.
 * Source: avalanchego `vms/secp256k1fx/fx.go` `VerifyCredentials`.
 * @throws {AvalancheError} `Locked`; `MissingSigner`: fewer than the threshold; `OutOfRange`: more, or an index without an address.
 */
export function verifySigners(
  { locktime = 0n, threshold, addresses }: OwnerFacts,
  indices: readonly number[],
  { facts }: Pick<Subject, 'facts'>,
): void {
  if (locktime > 0n && locktime > clockOf(facts))
    throw locked(locktime, clockOf(facts), 'its owner cannot sign before');
  if (indices.length < threshold)
    throw new AvalancheError(
      'MissingSigner',
      `${indices.length} of ${threshold} signers are named`,
    ).at('signatureIndices');
  if (indices.length > threshold)
    throw outOfRange(`${indices.length} signers are named, not ${threshold}`, 'signatureIndices');
  const i = indices.findIndex((index) => index >= addresses.length);
  if (i >= 0)
    throw outOfRange(`${indices[i]} of ${addresses.length} addresses`, 'signatureIndices', i);
}

const locked = (locktime: bigint, time: bigint, detail: string): AvalancheError =>
  new AvalancheError('Locked', `locked until ${locktime}, it is ${time}: ${detail}`, {
    until: locktime,
    time,
  });

/** Checks that a UTXO has the asset that the transaction states. */
export function verifyAssetOf(utxo: AnyUTXO, assetID: Uint8Array): void {
  if (!equalBytes(utxo.assetID, assetID))
    throw new AvalancheError(
      'Mismatch',
      `is ${formatID(assetID)}, the UTXO has ${formatID(utxo.assetID)}`,
    ).at('assetID');
}

/** Returns the owner of a spent UTXO, and the indices of its signers. */
function spendingOf({ input }: TransferableInput, { output }: AnyUTXO) {
  const inner = output.type === 'stakeable.LockOut' ? output.output : output;
  if (inner.type !== 'secp256k1fx.TransferOutput')
    throw new AvalancheError('Mismatch', `an input cannot spend a ${inner.type}`).at('type');
  return { output: inner, input: plainInputOf({ input }) };
}

const plainInputOf = ({ input }: Pick<TransferableInput, 'input'>) =>
  input.type === 'stakeable.LockIn' ? input.input : input;

/** Source: avalanchego `vms/platformvm/utxo/verifier.go` `VerifySpendUTXOs`, `vms/secp256k1fx/fx.go` `VerifySpend`. */
function verifyInputOf(spent: TransferableInput, utxo: AnyUTXO, subject: Subject): void {
  const { assetID, input } = spent;
  verifyAssetOf(utxo, assetID);
  within(['input'], () => {
    const isLockIn = input.type === 'stakeable.LockIn';
    const locktime = utxo.output.type === 'stakeable.LockOut' ? utxo.output.locktime : 0n;
    if (!isLockIn && locktime > 0n && locktime > clockOf(subject.facts))
      throw locked(locktime, clockOf(subject.facts), 'only a stakeable.LockIn can spend it');
    if (isLockIn && input.locktime !== locktime)
      throw new AvalancheError('Mismatch', `is ${input.locktime}, the UTXO has ${locktime}`, {
        found: String(input.locktime),
        expected: String(locktime),
      }).at('locktime');
    const { output, input: plain } = spendingOf(spent, utxo);
    within(isLockIn ? ['input'] : [], () => {
      if (plain.amount !== output.amount)
        throw new AvalancheError(
          'Mismatch',
          `is ${plain.amount}, the UTXO has ${output.amount}`,
        ).at('amount');
      verifyOwners(output);
      verifySigners(output, plain.signatureIndices, subject);
    });
  });
}

/** Rule: each input spends an existing UTXO with the same content, and names valid signers of its owner. */
export const utxos: Rule = {
  name: 'UTXOs',
  check: (subject) => {
    const inputs = subject.inputs();
    const { utxos, imports } = subject.facts;
    // If no UTXO is known, the first error says enough.
    forEachKnown(utxos || imports ? inputs : inputs.slice(0, 1), ({ path, value }) => {
      const utxo = subject.utxoOf(value, path);
      within(path, () => verifyInputOf(value, utxo, subject));
    });
  },
};

/** Returns the signatures that the credentials of the inputs must contain. */
export const inputSignatureNeeds = (subject: Subject): readonly SignatureNeed[] =>
  subject.inputs().map(({ path, value }) => ({
    owner: () => spendingOf(value, subject.knownUTXO(value, path)).output,
    signatureIndices: plainInputOf(value).signatureIndices,
    credential: 'secp256k1fx.Credential',
  }));

/** Returns the signatures of a credential, `null` where one is missing. */
function signaturesOf(credential: Signing): readonly (Uint8Array | null)[] {
  if ('signatures' in credential) return credential.signatures;
  throw new AvalancheError('UnknownTypeID', `must be a credential, got a ${credential.type}`, {
    found: credential.type,
  }).at('type');
}

/** Returns the credentials, whose number must match. */
export function credentialsOf({ credentials }: Subject, needed: number): readonly Signing[] {
  if (!credentials) throw missing('signatures', 'signatures');
  if (credentials.length !== needed)
    throw new AvalancheError(
      'Mismatch',
      `has ${credentials.length} credentials, ${needed} are needed${credentials.length === 0 ? ': nobody has signed' : ''}`,
      { found: String(credentials.length), expected: String(needed) },
    ).at('credentials');
  return credentials;
}

/**
 * Checks the signatures of a credential.
 * @param addressesOf Returns the addresses that must sign; throws if they are unknown.
 */
export function verifySignatures(
  credential: Signing,
  wanted: Pick<SignatureNeed, 'credential' | 'signatureIndices'>,
  addressesOf: () => readonly Uint8Array[],
  addressOf: (signature: Uint8Array) => Uint8Array,
): void {
  const { credential: type, signatureIndices } = wanted;
  if ('type' in credential && credential.type !== type)
    throw new AvalancheError('UnknownTypeID', `must be a ${type}, got a ${credential.type}`, {
      found: credential.type,
      expected: type,
    }).at('type');
  const signatures = signaturesOf(credential);
  const needed = signatureIndices.length;
  if (signatures.length !== needed)
    throw new AvalancheError(
      signatures.length < needed ? 'MissingSigner' : 'OutOfRange',
      `must have ${needed} signatures, got ${signatures.length}`,
    ).at('signatures');
  const isMissing = (signature: Uint8Array | null) => !signature || isPlaceholder(signature);
  const open = signatures.filter(isMissing).length;
  if (open > 0 && 'type' in credential)
    throw new AvalancheError(
      'BadSignature',
      `is a placeholder: ${open} of ${needed} signatures are missing`,
    ).at('signatures', signatures.findIndex(isMissing));
  const addresses = addressesOf();
  signatures.forEach((signature, i) => {
    within(['signatures', i], () => {
      if (!signature || isMissing(signature)) return;
      const found = addressOf(signature);
      const expected = addresses[i]!;
      if (!equalBytes(found, expected))
        throw new AvalancheError('BadSignature', "is not a signature of the owner's address", {
          found: formatHex(found),
          expected: formatHex(expected),
        });
    });
  });
  if (open > 0) throw missing('signatures', `${open} of ${needed} signatures`);
}

/**
 * Rule: each credential contains the signatures of the addresses that the transaction names.
 * @param usesOf Returns the required signatures, one entry for each credential.
 */
export const signatures = <T extends AnyUnsignedTx>(
  usesOf: (subject: Subject<T>) => readonly SignatureNeed[],
): Rule<T> => ({
  name: 'signatures',
  check: (subject) => {
    const uses = usesOf(subject);
    const credentials = credentialsOf(subject, uses.length);
    const addressOf = oncePerRun((signature) => shortIDOfPublicKey(subject.recover(signature)));
    forEachKnown(uses, (use, i) => {
      const addressesOf = () => given(() => signersIn(use), 'signatures', 'a known owner');
      within(['credentials', i], () =>
        verifySignatures(credentials[i]!, use, addressesOf, addressOf),
      );
    });
  },
});

function signersIn({ owner, signatureIndices }: SignatureNeed): readonly Uint8Array[] {
  const { addresses } = owner();
  return signatureIndices.map((index) => {
    const address = addresses[index];
    if (!address) throw outOfRange(`${index} of ${addresses.length} addresses`);
    return address;
  });
}

/** Rule: the inputs are signed. */
export const inputSignatures: Rule = /* @__PURE__ */ signatures(inputSignatureNeeds);

const credentialsArgument = /* @__PURE__ */ aListOf(anObject);

/**
 * Returns the signers, by credential and signature: 20-byte X- or P-chain addresses, or accounts for a C-chain export.
 * @param options.recover Recovers them, made by `checkedRecover`; `@noble/secp256k1` if omitted.
 * @throws {AvalancheError} Under `credentials`: `BadSignature`; `UnknownTypeID`: not a credential.
 */
export function signersOf(
  tx: SignedTx,
  options: { readonly recover?: Recover } = {},
): readonly (readonly Uint8Array[])[] {
  checkArgument(tx, txArgument, 'tx');
  checkArgument(tx.credentials, credentialsArgument, 'tx', 'credentials');
  checkArgument(options, anObject, 'options');
  const recover = within(['options'], () =>
    recoverer(() => txDigestOf(tx.unsignedTx), options.recover),
  );
  const addressOf = tx.unsignedTx.type === 'atomic.ExportTx' ? accountOf : shortIDOfPublicKey;
  return within(['credentials'], () =>
    tx.credentials.map((one, i) =>
      within([i], () =>
        signaturesOf('credential' in one ? one.credential : one).map((signature, k) =>
          within(['signatures', k], () => {
            if (signature && !isPlaceholder(signature)) return addressOf(recover(signature));
            throw new AvalancheError('MissingSigner', 'the signature is missing');
          }),
        ),
      ),
    ),
  );
}
