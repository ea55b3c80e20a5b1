/** Replies of the test node beside those of avalanchego's own X- and P-chain, from one genesis, at one time, after the same transactions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../../scripts/localnode.ts';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateAssetTx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildExportTx,
  buildImportTx,
} from '../../../src/builder/index.ts';
import type { Draft } from '../../../src/draft/draft.ts';
import type { NodeClient } from '../../../src/rpc/client.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { finalize, type Key, privateKey, sign } from '../../../src/sign/index.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { type ServedNode, servedNode } from '../../../src/testnode/serve/node.ts';
import { serve } from '../../../src/testnode/serve/serve.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatBytes, parseHex } from '../../../src/text/hex.ts';
import { encodeUTF8 } from '../../../src/text/utf8.ts';
import { describeWithGo } from '../../support/go.ts';
import { startLocalnode } from '../../support/localnode.ts';
import { trusting } from '../../support/trusting.ts';

const time = 1_767_225_600n;
const [P, X] = ['/ext/bc/P', '/ext/bc/X'];
const encodings = ['hex', 'hexc', 'hexnc', 'json'];

/** A reply without what a node orders as its maps do. */
function inOrder(text: string): unknown {
  if (!text.startsWith('{')) return text;
  const reply = JSON.parse(text);
  const sorted = (list: unknown[]) => list.map((of) => JSON.stringify(of)).sort();
  for (const key of ['utxoIDs', 'utxos'])
    if (Array.isArray(reply.result?.[key])) reply.result[key] = sorted(reply.result[key]);
  if (Array.isArray(reply.result?.balances)) reply.result.balances = sorted(reply.result.balances);
  // The last of UTXOs of one block.
  if (reply.result?.endIndex) reply.result.endIndex.utxo = '';
  return reply;
}

describeWithGo('the replies of the test node and of avalanchego', () => {
  let local: Localnode;
  let ours: ServedNode;
  let node: NodeClient;
  let keys: readonly Key[];
  const issued = { P: [] as string[], X: [] as string[] };
  let compared = 0;

  beforeAll(async () => {
    local = await startLocalnode(['--time', String(time), '--history']);
    const { url } = local.ready;
    const { genesis } = (await (await fetch(`${url}/ext/history`)).json()) as { genesis: string };
    const network = await connect(url).network();
    ours = servedNode(
      createTestnode({ network, genesis: parseHex(genesis), time, secondsPerBlock: 0n }).world,
    );
    node = connect(url, { now: () => Number(time) * 1000 });
    keys = local.ready.keys.map(({ privateKey: of }) => privateKey(of));
  });
  afterAll(() => local?.stop());

  /** Asks both, and compares. */
  async function ask(target: string, method: string, params: object = {}) {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const theirs = await fetch(`${local.ready.url}${target}`, { ...request, body });
    const text = await theirs.text();
    const reply = serve(ours, { ...request, target, body });
    expect(reply.status).toBe(theirs.status);
    if (reply.text !== text)
      expect(inOrder(reply.text), `${method} ${body}`).toEqual(inOrder(text));
    compared++;
    return (text.startsWith('{') ? JSON.parse(text) : {}) as { readonly result?: never };
  }

  /** Issues to both. */
  async function issue(chain: 'P' | 'X', draft: Draft): Promise<string> {
    const { bytes, txID } = finalize(sign(draft, [...keys], trusting));
    const tx = formatBytes(bytes, 'hex');
    await ask(chain === 'P' ? P! : X!, chain === 'P' ? 'platform.issueTx' : 'avm.issueTx', { tx });
    const status = () =>
      chain === 'P'
        ? node.call('platform.getTxStatus', { txID })
        : node.call('avm.getTxStatus', { txID });
    await expect
      .poll(async () => (await status()).status, { timeout: 20_000, interval: 10 })
      .toMatch(/Committed|Accepted/);
    issued[chain].push(txID);
    return txID;
  }

  async function compareBlocksAndTxs(): Promise<void> {
    for (const encoding of encodings) {
      for (const txID of [...issued.P, ...issued.X]) {
        await ask(P!, 'platform.getTx', { txID, encoding });
        await ask(X!, 'avm.getTx', { txID, encoding });
      }
      for (let height = 0; height < 9; height++) {
        const { result } = await ask(P!, 'platform.getBlockByHeight', { height, encoding });
        const blockID = (result as { block?: { id?: string } } | undefined)?.block?.id;
        if (blockID) await ask(P!, 'platform.getBlock', { blockID, encoding });
        await ask(X!, 'avm.getBlockByHeight', { height, encoding });
      }
    }
  }

  async function compareState(): Promise<void> {
    for (const method of (
      'getBlockchains getCurrentSupply getCurrentValidators getFeeConfig getFeeState getHeight getMinStake ' +
      'getStakingAssetID getSubnets getTimestamp getTotalStake getValidatorFeeConfig getValidatorFeeState ' +
      'validates getProposedHeight'
    ).split(' '))
      await ask(P!, `platform.${method}`);
    for (const id of [...issued.P, ...issued.X, 'nope', ''])
      for (const [method, key] of [
        ['platform.getTxStatus', 'txID'],
        ['platform.getRewardUTXOs', 'txID'],
        ['platform.validates', 'subnetID'],
        ['platform.getSubnet', 'subnetID'],
        ['platform.getCurrentValidators', 'subnetID'],
        ['platform.getMinStake', 'subnetID'],
        ['platform.getBlockchainStatus', 'blockchainID'],
        ['platform.validatedBy', 'blockchainID'],
        ['platform.getL1Validator', 'validationID'],
      ] as const)
        await ask(P!, method, { [key]: id });
    for (const id of issued.X) await ask(X!, 'avm.getAssetDescription', { assetID: id });
    for (let height = 0; height < 8; height += 3)
      for (const method of ['platform.getValidatorsAt', 'platform.getAllValidatorsAt'])
        await ask(P!, method, { height });
    const { validators } = await node.call('platform.getCurrentValidators');
    for (const { nodeID } of validators)
      await ask(P!, 'platform.getCurrentValidators', { nodeIDs: [nodeID] });
    for (const method of ['getHeight', 'getTxFee']) await ask(X!, `avm.${method}`);
    for (const method of ['getCurrentEpoch', 'getProposedHeight'])
      for (const chain of [P, X]) await ask(`${chain}/proposervm`, `proposervm.${method}`);
  }

  async function compareFunds(): Promise<void> {
    const all = local.ready.keys;
    for (const { pAddress, xAddress } of all) {
      await ask(P!, 'platform.getBalance', { addresses: [pAddress] });
      for (const encoding of encodings)
        await ask(P!, 'platform.getStake', { addresses: [pAddress], encoding });
      for (const includePartial of [false, true]) {
        await ask(X!, 'avm.getAllBalances', { address: xAddress, includePartial });
        for (const assetID of ['AVAX', 'TEST', 'nope'])
          await ask(X!, 'avm.getBalance', { address: xAddress, assetID, includePartial });
      }
    }
    for (const [target, method, addresses, from] of [
      [P!, 'platform.getUTXOs', all.map(({ pAddress }) => pAddress), 'X'],
      [X!, 'avm.getUTXOs', all.map(({ xAddress }) => xAddress), 'P'],
    ] as const)
      for (const sourceChain of [undefined, from, 'nonsense'])
        for (const some of [addresses, addresses.slice(0, 1), [], ['nonsense']])
          await ask(target, method, { addresses: some, sourceChain });
  }

  async function compareInfo(): Promise<void> {
    for (const method of 'getNetworkID getNetworkName getTxFee peers upgrades uptime acps getNodeIP nope'.split(
      ' ',
    ))
      await ask('/ext/info', `info.${method}`);
    for (const chain of ['P', 'X', 'platform', 'avm', 'nope', '', local.ready.xChainID]) {
      await ask('/ext/info', 'info.isBootstrapped', { chain });
      await ask('/ext/info', 'info.getBlockchainID', { alias: chain });
    }
  }

  it('are the same after the same transactions', async () => {
    const compare = async () => {
      await compareBlocksAndTxs();
      await compareState();
      await compareFunds();
      await compareInfo();
    };
    await compare();
    const [ewoq, vmrq] = keys;
    const self = ewoq!.shortID;
    const p = () => node.pchain.state([self], { imports: ['X'] });
    const x = () => node.xchain.state([self], { imports: ['P'] });
    const pay = { outputs: [{ to: vmrq!.shortID, amount: avax('1') }] };
    await issue('P', buildBaseTx(await p(), pay));
    await issue('X', buildBaseTx(await x(), pay));
    const initial = { fungible: { holders: [{ to: self, amount: 100n }] } };
    const asset = { name: 'Mine', symbol: 'MINE', denomination: 2, initial };
    await issue('X', buildCreateAssetTx(await x(), asset));
    await issue('P', buildExportTx(await p(), { to: 'X', ...pay }));
    const outputs = [{ to: self, amount: avax('3') }];
    await issue('X', buildExportTx(await x(), { to: 'P', outputs }));
    await issue('P', buildImportTx(await p(), { from: 'X' }));
    const subnetID = await issue('P', buildCreateSubnetTx(await p(), { owner: self }));
    const owned = await node.pchain.state([self], { authorities: [subnetID] });
    const chain = { subnetID, name: 'chain', vm: 'subnetevm', genesis: encodeUTF8('{}') };
    await issue('P', buildCreateChainTx(owned, chain));
    const nodeID = 'NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu';
    const end = time + 20n * 86_400n;
    const stake = { nodeID, amount: avax('100'), end, rewardsOwner: self };
    await issue('P', buildAddPermissionlessDelegatorTx(await p(), stake));
    await compare();
    expect(compared).toBeGreaterThan(600);
  }, 120_000);
});
