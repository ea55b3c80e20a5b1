/** What a malicious coordinator does to drafts: in what he builds, and in what he passes on. */
import type { Draft, Intent, Options } from '../../src/builder/index.ts';
import { UnsignedTx as PTx } from '../../src/chain/pchain/tx.ts';
import { UnsignedTx as XTx } from '../../src/chain/xchain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { WireDraft } from '../../src/draft/container.ts';
import { contextOf } from '../../src/network/context.ts';
import { decodeDraft, encodeDraft, parseDraft, parseDraftParts } from '../../src/sign/index.ts';
import type { PState, State, XState } from '../../src/state/index.ts';
import { compareBytes, concatBytes, equalBytes, formatHex } from '../../src/text/bytes.ts';
import { formatID } from '../../src/text/id.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import type { Random } from '../fuzz/random.ts';
import type { Case } from './intents.ts';
import type { World } from './world.ts';

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
  readonly options: Options;
}

// biome-ignore lint/suspicious/noExplicitAny: drafts and intents as plain data, which a manipulation changes at will
type Any = any;
type Wire = Any;

/** Changes what a draft is built from, or its wire form; `undefined`: it does not apply. */
export interface Manipulation {
  readonly build?: (build: Build, by: Coordinator) => Build | undefined;
  readonly edit?: (wire: Wire, by: Coordinator) => Wire | undefined;
}

const attackerOf = ({ rng, world }: Coordinator): Uint8Array =>
  rng.pick([world.after, world.before]).shortID;

const withAttacker = (addresses: readonly Uint8Array[], by: Coordinator): readonly Uint8Array[] =>
  [...addresses, by.world.after.shortID].sort(compareBytes);

const clone = <T>(value: T): T => structuredClone(value);

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

const edit = (change: (wire: Wire, by: Coordinator) => Wire | undefined): Manipulation => ({
  edit: (wire, by) => change(clone(wire), by),
});

const typeFor = (wire: Wire) => (wire.chain === 'P' ? PTx : XTx) as typeof PTx;

/** Changes the transaction of a draft and nothing else. */
const tx = (change: (tx: Any, by: Coordinator, wire: Wire) => boolean): Manipulation =>
  edit((wire, by) => {
    const type = typeFor(wire);
    const of = clone(decode(type, wire.unsignedTx)) as Any;
    if (!change(of, by, wire)) return undefined;
    try {
      return { ...wire, unsignedTx: encode(type, of) };
    } catch {
      return undefined;
    }
  });

/** All owners in a transaction. */
function ownersIn(value: Any, found: Any[] = []): Any[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return found;
  if (Array.isArray(value.addresses)) found.push(value);
  for (const key of Object.keys(value)) ownersIn(value[key], found);
  return found;
}

const someOwner = (change: (owner: Any, by: Coordinator) => void): Manipulation =>
  tx((of, by) => {
    const owners = ownersIn(of);
    if (owners.length === 0) return false;
    change(by.rng.pick(owners), by);
    return true;
  });

const slot = (change: (slot: Any, by: Coordinator) => void): Manipulation =>
  edit((wire, by) => {
    const slots = wire.slots.filter((of: Any) => of.owner.length > 0);
    if (slots.length === 0) return undefined;
    change(by.rng.pick(slots), by);
    return wire;
  });

const number = (value: bigint, rng: Random): bigint =>
  rng.pick([value + 1n, value > 0n ? value - 1n : 1n, value * 2n, value / 2n, 0n, value * 1000n]) %
  (1n << 64n);

/** All numbers of a transaction, with what they are in. */
function numbersIn(value: Any, found: [Any, string][] = []): [Any, string][] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return found;
  for (const key of Object.keys(value)) {
    if (typeof value[key] === 'bigint') found.push([value, key]);
    else numbersIn(value[key], found);
  }
  return found;
}

/** All bytes of a transaction, with what they are in. */
function bytesIn(value: Any, found: [Any, string][] = []): [Any, string][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    if (value[key] instanceof Uint8Array) found.push([value, key]);
    else bytesIn(value[key], found);
  }
  return found;
}

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

/** The kinds of manipulations. */
export const manipulations = {
  // What he builds, with lies about who owns what.
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
  // What he passes on, by the fields of the wire form.
  'slot: of the attacker': slot((of, by) => {
    of.owner[0] = { ...of.owner[0], addresses: [attackerOf(by)], threshold: 1 };
  }),
  'slot: with the attacker': slot((of, by) => {
    of.owner[0] = { ...of.owner[0], addresses: withAttacker(of.owner[0].addresses, by) };
  }),
  'slot: of the signer': slot((of, by) => {
    of.owner[0] = { ...of.owner[0], addresses: [by.of.keys[0]!.shortID], threshold: 1 };
  }),
  'slot: threshold or locktime': slot((of, { rng }) => {
    of.owner[0] = {
      ...of.owner[0],
      ...(rng.below(2) === 0
        ? { threshold: of.owner[0].threshold + (rng.below(2) === 0 ? 1 : -1) }
        : { locktime: BigInt(rng.pick([1, 4_102_444_800])) }),
    };
  }),
  'slot: lock': slot((of, { rng }) => {
    of.lock = BigInt(rng.pick([1, 1_700_000_000, 4_102_444_800]));
  }),
  'slots: swapped': edit((wire, { rng }) => {
    if (wire.slots.length < 2) return undefined;
    const i = rng.below(wire.slots.length - 1);
    [wire.slots[i], wire.slots[i + 1]] = [wire.slots[i + 1], wire.slots[i]];
    return wire;
  }),
  'slots: one more or less': edit((wire, { rng }) => {
    if (wire.slots.length === 0) return undefined;
    if (rng.below(2) === 0) wire.slots.push(wire.slots[0]);
    else wire.slots.pop();
    return wire;
  }),
  'slot: a signature of the attacker': edit((wire, { rng }) => {
    if (wire.slots.length === 0) return undefined;
    rng.pick(wire.slots as Any[]).signatures[0] = { bytes: rng.bytes(65) };
    return wire;
  }),
  'change: mentioned twice (H1)': edit((wire) =>
    wire.change.length > 0 ? { ...wire, change: [...wire.change, ...wire.change] } : undefined,
  ),
  'change: another output': edit((wire, { rng }) => {
    const outputs = (decode(typeFor(wire), wire.unsignedTx) as Any).outputs.length;
    if (outputs === 0) return undefined;
    return { ...wire, change: [...new Set([...wire.change, rng.below(outputs)])].sort() };
  }),
  'change: none': edit((wire) => (wire.change.length > 0 ? { ...wire, change: [] } : undefined)),
  'time: another': edit((wire, { rng }) => ({
    ...wire,
    time: wire.time + BigInt(rng.pick([-864_000, 864_000, 3_000_000_000])),
  })),
  'price: another': edit((wire, { rng }) => ({ ...wire, price: number(wire.price, rng) })),
  'network: another': edit((wire, { rng, world }) => {
    const name = rng.pick(['mainnet', 'fuji', 'local']);
    if (rng.below(2) === 0) return { ...wire, network: name };
    const { chains } = world.network;
    return wire.network.startsWith('{')
      ? {
          ...wire,
          network: wire.network
            .replace(/"txFee":\d+/, '"txFee":50000000000000')
            .replace(formatID(chains.X.blockchainID), formatID(rng.bytes(32))),
        }
      : undefined;
  }),
  'chain or alias: another': edit((wire, { rng }) => ({
    ...wire,
    ...rng.pick<object>([
      { alias: 'P' },
      { alias: 'Z' },
      { chain: wire.chain === 'P' ? 'X' : 'P' },
    ]),
  })),
  'evidence: none': edit((wire) =>
    wire.evidence.length > 0 ? { ...wire, evidence: [] } : undefined,
  ),
  'evidence: forged': edit((wire, by) => {
    if (wire.evidence.length === 0) return undefined;
    const of = by.rng.pick(wire.evidence as Any[]);
    of.bytes = of.bytes.slice();
    for (let at = 0; at + 20 <= of.bytes.length; at++)
      if (equalBytes(of.bytes.subarray(at, at + 20), by.of.keys[0]!.shortID))
        of.bytes.set(attackerOf(by), at);
    wire.evidence.sort((a: Any, b: Any) => compareBytes(sha256(a.bytes), sha256(b.bytes)));
    return wire;
  }),
  'warnings: of the coordinator': edit((wire, { rng }) => ({
    ...wire,
    warnings: rng.pick([
      [{ reason: 'dust', amount: 1n }],
      [{ reason: '__proto__', amount: 1n }],
      [{ reason: 'tooMany', amount: 1n << 63n }],
    ]),
  })),
  'paths: of the attacker': edit((wire, by) => ({
    ...wire,
    paths: [
      {
        address: by.world.after.address(wire.chain === 'P' ? 'P' : 'X', by.world.network),
        path: "m/44'/9000'/0'/1/0",
      },
    ],
  })),
  'descriptor: of the attacker': edit((wire, { rng }) => ({
    ...wire,
    descriptor: rng.pick(['multi(1,x)', "[m/44'/9000'/0']xpub661MyMwAqRbcF"]),
  })),
  'extra: of another program': edit((wire, { rng }) => ({
    ...wire,
    extra: [{ key: rng.pick(['example.com/note', '__proto__/a', 'a']), bytes: rng.bytes(9) }],
  })),
  'format: another': edit((wire) => ({ ...wire, format: 'avalanche-tx draft 1' })),
  // What he changes in the transaction itself.
  'tx: an owner is the attacker': someOwner((of, by) => {
    of.addresses = [attackerOf(by)];
    of.threshold = 1;
  }),
  'tx: an owner with the attacker': someOwner((of, by) => {
    of.addresses = withAttacker(of.addresses, by);
    of.threshold = 1;
  }),
  'tx: threshold of an owner': someOwner((of, { rng }) => {
    of.threshold = Math.max(0, of.threshold + (rng.below(2) === 0 ? 1 : -1));
  }),
  'tx: locktime of an owner': someOwner((of) => {
    if ('locktime' in of) of.locktime = 1n << 62n;
    else of.threshold += 1;
  }),
  'tx: an amount moves from one output to another': tx(({ outputs = [] }, { rng }) => {
    const amounts = outputs
      .map((of: Any) => of.output.output ?? of.output)
      .filter((of: Any) => of.amount !== undefined);
    if (amounts.length < 2) return false;
    const i = rng.below(amounts.length - 1);
    const moved = amounts[i].amount / 2n;
    amounts[i].amount -= moved;
    amounts[i + 1].amount += moved;
    return moved > 0n;
  }),
  'tx: another number': tx((of, { rng }) => {
    const places = numbersIn(of);
    if (places.length === 0) return false;
    const [at, key] = rng.pick(places);
    at[key] = number(at[key], rng);
    return true;
  }),
  'tx: other bytes': tx((of, { rng }) => {
    const places = bytesIn(of);
    const [at, key] = rng.pick(places);
    at[key] = at[key].length === 0 ? rng.bytes(8) : rng.bytes(at[key].length);
    return true;
  }),
  'tx: other signature indices': tx((of, { rng }) => {
    const lists: Any[] = [];
    const walk = (value: Any) => {
      if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
      if (Array.isArray(value.signatureIndices)) lists.push(value);
      for (const key of Object.keys(value)) walk(value[key]);
    };
    walk(of);
    if (lists.length === 0) return false;
    const at = rng.pick(lists);
    at.signatureIndices = rng.pick([[0], [1], [0, 1], [1, 2], [0, 2], []]);
    return true;
  }),
  'tx: an input less': tx((of, { rng }, wire) => {
    if (!of.inputs || of.inputs.length < 2) return false;
    const i = rng.below(of.inputs.length);
    of.inputs.splice(i, 1);
    wire.slots.splice(i, 1);
    return true;
  }),
} as const satisfies Readonly<Record<string, Manipulation>>;

export type ManipulationKind = keyof typeof manipulations;
export const manipulationKinds = Object.keys(manipulations) as readonly ManipulationKind[];

/** How drafts travel. */
export const forms = ['text', 'bytes', 'parts'] as const;

/** The wire form of a draft, which can be changed. */
export const wireOf = (draft: Draft): Wire => decode(WireDraft, encodeDraft(draft));

/** Reads a changed wire form as the victim does, from what the coordinator sends. */
export function readAs(form: (typeof forms)[number], wire: Wire, { world }: Coordinator): Draft {
  switch (form) {
    case 'text': {
      const alias = wire.chain === 'P' ? 'P' : 'X';
      return parseDraft(valueToJSONText(WireDraft, wire, contextOf(alias, world.network)));
    }
    case 'bytes':
      return decodeDraft(encode(WireDraft, wire));
    case 'parts':
      return parseDraftParts(partsOf(encode(WireDraft, wire)));
  }
}

/** Parts as `docs/draft.md` says, of any bytes. */
function partsOf(bytes: Uint8Array): readonly string[] {
  const size = 400;
  const count = Math.ceil(bytes.length / size);
  const digest = sha256(bytes).subarray(0, 8);
  return Array.from({ length: count }, (_, i) => {
    const head = `AVAXTX1:${i + 1}/${count}:`;
    const content = concatBytes(digest, bytes.subarray(i * size, (i + 1) * size));
    const sum = sha256(concatBytes(new TextEncoder().encode(head), content)).subarray(0, 4);
    return head + base32(concatBytes(content, sum));
  });
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Whether two drafts are the same to whoever signs, as bytes. */
export const isSame = (a: Draft, b: Draft): boolean =>
  formatHex(encodeDraft(a)) === formatHex(encodeDraft(b));
