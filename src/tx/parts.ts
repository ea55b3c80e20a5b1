import type { Verifiable } from '../chain/pchain/staking.ts';
import type { RoleName, RoleOf } from '../chain/roles.ts';
import type { Path } from '../errors/error.ts';
import { Finder } from './find.ts';
import type { UTXOID } from './order.ts';
import type { AnyInput, AnyOutput, AnyUnsignedTx } from './types.ts';

/** Where something stands in a transaction, and in what role. */
export interface At<T, Is extends RoleName> {
  readonly path: Path;
  readonly value: T;
  readonly role: RoleOf<Is>;
}

const spending = /* @__PURE__ */ new Finder('spends');
const making = /* @__PURE__ */ new Finder('makes');

/** The inputs of a transaction in the order of its credentials; accounts and operations are not among them. */
export const inputsOf = (tx: AnyUnsignedTx): readonly At<AnyInput, 'spends'>[] =>
  spending
    .in(tx)
    .flatMap(({ role, value, path }) =>
      value.map((of, i) => ({ path: [...path, i], value: of, role })),
    );

/**
 * The outputs with amounts in the order of the UTXOs that they become; a stake becomes them when the staking ends.
 * What operations and initial states make is not among them.
 */
export const outputsOf = (tx: AnyUnsignedTx): readonly At<AnyOutput, 'makes'>[] =>
  making
    .in(tx)
    .flatMap(({ role, value, path }) =>
      value.map((of, i) => ({ path: [...path, i], value: of, role })),
    );

const consuming = /* @__PURE__ */ new Finder('spends', 'consumes');

/** The UTXOs that a transaction consumes, those of imports and operations included. */
export const consumedIDsOf = (tx: AnyUnsignedTx): readonly UTXOID[] =>
  consuming.in(tx).flatMap(({ value }): readonly UTXOID[] => value);

const authorizing = /* @__PURE__ */ new Finder('auth');

/** What says who signs for a subnet, a validator or its authority: its credential is the last. */
export const authorizationOf = (tx: AnyUnsignedTx): At<Verifiable, 'auth'> | undefined =>
  authorizing.in(tx)[0];

const producing = /* @__PURE__ */ new Finder('makes', 'issues');

/** Where each output stands in the transaction, by its index among the UTXOs that are made. */
export const producedAt = (tx: AnyUnsignedTx): readonly Path[] =>
  producing
    .in(tx)
    .flatMap(({ value, path }) =>
      Array.isArray(value) ? value.map((_, i) => [...path, i]) : [path],
    );
