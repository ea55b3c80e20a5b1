/** Converts a world to text and back: JSON with marks for the types that it lacks. */

import type { ChainName } from '../chain/declared.ts';
import { type AnyTx, decodeTx } from '../chain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import type { PLedger } from '../history/ledger.ts';
import type { Network } from '../network/network.ts';
import { verifyFormat } from '../schema/format.ts';
import { formatBase64, parseBase64 } from '../text/base64.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { waitingIn } from './records.ts';
import { emptyWorld } from './start.ts';
import type {
  AssetRecord,
  BlockRecord,
  CAccount,
  ChainState,
  ContainerRecord,
  SetMember,
  Trap,
  TxRecord,
  World,
  WrapperState,
} from './world.ts';

const title = 'avalanche-tx test node';
const version = 1;

type Entries<V> = readonly (readonly [string, V])[];
type MapIn<K extends keyof PLedger> = PLedger[K] extends Map<string, infer V> ? Entries<V> : never;

interface ChainDump {
  readonly blocks: readonly BlockRecord[];
  readonly blockIndex: readonly ContainerRecord[];
  readonly wrapper: WrapperState | undefined;
  readonly pool: readonly string[];
  readonly dropped: ChainState['dropped'];
}

/** The content of a dump. */
interface Dump {
  readonly network: Network;
  readonly genesis: Uint8Array;
  readonly clock: bigint;
  readonly P: ChainDump & {
    readonly scalars: Omit<
      PLedger,
      | 'network'
      | 'utxos'
      | 'current'
      | 'pending'
      | 'l1Validators'
      | 'subnets'
      | 'blockchains'
      | 'supplies'
    >;
    readonly utxos: Entries<AnyUTXO>;
    readonly current: MapIn<'current'>;
    readonly pending: MapIn<'pending'>;
    readonly l1Validators: MapIn<'l1Validators'>;
    readonly subnets: MapIn<'subnets'>;
    readonly blockchains: MapIn<'blockchains'>;
    readonly supplies: MapIn<'supplies'>;
    readonly expiries: Entries<bigint>;
    readonly rewardUTXOs: Entries<readonly AnyUTXO[]>;
    readonly sets: Entries<Entries<SetMember>>;
    readonly pastSets: readonly {
      readonly until: bigint;
      readonly subnetID: string;
      readonly set: Entries<SetMember>;
    }[];
  };
  readonly X: ChainDump & {
    readonly scalars: {
      readonly blockID: Uint8Array;
      readonly height: bigint;
      readonly time: bigint;
    };
    readonly utxos: Entries<AnyUTXO>;
    readonly assets: Entries<AssetRecord>;
    readonly txIndex: readonly ContainerRecord[];
  };
  readonly C: ChainDump & {
    readonly accounts: Entries<CAccount>;
    readonly fee: World['C']['fee'];
    readonly stateRoot: Uint8Array;
  };
  readonly memory: Readonly<Record<ChainName, Readonly<Record<ChainName, Entries<AnyUTXO>>>>>;
  readonly txs: readonly (Omit<TxRecord, 'tx'> & {
    readonly chain: ChainName;
    readonly bytes: Uint8Array;
  })[];
  readonly tampering: {
    readonly hold: boolean;
    readonly secondsPerBlock: bigint;
    readonly traps: readonly Trap[];
    readonly nextTrap: number;
    readonly delayed: Entries<bigint>;
    readonly rewards: Entries<boolean>;
  };
  readonly blsKeys: Entries<Uint8Array>;
  /** Snapshots are not dumped, but their ids must not be reused. */
  readonly nextSnapshot: number;
}

const names: readonly ChainName[] = ['P', 'X', 'C'];

const chainDump = (
  world: World,
  { chain, blocks, blockIndex, wrapper, dropped }: ChainState,
): ChainDump => ({
  dropped,
  blocks,
  blockIndex: blockIndex.list,
  wrapper,
  pool: waitingIn(world, chain).map(({ txID }) => txID),
});

/** Returns the entries of a map in a canonical order. */
const sorted = <V>(map: ReadonlyMap<string, V>): Entries<V> =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const each = <V>(make: (name: ChainName) => V): Record<ChainName, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<ChainName, V>;

function dumpOf(world: World): Dump {
  const { P, X, C, memory, tampering } = world;
  const {
    network: _,
    utxos,
    current,
    pending,
    l1Validators,
    subnets,
    blockchains,
    supplies,
    ...scalars
  } = P.ledger;
  const { blockID, height, time } = X.ledger;
  return {
    network: world.network,
    genesis: world.genesis,
    clock: world.clock,
    P: {
      ...chainDump(world, P),
      scalars,
      utxos: utxos.entries(),
      current: sorted(current),
      pending: sorted(pending),
      l1Validators: sorted(l1Validators),
      subnets: sorted(subnets),
      blockchains: sorted(blockchains),
      supplies: sorted(supplies),
      expiries: sorted(P.stakers.expiries),
      rewardUTXOs: sorted(P.rewardUTXOs),
      sets: sorted(P.sets).map(([id, set]) => [id, sorted(set)]),
      pastSets: P.pastSets.map(({ set, ...rest }) => ({ ...rest, set: sorted(set) })),
    },
    X: {
      ...chainDump(world, X),
      scalars: { blockID: blockID!, height, time },
      utxos: X.ledger.utxos.entries(),
      assets: sorted(X.assets),
      txIndex: X.txIndex.list,
    },
    C: { ...chainDump(world, C), accounts: sorted(C.accounts), fee: C.fee, stateRoot: C.stateRoot },
    memory: each((to) => each((from) => memory[to][from].entries())),
    txs: [...world.txs.values()].map(({ tx: { chain, bytes }, ...rest }) => ({
      ...rest,
      chain,
      bytes,
    })),
    tampering: {
      ...tampering,
      traps: [...tampering.traps.values()]
        .filter(({ filter }) => !filter.where)
        .sort((a, b) => a.id - b.id),
      delayed: sorted(tampering.delayed),
      rewards: sorted(tampering.rewards),
    },
    blsKeys: sorted(world.blsKeys),
    nextSnapshot: world.journal.next,
  };
}

/**
 * Formats a world as text: a line with the version and the SHA-256 of the rest, then the rest.
 * @param secrets Whether to include the secret BLS keys.
 */
export function dumpWorld(world: World, { secrets = true } = {}): string {
  const dump = dumpOf(world);
  const body = formatPlain(secrets ? dump : { ...dump, blsKeys: [] });
  return `${title} ${version} ${formatHex(sha256(encodeUTF8(body)))}\n${body}`;
}

/**
 * Parses the text of a world.
 * @throws {AvalancheError} `BadText`: not a dump; `BadVersion`: of another version; `BadChecksum`: damaged.
 */
export function loadWorld(text: string): World {
  const end = toText(text, 'dump').indexOf('\n');
  const [, found, hash] =
    /^avalanche-tx test node (\d+) (0x[0-9a-f]{64})$/.exec(text.slice(0, end)) ?? [];
  if (end < 0 || !found)
    throw new AvalancheError('BadText', 'is not the dump of a test node', { kind: 'dump' });
  verifyFormat(`${title} ${found}`, `${title} ${version}`);
  const body = text.slice(end + 1);
  if (formatHex(sha256(encodeUTF8(body))) !== hash)
    throw new AvalancheError('BadChecksum', 'the dump is damaged: its hash does not match');
  return worldFrom(parsePlain(body) as Dump);
}

function worldFrom(dump: Dump): World {
  const world = emptyWorld(dump.network, dump.genesis, dump.P.scalars);
  world.clock = dump.clock;
  fillTxs(world, dump);
  fillP(world, dump.P);
  fillX(world, dump.X);
  fillC(world, dump.C);
  for (const to of names)
    for (const from of names)
      for (const [id, utxo] of dump.memory[to][from]) world.memory[to][from].set(id, utxo);
  const { hold, nextTrap, secondsPerBlock, traps, delayed, rewards } = dump.tampering;
  Object.assign(world.tampering, { hold, nextTrap, secondsPerBlock });
  for (const trap of traps) world.tampering.traps.set(trap.id, trap);
  fill(world.tampering.delayed, delayed);
  fill(world.tampering.rewards, rewards);
  fill(world.blsKeys, dump.blsKeys);
  world.journal.next = dump.nextSnapshot;
  return world;
}

const fill = <V>(map: { set(key: string, value: V): unknown }, entries: Entries<V>): void => {
  for (const [key, value] of entries) map.set(key, value);
};

function fillTxs({ txs }: World, dump: Dump): void {
  for (const { chain, bytes, ...rest } of dump.txs) {
    const tx: AnyTx = decodeTx(bytes, chain);
    txs.set(tx.txID, { tx, ...rest });
  }
}

function fillChain(world: World, chain: ChainState, dump: ChainDump): void {
  for (const block of dump.blocks) {
    chain.blocks.push(block);
    chain.heights.set(formatID(block.id), Number(block.height));
  }
  fillIndex(chain.blockIndex, dump.blockIndex);
  chain.wrapper = dump.wrapper;
  chain.dropped = dump.dropped;
  for (const txID of dump.pool) chain.pool.set(txID, world.txs.get(txID)!.tx);
}

function fillIndex(
  { list, places }: ChainState['blockIndex'],
  records: readonly ContainerRecord[],
): void {
  for (const container of records) {
    places.set(formatID(container.id), list.length);
    list.push(container);
  }
}

function fillP(world: World, dump: Dump['P']): void {
  const { P } = world;
  const { ledger } = P;
  fillChain(world, P, dump);
  fill(ledger.utxos, dump.utxos as Entries<never>);
  fill(ledger.current, dump.current);
  fill(ledger.pending, dump.pending);
  fill(ledger.l1Validators, dump.l1Validators);
  fill(ledger.subnets, dump.subnets);
  fill(ledger.blockchains, dump.blockchains);
  fill(ledger.supplies, dump.supplies);
  fill(P.stakers.expiries, dump.expiries);
  fill(P.rewardUTXOs, dump.rewardUTXOs as Entries<never>);
  for (const [id, set] of dump.sets) P.sets.set(id, new Map(set));
  for (const { set, ...rest } of dump.pastSets) P.pastSets.push({ ...rest, set: new Map(set) });
}

function fillX(world: World, dump: Dump['X']): void {
  const { X } = world;
  fillChain(world, X, dump);
  Object.assign(X.ledger, dump.scalars);
  fill(X.ledger.utxos, dump.utxos as Entries<never>);
  fill(X.assets, dump.assets);
  fillIndex(X.txIndex, dump.txIndex);
}

function fillC(world: World, dump: Dump['C']): void {
  const { C } = world;
  fillChain(world, C, dump);
  fill(C.accounts, dump.accounts);
  Object.assign(C, { fee: dump.fee, stateRoot: dump.stateRoot });
}

/** Strings that stand for another value start with a letter and a colon; plain strings with `s:`. */
type Mark = 'n' | 'b' | 's';

const marked = (mark: Mark, text: string): string => `${mark}:${text}`;

/** The text of numbers, bigints, bytes, strings, booleans, lists and objects. Members that are `undefined` are left out. */
export const formatPlain = (value: unknown): string => JSON.stringify(encodeValue(value));

function encodeValue(value: unknown): unknown {
  if (typeof value === 'bigint') return marked('n', String(value));
  if (typeof value === 'string') return marked('s', value);
  if (value instanceof Uint8Array) return marked('b', formatBase64(value));
  if (Array.isArray(value)) return value.map(encodeValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, encodeValue(member)]),
  );
}

/**
 * The value of a text.
 * @throws {AvalancheError} `BadText`: not such a text.
 */
function parsePlain(text: string): unknown {
  try {
    return decodeValue(JSON.parse(text));
  } catch (cause) {
    throw new AvalancheError(
      'BadText',
      'has a value that no dump contains',
      { kind: 'dump' },
      { cause },
    );
  }
}

function decodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeValue);
  if (typeof value === 'string') {
    const text = value.slice(2);
    if (value.startsWith('n:')) return BigInt(text);
    return value.startsWith('b:') ? parseBase64(text) : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, decodeValue(member)]),
  );
}
