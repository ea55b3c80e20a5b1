import { expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import type { Tx, UTXO } from '../../src/chain/pchain/index.ts';
import type { PChanges } from '../../src/history/index.ts';
import { avax } from '../../src/text/amount.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import { amountOf } from '../../src/tx/output.ts';
import { aggregateWarpMessage, provePossession, publicKeyOf, signBLS } from '../../src/warp/bls.ts';
import { L1Payload, validationIDOf } from '../../src/warp/l1.ts';
import { buildCallMessage } from '../../src/warp/message.ts';
import { signerSetOf } from '../../src/warp/signerset.ts';
import { encode } from '../../src/wire/codec.ts';
import { replay } from '../support/history.ts';
import { describeRecorded } from '../support/recorded.ts';
import { spend } from '../support/tx.ts';
import { handmade, txIDOf } from './handmade.ts';

const nodeID = new Uint8Array(20).fill(1);
const auth = { type: 'secp256k1fx.Input', signatureIndices: [0] } as const;
const signerOf = (n: number) => provePossession(new Uint8Array(32).fill(n));

const whysOf = (changes: readonly PChanges[]): readonly string[] => [
  ...changes.flatMap(({ stakers }) => stakers.map(({ why }) => why)),
  ...changes.flatMap(({ produced }) => produced.map(({ why }) => why)),
];

describeRecorded('a ledger, after every block that is made by hand', () => {
  it('has the node’s state: Apricot, where stakers are proposed and atomic blocks stand alone', async () => {
    const { node, facts, owner, start, nodeIDs, post, tx, stake } = await handmade('ApricotPhase3');
    const decide = async (tx: object, how: 'Commit' | 'Abort' = 'Commit') => {
      await post('ApricotProposalBlock', { tx });
      await post(`Apricot${how}Block`);
    };
    const made = (unsignedTx: object) => ({ unsignedTx, credentials: [] });
    const at = (after: bigint) => made({ type: 'platformvm.AdvanceTimeTx', time: start + after });
    const reward = (of: Tx) => made({ type: 'platformvm.RewardValidatorTx', txID: txIDOf(of) });
    const staker = (type: string, end: bigint, used: bigint, more: object = {}) => {
      const validator = { nodeID, start: start + 100n, end: start + end, weight: used };
      return tx(type, { validator, ...stake(used), rewardsOwner: owner, ...more }, { used });
    };
    const exported = { assetID: facts.avaxAssetID, output: amountOf(avax('5'), owner) };
    const exporting = { destinationChain: facts.chains.X, exportedOutputs: [exported] };
    await post('ApricotAtomicBlock', { tx: tx('ExportTx', exporting, { used: avax('5') }) });
    const subnet = tx('CreateSubnetTx', { owner });
    await post('ApricotStandardBlock', { txs: [subnet] });
    const validator = staker('AddValidatorTx', 300n, avax('2000'), { shares: 200_000 });
    await decide(validator);
    const delegator = staker('AddDelegatorTx', 200n, avax('100'));
    await decide(delegator);
    await decide(staker('AddDelegatorTx', 200n, avax('100')), 'Abort');
    const period = { nodeID: nodeIDs[1], start: start + 100n, end: start + 150n, weight: 3n };
    const inSubnet = {
      validator: { ...period, subnetID: txIDOf(subnet) },
      subnetAuthorization: auth,
    };
    await decide(tx('AddSubnetValidatorTx', inSubnet, { auth: true }));
    await decide(at(90n), 'Abort');
    for (const after of [90n, 100n, 150n, 200n]) await decide(at(after));
    await decide(reward(delegator));
    await decide(at(300n));
    await decide(reward(validator), 'Abort');
    const { pChanges } = await replay(node);
    expect(pChanges).toHaveLength(26);
    expect(new Set(whysOf(pChanges))).toEqual(
      new Set([
        ...['aborted', 'current', 'ended', 'pending', 'refused', 'rewarded'],
        ...['delegateeReward', 'output', 'reward', 'stake'],
      ]),
    );
  });

  it.each(['Banff', 'Cortina', 'Durango', 'Etna'])(
    'has the node’s state: %s, stakers that wait or do not',
    async (upgrade) => {
      const { node, owner, start, nodeIDs, block, end, tx, stake } = await handmade(upgrade);
      const waits = ['Banff', 'Cortina'].includes(upgrade);
      const period = (of: Uint8Array, last: bigint, weight: bigint) => {
        return { nodeID: of, start: start + 100n, end: start + last, weight };
      };
      const subnet = tx('CreateSubnetTx', { owner });
      const subnetID = txIDOf(subnet);
      await block(10n, subnet);
      const inSubnet = (of: Uint8Array) => {
        const validator = { ...period(of, 150n, 3n), subnetID };
        return tx('AddSubnetValidatorTx', { validator, subnetAuthorization: auth }, { auth: true });
      };
      await block(20n, inSubnet(nodeIDs[1]!), inSubnet(nodeIDs[2]!));
      const removing = { nodeID: nodeIDs[2]!, subnetID, subnetAuthorization: auth };
      await block(21n, tx('RemoveSubnetValidatorTx', removing, { auth: true }));

      const staking = (used: bigint, last: bigint) => ({
        validator: period(nodeID, last, used),
        subnetID: primaryNetworkID,
        ...stake(used),
      });
      const rewards = { validationRewardsOwner: owner, delegationRewardsOwner: owner };
      const validator = tx(
        'AddPermissionlessValidatorTx',
        { ...staking(avax('2000'), 300n), signer: signerOf(7), ...rewards, shares: 200_000 },
        { used: avax('2000') },
      );
      const delegator = (last: bigint) => {
        const used = avax('1000');
        const delegating = { ...staking(used, last), rewardsOwner: owner };
        return tx('AddPermissionlessDelegatorTx', delegating, { used });
      };
      const first = delegator(200n);
      const second = delegator(250n);
      await block(30n, validator);
      await block(31n, first, second);
      // They begin at once, so that the reward of one lessens the next’s: by kind, delegators of the old first, then by id.
      const lasting = (type: string, used: bigint, more: object = {}) => {
        const common = period(new Uint8Array(20).fill(2), 30_000_000n, used);
        const validator = { ...common, start: start + 120n };
        return tx(type, { validator, ...stake(used), rewardsOwner: owner, ...more }, { used });
      };
      const of = lasting('AddValidatorTx', avax('20000'), { shares: 20_000 });
      const old = (used: string) => lasting('AddDelegatorTx', avax(used));
      const late = (used: string) =>
        lasting('AddPermissionlessDelegatorTx', avax(used), { subnetID: primaryNetworkID });
      const beginning = [of, old('30000'), old('10000'), late('20000'), late('15000')];
      if (waits) await block(32n, ...beginning);
      for (const after of waits ? [100n, 120n, 150n] : [150n]) await block(after);
      // No node of today puts transactions beside a proposal, and every one takes them.
      await end(200n, first, 'Commit', [tx('CreateSubnetTx', { owner })]);
      await end(250n, second, 'Abort');
      await end(300n, validator, upgrade === 'Cortina' ? 'Abort' : 'Commit');
      const { pChanges } = await replay(node);
      const whys = whysOf(pChanges);
      expect(whys).toEqual(expect.arrayContaining(['delegateeReward', 'ended', 'removed']));
      expect(whys.includes('pending')).toBe(waits);
    },
  );

  it.each(['Cortina', 'Durango'])(
    'has the node’s state: %s, an elastic subnet',
    async (upgrade) => {
      const chain = await handmade(upgrade, 'elastic subnet');
      const { node, facts, owner, start, nodeIDs, block, tx, stake } = chain;
      const assetID = parseID(node.ready.assets.TEST!);
      const sent = await chain.sendTokens(assetID);
      const subnet = tx('CreateSubnetTx', { owner });
      const subnetID = txIDOf(subnet);
      const { output } = sent as { output: ReturnType<typeof amountOf> };
      const imported = tx('ImportTx', {
        outputs: [{ assetID, output }],
        sourceChain: facts.chains.X,
        importedInputs: [spend(sent)],
      });
      await block(10n, imported, subnet);

      const tokens = (amount: bigint) => ({ assetID, output: amountOf(amount, owner) });
      const left = output.amount - 200_000n;
      const transforming = {
        subnetID,
        assetID,
        outputs: [tokens(left)],
        initialSupply: 700_000n,
        maximumSupply: 900_000n,
        minConsumptionRate: 100_000n,
        maxConsumptionRate: 900_000n,
        minValidatorStake: 1n,
        maxValidatorStake: 900_000n,
        minDelegatorStake: 1n,
        minStakeDuration: 1,
        maxStakeDuration: 31_536_000,
        minDelegationFee: 0,
        maxValidatorWeightFactor: 5,
        uptimeRequirement: 0,
        subnetAuthorization: auth,
      };
      const extra = tokenOf(imported, assetID);
      const transform = tx('TransformSubnetTx', transforming, { extra, auth: true });
      await block(40n, transform);
      const last = start + 31_000_000n;
      const validating = {
        validator: { nodeID: nodeIDs[3]!, start: start + 110n, end: last, weight: left },
        subnetID,
        signer: { type: 'signer.Empty' },
        ...stake(left, assetID),
        validationRewardsOwner: owner,
        delegationRewardsOwner: owner,
        shares: 0,
      };
      const more = { extra: tokenOf(transform, assetID) };
      await block(50n, tx('AddPermissionlessValidatorTx', validating, more));
      await block(110n, tx('CreateSubnetTx', { owner }));
      const { p } = await replay(node);
      const found = [...p.current.values()].find((s) => equalBytes(s.subnetID, subnetID))!;
      expect(found.potentialReward).toBeGreaterThan(0n);
    },
  );

  it('has the node’s state: Etna, L1 validators removed with and without a balance', async () => {
    const { node, owner, block, tx } = await handmade('Etna', 'L1 validators');
    const subnet = tx('CreateSubnetTx', { owner });
    const subnetID = txIDOf(subnet);
    const rights = { subnetID, subnetAuthorization: auth };
    const making = { chainName: 'L1', vmID: subnetID, fxIDs: [], genesisData: new Uint8Array(0) };
    const made = tx('CreateChainTx', { ...rights, ...making }, { auth: true });
    const { threshold, addresses } = owner;
    const members = [
      { n: 5, weight: 100n, balance: avax('1') },
      { n: 6, weight: 10n, balance: avax('2') },
      { n: 7, weight: 10n, balance: 0n },
    ].map(({ n, ...validator }) => ({
      nodeID: new Uint8Array(20).fill(n),
      signer: signerOf(n),
      ...validator,
      remainingBalanceOwner: { threshold, addresses },
      deactivationOwner: { threshold, addresses },
    }));
    const manager = { chainID: txIDOf(made), address: new Uint8Array(2) };
    const converting = { ...rights, ...manager, validators: members };
    const convert = tx('ConvertSubnetToL1Tx', converting, { used: avax('3'), auth: true });
    await block(10n, subnet);
    await block(20n, made);
    await block(30n, convert);
    const secretKey = new Uint8Array(32).fill(5);
    const remove = (index: number, others: typeof members) => {
      const validationID = validationIDOf({ subnetID, index });
      const content = { validationID, nonce: 4n, weight: 0n };
      const message = buildCallMessage({
        networkID: node.ready.networkID,
        sourceChainID: manager.chainID,
        sourceAddress: manager.address,
        payload: encode(L1Payload, { type: 'message.L1ValidatorWeight', ...content }),
      });
      const set = signerSetOf(
        others.map(({ signer, weight, balance }) => ({
          publicKey: balance === 0n ? null : formatHex(signer.publicKey),
          weight,
        })),
      );
      const signed = { publicKey: publicKeyOf(secretKey), signature: signBLS(message, secretKey) };
      return tx('SetL1ValidatorWeightTx', {
        message: aggregateWarpMessage(message, [signed], set),
      });
    };
    await block(40n, remove(1, members));
    await block(50n, remove(2, [members[0]!, members[2]!]));
    await block(60n, tx('CreateSubnetTx', { owner }));
    const { p, pChanges } = await replay(node);
    expect(pChanges.flatMap(({ l1Validators }) => l1Validators.map(({ why }) => why))).toEqual([
      ...['registered', 'registered', 'registered', 'removed', 'removed'],
    ]);
    expect(whysOf(pChanges).filter((why) => why === 'refund')).toHaveLength(1);
    expect([p.l1Validators.size, p.validatorFeeState.current]).toEqual([1, 1n]);
  });

  it('has the node’s state: Helicon, periods renewed and refused, balances used up', async () => {
    const { node, facts, owner, start, block, end, tx, stake, fortune } = await handmade('Helicon');
    const rewards = { validationRewardsOwner: owner, delegationRewardsOwner: owner };
    const renewed = (n: number, weight: bigint, period: bigint, more = {}) => {
      const validating = {
        nodeID: new Uint8Array(20).fill(n),
        signer: signerOf(n),
        ...stake(weight),
        ...rewards,
        validatorAuthority: owner,
        period,
        delegationShares: 250_000,
        autoCompoundRewardShares: 300_000,
      };
      return tx('AddAutoRenewedValidatorTx', { ...validating, ...more }, more);
    };
    const used = avax('2000');
    const going = renewed(1, used, 100n, { used });
    const stopping = renewed(2, used, 250n, { used });
    const most = avax('3000000') - 1n;
    const change = { assetID: facts.avaxAssetID, output: amountOf(avax('17000000') + 1n, owner) };
    const full = renewed(3, most, 290n, { extra: fortune, outputs: [change] });
    const staking = (n: number, last: bigint, weight: bigint) => ({
      validator: { nodeID: new Uint8Array(20).fill(n), start: 0n, end: start + last, weight },
      subnetID: primaryNetworkID,
      ...stake(weight),
    });
    const bounded = { ...staking(4, 400n, used), signer: signerOf(4), ...rewards, shares: 500_000 };
    const once = tx('AddPermissionlessValidatorTx', bounded, { used });
    const subnet = tx('CreateSubnetTx', { owner });
    await block(10n, going, stopping, full, once, subnet);

    const delegator = (n: number, last: bigint) => {
      const delegating = { ...staking(n, last, used), rewardsOwner: owner };
      return tx('AddPermissionlessDelegatorTx', delegating, { used });
    };
    const [early, late] = [delegator(4, 100n), delegator(1, 110n)] as const;
    const subnetID = txIDOf(subnet);
    const { threshold, addresses } = owner;
    const l1 = (n: number, balance: bigint) => ({
      nodeID: new Uint8Array(20).fill(n),
      weight: 1n,
      balance,
      signer: signerOf(n),
      remainingBalanceOwner: { threshold, addresses },
      deactivationOwner: { threshold, addresses },
    });
    const converting = {
      subnetID,
      chainID: subnetID,
      address: new Uint8Array(2),
      subnetAuthorization: auth,
      validators: [l1(5, 30n), l1(6, 90n), l1(7, 0n)],
    };
    const burned = 120n;
    const convert = tx('ConvertSubnetToL1Tx', converting, { used: burned, auth: true });
    await block(20n, early, late, convert);
    const validationID = validationIDOf({ subnetID, index: 0 });
    const disabling = { validationID, disableAuthorization: auth };
    const disable = () => tx('DisableL1ValidatorTx', disabling, { auth: true });
    // Its balance is used up at that very time: nothing is left to return.
    await block(50n, disable());
    const more = { validationID, balance: 1_000n };
    await block(60n, tx('IncreaseL1ValidatorBalanceTx', more, { used: 1_000n }));
    await block(70n, disable());
    await end(100n, early, 'Commit');
    // The second balance is used up at the time of this proposal.
    await end(110n, late, 'Commit');
    await end(110n, going, 'Commit');
    const config = { txID: txIDOf(stopping), auth, autoCompoundRewardShares: 0, period: 0n };
    await block(120n, tx('SetAutoRenewedValidatorConfigTx', config, { auth: true }));
    await end(210n, going, 'Commit');
    await end(260n, stopping, 'Commit');
    await end(300n, full, 'Commit');
    await end(310n, going, 'Abort');
    await end(400n, once, 'Abort');

    const { p, pChanges } = await replay(node);
    const at = (after: bigint, why: string) =>
      pChanges
        .filter(({ time, stakers }) => time === start + after && stakers.some((s) => s.why === why))
        .map(({ produced }) => produced.map((made) => made.why));
    expect(at(110n, 'renewed')).toEqual([['reward', 'delegateeReward']]);
    expect(at(260n, 'rewarded')).toEqual([['stake', 'reward']]);
    expect(at(310n, 'refused')).toEqual([['stake', 'reward', 'delegateeReward']]);
    expect(at(400n, 'refused')).toEqual([['stake', 'delegateeReward']]);
    expect(pChanges.flatMap(({ l1Validators }) => l1Validators.map(({ why }) => why))).toEqual([
      ...['registered', 'registered', 'registered'],
      ...['deactivated', 'balance', 'disabled', 'deactivated'],
    ]);
    const { weight, renewal } = [...p.current.values()].find((s) => s.renewal)!;
    expect([weight, renewal!.accruedValidationRewards]).toEqual([most + 1n, 1n]);
  });
});

/** The UTXO of an asset that a transaction makes. */
function tokenOf(tx: Tx, assetID: Uint8Array): UTXO {
  const { outputs } = tx.unsignedTx as { outputs: readonly Pick<UTXO, 'assetID' | 'output'>[] };
  const outputIndex = outputs.findIndex((o) => equalBytes(o.assetID, assetID));
  return { txID: txIDOf(tx), outputIndex, ...outputs[outputIndex]! };
}
