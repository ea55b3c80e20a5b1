/** Who made the signatures of a transaction: the keys that they give with its unsigned bytes. */
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isError } from 'avalanche-tx';
import { bytesOfNode, type Fields, nodeOf, pathOf } from './fields.ts';

/** What can be said of a signature without knowing the owners. */
export type SignatureState =
  | { readonly state: 'empty' | 'unreadable' }
  /** The address whose key signed these unsigned bytes. */
  | { readonly state: 'signed'; readonly by: Uint8Array }
  /** It was made for other bytes by this address: a node gets another one, which owns nothing here. */
  | { readonly state: 'broken'; readonly was: Uint8Array };

/** Recovers the compressed public key; `recoverKey` of `avalanche-tx/rules`. */
export type Recover = (digest: Uint8Array, signature: Uint8Array) => Uint8Array;

export const isSignature = (fields: Fields, node: number): boolean =>
  fields.word[node] === 'fixed' &&
  fields.end[node]! - fields.start[node]! === 65 &&
  digestPath(pathOf(fields, node)) !== undefined;

/** The path of what a signature in a credential signs: the unsigned transaction beside it. */
function digestPath(path: string): string | undefined {
  const [, tx] = /^(.*?)credentials\[\d+\].*signatures\[\d+\]$/.exec(path) ?? [];
  return tx === undefined ? undefined : `${tx}unsignedTx`;
}

/** What signers sign: the unsigned transaction with the codec version in front. */
function digestOf(fields: Fields, path: string): Uint8Array | undefined {
  const unsigned = nodeOf(fields, digestPath(path)!);
  if (unsigned === undefined) return undefined;
  const body = bytesOfNode(fields, unsigned);
  const signed = new Uint8Array(2 + body.length);
  signed.set(body, 2);
  return sha256(signed);
}

function signerOf(fields: Fields, node: number, recover: Recover): Uint8Array | undefined {
  const digest = digestOf(fields, pathOf(fields, node));
  if (!digest) return undefined;
  try {
    return ripemd160(sha256(recover(digest, bytesOfNode(fields, node))));
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, i) => byte === b[i]);

/** Says who made a signature, and whether an edit broke it. */
export function signatureState(
  fields: Fields,
  node: number,
  original: Fields | undefined,
  recover: Recover,
): SignatureState {
  if (bytesOfNode(fields, node).every((byte) => byte === 0)) return { state: 'empty' };
  const before = original && nodeOf(original, pathOf(fields, node));
  const was =
    original && before !== undefined && isSignature(original, before)
      ? signerOf(original, before, recover)
      : undefined;
  const by = signerOf(fields, node, recover);
  if (was && (!by || !equal(by, was))) return { state: 'broken', was };
  return by ? { state: 'signed', by } : { state: 'unreadable' };
}

/** The signatures in a value, at most so many. */
export function signaturesIn(fields: Fields, most: number): readonly number[] {
  const found: number[] = [];
  for (const [node, word] of fields.word.entries()) {
    if (word !== 'fixed' || !isSignature(fields, node)) continue;
    found.push(node);
    if (found.length === most) break;
  }
  return found;
}
