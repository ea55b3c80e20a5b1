import type { TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { Output } from '../chain/pchain/components.ts';

/** An amount that can only be staked until a time; as it is without one. */
export const lockedUntil = (output: TransferOutput, locktime: bigint | undefined): Output =>
  locktime === undefined ? output : { type: 'stakeable.LockOut', locktime, output };
