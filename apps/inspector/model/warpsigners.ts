/** Who signed a warp message, with what weight, by a validator set that the reader gives. Loaded when it is asked for. */
import { formatHex, isError, parseJSON } from 'avalanche-tx';
import { verifyWarpMessage } from 'avalanche-tx/bls';
import { parseResult } from 'avalanche-tx/rpc';
import {
  decode,
  Message,
  pChainQuorum,
  quorumOf,
  signerSetOf,
  signersOfMessage,
} from 'avalanche-tx/warp';

/** A key of the set, with the nodes that have it. */
interface Signer {
  readonly nodes: readonly string[];
  readonly weight: bigint;
  readonly hasSigned: boolean;
}

/** A signed message against a validator set. */
export interface JudgedSigners {
  readonly signed: bigint;
  readonly total: bigint;
  /** Whether the signers have the weight that the P-chain demands. */
  readonly isEnough: boolean;
  /** Whether the signature is that of the signers which the message names. */
  readonly isTheirs: boolean;
  /** Those who signed first, the heaviest first. */
  readonly signers: readonly Signer[];
}

/** Any weight at all: the signature alone is asked about. */
const anyWeight = { numerator: 1n, denominator: 2n ** 64n };

/**
 * Judges the signers of a message.
 * @param text A reply of `platform.getValidatorsAt`, or its result alone.
 * @throws {AvalancheError} `BadJSON` and what the set of the reply is wrong with; `OutOfRange`: a signer that is not in the set.
 */
export function judgeSigners(signed: Uint8Array, text: string): JudgedSigners {
  const json = parseJSON(text);
  const result =
    typeof json === 'object' && json !== null && 'result' in json ? json.result! : json;
  const nodes = Object.entries(parseResult(result, 'platform.getValidatorsAt')).map(
    ([node, { publicKey = null, weight }]) => ({ node, publicKey, weight }),
  );
  const set = signerSetOf(nodes);
  const message = decode(Message, signed);
  const chosen = new Set(signersOfMessage(message, set));
  const { signed: weight, total, ok } = quorumOf(signed, set, pChainQuorum);
  const signers = set.signers.map((of) => ({
    nodes: nodes.filter(({ publicKey }) => publicKey !== null && isKey(publicKey, of.publicKey)),
    weight: of.weight,
    hasSigned: chosen.has(of),
  }));
  const others = nodes
    .filter(({ publicKey }) => publicKey === null)
    .map((of) => ({ nodes: [of], weight: of.weight, hasSigned: false }));
  return {
    signed: weight,
    total,
    isEnough: ok,
    isTheirs: holds(signed, set, message.NetworkID),
    signers: [...signers, ...others]
      .map((of) => ({ ...of, nodes: of.nodes.map(({ node }) => node) }))
      .sort((a, b) => Number(b.hasSigned) - Number(a.hasSigned) || Number(b.weight - a.weight)),
  };
}

const isKey = (key: Uint8Array | string, other: Uint8Array): boolean =>
  (typeof key === 'string' ? key.toLowerCase() : formatHex(key)) === formatHex(other);

/** Whether the signature is that of the signers, whatever their weight. */
function holds(
  signed: Uint8Array,
  set: Parameters<typeof verifyWarpMessage>[1],
  networkID: number,
): boolean {
  try {
    verifyWarpMessage(signed, set, { networkID, quorum: anyWeight });
    return true;
  } catch (e) {
    if (isError(e, 'BadSignature')) return false;
    throw e;
  }
}

/** A share of the weight: `71.3 %`. */
export const shareOf = (part: bigint, whole: bigint): string =>
  whole === 0n ? '0 %' : `${(Number((part * 1000n) / whole) / 10).toLocaleString('en')} %`;
