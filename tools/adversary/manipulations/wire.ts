/** What a coordinator changes in the fields of a draft around the transaction. */
import { sha256 } from '../../../src/crypto/hash.ts';
import { compareBytes, equalBytes } from '../../../src/text/bytes.ts';
import { formatID } from '../../../src/text/id.ts';
import { decode } from '../../../src/wire/codec.ts';
import {
  type Any,
  attackerOf,
  type Coordinator,
  edit,
  type Manipulation,
  number,
  typeFor,
  withAttacker,
} from './tools.ts';

const slot = (change: (slot: Any, by: Coordinator) => void): Manipulation =>
  edit((wire, by) => {
    const slots = wire.slots.filter((of: Any) => of.owner.length > 0);
    if (slots.length === 0) return undefined;
    change(by.rng.pick(slots), by);
    return wire;
  });

export const wireManipulations = {
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
    const outputs = (decode(typeFor(wire), wire.unsignedTx) as Any).outputs?.length ?? 0;
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
} as const satisfies Readonly<Record<string, Manipulation>>;
