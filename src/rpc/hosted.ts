/** Clients of Ava Labs' hosted services: the Data API and the Metrics API. */

import { AvalancheError } from '../errors/error.ts';
import { aText, checkArgument, mapOf, objectOf } from '../schema/check.ts';
import { list, map } from '../schema/collection.ts';
import { bool, string } from '../schema/leaf.ts';
import { integer, uint32n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { nullable, optional, type Value } from '../schema/schema.ts';
import { none } from './common.ts';
import { type Budget, budgetOf } from './limits.ts';
import { formatTarget, type Resource, readResource, resource } from './resource.ts';
import {
  type CallOptions,
  callOptions,
  type Service,
  type ServiceOptions,
  service,
} from './service.ts';

const Component = /* @__PURE__ */ reply(
  { status: [string, '`up`, or `down` with fields that say why.'] },
  { name: 'component' },
);
const components = /* @__PURE__ */ optional(
  /* @__PURE__ */ nullable(/* @__PURE__ */ map(string, Component)),
);

/** The health of a hosted service. */
const Report = /* @__PURE__ */ reply(
  {
    status: [/* @__PURE__ */ optional(string), '`ok`, `error` or `shutting_down`.'],
    info: [components, 'Components that are up.'],
    error: [components, 'Components that are not.'],
    details: [components, 'All components.'],
  },
  { name: 'HealthReport' },
);

const text = /* @__PURE__ */ optional(string);

/** A chain in the Data API. */
const dataChain = /* @__PURE__ */ reply(
  {
    chainId: [string, 'EVM chain ID, or the ID of a blockchain.'],
    status: [text, '`OK` if there is no problem.'],
    chainName: [string, 'To display.'],
    description: [string, 'To display.'],
    platformChainId: [text, 'ID of the blockchain.'],
    subnetId: [text, 'ID of its subnet.'],
    vmId: [text, 'ID of its VM.'],
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
      chainId: [string, 'EVM chain ID, or the ID of a blockchain.'],
    }),
    result: dataChain,
  }),
  getAddressChains: /* @__PURE__ */ resource({
    service: 'data',
    path: '/v1/address/{address}/chains',
    about: 'The chains on which an address sent or received; refreshed every 15 minutes.',
    params: /* @__PURE__ */ object({ address: [string, 'Address of a wallet.'] }),
    result: /* @__PURE__ */ reply({
      indexedChains: [
        /* @__PURE__ */ optional(/* @__PURE__ */ list(dataChain)),
        'Chains that the service indexes.',
      ],
      unindexedChains: [
        /* @__PURE__ */ optional(/* @__PURE__ */ list(string)),
        'IDs of the other chains.',
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
      chains: [/* @__PURE__ */ list(dataChain), 'Supported chains.'],
    }),
  }),
} as const;

/** A chain in the Metrics API. */
const metricsChain = /* @__PURE__ */ reply(
  {
    evmChainId: [integer, 'Chain ID of EIP-155.'],
    chainName: [string, 'To display.'],
    blockchainId: [string, 'ID of the blockchain.'],
    subnetId: [string, 'ID of its subnet.'],
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
    params: /* @__PURE__ */ object({ chainId: [string, 'EVM chain ID.'] }),
    result: metricsChain,
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
      chains: [/* @__PURE__ */ list(metricsChain), 'Supported chains.'],
      nextPageToken: [text, 'Token of the next page; absent or empty on the last page.'],
    }),
  }),
} as const;

/** How requests to a hosted service are sent, with its API key. */
export interface HostedOptions extends ServiceOptions {
  /** API key, which raises the rate limits; requests without one are accepted. */
  readonly apiKey?: string;
  /** Header for the API key: `x-service-api-key` if omitted; the public service expects `x-glacier-api-key`. */
  readonly apiKeyHeader?: string;
}

/** A chain in the Data API. */
export type DataChain = Value<(typeof dataResources.getChain)['result']>;
/** The chains on which an address has activity. */
export type AddressChains = Value<(typeof dataResources.getAddressChains)['result']>;
/** A chain in the Metrics API. */
export type MetricsChain = Value<(typeof metricsResources.getChain)['result']>;
/** The health of a service. A reply with status 503 and a report is returned too; its `status` is then not `ok`. */
export type HealthReport = Value<(typeof dataResources.getLiveCheck)['result']>;

/** Client of the Data API: chains, and the chains on which an address is active. */
export interface DataService {
  /**
   * Reads one chain.
   * @param chainId EVM chain id, or the id of a blockchain.
   */
  getChain(chainId: string, options?: CallOptions): Promise<DataChain>;
  /**
   * Lists the chains on which an address is active.
   * @param address Address of a wallet.
   */
  getAddressChains(address: string, options?: CallOptions): Promise<AddressChains>;
  /** Tells whether the service can be read from. */
  getLiveCheck(options?: CallOptions): Promise<HealthReport>;
  /** Reads the health of the service and its components. */
  getHealthCheck(options?: CallOptions): Promise<HealthReport>;
  /** Lists all chains that the service supports. */
  getChains(options?: CallOptions & { readonly network?: string }): Promise<readonly DataChain[]>;
}

/** Client of the Metrics API: the chains that it covers. */
export interface MetricsService {
  /**
   * Reads one chain.
   * @param chainId EVM chain id.
   */
  getChain(chainId: string, options?: CallOptions): Promise<MetricsChain>;
  /** Reads the health of the service and its components. */
  getHealthCheck(options?: CallOptions): Promise<HealthReport>;
  /** Tells whether the service can be read from. */
  getLiveCheck(options?: CallOptions): Promise<HealthReport>;
  /** Lists all supported chains; pages are fetched as you iterate. */
  chains(options?: CallOptions & { readonly network?: string }): AsyncIterable<MetricsChain>;
}

/**
 * Returns a client of the Data API at a URL; its paths start with `/v1`. The public service is at
 * `https://data-api.avax.network`.
 * @throws {AvalancheError} `BadText`: a URL or key that HTTP does not allow. Later, from each call: `HTTPStatus`
 *   with `status`, `body`, and `message`, `statusCode` and `error` of the body; the service answers 400, 401, 403,
 *   404, 429, 500, 502 and 503. `Transport`; `LimitExceeded`; `BadJSON` and others, with the path of the invalid
 *   field.
 */
export function dataService(url: string, options?: HostedOptions): DataService {
  const ask = asking(url, options);
  return {
    getChain: (chainId, options) => ask(dataResources.getChain, { chainId }, options),
    getAddressChains: (address, options) =>
      ask(dataResources.getAddressChains, { address }, options),
    getLiveCheck: (options) => ask(dataResources.getLiveCheck, {}, options),
    getHealthCheck: (options) => ask(dataResources.getHealthCheck, {}, options),
    getChains: async (given = {}) => {
      const { network, ...options } = checkArgument(given, callOptions, 'options');
      return (await ask(dataResources.getChains, { network }, options)).chains;
    },
  };
}

/**
 * Returns a client of the Metrics API at a URL; its paths start with `/v2`. The public service is at
 * `https://metrics.avax.network`.
 * @throws {AvalancheError} As `dataService`; `Inconsistent`: the pages repeat; `LimitExceeded`: more pages or
 *   chains than `options.limits` allow.
 */
export function metricsService(url: string, options?: HostedOptions): MetricsService {
  const ask = asking(url, options);
  return {
    getChain: (chainId, options) => ask(metricsResources.getChain, { chainId }, options),
    getHealthCheck: (options) => ask(metricsResources.getHealthCheck, {}, options),
    getLiveCheck: (options) => ask(metricsResources.getLiveCheck, {}, options),
    async *chains(given = {}) {
      const { network, ...options } = checkArgument(given, callOptions, 'options');
      const seen = new Set<string>();
      const budget = budgetOf(ask.limits);
      for (let pageToken: string | undefined; ; ) {
        budget.take('maxPages', 1);
        const page = await ask(metricsResources.getChains, { network, pageToken }, options, budget);
        budget.take('maxItems', page.chains.length);
        yield* page.chains;
        pageToken = page.nextPageToken;
        if (!pageToken) return;
        if (seen.has(pageToken))
          throw new AvalancheError('Inconsistent', 'the server returned the same page again').at(
            'nextPageToken',
          );
        seen.add(pageToken);
      }
    },
  };
}

const hostedArgument = /* @__PURE__ */ (() =>
  objectOf({
    apiKey: optional(aText),
    apiKeyHeader: optional(aText),
    headers: optional(mapOf(aText)),
  }))();

function asking(url: string, options: HostedOptions = {}) {
  checkArgument(options, hostedArgument, 'options');
  const { apiKey, apiKeyHeader, headers, ...rest } = options;
  const key = apiKey === undefined ? {} : { [apiKeyHeader ?? 'x-service-api-key']: apiKey };
  const endpoint: Service = service(url, { ...rest, headers: { ...headers, ...key } });
  const ask = async <P, R>(
    resource: Resource<P, R>,
    params: P,
    options: CallOptions = {},
    budget?: Budget,
  ): Promise<R> => {
    const { signal } = checkArgument(options, callOptions, 'options');
    return endpoint(
      {
        target: formatTarget(resource, params),
        repeatable: !resource.also,
        ...(budget && { budget }),
        ...(signal && { signal }),
      },
      (reply) => readResource(resource, reply),
    );
  };
  return Object.assign(ask, { limits: endpoint.limits });
}
