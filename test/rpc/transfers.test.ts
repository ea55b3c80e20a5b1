import { beforeEach, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import { buildBaseTx, buildExportTx, buildImportTx, type Draft } from '../../src/builder/index.ts';
import { Tx as PTx, UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { Tx as XTx, UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { jsonContext } from '../../src/network/context.ts';
import { customNetwork } from '../../src/network/custom.ts';
import type { Network } from '../../src/network/network.ts';
import { finalize, issueTxRequest, type Key, privateKey, sign } from '../../src/sign/index.ts';
import { formatState, type PState, parseState, type XState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatBytes, formatHex, parseBytes } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import { unix } from '../../src/text/time.ts';
import { compareUTXOIDs } from '../../src/tx/order.ts';
import { decode } from '../../src/wire/codec.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import { twoOfThree } from '../support/pnode.ts';
import { trusting } from '../support/trusting.ts';
import { describeNode, startNode } from './node.ts';

describeNode('the thin path, against a node', () => {
  let node: Localnode;
  let network: Network;
  let ewoq: Key;
  let vmrq: Key;
  let test0: Key;

  beforeEach(async () => {
    node = await startNode();
    const { networkID, avaxAssetID, xChainID, cChainID, keys } = node.ready;
    network = customNetwork({ networkID, avaxAssetID, chains: { X: xChainID, C: cChainID } });
    [ewoq, vmrq, test0] = keys.slice(0, 3).map((key) => privateKey(key.privateKey)) as [
      Key,
      Key,
      Key,
    ];
    return node.stop;
  });

  /** The result of a call, as text of its members. */
  async function call(path: string, method: string, params: object = {}) {
    const text = await node.rpc(path, method, params);
    const { result, error } = JSON.parse(text) as { result: never; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return { text, result: result as Record<string, string> };
  }

  async function utxosOf(chain: 'P' | 'X', keys: readonly Key[], sourceChain?: string) {
    const { result } = await call(
      `/ext/bc/${chain}`,
      chain === 'P' ? 'platform.getUTXOs' : 'avm.getUTXOs',
      {
        addresses: keys.map((key) => key.address(chain, network)),
        encoding: 'hex',
        ...(sourceChain && { sourceChain }),
      },
    );
    return result.utxos as unknown as string[];
  }

  /** A state as it travels: through its file. */
  const carried = <S extends PState | XState>(state: S): S => parseState(formatState(state)) as S;

  async function pState(...keys: Key[]): Promise<PState> {
    const fees = (await call('/ext/bc/P', 'platform.getFeeState')).result;
    // A node lists them in another order each time.
    const read = (utxos: string[]) =>
      utxos.map((utxo) => decode(PUTXO, parseBytes(utxo, 'hex'))).sort(compareUTXOIDs);
    const [here, X, C] = await Promise.all([
      utxosOf('P', keys),
      utxosOf('P', keys, 'X'),
      utxosOf('P', keys, 'C'),
    ]);
    return carried({
      chain: 'P',
      network,
      from: keys.map((key) => key.shortID),
      time: unix(fees.timestamp!),
      feeState: { price: BigInt(fees.price!), capacity: BigInt(fees.capacity!) },
      utxos: read(here),
      imports: { X: read(X), C: read(C) },
    });
  }

  async function xState(...keys: Key[]): Promise<XState> {
    const { timestamp } = (await call('/ext/bc/P', 'platform.getFeeState')).result;
    const read = (utxos: string[]) => utxos.map((utxo) => decode(XUTXO, parseBytes(utxo, 'hex')));
    const [here, P] = await Promise.all([utxosOf('X', keys), utxosOf('X', keys, 'P')]);
    return carried({
      chain: 'X',
      network,
      from: keys.map((key) => key.shortID),
      time: unix(timestamp!),
      utxos: read(here),
      imports: { P: read(P) },
    });
  }

  /** Signs, issues, waits until it is accepted, and compares what the node gives back. */
  async function settle(draft: Draft, ...keys: Key[]): Promise<void> {
    const tx = finalize(sign(draft, keys, trusting));
    const { path, method, params } = issueTxRequest(tx);
    expect((await call(path, method, params)).result.txID).toBe(tx.txID);
    const vm = tx.chain === 'P' ? 'platform' : 'avm';
    const final = tx.chain === 'P' ? 'Committed' : 'Accepted';
    await expect
      .poll(async () => (await call(path, `${vm}.getTxStatus`, { txID: tx.txID })).result.status)
      .toBe(final);
    const get = (encoding: string) => call(path, `${vm}.getTx`, { txID: tx.txID, encoding });
    expect((await get('hex')).result.tx).toBe(formatBytes(tx.bytes, 'hex'));
    const context = jsonContext(tx.chain, network);
    const json =
      tx.chain === 'P'
        ? valueToJSONText(PTx, decode(PTx, tx.bytes), { context })
        : valueToJSONText(XTx, decode(XTx, tx.bytes), { context });
    expect((await get('json')).text).toContain(`"tx":${json},`);
  }

  /** Amounts of an asset that a key has. */
  const balance = (utxos: PState['utxos'] | XState['utxos'], assetID: Uint8Array) =>
    utxos
      .filter((utxo) => equalBytes(utxo.assetID, assetID))
      .reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);

  it('says what examples/state.json says (vitest -u writes it), and takes what is built on that', async () => {
    const fresh: PState = { ...(await pState(vmrq)), time: 1_791_000_000n };
    const text = formatState(fresh);
    await expect(text).toMatchFileSnapshot('../../examples/state.json');
    const outputs = [{ to: ewoq.address('P', network), amount: avax('1.5') }];
    await settle(buildBaseTx(parseState(text), { outputs }), vmrq);
  });

  it('sends AVAX on P, and the fee is what the node burns', async () => {
    const to = privateKey(formatHex(new Uint8Array(32).fill(7)));
    const state = await pState(vmrq);
    const amount = avax('1.5');
    const draft = buildBaseTx(
      state,
      { outputs: [{ to: to.address('P', network), amount }] },
      { maxFee: avax('0.01') },
    );
    expect(draft.fee).toEqual({ total: 5179n, gas: 5179n, price: 1n });
    expect(draft.warnings).toEqual([]);
    await settle(draft, vmrq);
    expect(balance((await pState(to)).utxos, network.avaxAssetID)).toBe(amount);
    const spent = balance(state.utxos, network.avaxAssetID);
    const left = balance((await pState(vmrq)).utxos, network.avaxAssetID);
    expect(left).toBe(spent - amount - 5179n);
  });

  it('sends all of it on P', async () => {
    const key = privateKey(formatHex(new Uint8Array(32).fill(7)));
    const outputs = [{ to: key.shortID, amount: avax('1.5') }];
    await settle(buildBaseTx(await pState(vmrq), { outputs }), vmrq);
    const all = [{ to: vmrq.shortID, amount: 'max' as const }];
    await settle(buildBaseTx(await pState(key), { outputs: all }), key);
    expect((await pState(key)).utxos).toEqual([]);
  });

  it('sends AVAX and another asset on X', async () => {
    const TEST = parseID(node.ready.assets.TEST!);
    const to = privateKey(formatHex(new Uint8Array(32).fill(8)));
    const draft = buildBaseTx(await xState(ewoq), {
      outputs: [
        { to: to.address('X', network), amount: avax('2') },
        { to: to.address('X', network), amount: 5n, assetID: TEST },
      ],
      memo: 'thin',
    });
    await settle(draft, ewoq);
    const { utxos } = await xState(to);
    expect([balance(utxos, network.avaxAssetID), balance(utxos, TEST)]).toEqual([avax('2'), 5n]);
  });

  it('moves AVAX from X to P and back', async () => {
    const key = privateKey(formatHex(new Uint8Array(32).fill(9)));
    const outputs = (chain: 'P' | 'X', amount: bigint | 'max') => [
      { to: key.address(chain, network), amount },
    ];
    await settle(
      buildExportTx(await xState(ewoq), { to: 'P', outputs: outputs('P', avax('3')) }),
      ewoq,
    );
    await settle(buildImportTx(await pState(key), { from: 'X' }), key);
    const p = await pState(key);
    expect(balance(p.utxos, network.avaxAssetID)).toBe(avax('3') - 4135n);
    await settle(buildExportTx(p, { to: 'X', outputs: outputs('X', 'max') }), key);
    expect((await pState(key)).utxos).toEqual([]);
    await settle(buildImportTx(await xState(key), { from: 'P' }), key);
    const { utxos } = await xState(key);
    expect(balance(utxos, network.avaxAssetID)).toBe(
      avax('3') - 4135n - (5215n - 1080n) - network.xFees.txFee,
    );
  });

  it('spends a 2-of-3 with two of its keys, the change to all three', async () => {
    const state = await pState(ewoq, vmrq, test0);
    const shared = twoOfThree(state);
    const ours = { ...state, utxos: [shared] };
    const intent = { outputs: [{ to: vmrq.shortID, amount: avax('1') }] };
    // The node does not prove whose it is: who knows his wallet names it.
    expect(() => buildBaseTx(ours, intent)).toThrow('NotProven');
    const change = { addresses: state.from, threshold: 2 };
    const signers = [vmrq.shortID, test0.shortID];
    const draft = buildBaseTx(ours, intent, { change, signers });
    expect(() => sign(draft, ewoq, trusting)).toThrow('MissingSigner');
    expect(draft.change[0]!.output).toMatchObject({ threshold: 2 });
    expect(draft.change[0]!.output.addresses).toHaveLength(3);
    const half = sign(draft, test0, trusting);
    expect(half.missing).toMatchObject([{ credential: 0, need: 1 }]);
    expect(half.missing[0]!.candidates).toHaveLength(1);
    expect(half.missing[0]!.candidates[0]).toEqual(vmrq.shortID);
    await settle(half, vmrq);
  });

  it('imports what C exported', async () => {
    const state = await pState(test0);
    expect(state.imports!.C!.length).toBeGreaterThan(5);
    const draft = buildImportTx(state, { from: 'C' });
    await settle(draft, test0);
    expect((await pState(test0)).imports!.C).toEqual([]);
  });

  it('is told by the node when it tries to spend twice', async () => {
    const state = await pState(vmrq);
    const draft = buildBaseTx(state, { outputs: [{ to: vmrq.shortID, amount: 1n }] });
    await settle(draft, vmrq);
    const { path, method, params } = issueTxRequest(finalize(sign(draft, vmrq, trusting)));
    await expect(call(path, method, params)).rejects.toThrow();
  });
});
