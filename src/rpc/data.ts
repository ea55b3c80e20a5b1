import { none } from './common.ts';
import { Report } from './report.ts';
import { resource } from './resource.ts';
import { list, object, optional } from './shape.ts';
import { bool, string, uint32n } from './words.ts';

const text = /* @__PURE__ */ optional(string);

/** A chain as the data service knows it. */
const DataChain = /* @__PURE__ */ object(
  {
    chainId: [string, 'EVM chain id, or the id of a blockchain.'],
    status: [text, '`OK` where all is well.'],
    chainName: [string, 'For people.'],
    description: [string, 'For people.'],
    platformChainId: [text, 'Id of the blockchain.'],
    subnetId: [text, 'Id of its subnet.'],
    vmId: [text, 'Id of its VM.'],
    vmName: [text, '`EVM`, `BITCOIN` or `ETHEREUM`.'],
    explorerUrl: [text, 'For people.'],
    rpcUrl: [string, 'Where it answers.'],
    wsUrl: [text, 'Where it tells of events.'],
    isTestnet: [bool, 'Whether its tokens are worth nothing.'],
    utilityAddresses: [
      /* @__PURE__ */ optional(
        /* @__PURE__ */ object({ multicall: [text, 'Address of a contract.'] }),
      ),
      'Contracts of use.',
    ],
    networkToken: [
      /* @__PURE__ */ object(
        {
          name: [string, 'For people.'],
          symbol: [string, 'For people.'],
          decimals: [uint32n, 'Of the amounts that people read.'],
          logoUri: [text, 'An image.'],
          description: [text, 'For people.'],
        },
        { name: 'NetworkToken' },
      ),
      'What gas is paid with.',
    ],
    chainLogoUri: [text, 'An image.'],
    private: [/* @__PURE__ */ optional(bool), 'Whether only some can see it.'],
    enabledFeatures: [
      /* @__PURE__ */ optional(/* @__PURE__ */ list(string)),
      '`nftIndexing`, `webhooks`, `teleporter`.',
    ],
  },
  { name: 'DataChain' },
);

/** What the data service can be asked. */
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
    about: 'The chains on which an address sent or received; made anew every 15 minutes.',
    params: /* @__PURE__ */ object({ address: [string, 'Of a wallet.'] }),
    result: /* @__PURE__ */ object({
      indexedChains: [
        /* @__PURE__ */ optional(/* @__PURE__ */ list(DataChain)),
        'Of which more can be asked.',
      ],
      unindexedChains: [
        /* @__PURE__ */ optional(/* @__PURE__ */ list(string)),
        'Ids of the others.',
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
    about: 'Whether the service is well.',
    params: none,
    result: Report,
    also: [503],
  }),
  getChains: /* @__PURE__ */ resource({
    service: 'data',
    path: '/v1/chains',
    about: 'All chains that can be asked for.',
    params: /* @__PURE__ */ object({ network: [text, '`mainnet`, `fuji`.'] }),
    result: /* @__PURE__ */ object({
      chains: [/* @__PURE__ */ list(DataChain), 'Chains.'],
    }),
  }),
} as const;
