import { accountOf } from '../../crypto/secp256k1.ts';
import { atomicFeeOf, atomicGasCap, atomicGasOf } from '../../fee/catomic.ts';
import { parseAccount } from '../../text/account.ts';
import { type AtomicChecks, useAtomicChecks } from '../registry.ts';

/**
 * With Keccak, which names accounts, and the fee of atomic transactions.
 */
const checks: AtomicChecks = {
  gasOf: atomicGasOf,
  gasCap: atomicGasCap,
  feeOf: atomicFeeOf,
  accountOf,
  parseAccount,
};

/**
 * Lets drafts of the C-chain be checked and signed: whoever builds, reads or explains one calls it, so that programs of the other
 * chains hold none of it.
 */
export const useAtomic = (): void => useAtomicChecks(checks);
