/**
 * The schedule of proposers: which node may propose a block at what time, drawn at random from the validators as
 * nodes draw it. The random numbers come from the Mersenne Twister.
 * Source: avalanchego `vms/proposervm/proposer/windower.go`, gonum `mathext/prng`.
 */
import { badArgument } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import {
  aBigint,
  aListOf,
  aNumber,
  anything,
  aText,
  aTime,
  checkArgument,
  objectOf,
} from '../schema/check.ts';
import { compareBytes } from '../text/bytes.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { bigintOf } from '../text/hex.ts';
import { parseNodeID } from '../text/id.ts';
import { maxUint64, uint64 } from '../text/uint64.ts';

/** Parameters of a Mersenne Twister with words of 32 or 64 bits. */
interface Twister {
  readonly bits: bigint;
  readonly size: number;
  readonly middle: number;
  readonly matrix: bigint;
  readonly multiplier: bigint;
  /** Shifts and masks of the tempering step. */
  readonly temper: readonly (readonly [shift: bigint, mask: bigint])[];
}

/** The 32-bit generator, used until Durango. */
export const twister32: Twister = {
  bits: 32n,
  size: 624,
  middle: 397,
  matrix: 0x9908b0dfn,
  multiplier: 1812433253n,
  temper: [
    [-11n, 0xffffffffn],
    [7n, 0x9d2c5680n],
    [15n, 0xefc60000n],
    [-18n, 0xffffffffn],
  ],
};

/** The 64-bit generator, used from Durango on. */
export const twister64: Twister = {
  bits: 64n,
  size: 312,
  middle: 156,
  matrix: 0xb5026f5aa96619e9n,
  multiplier: 6364136223846793005n,
  temper: [
    [-29n, 0x5555555555555555n],
    [17n, 0x71d67fffeda60000n],
    [37n, 0xfff7eee000000000n],
    [-43n, 0xffffffffffffffffn],
  ],
};

/** Mask of the lower 31 bits, which are combined with the upper bits of the previous word. */
const lower = 0x7fffffffn;

/** Generates an endless sequence of random words from a seed. */
export function* words(
  { bits, size, middle, matrix, multiplier, temper }: Twister,
  seed: bigint,
): Generator<bigint, never> {
  const word = (n: bigint) => BigInt.asUintN(Number(bits), n);
  const state = [word(seed)];
  for (let i = 1; i < size; i++) {
    const last = state[i - 1]!;
    state.push(word(multiplier * (last ^ (last >> (bits - 2n))) + BigInt(i)));
  }
  for (let i = 0; ; i = (i + 1) % size) {
    const x = (state[i]! & ~lower) | (state[(i + 1) % size]! & lower);
    const next = state[(i + middle) % size]! ^ (x >> 1n) ^ (x & 1n ? matrix : 0n);
    state[i] = next;
    yield temper.reduce(
      (y, [shift, mask]) => word(y ^ ((shift < 0n ? y >> -shift : y << shift) & mask)),
      next,
    );
  }
}

/** A validator of the chain's subnet, at the P-chain height that the block names. */
export interface ProposerCandidate {
  /** `NodeID-…`. The zero id, which stands for inactive L1 validators, is ignored. */
  readonly nodeID: string;
  /** Its weight; stake in nAVAX on the primary network. */
  readonly weight: bigint;
}

/** The block whose proposers are drawn. */
export interface ProposedBlock {
  /** The chain of the block: CB58 or 32 bytes. */
  readonly chainID: IDLike;
  /** Height of the block. */
  readonly height: bigint;
}

/** Duration of a slot, in seconds. */
const slotSeconds = 5n;

/**
 * Returns the slot of a block. Slots last 5 seconds each, starting at the time of the parent.
 * @param parentTime Unix seconds of the parent.
 * @param time Unix seconds of the block.
 * @example
 * proposerSlotOf(1_700_000_000n, 1_700_000_012n); // 2n
 */
export function proposerSlotOf(parentTime: bigint, time: bigint): bigint {
  checkArgument(parentTime, aTime, 'parentTime');
  checkArgument(time, aTime, 'time');
  return time < parentTime ? 0n : (time - parentTime) / slotSeconds;
}

/**
 * Returns the node that may propose a block in a slot, from Durango on.
 * @returns `NodeID-…`; undefined if there is no validator, so that any node may propose.
 * @throws {AvalancheError} `OutOfRange`: a height, slot or sum of weights that is not a uint64; the codes of
 *   invalid node ids.
 * @example
 * const validators = [{ nodeID: 'NodeID-111111111111111111116DBWJs', weight: 5n }];
 * scheduledProposerOf(validators, { chainID: new Uint8Array(32), height: 1n, slot: 0n }); // undefined
 */
export function scheduledProposerOf(
  validators: Iterable<ProposerCandidate>,
  block: ProposedBlock & {
    /** Slot number, as returned by `proposerSlotOf`. */
    readonly slot: bigint;
  },
): string | undefined {
  checkArgument(block, slotArgument, 'block');
  const heap = heapOf(validators);
  if (heap.length === 0) return undefined;
  // Reversed, so that the bits of height and slot do not overlap in the seed.
  const seed = seedOf(block) ^ reversed(uint64(block.slot, 'slot'));
  const random = words(twister64, seed);
  return pick(heap, below(random, totalOf(heap)));
}

/**
 * Returns the nodes that may propose a block before Durango, in order: each must wait 5 seconds longer than the
 * one before, and all other nodes longer than the last. A node can be listed more than once.
 * @param count Length of the list: 6 if omitted, as many as nodes verify.
 * @returns `NodeID-…` each.
 * @throws {AvalancheError} As {@link scheduledProposerOf}.
 * @example
 * scheduledProposersOf([], { chainID: new Uint8Array(32), height: 1n }); // []
 */
export function scheduledProposersOf(
  validators: Iterable<ProposerCandidate>,
  block: ProposedBlock,
  count = 6,
): readonly string[] {
  checkArgument(block, proposedArgument, 'block');
  checkArgument(count, aNumber, 'count');
  const heap = heapOf(validators);
  const total = totalOf(heap);
  const halves = words(twister32, seedOf(block));
  const random = pairs(halves);
  const drawn = new Map<bigint, bigint>();
  const found: string[] = [];
  for (let i = 0n; i < BigInt(count) && i < total; i++) {
    const draw = below(random, total - i) + i;
    found.push(pick(heap, drawn.get(draw) ?? draw));
    drawn.set(draw, drawn.get(i) ?? i);
  }
  return found;
}

interface Node extends ProposerCandidate {
  readonly bytes: Uint8Array;
  /** Weight of the node and of all nodes below it in the heap. */
  cumulative: bigint;
}

const totalOf = (heap: readonly Node[]): bigint => heap[0]?.cumulative ?? 0n;

const candidatesArgument = /* @__PURE__ */ (() =>
  aListOf(objectOf({ nodeID: aText, weight: aBigint })))();
const proposedArgument = /* @__PURE__ */ objectOf({ chainID: anything, height: aBigint });
const slotArgument = /* @__PURE__ */ objectOf({
  chainID: anything,
  height: aBigint,
  slot: aBigint,
});

/** Builds a heap of the validators, the heaviest first. */
function heapOf(validators: Iterable<ProposerCandidate>): readonly Node[] {
  if (typeof validators?.[Symbol.iterator] !== 'function' || typeof validators === 'string')
    throw badArgument('a list', validators).at('validators');
  const all = [...validators];
  checkArgument(all, candidatesArgument, 'validators');
  const heap = all
    .map(({ nodeID, weight }, i): Node => {
      uint64(weight, 'validators', i, 'weight');
      const bytes = within(['validators', i, 'nodeID'], () => parseNodeID(nodeID));
      return { nodeID, weight, bytes, cumulative: weight };
    })
    .filter(({ bytes }) => bytes.some((byte) => byte !== 0))
    .sort((a, b) =>
      a.weight === b.weight ? compareBytes(a.bytes, b.bytes) : a.weight < b.weight ? 1 : -1,
    );
  for (let i = heap.length - 1; i > 0; i--) heap[(i - 1) >> 1]!.cumulative += heap[i]!.cumulative;
  const total = totalOf(heap);
  if (total <= maxUint64) return heap;
  throw new AvalancheError('OutOfRange', `the weights sum to ${total}, which is not a uint64`).at(
    'validators',
  );
}

/** Returns the validator that a random value below the total weight selects. */
function pick(heap: readonly Node[], value: bigint): string {
  let rest = value;
  for (let offset = 0; ; ) {
    const { nodeID, weight } = heap[offset]!;
    if (rest < weight) return nodeID;
    rest -= weight;
    offset = offset * 2 + 1;
    const left = heap[offset]!.cumulative;
    if (rest < left) continue;
    rest -= left;
    offset++;
  }
}

const seedOf = ({ chainID, height }: ProposedBlock): bigint => {
  const chain = within(['chainID'], () => idBytes(chainID));
  return bigintOf(chain.subarray(0, 8)) ^ uint64(height, 'height');
};

function reversed(n: bigint): bigint {
  let result = 0n;
  for (let i = 0n; i < 64n; i++) result = (result << 1n) | ((n >> i) & 1n);
  return result;
}

/** Combines pairs of 32-bit words into 64-bit words. */
function* pairs(halves: Generator<bigint, never>): Generator<bigint, never> {
  for (;;) yield (halves.next().value << 32n) | halves.next().value;
}

/** Draws a random number below a limit. Source: avalanchego `utils/sampler/rand.go`. */
function below(random: Generator<bigint, never>, limit: bigint): bigint {
  const next = () => random.next().value;
  if ((limit & (limit - 1n)) === 0n) return next() & (limit - 1n);
  const half = 1n << 63n;
  const [range, bound] = limit > half ? [maxUint64, limit] : [half - 1n, half - (half % limit)];
  let value = next() & range;
  while (value >= bound) value = next() & range;
  return limit > half ? value : value % limit;
}
