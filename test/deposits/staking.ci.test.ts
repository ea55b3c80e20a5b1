/** Rewards and returned stakes of avalanchego's own P-chain, to the end of their periods: credited as the node has them. */
import { expect, it } from 'vitest';
import { build } from '../../src/builder/build.ts';
import type { Intent } from '../../src/builder/intents/table.ts';
import {
  addressSet,
  type DepositPosition,
  type WatchedCredit,
  watchDeposits,
} from '../../src/deposits/index.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { AVAX, day, ewoq, other } from '../support/testnode.ts';
import { ann, bob, sumOf } from './support.ts';

const start = 1_791_000_000n;
const nodeOf = (seed: number) => ({
  nodeID: new Uint8Array(20).fill(seed),
  nodePOP: provePossession(new Uint8Array(32).fill(seed)),
});

describeWithGo('deposits from stakes of a node', () => {
  it('are the stakes that came back and the rewards that were paid, once each', async () => {
    const local = await startLocalnode(['--time', String(start)]);
    let time = start;
    const node = connect(local.ready.url, { now: () => Number(time) * 1000 });
    const network = await node.network();
    const addresses = addressSet([ann.shortID, bob.shortID], network);
    let payer = ewoq;
    const issue = async (intent: Intent, authorities: readonly string[] = []) => {
      const own = [payer.address('P', network)];
      const state = await node.pchain.state(own, { authorities });
      const draft = build(state, intent, { own, maxFee: 1_000n * AVAX });
      return (await node.issue(finalize(sign(draft, payer)))).txID;
    };
    const judge = async (method: string, params: object) =>
      expect(await local.rpc('/ext/judge', `judge.${method}`, params)).not.toContain('"error"');

    const credits: WatchedCredit[] = [];
    let from: bigint | DepositPosition = 1n;
    const watch = async () => {
      for await (const batch of watchDeposits(node, { chain: 'P', addresses, from, limit: 2 })) {
        credits.push(...batch.credits);
        from = JSON.parse(JSON.stringify(batch.position)) as DepositPosition;
      }
    };
    /** Moves the clock, with the blocks that are due, and compares. */
    const advance = async (by: bigint) => {
      time += by;
      await judge('setTime', { time: String(time), blocks: true });
      await watch();
      for (const key of [ann, bob]) {
        const address = key.address('P', network);
        const { balance } = await node.call('platform.getBalance', { addresses: [address] });
        expect(sumOf(credits.filter((credit) => credit.address === address))).toBe(balance);
      }
    };

    const validate = (
      seed: number,
      days: bigint,
      more: { rewardsOwner: Uint8Array; stakeReturnOwner: Uint8Array },
    ) =>
      issue({
        type: 'AddPermissionlessValidatorTx',
        node: nodeOf(seed),
        amount: 2_000n * AVAX,
        end: time + days * day,
        delegationFee: '10%',
        ...more,
      });
    // The funds of the genesis are locked in part, and would return to their owner.
    await issue({ type: 'BaseTx', outputs: [{ to: other.shortID, amount: 10_000n * AVAX }] });
    payer = other;
    await validate(11, 20n, { rewardsOwner: bob.shortID, stakeReturnOwner: ann.shortID });
    await validate(12, 30n, { rewardsOwner: ann.shortID, stakeReturnOwner: bob.shortID });
    await issue({
      type: 'AddPermissionlessDelegatorTx',
      nodeID: nodeOf(11).nodeID,
      amount: 100n * AVAX,
      end: time + 19n * day,
      rewardsOwner: ann.shortID,
    });
    const renewed = await issue({
      type: 'AddAutoRenewedValidatorTx',
      node: nodeOf(13),
      amount: 2_000n * AVAX,
      period: 14n * day,
      delegationFee: '2%',
      autoCompound: '30%',
      rewardsOwner: ann.shortID,
      stakeReturnOwner: bob.shortID,
      validatorAuthority: other.shortID,
    });
    const nodeIDs = [formatNodeID(nodeOf(12).nodeID)];
    await judge('setOffline', { nodeIDs, offline: true });
    await advance(14n * day);
    await advance(7n * day);
    await advance(10n * day);
    const stop = { txID: renewed, autoCompound: '0%', period: 'stop' } as const;
    await issue({ type: 'SetAutoRenewedValidatorConfigTx', ...stop }, [renewed]);
    await advance(14n * day);
    await advance(14n * day);

    const whys = credits.map(({ why }) => why);
    expect(whys.filter((why) => why === 'stake').length).toBe(3);
    // Of the validator, for itself and as a share; of the delegator; of three periods and what was restaked.
    expect(whys.filter((why) => why === 'reward').length).toBeGreaterThanOrEqual(5);
    expect(new Set(credits.map(({ key }) => key)).size).toBe(credits.length);
    // The same at once.
    const again = credits.length;
    from = 1n;
    credits.length = 0;
    await watch();
    expect(credits.length).toBe(again);
  });
});
