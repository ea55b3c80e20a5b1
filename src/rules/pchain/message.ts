/** Rules of transactions with a warp message: signatures of the source chain, content of the message, and its sender. */
import { primaryNetworkID } from '../../chain/base.ts';
import type { RegisterL1ValidatorTx, SetL1ValidatorWeightTx } from '../../chain/pchain/l1.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { equalBytes } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { maxUint64 } from '../../text/uint64.ts';
import { L1Payload, type L1ValidatorWeight, type RegisterL1Validator } from '../../warp/l1.ts';
import { decodeSigners, Message, Payload } from '../../warp/message.ts';
import { decode } from '../../wire/codec.ts';
import { outOfRange, verifyNodeID, verifyOwners } from '../components.ts';
import { type Facts, find, given, need } from '../facts.ts';
import type { Rule } from '../verdict.ts';

/** A transaction that carries a warp message. */
export type MessageTx = RegisterL1ValidatorTx | SetL1ValidatorWeightTx;

/** A decoded warp message with its payloads. */
interface Read<P extends L1Payload> {
  readonly message: Message;
  readonly sourceAddress: Uint8Array;
  /** The bytes of `payload`. */
  readonly bytes: Uint8Array;
  readonly payload: P;
}

/** Path of the payload. */
export const inPayload = ['message', 'Payload', 'Payload'] as const;

/**
 * Decodes the message of a transaction.
 * @throws {AvalancheError} Under `message`: as `decode`; `UnknownTypeID`: a message of another kind.
 */
function read<T extends L1Payload['type']>(
  { message: bytes }: MessageTx,
  type: T,
): Read<Extract<L1Payload, { readonly type: T }>> {
  return within(['message'], () => {
    const message = decode(Message, bytes);
    return within(['Payload'], () => {
      const call = decode(Payload, message.Payload);
      if (call.type !== 'payload.AddressedCall')
        throw new AvalancheError(
          'UnknownTypeID',
          `must be a payload.AddressedCall, got a ${call.type}`,
          { found: call.type, expected: 'payload.AddressedCall' },
        );
      return within(['Payload'], () => {
        const payload = decode(L1Payload, call.Payload);
        if (payload.type !== type)
          throw new AvalancheError('UnknownTypeID', `must be a ${type}, got a ${payload.type}`, {
            found: payload.type,
            expected: type,
          }).at('type');
        const found = payload as Extract<L1Payload, { readonly type: T }>;
        return {
          message,
          sourceAddress: call.SourceAddress,
          bytes: call.Payload,
          payload: found,
        };
      });
    });
  });
}

/** Returns the message that registers a validator. */
export const registrationIn = (tx: RegisterL1ValidatorTx): Read<RegisterL1Validator> =>
  read(tx, 'message.RegisterL1Validator');

/** Returns the message that changes a weight. */
export const weightIn = (tx: SetL1ValidatorWeightTx): Read<L1ValidatorWeight> =>
  read(tx, 'message.L1ValidatorWeight');

/** Reads a message for rules that are not the ones to report that it cannot be decoded. */
export const readable = <V>(f: () => V): V => given(f, 'signers', 'a message that can be read');

/** Rule: enough validators of the source chain signed. Source: avalanchego `vms/platformvm/txs/executor/warp_verifier.go`. */
export const warpSignature: Rule<MessageTx> = {
  name: 'warp signature',
  check: ({ tx, facts: { network, bls, signers } }) => {
    within(['message'], () => {
      const message = decode(Message, tx.message);
      const { networkID } = network;
      if (message.NetworkID !== networkID)
        throw new AvalancheError('WrongNetwork', `is ${message.NetworkID}, expected ${networkID}`, {
          have: String(message.NetworkID),
          need: String(networkID),
        }).at('NetworkID');
      within(['Signature', 'Signers'], () => {
        if (decodeSigners(message.Signature.Signers).length === 0)
          throw new AvalancheError('MissingSigner', 'the message has no signers');
      });
      const id = formatID(message.SourceChainID);
      const set = within(['SourceChainID'], () =>
        find(signers, id, 'signers', `the validators of chain ${id}`),
      );
      need(bls, 'bls', 'avalanche-tx/bls').verifyMessage(tx.message.slice(), set, {
        networkID,
      });
    });
  },
};

/** Source: avalanchego `vms/platformvm/warp/message/register_l1_validator.go` `Verify`. */
export const registration: Rule<RegisterL1ValidatorTx> = {
  name: 'message',
  check: ({ tx }) => {
    const { payload } = registrationIn(tx);
    within(inPayload, () => {
      if (equalBytes(payload.subnetID, primaryNetworkID))
        throw outOfRange('the primary network is not an L1', 'subnetID');
      if (payload.weight === 0n) throw outOfRange('must be greater than 0', 'weight');
      verifyNodeID(payload.nodeID);
      within(['remainingBalanceOwner'], () => verifyOwners(payload.remainingBalanceOwner));
      within(['disableOwner'], () => verifyOwners(payload.disableOwner));
    });
  },
};

/** Source: avalanchego `vms/platformvm/warp/message/l1_validator_weight.go` `Verify`. */
export const weightMessage: Rule<SetL1ValidatorWeightTx> = {
  name: 'message',
  check: ({ tx }) => {
    const { nonce, weight } = weightIn(tx).payload;
    if (nonce === maxUint64 && weight !== 0n)
      throw outOfRange('the last nonce is for removal, with weight 0', ...inPayload, 'nonce');
  },
};

/**
 * Checks that the manager of an L1 sent a message.
 * Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go` `verifyL1Conversion`.
 */
export function verifySource(
  { message, sourceAddress }: Read<L1Payload>,
  subnetID: Uint8Array,
  facts: Facts,
): void {
  const id = formatID(subnetID);
  within(['message'], () => {
    const { manager } = find(facts.subnets, id, 'subnets', `subnet ${id}`);
    const found = need(manager, 'subnets', `the manager of subnet ${id}`);
    if (found === null) throw new AvalancheError('NotFound', `subnet ${id} is not an L1`);
    if (!equalBytes(message.SourceChainID, found.chainID))
      throw new AvalancheError(
        'WrongChain',
        `from ${formatID(message.SourceChainID)}, the manager is on ${formatID(found.chainID)}`,
        { have: formatID(message.SourceChainID), need: formatID(found.chainID) },
      ).at('SourceChainID');
    if (!equalBytes(sourceAddress, found.address))
      throw new AvalancheError('Mismatch', 'is not from the address of the manager').at(
        'Payload',
        'SourceAddress',
      );
  });
}
