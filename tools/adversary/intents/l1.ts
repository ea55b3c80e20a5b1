/** Honest intents about L1s. */
import { intentLike } from '../../../examples/intents/index.ts';
import { formatHex, parseHex } from '../../../src/text/hex.ts';
import { formatID, parseID, parseNodeID } from '../../../src/text/id.ts';
import { L1Payload, validationIDOf } from '../../../src/warp/index.ts';
import { encode } from '../../../src/wire/codec.ts';
import { type L1, manager, newL1, newSubnet } from '../world.ts';
import { avaxOf, type Case, caseOf, type Draw, me, mine, nAVAX, nodeText, party } from './case.ts';

export async function converts(draw: Draw): Promise<Case> {
  const { world } = draw;
  const subnetID = await newSubnet(world, me(draw));
  const node = world.standIn();
  const says = {
    subnetID: formatHex(parseID(subnetID)),
    'validators.0.nodeID': nodeText(node.nodeID),
    'validators.0.remainingBalanceOwner': mine(draw),
    'validators.0.deactivationOwner': mine(draw),
    'validators.1': 'undefined',
  };
  const balance = nAVAX(draw) / 10n;
  const owners = { remainingBalanceOwner: me(draw), deactivationOwner: me(draw) };
  const [validator] = intentLike('P.ConvertSubnetToL1Tx').validators;
  return caseOf(
    'P',
    intentLike('P.ConvertSubnetToL1Tx', {
      subnetID,
      managerChainID: world.local.ready.xChainID,
      managerAddress: manager,
      validators: [{ ...validator!, node, balance, ...owners }],
    }),
    {
      authorities: [subnetID],
      says,
      changes: [subnetID],
      burns: { [avaxOf(draw)]: balance },
      done: () => world.rights.delete(subnetID),
    },
    draw,
  );
}

/** An L1 with a validator that may still be disabled. */
async function l1Of({ world }: Draw): Promise<L1> {
  return world.l1s.find(({ validations }) => validations.length > 0) ?? newL1(world);
}

export async function registers(draw: Draw): Promise<Case> {
  const { world, now } = draw;
  const l1 = await l1Of(draw);
  const node = world.standIn();
  const owner = { threshold: 1, addresses: [me(draw)] };
  const payload: L1Payload = {
    type: 'message.RegisterL1Validator',
    subnetID: parseID(l1.subnetID),
    nodeID: parseNodeID(node.nodeID),
    blsPublicKey: parseHex(node.nodePOP.publicKey),
    expiry: now + 3600n,
    remainingBalanceOwner: owner,
    disableOwner: owner,
    weight: 1n,
  };
  const message = world.warp(l1, payload);
  const balance = nAVAX(draw) / 10n;
  const { proofOfPossession } = node.nodePOP;
  return caseOf(
    'P',
    intentLike('P.RegisterL1ValidatorTx', { message, balance, proofOfPossession }),
    {
      burns: { [avaxOf(draw)]: balance },
      says: { message: formatHex(message) },
      done: () => {
        const registerMessage = encode(L1Payload, payload);
        const validationID = formatID(validationIDOf({ registerMessage }));
        l1.members.push({ publicKey: node.nodePOP.publicKey, weight: 1 });
        l1.validations.push({ validationID, nonce: 0n });
        world.rights.set(validationID, { kind: 'l1', owner });
      },
    },
    draw,
  );
}

export async function setsWeight(draw: Draw): Promise<Case> {
  const l1 = await l1Of(draw);
  const of = draw.rng.pick(l1.validations);
  const message = draw.world.warp(l1, {
    type: 'message.L1ValidatorWeight',
    validationID: parseID(of.validationID),
    nonce: of.nonce,
    weight: 1n,
  });
  return caseOf(
    'P',
    intentLike('P.SetL1ValidatorWeightTx', { message }),
    {
      says: { message: formatHex(message) },
      done: () => {
        of.nonce++;
      },
    },
    draw,
  );
}

export async function increases(draw: Draw): Promise<Case> {
  const { validationID } = draw.rng.pick((await l1Of(draw)).validations);
  const balance = nAVAX(draw) / 10n;
  return caseOf(
    'P',
    intentLike('P.IncreaseL1ValidatorBalanceTx', { validationID, balance }),
    {
      burns: { [avaxOf(draw)]: balance },
      says: { validationID: formatHex(parseID(validationID)) },
      keys: party(draw),
    },
    draw,
  );
}

export async function disables(draw: Draw): Promise<Case> {
  const { world } = draw;
  const l1 = await l1Of(draw);
  const { validationID } = draw.rng.pick(l1.validations);
  return caseOf(
    'P',
    intentLike('P.DisableL1ValidatorTx', { validationID }),
    {
      authorities: [validationID],
      changes: [validationID],
      says: { validationID: formatHex(parseID(validationID)) },
      done: () => {
        world.rights.delete(validationID);
        l1.validations.splice(
          l1.validations.findIndex((of) => of.validationID === validationID),
          1,
        );
      },
    },
    draw,
  );
}
