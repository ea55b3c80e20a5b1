import { primaryNetworkID } from '../chain/base.ts';
import type { Draft } from '../draft/draft.ts';
import { within } from '../errors/error.ts';
import { verifyConstants } from '../network/constants.ts';
import { verifyStaking } from '../rules/staking.ts';
import { verifyTx } from '../rules/tx.ts';
import { blockchainOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { unixSeconds } from '../text/time.ts';

/**
 * Seconds after a state's `time` in which the block of a transaction may come: until then a period must not become too short, and a
 * message must not expire. A node counts both from the block's time.
 */
const blockMargin = 30n;

/**
 * Checks what every builder takes from a state.
 * @throws {AvalancheError} `OutOfRange`: times that are not Unix seconds; `WrongNetwork`: other constants than those of a known network.
 */
export const checkState = (state: State): void =>
  within(['state'], () => {
    unixSeconds(state.time, 'time');
    if (state.chain === 'P' && state.chainTime !== undefined)
      unixSeconds(state.chainTime, 'chainTime');
    within(['network'], () => verifyConstants(state.network));
  });

/**
 * Checks that a transaction is still valid in a block that comes a little later than the state's `time`.
 * @throws {AvalancheError} `OutOfRange`: a period that would be too short; `Expired`.
 */
export function verifyDeadlines(state: State, unsignedTx: Draft['unsignedTx']): void {
  const { network } = state;
  const time = state.time + blockMargin;
  if (unsignedTx.type === 'platformvm.RegisterL1ValidatorTx')
    verifyTx(unsignedTx, { network, chain: blockchainOf(state), time });
  const isElastic =
    'stake' in unsignedTx &&
    'subnetID' in unsignedTx &&
    !equalBytes(unsignedTx.subnetID, primaryNetworkID);
  // The bounds of an elastic subnet are in the transaction that made it elastic.
  if (!isElastic) verifyStaking(unsignedTx, { network, time });
}
