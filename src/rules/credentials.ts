import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Tx as CTx } from '../chain/cchain/tx.ts';
import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { TransferableInput } from '../chain/pchain/components.ts';
import type { Tx as PTx } from '../chain/pchain/tx.ts';
import type { Verifiable as PVerifiable } from '../chain/pchain/verifiable.ts';
import type { Operation, State, Verifiable as XVerifiable } from '../chain/xchain/components.ts';
import type { Tx as XTx } from '../chain/xchain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { shortIDOfPublicKey } from '../crypto/hash160.ts';
import { pointOf, recoverKey } from '../crypto/secp256k1.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, type Path, within } from '../errors/error.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { unsignedBytesOf } from '../tx/bytes.ts';
import { utxoKey } from '../tx/order.ts';
import { authorizationOf, inputsOf } from '../tx/parts.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { encode } from '../wire/codec.ts';
import { outOfRange, verifyIndices, verifyOwners } from './components.ts';
import type { UnsignedTx } from './context.ts';
import { signerOf } from './tx.ts';
import { verifyXCredentials } from './xchain.ts';

/** A signed transaction of whatever chain. */
export type SignedTx = Pick<PTx | XTx | CTx, 'unsignedTx' | 'credentials'>;

/** What of the state signatures are checked against. */
export interface CredentialState {
  /** All that are spent, in any order, and others. */
  readonly utxos: readonly AnyUTXO[];
  /**
   * Who authorises, where the transaction says so: owner of the subnet, deactivation owner, validator authority. Without a
   * `locktime` there is none.
   */
  readonly authority?: Pick<OutputOwners, 'threshold' | 'addresses'> & {
    readonly locktime?: bigint;
  };
  /** Unix seconds. A node takes its own clock, not the chain’s. */
  readonly time: bigint;
}

type AnyCredential = PVerifiable | XVerifiable;

/** The credentials of a transaction of whatever chain, in their order. */
const credentialsOf = ({ credentials }: SignedTx): readonly AnyCredential[] =>
  credentials.map((of) => ('credential' in of ? of.credential : of));

/** How many credentials a transaction has: one for each input, imported input, operation, account, authorization. */
export const credentialCountOf = /* @__PURE__ */ guarded(function credentialCountOf(
  tx: UnsignedTx,
): number {
  return (
    inputsOf(tx).length +
    ('operations' in tx ? tx.operations.length : 0) +
    (tx.type === 'atomic.ExportTx' ? tx.inputs.length : 0) +
    (authorizationOf(tx) ? 1 : 0)
  );
});

/**
 * Checks that there are as many credentials as needed; on the X-chain also each by itself, as its syntactic rules do.
 * @throws {AvalancheError} Under `credentials`: `Mismatch`: context has `found` and `needed`; `OutOfRange`, `NotSorted`, `TooLong`.
 */
export const verifyCredentialCount = /* @__PURE__ */ guarded(function verifyCredentialCount(
  tx: SignedTx,
): void {
  within(['credentials'], () => {
    if (tx.unsignedTx.type.startsWith('avm.')) verifyXCredentials((tx as XTx).credentials);
    const found = tx.credentials.length;
    const needed = credentialCountOf(tx.unsignedTx);
    if (found !== needed)
      throw new AvalancheError('Mismatch', `has ${found} credentials, ${needed} are needed`, {
        found: String(found),
        expected: String(needed),
      });
  });
});

/**
 * Who signed, by credential and signature: the 20 bytes of X- and P-chain addresses, or of accounts for a C-chain export.
 * @throws {AvalancheError} `BadSignature`, `UnknownTypeID`: no credential.
 */
export const signersOf = /* @__PURE__ */ guarded(function signersOf(
  tx: SignedTx,
): readonly (readonly Uint8Array[])[] {
  const recover = recoverer(tx.unsignedTx);
  return within(['credentials'], () =>
    credentialsOf(tx).map((credential, i) =>
      within([i], () =>
        signaturesOf(credential).map((signature, k) =>
          within(['signatures', k], () => recover(signature)),
        ),
      ),
    ),
  );
});

/** Recovers each signature once, however often it stands there. */
function recoverer(tx: UnsignedTx): (signature: Uint8Array) => Uint8Array {
  const digest = sha256(unsignedBytesOf(tx));
  const known = new Map<string, Uint8Array>();
  return (signature) => {
    const key = formatHex(signature);
    let signer = known.get(key);
    if (!signer) {
      const publicKey = recoverKey(digest, signature);
      signer =
        tx.type === 'atomic.ExportTx'
          ? keccak_256(pointOf(publicKey)).subarray(12)
          : shortIDOfPublicKey(publicKey);
      known.set(key, signer);
    }
    return signer;
  };
}

function signaturesOf(credential: AnyCredential): readonly Uint8Array[] {
  switch (credential.type) {
    case 'secp256k1fx.Credential':
    case 'nftfx.Credential':
    case 'propertyfx.Credential':
      return credential.signatures;
    default:
      throw new AvalancheError('UnknownTypeID', `${credential.type} is not a credential`, {
        found: credential.type,
      }).at('type');
  }
}

/**
 * Checks a signed transaction against what it spends and who owns that: asset and amount of each input, locks, kind and number
 * of the credentials, each signature against the owner’s address in its slot. Source: avalanchego
 * `vms/secp256k1fx/fx.go`, `vms/platformvm/utxo/verifier.go`, `vms/avm/txs/executor/semantic_verifier.go`,
 * `vms/saevm/cchain/tx/export.go`.
 * @throws {AvalancheError} With the path of what is wrong: `MissingState`: a UTXO or the authority was not given; `Mismatch`: not what
 *   the UTXO is; `Locked`; `MissingSigner`: fewer signatures than the threshold; `OutOfRange`: more, or an index that no
 *   address has; `BadSignature`; `UnknownTypeID`: a credential of another fx.
 */
export const verifyCredentials = /* @__PURE__ */ guarded(function verifyCredentials(
  tx: SignedTx,
  state: CredentialState,
): void {
  verifyCredentialCount(tx);
  const { unsignedTx } = tx;
  const check: Check = {
    state,
    utxos: new Map(state.utxos.map((utxo) => [utxoKey(utxo), utxo])),
    recover: recoverer(unsignedTx),
  };
  const credentials = credentialsOf(tx);
  const auth = authorizationOf(unsignedTx);
  if (auth) verifyAuthority(auth.value, auth.path, credentials, check);
  if (unsignedTx.type === 'atomic.ExportTx')
    unsignedTx.inputs.forEach(({ address }, i) => {
      within(['credentials', i], () => verifyAccount(credentials[i]!, address, check));
    });
  const inputs = inputsOf(unsignedTx);
  inputs.forEach(({ path, value }, i) => {
    verifyInput(value, path, i, credentials[i]!, check);
  });
  if (unsignedTx.type === 'avm.OperationTx')
    unsignedTx.operations.forEach((operation, i) => {
      const at = i + inputs.length;
      verifyOperation(operation, ['operations', i], at, credentials[at]!, check);
    });
});

interface Check {
  readonly state: CredentialState;
  readonly utxos: ReadonlyMap<string, AnyUTXO>;
  readonly recover: (signature: Uint8Array) => Uint8Array;
}

interface Owners {
  readonly locktime: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
}

function utxoOf(
  id: { readonly txID: Uint8Array; readonly outputIndex: number },
  assetID: Uint8Array,
  { utxos }: Check,
): AnyUTXO {
  const utxo = utxos.get(utxoKey(id));
  if (!utxo)
    throw new AvalancheError(
      'MissingState',
      `UTXO ${formatID(id.txID)}:${id.outputIndex} is needed`,
      { what: 'utxo', id: formatID(id.txID), outputIndex: id.outputIndex },
    );
  if (!equalBytes(utxo.assetID, assetID))
    throw new AvalancheError(
      'Mismatch',
      `is ${formatID(assetID)}, the UTXO is of ${formatID(utxo.assetID)}`,
      { found: formatID(assetID), expected: formatID(utxo.assetID) },
    ).at('assetID');
  return utxo;
}

function verifyInput(
  { txID, outputIndex, assetID, input }: TransferableInput,
  path: Path,
  place: number,
  credential: AnyCredential,
  check: Check,
): void {
  const [owner, signatureIndices, at] = within(path, () => {
    const { output } = utxoOf({ txID, outputIndex }, assetID, check);
    return within(['input'], () => {
      const isLockIn = input.type === 'stakeable.LockIn';
      const locktime = output.type === 'stakeable.LockOut' ? output.locktime : 0n;
      if (!isLockIn && locktime > check.state.time)
        throw locked(locktime, check.state.time, 'only a stakeable.LockIn can spend it');
      if (isLockIn && input.locktime !== locktime)
        throw new AvalancheError('Mismatch', `is ${input.locktime}, the UTXO has ${locktime}`, {
          found: String(input.locktime),
          expected: String(locktime),
        }).at('locktime');
      const plainOutput = output.type === 'stakeable.LockOut' ? output.output : output;
      const plainInput = isLockIn ? input.input : input;
      if (plainOutput.type !== 'secp256k1fx.TransferOutput')
        throw new AvalancheError('Mismatch', `a ${plainOutput.type} cannot be spent by an input`, {
          found: plainOutput.type,
        }).at('type');
      if (plainInput.amount !== plainOutput.amount)
        throw new AvalancheError(
          'Mismatch',
          `is ${plainInput.amount}, the UTXO has ${plainOutput.amount}`,
          { found: String(plainInput.amount), expected: String(plainOutput.amount) },
        ).at(...(isLockIn ? ['input'] : []), 'amount');
      verifyOwners(plainOutput);
      const indicesAt = [...path, 'input', ...(isLockIn ? ['input'] : [])];
      return [plainOutput, plainInput.signatureIndices, indicesAt] as const;
    });
  });
  verifyCredential(owner, signatureIndices, at, place, credential, 'secp256k1fx.Credential', check);
}

const locked = (locktime: bigint, time: bigint, detail: string): AvalancheError =>
  new AvalancheError('Locked', `locked until ${locktime}, it is ${time}: ${detail}`, {
    until: locktime,
    time,
  });

/** Source: avalanchego `vms/secp256k1fx/fx.go` `VerifyCredentials`. */
function verifyCredential(
  owner: Owners,
  signatureIndices: readonly number[],
  path: Path,
  place: number,
  credential: AnyCredential,
  type: AnyCredential['type'],
  { state, recover }: Check,
): void {
  const { locktime, threshold, addresses } = owner;
  within(path, () => {
    if (locktime > state.time) throw locked(locktime, state.time, 'nobody can sign for it');
    if (signatureIndices.length < threshold)
      throw new AvalancheError(
        'MissingSigner',
        `${signatureIndices.length} of ${threshold} needed signatures`,
        { have: BigInt(signatureIndices.length), need: BigInt(threshold) },
      ).at('signatureIndices');
    if (signatureIndices.length > threshold)
      throw outOfRange(`${signatureIndices.length} sign, not ${threshold}`, 'signatureIndices');
    const i = signatureIndices.findIndex((index) => index >= addresses.length);
    if (i >= 0)
      throw outOfRange(
        `${signatureIndices[i]} of ${addresses.length} addresses`,
        'signatureIndices',
        i,
      );
  });
  within(['credentials', place], () => {
    if (credential.type !== type)
      throw new AvalancheError('UnknownTypeID', `must be a ${type}, got a ${credential.type}`, {
        found: credential.type,
        expected: type,
      }).at('type');
    const signatures = signaturesOf(credential);
    if (signatures.length !== threshold)
      throw new AvalancheError(
        signatures.length < threshold ? 'MissingSigner' : 'OutOfRange',
        `has ${signatures.length} signatures, ${threshold} are needed`,
        signatures.length < threshold
          ? { have: BigInt(signatures.length), need: BigInt(threshold) }
          : { value: signatures.length, max: threshold },
      ).at('signatures');
    signatures.forEach((signature, i) => {
      within(['signatures', i], () => {
        if (!equalBytes(recover(signature), addresses[signatureIndices[i]!]!))
          throw new AvalancheError(
            'BadSignature',
            `is not a signature of the owner's address ${signatureIndices[i]}`,
          );
      });
    });
  });
}

/** Source: avalanchego `vms/platformvm/txs/executor/subnet_tx_verification.go`. */
function verifyAuthority(
  auth: PVerifiable,
  path: Path,
  credentials: readonly AnyCredential[],
  check: Check,
): void {
  const { authority } = check.state;
  within(path, () => {
    if (!authority)
      throw new AvalancheError('MissingState', 'the owner who may authorize is needed', {
        what: 'owner',
      });
    if (auth.type !== 'secp256k1fx.Input')
      throw new AvalancheError('UnknownTypeID', `must be a secp256k1fx.Input, got a ${auth.type}`, {
        found: auth.type,
        expected: 'secp256k1fx.Input',
      }).at('type');
    verifyIndices(auth.signatureIndices);
    verifyOwners(authority);
  });
  const { signatureIndices } = auth as { readonly signatureIndices: readonly number[] };
  const place = credentials.length - 1;
  const owner = { locktime: 0n, ...authority! };
  verifyCredential(
    owner,
    signatureIndices,
    path,
    place,
    credentials[place]!,
    'secp256k1fx.Credential',
    check,
  );
}

/** Source: avalanchego `vms/saevm/cchain/tx/export.go` `verifyCredentials`. */
function verifyAccount(credential: AnyCredential, address: Uint8Array, { recover }: Check): void {
  const signatures = signaturesOf(credential);
  if (signatures.length !== 1)
    throw new AvalancheError(
      signatures.length === 0 ? 'MissingSigner' : 'OutOfRange',
      `has ${signatures.length} signatures, 1 is needed`,
      signatures.length === 0 ? { have: 0n, need: 1n } : { value: signatures.length, max: 1 },
    ).at('signatures');
  within(['signatures', 0], () => {
    if (!equalBytes(recover(signatures[0]!), address))
      throw new AvalancheError('BadSignature', 'is not a signature of the account');
  });
}

/** Which UTXO an operation consumes, with which credential. Source: avalanchego `vms/*fx/fx.go` `VerifyOperation`. */
const operationKinds = {
  'secp256k1fx.MintOperation': ['secp256k1fx.MintOutput', 'secp256k1fx.Credential'],
  'nftfx.MintOperation': ['nftfx.MintOutput', 'nftfx.Credential'],
  'nftfx.TransferOperation': ['nftfx.TransferOutput', 'nftfx.Credential'],
  'propertyfx.MintOperation': ['propertyfx.MintOutput', 'propertyfx.Credential'],
  'propertyfx.BurnOperation': ['propertyfx.OwnedOutput', 'propertyfx.Credential'],
} as const;

function verifyOperation(
  { assetID, inputIDs, operation }: Operation,
  path: Path,
  place: number,
  credential: AnyCredential,
  check: Check,
): void {
  const [outputType, credentialType] = operationKinds[operation.type];
  const owner = within(path, () => {
    if (inputIDs.length !== 1) throw outOfRange(`${inputIDs.length} UTXOs, not 1`, 'inputIDs');
    const { output } = utxoOf(inputIDs[0]!, assetID, check);
    if (output.type !== outputType)
      throw new AvalancheError('Mismatch', `is a ${output.type}, expected a ${outputType}`, {
        found: output.type,
        expected: outputType,
      }).at('inputIDs', 0);
    within(['operation'], () => verifyProduct(operation, output as State));
    return output as State & Owners;
  });
  const { signatureIndices } = signerOf(operation);
  verifyCredential(
    owner,
    signatureIndices,
    [...path, 'operation'],
    place,
    credential,
    credentialType,
    check,
  );
}

/**
 * Checks that an operation keeps of what it consumes what it has to.
 * @throws {AvalancheError} `Mismatch`.
 */
export function verifyProduct(operation: Operation['operation'], output: State): void {
  const differs = (...at: readonly string[]): AvalancheError =>
    new AvalancheError('Mismatch', 'differs from the UTXO').at(...at);
  switch (operation.type) {
    case 'secp256k1fx.MintOperation':
    case 'propertyfx.MintOperation':
      if (!sameOwners(operation.mintOutput, output as Owners)) throw differs('mintOutput');
      break;
    case 'nftfx.MintOperation':
      if (operation.groupID !== (output as { readonly groupID: number }).groupID)
        throw differs('groupID');
      break;
    case 'nftfx.TransferOperation': {
      const { groupID, payload } = output as typeof operation.output;
      if (operation.output.groupID !== groupID) throw differs('output', 'groupID');
      if (!equalBytes(operation.output.payload, payload)) throw differs('output', 'payload');
      break;
    }
    case 'propertyfx.BurnOperation':
  }
}

function sameOwners(a: Owners, b: Owners): boolean {
  const bytes = ({ locktime, threshold, addresses }: Owners): Uint8Array =>
    encode(OutputOwners, { type: 'secp256k1fx.OutputOwners', locktime, threshold, addresses });
  return equalBytes(bytes(a), bytes(b));
}
