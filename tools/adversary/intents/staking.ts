/** Honest intents that stake. */
import { intentLike } from '../../../examples/intents/index.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { parseID } from '../../../src/text/id.ts';
import { days } from '../../../src/text/time.ts';
import { newAutoRenewed } from '../world.ts';
import {
  type Case,
  caseOf,
  type Draw,
  genesisNode,
  me,
  mine,
  nodeText,
  someOptions,
} from './case.ts';

/** Stake goes back to whom the intent says; some say it. */
const stakes = (draw: Draw) => ({
  ...(draw.rng.below(3) === 0 && { stakeReturnOwner: me(draw) }),
  rewardsOwner: me(draw),
});

export function validates(draw: Draw): Case {
  const node = draw.world.standIn();
  const stake = stakes(draw);
  const says = {
    'validator.nodeID': nodeText(node.nodeID),
    validationRewardsOwner: mine(draw),
    delegationRewardsOwner: mine(draw),
  };
  return caseOf(
    'P',
    intentLike('P.AddPermissionlessValidatorTx', { node, end: draw.now + days(20), ...stake }),
    { options: someOptions(draw), says },
    draw,
  );
}

export function delegates(draw: Draw): Case {
  const { rng } = draw;
  const locked = rng.pick(['never', 'prefer', 'only'] as const);
  const stake = stakes(draw);
  const says = { 'validator.nodeID': nodeText(genesisNode), rewardsOwner: mine(draw) };
  return caseOf(
    'P',
    intentLike('P.AddPermissionlessDelegatorTx', {
      nodeID: genesisNode,
      amount: avax('25') + BigInt(rng.below(1000)),
      end: draw.now + days(20),
      ...stake,
    }),
    { options: { ...someOptions(draw, false), locked }, says },
    draw,
  );
}

export function renews(draw: Draw): Case {
  const node = draw.world.standIn();
  const says = {
    nodeID: nodeText(node.nodeID),
    validationRewardsOwner: mine(draw),
    delegationRewardsOwner: mine(draw),
    validatorAuthority: mine(draw),
  };
  return caseOf(
    'P',
    intentLike('P.AddAutoRenewedValidatorTx', {
      node,
      period: days(2),
      validatorAuthority: me(draw),
      ...stakes(draw),
    }),
    { says, options: someOptions(draw) },
    draw,
  );
}

export async function configures(draw: Draw): Promise<Case> {
  const { world, rng } = draw;
  const known = [...world.rights].find(([, { kind }]) => kind === 'autoRenewed')?.[0];
  const txID = known ?? (await newAutoRenewed(world));
  const period = rng.below(2) === 0 ? ('stop' as const) : days(3);
  return caseOf(
    'P',
    intentLike('P.SetAutoRenewedValidatorConfigTx', { txID, autoCompound: '10%', period }),
    { authorities: [txID], says: { txID: formatHex(parseID(txID)) } },
    draw,
  );
}
