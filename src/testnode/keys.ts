/** BLS keys of validators: what warp messages are signed with. */
import type { ProofOfPossession } from '../chain/pchain/components.ts';
import { sha256 } from '../crypto/hash.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import {
  aggregateWarpMessage,
  provePossession,
  publicKeyOf,
  signBLS,
  verifyPossession,
} from '../warp/bls.ts';
import { UnsignedMessage } from '../warp/message.ts';
import { decode } from '../wire/codec.ts';
import { setEntry } from './journal.ts';
import { signersOf } from './sets.ts';
import type { World } from './world.ts';

/** The secret keys of avalanchego's local validators. Source: avalanchego `staking/local/signer1.key` and so on. */
const localSecrets = (): readonly Uint8Array[] =>
  [1, 2, 3, 4, 5].map((i) => encodeUTF8(`AvalancheLocalNetworkValidator0${i}`));

/** Gives the node the secret BLS key of a validator, so that it signs warp messages. */
export function addBLSKey(
  world: World,
  secretKey: Uint8Array,
  publicKey: Uint8Array = publicKeyOf(secretKey),
): void {
  setEntry(world.journal, world.blsKeys, formatHex(publicKey), secretKey.slice());
}

/** Proofs that this module made: verifying one takes as long as making it. */
const ownProofs = new WeakMap<World, Set<string>>();

type Proof = Pick<ProofOfPossession, 'publicKey' | 'proofOfPossession'>;

const textOf = ({ publicKey, proofOfPossession }: Proof): string =>
  formatHex(publicKey) + formatHex(proofOfPossession);

/** Creates a BLS key from a label; the node keeps its secret. */
export function newBLSKey(world: World, label: string): ProofOfPossession {
  const secret = blsKeyOf(label);
  const proof = provePossession(secret);
  addBLSKey(world, secret, proof.publicKey);
  const own = ownProofs.get(world) ?? new Set();
  ownProofs.set(world, own.add(textOf(proof)));
  return proof;
}

/** Verifies the proof of a BLS key. */
export const verifyProof = (world: World, proof: Proof): boolean =>
  ownProofs.get(world)?.has(textOf(proof)) || verifyPossession(proof);

/** Derives a secret BLS key from a label. */
function blsKeyOf(label: string): Uint8Array {
  const secret = sha256(encodeUTF8(`the BLS key of ${label} of an avalanche-tx test node`));
  // Below the order of the group.
  secret[0]! &= 0x3f;
  return secret;
}

/** Selects which validators sign. */
export interface WarpSigning {
  /** Minimum share of the weight that signs, in percent; all available keys sign if omitted. */
  readonly percent?: number;
}

/**
 * Signs a warp message with the keys of its source chain's validators that the node has.
 * @param unsigned The unsigned bytes of the message.
 * @returns The signed message, in the form that transactions contain.
 * @throws {AvalancheError} `NotFound`: no such chain; `MissingSigner`: the node has no key of its validators; as
 *   `decode`.
 */
export function signWarp(
  world: World,
  unsigned: Uint8Array,
  { percent }: WarpSigning = {},
): Uint8Array {
  const { SourceChainID } = decode(UnsignedMessage, unsigned);
  const set = signersOf(world, SourceChainID);
  if (!set) {
    const what = `chain ${formatID(SourceChainID)}`;
    throw new AvalancheError('NotFound', `there is no ${what}`, { what }).at('SourceChainID');
  }
  if (world.blsKeys.size === 0) for (const secret of localSecrets()) addBLSKey(world, secret);
  const signatures: { publicKey: Uint8Array; signature: Uint8Array }[] = [];
  let weight = 0n;
  for (const signer of set.signers) {
    if (percent !== undefined && weight * 100n >= BigInt(percent) * set.totalWeight) break;
    const secret = world.blsKeys.get(formatHex(signer.publicKey));
    if (!secret) continue;
    weight += signer.weight;
    signatures.push({ publicKey: signer.publicKey, signature: signBLS(unsigned, secret) });
  }
  return aggregateWarpMessage(unsigned, signatures, set);
}
