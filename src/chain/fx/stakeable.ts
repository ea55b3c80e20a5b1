import { type Declared, struct, union } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { TransferInput, TransferOutput } from './secp256k1fx.ts';

const Locked = /* @__PURE__ */ union('TransferableOut', { 7: TransferOutput });
const Unlocking = /* @__PURE__ */ union('TransferableIn', { 5: TransferInput });

const lockOut = (s: Source) => ({
  type: 'stakeable.LockOut' as const,
  locktime: s.u64(),
  output: s.of(Locked),
});
/**
 * An output that can only be staked until a time. It cannot hold another: the node's codec refuses
 * recursive interfaces. Source: avalanchego `vms/platformvm/stakeable/stakeable_lock.go`.
 */
export interface LockOut extends Declared<typeof lockOut> {}
export const LockOut: Type<LockOut> = /* @__PURE__ */ struct('stakeable.LockOut', lockOut, {
  locktime: 'Unix seconds; spendable otherwise than by staking from this time on.',
  output: 'What is locked, with its owners.',
});

const lockIn = (s: Source) => ({
  type: 'stakeable.LockIn' as const,
  locktime: s.u64(),
  input: s.of(Unlocking),
});
/** Spends a `LockOut` while its lock lasts. Source: avalanchego `vms/platformvm/stakeable/stakeable_lock.go`. */
export interface LockIn extends Declared<typeof lockIn> {}
export const LockIn: Type<LockIn> = /* @__PURE__ */ struct('stakeable.LockIn', lockIn, {
  locktime: 'That of the output spent.',
  input: 'Who of its owners signs.',
});
