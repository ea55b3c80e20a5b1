/** What manipulations are made of. */
import type { BuildOptions, Intent } from '../../../src/builder/index.ts';
import { UnsignedTx as CTx } from '../../../src/chain/cchain/tx.ts';
import { UnsignedTx as PTx } from '../../../src/chain/pchain/tx.ts';
import { UnsignedTx as XTx } from '../../../src/chain/xchain/tx.ts';
import { gasOf } from '../../../src/fee/transactions.ts';
import type { State } from '../../../src/state/index.ts';
import { compareBytes } from '../../../src/text/bytes.ts';
import { decode, encode } from '../../../src/wire/codec.ts';
import type { Random } from '../../fuzz/random.ts';
import type { Case } from '../intents/case.ts';
import type { World } from '../world.ts';
import type { Carrier } from './forms.ts';

/** What a coordinator may know. */
export interface Coordinator {
  readonly world: World;
  readonly rng: Random;
  readonly of: Case;
}

/** What a coordinator builds with. */
export interface Build {
  readonly state: State;
  readonly intent: Intent;
  readonly options: BuildOptions;
}

// biome-ignore lint/suspicious/noExplicitAny: drafts and intents as plain data, which a manipulation changes at will
export type Any = any;
export type Wire = Any;

/** Changes what a draft is built from, its wire form, or what is sent; `undefined`: it does not apply. */
export interface Manipulation {
  readonly build?: (build: Build, by: Coordinator) => Build | undefined;
  readonly edit?: (wire: Wire, by: Coordinator) => Wire | undefined;
  /** Changes what is sent. `other` is another draft of the coordinator's, in the same form. */
  readonly carry?: (sent: Carrier, other: Carrier, by: Coordinator) => Carrier;
}

export const attackerOf = ({ rng, world }: Coordinator): Uint8Array =>
  rng.pick([world.after, world.before]).shortID;

export const withAttacker = (
  addresses: readonly Uint8Array[],
  by: Coordinator,
): readonly Uint8Array[] => [...addresses, by.world.after.shortID].sort(compareBytes);

export const clone = <T>(value: T): T => structuredClone(value);

export const edit = (change: (wire: Wire, by: Coordinator) => Wire | undefined): Manipulation => ({
  edit: (wire, by) => change(clone(wire), by),
});

const types = { P: PTx, X: XTx, C: CTx } as Readonly<Record<string, unknown>>;

export const typeFor = (wire: Wire) => (types[wire.chain] ?? XTx) as typeof PTx;

/** The wire form without the signatures: they are over something else. */
const unsigned = (wire: Wire): Wire => ({
  ...wire,
  slots: wire.slots.map((slot: Any) => ({
    ...slot,
    signatures: slot.signatures.map(() => ({ bytes: new Uint8Array(0) })),
  })),
});

/** Whoever has most pays for what makes a transaction of the P-chain longer, so that its fee is right. */
function payFor(of: Any, wire: Wire, { world: { network } }: Coordinator): void {
  const payer = (of.outputs ?? [])
    .map(({ output }: Any) => output?.output ?? output ?? {})
    .reduce(
      (most: Any, each: Any) => (each.amount > (most?.amount ?? 0n) ? each : most),
      undefined,
    );
  try {
    const more = (gasOf(of, network) - gasOf(decode(PTx, wire.unsignedTx), network)) * wire.price;
    if (payer && payer.amount > more) payer.amount -= more;
  } catch {
    // It cannot be written: then nothing is sent.
  }
}

/** Changes the transaction of a draft, and nothing else of it. */
export const tx = (change: (tx: Any, by: Coordinator, wire: Wire) => boolean): Manipulation =>
  edit((wire, by) => {
    const type = typeFor(wire);
    const of = clone(decode(type, wire.unsignedTx)) as Any;
    if (!change(of, by, wire)) return undefined;
    if (wire.chain === 'P') payFor(of, wire, by);
    try {
      return { ...unsigned(wire), unsignedTx: encode(type, of) };
    } catch {
      return undefined;
    }
  });
export const number = (value: bigint, rng: Random): bigint =>
  rng.pick([value + 1n, value > 0n ? value - 1n : 1n, value * 2n, value / 2n, 0n, value * 1000n]) %
  (1n << 64n);

/** All numbers of a transaction, with what they are in. */
export function numbersIn(value: Any, found: [Any, string][] = []): [Any, string][] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return found;
  for (const key of Object.keys(value)) {
    if (typeof value[key] === 'bigint') found.push([value, key]);
    else numbersIn(value[key], found);
  }
  return found;
}

/** All bytes of a transaction, with what they are in. */
export function bytesIn(value: Any, found: [Any, string][] = []): [Any, string][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    if (value[key] instanceof Uint8Array) found.push([value, key]);
    else bytesIn(value[key], found);
  }
  return found;
}
