import { none } from './common.ts';
import { type Endpoint, method } from './method.ts';
import { object } from './shape.ts';
import { uint64 } from './words.ts';

const endpoint: Endpoint = { path: '/ext/bc/{at}/proposervm', at: 'P' };

/** What wraps a chain's blocks. Source: avalanchego `vms/proposervm/service.go`. */
export const proposervm = {
  'proposervm.getCurrentEpoch': method({
    endpoint,
    about: 'The epoch that the next block belongs to.',
    params: none,
    result: object({
      number: [uint64, 'Of the epoch.'],
      startTime: [uint64, 'Unix seconds.'],
      pChainHeight: [uint64, 'P-chain height that warp messages of the epoch are checked at.'],
    }),
  }),
  'proposervm.getProposedHeight': method({
    endpoint,
    about: 'The P-chain height that the node would propose a block with.',
    params: none,
    result: object({ height: [uint64, 'A height of the P-chain.'] }),
  }),
} as const;
