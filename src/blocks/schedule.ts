/** Who may propose a block at what time, as nodes draw it from the validators. Source: avalanchego `vms/proposervm/proposer/windower.go`. */
import { AvalancheError, within } from '../errors/error.ts';
import { bigintOf, compareBytes } from '../text/bytes.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { parseNodeID } from '../text/id.ts';
import { maxUint64, uint64 } from '../text/uint64.ts';
import { twister32, twister64, words } from './twister.ts';

/** A validator of the chain's subnet at the P-chain height that the block names. */
export interface ProposerCandidate {
  /** `NodeID-…`. The ID of zeros, which stands for inactive L1 validators, is ignored. */
  readonly nodeID: string;
  /** Its weight; stake in nAVAX on the primary network. */
  readonly weight: bigint;
}

/** The block for which proposers are drawn. */
export interface ProposedBlock {
  /** The chain of the block: CB58 or 32 bytes. */
  readonly chainID: IDLike;
  /** Height of the block. */
  readonly height: bigint;
}

/** Seconds of a slot. */
const slotSeconds = 5n;

/**
 * The slot of a block: 5 seconds each, from the time of the parent on.
 * @param parentTime Unix seconds of the parent.
 * @param time Unix seconds of the block.
 * @example
 * proposerSlotOf(1_700_000_000n, 1_700_000_012n); // 2n
 */
export function proposerSlotOf(parentTime: bigint, time: bigint): bigint {
  return time < parentTime ? 0n : (time - parentTime) / slotSeconds;
}

/**
 * The node that may propose a block in a slot, from Durango on.
 * @returns `NodeID-…`; undefined if there is no validator, so that any node may propose.
 * @throws {AvalancheError} `OutOfRange`: a height, slot or sum of weights that is not a uint64; the codes of node IDs.
 * @example
 * const validators = [{ nodeID: 'NodeID-111111111111111111116DBWJs', weight: 5n }];
 * scheduledProposerOf(validators, { chainID: new Uint8Array(32), height: 1n, slot: 0n }); // undefined
 */
export function scheduledProposerOf(
  validators: Iterable<ProposerCandidate>,
  block: ProposedBlock & {
    /** As `proposerSlotOf` gives it. */
    readonly slot: bigint;
  },
): string | undefined {
  const heap = heapOf(validators);
  if (heap.length === 0) return undefined;
  // Reversed, so that height and slot do not meet in the seed.
  const seed = seedOf(block) ^ reversed(uint64(block.slot, 'slot'));
  const random = words(twister64, seed);
  return pick(heap, below(random, totalOf(heap)));
}

/**
 * The nodes that may propose a block, in order, until Durango: each waits 5 seconds longer than the one before, all others longer than all
 * of these. A node can be in it more than once.
 * @param count Of the list: 6 if omitted, as many as nodes verify.
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
  /** Its weight and those of all below it. */
  cumulative: bigint;
}

const totalOf = (heap: readonly Node[]): bigint => heap[0]?.cumulative ?? 0n;

/** The validators as a heap, the heaviest first. */
function heapOf(validators: Iterable<ProposerCandidate>): readonly Node[] {
  const heap = [...validators]
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

/** The validator on whom a value below the total weight falls. */
function pick(heap: readonly Node[], value: bigint): string {
  let rest = value;
  for (let at = 0; ; ) {
    const { nodeID, weight } = heap[at]!;
    if (rest < weight) return nodeID;
    rest -= weight;
    at = at * 2 + 1;
    const left = heap[at]!.cumulative;
    if (rest < left) continue;
    rest -= left;
    at++;
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

/** Two words of 32 bits as one of 64. */
function* pairs(halves: Generator<bigint, never>): Generator<bigint, never> {
  for (;;) yield (halves.next().value << 32n) | halves.next().value;
}

/** A number below a limit. Source: avalanchego `utils/sampler/rand.go`. */
function below(random: Generator<bigint, never>, limit: bigint): bigint {
  const next = () => random.next().value;
  if ((limit & (limit - 1n)) === 0n) return next() & (limit - 1n);
  const half = 1n << 63n;
  const [range, bound] = limit > half ? [maxUint64, limit] : [half - 1n, half - (half % limit)];
  let value = next() & range;
  while (value >= bound) value = next() & range;
  return limit > half ? value : value % limit;
}
