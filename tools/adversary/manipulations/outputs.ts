/** What a coordinator changes in the outputs of a transaction so that it stays valid: sums, order, change and fee. */

import { days } from '../../../src/text/time.ts';
import { outputOrder } from '../../../src/tx/order.ts';
import {
  type Any,
  attackerOf,
  type Coordinator,
  clone,
  type Manipulation,
  tx,
  type Wire,
  withAttacker,
} from './tools.ts';

const lists = ['outputs', 'exportedOutputs', 'stake'] as const;

/** A transferable output of a transaction. */
interface Out {
  readonly list: (typeof lists)[number];
  readonly isChange: boolean;
  value: Any;
}

/** The outputs of a list; what an import puts on accounts is none. */
const outputsIn = (of: Any, list: Out['list']): readonly Any[] =>
  (of[list] ?? []).filter((value: Any) => value.output);

/** What holds amount and owner of an output. */
const plainOf = ({ value }: Out): Any => value.output.output ?? value.output;

/** Changes outputs, and puts them back in their order. */
const outputs = (
  change: (all: Out[], by: Coordinator, tx: Any, wire: Wire) => readonly Out[] | undefined,
): Manipulation =>
  tx((of, by, wire) => {
    const all = lists.flatMap((list) =>
      outputsIn(of, list).map(
        (value: Any, i: number): Out => ({
          list,
          value,
          isChange: list === 'outputs' && wire.change.includes(i),
        }),
      ),
    );
    const changed = change(all, by, of, wire);
    if (!changed) return false;
    for (const list of lists) {
      if (outputsIn(of, list).length === 0) continue;
      const outs: readonly Out[] = changed.filter((out) => out.list === list);
      const order = outputOrder(outs.map(({ value }) => value)).map((i: number) => outs[i]!);
      of[list] = order.map(({ value }) => value);
      if (list === 'outputs')
        wire.change = order.flatMap(({ isChange }, i) => (isChange ? [i] : []));
    }
    return true;
  });

/** nAVAX that are worth taking from. */
const least = 2_000_000n;

/** Outputs that have an amount to take from. */
const rich = (all: readonly Out[]): readonly Out[] =>
  all.filter((of) => (plainOf(of).amount ?? 0n) > least);

/** A part of an output becomes another one. */
const split = (
  change: (plain: Any, by: Coordinator) => void,
  isChange: (from: Out) => boolean,
): Manipulation =>
  outputs((all, by) => {
    const from = rich(all).filter(isChange);
    if (from.length === 0) return undefined;
    const donor = by.rng.pick(from);
    const part = clone(donor.value);
    const added: Out = { list: donor.list, value: part, isChange: donor.isChange };
    const amount = plainOf(donor).amount / BigInt(2 + by.rng.below(9));
    plainOf(added).amount = amount;
    plainOf(donor).amount -= amount;
    change(plainOf(added), by);
    return [...all, added];
  });

/** Unix seconds until which something is locked now. */
const later = ({ rng }: Coordinator): bigint =>
  BigInt(Math.floor(Date.now() / 1000)) + rng.pick([60n, 3600n, days(1), days(20), days(4000)]);

const anyOf = (): boolean => true;
const changeOf = ({ isChange }: Out): boolean => isChange;

export const outputManipulations = {
  'outputs: a part for the attacker': split((plain, by) => {
    plain.addresses = [attackerOf(by)];
    plain.threshold = 1;
    plain.locktime = 0n;
  }, anyOf),
  'outputs: a part is shared with the attacker': split((plain, by) => {
    plain.addresses = withAttacker(plain.addresses, by);
  }, anyOf),
  'outputs: a part of the change is locked': split((plain, by) => {
    plain.locktime = later(by);
  }, changeOf),
  'outputs: a part of the change is hers as well': split(() => undefined, changeOf),
  'outputs: the change is locked': outputs((all, by) => {
    const change = all.filter(changeOf);
    if (change.length === 0) return undefined;
    plainOf(by.rng.pick(change)).locktime = later(by);
    return all;
  }),
  'outputs: change that can only be staked': outputs((all, by, of, wire) => {
    const change = all.filter(
      (out) => out.isChange && out.value.output.type === 'secp256k1fx.TransferOutput',
    );
    if (wire.chain !== 'P' || change.length === 0) return undefined;
    const locks = of.inputs.flatMap(({ input }: Any) => input.locktime ?? []);
    const locktime = by.rng.pick([later(by), ...locks]);
    const out = by.rng.pick(change);
    out.value = {
      ...out.value,
      output: { type: 'stakeable.LockOut', locktime, output: out.value.output },
    };
    return all;
  }),
  'outputs: a part moves to another': outputs((all, { rng }) => {
    const from = rich(all);
    if (from.length === 0 || all.length < 2) return undefined;
    const donor = rng.pick(from);
    const to = rng.pick(all.filter((of) => of !== donor && plainOf(of).amount !== undefined));
    if (!to) return undefined;
    const amount = plainOf(donor).amount / BigInt(2 + rng.below(9));
    plainOf(donor).amount -= amount;
    plainOf(to).amount += amount;
    return all;
  }),
  'outputs: two owners are exchanged': outputs((all, { rng }) => {
    if (all.length < 2) return undefined;
    const [a, b] = [rng.pick(all), rng.pick(all)].map(plainOf);
    for (const key of ['addresses', 'threshold', 'locktime']) [a[key], b[key]] = [b[key], a[key]];
    return a === b ? undefined : all;
  }),
  'outputs: an owner with the attacker': outputs((all, by) => {
    if (all.length === 0) return undefined;
    const plain = plainOf(by.rng.pick(all));
    plain.addresses = withAttacker(plain.addresses, by);
    return all;
  }),
  'outputs: an input less, and less of an output': outputs((all, { rng }, of, wire) => {
    if ((of.inputs?.length ?? 0) < 2) return undefined;
    const i = rng.below(of.inputs.length);
    const amount = (of.inputs[i].input.input ?? of.inputs[i].input).amount;
    const donor = all.find((out) => plainOf(out).amount > amount);
    if (!donor) return undefined;
    plainOf(donor).amount -= amount;
    of.inputs.splice(i, 1);
    wire.slots.splice(i, 1);
    return all;
  }),
} as const satisfies Readonly<Record<string, Manipulation>>;
