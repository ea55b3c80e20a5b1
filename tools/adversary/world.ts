/** A real node with honest people on it, what they own, and an attacker. */

import { type Localnode, startLocalnode } from '../../scripts/localnode.ts';
import { type BuildOptions, build, type Draft, type Intent } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import type { Network } from '../../src/network/network.ts';
import { connect, fetchTransport, type NodeClient } from '../../src/rpc/index.ts';
import { finalize, type Key, privateKey, type SignOptions, sign } from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID, parseID, parseNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { aggregateWarpMessage, provePossession, publicKeyOf, signBLS } from '../../src/warp/bls.ts';
import { buildCallMessage, L1Payload, signerSetOf, validationIDOf } from '../../src/warp/index.ts';
import { encode } from '../../src/wire/codec.ts';

/** What is under an authority, and who is it. */
export interface Right {
  readonly kind: 'subnet' | 'l1' | 'autoRenewed';
  readonly owner: Owner;
}

/** An L1 whose manager's messages can be made. */
export interface L1 {
  readonly subnetID: string;
  readonly managerChainID: string;
  /** Who signs its messages. */
  readonly members: { readonly publicKey: string | null; readonly weight: number }[];
  /** Of the validators that the victim may disable, with the nonce of the next message. */
  readonly validations: { readonly validationID: string; nonce: bigint }[];
}

/** The world of the attacks. */
export interface World {
  readonly local: Localnode;
  /** An honest client of the node. */
  readonly node: NodeClient;
  readonly network: Network;
  /** The victim and two friends. */
  readonly victim: Key;
  readonly friends: readonly [Key, Key];
  /** Another victim, who shares nothing with anybody. */
  readonly loner: Key;
  /** Attackers, whose addresses are before and after all honest ones. */
  readonly before: Key;
  readonly after: Key;
  /** Owners that friends share with the victim. */
  readonly shared: Owner;
  readonly either: Owner;
  /** Current authorities of the honest, by id. */
  readonly rights: Map<string, Right>;
  readonly l1s: L1[];
  /** Builds, signs and issues honestly. */
  settle(
    chain: 'P' | 'X',
    intent: Intent,
    options?: BuildOptions & {
      readonly keys?: readonly Key[];
      readonly authorities?: readonly string[];
    },
  ): Promise<AnyTx>;
  issue(tx: AnyTx): Promise<void>;
  /** A node that nobody runs, with its BLS key: another one each time. */
  standIn(): StandIn;
  /** A signed message of an L1's manager. */
  warp(l1: L1, payload: L1Payload): Uint8Array;
  stop(): Promise<void>;
}

export interface StandIn {
  readonly nodeID: string;
  readonly nodePOP: { readonly publicKey: string; readonly proofOfPossession: string };
}

export const manager = '0xfacade0000000000000000000000000000000000';

const keyOf = (name: string): Key => privateKey(sha256(new TextEncoder().encode(name)));

/** A key whose address is the first or last of all. */
function ground(name: string, others: readonly Key[], sign: 1 | -1): Key {
  for (let i = 0; ; i++) {
    const key = keyOf(`${name} ${i}`);
    if (others.every(({ shortID }) => compareBytes(key.shortID, shortID) * sign > 0)) return key;
  }
}

/** Signs with all keys that can, without any option unless one is given. */
export const signAll = <D extends Draft>(
  draft: D,
  keys: readonly Key[],
  options: SignOptions = {},
): D => sign(draft, keys, options);

/** Starts a node, and gives everybody something. */
export async function startWorld(): Promise<World> {
  const local = await startLocalnode();
  const transport = fetchTransport();
  const node = connect(local.ready.url, { transport });
  const network = await node.network();
  const named = (name: string) =>
    privateKey(local.ready.keys.find((key) => key.name === name)!.privateKey);
  const victim = named('test0');
  const friends = [keyOf('a friend'), keyOf('another friend')] as const;
  const loner = named('test1');
  const honest = [victim, ...friends];
  const attackers = {
    before: ground('before', [...honest, loner], -1),
    after: ground('after', [...honest, loner], 1),
  };
  const owners = (threshold: number, ...keys: readonly Key[]): Owner => ({
    addresses: keys.map(({ shortID }) => shortID).sort(compareBytes),
    threshold,
  });
  let count = 0;
  const world: World = {
    local,
    node,
    network,
    victim,
    friends,
    loner,
    ...attackers,
    shared: owners(2, ...honest),
    either: owners(1, victim, friends[0]),
    rights: new Map(),
    l1s: [],
    async settle(chain, intent, { keys = [victim], authorities, ...options } = {}) {
      const of = { imports: ['C'] as const, ...(authorities && { authorities }) };
      const from = keys.map(({ shortID }) => shortID);
      const state = await (chain === 'P'
        ? node.pchain.state(from, of)
        : node.xchain.state(from, { imports: ['C'] }));
      const tx = finalize(signAll(build(state, intent, options) as Draft, keys));
      await world.issue(tx);
      return tx;
    },
    async issue(tx) {
      // A transaction that the pool takes and no block can hold stays unknown.
      await node.issue(tx, { interval: 2, payAgain: true, timeout: 1500 });
    },
    standIn: () => standIn(`${count++}`),
    warp: (l1, payload) => warpMessage(local, l1, payload),
    stop: local.stop,
  };
  try {
    await provide(world);
  } catch (e) {
    await local.stop();
    throw e;
  }
  return world;
}

function standIn(name: string): StandIn {
  const secret = sha256(new TextEncoder().encode(`node ${name}`)).fill(0, 0, 1);
  const { publicKey, proofOfPossession } = provePossession(secret);
  return {
    nodeID: formatNodeID(sha256(secret).subarray(0, 20)),
    nodePOP: {
      publicKey: formatHex(publicKey),
      proofOfPossession: formatHex(proofOfPossession),
    },
  };
}

function warpMessage({ ready }: Localnode, l1: L1, payload: L1Payload): Uint8Array {
  const unsigned = buildCallMessage({
    networkID: ready.networkID,
    sourceChainID: parseID(l1.managerChainID),
    sourceAddress: parseHex(manager),
    payload: encode(L1Payload, payload),
  });
  const secret = parseHex(ready.bls.secretKey);
  const signature = signBLS(unsigned, secret);
  const members = l1.members.map(({ publicKey, weight }) => ({
    publicKey,
    weight: BigInt(weight),
  }));
  return aggregateWarpMessage(
    unsigned,
    [{ publicKey: publicKeyOf(secret), signature }],
    signerSetOf(members),
  );
}

/** Coins that are shared, coins of the attacker, an asset of the victim, and something under authorities. */
async function provide(world: World): Promise<void> {
  const { settle, victim, shared, either, before, after } = world;
  const plain = [avax('1000'), avax('300'), avax('40'), avax('5')];
  for (const chain of ['P', 'X'] as const)
    await settle(chain, {
      type: 'BaseTx',
      outputs: [
        ...plain.map((amount) => ({ to: victim.shortID, amount })),
        ...plain.map((amount) => ({ to: shared, amount })),
        ...plain.map((amount) => ({ to: either, amount })),
        { to: before.shortID, amount: avax('500') },
        { to: after.shortID, amount: avax('500') },
      ],
    });
  for (const [chain, to] of [
    ['P', 'X'],
    ['X', 'P'],
  ] as const)
    await exportSome(world, chain, to, [victim.shortID, shared, either]);
  await newAsset(world);
  await newSubnet(world, victim.shortID);
  await newL1(world);
  await newAutoRenewed(world);
}

/** Exports a coin for each owner to another chain. */
export async function exportSome(
  { settle }: World,
  chain: 'P' | 'X',
  to: 'P' | 'X',
  owners: readonly (Uint8Array | Owner)[],
): Promise<void> {
  await settle(chain, {
    type: 'ExportTx',
    to,
    outputs: owners.map((owner, i) => ({ to: owner, amount: avax(`${20 + i}`) })),
  });
}

/** An asset of every kind. */
export async function newAsset({ settle, victim, shared }: World): Promise<Uint8Array> {
  const me = victim.shortID;
  const { txID } = await settle('X', {
    type: 'CreateAssetTx',
    name: 'Test Asset',
    symbol: 'TST',
    denomination: 2,
    initial: {
      fungible: {
        holders: [
          { to: me, amount: 1_000_000n },
          { to: shared, amount: 500_000n },
        ],
        minters: [me, shared],
      },
      nfts: [
        { groupID: 1, holders: ['a', 'b', 'c', 'd'].map((payload) => ({ to: me, payload })) },
        { groupID: 2, minters: [me, me, me, me] },
      ],
      properties: { holders: [me, me, me, me], minters: [me] },
    },
  });
  return parseID(txID);
}

export async function newSubnet(
  { settle, rights }: World,
  owner: Uint8Array | Owner,
): Promise<string> {
  const { txID } = await settle('P', { type: 'CreateSubnetTx', owner });
  const of = owner instanceof Uint8Array ? { addresses: [owner], threshold: 1 } : owner;
  rights.set(txID, { kind: 'subnet', owner: of });
  return txID;
}

/** An L1 with the node's own validator and two that the victim may disable. */
export async function newL1(world: World): Promise<L1> {
  const { settle, victim, local, rights, l1s } = world;
  const subnetID = await newSubnet(world, victim.shortID);
  const authorities = [subnetID];
  const chain: Intent = {
    type: 'CreateChainTx',
    subnetID,
    name: 'ours',
    vm: 'subnetevm',
    genesis: new Uint8Array(0),
  };
  const { txID: managerChainID } = await settle('P', chain, { authorities });
  const { nodeID, bls } = local.ready;
  const nodes = [{ nodeID, nodePOP: bls }, world.standIn(), world.standIn()];
  const me = victim.shortID;
  await settle(
    'P',
    {
      type: 'ConvertSubnetToL1Tx',
      subnetID,
      managerChainID,
      managerAddress: manager,
      validators: nodes.map((node, i) => ({
        node,
        weight: i === 0 ? 10_000n : 1n,
        balance: avax('1'),
        remainingBalanceOwner: me,
        deactivationOwner: me,
      })),
    },
    { authorities },
  );
  rights.delete(subnetID);
  const sorted = nodes
    .map((node, i) => ({ bytes: parseNodeID(node.nodeID), first: i === 0 }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes));
  const validations = sorted.flatMap(({ first }, index) =>
    first
      ? []
      : [
          {
            validationID: formatID(validationIDOf({ subnetID: parseID(subnetID), index })),
            nonce: 0n,
          },
        ],
  );
  for (const { validationID } of validations)
    rights.set(validationID, { kind: 'l1', owner: { addresses: [me], threshold: 1 } });
  const found = {
    subnetID,
    managerChainID,
    members: nodes.map(({ nodePOP }, i) => ({
      publicKey: nodePOP.publicKey,
      weight: i === 0 ? 10_000 : 1,
    })),
    validations,
  };
  l1s.push(found);
  return found;
}

/** A validator that the victim may configure. */
export async function newAutoRenewed({
  settle,
  victim,
  rights,
  standIn: of,
}: World): Promise<string> {
  const me = victim.shortID;
  const { txID } = await settle('P', {
    type: 'AddAutoRenewedValidatorTx',
    node: of(),
    amount: avax('2000'),
    period: days(2),
    delegationFee: '2%',
    autoCompound: '30%',
    rewardsOwner: me,
    validatorAuthority: me,
  });
  rights.set(txID, { kind: 'autoRenewed', owner: { addresses: [me], threshold: 1 } });
  return txID;
}
