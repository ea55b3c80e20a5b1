import { list } from '../schema/collection.ts';
import { string } from '../schema/leaf.ts';
import { integer, uint32n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { none } from './common.ts';
import { Report } from './report.ts';
import { resource } from './resource.ts';

const text = /* @__PURE__ */ optional(string);

/** A chain as the metrics service knows it. */
const MetricsChain = /* @__PURE__ */ reply(
  {
    evmChainId: [integer, 'Chain id of EIP-155.'],
    chainName: [string, 'To display.'],
    blockchainId: [string, 'Id of the blockchain.'],
    subnetId: [string, 'Id of its subnet.'],
    network: [string, '`mainnet` or `fuji`.'],
  },
  { name: 'MetricsChain' },
);

/** The resources of the metrics service. */
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
    about: 'Whether the service is healthy.',
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
    about: 'A page of the supported chains.',
    params: /* @__PURE__ */ object({
      network: [text, '`mainnet` or `fuji`.'],
      pageToken: [text, '`nextPageToken` of the page before.'],
      pageSize: [/* @__PURE__ */ optional(uint32n), 'Number of chains on a page.'],
    }),
    result: /* @__PURE__ */ reply({
      chains: [/* @__PURE__ */ list(MetricsChain), 'Supported chains.'],
      nextPageToken: [text, 'Token of the next page; absent or empty on the last page.'],
    }),
  }),
} as const;
