import { describe, expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import { Block } from '../../src/chain/pchain/block.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { txOf, validatorsOf } from '../../src/testnode/reads.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { decode } from '../../src/wire/codec.ts';
import { AVAX, balanceOf, day, ewoq, newNode, other, send } from '../support/testnode.ts';

const bls = provePossession(new Uint8Array(32).fill(5));
const node1 = { nodeID: new Uint8Array(20).fill(5), nodePOP: bls };

const supplyOf = ({ world }: Testnode): bigint => [...world.P.ledger.supplies.values()][0]!;

/** A validator of ewoq whose rewards go to `other`. */
const validate = (node: Testnode, end: bigint) =>
  send(node, 'P', {
    type: 'AddPermissionlessValidatorTx',
    node: node1,
    amount: 2_000n * AVAX,
    end,
    delegationFee: '10%',
    rewardsOwner: other.address('P', node.network),
  });

const delegate = (node: Testnode, end: bigint) =>
  send(node, 'P', {
    type: 'AddPermissionlessDelegatorTx',
    nodeID: node1.nodeID,
    amount: 100n * AVAX,
    end,
    rewardsOwner: other.address('P', node.network),
  });

const lastTypes = ({ world }: Testnode, count: number): readonly string[] =>
  world.P.blocks
    .slice(-count)
    .map(({ bytes }) => decode(Block, bytes).type.replace('platformvm.Banff', ''));

describe('staking', () => {
  it('ends with the stake and the reward, by a proposal and a commit at its end', () => {
    const node = newNode();
    const before = supplyOf(node);
    const end = node.time() + 30n * day;
    const { txID } = validate(node, end);
    const { potentialReward } = node.world.P.ledger.current.get(txID)!;
    expect(supplyOf(node)).toBe(before + potentialReward);
    const stake = balanceOf(node, 'P', ewoq);
    node.setTime(end);
    expect(lastTypes(node, 2)).toEqual(['ProposalBlock', 'CommitBlock']);
    expect(balanceOf(node, 'P', ewoq)).toBe(stake + 2_000n * AVAX);
    expect(balanceOf(node, 'P', other)).toBe(potentialReward);
    expect(node.world.P.rewardUTXOs.get(txID)?.length).toBe(1);
    const [reward] = node.world.P.blocks.at(-2)!.txIDs;
    expect(txOf(node.world, reward!)).toMatchObject({ status: 'Accepted' });
  });

  it('ends without the reward, by an abort', () => {
    const node = newNode();
    const before = supplyOf(node);
    const { txID } = validate(node, node.time() + 30n * day);
    node.endStake(txID, false);
    expect(lastTypes(node, 2)).toEqual(['ProposalBlock', 'AbortBlock']);
    expect(balanceOf(node, 'P', other)).toBe(0n);
    expect(supplyOf(node)).toBe(before);
    const [reward] = node.world.P.blocks.at(-2)!.txIDs;
    expect(txOf(node.world, reward!)).toMatchObject({ status: 'Aborted' });
  });

  it('gives a delegator its reward and the validator its share at its own end', () => {
    const node = newNode();
    const end = node.time() + 60n * day;
    const validator = validate(node, end);
    const delegator = delegate(node, node.time() + 20n * day);
    const { potentialReward } = node.world.P.ledger.current.get(delegator.txID)!;
    node.endStake(delegator.txID);
    const share = node.world.P.ledger.current.get(validator.txID)!.accruedDelegateeReward;
    // The delegator's nine tenths are rounded down.
    expect(share).toBe(potentialReward - (potentialReward * 9n) / 10n);
    expect(balanceOf(node, 'P', other)).toBe(potentialReward - share);
    node.setReward(formatNodeID(node1.nodeID), false);
    node.setTime(end);
    expect(lastTypes(node, 1)).toEqual(['AbortBlock']);
    expect(balanceOf(node, 'P', other)).toBe(potentialReward);
  });

  it('lists the five first validators, to whom anybody can delegate until their end', () => {
    const node = newNode();
    const validators = validatorsOf(node.world, primaryNetworkID);
    expect(validators.length).toBe(5);
    expect(validators.every((of) => of.endTime <= node.time() + 365n * day)).toBe(true);
    for (const validator of validators) {
      expect(validator.tx).toMatchObject({ signer: { type: 'signer.ProofOfPossession' } });
      send(node, 'P', {
        type: 'AddPermissionlessDelegatorTx',
        nodeID: validator.nodeID,
        amount: 25n * AVAX,
        end: validator.endTime,
        rewardsOwner: ewoq.address('P', node.network),
      });
    }
    const { delegators } = node.world.P.stakers;
    expect([...delegators.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
  });

  it('renews an auto-renewed validator until its owner stops it', () => {
    const node = newNode();
    const tx = send(node, 'P', {
      type: 'AddAutoRenewedValidatorTx',
      node: node1,
      amount: 2_000n * AVAX,
      period: 14n * day,
      delegationFee: '2%',
      autoCompound: '50%',
      rewardsOwner: other.address('P', node.network),
      validatorAuthority: ewoq.address('P', node.network),
    });
    const current = () => node.world.P.ledger.current.get(tx.txID);
    const { potentialReward, weight } = current()!;
    node.endStake(tx.txID);
    expect(current()!.weight).toBe(weight + potentialReward / 2n);
    expect(balanceOf(node, 'P', other)).toBe(potentialReward - potentialReward / 2n);
    send(node, 'P', {
      type: 'SetAutoRenewedValidatorConfigTx',
      txID: tx.txID,
      autoCompound: '0%',
      period: 'stop',
    });
    expect(current()!.renewal?.nextPeriod).toBe(0n);
    node.endStake(tx.txID);
    expect(current()).toBeUndefined();
  });

  it('moves the time no further than the next change of stakers in one block', () => {
    const node = newNode();
    const end = node.time() + 30n * day;
    validate(node, end);
    node.hold();
    node.setTime(end + day);
    const tx = send(node, 'P', { type: 'BaseTx', outputs: [{ to: other.shortID, amount: AVAX }] });
    expect(txOf(node.world, tx.txID)?.status).toBe('Processing');
    node.mine();
    const proposal = node.world.P.blocks.at(-2)!;
    expect(decode(Block, proposal.bytes)).toMatchObject({
      type: 'platformvm.BanffProposalBlock',
      time: end,
    });
    expect(proposal.txIDs).toContain(tx.txID);
    expect(txOf(node.world, tx.txID)?.status).toBe('Accepted');
  });
});
