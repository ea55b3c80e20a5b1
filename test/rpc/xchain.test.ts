import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import {
  type AssetOperation,
  buildCreateAssetTx,
  buildOperationTx,
  type DraftOf,
} from '../../src/builder/index.ts';
import { Tx, UTXO } from '../../src/chain/xchain/tx.ts';
import { jsonContext } from '../../src/network/context.ts';
import { customNetwork } from '../../src/network/custom.ts';
import type { Network } from '../../src/network/network.ts';
import { finalize, issueTxRequest, type Key, privateKey, sign } from '../../src/sign/index.ts';
import { formatState, parseState, type XState } from '../../src/state/index.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatBytes, parseBytes } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import { unix } from '../../src/text/time.ts';
import { decode } from '../../src/wire/codec.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import { trusting } from '../support/trusting.ts';
import { describeNode, startNode } from './node.ts';

type Output = UTXO['output'];

describeNode('assets, against a node', () => {
  let node: Localnode;
  let network: Network;
  let ewoq: Key;
  let vmrq: Key;
  let test2: Key;

  beforeAll(async () => {
    node = await startNode();
    const { networkID, avaxAssetID, xChainID, cChainID, keys } = node.ready;
    network = customNetwork({ networkID, avaxAssetID, chains: { X: xChainID, C: cChainID } });
    const named = (name: string) => privateKey(keys.find((key) => key.name === name)!.privateKey);
    [ewoq, vmrq, test2] = [named('ewoq'), named('vmrq'), named('test2')];
  });
  afterAll(() => node?.stop());

  async function call(path: string, method: string, params: object = {}) {
    const text = await node.rpc(path, method, params);
    const { result, error } = JSON.parse(text) as { result: never; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return { text, result: result as Record<string, string> };
  }

  async function xState(...keys: Key[]): Promise<XState> {
    const { timestamp } = (await call('/ext/bc/P', 'platform.getFeeState')).result;
    const { result } = await call('/ext/bc/X', 'avm.getUTXOs', {
      addresses: keys.map((key) => key.address('X', network)),
      encoding: 'hex',
      limit: 1024,
    });
    const utxos = (result.utxos as unknown as string[]).map((utxo) =>
      decode(UTXO, parseBytes(utxo, 'hex')),
    );
    const state: XState = {
      chain: 'X',
      network,
      from: keys.map((key) => key.shortID),
      time: unix(timestamp!),
      utxos,
    };
    return parseState(formatState(state)) as XState;
  }

  /** Signs, issues, waits until it is accepted, and compares what the node gives back. */
  async function settle(draft: DraftOf<'X'>, ...keys: Key[]): Promise<string> {
    const tx = finalize(sign(draft, keys, trusting));
    const { path, method, params } = issueTxRequest(tx);
    expect((await call(path, method, params)).result.txID).toBe(tx.txID);
    const { txID } = tx;
    await expect
      .poll(async () => (await call('/ext/bc/X', 'avm.getTxStatus', { txID })).result.status)
      .toBe('Accepted');
    const get = (encoding: string) => call('/ext/bc/X', 'avm.getTx', { txID, encoding });
    expect((await get('hex')).result.tx).toBe(formatBytes(tx.bytes, 'hex'));
    const json = valueToJSONText(Tx, decode(Tx, tx.bytes), { context: jsonContext('X', network) });
    expect((await get('json')).text).toContain(`"tx":${json},`);
    return txID;
  }

  const operate = async (keys: readonly Key[], ...operations: AssetOperation[]) => {
    // Who has one key need not say what is his.
    const options = keys.length > 1 ? { own: keys.map((key) => key.shortID) } : {};
    return settle(buildOperationTx(await xState(...keys), { operations }, options), ...keys);
  };

  /** What keys have of an asset. */
  const holdings = async (assetID: Uint8Array, ...keys: Key[]): Promise<readonly Output[]> =>
    (await xState(...keys)).utxos
      .filter((utxo) => equalBytes(utxo.assetID, assetID))
      .map(({ output }) => output);

  const types = (outputs: readonly Output[]) => outputs.map(({ type }) => type).sort();
  const nft = (of: Output) => of.type === 'nftfx.TransferOutput';
  const text = (output: Output | undefined) =>
    output && 'payload' in output ? new TextDecoder().decode(output.payload) : undefined;

  it('makes an asset of every kind, and mints, hands on and burns all of it', async () => {
    const to = privateKey(new Uint8Array(32).fill(21));
    const state = await xState(vmrq);
    const draft = buildCreateAssetTx(state, {
      name: 'Three In One',
      symbol: 'TIO',
      denomination: 3,
      initial: {
        fungible: { holders: [{ to: to.shortID, amount: 7n }], minters: [vmrq.shortID] },
        nfts: [
          { groupID: 1, minters: [vmrq.shortID] },
          { groupID: 0, holders: [{ to: vmrq.shortID, payload: 'old' }] },
        ],
        properties: { holders: [vmrq.shortID], minters: [vmrq.shortID] },
      },
      memo: 'TIO',
    });
    expect(draft.fee.total).toBe(network.xFees.createAssetTxFee);
    const txID = await settle(draft, vmrq);
    const assetID = parseID(txID);
    const { result } = await call('/ext/bc/X', 'avm.getAssetDescription', { assetID: txID });
    expect(result).toEqual({
      assetID: txID,
      name: 'Three In One',
      symbol: 'TIO',
      denomination: '3',
    });
    expect(types(await holdings(assetID, vmrq))).toEqual([
      'nftfx.MintOutput',
      'nftfx.TransferOutput',
      'propertyfx.MintOutput',
      'propertyfx.OwnedOutput',
      'secp256k1fx.MintOutput',
    ]);

    await operate(
      [vmrq],
      { type: 'mint', assetID, to: to.shortID, amount: 5n },
      { type: 'mintNFT', assetID, groupID: 1, payload: 'new', to: [to.shortID, vmrq.shortID] },
      { type: 'transferNFT', assetID, groupID: 0, to: to.shortID },
      { type: 'mintProperty', assetID, to: to.shortID },
      { type: 'burnProperty', assetID },
    );
    expect(types(await holdings(assetID, vmrq))).toEqual([
      'nftfx.TransferOutput',
      'propertyfx.MintOutput',
      'secp256k1fx.MintOutput',
    ]);
    const got = await holdings(assetID, to);
    expect(types(got)).toEqual([
      'nftfx.TransferOutput',
      'nftfx.TransferOutput',
      'propertyfx.OwnedOutput',
      'secp256k1fx.TransferOutput',
      'secp256k1fx.TransferOutput',
    ]);
    expect(got.filter(nft).map(text).sort()).toEqual(['new', 'old']);
    const amounts = got.flatMap((of) => ('amount' in of ? [of.amount] : []));
    expect(amounts.sort()).toEqual([5n, 7n]);
  });

  it('mints TEST, alone and with a second minter', async () => {
    const assetID = parseID(node.ready.assets.TEST!);
    const to = privateKey(new Uint8Array(32).fill(22));
    const mint = { type: 'mint' as const, assetID, to: to.shortID };
    await operate([ewoq], { ...mint, amount: 11n });
    await operate([ewoq, vmrq], { ...mint, amount: 12n }, { ...mint, amount: 13n });
    const amounts = (await holdings(assetID, to)).flatMap((of) => 'amount' in of && of.amount);
    expect(amounts.sort()).toEqual([11n, 12n, 13n]);
    const minters = (await holdings(assetID, ewoq)).filter(
      ({ type }) => type === 'secp256k1fx.MintOutput',
    );
    expect(minters.map((of) => 'threshold' in of && of.threshold).sort()).toEqual([1, 2]);
  });

  it('mints and hands on tokens of ZNFT, and ownerships that test2 minted', async () => {
    const assetID = parseID(node.ready.assets.ZNFT!);
    const to = privateKey(new Uint8Array(32).fill(23));
    await operate([ewoq], { type: 'transferNFT', assetID, to: to.shortID });
    expect((await holdings(assetID, to)).map(text)).toEqual(['genesis nft']);
    const mint = { type: 'mintNFT' as const, assetID, groupID: 0, to: ewoq.shortID };
    const payload = new Uint8Array(1024).fill(255);
    await operate([ewoq], { ...mint, payload });
    const [token] = (await holdings(assetID, ewoq)).filter(nft);
    expect(token).toMatchObject({ groupID: 0, payload });
    // The right to mint tokens of the group is used up.
    await expect(operate([ewoq], { ...mint, payload: '' })).rejects.toThrow('Insufficient');

    await operate([test2], { type: 'mintProperty', assetID, to: ewoq.shortID });
    const owned = (await holdings(assetID, ewoq)).filter(({ type }) => type.startsWith('prop'));
    expect(types(owned)).toEqual(['propertyfx.OwnedOutput']);
    await operate([ewoq], { type: 'burnProperty', assetID });
    expect((await holdings(assetID, ewoq)).filter(({ type }) => type.startsWith('prop'))).toEqual(
      [],
    );
  });
});
