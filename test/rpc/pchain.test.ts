import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import {
  build,
  buildAddAutoRenewedValidatorTx,
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
  buildAddSubnetValidatorTx,
  buildConvertSubnetToL1Tx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildDisableL1ValidatorTx,
  buildIncreaseL1ValidatorBalanceTx,
  buildRegisterL1ValidatorTx,
  buildRemoveSubnetValidatorTx,
  buildSetAutoRenewedValidatorConfigTx,
  buildSetL1ValidatorWeightTx,
  buildTransferSubnetOwnershipTx,
  type DraftOf,
} from '../../src/builder/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { type Key, privateKey } from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/owner.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID, parseID, parseNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { aggregateWarpMessage, provePossession, publicKeyOf, signBLS } from '../../src/warp/bls.ts';
import { buildCallMessage, L1Payload, signerSetOf, validationIDOf } from '../../src/warp/index.ts';
import { encode } from '../../src/wire/codec.ts';
import { callP, settleOnP, stateOf } from '../support/pnode.ts';
import { describeNode, startNode } from './node.ts';

/** A node that nobody runs, with its BLS key. */
const standIn = (n: number) => {
  const { publicKey, proofOfPossession } = provePossession(sha256(Uint8Array.of(n)).fill(0, 0, 1));
  return {
    nodeID: formatNodeID(sha256(Uint8Array.of(n)).subarray(0, 20)),
    nodePOP: {
      publicKey: formatHex(publicKey),
      proofOfPossession: formatHex(proofOfPossession),
    },
  };
};

describeNode('every transaction of the P-chain, against a node', () => {
  let node: Localnode;
  let ewoq: Key;
  let vmrq: Key;
  let test0: Key;
  let genesisNodeID: string;
  const manager = '0xfacade0000000000000000000000000000000000';

  beforeAll(async () => {
    node = await startNode();
    [ewoq, vmrq, test0] = node.ready.keys.slice(0, 3).map((key) => privateKey(key.privateKey)) as [
      Key,
      Key,
      Key,
    ];
    const { validators } = (await callP(node, 'getCurrentValidators')).result as unknown as {
      validators: { nodeID: string; weight: string; delegationFee: string }[];
    };
    genesisNodeID = validators.find(
      ({ weight, delegationFee }) =>
        BigInt(weight) < avax('100000') && !delegationFee.startsWith('100'),
    )!.nodeID;
  });
  afterAll(() => node?.stop());

  const settle = (draft: DraftOf<'P'>, ...keys: Key[]) => settleOnP(node, draft, ...keys);
  const now = async () => (await stateOf(node, [ewoq])).time;

  it('makes a subnet of two owners and changes it with both', async () => {
    const owner: Owner = { addresses: [vmrq.shortID, test0.shortID], threshold: 2 };
    const subnetID = await settle(
      buildCreateSubnetTx(await stateOf(node, [vmrq]), { owner }),
      vmrq,
    );
    const authorities = { [subnetID]: owner };
    const chain = buildCreateChainTx(await stateOf(node, [vmrq], authorities), {
      subnetID,
      name: 'ours',
      vm: 'subnetevm',
      genesis: new TextEncoder().encode('{}'),
    });
    expect(chain.missing.map(({ need }) => need)).toEqual([1, 2]);
    await settle(chain, vmrq, test0);
    const state = await stateOf(node, [vmrq], authorities);
    const end = (await now()) + days(2);
    const validator = { subnetID, nodeID: genesisNodeID };
    await settle(buildAddSubnetValidatorTx(state, { ...validator, weight: 7n, end }), vmrq, test0);
    await settle(
      buildRemoveSubnetValidatorTx(await stateOf(node, [vmrq], authorities), validator),
      vmrq,
      test0,
    );
    await settle(
      buildTransferSubnetOwnershipTx(await stateOf(node, [vmrq], authorities), {
        subnetID,
        owner: ewoq.shortID,
      }),
      vmrq,
      test0,
    );
    const { controlKeys } = (await callP(node, 'getSubnet', { subnetID })).result;
    expect(controlKeys).toEqual([node.ready.keys[0]!.pAddress]);
  });

  it('makes an L1 and manages its validators by warp messages', async () => {
    const keys = [vmrq];
    const subnetID = await settle(
      buildCreateSubnetTx(await stateOf(node, keys), { owner: vmrq.shortID }),
      vmrq,
    );
    const authorities: Record<string, Owner> = {
      [subnetID]: { addresses: [vmrq.shortID], threshold: 1 },
    };
    const state = () => stateOf(node, keys, authorities);
    const managerChainID = await settle(
      buildCreateChainTx(await state(), {
        subnetID,
        name: '',
        vm: 'subnetevm',
        genesis: new Uint8Array(0),
      }),
      vmrq,
    );
    const { nodeID, bls } = node.ready;
    const self = { nodeID, nodePOP: bls };
    const owners = { remainingBalanceOwner: vmrq.shortID, deactivationOwner: vmrq.shortID };
    const fund = { balance: avax('1'), ...owners };
    await settle(
      buildConvertSubnetToL1Tx(await state(), {
        subnetID,
        managerChainID,
        managerAddress: manager,
        validators: [
          { node: self, weight: 100n, ...fund },
          { node: standIn(1), weight: 1n, ...fund, balance: 0n },
        ],
      }),
      vmrq,
    );
    const secretKey = parseHex(bls.secretKey);
    const members = [
      { publicKey: bls.publicKey, weight: 100n },
      { publicKey: null, weight: 1n },
    ];
    const warp = (payload: L1Payload) => {
      const unsigned = buildCallMessage({
        networkID: node.ready.networkID,
        sourceChainID: parseID(managerChainID),
        sourceAddress: parseHex(manager),
        payload: encode(L1Payload, payload),
      });
      const signature = signBLS(unsigned, secretKey);
      const set = signerSetOf(members);
      return aggregateWarpMessage(
        unsigned,
        [{ publicKey: publicKeyOf(secretKey), signature }],
        set,
      );
    };
    const second = standIn(2);
    const owner = { threshold: 1, addresses: [vmrq.shortID] };
    const register: L1Payload = {
      type: 'message.RegisterL1Validator',
      subnetID: parseID(subnetID),
      nodeID: parseNodeID(second.nodeID),
      blsPublicKey: parseHex(second.nodePOP.publicKey),
      expiry: (await now()) + 3600n,
      remainingBalanceOwner: owner,
      disableOwner: owner,
      weight: 10n,
    };
    await settle(
      buildRegisterL1ValidatorTx(await state(), {
        message: warp(register),
        balance: avax('1'),
        proofOfPossession: second.nodePOP.proofOfPossession,
      }),
      vmrq,
    );
    members.push({ publicKey: second.nodePOP.publicKey, weight: 10n });
    const validation = validationIDOf({ registerMessage: encode(L1Payload, register) });
    const validationID = formatID(validation);
    const message = warp({
      type: 'message.L1ValidatorWeight',
      validationID: validation,
      nonce: 1n,
      weight: 20n,
    });
    await settle(buildSetL1ValidatorWeightTx(await state(), { message }), vmrq);
    const balance = avax('0.5');
    await settle(buildIncreaseL1ValidatorBalanceTx(await state(), { validationID, balance }), vmrq);
    const { result } = await callP(node, 'getL1Validator', { validationID });
    expect(result).toMatchObject({ weight: '20', nodeID: second.nodeID });
    expect(BigInt(result.balance!)).toBeGreaterThan(avax('1.49'));
    authorities[validationID] = { addresses: [vmrq.shortID], threshold: 1 };
    await settle(buildDisableL1ValidatorTx(await state(), { validationID }), vmrq);
    expect((await callP(node, 'getL1Validator', { validationID })).result.balance).toBe('0');
  });

  it('validates and delegates, with locked funds too', async () => {
    const end = (await now()) + days(20);
    const staker = standIn(3);
    await settle(
      buildAddPermissionlessValidatorTx(await stateOf(node, [vmrq]), {
        node: staker,
        amount: avax('2000'),
        end,
        delegationFee: '2%',
        rewardsOwner: vmrq.shortID,
      }),
      vmrq,
    );
    const state = await stateOf(node, [ewoq]);
    const isLocked = ({ output }: (typeof state.utxos)[number]) =>
      output.type === 'stakeable.LockOut' && output.locktime > state.time;
    const locked = state.utxos.filter(isLocked);
    const intent = { nodeID: staker.nodeID, end: end - 60n, rewardsOwner: ewoq.shortID };
    const draft = buildAddPermissionlessDelegatorTx(state, { ...intent, amount: avax('30') });
    expect(draft.unsignedTx).toMatchObject({
      stake: [{ output: { type: 'stakeable.LockOut', output: { amount: avax('30') } } }],
    });
    expect(draft.change.map(({ stakeableUntil }) => stakeableUntil)).toContainEqual(
      expect.any(BigInt),
    );
    await settle(draft, ewoq);
    const after = await stateOf(node, [ewoq]);
    const sum = (utxos: typeof locked) =>
      utxos.reduce((all, { output }) => {
        return all + (output.type === 'stakeable.LockOut' ? output.output.amount : 0n);
      }, 0n);
    expect(sum(after.utxos.filter(isLocked))).toBe(sum(locked) - avax('30'));
    // More than is locked and signable alone: the rest is plain.
    await settle(
      buildAddPermissionlessDelegatorTx(
        after,
        { ...intent, amount: avax('25') },
        { locked: 'never', strategy: 'largestFirst' },
      ),
      ewoq,
    );
  });

  it('validates period after period, and stops', async () => {
    const intent = {
      node: standIn(4),
      amount: avax('2000'),
      period: 3600n * 2n,
      delegationFee: '2.5%',
      autoCompound: '30%',
      rewardsOwner: vmrq.shortID,
      validatorAuthority: vmrq.shortID,
    };
    const txID = await settle(
      buildAddAutoRenewedValidatorTx(await stateOf(node, [vmrq]), intent),
      vmrq,
    );
    const authorities = { [txID]: { addresses: [vmrq.shortID], threshold: 1 } };
    await settle(
      buildSetAutoRenewedValidatorConfigTx(await stateOf(node, [vmrq], authorities), {
        txID,
        autoCompound: '10%',
        period: 'stop',
      }),
      vmrq,
    );
  });

  it('dispatches by type, and consolidates', async () => {
    const state = await stateOf(node, [test0]);
    const outputs = [{ to: test0.shortID, amount: avax('1') }];
    const draft = build(state, { type: 'BaseTx', outputs }, { strategy: 'consolidate' });
    await settle(draft as DraftOf<'P'>, test0);
    expect((await stateOf(node, [test0])).utxos.length).toBeLessThan(state.utxos.length);
  });
});
