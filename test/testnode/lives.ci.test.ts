/**
 * Lives of stakers driven to their ends, on the test node and on avalanchego's own P-chain: the same signed transactions
 * at the same held times, and the same replies after each step.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import type { Intent } from '../../src/builder/intents/table.ts';
import { connect } from '../../src/rpc/connect.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { type TestnodeServer, testnodeServer } from '../../src/testnode/serve/server.ts';
import { formatBytes, parseHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID, parseID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { validationIDOf } from '../../src/warp/l1.ts';
import { comparable } from '../../tools/differential/declared.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { AVAX, day, ewoq, other, signedBy } from '../support/testnode.ts';

const start = 1_791_000_000n;
const headers = { 'content-type': 'application/json' };

/** A validator that nobody else has. */
const nodeOf = (seed: number) => ({
  nodeID: new Uint8Array(20).fill(seed),
  nodePOP: provePossession(new Uint8Array(32).fill(seed)),
});

describeWithGo('the test node and avalanchego, to the end of stakes and validators', () => {
  let local: Localnode;
  let testnode: Testnode;
  let server: TestnodeServer;
  let compared = 0;

  beforeAll(async () => {
    local = await startLocalnode(['--time', String(start), '--history']);
    const { url } = local.ready;
    const { genesis } = (await (await fetch(`${url}/ext/history`)).json()) as { genesis: string };
    testnode = createTestnode({
      network: await connect(url).network(),
      genesis: parseHex(genesis),
      time: start,
      secondsPerBlock: 0n,
    });
    server = testnodeServer(testnode, { url });
  });
  afterAll(() => local?.stop());

  const judge = async (method: string, params: object): Promise<void> =>
    expect(JSON.parse(await local.rpc('/ext/judge', `judge.${method}`, params))).not.toHaveProperty(
      'error',
    );

  /** Asks both, and compares; gives the result. */
  async function same(method: string, params: object = {}) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const theirs = await fetch(`${local.ready.url}/ext/bc/P`, { method: 'POST', headers, body });
    const ours = server.answer({ method: 'POST', target: '/ext/bc/P', headers, body });
    const text = await theirs.text();
    const [a, b] = [ours.text, text].map((of) => comparable(method, of, params as never));
    expect(a, `${method} ${JSON.stringify(params)}`).toBe(b);
    compared++;
    return JSON.parse(text).result;
  }

  /** Builds it on the test node, and issues it to both. */
  async function issue(intent: Intent): Promise<string> {
    const { bytes, txID } = signedBy(testnode, 'P', intent);
    const { result } = JSON.parse(
      await local.rpc('/ext/bc/P', 'platform.issueTx', { tx: formatBytes(bytes, 'hex') }),
    );
    expect(result, intent.type).toEqual({ txID });
    expect(testnode.issue('P', bytes)).toMatchObject({ ok: true });
    await expect
      .poll(() => local.rpc('/ext/bc/P', 'platform.getTxStatus', { txID }), { interval: 20 })
      .toContain('Committed');
    return txID;
  }

  /** Moves both clocks, with the blocks that are due. */
  async function advance(to: bigint): Promise<void> {
    await judge('setTime', { time: String(to), blocks: true });
    testnode.setTime(to);
  }

  async function takeOffline(seed: number): Promise<void> {
    const nodeID = formatNodeID(nodeOf(seed).nodeID);
    await judge('setOffline', { nodeIDs: [nodeID], offline: true });
    testnode.setReward(nodeID, false);
  }

  /** What depends on who validates, and what was paid. */
  async function compare(...txIDs: readonly string[]): Promise<void> {
    for (const method of 'getHeight getTimestamp getCurrentSupply getCurrentValidators getTotalStake'.split(
      ' ',
    ))
      await same(`platform.${method}`);
    const { height } = await same('platform.getHeight');
    for (let of = Math.max(0, Number(height) - 6); of <= Number(height); of++)
      await same('platform.getBlockByHeight', { height: of, encoding: 'json' });
    await same('platform.getValidatorsAt', { height });
    for (const txID of txIDs) {
      await same('platform.getTxStatus', { txID });
      await same('platform.getRewardUTXOs', { txID });
    }
    for (const key of [ewoq, other])
      await same('platform.getBalance', { addresses: [key.address('P', testnode.network)] });
  }

  const rewardsOf = async (txID: string): Promise<number> =>
    Number((await same('platform.getRewardUTXOs', { txID })).numFetched);

  it('a stake ends with its reward, and without', async () => {
    const validate = (seed: number, days: bigint) =>
      issue({
        type: 'AddPermissionlessValidatorTx',
        node: nodeOf(seed),
        amount: 2_000n * AVAX,
        end: testnode.time() + days * day,
        delegationFee: '10%',
        rewardsOwner: other.address('P', testnode.network),
      });
    const [rewarded, absent] = [await validate(11, 20n), await validate(12, 30n)];
    const delegation = await issue({
      type: 'AddPermissionlessDelegatorTx',
      nodeID: nodeOf(11).nodeID,
      amount: 100n * AVAX,
      end: testnode.time() + 19n * day,
      rewardsOwner: other.address('P', testnode.network),
    });
    await compare(rewarded, absent, delegation);
    await advance(start + 21n * day);
    await compare(rewarded, absent, delegation);
    await takeOffline(12);
    await advance(start + 31n * day);
    await compare(rewarded, absent, delegation);
    expect(await rewardsOf(rewarded)).toBeGreaterThan(0);
    expect(await rewardsOf(delegation)).toBeGreaterThan(0);
    expect(await rewardsOf(absent)).toBe(0);
  });

  it('an auto-renewed validator lives for five periods, and is stopped', async () => {
    const period = 2n * day;
    const txID = await issue({
      type: 'AddAutoRenewedValidatorTx',
      node: nodeOf(13),
      amount: 2_000n * AVAX,
      period,
      delegationFee: '2%',
      autoCompound: '30%',
      rewardsOwner: other.address('P', testnode.network),
      validatorAuthority: ewoq.address('P', testnode.network),
    });
    const weights: string[] = [];
    for (let i = 0; i < 5; i++) {
      await advance(testnode.time() + period);
      await compare(txID);
      const nodeIDs = [formatNodeID(nodeOf(13).nodeID)];
      const { validators } = await same('platform.getCurrentValidators', { nodeIDs });
      weights.push(validators[0].weight);
    }
    expect(new Set(weights).size).toBe(5);
    await issue({
      type: 'SetAutoRenewedValidatorConfigTx',
      txID,
      autoCompound: '0%',
      period: 'stop',
    });
    await advance(testnode.time() + period);
    await compare(txID);
    const { validators } = await same('platform.getCurrentValidators');
    expect(JSON.stringify(validators)).not.toContain(formatNodeID(nodeOf(13).nodeID));
  });

  it('an L1 validator whose balance runs out is inactive, until its balance is increased', async () => {
    const owner = ewoq.address('P', testnode.network);
    const subnetID = await issue({ type: 'CreateSubnetTx', owner });
    const managerChainID = await issue({
      type: 'CreateChainTx',
      subnetID,
      name: 'L1',
      vm: 'subnetevm',
      genesis: new Uint8Array([123, 125]),
    });
    const validator = (seed: number, balance: bigint) => ({
      node: nodeOf(seed),
      weight: 10n,
      balance,
      remainingBalanceOwner: owner,
      deactivationOwner: owner,
    });
    await issue({
      type: 'ConvertSubnetToL1Tx',
      subnetID,
      managerChainID,
      managerAddress: new Uint8Array(20).fill(1),
      validators: [validator(14, 20_000n), validator(15, 10n * AVAX)],
    });
    const validationID = formatID(validationIDOf({ subnetID: parseID(subnetID), index: 0 }));
    const check = async () => {
      await compare();
      for (const index of [0, 1])
        await same('platform.getL1Validator', {
          validationID: formatID(validationIDOf({ subnetID: parseID(subnetID), index })),
        });
      for (const method of ['getCurrentValidators', 'getSubnet', 'getTotalStake'])
        await same(`platform.${method}`, { subnetID });
      await same('platform.getValidatorFeeState');
      return same('platform.getL1Validator', { validationID });
    };
    expect((await check()).balance).not.toBe('0');
    // 1 nAVAX a second: 5 hours and a half.
    for (let hours = 0; hours < 8; hours += 2) {
      await advance(testnode.time() + 7_200n);
      await check();
    }
    expect((await check()).balance).toBe('0');
    await issue({ type: 'IncreaseL1ValidatorBalanceTx', validationID, balance: AVAX });
    expect((await check()).balance).not.toBe('0');
    await advance(testnode.time() + day);
    await check();
  });

  it('a network is idle for 3,000 days', async () => {
    await advance(testnode.time() + 3_000n * day);
    await compare();
    expect((await same('platform.getCurrentValidators')).validators).toEqual([]);
    await issue({
      type: 'BaseTx',
      outputs: [{ to: other.address('P', testnode.network), amount: AVAX }],
    });
    await compare();
    expect(compared).toBeGreaterThan(200);
  });
});
