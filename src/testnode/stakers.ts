/**
 * Indexes stakers and L1 validators by everything that they are looked up by, so that no transaction needs to
 * search. The lists are sorted and change one element at a time.
 */
import { primaryNetworkID } from '../chain/base.ts';
import { isValidator, type L1Validator, type Staker, type StakerTx } from '../history/ledger.ts';
import { nodeKeyOf } from '../rules/facts.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { compareUint64 } from '../text/uint64.ts';
import type { StakerIndex } from './world.ts';

/** Orders two elements; 0 only for equal ones. */
export type Compare<V> = (a: V, b: V) => number;

/** The place of an element, or where it would be. */
function placeOf<V>(list: readonly V[], value: V, compare: Compare<V>): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle]!, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Inserts an element. */
function insertSorted<V>(list: V[], value: V, compare: Compare<V>): void {
  list.splice(placeOf(list, value, compare), 0, value);
}

/** Removes an element if it is there. */
function removeSorted<V>(list: V[], value: V, compare: Compare<V>): void {
  const place = placeOf(list, value, compare);
  if (place < list.length && compare(list[place]!, value) === 0) list.splice(place, 1);
}

/** The parts of the index that change in place. */
interface Writable extends StakerIndex {
  readonly delegators: Map<string, Set<Staker>>;
  readonly ending: Staker[];
  readonly starting: Staker[];
  readonly evicting: L1Validator[];
}

/** An empty index, and what keeps it up to date with the maps of a ledger. */
export interface StakerIndexing {
  readonly index: StakerIndex;
  readonly changedCurrent: Changed<Staker>;
  readonly changedPending: Changed<Staker>;
  readonly changedL1: Changed<L1Validator>;
}

type Changed<V> = (key: string, before: V | undefined, after: V | undefined) => void;

/** Order among those that end at the same time. Source: avalanchego `vms/platformvm/txs/priorities.go`. */
const endPriorities: {
  readonly [T in StakerTx['type']]: readonly [primary: number, subnet: number];
} = {
  'platformvm.AddSubnetValidatorTx': [7, 7],
  'platformvm.AddPermissionlessDelegatorTx': [10, 8],
  'platformvm.AddPermissionlessValidatorTx': [11, 9],
  'platformvm.AddDelegatorTx': [10, 10],
  'platformvm.AddValidatorTx': [11, 11],
  'platformvm.AddAutoRenewedValidatorTx': [11, 11],
};
const startPriorities: typeof endPriorities = {
  'platformvm.AddSubnetValidatorTx': [6, 6],
  'platformvm.AddPermissionlessDelegatorTx': [3, 5],
  'platformvm.AddPermissionlessValidatorTx': [2, 4],
  'platformvm.AddDelegatorTx': [1, 1],
  'platformvm.AddValidatorTx': [2, 2],
  'platformvm.AddAutoRenewedValidatorTx': [2, 2],
};

const priorityIn = (table: typeof endPriorities, { tx, subnetID }: Staker): number =>
  table[tx.type][equalBytes(subnetID, primaryNetworkID) ? 0 : 1];

/** Source: avalanchego `vms/platformvm/state/staker.go` `Less`. */
const byEnd = (a: Staker, b: Staker): number =>
  compareUint64(a.endTime, b.endTime) ||
  priorityIn(endPriorities, a) - priorityIn(endPriorities, b) ||
  compareBytes(a.txID, b.txID);
const byStart = (a: Staker, b: Staker): number =>
  compareUint64(a.startTime, b.startTime) ||
  priorityIn(startPriorities, a) - priorityIn(startPriorities, b) ||
  compareBytes(a.txID, b.txID);
const byEviction = (a: L1Validator, b: L1Validator): number =>
  compareUint64(a.endAccumulatedFee, b.endAccumulatedFee) ||
  compareBytes(a.validationID, b.validationID);

const isActive = ({ weight, endAccumulatedFee }: L1Validator): boolean =>
  weight !== 0n && endAccumulatedFee !== 0n;

/** Makes an empty index. */
export function newStakerIndex(): StakerIndexing {
  const index: Writable = {
    validators: new Map(),
    delegators: new Map(),
    ending: [],
    starting: [],
    l1Nodes: new Map(),
    l1Subnets: new Map(),
    evicting: [],
    expiries: new Map(),
  };
  return {
    index,
    changedCurrent: (_, before, after) => {
      if (before) removeSorted(index.ending, before, byEnd);
      if (after) insertSorted(index.ending, after, byEnd);
      relate(index, before, after);
    },
    changedPending: (_, before, after) => {
      if (before) removeSorted(index.starting, before, byStart);
      if (after) insertSorted(index.starting, after, byStart);
      relate(index, before, after);
    },
    changedL1: (_, before, after) => relateL1(index, before, after),
  };
}

/** Keeps validators and delegators by node. A node has at most one validator of a subnet, current or pending. */
function relate(index: Writable, before: Staker | undefined, after: Staker | undefined): void {
  const staker = (before ?? after)!;
  const key = nodeKeyOf(staker.subnetID, staker.nodeID);
  if (isValidator(staker)) {
    // A pending validator becomes current by a removal and an addition, in any order.
    if (after) index.validators.set(key, after);
    else if (index.validators.get(key) === before) index.validators.delete(key);
    return;
  }
  const all = index.delegators.get(key) ?? new Set();
  if (before) all.delete(before);
  if (after) all.add(after);
  if (all.size > 0) index.delegators.set(key, all);
  else index.delegators.delete(key);
}

function relateL1(
  index: Writable,
  before: L1Validator | undefined,
  after: L1Validator | undefined,
): void {
  const validator = (before ?? after)!;
  const node = nodeKeyOf(validator.subnetID, validator.nodeID);
  const subnet = formatID(validator.subnetID);
  const id = formatID(validator.validationID);
  const inSubnet = index.l1Subnets.get(subnet) ?? new Map<string, L1Validator>();
  if (before && isActive(before)) removeSorted(index.evicting, before, byEviction);
  if (after) {
    index.l1Nodes.set(node, after);
    inSubnet.set(id, after);
    if (isActive(after)) insertSorted(index.evicting, after, byEviction);
  } else {
    index.l1Nodes.delete(node);
    inSubnet.delete(id);
  }
  if (inSubnet.size > 0) index.l1Subnets.set(subnet, inSubnet);
  else index.l1Subnets.delete(subnet);
}
