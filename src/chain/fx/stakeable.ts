import { type Declared, union } from '../../wire/declare.ts';
import type { Part, PartSource } from '../../wire/type.ts';
import { part } from '../declared.ts';
import { lock, within } from '../roles.ts';
import { TransferInput, TransferOutput } from './secp256k1fx.ts';

const Locked = /* @__PURE__ */ union('TransferableOut', { 7: TransferOutput });
const Unlocking = /* @__PURE__ */ union('TransferableIn', { 5: TransferInput });

const lockOut = (s: PartSource) => ({
  type: 'stakeable.LockOut' as const,
  locktime: s.u64(),
  output: s.of(Locked),
});
/**
 * An output that can only be staked until a given time. It cannot be nested: the node's codec rejects recursive
 * interfaces.
 * Source: avalanchego `vms/platformvm/stakeable/stakeable_lock.go`.
 */
export interface LockOut extends Declared<typeof lockOut> {}
export const LockOut: Part<LockOut> = /* @__PURE__ */ part('stakeable.LockOut', lockOut, () => ({
  locktime: lock('Unix seconds; spendable otherwise than by staking from this time on.'),
  output: within('What is locked, with its owners.'),
}));

const lockIn = (s: PartSource) => ({
  type: 'stakeable.LockIn' as const,
  locktime: s.u64(),
  input: s.of(Unlocking),
});
/** Spends a `LockOut` that is still locked. Source: avalanchego `vms/platformvm/stakeable/stakeable_lock.go`. */
export interface LockIn extends Declared<typeof lockIn> {}
export const LockIn: Part<LockIn> = /* @__PURE__ */ part('stakeable.LockIn', lockIn, () => ({
  locktime: lock('That of the output spent.'),
  input: within('Who of its owners signs.'),
}));
