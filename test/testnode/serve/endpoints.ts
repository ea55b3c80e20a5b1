/**
 * Calls every endpoint that the documents of the node and the hosted services describe on a test node in which everything happened
 * once.
 */
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateAssetTx,
  buildExportTx,
  buildImportTx,
} from '../../../src/builder/index.ts';
import type { Draft } from '../../../src/draft/draft.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { indexes } from '../../../src/rpc/containers.ts';
import { isNodeError } from '../../../src/rpc/errors.ts';
import { healthResources } from '../../../src/rpc/health.ts';
import { dataResources, metricsResources } from '../../../src/rpc/hosted.ts';
import { formatCall } from '../../../src/rpc/jsonrpc.ts';
import { type MethodName, methods } from '../../../src/rpc/methods.ts';
import { parseReply } from '../../../src/rpc/request.ts';
import { formatTarget, type Resource, readResource } from '../../../src/rpc/resource.ts';
import type { AnySchema } from '../../../src/schema/schema.ts';
import { evmAddressOf, finalize, privateKey, sign } from '../../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../../src/testnode/index.ts';
import type { HTTPReply } from '../../../src/testnode/serve/http.ts';
import { servedNode } from '../../../src/testnode/serve/node.ts';
import { serve } from '../../../src/testnode/serve/serve.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatBytes } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import type { JSONValue } from '../../../src/text/json.ts';

const quick = { timeout: 5000, interval: 1 };
const firstKey = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
const secondKey = privateKey(new Uint8Array(32).fill(17));
const trusting = { policy: { findings: () => [] } } as const;

/** What a call of an endpoint gave. */
export interface Called {
  /** Such as `POST /ext/bc/P`. */
  readonly at: string;
  /** The method, or the path of a resource. */
  readonly name: string;
  /** Whether the strict reader of replies accepts it, with fields that it does not know left out of account. */
  readonly isAccepted: boolean;
  /** What the node refused, in its words. */
  readonly refusal: string | undefined;
  readonly text: string;
}

/** Ids of what happened in a test node. */
export interface Happened {
  readonly testnode: Testnode;
  /** CB58 of transactions, by what they did. */
  readonly txs: Readonly<Record<'p' | 'x' | 'c' | 'asset' | 'staker', string>>;
  /** Signed transactions that are not issued. */
  readonly unissued: Readonly<Record<'P' | 'X' | 'wallet' | 'C', Uint8Array>>;
  readonly l1: ReturnType<Testnode['addL1']>;
}

/** A test node in which everything happened once. */
export async function everything(): Promise<Happened> {
  const testnode = createTestnode();
  const node = connect('http://testnode', testnode);
  const signed = (draft: Draft) => finalize(sign(draft, [firstKey, secondKey], trusting));
  const issue = async (draft: Draft) => (await node.issue(signed(draft), quick)).txID;
  const p = () => node.pchain.state([firstKey.shortID], { imports: ['X', 'C'] });
  const x = () => node.xchain.state([firstKey.shortID], { imports: ['P', 'C'] });
  const c = () =>
    node.cchain.state([evmAddressOf(firstKey), firstKey.shortID], { imports: ['P', 'X'] });
  const self = firstKey.shortID;
  const pay = { outputs: [{ to: self, amount: avax('1') }] };
  const pTx = await issue(buildBaseTx(await p(), pay));
  const xTx = await issue(buildBaseTx(await x(), pay));
  const asset = await issue(
    buildCreateAssetTx(await x(), {
      name: 'Test',
      symbol: 'TST',
      denomination: 3,
      initial: { fungible: { holders: [{ to: self, amount: 1000n }] } },
    } as never),
  );
  for (const to of ['X', 'C'] as const) await issue(buildExportTx(await p(), { to, ...pay }));
  for (const to of ['P', 'C'] as const) await issue(buildExportTx(await x(), { to, ...pay }));
  await issue(buildImportTx(await p(), { from: 'X' }));
  const cTx = await issue(buildImportTx(await c(), { from: 'P', to: evmAddressOf(firstKey) }));
  await issue(buildExportTx(await c(), { to: 'P', outputs: pay.outputs } as never));
  const { validators } = await node.call('platform.getCurrentValidators');
  const staker = await issue(
    buildAddPermissionlessDelegatorTx(await p(), {
      nodeID: validators[0]!.nodeID,
      amount: avax('25'),
      end: testnode.time() + 20n * 86_400n,
      rewardsOwner: self,
    }),
  );
  testnode.endStake(staker);
  const l1 = testnode.addL1();
  testnode.fund('X', { to: secondKey.address('X', testnode.network), amount: avax('2') });
  const second = await node.xchain.state([secondKey.shortID]);
  const unissued = {
    P: signed(buildBaseTx(await p(), pay)).bytes,
    X: signed(buildBaseTx(await x(), pay)).bytes,
    wallet: signed(buildBaseTx(second, pay)).bytes,
    C: signed(buildImportTx(await c(), { from: 'X', to: evmAddressOf(firstKey) })).bytes,
  };
  return { testnode, txs: { p: pTx, x: xTx, c: cTx, asset, staker }, unissued, l1 };
}

/** Params of each method for which something is there. */
function paramsOf({ txs, unissued, l1, testnode }: Happened): {
  readonly [N in MethodName]?: object;
} {
  const { network, world } = testnode;
  const P = firstKey.address('P', network);
  const X = firstKey.address('X', network);
  const C = firstKey.address('C', network);
  const blockID = (chain: 'P' | 'X') => formatID(world[chain].blocks[1]!.id);
  return {
    'platform.getAllValidatorsAt': { height: 'proposed' },
    'platform.getBalance': { addresses: [P] },
    'platform.getBlock': { blockID: blockID('P') },
    'platform.getBlockByHeight': { height: '1', encoding: 'json' },
    'platform.getBlockchainStatus': { blockchainID: 'X' },
    'platform.getL1Validator': { validationID: l1.validationIDs[0] },
    'platform.getRewardUTXOs': { txID: txs.staker },
    'platform.getStake': { addresses: [P] },
    'platform.getSubnet': { subnetID: l1.subnetID },
    'platform.getTx': { txID: txs.p, encoding: 'json' },
    'platform.getTxStatus': { txID: txs.p },
    'platform.getUTXOs': { addresses: [P], limit: 5 },
    'platform.getValidatorsAt': { height: '1' },
    'platform.issueTx': { tx: formatBytes(unissued.P, 'hex') },
    'platform.sampleValidators': { size: '2' },
    'platform.validatedBy': { blockchainID: formatID(network.chains.X.blockchainID) },
    'avm.getAllBalances': { address: X },
    'avm.getAssetDescription': { assetID: txs.asset },
    'avm.getBalance': { address: X, assetID: 'AVAX' },
    'avm.getBlock': { blockID: blockID('X'), encoding: 'json' },
    'avm.getBlockByHeight': { height: '1' },
    'avm.getTx': { txID: txs.x, encoding: 'json' },
    'avm.getTxStatus': { txID: txs.x },
    'avm.getUTXOs': { addresses: [X] },
    'avm.issueTx': { tx: formatBytes(unissued.X, 'hex') },
    'wallet.issueTx': { tx: formatBytes(unissued.wallet, 'hex') },
    'avax.getUTXOs': { addresses: [C], sourceChain: 'X' },
    'avax.getAtomicTx': { txID: txs.c },
    'avax.getAtomicTxStatus': { txID: txs.c },
    'avax.issueTx': { tx: formatBytes(unissued.C, 'hex') },
    'info.getBlockchainID': { alias: 'X' },
    'info.isBootstrapped': { chain: 'P' },
    'index.getContainerByIndex': { index: '0' },
    'index.getContainerRange': { startIndex: '0', numToFetch: '3' },
  };
}

type Call = (method: 'GET' | 'POST', target: string, body?: string) => HTTPReply;

function callMethod(
  call: Call,
  name: MethodName,
  at: string | undefined,
  params: JSONValue,
): Called {
  const { path } = methods[name].endpoint;
  const target = at === undefined ? path : path.replace('{at}', at);
  const { text } = call('POST', target, formatCall({ method: name, params }));
  const asked = { method: name, params };
  const seen = { at: `POST ${target}`, name, text };
  try {
    parseReply(text, asked);
    return { ...seen, isAccepted: true, refusal: undefined };
  } catch (e) {
    if (isNodeError(e)) return { ...seen, isAccepted: true, refusal: e.context.message };
    return { ...seen, isAccepted: false, refusal: String(e) };
  }
}

/** Reads a resource. */
function callResource(call: Call, resource: Resource, params: object): Called {
  const target = formatTarget(resource, params);
  const reply = call('GET', target);
  const seen = { at: `GET ${resource.path}`, name: resource.path, text: reply.text };
  try {
    readResource(resource, reply);
    return { ...seen, isAccepted: true, refusal: undefined };
  } catch (e) {
    return { ...seen, isAccepted: false, refusal: String(e) };
  }
}

const isEVM = (name: string): boolean => name.startsWith('eth_') || name.startsWith('validators.');

/**
 * Calls every method of the table on every path that it has, and every resource; not those of `admin`, which nodes answer only
 * if they are started for it.
 */
export function callAll(happened: Happened): readonly Called[] {
  const served = servedNode(happened.testnode.world);
  const call: Call = (method, target, body) =>
    serve(served, {
      method,
      target,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
  const given = paramsOf(happened);
  const names = Object.keys(methods) as MethodName[];
  const calls = names
    .filter((name) => !/^(index|admin)\./.test(name))
    .map((name) => {
      const { at } = methods[name].endpoint as { readonly at?: string };
      const params = isEVM(name) && name.startsWith('eth_') ? [] : (given[name] ?? {});
      return callMethod(call, name, isEVM(name) ? 'C' : at, params as JSONValue);
    });
  const indexed = indexes.flatMap((index) => callIndex(call, index, given));
  const { evmChainID } = happened.testnode.network;
  const of = { chainId: String(evmChainID), address: evmAddressOf(firstKey) };
  const resources: readonly Resource[] = [
    ...Object.values(healthResources),
    ...Object.values(dataResources),
    ...Object.values(metricsResources),
  ];
  const read = resources.map((resource) => {
    const keys = (resource.params as AnySchema).fields!.map(({ key }) => key);
    const params = Object.fromEntries(Object.entries(of).filter(([key]) => keys.includes(key)));
    return callResource(call, resource, params);
  });
  return [...calls, ...indexed, ...read];
}

/** Calls the methods of an index, about its last container. */
function callIndex(call: Call, index: string, given: ReturnType<typeof paramsOf>) {
  const last = callMethod(call, 'index.getLastAccepted', index, {});
  const id = /"id":"(\w+)"/.exec(last.text)?.[1] ?? '11111111111111111111111111111111LpoYY';
  const names = Object.keys(methods).filter((name) => name.startsWith('index.')) as MethodName[];
  return names.map((name) => {
    const byID = ['index.getContainerByID', 'index.getIndex', 'index.isAccepted'].includes(name);
    const params = byID ? { id } : (given[name] ?? {});
    return callMethod(call, name, index, params as JSONValue);
  });
}
