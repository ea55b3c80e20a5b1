import { accountOf } from '../../crypto/secp256k1.ts';
import { atomicFeeOf, atomicGasCap, atomicGasOf } from '../../fee/catomic.ts';
import { parseAccount } from '../../text/account.ts';
import { useAtomicChecks } from '../registry.ts';

/** Lets drafts of the C-chain be checked and signed: whoever builds or reads one calls it. */
export const useAtomic = (): void =>
  useAtomicChecks({
    gasOf: atomicGasOf,
    gasCap: atomicGasCap,
    feeOf: atomicFeeOf,
    accountOf,
    parseAccount,
  });
