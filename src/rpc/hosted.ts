import { AvalancheError } from '../errors/error.ts';
import type { Value } from '../schema/schema.ts';
import { dataResources } from './data.ts';
import { type Budget, budgetOf } from './limits.ts';
import { metricsResources } from './metrics.ts';
import { formatTarget, type Resource, readResource } from './resource.ts';
import { type CallOptions, type Service, type ServiceOptions, service } from './service.ts';

/** Options of a hosted service. */
export interface HostedOptions extends ServiceOptions {
  /** API key, which raises the rate limits; requests without one are accepted. */
  readonly apiKey?: string;
  /** The header that carries the key: `x-service-api-key` if omitted; the public service expects `x-glacier-api-key`. */
  readonly apiKeyHeader?: string;
}

/** A chain as the data service knows it. */
export type DataChain = Value<(typeof dataResources.getChain)['result']>;
/** The chains on which an address has activity. */
export type AddressChains = Value<(typeof dataResources.getAddressChains)['result']>;
/** A chain as the metrics service knows it. */
export type MetricsChain = Value<(typeof metricsResources.getChain)['result']>;
/** The health of a service. A reply with status 503 and a report is returned too: its `status` is not `ok`. */
export type HealthReport = Value<(typeof dataResources.getLiveCheck)['result']>;

/** The data service: chains, and the chains on which addresses have activity. */
export interface DataService {
  /** @param chainId EVM chain id, or the id of a blockchain. */
  getChain(chainId: string, options?: CallOptions): Promise<DataChain>;
  /** @param address Of a wallet. */
  getAddressChains(address: string, options?: CallOptions): Promise<AddressChains>;
  /** Whether the service answers reads. */
  getLiveCheck(options?: CallOptions): Promise<HealthReport>;
  /** The health of the service and its components. */
  getHealthCheck(options?: CallOptions): Promise<HealthReport>;
  /** All chains that the service knows. */
  getChains(options?: CallOptions & { readonly network?: string }): Promise<readonly DataChain[]>;
}

/** The metrics service: the chains that it measures. */
export interface MetricsService {
  /** @param chainId EVM chain id. */
  getChain(chainId: string, options?: CallOptions): Promise<MetricsChain>;
  /** The health of the service and its components. */
  getHealthCheck(options?: CallOptions): Promise<HealthReport>;
  /** Whether the service answers. */
  getLiveCheck(options?: CallOptions): Promise<HealthReport>;
  /** All supported chains, fetched page by page as they are read. */
  chains(options?: CallOptions & { readonly network?: string }): AsyncIterable<MetricsChain>;
}

/**
 * A client of the data service at a URL; its paths start with `/v1`. The public one is at `https://data-api.avax.network`.
 * @throws {AvalancheError} `BadText`: a URL or key that HTTP does not allow. Later, from each call: `HTTPStatus` with `status`,
 *   `body`, and `message`, `statusCode` and `error` of the body; the service answers 400, 401, 403, 404, 429, 500, 502 and 503.
 *   `Transport`; `LimitExceeded`; `BadJSON` and others, with the path of what does not fit.
 */
export function dataService(url: string, options?: HostedOptions): DataService {
  const ask = asking(url, options);
  return {
    getChain: (chainId, of) => ask(dataResources.getChain, { chainId }, of),
    getAddressChains: (address, of) => ask(dataResources.getAddressChains, { address }, of),
    getLiveCheck: (of) => ask(dataResources.getLiveCheck, {}, of),
    getHealthCheck: (of) => ask(dataResources.getHealthCheck, {}, of),
    getChains: async ({ network, ...of } = {}) =>
      (await ask(dataResources.getChains, { network }, of)).chains,
  };
}

/**
 * A client of the metrics service at a URL; its paths start with `/v2`. The public one is at `https://metrics.avax.network`.
 * @throws {AvalancheError} As `dataService`; `Inconsistent`: the pages repeat; `LimitExceeded`: more pages or chains than
 *   `options.limits` allow.
 */
export function metricsService(url: string, options?: HostedOptions): MetricsService {
  const ask = asking(url, options);
  return {
    getChain: (chainId, of) => ask(metricsResources.getChain, { chainId }, of),
    getHealthCheck: (of) => ask(metricsResources.getHealthCheck, {}, of),
    getLiveCheck: (of) => ask(metricsResources.getLiveCheck, {}, of),
    async *chains({ network, ...of } = {}) {
      const seen = new Set<string>();
      const budget = budgetOf(ask.limits);
      for (let pageToken: string | undefined; ; ) {
        budget.take('maxPages', 1);
        const page = await ask(metricsResources.getChains, { network, pageToken }, of, budget);
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

function asking(url: string, { apiKey, apiKeyHeader, headers, ...rest }: HostedOptions = {}) {
  const key = apiKey === undefined ? {} : { [apiKeyHeader ?? 'x-service-api-key']: apiKey };
  const at: Service = service(url, { ...rest, headers: { ...headers, ...key } });
  const ask = async <P, R>(
    of: Resource<P, R>,
    params: P,
    { signal }: CallOptions = {},
    budget?: Budget,
  ): Promise<R> =>
    at(
      {
        target: formatTarget(of, params),
        repeatable: !of.also,
        ...(budget && { budget }),
        ...(signal && { signal }),
      },
      (reply) => readResource(of, reply),
    );
  return Object.assign(ask, { limits: at.limits });
}
