import { describe, expect, it } from 'vitest';
import { fuji } from '../../src/network/known.ts';
import {
  type AnyUnsignedTx,
  checkTx,
  completeList,
  type Facts,
  refusalOf,
  type SubnetFacts,
} from '../../src/rules/index.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { L1Payload, validationIDOf } from '../../src/warp/l1.ts';
import { buildCallMessage, Message, UnsignedMessage } from '../../src/warp/message.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { at, auth, max, nodeID, pBase, subnetID, validatorIs } from '../support/ruletx.ts';
import { asset, now } from '../support/state.ts';
import { ruleSays } from '../support/verdict.ts';

describe('L1s', () => {
  const owner = { threshold: 1, addresses: [nodeID] };
  const first = (n: number, weight: bigint, balance = 0n) => ({
    nodeID: new Uint8Array(20).fill(n),
    weight,
    balance,
    signer: {
      type: 'signer.ProofOfPossession' as const,
      publicKey: new Uint8Array(48),
      proofOfPossession: new Uint8Array(96),
    },
    remainingBalanceOwner: owner,
    deactivationOwner: owner,
  });
  const convert = (...validators: readonly ReturnType<typeof first>[]): AnyUnsignedTx =>
    ({
      type: 'platformvm.ConvertSubnetToL1Tx',
      ...pBase,
      subnetID,
      chainID: asset(2),
      address: nodeID,
      validators,
      subnetAuthorization: auth,
    }) as AnyUnsignedTx;
  const signed = (payload: L1Payload) =>
    encode(Message, {
      ...decode(
        UnsignedMessage,
        buildCallMessage({
          networkID: 5,
          sourceChainID: asset(3),
          sourceAddress: nodeID,
          payload: encode(L1Payload, payload),
        }),
      ),
      Signature: {
        type: 'warp.BitSetSignature',
        Signers: Uint8Array.of(1),
        Signature: new Uint8Array(96),
      },
    });
  const registration = (weight = 5n): L1Payload => ({
    type: 'message.RegisterL1Validator',
    subnetID,
    nodeID,
    blsPublicKey: new Uint8Array(48),
    expiry: now + 100n,
    remainingBalanceOwner: owner,
    disableOwner: owner,
    weight,
  });
  const register = (balance = 1n, weight?: bigint): AnyUnsignedTx => ({
    type: 'platformvm.RegisterL1ValidatorTx',
    ...pBase,
    balance,
    proofOfPossession: new Uint8Array(96),
    message: signed(registration(weight)),
  });
  const setWeight = (nonce: bigint, weight: bigint): AnyUnsignedTx => ({
    type: 'platformvm.SetL1ValidatorWeightTx',
    ...pBase,
    message: signed({ type: 'message.L1ValidatorWeight', validationID: asset(4), nonce, weight }),
  });
  const increase = (balance: bigint): AnyUnsignedTx => ({
    type: 'platformvm.IncreaseL1ValidatorBalanceTx',
    ...pBase,
    validationID: asset(4),
    balance,
  });
  const { capacity } = fuji.validatorFees;
  const active = (activeL1Validators: bigint) => ({ activeL1Validators });

  it('have weights that add up to a uint64', () => {
    const total = (tx: AnyUnsignedTx, facts = {}) => ruleSays(tx, at(facts), 'total weight');
    expect(total(convert(first(1, max - 1n), first(2, 1n)))).toBe('ok');
    expect(total(convert(first(1, max), first(2, 1n)))).toBe('OutOfRange validators[1].weight');
    const weighing = (l1Weight: bigint) => ({ subnets: () => ({ l1Weight }) });
    const at5 = 'OutOfRange message.Payload.Payload.weight';
    expect(total(register(), weighing(max - 5n))).toBe('ok');
    expect(total(register(), weighing(max - 4n))).toBe(at5);
    expect(total(register(), {})).toBe('? subnets');
    const of = (weight: bigint) => ({
      l1Validators: () => ({ subnetID, weight, minNonce: 0n }),
      ...weighing(max - 10n),
    });
    expect(total(setWeight(0n, 15n), of(5n))).toBe('ok');
    expect(total(setWeight(0n, 16n), of(5n))).toBe(at5);
    // One that does not rise needs no total.
    for (const weight of [4n, 5n])
      expect(total(setWeight(0n, weight), { l1Validators: () => ({ weight: 5n }) })).toBe('ok');
  });

  it('have at most 20,000 active validators in all', () => {
    const room = (tx: AnyUnsignedTx, facts: object) => ruleSays(tx, at(facts), 'active validators');
    expect(capacity).toBe(20_000n);
    expect(room(register(), active(capacity - 1n))).toBe('ok');
    expect(room(register(), active(capacity))).toBe('NotAllowed balance');
    expect(room(register(0n), active(capacity))).toBe('ok');
    expect(room(register(), {})).toBe('? activeL1Validators');
    const two = convert(first(1, 1n, 1n), first(2, 1n, 0n), first(3, 1n, 1n));
    expect(room(two, active(capacity - 2n))).toBe('ok');
    expect(room(two, active(capacity - 1n))).toBe('NotAllowed validators[2].balance');
    const left = (balance: bigint) => ({ l1Validators: () => ({ balance }) });
    expect(room(increase(1n), { ...left(1n), ...active(capacity) })).toBe('ok');
    expect(room(increase(1n), { ...left(0n), ...active(capacity) })).toBe('NotAllowed balance');
    expect(room(increase(1n), { ...left(0n), ...active(capacity - 1n) })).toBe('ok');
  });

  it('have balances that fit on top of the fees', () => {
    const says = (balance: bigint, facts: object) =>
      ruleSays(increase(balance), at({ ...active(0n), ...facts }), 'active validators');
    const left = { l1Validators: () => ({ balance: 10n }) };
    expect(says(max - 15n, { ...left, accruedFees: 5n })).toBe('ok');
    expect(says(max - 14n, { ...left, accruedFees: 5n })).toBe('OutOfRange balance');
    expect(says(max - 14n, left)).toBe('? accruedFees');
    expect(says(max - 10n - fuji.staking.supplyCap, left)).toBe('ok');
    const fresh = ruleSays(
      register(max),
      at({ ...active(0n), accruedFees: 1n }),
      'active validators',
    );
    expect(fresh).toBe('OutOfRange balance');
    const converted = ruleSays(
      convert(first(1, 1n, 1n), first(2, 1n, max)),
      at({ ...active(0n), accruedFees: 1n }),
      'active validators',
    );
    expect(converted).toBe('OutOfRange validators[1].balance');
  });

  it('have each node once', () => {
    const none = { validators: () => null, l1Nodes: () => null };
    const fresh = (facts: object) =>
      ruleSays(register(), at({ ...none, ...facts }), 'new validator');
    expect(fresh({})).toBe('ok');
    expect(fresh({ l1Nodes: () => asset(4) })).toBe('Duplicate message.Payload.Payload.nodeID');
    expect(fresh({ validators: () => validatorIs() })).toBe(
      'Duplicate message.Payload.Payload.nodeID',
    );
    expect(fresh({ l1Nodes: undefined })).toBe('? l1Nodes');
    const { findings } = checkTx(register(), at({ ...none, l1Nodes: undefined }));
    expect(findings.find(({ rule }) => rule === 'new validator')!.detail).toBe(
      `needs whether ${formatNodeID(nodeID)} validates the L1`,
    );
    const taken = checkTx(register(), at({ ...none, validators: () => validatorIs() })).findings;
    expect(taken.find(({ rule }) => rule === 'new validator')!.detail).toBe(
      `${formatNodeID(nodeID)} validates the subnet already`,
    );
    const all = (facts: object) =>
      ruleSays(convert(first(1, 1n)), at({ ...none, ...facts }), 'new validators');
    expect(all({})).toBe('ok');
    expect(all({ validators: () => validatorIs() })).toBe('Duplicate validators[0].nodeID');
  });

  it('use each registration once', () => {
    const id = formatID(validationIDOf({ registerMessage: encode(L1Payload, registration()) }));
    const says = (expiries: Facts['expiries']) =>
      ruleSays(register(), at({ expiries }), 'new registration');
    expect(says(completeList(new Map()))).toBe('ok');
    expect(says(completeList(new Map([[id, true]])))).toBe('Duplicate message');
    expect(says(new Map())).toBe('? expiries');
  });

  it('take messages of their manager only', () => {
    const says = (tx: AnyUnsignedTx, manager: SubnetFacts['manager']) =>
      ruleSays(
        tx,
        at({ subnets: () => ({ manager }), l1Validators: () => ({ subnetID }) }),
        'manager',
      );
    for (const tx of [register(), setWeight(0n, 1n)]) {
      expect(says(tx, { chainID: asset(3), address: nodeID })).toBe('ok');
      expect(says(tx, { chainID: asset(2), address: nodeID })).toBe(
        'WrongChain message.SourceChainID',
      );
      const facts = at({
        subnets: () => ({ manager: { chainID: asset(2), address: nodeID } }),
        l1Validators: () => ({ subnetID }),
      });
      const { error } = checkTx(tx, facts).findings.find(({ rule }) => rule === 'manager')!;
      expect(error!.detail).toBe(
        `from ${formatID(asset(3))}, the manager is on ${formatID(asset(2))}`,
      );
      expect(says(tx, { chainID: asset(3), address: asset(3) })).toBe(
        'Mismatch message.Payload.SourceAddress',
      );
      expect(says(tx, null)).toBe('NotFound message');
      expect(says(tx, undefined)).toBe('? subnets');
    }
  });

  it('change weights with nonces that go up, and keep a validator', () => {
    const of = { l1Validators: () => ({ subnetID, weight: 5n, minNonce: 3n }) };
    const nonce = (n: bigint) => ruleSays(setWeight(n, 1n), at(of), 'nonce');
    expect(nonce(3n)).toBe('ok');
    expect(nonce(2n)).toBe('OutOfRange message.Payload.Payload.nonce');
    const unknown = ruleSays(setWeight(3n, 1n), at({ l1Validators: () => null }), 'nonce');
    expect(unknown).toBe('NotFound message.Payload.Payload.validationID');
    const { findings } = checkTx(setWeight(3n, 0n), at({ l1Validators: () => ({}) }));
    expect(findings.find(({ rule }) => rule === 'manager')!.detail).toBe(
      `needs the subnet of ${formatID(asset(4))}`,
    );
    const last = (weight: bigint, l1Weight: bigint) =>
      ruleSays(
        setWeight(3n, weight),
        at({ ...of, subnets: () => ({ l1Weight }) }),
        'remaining validators',
      );
    expect(last(0n, 5n)).toBe('NotAllowed message.Payload.Payload.weight');
    expect(last(0n, 6n)).toBe('ok');
    expect(last(1n, 5n)).toBe('ok');
  });

  it('are named by validations that exist', () => {
    const says = (l1Validators: Facts['l1Validators']) =>
      ruleSays(increase(1n), at({ l1Validators }), 'validation');
    expect(says(() => ({}))).toBe('ok');
    expect(says(() => null)).toBe('NotFound validationID');
    expect(says(undefined)).toBe('? l1Validators');
    const renewed = (autoRenewed: Facts['autoRenewed']) =>
      ruleSays(
        {
          type: 'platformvm.SetAutoRenewedValidatorConfigTx',
          ...pBase,
          txID: asset(1),
          auth,
          autoCompoundRewardShares: 0,
          period: 0n,
        },
        at({ autoRenewed }),
        'auto-renewed validator',
      );
    expect(renewed(() => ({}))).toBe('ok');
    expect(renewed(() => null)).toBe('NotFound txID');
  });

  it('take messages that enough validators signed', () => {
    const set = { signers: [], totalWeight: 1n };
    const bls = (ok: boolean) => ({
      verifyPossession: () => ok,
      verifyMessage: () => {
        if (!ok) throw refusalOf(checkTx({ type: 'platformvm.AdvanceTimeTx', time: 0n }, at()))!;
      },
    });
    const says = (facts: object) => ruleSays(register(), at(facts), 'warp signature');
    expect(says({ signers: () => set, bls: bls(true) })).toBe('ok');
    expect(says({ signers: () => set, bls: bls(false) })).toContain('Unsupported');
    expect(says({ signers: () => null, bls: bls(true) })).toBe('NotFound message.SourceChainID');
    expect(says({ bls: bls(true) })).toBe('? signers');
    expect(says({ signers: () => set })).toBe('? bls');
    expect(ruleSays(register(), at(), 'registered key')).toBe('? bls');
    expect(ruleSays(register(), at({ bls: bls(false) }), 'registered key')).toBe(
      'BadSignature proofOfPossession',
    );
  });
});
