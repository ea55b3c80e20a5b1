import { none } from './common.ts';
import { Report } from './report.ts';
import { resource } from './resource.ts';
import { list, object, optional } from './shape.ts';
import { integer, string, uint32n } from './words.ts';

const text = /* @__PURE__ */ optional(string);

/** A chain as the metrics service knows it. */
const MetricsChain = /* @__PURE__ */ object(
  {
    evmChainId: [integer, 'As Ethereum tools know it.'],
    chainName: [string, 'For people.'],
    blockchainId: [string, 'Id of the blockchain.'],
    subnetId: [string, 'Id of its subnet.'],
    network: [string, '`mainnet`, `fuji`.'],
  },
  { name: 'MetricsChain' },
);

/** What the metrics service can be asked. */
export const metricsResources = {
  getChain: /* @__PURE__ */ resource({
    service: 'metrics',
    path: '/v2/chains/{chainId}',
    about: 'One chain.',
    params: /* @__PURE__ */ object({ chainId: [string, 'EVM chain id.'] }),
    result: MetricsChain,
  }),
  getHealthCheck: /* @__PURE__ */ resource({
    service: 'metrics',
    path: '/v2/health-check',
    about: 'Whether the service is well.',
    params: none,
    result: Report,
    also: [503],
  }),
  getLiveCheck: /* @__PURE__ */ resource({
    service: 'metrics',
    path: '/v2/live-check',
    about: 'Whether the service can be read from.',
    params: none,
    result: Report,
    also: [503],
  }),
  getChains: /* @__PURE__ */ resource({
    service: 'metrics',
    path: '/v2/chains',
    about: 'A page of the chains that can be asked for.',
    params: /* @__PURE__ */ object({
      network: [text, '`mainnet`, `fuji`.'],
      pageToken: [text, 'Where the page before ended.'],
      pageSize: [/* @__PURE__ */ optional(uint32n), 'Chains of a page.'],
    }),
    result: /* @__PURE__ */ object({
      chains: [/* @__PURE__ */ list(MetricsChain), 'Chains.'],
      nextPageToken: [text, 'Where the next page begins, unless there is none.'],
    }),
  }),
} as const;
