/** What a coordinator builds, with lies about who owns what, or for another intent. */
import type { Intent } from '../../../src/builder/index.ts';
import type { PState, State, XState } from '../../../src/state/index.ts';
import {
  type Any,
  attackerOf,
  type Build,
  type Coordinator,
  clone,
  type Manipulation,
  numbersIn,
  withAttacker,
} from './tools.ts';

/** Changes UTXOs of a state: those that the coordinator says are somebody else's. */
const relabel = (
  share: number,
  ownerOf: (owner: Any, by: Coordinator) => object,
): Manipulation => ({
  build: ({ state, intent, options }, by) => {
    let changed = 0;
    const each = (utxos: readonly Any[] = []) =>
      utxos.map((utxo) => {
        if (by.rng.below(100) >= share) return utxo;
        const isLocked = utxo.output.type === 'stakeable.LockOut';
        const plain = isLocked ? utxo.output.output : utxo.output;
        if (!plain.addresses) return utxo;
        changed++;
        const next = { ...plain, ...ownerOf(plain, by) };
        return { ...utxo, output: isLocked ? { ...utxo.output, output: next } : next };
      });
    const of = state as PState | XState;
    const imports = Object.fromEntries(
      Object.entries(of.imports ?? {}).map(([from, utxos]) => [from, each(utxos)]),
    );
    const next = { ...of, utxos: each(of.utxos), ...(of.imports && { imports }) };
    const { attacker } = attackers(by);
    return changed === 0
      ? undefined
      : {
          state: {
            ...next,
            evidence: [],
            from: [...of.from, attacker],
            own: [...(of.own ?? of.from), attacker, ...by.world.friends.map((key) => key.shortID)],
          } as State,
          intent,
          options: { ...options, change: options.change ?? by.of.keys[0]!.shortID },
        };
  },
});

const attackers = ({ world }: Coordinator) => ({ attacker: world.after.shortID });

/** Relabels, and asks for a payment of it all to the attacker besides. */
const stealing = (manipulation: Manipulation): Manipulation => ({
  build: (build, by) => {
    const first = manipulation.build!(build, by);
    if (!first || !('outputs' in first.intent)) return undefined;
    const outputs = [
      ...first.intent.outputs,
      { to: attackerOf(by), amount: BigInt(1 + by.rng.below(300)) * 1_000_000_000n },
    ];
    return { ...first, intent: { ...first.intent, outputs } as Intent };
  },
});

/** Changes one key of an intent, wherever somebody or something is named. */
const intents = (change: (intent: Any, by: Coordinator) => Any | undefined): Manipulation => ({
  build: (build, by) => {
    const intent = change(clone(build.intent), by);
    return intent && { ...build, intent };
  },
});

const options = (change: (by: Coordinator, build: Build) => Any | undefined): Manipulation => ({
  build: (build, by) => {
    const more = change(by, build);
    return more && { ...build, options: { ...build.options, ...more } };
  },
});
/** Somebody in an intent becomes the attacker. */
function receiverIn(intent: Any, by: Coordinator): boolean {
  const places: [Any, string][] = [];
  const walk = (value: Any) => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
    for (const key of Object.keys(value)) {
      const isOwner =
        value[key] instanceof Uint8Array ? value[key].length === 20 : value[key]?.addresses;
      if (isOwner && key !== 'nodeID') places.push([value, key]);
      else walk(value[key]);
    }
  };
  walk(intent);
  if (places.length === 0) return false;
  const [of, key] = by.rng.pick(places);
  of[key] = attackerOf(by);
  return true;
}

export const builtManipulations = {
  "built: a coin of the signer is said to be the attacker's": relabel(40, (_, by) => ({
    addresses: [attackerOf(by)],
    threshold: 1,
  })),
  'built: and paid to the attacker (C2)': stealing(
    relabel(60, (_, by) => ({ addresses: [attackerOf(by)], threshold: 1 })),
  ),
  'built: coins are shared with the attacker (C1)': relabel(100, ({ addresses }, by) => ({
    addresses: withAttacker(addresses, by),
  })),
  'built: coins of others are said to be the signer’s': relabel(70, (_, { of }) => ({
    addresses: [of.keys[0]!.shortID],
    threshold: 1,
  })),
  'built: another receiver': intents((intent, by) => (receiverIn(intent, by) ? intent : undefined)),
  'built: one more output': intents((intent, by) =>
    intent.outputs
      ? {
          ...intent,
          outputs: [
            ...intent.outputs.map((of: Any) => (of.amount === 'max' ? { ...of, amount: 1n } : of)),
            { to: attackerOf(by), amount: BigInt(1 + by.rng.below(200)) * 1_000_000_000n },
          ],
        }
      : undefined,
  ),
  'built: another amount': intents((intent, { rng }) => {
    const places = numbersIn(intent).filter(([, key]) =>
      ['amount', 'balance', 'units'].includes(key),
    );
    if (places.length === 0) return undefined;
    const [of, key] = rng.pick(places);
    of[key] = of[key] * BigInt(2 + rng.below(3));
    return intent;
  }),
  'built: another time, weight or period': intents((intent, { rng }) => {
    const places = numbersIn(intent).filter(([, key]) => !['amount', 'balance'].includes(key));
    if (places.length === 0) return undefined;
    const [of, key] = rng.pick(places);
    of[key] = of[key] + BigInt(3600 * (1 + rng.below(100)));
    return intent;
  }),
  'built: another node': intents((intent, { world }) => {
    const node = world.standIn();
    if (intent.node) return { ...intent, node };
    return intent.nodeID ? { ...intent, nodeID: node.nodeID } : undefined;
  }),
  'built: locked for the receiver': intents((intent, { rng }) => {
    if (!intent.outputs) return undefined;
    const output = intent.outputs[0];
    const of =
      output.to instanceof Uint8Array ? { addresses: [output.to], threshold: 1 } : output.to;
    output.to = { ...of, locktime: BigInt(rng.pick([4_102_444_800, 1 << 30])) };
    return intent;
  }),
  'built: an authority for another owner': {
    build: ({ state, options }, by) => {
      const ids = [...by.world.rights].filter(([, { kind }]) => kind === 'subnet');
      if (state.chain !== 'P' || ids.length === 0) return undefined;
      const [subnetID] = by.rng.pick(ids);
      const attacker = { addresses: [by.world.after.shortID], threshold: 1 };
      return {
        state: { ...state, authorities: { [subnetID]: attacker } } as State,
        intent: { type: 'TransferSubnetOwnershipTx', subnetID, owner: by.world.after.shortID },
        options,
      };
    },
  },
  'built: change to the attacker': options((by) => ({ change: attackerOf(by) })),
  'built: change to who shares it': options((by) => ({
    change: { addresses: withAttacker([by.of.keys[0]!.shortID], by), threshold: 1 },
  })),
  'built: a high fee': options(({ rng }) => ({
    priceMargin: rng.pick([100, 10_000, 500_000]),
    maxFee: 1n << 60n,
  })),
  'built: more is spent than needed': options(() => ({ strategy: 'sweep' })),
} as const satisfies Readonly<Record<string, Manipulation>>;
