import { primaryNetworkID } from '../chain/base.ts';
import type { RegisterL1ValidatorTx, SetL1ValidatorWeightTx } from '../chain/pchain/l1.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { L1Payload, type L1ValidatorWeight, type RegisterL1Validator } from '../warp/l1.ts';
import { decodeSigners, Message } from '../warp/message.ts';
import { Payload } from '../warp/payload.ts';
import { decode } from '../wire/codec.ts';
import { outOfRange, verifyNodeID, verifyOwners } from './components.ts';
import { type Rules, verifySigner } from './context.ts';

/** Seconds that a registration may lie ahead. Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
const maxExpiryWindow = 86_400n;

/** The contract that manages an L1’s validators, as the ConvertSubnetToL1Tx named it. */
export interface Manager {
  readonly chainID: Uint8Array;
  readonly address: Uint8Array;
}

/** The `Rules`, and who may say it. */
export interface WarpRules extends Rules {
  /** Without it any chain and address count as the manager. */
  readonly manager?: Manager;
}

/**
 * Checks what the message of a transaction says, as far as that needs no state: network, signers’ bit set, payload,
 * expiry by `time`, proof of possession, source. The signature is checked by `verifyMessage` of `avalanche-tx/bls`.
 * Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`, `vms/platformvm/warp/message/*.go`.
 * @throws {AvalancheError} Under `message`: as `decode`; `UnknownTypeID`: a message of another kind; `WrongNetwork`; `WrongChain`
 *   and `Mismatch`: not the manager; `OutOfRange`, `NotSorted`, `Duplicate`; `BadSignature`; `Expired`.
 */
export const verifyWarpMessage = /* @__PURE__ */ guarded(function verifyWarpMessage(
  tx: RegisterL1ValidatorTx | SetL1ValidatorWeightTx,
  rules: WarpRules,
): L1Payload {
  const payload = within(['message'], () => {
    const message = decode(Message, tx.message);
    const { networkID } = rules.network;
    if (message.NetworkID !== networkID)
      throw new AvalancheError('WrongNetwork', `is ${message.NetworkID}, expected ${networkID}`, {
        have: String(message.NetworkID),
        need: String(networkID),
      }).at('NetworkID');
    within(['Signature', 'Signers'], () => {
      if (decodeSigners(message.Signature.Signers).length === 0) throw outOfRange('nobody signed');
    });
    return within(['Payload'], () => {
      const call = decode(Payload, message.Payload);
      if (call.type !== 'payload.AddressedCall')
        throw new AvalancheError(
          'UnknownTypeID',
          `must be a payload.AddressedCall, got a ${call.type}`,
          { found: call.type, expected: 'payload.AddressedCall' },
        );
      const found = within(['Payload'], () => {
        const l1Payload = decode(L1Payload, call.Payload);
        verifyPayload(l1Payload, tx, rules);
        return l1Payload;
      });
      if (rules.manager) verifySource(message.SourceChainID, call.SourceAddress, rules.manager);
      return found;
    });
  });
  if (tx.type === 'platformvm.RegisterL1ValidatorTx')
    verifySigner(
      {
        publicKey: (payload as RegisterL1Validator).blsPublicKey,
        proofOfPossession: tx.proofOfPossession,
      },
      rules,
    );
  return payload;
});

function verifyPayload(
  payload: L1Payload,
  { type }: RegisterL1ValidatorTx | SetL1ValidatorWeightTx,
  { time }: Rules,
): void {
  const wanted =
    type === 'platformvm.RegisterL1ValidatorTx'
      ? 'message.RegisterL1Validator'
      : 'message.L1ValidatorWeight';
  if (payload.type !== wanted)
    throw new AvalancheError('UnknownTypeID', `must be a ${wanted}, got a ${payload.type}`, {
      found: payload.type,
      expected: wanted,
    }).at('type');
  if (payload.type === 'message.L1ValidatorWeight') verifyWeightMessage(payload);
  if (payload.type === 'message.RegisterL1Validator') {
    verifyRegistration(payload);
    if (time !== undefined) verifyExpiry(payload.expiry, time);
  }
}

/** Source: avalanchego `vms/platformvm/warp/message/register_l1_validator.go` `Verify`. */
function verifyRegistration(message: RegisterL1Validator): void {
  if (equalBytes(message.subnetID, primaryNetworkID))
    throw outOfRange('the primary network is no L1', 'subnetID');
  if (message.weight === 0n) throw outOfRange('0 is no weight', 'weight');
  verifyNodeID(message.nodeID);
  within(['remainingBalanceOwner'], () => verifyOwners(message.remainingBalanceOwner));
  within(['disableOwner'], () => verifyOwners(message.disableOwner));
}

/** Source: avalanchego `vms/platformvm/warp/message/l1_validator_weight.go` `Verify`. */
function verifyWeightMessage({ nonce, weight }: L1ValidatorWeight): void {
  if (nonce === maxUint64 && weight !== 0n)
    throw outOfRange('the last nonce is for removal, with weight 0', 'nonce');
}

function verifyExpiry(expiry: bigint, time: bigint): void {
  if (expiry <= time)
    throw new AvalancheError('Expired', `expired at ${expiry}, it is ${time}`, {
      until: expiry,
      time,
    }).at('expiry');
  if (expiry - time > maxExpiryWindow)
    throw outOfRange(`${expiry}, at most ${time + maxExpiryWindow}`, 'expiry');
}

function verifySource(chainID: Uint8Array, address: Uint8Array, manager: Manager): void {
  if (!equalBytes(chainID, manager.chainID))
    throw new AvalancheError(
      'WrongChain',
      `is from ${formatID(chainID)}, the manager is on ${formatID(manager.chainID)}`,
      { have: formatID(chainID), need: formatID(manager.chainID) },
    );
  if (!equalBytes(address, manager.address))
    throw new AvalancheError('Mismatch', 'is not from the address of the manager').at(
      'SourceAddress',
    );
}
