/** Parts of a transaction with their paths: inputs, authorization, and the outputs that it produces. */
import type { LockOut } from '../chain/fx/stakeable.ts';
import type { Verifiable } from '../chain/pchain/staking.ts';
import type { RoleName, RoleOf } from '../chain/roles.ts';
import type { FxOutput } from '../chain/xchain/components.ts';
import type { Path } from '../errors/error.ts';
import { Finder, type Found } from './find.ts';
import { factOf } from './held.ts';
import type { UTXOID } from './order.ts';
import type { AnyInput, AnyOutput, AnyUnsignedTx } from './types.ts';

/** A part of a transaction with its path and role. */
export interface At<T, Is extends RoleName> {
  readonly path: Path;
  readonly value: T;
  readonly role: RoleOf<Is>;
}

const spending = /* @__PURE__ */ new Finder('spends');
const making = /* @__PURE__ */ new Finder('makes');

/** Returns the inputs of a transaction in the order of its credentials, without accounts and operations. */
export const inputsOf = (tx: AnyUnsignedTx): readonly At<AnyInput, 'spends'>[] =>
  factOf(tx, 'inputs', () =>
    spending
      .in(tx)
      .flatMap(({ role, value, path }) =>
        value.map((input, i) => ({ path: [...path, i], value: input, role })),
      ),
  );

/**
 * Returns the outputs with amounts, in the order of the UTXOs that they become; a stake becomes UTXOs when the staking ends. Outputs
 * of operations and initial states are not included.
 */
export const outputsOf = (tx: AnyUnsignedTx): readonly At<AnyOutput, 'makes'>[] =>
  making
    .in(tx)
    .flatMap(({ role, value, path }) =>
      value.map((of, i) => ({ path: [...path, i], value: of, role })),
    );

const consuming = /* @__PURE__ */ new Finder('spends', 'consumes');

/** Returns the ids of the UTXOs that a transaction consumes, including those of imports and operations. */
export const consumedIDsOf = (tx: AnyUnsignedTx): readonly UTXOID[] =>
  consuming.in(tx).flatMap(({ value }): readonly UTXOID[] => value);

const authorizing = /* @__PURE__ */ new Finder('auth');

/** Returns the authorization for a subnet or validator; its credential is the last one. */
export const authorizationOf = (tx: AnyUnsignedTx): At<Verifiable, 'auth'> | undefined =>
  authorizing.in(tx)[0];

const producing = /* @__PURE__ */ new Finder('makes', 'issues');

/** Returns the path of each output, by its index among the produced UTXOs. */
export const producedAt = (tx: AnyUnsignedTx): readonly Path[] =>
  producing
    .in(tx)
    .flatMap(({ value, path }) =>
      Array.isArray(value) ? value.map((_, i) => [...path, i]) : [path],
    );

/** An output that a transaction produces. Its position in the list is its output index. */
export interface Make {
  readonly output: FxOutput | LockOut;
  /** The asset; undefined for the asset that the transaction creates. */
  readonly assetID: Uint8Array | undefined;
  readonly why: 'output' | 'export' | 'mint' | 'stake';
  /** The chain to which it is exported. */
  readonly to: Uint8Array | undefined;
}

/**
 * Returns the outputs that a transaction produces, by output index: outputs, then stake, exported outputs, initial states or results
 * of operations.
 */
export function makesOf(tx: AnyUnsignedTx): readonly Make[] {
  const made: Make[] = [];
  for (const of of producing.in(tx))
    if (of.is === 'issues') {
      const assetID = of.role.of === 'created' ? undefined : of.asset;
      const why = of.role.why === 'mint' ? 'mint' : 'output';
      for (const output of issuedBy(of)) made.push({ output, assetID, why, to: undefined });
    } else {
      const to = of.role.to === undefined ? undefined : (of.around[of.role.to] as Uint8Array);
      const why = to ? 'export' : (of.role.why ?? 'output');
      for (const { assetID, output } of of.value) made.push({ output, assetID, why, to });
    }
  return made;
}

/** Returns the outputs of a field with the role `issues`. Owners get the type and fields that the role names. */
function issuedBy({ role, value, around }: Found<'issues'>): readonly FxOutput[] {
  const list = (Array.isArray(value) ? value : [value]) as readonly FxOutput[];
  const { as } = role;
  if (!as) return list;
  const shared = Object.fromEntries(as.with.map((key) => [key, around[key]]));
  return list.map(({ locktime, threshold, addresses }) => {
    return { type: as.type, ...shared, locktime, threshold, addresses } as FxOutput;
  });
}
