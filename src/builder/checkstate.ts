import type { ChainName } from '../chain/declared.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { verifyConstants } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { aText, checkArgument, objectOf } from '../schema/check.ts';
import { checkStateShape, type State } from '../state/state.ts';
import { unixSeconds } from '../text/time.ts';

const stateArgument = /* @__PURE__ */ objectOf({ chain: aText }, { name: 'a state' });

/**
 * Returns the number of seconds after a state's `time` within which the transaction's block is expected. Until then, a staking period must
 * not become too short and a message must not expire; nodes measure both from the block's time. It is 30 seconds, or less on networks with
 * very short stakes.
 */
export function blockMarginOf({ staking }: Network): bigint {
  const { minStakeDuration, heliconMinStakeDuration } = staking;
  const shortest =
    minStakeDuration < heliconMinStakeDuration ? minStakeDuration : heliconMinStakeDuration;
  return shortest < 600n ? 0n : 30n;
}

/**
 * Checks the parts of a state that every builder uses.
 * @throws {AvalancheError} `OutOfRange`: times that are not Unix seconds; `WrongNetwork`: constants that differ from those of the known
 *   network.
 */
export const checkState = (state: State): void =>
  within(['state'], () => {
    unixSeconds(state.time, 'time');
    if (state.chain === 'P' && state.chainTime !== undefined)
      unixSeconds(state.chainTime, 'chainTime');
    within(['network'], () => verifyConstants(state.network));
  });

/**
 * Checks that a state is of the chain that a builder is for.
 * @throws {AvalancheError} `WrongChain`
 */
export function checkChain(state: State, need: 'P' | 'X'): void {
  const { chain } = checkArgument(state, stateArgument, 'state');
  if (chain !== need)
    throw new AvalancheError(
      'WrongChain',
      `the state is of the ${named(chain)}-chain, the ${need}-chain is needed`,
      { have: named(chain), need },
    ).at('state', 'chain');
  checkStateShape(state);
}

/**
 * Returns the chain of the primary network that a state's chain exports to or imports from.
 * @throws {AvalancheError} `WrongChain`: the state's own chain, or not such a chain.
 */
export function peerOf({ chain, network }: State, name: ChainName): Chain {
  if (name !== chain && Object.hasOwn(network.chains, name)) return network.chains[name];
  const others = Object.keys(network.chains).filter((other) => other !== chain);
  throw new AvalancheError('WrongChain', `must be ${others.join(' or ')}, got ${name}`, {
    have: String(name),
    need: others.join(' or '),
  });
}
