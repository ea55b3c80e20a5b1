/** Calls every method that a localnode serves and keeps what it answered. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import bs58 from 'bs58';
import type { Ready } from './localnode.ts';

const paths = {
  P: '/ext/bc/P',
  X: '/ext/bc/X',
  wallet: '/ext/bc/X/wallet',
  proposer: '/ext/bc/P/proposervm',
  info: '/ext/info',
  health: '/ext/health',
};
const primaryNetwork = '11111111111111111111111111111111LpoYY';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const withChecksum = (data: Uint8Array) => Buffer.concat([data, sha256(data).subarray(-4)]);
const cb58 = (data: Uint8Array) => bs58.encode(withChecksum(data));
const checksummedHex = (data: Uint8Array) => `0x${withChecksum(data).toString('hex')}`;
/** A well-formed ID of nothing. */
const nowhere = cb58(sha256('nowhere'));

/** What the recorder reads in replies, to ask further; the rest it only keeps. */
interface Result {
  readonly tx: string;
  readonly height: string;
  readonly id?: string;
  readonly block?: { id?: string };
  readonly endIndex: unknown;
  readonly validators?: readonly { nodeID: string; validationID?: string }[];
}

/**
 * One line per call, `{"path","request","response"}` with the response in the node's own text, errors
 * included (`request` is null for a GET). The node should be populated, so that there is something to answer.
 */
export async function recordSamples(ready: Ready): Promise<string> {
  const lines: string[] = [];
  const keep = (path: string, request: unknown, text: string) => {
    if (text.includes('\n')) throw new Error(`${path} answers in several lines`);
    lines.push(
      `{"path":${JSON.stringify(path)},"request":${JSON.stringify(request)},"response":${text}}\n`,
    );
  };
  const send = async (path: string, method: string, rest: object) => {
    const request = { jsonrpc: '2.0', id: lines.length + 1, method, ...rest };
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(request);
    const reply = await fetch(ready.url + path, { method: 'POST', headers, body });
    const text = (await reply.text()).trim();
    keep(path, request, text);
    return (JSON.parse(text) as { result?: Result }).result;
  };
  const call = (path: string, method: string, params: unknown = {}) =>
    send(path, method, { params });
  const get = async (path: string) =>
    keep(path, null, (await (await fetch(ready.url + path)).text()).trim());

  const issued = (ready.issued ?? []).filter((tx) => tx.bytes === undefined);
  const idOf = (chain: 'P' | 'X', name: string) =>
    issued.find((tx) => tx.chain === chain && tx.name === name)?.id;

  const transactions = async (path: string, prefix: string, chain: 'P' | 'X') => {
    for (const { id: txID } of issued.filter((tx) => tx.chain === chain)) {
      for (const encoding of ['hex', 'hexnc', 'json'])
        await call(path, `${prefix}.getTx`, { txID, encoding });
      await call(path, `${prefix}.getTxStatus`, { txID });
    }
    await call(path, `${prefix}.getTx`, { txID: nowhere });
    await call(path, `${prefix}.getTx`, { txID: 'not an ID' });
    await call(path, `${prefix}.getTx`, { txID: issued[0]?.id, encoding: 'hexc' });
    await call(path, `${prefix}.getTxStatus`, { txID: nowhere });
  };

  const issuing = async (path: string, prefix: string, txID: string) => {
    const tx = (await call(path, `${prefix}.getTx`, { txID, encoding: 'hex' }))?.tx ?? '';
    const issue = (text: string, encoding = 'hex') =>
      call(path, `${prefix}.issueTx`, { tx: text, encoding });
    await issue(tx); // a second time
    const badlySigned = Buffer.from(tx.slice(2), 'hex').subarray(0, -4);
    badlySigned[badlySigned.length - 20]! ^= 1;
    await issue(checksummedHex(badlySigned));
    await call(path, `${prefix}.getTxStatus`, { txID: cb58(sha256(badlySigned)) });
    await issue(`${tx.slice(0, -2)}00`); // wrong checksum
    await issue(checksummedHex(Buffer.from('\0\0nonsense')));
    await issue(tx, 'json');
    await call(path, `${prefix}.issueTx`);
  };

  /** Issues the transaction that the populator left; it can be done once. */
  const issuingAnew = async (path: string, prefix: string, chain: 'P' | 'X') => {
    const left = ready.issued?.find((tx) => tx.chain === chain && tx.bytes !== undefined);
    if (left === undefined) return;
    await call(path, `${prefix}.issueTx`, { tx: left.bytes, encoding: 'hex' });
    for (const wait of [0, 500]) {
      await sleep(wait);
      await call(path, `${prefix}.getTxStatus`, { txID: left.id });
    }
  };

  const blocks = async (path: string, prefix: string) => {
    const height = Number((await call(path, `${prefix}.getHeight`))?.height);
    const at = (number: string | number, rest = {}) =>
      call(path, `${prefix}.getBlockByHeight`, { height: number, ...rest });
    for (let number = 0; number <= height; number++) {
      await at(String(number), { encoding: 'hex' });
      const blockID = (await at(String(number), { encoding: 'json' }))?.block?.id;
      for (const encoding of blockID === undefined ? [] : ['hex', 'hexnc', 'json'])
        await call(path, `${prefix}.getBlock`, { blockID, encoding });
    }
    await at(height); // a number, default encoding
    await at(String(height + 1000));
    await call(path, `${prefix}.getBlock`, { blockID: nowhere });
  };

  const utxos = async (path: string, prefix: string, addresses: string[], sources: string[]) => {
    const ask = (params: object) => call(path, `${prefix}.getUTXOs`, params);
    for (const address of addresses)
      await ask({ addresses: [address], limit: 20, encoding: 'hex' });
    const first = await ask({ addresses, limit: 5, encoding: 'hex' });
    await ask({ addresses, limit: 5, startIndex: first?.endIndex, encoding: 'hex' });
    await ask({ addresses, limit: 3 });
    for (const encoding of ['hexnc', 'json']) await ask({ addresses, limit: 3, encoding });
    for (const sourceChain of sources)
      await ask({ addresses, sourceChain, limit: 5, encoding: 'hex' });
    await ask({ addresses: [] });
    await ask({ addresses: ['nonsense'] });
  };

  const subnet = async (subnetID: string) => {
    const ask = (method: string, params: object) => call(paths.P, `platform.${method}`, params);
    await ask('getSubnet', { subnetID });
    await ask('getSubnets', { ids: [subnetID] });
    for (const method of ['StakingAssetID', 'CurrentSupply', 'MinStake', 'TotalStake'])
      await ask(`get${method}`, { subnetID });
    await ask('validates', { subnetID });
    await ask('sampleValidators', { subnetID, size: 1 });
    await ask('getValidatorsAt', { subnetID, height: 'proposed' });
    const validators = (await ask('getCurrentValidators', { subnetID }))?.validators ?? [];
    for (const { nodeID, validationID } of validators) {
      await ask('getCurrentValidators', { subnetID, nodeIDs: [nodeID] });
      if (validationID !== undefined) await ask('getL1Validator', { validationID });
    }
  };

  const platform = async () => {
    const ask = (method: string, params?: unknown) => call(paths.P, `platform.${method}`, params);
    for (const method of [
      'getHeight getProposedHeight getTimestamp getBlockchains getFeeConfig getFeeState',
      'getValidatorFeeConfig getValidatorFeeState getMinStake getTotalStake getCurrentSupply',
      'getStakingAssetID getCurrentValidators getSubnets',
    ].flatMap((names) => names.split(' ')))
      await ask(method);
    await send(paths.P, 'platform.getHeight', {});
    await ask('getHeight', []);
    await ask('noSuchMethod');

    const ours = [idOf('P', 'CreateSubnetTx'), idOf('P', 'CreateSubnetTx with two owners')];
    for (const id of [primaryNetwork, ...ours, nowhere]) if (id !== undefined) await subnet(id);
    await ask('getL1Validator', { validationID: nowhere });
    for (const height of [1, '1', '1000000']) await ask('getValidatorsAt', { height });
    for (const height of ['proposed', 5]) await ask('getAllValidatorsAt', { height });
    const chains = [primaryNetwork, ready.xChainID, idOf('P', 'CreateChainTx'), nowhere];
    for (const blockchainID of ['P', 'X', 'C', ...chains])
      if (blockchainID !== undefined) await ask('getBlockchainStatus', { blockchainID });
    for (const blockchainID of chains)
      if (blockchainID !== undefined) await ask('validatedBy', { blockchainID });

    const addresses = ready.keys.map((key) => key.pAddress);
    for (const address of addresses) {
      await ask('getBalance', { addresses: [address] });
      await ask('getStake', { addresses: [address] });
    }
    await ask('getBalance', { addresses });
    await ask('getStake', { addresses, validatorsOnly: true, encoding: 'hex' });
    await ask('getStake', { addresses, encoding: 'json' });
    await utxos(paths.P, 'platform', addresses, ['X', 'C', ready.xChainID, 'P', 'nonsense']);

    await transactions(paths.P, 'platform', 'P');
    for (const { id: txID } of issued.filter(
      (tx) => tx.chain === 'P' && /Validator|Delegator/.test(tx.name),
    ))
      for (const encoding of ['hex', 'json']) await ask('getRewardUTXOs', { txID, encoding });
    await ask('getRewardUTXOs', { txID: nowhere });
    await issuing(paths.P, 'platform', idOf('P', 'BaseTx') ?? nowhere);
    await issuingAnew(paths.P, 'platform', 'P');
    await blocks(paths.P, 'platform');
    await call(paths.proposer, 'proposervm.getProposedHeight');
    await call(paths.proposer, 'proposervm.getCurrentEpoch');
  };

  const avm = async () => {
    const ask = (method: string, params?: unknown) => call(paths.X, `avm.${method}`, params);
    for (const method of ['getHeight', 'getTxFee', 'noSuchMethod']) await ask(method);
    const addresses = ready.keys.map((key) => key.xAddress);
    const genesisAssets = Object.values(ready.assets);
    const populated = idOf('X', 'CreateAssetTx') ?? nowhere;
    for (const assetID of [
      ...Object.keys(ready.assets),
      ...genesisAssets,
      populated,
      nowhere,
      'nonsense',
    ]) {
      await ask('getAssetDescription', { assetID });
      await ask('getBalance', { address: addresses[0], assetID });
      await ask('getBalance', { address: addresses[0], assetID, includePartial: true });
    }
    for (const address of addresses) {
      await ask('getAllBalances', { address });
      await ask('getAllBalances', { address, includePartial: true });
    }
    await utxos(paths.X, 'avm', addresses, ['P', 'C', primaryNetwork, 'X', 'nonsense']);
    await transactions(paths.X, 'avm', 'X');
    for (const txID of genesisAssets)
      for (const encoding of ['hex', 'json']) await ask('getTx', { txID, encoding });
    const txID = idOf('X', 'BaseTx') ?? nowhere;
    await issuing(paths.X, 'avm', txID);
    await issuingAnew(paths.X, 'avm', 'X');
    const tx = (await ask('getTx', { txID, encoding: 'hex' }))?.tx;
    await call(paths.wallet, 'wallet.issueTx', { tx, encoding: 'hex' });
    await blocks(paths.X, 'avm');
  };

  const info = async () => {
    for (const method of [
      'getNodeVersion getNodeID getNodeIP getNetworkID getNetworkName peers',
      'upgrades uptime acps getTxFee getVMs noSuchMethod',
    ].flatMap((names) => names.split(' ')))
      await call(paths.info, `info.${method}`);
    for (const alias of ['P', 'X', 'C', 'platform', ready.xChainID, 'nonsense']) {
      await call(paths.info, 'info.getBlockchainID', { alias });
      await call(paths.info, 'info.isBootstrapped', { chain: alias });
    }
    await call(paths.info, 'info.isBootstrapped');
  };

  const health = async () => {
    for (const method of ['health', 'readiness', 'liveness']) {
      await call(paths.health, `health.${method}`);
      await get(`${paths.health}/${method}`);
    }
    await call(paths.health, 'health.health', { tags: [primaryNetwork] });
    await get(paths.health);
  };

  const index = async () => {
    for (const path of ['P/block', 'X/block', 'X/tx', 'X/vtx'].map(
      (name) => `/ext/index/${name}`,
    )) {
      const ask = (method: string, params: object) => call(path, `index.${method}`, params);
      const last = await ask('getLastAccepted', { encoding: 'hex' });
      for (const encoding of ['hex', 'hexnc', 'json'])
        await ask('getContainerByIndex', { index: '0', encoding });
      await ask('getContainerByIndex', { index: '100000' });
      await ask('getContainerRange', { startIndex: 0, numToFetch: 100, encoding: 'hex' });
      for (const id of [last?.id, nowhere]) {
        if (id === undefined) continue;
        await ask('getIndex', { id });
        await ask('isAccepted', { id });
        await ask('getContainerByID', { id, encoding: 'hex' });
      }
    }
  };

  for (const part of [info, platform, avm, health, index]) await part();
  return lines.join('');
}
