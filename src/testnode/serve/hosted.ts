/** The Data and Metrics REST services, answered from the world. */
import { primaryNetworkID } from '../../chain/base.ts';
import { isError } from '../../errors/error.ts';
import { dataResources, metricsResources } from '../../rpc/hosted.ts';
import type { Resource } from '../../rpc/resource.ts';
import { parseAccount } from '../../text/account.ts';
import { readAddress } from '../../text/address.ts';
import { formatHex } from '../../text/hex.ts';
import { formatID } from '../../text/id.ts';
import { formatJSON, type JSONValue } from '../../text/json.ts';
import type { World } from '../world.ts';
import { idOfChain } from './chains.ts';
import { evmConfigOf } from './evm.ts';
import { type HTTPReply, type HTTPRequest, jsonReply } from './http.ts';
import type { ServedNode } from './node.ts';

/** Names of the HTTP statuses of the services. */
export const statusNames: { readonly [status: number]: string } = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Values of the path and the query. */
type Given = Readonly<Record<string, string>>;
type Answer = { readonly json: JSONValue } | { readonly status: number; readonly message: string };

/** An EVM chain as the services know it. */
interface Known {
  readonly chainId: string;
  readonly chainName: string;
  readonly blockchainId: string;
  readonly subnetId: string;
  readonly vmId: string;
  readonly path: string;
}

const evmID = 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6';

/** The C-chain, and chains of subnets whose genesis is one of an EVM. */
function chainsOf(world: World): readonly Known[] {
  const c = idOfChain(world, 'C');
  const { evmChainID = 0n } = world.network;
  const own: Known = {
    chainId: String(evmChainID),
    chainName: 'C-Chain',
    blockchainId: c,
    subnetId: formatID(primaryNetworkID),
    vmId: evmID,
    path: '/ext/bc/C',
  };
  const others = [...world.P.ledger.blockchains].flatMap(([id, { chainName, subnetID, vmID }]) => {
    const chainId = id === c ? undefined : evmConfigOf(world, id)?.chain.chainId;
    if (typeof chainId !== 'bigint') return [];
    const ids = { blockchainId: id, subnetId: formatID(subnetID), vmId: formatID(vmID) };
    return [{ chainId: String(chainId), chainName, ...ids, path: `/ext/bc/${id}` }];
  });
  return [own, ...others];
}

const isTestnet = ({ network }: World): boolean => network.networkID !== 1;
const networkOf = ({ network }: World): string => network.name;

/** Multicall3, which has this address on every EVM chain. */
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11';

const dataChain = ({ world, url }: ServedNode, known: Known) => ({
  chainId: known.chainId,
  status: 'OK',
  chainName: known.chainName,
  description: `${known.chainName} of a test node.`,
  platformChainId: known.blockchainId,
  subnetId: known.subnetId,
  vmId: known.vmId,
  vmName: 'EVM',
  explorerUrl: `${url}/explorer`,
  rpcUrl: `${url}${known.path}/rpc`,
  wsUrl: `${url.replace(/^http/, 'ws')}${known.path}/ws`,
  isTestnet: isTestnet(world),
  utilityAddresses: { multicall },
  networkToken: {
    name: 'Avalanche',
    symbol: 'AVAX',
    decimals: 18,
    logoUri: `${url}/avax.svg`,
    description: 'AVAX of a test node, which is worth nothing.',
  },
  chainLogoUri: `${url}/avax.svg`,
  private: false,
  enabledFeatures: [],
});

const metricsChain = (world: World, known: Known) => ({
  evmChainId: BigInt(known.chainId),
  chainName: known.chainName,
  blockchainId: known.blockchainId,
  subnetId: known.subnetId,
  network: networkOf(world),
});

const up = { database: { status: 'up' } };
const report = { status: 'ok', info: up, error: {}, details: up };

const missing = (chainId: string): Answer => ({
  status: 404,
  message: `Chain with id ${chainId} is not supported.`,
});

const ofNetwork = (world: World, { network }: Given): readonly Known[] =>
  network === undefined || network === networkOf(world) ? chainsOf(world) : [];

function addressChains(node: ServedNode, address: string): Answer {
  const { world } = node;
  const [c] = chainsOf(world);
  const has = (isKnown: boolean, known: string) => (isKnown ? [known] : []);
  try {
    if (address.startsWith('0x')) {
      const isKnown = world.C.accounts.has(formatHex(parseAccount(address.toLowerCase())));
      return answer(dataResources.getAddressChains, {
        indexedChains: isKnown ? [dataChain(node, c!)] : [],
        unindexedChains: [],
      });
    }
    const { bytes } = readAddress(address.includes('-') ? address : `P-${address}`);
    const owns = (chain: 'P' | 'X') => {
      for (const _ of world[chain].ledger.utxos.ofAddress(bytes)) return true;
      return false;
    };
    const unindexedChains = [
      ...has(owns('P'), idOfChain(world, 'P')),
      ...has(owns('X'), idOfChain(world, 'X')),
    ];
    return answer(dataResources.getAddressChains, { indexedChains: [], unindexedChains });
  } catch (e) {
    if (isError(e)) return { status: 400, message: 'address must be a valid wallet address' };
    throw e;
  }
}

/** A page of the chains that the metrics service knows; its token is the number of chains before it. */
function metricsPage({ world }: ServedNode, given: Given): Answer {
  const { pageToken = '0', pageSize = '10' } = given;
  const isCount = (text: string) => /^\d{1,9}$/.test(text);
  if (!isCount(pageToken)) return { status: 400, message: 'pageToken is not valid' };
  if (!isCount(pageSize) || Number(pageSize) < 1 || Number(pageSize) > 100)
    return { status: 400, message: 'pageSize must not be less than 1 or greater than 100' };
  const all = ofNetwork(world, given);
  const end = Number(pageToken) + Number(pageSize);
  return answer(metricsResources.getChains, {
    chains: all.slice(Number(pageToken), end).map((chain) => metricsChain(world, chain)),
    ...(end < all.length && { nextPageToken: String(end) }),
  });
}

const answer = <R>({ result }: Resource<never, R>, value: unknown): Answer => ({
  json: result.format(value),
});

interface Row {
  readonly of: Resource<never, unknown>;
  readonly answer: (node: ServedNode, given: Given) => Answer;
}
const row = (resource: Resource<never, unknown>, answer: Row['answer']): Row => ({
  of: resource,
  answer,
});

/** The handlers of the services' resources. */
const rows: { readonly [R in keyof typeof dataResources]: Row } & {
  readonly [R in keyof typeof metricsResources as `metrics ${R}`]: Row;
} = {
  getChain: row(dataResources.getChain, (node, { chainId = '' }) => {
    const found = chainsOf(node.world).find(
      (chain) => chain.chainId === chainId || chain.blockchainId === chainId,
    );
    return found ? answer(dataResources.getChain, dataChain(node, found)) : missing(chainId);
  }),
  getAddressChains: row(dataResources.getAddressChains, (node, { address = '' }) =>
    addressChains(node, address),
  ),
  getLiveCheck: row(dataResources.getLiveCheck, () => answer(dataResources.getLiveCheck, report)),
  getHealthCheck: row(dataResources.getHealthCheck, () =>
    answer(dataResources.getHealthCheck, report),
  ),
  getChains: row(dataResources.getChains, (node, given) => {
    const chains = ofNetwork(node.world, given).map((chain) => dataChain(node, chain));
    return answer(dataResources.getChains, { chains });
  }),
  'metrics getChain': row(metricsResources.getChain, ({ world }, { chainId = '' }) => {
    const found = chainsOf(world).find((chain) => chain.chainId === chainId);
    return found ? answer(metricsResources.getChain, metricsChain(world, found)) : missing(chainId);
  }),
  'metrics getHealthCheck': row(metricsResources.getHealthCheck, () =>
    answer(metricsResources.getHealthCheck, report),
  ),
  'metrics getLiveCheck': row(metricsResources.getLiveCheck, () =>
    answer(metricsResources.getLiveCheck, report),
  ),
  'metrics getChains': row(metricsResources.getChains, metricsPage),
};

/** The values of `{…}` in a template, if a path fits it. */
function valuesIn(template: string, path: string): Given | undefined {
  const parts = path.split('/');
  const wanted = template.split('/');
  if (parts.length !== wanted.length) return undefined;
  const values: [string, string][] = [];
  for (const [i, word] of wanted.entries()) {
    if (/^\{.*\}$/.test(word)) values.push([word.slice(1, -1), decoded(parts[i]!)]);
    else if (word !== parts[i]) return undefined;
  }
  return Object.fromEntries(values);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const failed = (status: number, message: string): HTTPReply =>
  jsonReply(formatJSON({ message, statusCode: BigInt(status), error: statusNames[status] ?? '' }), {
    status,
  });

/** Whether a path belongs to a hosted service. */
export const isHostedPath = (path: string): boolean => /^\/v[12](\/|$)/.test(path);

/** Answers a request to a hosted service. */
export function answerHosted(node: ServedNode, { method, target }: HTTPRequest): HTTPReply {
  const [path = '', query = ''] = target.split('?', 2);
  const [outage] = node.outages;
  if (outage) {
    if (--outage.left === 0) node.outages.shift();
    return failed(outage.status, statusNames[outage.status]!);
  }
  for (const { of: resource, answer } of Object.values(rows)) {
    const values = valuesIn(resource.path, path);
    if (!values) continue;
    if (method !== 'GET') return failed(404, `Cannot ${method} ${path}`);
    const given = answer(node, { ...Object.fromEntries(new URLSearchParams(query)), ...values });
    return 'json' in given
      ? jsonReply(formatJSON(given.json))
      : failed(given.status, given.message);
  }
  return failed(404, `Cannot ${method} ${path}`);
}
