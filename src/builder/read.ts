import type { ProofOfPossession } from '../chain/pchain/components.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { bytesOf, type IDLike, idBytes } from '../text/given.ts';
import { unixSeconds } from '../text/time.ts';
import { maxUint64 } from '../text/uint64.ts';
import type { NodePOP } from './fields.ts';

/** Reads a field of an intent. Errors get the path of the field. */
export const field = <K extends string, T, O extends { readonly [key in K]?: unknown }>(
  of: O,
  key: K,
  read: (value: Exclude<O[K], undefined>) => T,
): T =>
  within([key], () => {
    if (of[key] === undefined || of[key] === null)
      throw new AvalancheError('OutOfRange', 'is needed');
    return read(of[key] as Exclude<O[K], undefined>);
  });

/** Ids of virtual machines by name. Source: avalanchego `utils/constants/vm_ids.go`. */
const virtualMachines: { readonly [name: string]: string } = {
  subnetevm: 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy',
  evm: 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6',
  avm: 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq',
};

/** Reads the id of a virtual machine from its name, CB58 or bytes. */
export const readVM = (vm: IDLike): Uint8Array =>
  idBytes(typeof vm === 'string' ? (virtualMachines[vm] ?? vm) : vm);

/** Reads a BLS key with its proof of possession. */
export const readProof = (node: NodePOP): ProofOfPossession =>
  field(node, 'nodePOP', (nodePOP) => ({
    type: 'signer.ProofOfPossession',
    publicKey: field(nodePOP, 'publicKey', (of) => bytesOf(of, 48)),
    proofOfPossession: field(nodePOP, 'proofOfPossession', (of) => bytesOf(of, 96)),
  }));

/**
 * Converts a percentage to parts per million.
 * @param text Such as `2%` or `0.0125%`, with up to four decimals, at most 100%.
 * @throws {AvalancheError} `BadText`; `OutOfRange`: above 100%.
 * @example
 * readPercent('2.5%'); // 25_000
 */
export function readPercent(text: string): number {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?%$/.exec(text);
  if (!match)
    throw new AvalancheError('BadText', 'must be a percentage such as 2% or 2.5%', {
      kind: 'percentage',
    });
  const millionths = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
  if (millionths <= 1_000_000) return millionths;
  throw new AvalancheError('OutOfRange', `must be at most 100%, got ${text}`);
}

/**
 * Checks an amount, weight or time.
 * @throws {AvalancheError} `OutOfRange`: not a uint64 of at least `least`.
 */
export function readUint64(value: bigint, least = 1n): bigint {
  if (typeof value === 'bigint' && value >= least && value <= maxUint64) return value;
  throw new AvalancheError(
    'OutOfRange',
    `must be a uint64 of at least ${least}, got ${String(value)}`,
  );
}

/**
 * Checks a time in Unix seconds.
 * @throws {AvalancheError} `OutOfRange`: not Unix seconds, or after the year 2099.
 */
export const readTime = (value: bigint): bigint => unixSeconds(value);
