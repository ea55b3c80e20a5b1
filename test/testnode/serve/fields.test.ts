/** Compares the replies of a test node in which everything happened once with the fields that the documents list. */
import { describe, expect, it } from 'vitest';
import { indexes } from '../../../src/rpc/containers.ts';
import { healthResources } from '../../../src/rpc/health.ts';
import { dataResources, metricsResources } from '../../../src/rpc/hosted.ts';
import { formatCall } from '../../../src/rpc/jsonrpc.ts';
import { type MethodName, methods } from '../../../src/rpc/methods.ts';
import { evmAddressOf } from '../../../src/sign/index.ts';
import { statusNames } from '../../../src/testnode/serve/hosted.ts';
import { servedNode } from '../../../src/testnode/serve/node.ts';
import { serve } from '../../../src/testnode/serve/serve.ts';
import { formatBytes } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../../../src/text/json.ts';
import { AVAX, day, ewoq, send } from '../../support/testnode.ts';
import { everything } from './endpoints.ts';
import tables from './fieldtables.json' with { type: 'json' };
import {
  compareReplies,
  type Difference,
  type Documented,
  departureOf,
  departures,
  undocumented,
} from './fieldtables.ts';

const { testnode, txs, unissued, l1 } = await everything();
const { network, world } = testnode;
const [P, X] = [ewoq.address('P', network), ewoq.address('X', network)];
const account = evmAddressOf(ewoq);
const soon = testnode.time() + 20n * day;

// What tables have besides: a running delegation, locked funds, a permissioned subnet with a validator, and a chain with the
// configuration of the document.
const { nodeID } = testnode.addValidator();
send(testnode, 'P', {
  type: 'AddPermissionlessDelegatorTx',
  nodeID,
  amount: 25n * AVAX,
  end: soon,
  rewardsOwner: P,
});
testnode.fund('P', { to: P, amount: AVAX, stakeableUntil: soon });
const locked = { to: { addresses: [P], threshold: 1, locktime: soon }, amount: AVAX };
send(testnode, 'P', { type: 'BaseTx', outputs: [locked] });
const subnetID = testnode.addSubnet(P);
const precompile = { adminAddresses: [account], blockTimestamp: 0n };
const feeConfig = Object.fromEntries(
  Object.keys(tables.shapes.EVMFeeConfig).map((key) => [key, 1n]),
);
const forks = Object.keys(tables.endpoints.eth_getChainConfig).filter((key) => /Block$/.test(key));
const config = {
  chainId: 77n,
  feeConfig,
  allowFeeRecipients: true,
  eip150Hash: `0x${'00'.repeat(32)}`,
  ...Object.fromEntries(forks.map((key) => [key, 0n])),
  subnetEVMTimestamp: 0n,
  contractDeployerAllowListConfig: precompile,
  contractNativeMinterConfig: precompile,
  feeManagerConfig: precompile,
  upgrades: {
    precompileUpgrades: [{ feeManagerConfig: { blockTimestamp: 1n, disable: true } }],
  },
};
const configured = send(testnode, 'P', {
  type: 'CreateChainTx',
  subnetID,
  name: 'Configured',
  vm: 'subnetevm',
  genesis: new TextEncoder().encode(formatJSON({ config } as JSONValue)),
}).txID;
const owned = testnode.addSubnet();
testnode.addSubnetValidator({ subnetID: owned, nodeID });

const node = servedNode(world);
const headers = { 'content-type': 'application/json' };
const get = (target: string) => serve(node, { method: 'GET', target, headers });

/** The result of a method, or the node's refusal. */
function call(name: MethodName, params: JSONValue, at?: string): JSONValue {
  const target = methods[name].endpoint.path.replace('{at}', at ?? '');
  const body = formatCall({ method: name, params });
  const reply = parseJSON(serve(node, { method: 'POST', target, headers, body }).text);
  return (isJSONObject(reply, 'result') && reply.result) || reply;
}

const encodings = ['hex', 'json'] as const;
const blockIDs = (chain: 'P' | 'X') => world[chain].blocks.map(({ id }) => formatID(id));
const ofX = [...world.txs].filter(([, { tx }]) => tx.chain === 'X').map(([id]) => id);
/** Whose configuration the documents describe. */
const subnetChains = [l1.chainID, configured];

/** Params of the methods that need some: for each call, those that show what the tables list. */
const asked: { readonly [N in MethodName]?: readonly object[] } = {
  'avm.getAllBalances': [{ address: X }],
  'avm.getAssetDescription': [{ assetID: 'AVAX' }, { assetID: txs.asset }],
  'avm.getBalance': [{ address: X, assetID: 'AVAX' }],
  'avm.getBlock': encodings.flatMap((encoding) =>
    blockIDs('X').map((blockID) => ({ blockID, encoding })),
  ),
  'avm.getBlockByHeight': encodings.map((encoding) => ({ height: '1', encoding })),
  'avm.getTx': encodings.flatMap((encoding) => ofX.map((txID) => ({ txID, encoding }))),
  'avm.getTxStatus': [{ txID: txs.x }, { txID: l1.subnetID }],
  'avm.getUTXOs': [{ addresses: [X] }, { addresses: [X], limit: 1, sourceChain: 'P' }],
  'avm.issueTx': [{ tx: formatBytes(unissued.X, 'hex') }],
  'wallet.issueTx': [{ tx: formatBytes(unissued.wallet, 'hex') }],
  'info.isBootstrapped': [{ chain: 'P' }, { chain: 'C' }],
  'info.getBlockchainID': [{ alias: 'X' }],
  'info.uptime': [{}, { subnetID }],
  'platform.getBalance': [{ addresses: [P] }],
  'platform.getBlock': encodings.flatMap((encoding) =>
    blockIDs('P').map((blockID) => ({ blockID, encoding })),
  ),
  'platform.getBlockByHeight': encodings.flatMap((encoding) =>
    world.P.blocks.map((_, height) => ({ height: String(height), encoding })),
  ),
  'platform.getBlockchainStatus': ['X', 'P', configured, l1.subnetID].map((blockchainID) => ({
    blockchainID,
  })),
  'platform.getCurrentValidators': [
    {},
    { nodeIDs: [nodeID] },
    { subnetID: owned },
    { subnetID: l1.subnetID },
  ],
  'platform.getL1Validator': [{ validationID: l1.validationIDs[0] }],
  'platform.getRewardUTXOs': [{ txID: txs.staker }],
  'platform.getStake': [{ addresses: [P] }, { addresses: [P], validatorsOnly: true }],
  'platform.getSubnet': [subnetID, owned, l1.subnetID].map((of) => ({ subnetID: of })),
  'health.health': [{}, { tags: [formatID(new Uint8Array(32))] }],
  'index.getContainerByIndex': [{ index: '0' }],
  'index.getContainerRange': [{ startIndex: '0', numToFetch: '3' }],
};

const isByID = (name: MethodName) =>
  ['index.getContainerByID', 'index.getIndex', 'index.isAccepted'].includes(name);

/** All replies of a method. */
function repliesOf(name: MethodName): readonly JSONValue[] {
  const params = (asked[name] ?? [{}]) as readonly JSONValue[];
  if (name.startsWith('eth_')) return subnetChains.map((at) => call(name, [], at));
  if (name.startsWith('validators.')) return [...subnetChains, 'C'].map((at) => call(name, {}, at));
  if (!name.startsWith('index.')) {
    const { at } = methods[name].endpoint as { readonly at?: string };
    return params.map((of) => call(name, of, at));
  }
  // The index of vertices has been empty since Cortina, as on a node.
  return indexes
    .filter((at) => at !== 'X/vtx')
    .flatMap((at) => {
      const last = call('index.getLastAccepted', {}, at);
      const of = isByID(name) && isJSONObject(last) ? [{ id: last.id! }] : params;
      return of.map((params) => call(name, params, at));
    });
}

const isMethod = (name: string): name is MethodName => Object.hasOwn(methods, name);
const bodiesAt = (path: string): readonly JSONValue[] => {
  const targets = path.startsWith('/v1/chains')
    ? [String(network.evmChainID), l1.chainID, '77'].map((id) => path.replace('{chainId}', id))
    : path.includes('{address}')
      ? [account, P, X].map((of) => path.replace('{address}', of))
      : [path.replace('{chainId}', String(network.evmChainID))];
  return targets.map((target) => parseJSON(get(target).text));
};

const endpoints = Object.keys(tables.endpoints) as Documented[];
const differences = endpoints.flatMap((name) => {
  const fresh = isMethod(name) ? repliesOf(name) : bodiesAt(name);
  // Once more while a check fails.
  node.failing.set('bootstrapped', { error: 'not yet', since: world.clock });
  const failing = /health/.test(name) ? (isMethod(name) ? repliesOf(name) : bodiesAt(name)) : [];
  node.failing.clear();
  return compareReplies(name, [...fresh, ...failing]).map((of) => [name, of] as const);
});
const text = (name: string, { kind, path, what }: Difference) => `${name} ${path}: ${kind} ${what}`;

describe('the fields that the documents list', () => {
  it('are those of every endpoint there is', () => {
    const resources = { ...healthResources, ...dataResources };
    const paths = [...Object.values(resources), ...Object.values(metricsResources)].map(
      ({ path }) => path,
    );
    const all = [...Object.keys(methods).filter((name) => !name.startsWith('admin.')), ...paths];
    expect(endpoints).toHaveLength(65);
    expect([...endpoints, ...Object.keys(undocumented)].sort()).toEqual(all.sort());
  });

  it('are in the replies of the test node, in the form of the documents, and no others', () => {
    const undeclared = differences.filter(([name, of]) => !departureOf(name, of));
    expect([...new Set(undeclared.map(([name, of]) => text(name, of)))]).toEqual([]);
  });

  it('have no departure that is none', () => {
    const used = new Set(differences.map(([name, of]) => departureOf(name, of)));
    expect(departures.filter((of) => !used.has(of))).toEqual([]);
  });

  it('are in the error bodies of the hosted services, for each status', () => {
    const statuses = Object.entries(statusNames);
    expect(statuses).toHaveLength(8);
    for (const target of ['/v1/live-check', '/v2/health-check'])
      for (const [status, error] of statuses) {
        node.outages.push({ status: Number(status), left: 1 });
        const reply = get(target);
        const body = parseJSON(reply.text);
        expect(compareReplies('@ErrorBody', [body])).toEqual([]);
        expect([reply.status, body]).toMatchObject([
          Number(status),
          { statusCode: BigInt(status), error },
        ]);
      }
  });
});
