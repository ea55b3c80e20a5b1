import { describe, expect, it } from 'vitest';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { l1ValidatorsOf } from '../../src/testnode/reads.ts';
import { subnetOfChain, validatorsAt } from '../../src/testnode/sets.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { L1Payload, validationIDOf } from '../../src/warp/l1.ts';
import { Payload, UnsignedMessage } from '../../src/warp/message.ts';
import { encode } from '../../src/wire/codec.ts';
import { AVAX, balanceOf, ewoq, newNode, other, send, signedBy } from '../support/testnode.ts';

const manager = new Uint8Array(20).fill(1);

/** A signed message of an L1's manager. */
function said(node: Testnode, chainID: string, payload: L1Payload, percent?: number): Uint8Array {
  const call = encode(Payload, {
    type: 'payload.AddressedCall',
    SourceAddress: manager,
    Payload: encode(L1Payload, payload),
  });
  const unsigned = encode(UnsignedMessage, {
    NetworkID: node.network.networkID,
    SourceChainID: parseID(chainID),
    Payload: call,
  });
  return node.signWarp(unsigned, percent === undefined ? {} : { percent });
}

const secret = new Uint8Array(32).fill(6);
const { publicKey, proofOfPossession } = provePossession(secret);

function registration(node: Testnode, subnetID: string): L1Payload {
  const owner = { threshold: 1, addresses: [other.shortID] };
  return {
    type: 'message.RegisterL1Validator',
    subnetID: parseID(subnetID),
    nodeID: new Uint8Array(20).fill(6),
    blsPublicKey: publicKey,
    expiry: node.time() + 3_600n,
    remainingBalanceOwner: owner,
    disableOwner: owner,
    weight: 10n,
  };
}

describe('an L1', () => {
  it('lives from its conversion to the removal of a validator, by messages of its manager', () => {
    const node = newNode();
    const { subnetID, chainID, validationIDs } = node.addL1({ validators: 2, balance: 5n * AVAX });
    expect(subnetOfChain(node.world, parseID(chainID))).toEqual(parseID(subnetID));
    const all = () => l1ValidatorsOf(node.world, parseID(subnetID));
    expect(
      all()
        .map(({ validationID }) => formatID(validationID))
        .sort(),
    ).toEqual([...validationIDs].sort());
    const payload = registration(node, subnetID);
    const message = said(node, chainID, payload);
    send(node, 'P', { type: 'RegisterL1ValidatorTx', message, balance: AVAX, proofOfPossession });
    expect(all().length).toBe(3);
    node.addBLSKey(secret);
    const again = signedBy(node, 'P', {
      type: 'RegisterL1ValidatorTx',
      message: said(node, chainID, payload),
      balance: AVAX,
      proofOfPossession,
    });
    expect(node.issue('P', again.bytes)).toMatchObject({
      ok: false,
      rule: 'new registration',
      message: expect.stringContaining('warp message already issued'),
    });
    const validationID = validationIDOf({ registerMessage: encode(L1Payload, payload) });
    const validator = () => node.world.P.ledger.l1Validators.get(formatID(validationID));
    const weight = (nonce: bigint, to: bigint): L1Payload => ({
      type: 'message.L1ValidatorWeight',
      validationID,
      nonce,
      weight: to,
    });
    send(node, 'P', {
      type: 'SetL1ValidatorWeightTx',
      message: said(node, chainID, weight(0n, 20n)),
    });
    expect(validator()).toMatchObject({ weight: 20n, minNonce: 1n });
    send(node, 'P', { type: 'IncreaseL1ValidatorBalanceTx', validationID, balance: AVAX });
    const before = balanceOf(node, 'P', other);
    send(node, 'P', {
      type: 'SetL1ValidatorWeightTx',
      message: said(node, chainID, weight(1n, 0n)),
    });
    expect(validator()).toBeUndefined();
    const refund = balanceOf(node, 'P', other) - before;
    expect(refund).toBeGreaterThan(AVAX);
    expect(refund).toBeLessThan(2n * AVAX);
  });

  it('deactivates a validator when its balance is used up, at that second', () => {
    const node = newNode();
    const { validationIDs } = node.addL1({ balance: 1_000n });
    const started = node.world.P.ledger.time;
    const validator = () => node.world.P.ledger.l1Validators.get(validationIDs[0]!)!;
    expect(validator().endAccumulatedFee).toBeGreaterThan(0n);
    node.advanceTime(10_000n);
    expect(validator().endAccumulatedFee).toBe(0n);
    expect(node.world.P.ledger.time).toBe(started + 1_000n);
    send(node, 'P', {
      type: 'IncreaseL1ValidatorBalanceTx',
      validationID: validationIDs[0]!,
      balance: AVAX,
    });
    expect(validator().endAccumulatedFee).toBeGreaterThan(0n);
  });

  it('returns the balance of a validator that its owner disables', () => {
    const node = newNode();
    const owner = other.address('P', node.network);
    const { validationIDs } = node.addL1({ balance: AVAX, owner });
    node.fund('P', { to: owner, amount: AVAX });
    send(node, 'P', { type: 'DisableL1ValidatorTx', validationID: validationIDs[0]! }, [other]);
    expect(balanceOf(node, 'P', other)).toBeGreaterThan((19n * AVAX) / 10n);
  });

  it('refuses a message that too few validators signed', () => {
    const node = newNode();
    const { subnetID, chainID } = node.addL1({ validators: 3 });
    const message = said(node, chainID, registration(node, subnetID), 50);
    const tx = signedBy(node, 'P', {
      type: 'RegisterL1ValidatorTx',
      message,
      balance: AVAX,
      proofOfPossession,
    });
    expect(node.issue('P', tx.bytes)).toMatchObject({
      ok: false,
      rule: 'warp signature',
      message: expect.stringContaining('signature weight is insufficient'),
    });
  });

  it('has validator sets at each height, and inactive validators in them without a key', () => {
    const node = newNode();
    const { subnetID } = node.addL1({ validators: 2, balance: 1_000n });
    const { height } = node.world.P.ledger;
    node.advanceTime(10_000n);
    const keysAt = (at: bigint) =>
      [...validatorsAt(node.world, parseID(subnetID), at)!.values()].map((of) => [
        of.weight,
        of.publicKey !== undefined,
      ]);
    expect(keysAt(height)).toEqual([
      [100n, true],
      [100n, true],
    ]);
    expect(keysAt(height - 1n)).toEqual([]);
    expect(keysAt(node.world.P.ledger.height)).toEqual([[200n, false]]);
    expect(validatorsAt(node.world, parseID(subnetID), height + 100n)).toBeUndefined();
  });

  it('is signed for by the primary network where the message is of its chains', () => {
    const node = newNode();
    const unsigned = encode(UnsignedMessage, {
      NetworkID: node.network.networkID,
      SourceChainID: node.network.chains.C.blockchainID,
      Payload: new Uint8Array(3),
    });
    expect(node.signWarp(unsigned).length).toBeGreaterThan(unsigned.length + 96);
    expect(evmAddressOf(ewoq)).toBe('0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc');
  });
});
