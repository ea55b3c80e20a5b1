/** What an honest intent is, what it allows to leave, and who acts. */
import { type BuildOptions, build, type Draft, type Intent } from '../../../src/builder/index.ts';
import type { AnyTx } from '../../../src/chain/tx.ts';
import type { Key } from '../../../src/sign/index.ts';
import type { Owner, State } from '../../../src/state/index.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { parseNodeID } from '../../../src/text/id.ts';
import type { Random } from '../../fuzz/random.ts';
import { type Allowed, type Coin, ownerText } from '../account.ts';
import type { World } from '../world.ts';

/** Something honest to do. */
export interface Case {
  readonly chain: 'P' | 'X' | 'C';
  readonly intent: Intent;
  /** Default options, but for whom change goes to in some. */
  readonly options: BuildOptions;
  /** Whose addresses are given to `connect`, and who signs. */
  readonly keys: readonly Key[];
  readonly imports?: 'P' | 'X' | 'C';
  readonly authorities: readonly string[];
  /** Of the C-chain: the blockchainID of the other chain, as hex. */
  readonly peer?: string;
  readonly allowed: Allowed;
  /** What the transaction must say, by the path of the field, as `textOf` writes it. */
  readonly says: Readonly<Record<string, string>>;
  /** Rights that it is meant to change. */
  readonly changes: readonly string[];
  make(state: State, more?: BuildOptions): Draft;
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

export interface Draw {
  readonly world: World;
  readonly rng: Random;
  readonly now: bigint;
  /** Who acts: the victim, or the one who shares nothing. */
  readonly me: Key;
  /** Several people own what is spent, and sign. */
  readonly isShared?: boolean;
}
export type More = Partial<Omit<Case, 'allowed' | 'make'>> & {
  readonly receives?: Allowed['receives'];
  readonly burns?: Allowed['burns'];
  readonly make?: Case['make'];
};

const most = (1n << 64n) - 1n;

export const caseOf = (chain: 'P' | 'X', intent: Intent, of: More, draw: Draw): Case => {
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
    make: (state, also) => build(state, intent, { ...options, ...also }) as Draft,
    ...more,
  };
};

export const me = (draw: Draw): Uint8Array => draw.me.shortID;
export const mine = (draw: Draw): string => ownerText([me(draw)]);
export const avaxOf = ({ world }: Draw): string => world.local.ready.avaxAssetID;

/** A receiver that nobody has paid before, with what it gets. */
export function payee(draw: Draw, amount: bigint | 'max', what = avaxOf(draw)) {
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

export const nAVAX = ({ rng }: Draw): bigint =>
  BigInt(1 + rng.below(400)) * 100_000_000n + BigInt(rng.below(1000));

/** Who acts: the victim alone, or with as many friends as sign. */
export const party = ({ world, rng, me: actor, isShared }: Draw): readonly Key[] => {
  const { victim, friends, loner } = world;
  if (actor === loner) return [loner];
  const choice = rng.below(isShared ? 2 : 6);
  if (choice === 0) return [victim, friends[0]];
  return choice === 1 ? [victim, ...friends] : [victim];
};

/** Some name whom the rest goes to, most do not. */
export const someOptions = (draw: Draw, strategies = true): BuildOptions => {
  const { rng } = draw;
  const strategy = (['largestFirst', 'consolidate', 'sweep'] as const)[rng.below(9)];
  return {
    ...(rng.below(3) === 0 && { change: me(draw) }),
    ...(strategies && strategy && { strategy }),
  };
};

/** A node that validates the primary network until long from now. */
export const genesisNode = 'NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN';

export const nodeText = (nodeID: string): string => formatHex(parseNodeID(nodeID));
