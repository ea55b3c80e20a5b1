/** Selects the UTXOs that X-chain operations consume: minting rights, NFTs and properties. Unlike amounts, each is consumed whole. */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { UTXO } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { XState } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { compareUTXOIDs, utxoKey } from '../tx/order.ts';
import { distinct, type IsSigner, signatureIndicesOf, signerTest } from './coins.ts';
import { type BuildOptions, keyOfRef, type UTXORef } from './intent.ts';
import type { Keep } from './trust.ts';

/** An output that an operation can consume: a minting right, an NFT, or the ownership of a property. */
export type Consumable = Exclude<UTXO['output'], { readonly type: 'secp256k1fx.TransferOutput' }>;

/** A UTXO that an operation can consume now. */
export interface Right<O extends Consumable = Consumable> {
  readonly utxo: UTXO & { readonly output: O };
  readonly owner: OutputOwners;
  /** The lowest indices of the owner's addresses that can sign. */
  readonly signatureIndices: readonly number[];
  /** Whether the intent names the UTXO. */
  readonly isNamed?: boolean;
}

/** The output that an operation needs. */
export interface Need<T extends Consumable['type'] = Consumable['type']> {
  readonly assetID: Uint8Array;
  /** Type of the output. */
  readonly of: T;
  readonly groupID?: number;
  readonly payload?: Uint8Array;
  /** The only UTXO that may be used, if named. */
  readonly utxo?: UTXORef;
}

/** Why a UTXO cannot be consumed now. */
type Obstacle = 'timelocked' | 'foreign' | 'excluded' | 'taken';

/**
 * Assigns a UTXO to each need: first the named ones, then for the others the free UTXO with the fewest signatures and the lowest id. The
 * result does not depend on the order of the UTXOs.
 * @throws {AvalancheError} With the path `operations[i]`: `Insufficient`: none is left, context has `assetID`, `type`, `timelocked`,
 *   `foreign`, `excluded`, `taken`; `Ambiguous`: several different tokens match; `Mismatch`, `OutOfRange`, `Duplicate`: the named UTXO.
 */
export function rightsFor(
  state: XState,
  needs: readonly Need[],
  options: BuildOptions,
  keep: Keep,
): readonly Right[] {
  const { exclude = [] } = options;
  const isSigner = signerTest(state, options);
  const all = within(['state', 'utxos'], () => distinct(state.utxos))
    .map((utxo) => rightOf(utxo, isSigner))
    .filter((right) => right !== undefined)
    .sort(
      (a, b) =>
        a.signatureIndices.length - b.signatureIndices.length || compareUTXOIDs(a.utxo, b.utxo),
    );
  const excluded = new Set(exclude.map(keyOfRef));
  const taken = new Set<string>();
  const found: Right[] = [];
  const byKey = new Map(all.map((right) => [utxoKey(right.utxo), right]));
  const keyOf = new Map([...byKey].map(([key, right]) => [right, key]));
  const obstacle = (right: Right): Obstacle | undefined => {
    const key = keyOf.get(right)!;
    if (right.signatureIndices.length < right.owner.threshold) return 'foreign';
    if (right.owner.locktime > state.time) return 'timelocked';
    if (excluded.has(key)) return 'excluded';
    return taken.has(key) ? 'taken' : undefined;
  };
  const take = (i: number, choose: (need: Need) => Right) =>
    within(['operations', i], () => {
      found[i] = choose(needs[i]!);
      taken.add(utxoKey(found[i].utxo));
    });
  const named = [...needs.keys()].filter((i) => needs[i]!.utxo);
  for (const i of named) take(i, (need) => ({ ...theOne(need, byKey, obstacle), isNamed: true }));
  const free = all.filter(keep);
  for (const i of needs.keys()) if (!needs[i]!.utxo) take(i, (need) => first(need, free, obstacle));
  return found;
}

function rightOf(utxo: UTXO, isSigner: IsSigner): Right | undefined {
  const { output } = utxo;
  if (output.type === 'secp256k1fx.TransferOutput') return undefined;
  const { locktime, threshold, addresses } = output;
  return {
    utxo: { ...utxo, output },
    owner: { type: 'secp256k1fx.OutputOwners', locktime, threshold, addresses },
    signatureIndices: signatureIndicesOf(output, isSigner),
  };
}

function fits(need: Need, { utxo: { assetID, output } }: Right): boolean {
  return (
    output.type === need.of &&
    equalBytes(assetID, need.assetID) &&
    (need.groupID === undefined || ('groupID' in output && output.groupID === need.groupID)) &&
    (need.payload === undefined ||
      ('payload' in output && equalBytes(output.payload, need.payload)))
  );
}

function theOne(
  need: Need,
  byKey: ReadonlyMap<string, Right>,
  obstacle: (right: Right) => Obstacle | undefined,
): Right {
  return within(['utxo'], () => {
    const right = byKey.get(keyOfRef(need.utxo!));
    if (!right) throw new AvalancheError('OutOfRange', 'is not among the UTXOs, or is an amount');
    if (!fits(need, right))
      throw new AvalancheError(
        'Mismatch',
        `the output is a ${right.utxo.output.type} that this operation cannot use`,
        { found: right.utxo.output.type },
      );
    const reason = obstacle(right);
    if (reason === 'taken')
      throw new AvalancheError('Duplicate', 'is already used by an operation before');
    if (reason) throw new AvalancheError('OutOfRange', `cannot be used: ${reason}`);
    return right;
  });
}

function first(
  need: Need,
  all: readonly Right[],
  obstacle: (right: Right) => Obstacle | undefined,
): Right {
  const fitting = all.filter((right) => fits(need, right));
  const free = fitting.filter((right) => obstacle(right) === undefined);
  const count = (reason: Obstacle) => fitting.filter((right) => obstacle(right) === reason).length;
  const right = free[0];
  if (!right)
    throw new AvalancheError(
      'Insufficient',
      `no ${need.of} of ${formatID(need.assetID)} is left to use`,
      {
        assetID: formatID(need.assetID),
        outputType: need.of,
        needed: 1n,
        spendable: 0n,
        counts: {
          timelocked: count('timelocked'),
          foreign: count('foreign'),
          excluded: count('excluded'),
          taken: count('taken'),
        },
      },
    );
  const { output } = right.utxo;
  const other = free.find(({ utxo }) => 'payload' in output && !sameToken(output, utxo.output));
  if (other)
    throw new AvalancheError(
      'Ambiguous',
      'several different tokens fit: choose one by groupID, payload or utxo',
      {
        candidates: free.map(({ utxo: { txID, outputIndex } }) => ({
          txID: formatID(txID),
          outputIndex,
        })),
      },
    );
  return right;
}

const sameToken = (a: Extract<Consumable, { readonly payload: Uint8Array }>, b: Consumable) =>
  'payload' in b && a.groupID === b.groupID && equalBytes(a.payload, b.payload);
