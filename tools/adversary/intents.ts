/** Honest intents of every type that can be built, and what each allows to leave, which is said there and not derived. */
import type { Intent } from '../../src/builder/index.ts';
import type { Random } from '../fuzz/random.ts';
import { createsAsset, operates } from './intents/assets.ts';
import type { Case, Draw } from './intents/case.ts';
import { converts, disables, increases, registers, setsWeight } from './intents/l1.ts';
import { configures, delegates, renews, validates } from './intents/staking.ts';
import {
  addsToSubnet,
  createsChain,
  createsSubnet,
  removesFromSubnet,
  transfersSubnet,
} from './intents/subnets.ts';
import { consolidates, exports_, imports, pays } from './intents/transfers.ts';
import type { World } from './world.ts';

type Maker = (draw: Draw) => Case | Promise<Case>;

/** How a kind of intent is drawn. */
interface Kind {
  readonly makers: readonly Maker[];
  /** `anyone`: it needs nothing that only the victim has. `several`: several owners can sign for it. */
  readonly by: readonly ('anyone' | 'several')[];
}

/** What honest people do, by the type of what they build; two kinds of BaseTx. */
const kindOf: { readonly [T in Intent['type'] | 'consolidate']: Kind } = {
  BaseTx: {
    makers: [(draw) => pays('P', draw), (draw) => pays('X', draw)],
    by: ['anyone', 'several'],
  },
  consolidate: {
    makers: [(draw) => consolidates('P', draw), (draw) => consolidates('X', draw)],
    by: ['anyone'],
  },
  ExportTx: {
    makers: [(draw) => exports_('P', draw), (draw) => exports_('X', draw)],
    by: ['anyone', 'several'],
  },
  ImportTx: {
    makers: [(draw) => imports('P', draw), (draw) => imports('X', draw)],
    by: ['anyone', 'several'],
  },
  CreateAssetTx: { makers: [createsAsset], by: ['anyone'] },
  OperationTx: { makers: [operates], by: ['several'] },
  CreateSubnetTx: { makers: [createsSubnet], by: ['anyone'] },
  CreateChainTx: { makers: [createsChain], by: ['several'] },
  AddSubnetValidatorTx: { makers: [addsToSubnet], by: [] },
  RemoveSubnetValidatorTx: { makers: [removesFromSubnet], by: [] },
  TransferSubnetOwnershipTx: { makers: [transfersSubnet], by: ['several'] },
  AddPermissionlessValidatorTx: { makers: [validates], by: ['anyone'] },
  AddPermissionlessDelegatorTx: { makers: [delegates], by: ['anyone'] },
  AddAutoRenewedValidatorTx: { makers: [renews], by: ['anyone'] },
  SetAutoRenewedValidatorConfigTx: { makers: [configures], by: [] },
  ConvertSubnetToL1Tx: { makers: [converts], by: [] },
  RegisterL1ValidatorTx: { makers: [registers], by: [] },
  SetL1ValidatorWeightTx: { makers: [setsWeight], by: [] },
  IncreaseL1ValidatorBalanceTx: { makers: [increases], by: ['several'] },
  DisableL1ValidatorTx: { makers: [disables], by: [] },
};

export type IntentKind = keyof typeof kindOf;

const intentKinds = Object.keys(kindOf) as readonly IntentKind[];

const shareable = intentKinds.filter((kind) => kindOf[kind].by.includes('several'));

/** Which intent to draw. */
interface Wanted {
  /** One of these; of all kinds if omitted. */
  readonly kinds?: readonly IntentKind[] | undefined;
  /** Where the kind allows it, of several owners who sign. */
  readonly isShared?: boolean;
}

/** An honest intent. What it needs is made on the chain first. */
export async function drawCase(
  world: World,
  rng: Random,
  now: bigint,
  { kinds, isShared = false }: Wanted = {},
): Promise<Case> {
  const all = kinds ?? (isShared ? shareable : intentKinds);
  const shared = all.filter((of) => shareable.includes(of));
  const kind = rng.pick(isShared && shared.length > 0 ? shared : all);
  const isFree = !isShared && kindOf[kind].by.includes('anyone') && rng.below(2) === 0;
  const me = isFree ? world.loner : world.victim;
  return rng.pick(kindOf[kind].makers)({ world, rng, now, me, isShared });
}
