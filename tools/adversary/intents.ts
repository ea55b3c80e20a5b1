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

/** What honest people do, by the type of what they build; two kinds of BaseTx. */
const makers: { readonly [T in Intent['type'] | 'consolidate']: readonly Maker[] } = {
  BaseTx: [(draw) => pays('P', draw), (draw) => pays('X', draw)],
  consolidate: [(draw) => consolidates('P', draw), (draw) => consolidates('X', draw)],
  ExportTx: [(draw) => exports_('P', draw), (draw) => exports_('X', draw)],
  ImportTx: [(draw) => imports('P', draw), (draw) => imports('X', draw)],
  CreateAssetTx: [createsAsset],
  OperationTx: [operates],
  CreateSubnetTx: [createsSubnet],
  CreateChainTx: [createsChain],
  AddSubnetValidatorTx: [addsToSubnet],
  RemoveSubnetValidatorTx: [removesFromSubnet],
  TransferSubnetOwnershipTx: [transfersSubnet],
  AddPermissionlessValidatorTx: [validates],
  AddPermissionlessDelegatorTx: [delegates],
  AddAutoRenewedValidatorTx: [renews],
  SetAutoRenewedValidatorConfigTx: [configures],
  ConvertSubnetToL1Tx: [converts],
  RegisterL1ValidatorTx: [registers],
  SetL1ValidatorWeightTx: [setsWeight],
  IncreaseL1ValidatorBalanceTx: [increases],
  DisableL1ValidatorTx: [disables],
};

/** Kinds that need nothing that only the victim has. */
const free: ReadonlySet<string> = new Set<IntentKind>([
  'BaseTx',
  'consolidate',
  'ExportTx',
  'ImportTx',
  'CreateAssetTx',
  'CreateSubnetTx',
  'AddPermissionlessValidatorTx',
  'AddPermissionlessDelegatorTx',
  'AddAutoRenewedValidatorTx',
]);

export type IntentKind = keyof typeof makers;

const intentKinds = Object.keys(makers) as readonly IntentKind[];

/** Kinds that several owners can sign for. */
const shareable: readonly IntentKind[] = [
  'BaseTx',
  'ExportTx',
  'ImportTx',
  'OperationTx',
  'CreateChainTx',
  'TransferSubnetOwnershipTx',
  'IncreaseL1ValidatorBalanceTx',
];

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
  const isFree = !isShared && free.has(kind) && rng.below(2) === 0;
  const me = isFree ? world.loner : world.victim;
  return rng.pick(makers[kind])({ world, rng, now, me, isShared });
}
