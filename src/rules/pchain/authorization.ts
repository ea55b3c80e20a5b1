/** Rules of authorizations: the owner of a subnet or validator must sign, besides the owners of the inputs. */
import type { Verifiable } from '../../chain/pchain/staking.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatID } from '../../text/id.ts';
import { authorizationOf } from '../../tx/parts.ts';
import { verifyIndices, verifyInput, verifyOutput, verifyOwners } from '../components.ts';
import { type Facts, find, given, need, type OwnerFacts } from '../facts.ts';
import { inputSignatureNeeds, type SignatureNeed, signatures, verifySigners } from '../spending.ts';
import type { Subject } from '../subject.ts';
import type { Rule } from '../verdict.ts';
import { type BasePTx, spendUnsigned, verifyNotPrimary } from './shared.ts';
import { verifySigner } from './signer.ts';

/** A transaction with an authorization. */
type Authorized = BasePTx;

const authOf = (tx: Authorized): { readonly value: Verifiable; readonly at: string } => {
  const { value, path } = authorizationOf(tx)!;
  return { value, at: String(path[0]) };
};

/** Rule: the authorization is well-formed, by the checks of its type. Source: avalanchego `vms/components/verify`. */
export const authorizationForm: Rule<Authorized> = {
  name: 'authorization form',
  check: (subject) => {
    const { value, at: path } = authOf(subject.tx);
    within([path], () =>
      (verifiers[value.type] as Verify<typeof value.type>)(value, subject.facts),
    );
  },
};

type Verify<T extends Verifiable['type']> = (
  value: Extract<Verifiable, { readonly type: T }>,
  facts: Facts,
) => void;

const nothing = (): void => {};
const verifyStaker = ({ validator }: { readonly validator: { readonly weight: bigint } }): void =>
  verifyWeight(validator.weight);

/** The `Verify` method of each type; for a transaction, that of its embedded `Validator`. */
const verifiers: { readonly [T in Verifiable['type']]: Verify<T> } = {
  'secp256k1fx.Input': ({ signatureIndices }) => verifyIndices(signatureIndices),
  'secp256k1fx.OutputOwners': verifyOwners,
  'secp256k1fx.TransferOutput': verifyOutput,
  'stakeable.LockOut': verifyOutput,
  'secp256k1fx.TransferInput': verifyInput,
  'stakeable.LockIn': verifyInput,
  'signer.ProofOfPossession': verifySigner,
  'platformvm.AddSubnetValidatorTx': (tx) => {
    within(['validator'], () => verifyNotPrimary(tx.validator.subnetID));
    verifyStaker(tx);
  },
  'platformvm.AddValidatorTx': verifyStaker,
  'platformvm.AddDelegatorTx': verifyStaker,
  'platformvm.AddPermissionlessValidatorTx': verifyStaker,
  'platformvm.AddPermissionlessDelegatorTx': verifyStaker,
  'secp256k1fx.Credential': nothing,
  'signer.Empty': nothing,
};

/** Source: avalanchego `vms/platformvm/txs/validator.go`. */
export function verifyWeight(weight: bigint): void {
  if (weight === 0n)
    throw new AvalancheError('OutOfRange', 'the weight must be greater than 0').at(
      'validator',
      'weight',
    );
}

/** Returns the signature indices of an authorization. Source: avalanchego `vms/secp256k1fx/fx.go` `VerifyPermission`. */
function indicesIn(tx: Authorized): readonly number[] {
  const { value, at: path } = authOf(tx);
  if (value.type === 'secp256k1fx.Input') return value.signatureIndices;
  throw new AvalancheError('UnknownTypeID', `must be a secp256k1fx.Input, got a ${value.type}`, {
    found: value.type,
    expected: 'secp256k1fx.Input',
  }).at(path, 'type');
}

export function subnetOwner({ facts }: Subject, subnetID: Uint8Array): OwnerFacts {
  const what = `subnet ${formatID(subnetID)}`;
  const { owner } = find(facts.subnets, formatID(subnetID), 'subnets', what);
  return need(owner, 'subnets', `the owner of ${what}`);
}

/** Rule: the owner authorizes the transaction. Source: avalanchego `vms/platformvm/txs/executor/subnet_tx_verification.go`. */
const authorization = <T extends Authorized>(
  ownerOf: (subject: Subject<T>) => OwnerFacts,
): Rule<T> => ({
  name: 'authorization',
  check: (subject) => {
    const indices = indicesIn(subject.tx);
    const { at: path } = authOf(subject.tx);
    within([path], () => {
      const found = ownerOf(subject);
      verifyOwners(found);
      verifySigners(found, indices, subject);
    });
  },
});

/** Returns the required signatures: those of the inputs, then that of the authorization, whose credential is the last. */
const claimsOf =
  <T extends Authorized>(ownerOf: (subject: Subject<T>) => OwnerFacts) =>
  (subject: Subject<T>): readonly SignatureNeed[] => [
    ...inputSignatureNeeds(subject),
    {
      owner: () => ownerOf(subject),
      signatureIndices: given(() => indicesIn(subject.tx), 'signatures', 'an authorization'),
      credential: 'secp256k1fx.Credential',
    },
  ];

/**
 * Returns the rules for the authorization, followed by those for inputs and fee.
 * @param between Rules that a node checks between the owner and the inputs.
 */
export const authorize = <T extends Authorized>(
  ownerOf: (subject: Subject<T>) => OwnerFacts,
  between: readonly Rule<T>[] = [],
): readonly Rule<T>[] => {
  const [utxos, ...rest] = spendUnsigned;
  const all: readonly Rule<T>[] = [utxos, signatures(claimsOf(ownerOf)), ...rest];
  return [authorization(ownerOf), ...between, ...all];
};

/** Rule: the subnet is neither elastic nor an L1. Source: as `authorize`, `verifyPoASubnetAuthorization`. */
export const mutable = <T extends BasePTx>(
  subnetOf: (tx: T) => Uint8Array,
  ...path: readonly string[]
): Rule<T> => ({
  name: 'mutable subnet',
  check: ({ tx, facts }) => {
    const id = formatID(subnetOf(tx));
    const what = `whether subnet ${id}`;
    const subnet = given(
      () => find(facts.subnets, id, 'subnets', `${what} exists`),
      'subnets',
      what,
    );
    const { transformation, manager } = subnet;
    const immutable = (detail: string) =>
      new AvalancheError('NotAllowed', `subnet ${id} is ${detail}`).at(...path);
    if (transformation) throw immutable('elastic');
    if (manager) throw immutable('an L1');
    need(transformation, 'subnets', `${what} is elastic`);
    need(manager, 'subnets', `${what} is an L1`);
  },
});
