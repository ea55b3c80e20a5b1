import { list } from '../schema/collection.ts';
import { bool, string } from '../schema/leaf.ts';
import { uint32n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import { none } from './common.ts';
import { Report } from './report.ts';
import { resource } from './resource.ts';

const text = /* @__PURE__ */ optional(string);

/** A chain as the data service knows it. */
const DataChain = /* @__PURE__ */ reply(
  {
    chainId: [string, 'EVM chain id, or the id of a blockchain.'],
    status: [text, '`OK` if there is no problem.'],
    chainName: [string, 'To display.'],
    description: [string, 'To display.'],
    platformChainId: [text, 'Id of the blockchain.'],
    subnetId: [text, 'Id of its subnet.'],
    vmId: [text, 'Id of its VM.'],
    vmName: [text, '`EVM`, `BITCOIN` or `ETHEREUM`.'],
    explorerUrl: [text, 'To display.'],
    rpcUrl: [string, 'URL for calls.'],
    wsUrl: [text, 'URL for events.'],
    isTestnet: [bool, 'Whether it is a test network.'],
    utilityAddresses: [
      /* @__PURE__ */ optional(
        /* @__PURE__ */ reply({ multicall: [text, 'Address of the contract.'] }),
      ),
      'Useful contracts.',
    ],
    networkToken: [
      /* @__PURE__ */ reply(
        {
          name: [string, 'To display.'],
          symbol: [string, 'To display.'],
          decimals: [uint32n, 'Number of decimals.'],
          logoUri: [text, 'URL of an image.'],
          description: [text, 'To display.'],
        },
        { name: 'NetworkToken' },
      ),
      'Token that pays for gas.',
    ],
    chainLogoUri: [text, 'URL of an image.'],
    private: [/* @__PURE__ */ optional(bool), 'Whether it is not public.'],
    enabledFeatures: [
      /* @__PURE__ */ optional(/* @__PURE__ */ list(string)),
      'Such as `nftIndexing`, `webhooks`, `teleporter`.',
    ],
  },
  { name: 'DataChain' },
);

/** The resources of the data service. */
export const dataResources = {
  getChain: /* @__PURE__ */ resource({
    service: 'data',
    path: '/v1/chains/{chainId}',
    about: 'One chain.',
    params: /* @__PURE__ */ object({
      chainId: [string, 'EVM chain id, or the id of a blockchain.'],
    }),
    result: DataChain,
  }),
  getAddressChains: /* @__PURE__ */ resource({
    service: 'data',
    path: '/v1/address/{address}/chains',
    about: 'The chains on which an address sent or received; refreshed every 15 minutes.',
    params: /* @__PURE__ */ object({ address: [string, 'Address of a wallet.'] }),
    result: /* @__PURE__ */ reply({
      indexedChains: [
        /* @__PURE__ */ optional(/* @__PURE__ */ list(DataChain)),
        'Chains that the service indexes.',
      ],
      unindexedChains: [
        /* @__PURE__ */ optional(/* @__PURE__ */ list(string)),
        'Ids of the other chains.',
      ],
    }),
  }),
  getLiveCheck: /* @__PURE__ */ resource({
    service: 'data',
    path: '/v1/live-check',
    about: 'Whether the service can be read from.',
    params: none,
    result: Report,
    also: [503],
  }),
  getHealthCheck: /* @__PURE__ */ resource({
    service: 'data',
    path: '/v1/health-check',
    about: 'Whether the service is healthy.',
    params: none,
    result: Report,
    also: [503],
  }),
  getChains: /* @__PURE__ */ resource({
    service: 'data',
    path: '/v1/chains',
    about: 'All supported chains.',
    params: /* @__PURE__ */ object({ network: [text, '`mainnet` or `fuji`.'] }),
    result: /* @__PURE__ */ reply({
      chains: [/* @__PURE__ */ list(DataChain), 'Supported chains.'],
    }),
  }),
} as const;
