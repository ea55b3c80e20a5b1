import { uint64 } from '../schema/number.ts';
import { reply } from '../schema/object.ts';
import { none } from './common.ts';
import { method } from './method.ts';

const endpoint = { path: '/ext/bc/{at}/proposervm', at: 'P' } as const;

/** The proposer VM, which wraps a chain's blocks. Source: avalanchego `vms/proposervm/service.go`. */
export const proposervm = {
  'proposervm.getCurrentEpoch': method({
    endpoint,
    about: 'The epoch that the next block belongs to.',
    params: none,
    result: reply({
      number: [uint64, 'Number of the epoch.'],
      startTime: [uint64, 'Unix seconds.'],
      pChainHeight: [uint64, 'P-chain height at which warp messages of the epoch are verified.'],
    }),
  }),
  'proposervm.getProposedHeight': method({
    endpoint,
    about: 'The P-chain height that the node would propose a block with.',
    params: none,
    result: reply({ height: [uint64, 'Height of the P-chain.'] }),
  }),
} as const;
