/** What a coordinator changes in the transaction itself. */

import { evmAddressOf } from '../../../src/sign/key.ts';
import { parseHex } from '../../../src/text/hex.ts';
import {
  type Any,
  attackerOf,
  bytesIn,
  type Coordinator,
  type Manipulation,
  number,
  numbersIn,
  tx,
  withAttacker,
} from './tools.ts';

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

export const txManipulations = {
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
      .map((of: Any) => of.output?.output ?? of.output ?? of)
      .filter((of: Any) => of.amount !== undefined);
    if (amounts.length < 2) return false;
    const i = rng.below(amounts.length - 1);
    const moved = amounts[i].amount / 2n;
    amounts[i].amount -= moved;
    amounts[i + 1].amount += moved;
    return moved > 0n;
  }),
  'tx: an account is the attacker’s': tx((of, by) => {
    const accounts = [...(of.inputs ?? []), ...(of.outputs ?? [])].filter(({ address }) => address);
    if (accounts.length === 0) return false;
    by.rng.pick(accounts).address = parseHex(evmAddressOf(by.world.after));
    return true;
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
