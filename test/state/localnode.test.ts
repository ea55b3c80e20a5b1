import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { parseAddress } from '../../src/network/address.ts';
import { customNetwork } from '../../src/network/custom.ts';
import type { Network } from '../../src/network/network.ts';
import {
  type AnyUTXO,
  applyTxs,
  balancesOf,
  effectsOf,
  type PState,
  rewardUTXOsOf,
  stakeUTXOsOf,
  type XState,
} from '../../src/state/index.ts';
import { parseBytes } from '../../src/text/hex.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { decode } from '../../src/wire/codec.ts';
import { describeRecorded, recordedNode } from '../support/recorded.ts';

const name = ({ txID, outputIndex }: Pick<AnyUTXO, 'txID' | 'outputIndex'>) =>
  `${formatID(txID)} ${outputIndex}`;
const sorted = (utxos: readonly AnyUTXO[]) =>
  [...utxos].sort((a, b) => (name(a) < name(b) ? -1 : 1));

/** What a node answers, read. */
function client(node: Localnode) {
  const { networkID, avaxAssetID, xChainID, cChainID, keys } = node.ready;
  const network: Network = customNetwork({
    networkID,
    avaxAssetID,
    chains: { X: xChainID, C: cChainID },
  });
  const from = keys.map(({ pAddress }) => parseAddress(pAddress, network).bytes);
  async function call<T>(path: string, method: string, params: object): Promise<T> {
    const { result, error } = JSON.parse(await node.rpc(path, method, params)) as {
      result: T;
      error?: { message: string };
    };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  const vm = { P: 'platform', X: 'avm' };
  async function utxosOf<T extends AnyUTXO>(chain: 'P' | 'X', sourceChain?: string): Promise<T[]> {
    const { utxos } = await call<{ utxos: string[] }>(`/ext/bc/${chain}`, `${vm[chain]}.getUTXOs`, {
      addresses: keys.map((key) => (chain === 'P' ? key.pAddress : key.xAddress)),
      limit: 1024,
      encoding: 'hex',
      ...(sourceChain && { sourceChain }),
    });
    expect(utxos.length).toBeLessThan(1024);
    const type = chain === 'P' ? PUTXO : XUTXO;
    return sorted(utxos.map((utxo) => decode<AnyUTXO>(type, parseBytes(utxo, 'hex')))) as T[];
  }
  async function txOf(chain: 'P' | 'X', txID: string): Promise<AnyTx> {
    const params = { txID, encoding: 'hex' };
    const { tx } = await call<{ tx: string }>(`/ext/bc/${chain}`, `${vm[chain]}.getTx`, params);
    return decodeTx(parseBytes(tx, 'hex'), chain);
  }
  const common = { network, from, time: BigInt(Math.floor(Date.now() / 1000)) };
  return {
    network,
    call,
    txOf,
    utxosOf,
    pState: async (): Promise<PState> => ({
      ...common,
      chain: 'P',
      feeState: { price: 1n },
      utxos: await utxosOf('P'),
      imports: { X: await utxosOf('P', 'X'), C: await utxosOf('P', 'C') },
    }),
    xState: async (): Promise<XState> => ({
      ...common,
      chain: 'X',
      utxos: await utxosOf('X'),
      imports: { P: await utxosOf('X', 'P'), C: await utxosOf('X', 'C') },
    }),
  };
}

const listsOf = ({ utxos, imports }: PState | XState) => ({
  utxos: sorted(utxos),
  imports: Object.fromEntries(Object.entries(imports!).map(([k, v]) => [k, sorted(v)])),
});

describeRecorded('effects and apply, against nodes', () => {
  let fresh: Localnode;
  let used: Localnode;
  let before: { p: PState; x: XState };
  let txs: readonly AnyTx[];

  beforeAll(async () => {
    [fresh, used] = await Promise.all([
      recordedNode('effects'),
      // Nobody's staking ends while we look.
      recordedNode('effects', ['--populate', '--min-stake-duration', '600s']),
    ]);
    const [old, now] = [client(fresh), client(used)];
    before = { p: await old.pState(), x: await old.xState() };
    const issued = used.ready.issued!.filter(({ bytes }) => !bytes);
    txs = await Promise.all(issued.map(({ chain, id }) => now.txOf(chain, id)));
  });
  afterAll(() => Promise.all([fresh?.stop(), used?.stop()]));

  it('give the node’s UTXOs of each chain and between them after one transaction of each sort', async () => {
    expect(new Set(txs.map(({ unsignedTx }) => unsignedTx.type)).size).toBeGreaterThan(20);
    const node = client(used);
    const [p, x] = [await node.pState(), await node.xState()];
    const refunds = txs.flatMap((tx) =>
      effectsOf(tx).pending.flatMap((of) => (of.why === 'refund' ? [of] : [])),
    );
    expect(refunds).toHaveLength(1);
    const isRefund = (utxo: AnyUTXO) => name(utxo) === name(refunds[0]!);
    const refund = p.utxos.filter(isRefund);
    expect(refund).toHaveLength(1);
    expect(listsOf(applyTxs(before.p, ...txs))).toEqual({
      ...listsOf(p),
      utxos: p.utxos.filter((utxo) => !isRefund(utxo)),
    });
    expect(listsOf(applyTxs(before.x, ...txs))).toEqual(listsOf(x));
  });

  it('find what each transaction makes at the node, or spent by one that came later', async () => {
    const node = client(used);
    const here = new Set([...(await node.utxosOf('P')), ...(await node.utxosOf('X'))].map(name));
    for (const chain of ['P', 'X'] as const)
      for (const source of ['P', 'X', 'C'].filter((s) => s !== chain))
        for (const utxo of await node.utxosOf(chain, source)) here.add(name(utxo));
    const consumed = new Set(txs.flatMap((tx) => effectsOf(tx).consumed.map(name)));
    let found = 0;
    for (const tx of txs)
      for (const { utxo, why, chain } of effectsOf(tx, { network: node.network }).produced) {
        if (chain === 'C') continue;
        expect([name(utxo), why, here.has(name(utxo)) || consumed.has(name(utxo))]).toEqual([
          name(utxo),
          why,
          why !== 'stake',
        ]);
        found++;
      }
    expect(found).toBeGreaterThan(60);
  });

  it('know as burned what the node asks, and as AVAX what it is', () => {
    const { network } = client(used);
    for (const tx of txs) {
      const { burned, unfunded } = effectsOf(tx, { network });
      expect(unfunded).toEqual([]);
      expect(burned.filter(({ why }) => why !== 'fee' && why !== 'balance')).toEqual([]);
      expect(burned.some(({ why }) => why === 'fee')).toBe(true);
      if (tx.chain !== 'X') continue;
      const { createAssetTxFee, txFee } = network.xFees;
      const fee = tx.unsignedTx.type === 'avm.CreateAssetTx' ? createAssetTxFee : txFee;
      expect(burned).toEqual([{ assetID: network.avaxAssetID, amount: fee, why: 'fee' }]);
    }
  });

  it('know the owners that the node knows', async () => {
    const { authorities } = applyTxs(before.p, ...txs);
    const subnets = txs.filter(({ unsignedTx }) => unsignedTx.type === 'platformvm.CreateSubnetTx');
    expect(subnets.length).toBeGreaterThan(1);
    for (const { txID } of subnets) {
      const { controlKeys, threshold, locktime } = await client(used).call<{
        controlKeys: string[];
        threshold: string;
        locktime: string;
      }>('/ext/bc/P', 'platform.getSubnet', { subnetID: txID });
      expect(authorities![txID]).toEqual({
        addresses: controlKeys.map((text) => parseAddress(text).bytes),
        threshold: Number(threshold),
        locktime: BigInt(locktime),
      });
    }
    const [subnetID] = txs.flatMap(({ unsignedTx: tx }) =>
      tx.type === 'platformvm.ConvertSubnetToL1Tx' ? [formatID(tx.subnetID)] : [],
    );
    type Owner = { addresses: string[]; threshold: string; locktime: string };
    const { validators } = await client(used).call<{
      validators: { validationID: string; deactivationOwner: Owner }[];
    }>('/ext/bc/P', 'platform.getCurrentValidators', { subnetID });
    expect(validators).toHaveLength(2);
    for (const { validationID, deactivationOwner: of } of validators)
      expect(authorities![validationID]).toEqual({
        addresses: of.addresses.map((text) => parseAddress(text).bytes),
        threshold: Number(of.threshold),
        locktime: BigInt(of.locktime),
      });
    const renewed = txs.find((tx) => tx.unsignedTx.type.endsWith('AddAutoRenewedValidatorTx'))!;
    expect(Object.keys(authorities!)).toContain(renewed.txID);
  });

  it('add up balances as the node does', async () => {
    const { keys, avaxAssetID } = fresh.ready;
    for (const { pAddress } of keys) {
      const bytes = parseAddress(pAddress).bytes;
      const reply = await client(fresh).call<Record<string, string>>(
        '/ext/bc/P',
        'platform.getBalance',
        { addresses: [pAddress] },
      );
      const found = balancesOf(before.p.utxos, { ...before.p, of: [bytes] }).find(
        ({ assetID }) => formatID(assetID) === formatID(parseID(avaxAssetID)),
      )!;
      // Shared ones of which the lock lasts are multisig here and stakeable there.
      expect([
        found.total,
        found.timelocked,
        found.spendable + found.stakeable + found.multisig,
      ]).toEqual([
        BigInt(reply.balance!),
        BigInt(reply.lockedNotStakeable!),
        BigInt(reply.unlocked!) + BigInt(reply.lockedStakeable!),
      ]);
      expect(found.spendable).toBeLessThanOrEqual(BigInt(reply.unlocked!));
    }
  });

  it('know the UTXOs of stake that comes back and of rewards', async () => {
    const short = await recordedNode('effects', ['--populate', '--min-stake-duration', '2s']);
    const node = client(short);
    const id = short.ready.issued!.find(({ name: n }) => n === 'AddPermissionlessDelegatorTx')!.id;
    const staker = await node.txOf('P', id);
    const { utxos } = await node.call<{ utxos: string[] }>('/ext/bc/P', 'platform.getRewardUTXOs', {
      txID: id,
      encoding: 'hex',
    });
    const paid = utxos.map((utxo) => decode(PUTXO, parseBytes(utxo, 'hex')));
    expect(paid).toHaveLength(1);
    const by = { type: 'platformvm.RewardValidatorTx', txID: parseID(id) } as const;
    const reward = { unsignedTx: by, txID: new Uint8Array(32) };
    const { amount } = paid[0]!.output as { amount: bigint };
    expect(rewardUTXOsOf(staker, { tx: reward, amount })).toEqual(paid);
    const here = (await node.utxosOf('P')).map(name);
    expect(here).toEqual(expect.arrayContaining([...stakeUTXOsOf(staker), ...paid].map(name)));
  });
});
