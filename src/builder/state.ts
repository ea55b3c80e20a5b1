import type { ChainName } from '../chain/declared.ts';
import { checkShape } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { verifyConstants } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { checkStateShape, type State } from '../state/state.ts';
import { unixSeconds } from '../text/time.ts';

/**
 * Seconds after a state's `time` in which the block of a transaction may come: until then a period must not become too short, and a
 * message must not expire. A node counts both from the block's time. 30 seconds, or less where a stake can be that short.
 */
export function blockMarginOf({ staking }: Network): bigint {
  const { minStakeDuration, heliconMinStakeDuration } = staking;
  const shortest =
    minStakeDuration < heliconMinStakeDuration ? minStakeDuration : heliconMinStakeDuration;
  return shortest < 600n ? 0n : 30n;
}

/**
 * Checks what every builder takes from a state.
 * @throws {AvalancheError} `OutOfRange`: times that are not Unix seconds; `WrongNetwork`: other constants than those of a known network.
 */
export const checkState = (state: State): void =>
  within(['state'], () => {
    unixSeconds(state.time, 'time');
    if (state.chain === 'P') {
      if (state.chainTime !== undefined) unixSeconds(state.chainTime, 'chainTime');
    }
    within(['network'], () => verifyConstants(state.network));
  });

/**
 * Checks that a state is of the chain that a builder is for.
 * @throws {AvalancheError} `WrongChain`
 */
export function checkChain(state: State, need: 'P' | 'X'): void {
  const { chain } = checkShape(state, { chain: 'text' }, 'state');
  if (chain !== need)
    throw new AvalancheError(
      'WrongChain',
      `the state is of the ${named(chain)}-chain, the ${need}-chain is needed`,
      { have: named(chain), need },
    ).at('state', 'chain');
  checkStateShape(state);
}

/**
 * The chain of the primary network that a state’s chain trades with.
 * @throws {AvalancheError} `WrongChain`: the state’s own, or none.
 */
export function peerOf({ chain, network }: State, name: ChainName): Chain {
  if (name !== chain && Object.hasOwn(network.chains, name)) return network.chains[name];
  const others = Object.keys(network.chains).filter((other) => other !== chain);
  throw new AvalancheError('WrongChain', `must be ${others.join(' or ')}, got ${name}`, {
    have: String(name),
    need: others.join(' or '),
  });
}
