/** Honest intents about subnets. */
import { intentLike } from '../../../examples/intents/index.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { parseID } from '../../../src/text/id.ts';
import { days } from '../../../src/text/time.ts';
import { newSubnet } from '../world.ts';
import {
  type Case,
  caseOf,
  type Draw,
  genesisNode,
  me,
  nodeText,
  payee,
  someOptions,
} from './case.ts';

export function createsSubnet(draw: Draw): Case {
  const { to, owner } = payee(draw, 1n);
  const says = { owner };
  return caseOf(
    'P',
    intentLike('P.CreateSubnetTx', { owner: to }),
    { says, options: someOptions(draw) },
    draw,
  );
}

/** A subnet of the victim, or of two of three, with who signs. */
async function subnetOf(draw: Draw) {
  const { world, rng } = draw;
  const isShared = draw.isShared || rng.below(3) === 0;
  const found = [...world.rights].find(
    ([, { kind, owner }]) =>
      kind === 'subnet' && isShared === (owner.addresses as readonly unknown[]).length > 1,
  );
  const id = found?.[0] ?? (await newSubnet(world, isShared ? world.shared : me(draw)));
  const keys = isShared ? [world.victim, world.friends[0]] : [world.victim];
  return { id, of: { authorities: [id], keys, says: { subnetID: formatHex(parseID(id)) } } };
}

export async function createsChain(draw: Draw): Promise<Case> {
  const { id, of } = await subnetOf(draw);
  return caseOf(
    'P',
    intentLike('P.CreateChainTx', { subnetID: id, genesis: draw.rng.bytes(20) }),
    of,
    draw,
  );
}

export async function addsToSubnet(draw: Draw): Promise<Case> {
  const id = await newSubnet(draw.world, me(draw));
  const end = draw.now + days(3);
  const says = {
    'validator.subnetID': formatHex(parseID(id)),
    'validator.nodeID': nodeText(genesisNode),
  };
  return caseOf(
    'P',
    intentLike('P.AddSubnetValidatorTx', { subnetID: id, nodeID: genesisNode, end }),
    { authorities: [id], says },
    draw,
  );
}

export async function removesFromSubnet(draw: Draw): Promise<Case> {
  const { world, now } = draw;
  const subnetID = await newSubnet(world, me(draw));
  const authorities = [subnetID];
  await world.settle(
    'P',
    intentLike('P.AddSubnetValidatorTx', { subnetID, nodeID: genesisNode, end: now + days(3) }),
    { authorities },
  );
  const says = { subnetID: formatHex(parseID(subnetID)), nodeID: nodeText(genesisNode) };
  return caseOf(
    'P',
    intentLike('P.RemoveSubnetValidatorTx', { subnetID, nodeID: genesisNode }),
    { authorities, says },
    draw,
  );
}

export async function transfersSubnet(draw: Draw): Promise<Case> {
  const { id, of } = await subnetOf(draw);
  const { to, owner } = payee(draw, 1n);
  return caseOf(
    'P',
    intentLike('P.TransferSubnetOwnershipTx', { subnetID: id, owner: to }),
    {
      ...of,
      changes: [id],
      says: { ...of.says, newOwner: owner },
      done: () => draw.world.rights.delete(id),
    },
    draw,
  );
}
