/** The proposer VM. Source: avalanchego `vms/proposervm/service.go`. */
import { isActive } from '../../network/network.ts';
import type { proposervm } from '../../rpc/proposervm.ts';
import { epochAfter } from '../blocks.ts';
import { lastBlock } from '../reads.ts';
import type { World } from '../world.ts';
import { lookUpChain } from './chains.ts';
import type { HandlersOf } from './node.ts';

/** The epoch of the next block of a chain. */
function nextEpoch(world: World, name: string) {
  const chain = lookUpChain(world, name);
  const { wrapper, blocks } = world[chain];
  const parent = wrapper ?? { id: blocks[0]!.id, timestamp: blocks[0]!.time };
  const time = world.clock > parent.timestamp ? world.clock : parent.timestamp;
  const isSince = isActive('granite', world.network, time);
  const none = { number: 0n, startTime: 0n, pChainHeight: 0n };
  const { number, startTime, pChainHeight } = isSince ? epochAfter(world.network, parent) : none;
  return { number, startTime, pChainHeight };
}

/** The answers. */
export const proposervmHandlers: HandlersOf<keyof typeof proposervm> = {
  'proposervm.getCurrentEpoch': ({ world }, _, name) => nextEpoch(world, name),
  'proposervm.getProposedHeight': ({ world }) => ({ height: lastBlock(world, 'P').height }),
};
