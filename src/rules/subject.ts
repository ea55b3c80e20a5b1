/** A transaction while it is checked. Values that several rules need (bytes, UTXOs, recovered keys) are computed once, when first used. */
import type { Tx as CTx } from '../chain/cchain/tx.ts';
import { inputIDOf } from '../chain/ids.ts';
import type { Verifiable as PVerifiable } from '../chain/pchain/staking.ts';
import type { Tx as PTx } from '../chain/pchain/tx.ts';
import type { Verifiable as XVerifiable } from '../chain/xchain/components.ts';
import type { Tx as XTx } from '../chain/xchain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import type { Chain } from '../network/network.ts';
import { checkArgument, optional } from '../schema/check.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { signedSizeOf, unsignedBytesOf } from '../tx/bytes.ts';
import { type UTXOID, utxoFinder } from '../tx/order.ts';
import { inputsOf } from '../tx/parts.ts';
import { type Recover, recoverArgument } from '../tx/recover.ts';
import { recoveredKey } from '../tx/recovered.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { chainOf } from './components.ts';
import { type Facts, given, missing, type UTXOs } from './facts.ts';

/** A signed transaction of any chain. */
export type SignedTx = Pick<PTx | XTx | CTx, 'unsignedTx' | 'credentials'>;

/** A credential of any chain. */
export type AnyCredential = PVerifiable | XVerifiable;

/** A partly signed transaction: the signatures of each credential, `null` where one is missing. A draft can be checked as one. */
export interface PartlySigned<T extends AnyUnsignedTx = AnyUnsignedTx> {
  readonly unsignedTx: T;
  readonly slots: readonly { readonly signatures: readonly (Uint8Array | null)[] }[];
}

/** A value that `checkTx` accepts: an unsigned, partly signed or signed transaction, or a draft. */
export type Checkable<T extends AnyUnsignedTx = AnyUnsignedTx> =
  | T
  | PartlySigned<T>
  | { readonly unsignedTx: T; readonly credentials: SignedTx['credentials'] };

/** A credential, or its signatures so far, `null` where one is missing. */
export type Signing = AnyCredential | { readonly signatures: readonly (Uint8Array | null)[] };

/** A transaction while it is checked, with values that several rules need. */
export interface Subject<T extends AnyUnsignedTx = AnyUnsignedTx> {
  readonly tx: T;
  readonly facts: Facts;
  /** The chain that the transaction must name. */
  readonly chain: Chain;
  /** Credentials, or signatures so far; `undefined` if unsigned. */
  readonly credentials: readonly Signing[] | undefined;
  /** Returns the encoded unsigned transaction, whose hash is signed. */
  readonly unsignedBytes: () => Uint8Array;
  /** Returns the inputs in the order of their credentials. */
  readonly inputs: () => ReturnType<typeof inputsOf>;
  /** Returns the size of the signed transaction in bytes. */
  readonly signedSize: () => number;
  /** Recovers the public key of a signature. */
  readonly recover: (signature: Uint8Array) => Uint8Array;
  /** Returns the UTXO that an input spends. */
  readonly utxoOf: (id: UTXOID, path: Path) => AnyUTXO;
  /** As `utxoOf`, for rules that are not the ones to report a missing UTXO. */
  readonly knownUTXO: (id: UTXOID, path: Path) => AnyUTXO;
}

const once = <V>(compute: () => V): (() => V) => {
  let found: { readonly value: V } | undefined;
  return () => (found ??= { value: compute() }).value;
};

/** Returns a function that computes a value once per subject. */
export function onceFor<S extends object, V>(compute: (subject: S) => V): (subject: S) => V {
  const known = new WeakMap<S, { readonly value: V }>();
  return (subject) => {
    let found = known.get(subject);
    if (!found) known.set(subject, (found = { value: compute(subject) }));
    return found.value;
  };
}

/**
 * Prepares a transaction for its rules.
 * @param bytes The encoded unsigned transaction, if already known.
 */
export function subjectOf<T extends AnyUnsignedTx>(
  checked: Checkable<T>,
  facts: Facts,
  bytes?: Uint8Array,
): Subject<T> {
  const tx = 'unsignedTx' in checked ? checked.unsignedTx : checked;
  const unsignedBytes = once(() => bytes ?? unsignedBytesOf(tx));
  const utxoOf = utxoOfInput(tx, facts);
  return {
    tx,
    facts,
    chain: chainOf(tx, facts),
    credentials: credentialsOf(checked),
    unsignedBytes,
    inputs: once(() => inputsOf(tx)),
    signedSize: once(() => signedSizeOf(tx, unsignedBytes().length)),
    recover: recoverer(() => sha256(unsignedBytes()), facts.recover),
    utxoOf,
    knownUTXO: (id, path) =>
      given(
        () => utxoOf(id, path),
        'utxos',
        () => nameOf(id),
      ),
  };
}

function credentialsOf(checked: Checkable): readonly Signing[] | undefined {
  if ('slots' in checked) return checked.slots;
  if (!('credentials' in checked)) return undefined;
  return checked.credentials.map((one) => ('credential' in one ? one.credential : one));
}

/**
 * Returns a function that recovers public keys, once per distinct signature.
 * @param recover What recovers them, instead of `@noble/secp256k1`.
 * @throws {AvalancheError} `BadArgument` at `recover`: not from `checkedRecover`.
 */
export function recoverer(
  digestOf: () => Uint8Array,
  recover?: Recover,
): (signature: Uint8Array) => Uint8Array {
  checkArgument(recover, optional(recoverArgument), 'recover');
  const keyOf = recover ?? recoveredKey;
  const digest = once(digestOf);
  const known = new Map<string, Uint8Array>();
  return oncePerRun((signature) => {
    const name = formatHex(signature);
    const key = known.get(name) ?? keyOf(digest(), signature);
    known.set(name, key);
    return key;
  });
}

const nameOf = ({ txID, outputIndex }: UTXOID): string => `UTXO ${formatID(txID)} ${outputIndex}`;

type Get = (id: UTXOID) => AnyUTXO | null | undefined;

function getterOf(utxos: UTXOs | undefined): Get {
  if (!utxos) return () => undefined;
  if (typeof utxos === 'function') return (id) => utxos(formatID(inputIDOf(id)));
  if ('get' in utxos) return (id) => utxos.get(formatID(inputIDOf(id)));
  return utxoFinder(utxos);
}

/** Returns the look-up of UTXOs: the chain's own for inputs, those of the source chain for imported inputs. */
function utxoOfInput(tx: AnyUnsignedTx, { network, utxos, imports }: Facts): Subject['utxoOf'] {
  const own = getterOf(utxos);
  const chains = (['P', 'X', 'C'] as const).map((name) => ({
    chain: network.chains[name],
    get: getterOf(imports?.[name]),
  }));
  return (id, path) => {
    const isImported = path[0] === 'importedInputs' && 'sourceChain' in tx;
    const source = isImported
      ? chains.find(({ chain }) => equalBytes(chain.blockchainID, tx.sourceChain))?.get
      : own;
    const found = source?.(id);
    if (found) return found;
    const what = nameOf(id);
    const exporter = chains.find(({ get }) => get !== source && get(id))?.chain;
    if (exporter)
      throw new AvalancheError('WrongChain', `${what} was exported by ${exporter.alias}`, {
        have: exporter.alias,
        need: chains.find(({ get }) => get === source)?.chain.alias ?? 'another chain',
      }).at(...path);
    if (isImported && own(id))
      throw new AvalancheError('WrongChain', `${what} was not exported to this chain`, {
        have: 'this chain',
        need: chains.find(({ get }) => get === source)?.chain.alias ?? 'another chain',
      }).at(...path);
    if (found === null)
      throw new AvalancheError('NotFound', `${what} does not exist or is spent`, { what }).at(
        ...path,
      );
    throw missing(isImported ? 'imports' : 'utxos', what).at(...path);
  };
}
