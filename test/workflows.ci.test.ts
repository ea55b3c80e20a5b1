/** Runs those of `examples/workflows` that ask a node, with one. */
import { type AnyTx, avax, days, formatHex, formatNodeID, parseHex, parseID } from 'avalanche-tx';
import { aggregateWarpMessage, publicKeyOf, signBLS } from 'avalanche-tx/bls';
import { build, buildAddAutoRenewedValidatorTx } from 'avalanche-tx/build';
import { connect, type NodeClient } from 'avalanche-tx/rpc';
import { finalize, type Key, privateKey, sign } from 'avalanche-tx/sign';
import { buildCallMessage, encode, L1Payload, signerSetOf } from 'avalanche-tx/warp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as exchange from '../examples/workflows/exchange.ts';
import * as explorer from '../examples/workflows/explorer.ts';
import * as l1 from '../examples/workflows/l1.ts';
import * as wallet from '../examples/workflows/wallet.ts';
import type { Localnode } from '../scripts/localnode.ts';
import { signDigest } from '../src/crypto/secp256k1.ts';
import { describeWithGo } from './support/go.ts';
import { startLocalnode } from './support/localnode.ts';
import { receiptOf } from './support/receipt.ts';
import { trusting } from './support/trusting.ts';

describeWithGo('examples/workflows, with a node', () => {
  let local: Localnode;
  let node: NodeClient;
  let ewoq: Key;
  let vmrq: Key;
  let test0: Key;
  const fresh = (n: number) => privateKey(new Uint8Array(32).fill(n));

  beforeAll(async () => {
    local = await startLocalnode();
    node = connect(local.ready.url);
    [ewoq, vmrq, test0] = local.ready.keys.map(({ privateKey: of }) => privateKey(of)) as [
      Key,
      Key,
      Key,
    ];
  });
  afterAll(() => local?.stop());

  it('counts what there is and sends all of it', async () => {
    const network = await node.network();
    const [key, other] = [fresh(21), fresh(22)];
    const to = (of: Key) => of.address('P', network);
    const { waiting } = await wallet.balanceAt(node, [to(test0)]);
    expect(waiting[0]!.total).toBe(avax('10000'));
    await give(to(key), avax('5'));
    const { here } = await wallet.balanceAt(node, [to(key)]);
    expect(here.map(({ total }) => total)).toEqual([avax('5')]);
    await wallet.sendMaxAt(node, key, to(other));
    expect((await wallet.balanceAt(node, [to(key)])).here).toEqual([]);
    const [all] = (await wallet.balanceAt(node, [to(other)])).here;
    expect(avax('5') - all!.total).toBeLessThan(avax('0.001'));
  });

  /** Gives somebody AVAX on P. */
  async function give(to: string, amount: bigint): Promise<AnyTx> {
    const p = await node.pchain.state([vmrq.shortID]);
    const draft = build(p, { type: 'BaseTx', outputs: [{ to, amount }] });
    const tx = finalize(sign(draft, vmrq, trusting));
    await node.issue(tx);
    return tx;
  }

  it('delegates what is locked', async () => {
    const { nodeID } = (await node.pchain.validators()).find(
      (of) =>
        of.kind === 'permissionless' && of.weight < avax('20000') && Number(of.delegationFee) < 100,
    )!;
    const network = await node.network();
    const rewardsOwner = ewoq.address('P', network);
    const reward = await wallet.delegateLockedAt(node, ewoq, { nodeID, rewardsOwner });
    expect(reward.total).toBeGreaterThan(0n);
  });

  it('stops an auto-renewed validator', async () => {
    const p = await node.pchain.state([ewoq.shortID]);
    const { publicKey, proofOfPossession } = local.ready.bls;
    const draft = buildAddAutoRenewedValidatorTx(p, {
      // Another node with the same BLS key: the one that runs validates already.
      node: { nodeID: formatNodeID(vmrq.shortID), nodePOP: { publicKey, proofOfPossession } },
      amount: avax('2000'),
      period: days(2),
      delegationFee: '2%',
      autoCompound: '30%',
      rewardsOwner: ewoq.shortID,
      validatorAuthority: ewoq.shortID,
    });
    const tx = finalize(sign(draft, ewoq));
    await node.issue(tx);
    expect(await wallet.stopRenewingAt(node, ewoq, tx.txID)).toMatchObject({ status: 'Accepted' });
  });

  it('pays out, and knows after a crash what to do', async () => {
    const network = await node.network();
    const hot: exchange.Service = {
      publicKey: test0.publicKey,
      sign: async (digest) =>
        signDigest(digest, parseHex(`0x${local.ready.keys[2]!.hex.replace('0x', '')}`)),
    };
    const to = fresh(23).address('X', network);
    const withdrawals = [1n, 2n, 3n].map((n) => ({ to, amount: n * avax('1') }));
    const saved: AnyTx[] = [];
    const before = await node.xchain.state([test0.shortID]);
    const from = [test0.address('X', network)];
    const issued = await exchange.payOut(node, from, withdrawals, hot, async (tx) => {
      saved.push(tx);
    });
    expect(issued.map(({ txID }) => txID)).toEqual(saved.map(({ txID }) => txID));
    expect(await exchange.resume(node, saved[0]!.bytes)).toMatchObject({ status: 'Accepted' });
    // Built on what was there before: its UTXOs are gone.
    const [late] = await exchange.withdraw(before, withdrawals.slice(1), hot);
    expect(await exchange.resume(node, late!.bytes)).toBe('rebuild');
    const { utxos } = await node.xchain.state([to]);
    expect(utxos).toHaveLength(3);
  });

  it('sees deposits as they are accepted', async () => {
    const customer = fresh(24);
    const mine = new Set([formatHex(customer.shortID)]);
    const { index } = await node.call('index.getLastAccepted', {}, { at: 'X/block' });
    const following = (async () => {
      for await (const of of exchange.watchDeposits(node, index, mine))
        if (of.deposits.length > 0) return of;
      throw new Error('no block');
    })();
    const outputs = [{ to: customer.shortID, amount: avax('4') }];
    const x = await node.xchain.state([test0.shortID]);
    const tx = finalize(sign(build(x, { type: 'BaseTx', outputs }), test0, trusting));
    await node.issue(tx);
    const { next, deposits } = await following;
    expect(next).toBe(index + 2n);
    expect(deposits).toMatchObject([{ txID: tx.txID, amount: avax('4') }]);
  });

  it('follows blocks as they come', async () => {
    const { index } = await node.call('index.getLastAccepted', {}, { at: 'P/block' });
    const following = (async () => {
      for await (const row of explorer.tail(node, 'P/block', index + 1n)) return row;
      throw new Error('no block');
    })();
    const { txID } = await give(vmrq.address('P', await node.network()), avax('1'));
    const row = await following;
    expect(row).toMatchObject({
      index: index + 1n,
      type: 'platformvm.BanffStandardBlock',
      proposer: local.ready.nodeID,
      txs: [{ txID }],
    });
    expect((await node.pchain.getBlock(row.id)).txs[0]!.txID).toBe(txID);
    expect(row.accepted).toBeGreaterThan(1_700_000_000_000_000_000n);
  });

  it('makes an L1, fills its balances, sets a weight and ends it', async () => {
    const { bls, nodeID, networkID } = local.ready;
    const genesis = new TextEncoder().encode('{}');
    const { subnetID, chainID } = await l1.createAt(node, vmrq, genesis);
    const { publicKey, proofOfPossession } = bls;
    const nodes = [{ nodeID, nodePOP: { publicKey, proofOfPossession } }];
    const converted = await l1.convertAt(node, vmrq, { subnetID, managerChainID: chainID, nodes });
    const [validationID] = await explorer.validationsAt(node, converted.txID);
    expect(await l1.topUpAt(node, vmrq, subnetID)).toEqual([]);

    const secret = parseHex(bls.secretKey);
    const message = buildCallMessage({
      networkID,
      sourceChainID: parseID(chainID),
      sourceAddress: parseHex('0xfacade0000000000000000000000000000000000'),
      payload: encode(L1Payload, {
        type: 'message.L1ValidatorWeight',
        validationID: parseID(validationID!),
        nonce: 0n,
        weight: 200n,
      }),
    });
    const aggregator: l1.Aggregator = async (unsigned) => {
      const set = signerSetOf(await node.pchain.warpValidators(subnetID));
      const signature = signBLS(unsigned, secret);
      return aggregateWarpMessage(unsigned, [{ publicKey: publicKeyOf(secret), signature }], set);
    };
    const of = { receipt: receiptOf(message), subnetID };
    expect(await l1.setWeightAt(node, vmrq, of, aggregator)).toMatchObject({ status: 'Accepted' });
    const [validator] = await node.pchain.validators({ subnetID });
    expect(validator).toMatchObject({ kind: 'l1', validationID, weight: 200n });
    await l1.disableAt(node, vmrq, validationID!);
    const after = await node.call('platform.getL1Validator', { validationID: validationID! });
    expect(after.balance).toBe(0n);
    expect(after).toMatchObject({ subnetID, publicKey: parseHex(publicKey) });
  });

  it('knows what a staker gets back', async () => {
    const { txID } = (await node.pchain.validators()).find(
      (of) => of.kind === 'permissionless' && of.validatorAuthority,
    ) as { readonly txID: string };
    const { returned, paid } = await explorer.rewardsOf(node, txID);
    expect(returned).toHaveLength(1);
    expect(paid).toEqual([]);
  });
});
