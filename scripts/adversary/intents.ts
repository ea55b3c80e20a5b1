/** Honest intents of every type that can be built, and what each allows to leave, which is said here and not derived. */
import type { Draft, Intent, Options } from '../../src/builder/index.ts';
import { build, buildConsolidateTxs } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import type { Key } from '../../src/sign/index.ts';
import type { Owner, State, UTXOState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex, parseHex } from '../../src/text/bytes.ts';
import { formatID, parseID, parseNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { L1Payload, validationIDOf } from '../../src/warp/index.ts';
import { encode } from '../../src/wire/codec.ts';
import type { Random } from '../fuzz/random.ts';
import { type Allowed, assetText, type Coin, ownerText } from './account.ts';
import {
  exportSome,
  type L1,
  manager,
  newAsset,
  newAutoRenewed,
  newL1,
  newSubnet,
  type World,
} from './world.ts';

/** Something honest to do. */
export interface Case {
  readonly chain: 'P' | 'X';
  readonly intent: Intent;
  /** Default options, but for whom change goes to in some. */
  readonly options: Options;
  /** Whose addresses are given to `connect`, and who signs. */
  readonly keys: readonly Key[];
  readonly imports?: 'P' | 'X' | 'C';
  readonly authorities: readonly string[];
  readonly allowed: Allowed;
  /** What the transaction must say, by the path of the field, as `textOf` writes it. */
  readonly says: Readonly<Record<string, string>>;
  /** Rights that it is meant to change. */
  readonly changes: readonly string[];
  make(state: State): Draft;
  /** Called when it is accepted. */
  done?(tx: AnyTx): void;
}

/** nAVAX: what the documentation says that a builder burns at most. */
export const ceiling = 100_000_000n;

/** A value of a transaction as the account compares it. */
export function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return formatHex(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if ('addresses' in value) {
    const { addresses, threshold, locktime = 0n } = value as Owner;
    return ownerText(addresses as readonly Uint8Array[], threshold, locktime);
  }
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  return Object.values(value).map(textOf).join(' ');
}

/** What a path of a transaction leads to. */
export const valueAt = (tx: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], tx);

interface Draw {
  readonly world: World;
  readonly rng: Random;
  readonly now: bigint;
  /** Who acts: the victim, or the one who shares nothing. */
  readonly me: Key;
}
type More = Partial<Omit<Case, 'allowed' | 'make'>> & {
  readonly receives?: Allowed['receives'];
  readonly burns?: Allowed['burns'];
  readonly make?: Case['make'];
};

const most = (1n << 64n) - 1n;

const caseOf = (chain: 'P' | 'X', intent: Intent, of: More, draw: Draw): Case => {
  const { receives = [], burns = {}, options = {}, ...more } = of;
  return {
    chain,
    intent,
    options,
    keys: [draw.me],
    authorities: [],
    says: {},
    changes: [],
    allowed: {
      receives,
      burns,
      ceiling,
      ...(options.change && { change: ownerText([me(draw)]).split('@')[0]! }),
    },
    make: (state) => build(state, intent, options) as Draft,
    ...more,
  };
};

const me = (draw: Draw): Uint8Array => draw.me.shortID;
const mine = (draw: Draw): string => ownerText([me(draw)]);
const avaxOf = ({ world }: Draw): string => world.local.ready.avaxAssetID;

/** A receiver that nobody has paid before, with what it gets. */
function payee(draw: Draw, amount: bigint | 'max', what = avaxOf(draw)) {
  const to: Uint8Array | Owner =
    draw.rng.below(4) === 0
      ? { addresses: [draw.rng.bytes(20), draw.rng.bytes(20)], threshold: 2 }
      : draw.rng.bytes(20);
  const owner =
    to instanceof Uint8Array
      ? ownerText([to])
      : ownerText(to.addresses as readonly Uint8Array[], to.threshold, to.locktime);
  const gets: Omit<Coin, 'place'> = { what, amount: amount === 'max' ? most : amount, owner };
  return { to, owner, gets };
}

const nAVAX = ({ rng }: Draw): bigint =>
  BigInt(1 + rng.below(400)) * 100_000_000n + BigInt(rng.below(1000));

/** Who acts: the victim alone, or with as many friends as sign. */
const party = ({ world, rng, me: actor }: Draw): readonly Key[] => {
  const { victim, friends, loner } = world;
  if (actor === loner) return [loner];
  const choice = rng.below(6);
  if (choice === 0) return [victim, friends[0]];
  return choice === 1 ? [victim, ...friends] : [victim];
};

/** Some name whom the rest goes to, most do not. */
const someOptions = (draw: Draw, strategies = true): Options => {
  const { rng } = draw;
  const strategy = (['largestFirst', 'consolidate', 'sweep'] as const)[rng.below(9)];
  return {
    ...(rng.below(3) === 0 && { change: me(draw) }),
    ...(strategies && strategy && { strategy }),
  };
};

function pays(chain: 'P' | 'X', draw: Draw): Case {
  const amount = draw.rng.below(8) === 0 ? ('max' as const) : nAVAX(draw);
  const outputs = Array.from({ length: amount === 'max' ? 1 : 1 + draw.rng.below(3) }, () => {
    const { to, gets } = payee(draw, amount);
    return { output: { to, amount }, gets };
  });
  const keys = amount === 'max' ? [draw.me] : party(draw);
  const intent: Intent = { type: 'BaseTx', outputs: outputs.map(({ output }) => output) };
  return caseOf(
    chain,
    intent,
    { keys, receives: outputs.map(({ gets }) => gets), options: someOptions(draw) },
    draw,
  );
}

async function consolidates(chain: 'P' | 'X', draw: Draw): Promise<Case> {
  const output = { to: me(draw), amount: avax('3') };
  await draw.world.settle(
    chain,
    { type: 'BaseTx', outputs: [output, output, output] },
    { keys: [draw.me], change: me(draw) },
  );
  const to = draw.me === draw.world.loner ? {} : { to: me(draw) };
  const make = (state: State): Draft => {
    const [draft] = buildConsolidateTxs(state as UTXOState, to);
    if (!draft)
      throw new AvalancheError('MissingState', 'nothing to consolidate', { what: 'utxos' });
    return draft as Draft;
  };
  // What is built by another function; the intent says the same for whoever compares.
  const intent: Intent = { type: 'BaseTx', outputs: [{ to: me(draw), amount: 'max' }] };
  return caseOf(chain, intent, { make, options: { change: me(draw) } }, draw);
}

function exports_(chain: 'P' | 'X', draw: Draw): Case {
  const to = draw.rng.pick([chain === 'P' ? 'X' : 'P', 'C'] as const);
  const amount = nAVAX(draw);
  const { to: receiver, gets } = payee(draw, amount);
  const intent: Intent = { type: 'ExportTx', to, outputs: [{ to: receiver, amount }] };
  const { chains } = draw.world.network;
  return caseOf(
    chain,
    intent,
    {
      receives: [gets],
      options: someOptions(draw),
      keys: party(draw),
      says: { destinationChain: textOf(chains[to].blockchainID) },
    },
    draw,
  );
}

async function imports(chain: 'P' | 'X', draw: Draw): Promise<Case> {
  const { rng, world } = draw;
  const peer = chain === 'P' ? 'X' : 'P';
  const from = rng.below(8) === 0 ? 'C' : peer;
  const { loner, shared, either } = world;
  const owners = draw.me === loner ? [] : rng.below(2) === 0 ? [shared] : [either];
  if (from !== 'C') await exportSome(world, from, chain, [me(draw), me(draw), ...owners]);
  const of = { imports: from, keys: party(draw) } as const;
  if (rng.below(4) > 0) return caseOf(chain, { type: 'ImportTx', from }, of, draw);
  const { to, gets } = payee(draw, 'max');
  return caseOf(chain, { type: 'ImportTx', from, to }, { ...of, receives: [gets] }, draw);
}

async function createsAsset(draw: Draw): Promise<Case> {
  const { rng } = draw;
  const { to } = payee(draw, 1n);
  const initial = {
    fungible: { holders: [{ to, amount: BigInt(1 + rng.below(99)) }], minters: [me(draw)] },
  };
  return caseOf(
    'X',
    { type: 'CreateAssetTx', name: 'An Asset', symbol: 'AN', denomination: 1, initial },
    { options: someOptions(draw) },
    draw,
  );
}

/** Operations on an asset of the victim that was just made, so that nothing else is like it. */
async function operates(draw: Draw): Promise<Case> {
  const { rng, world } = draw;
  const assetID = await newAsset(world);
  const id = formatID(assetID);
  const amount = BigInt(1 + rng.below(500));
  const { to, gets } = payee(draw, 1n, '');
  const item = (what: string) => ({ receives: [{ ...gets, what }] });
  const choices: readonly (() => Case)[] = [
    () =>
      caseOf(
        'X',
        { type: 'OperationTx', operations: [{ type: 'mint', assetID, to, amount }] },
        { keys: party(draw) },
        draw,
      ),
    () =>
      caseOf(
        'X',
        {
          type: 'OperationTx',
          operations: [{ type: 'transferNFT', assetID, groupID: 1, payload: 'b', to }],
        },
        item(`${id} nftfx.TransferOutput 1 0x62`),
        draw,
      ),
    () =>
      caseOf(
        'X',
        {
          type: 'OperationTx',
          operations: [{ type: 'mintNFT', assetID, groupID: 2, payload: 'new', to }],
        },
        { burns: { [`${id} nftfx.MintOutput 2`]: 1n } },
        draw,
      ),
    () =>
      caseOf(
        'X',
        { type: 'OperationTx', operations: [{ type: 'mintProperty', assetID, to }] },
        {},
        draw,
      ),
    () =>
      caseOf(
        'X',
        { type: 'OperationTx', operations: [{ type: 'burnProperty', assetID }] },
        { burns: { [`${id} propertyfx.OwnedOutput`]: 1n } },
        draw,
      ),
    () =>
      caseOf(
        'X',
        { type: 'BaseTx', outputs: [{ to, amount, assetID }] },
        { receives: [{ ...gets, what: assetText(id), amount }], keys: party(draw) },
        draw,
      ),
  ];
  return rng.pick(choices)();
}

function createsSubnet(draw: Draw): Case {
  const { to, owner } = payee(draw, 1n);
  const says = { owner };
  return caseOf(
    'P',
    { type: 'CreateSubnetTx', owner: to },
    { says, options: someOptions(draw) },
    draw,
  );
}

/** A subnet of the victim, or of two of three, with who signs. */
async function subnetOf(draw: Draw) {
  const { world, rng } = draw;
  const isShared = rng.below(3) === 0;
  const found = [...world.rights].find(
    ([, { kind, owner }]) =>
      kind === 'subnet' && isShared === (owner.addresses as readonly unknown[]).length > 1,
  );
  const id = found?.[0] ?? (await newSubnet(world, isShared ? world.shared : me(draw)));
  const keys = isShared ? [world.victim, world.friends[0]] : [world.victim];
  return { id, of: { authorities: [id], keys, says: { subnetID: formatHex(parseID(id)) } } };
}

const nodeText = (nodeID: string): string => formatHex(parseNodeID(nodeID));

async function createsChain(draw: Draw): Promise<Case> {
  const { id, of } = await subnetOf(draw);
  return caseOf(
    'P',
    {
      type: 'CreateChainTx',
      subnetID: id,
      name: 'a chain',
      vm: 'subnetevm',
      genesis: draw.rng.bytes(20),
    },
    of,
    draw,
  );
}

/** A node that validates the primary network until long from now. */
const genesisNode = 'NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN';

async function addsToSubnet(draw: Draw): Promise<Case> {
  const id = await newSubnet(draw.world, me(draw));
  const end = draw.now + days(3);
  const says = {
    'validator.subnetID': formatHex(parseID(id)),
    'validator.nodeID': nodeText(genesisNode),
  };
  return caseOf(
    'P',
    { type: 'AddSubnetValidatorTx', subnetID: id, nodeID: genesisNode, weight: 7n, end },
    { authorities: [id], says },
    draw,
  );
}

async function removesFromSubnet(draw: Draw): Promise<Case> {
  const { world, now } = draw;
  const subnetID = await newSubnet(world, me(draw));
  const authorities = [subnetID];
  await world.settle(
    'P',
    { type: 'AddSubnetValidatorTx', subnetID, nodeID: genesisNode, weight: 7n, end: now + days(3) },
    { authorities },
  );
  const says = { subnetID: formatHex(parseID(subnetID)), nodeID: nodeText(genesisNode) };
  return caseOf(
    'P',
    { type: 'RemoveSubnetValidatorTx', subnetID, nodeID: genesisNode },
    { authorities, says },
    draw,
  );
}

async function transfersSubnet(draw: Draw): Promise<Case> {
  const { id, of } = await subnetOf(draw);
  const { to, owner } = payee(draw, 1n);
  return caseOf(
    'P',
    { type: 'TransferSubnetOwnershipTx', subnetID: id, owner: to },
    {
      ...of,
      changes: [id],
      says: { ...of.says, newOwner: owner },
      done: () => draw.world.rights.delete(id),
    },
    draw,
  );
}

/** Stake goes back to whom the intent says; some say it. */
const stakes = (draw: Draw) => ({
  ...(draw.rng.below(3) === 0 && { stakeReturn: me(draw) }),
  rewards: me(draw),
});

function validates(draw: Draw): Case {
  const node = draw.world.standIn();
  const stake = stakes(draw);
  const says = {
    'validator.nodeID': nodeText(node.nodeID),
    validationRewardsOwner: mine(draw),
    delegationRewardsOwner: mine(draw),
  };
  return caseOf(
    'P',
    {
      type: 'AddPermissionlessValidatorTx',
      node,
      amount: avax('2000'),
      end: draw.now + days(20),
      delegationFee: '2%',
      ...stake,
    },
    { options: someOptions(draw), says },
    draw,
  );
}

function delegates(draw: Draw): Case {
  const { rng } = draw;
  const locked = rng.pick(['never', 'prefer', 'only'] as const);
  const stake = stakes(draw);
  const says = { 'validator.nodeID': nodeText(genesisNode), rewardsOwner: mine(draw) };
  return caseOf(
    'P',
    {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: genesisNode,
      amount: avax('25') + BigInt(rng.below(1000)),
      end: draw.now + days(20),
      ...stake,
    },
    { options: { ...someOptions(draw, false), locked }, says },
    draw,
  );
}

function renews(draw: Draw): Case {
  const node = draw.world.standIn();
  const says = {
    nodeID: nodeText(node.nodeID),
    validationRewardsOwner: mine(draw),
    delegationRewardsOwner: mine(draw),
    validatorAuthority: mine(draw),
  };
  return caseOf(
    'P',
    {
      type: 'AddAutoRenewedValidatorTx',
      node,
      amount: avax('2000'),
      period: days(2),
      delegationFee: '2%',
      autoCompound: '30%',
      authority: me(draw),
      ...stakes(draw),
    },
    { says, options: someOptions(draw) },
    draw,
  );
}

async function configures(draw: Draw): Promise<Case> {
  const { world, rng } = draw;
  const known = [...world.rights].find(([, { kind }]) => kind === 'autoRenewed')?.[0];
  const txID = known ?? (await newAutoRenewed(world));
  const period = rng.below(2) === 0 ? ('stop' as const) : days(3);
  return caseOf(
    'P',
    { type: 'SetAutoRenewedValidatorConfigTx', txID, autoCompound: '10%', period },
    { authorities: [txID], says: { txID: formatHex(parseID(txID)) } },
    draw,
  );
}

async function converts(draw: Draw): Promise<Case> {
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
  return caseOf(
    'P',
    {
      type: 'ConvertSubnetToL1Tx',
      subnetID,
      managerChainID: world.local.ready.xChainID,
      managerAddress: manager,
      validators: [
        { node, weight: 5n, balance, remainingBalanceOwner: me(draw), deactivationOwner: me(draw) },
      ],
    },
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

async function registers(draw: Draw): Promise<Case> {
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
    { type: 'RegisterL1ValidatorTx', message, balance, proofOfPossession },
    {
      burns: { [avaxOf(draw)]: balance },
      says: { message: formatHex(message), balance: `${balance}` },
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

async function setsWeight(draw: Draw): Promise<Case> {
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
    { type: 'SetL1ValidatorWeightTx', message },
    {
      says: { message: formatHex(message) },
      done: () => {
        of.nonce++;
      },
    },
    draw,
  );
}

async function increases(draw: Draw): Promise<Case> {
  const { validationID } = draw.rng.pick((await l1Of(draw)).validations);
  const balance = nAVAX(draw) / 10n;
  return caseOf(
    'P',
    { type: 'IncreaseL1ValidatorBalanceTx', validationID, balance },
    {
      burns: { [avaxOf(draw)]: balance },
      says: { validationID: formatHex(parseID(validationID)), balance: `${balance}` },
      keys: party(draw),
    },
    draw,
  );
}

async function disables(draw: Draw): Promise<Case> {
  const { world } = draw;
  const l1 = await l1Of(draw);
  const { validationID } = draw.rng.pick(l1.validations);
  return caseOf(
    'P',
    { type: 'DisableL1ValidatorTx', validationID },
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

/** The kinds of intents. */
const intentKinds = Object.keys(makers) as readonly IntentKind[];

/** An honest intent. What it needs is made on the chain first. */
export async function drawCase(
  world: World,
  rng: Random,
  now: bigint,
  kind: IntentKind = rng.pick(intentKinds),
): Promise<Case> {
  const isFree = free.has(kind) && rng.below(2) === 0;
  const me = isFree ? world.loner : world.victim;
  return rng.pick(makers[kind])({ world, rng, now, me });
}
