import { describe, expect, it } from 'vitest';
import {
  proposerSlotOf,
  scheduledProposerOf,
  scheduledProposersOf,
  twister32,
  twister64,
  words,
} from '../../src/blocks/schedule.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { maxUint64 } from '../../src/text/uint64.ts';

/** The validators and the chain of avalanchego's `vms/proposervm/proposer/windower_test.go`, where the expected answers are from. */
const nodeIDs = Array.from({ length: 10 }, (_, i) =>
  formatNodeID(Uint8Array.of(i + 1, ...new Uint8Array(19))),
);
const validators = nodeIDs.map((nodeID) => ({ nodeID, weight: 1n }));
const chainID = Uint8Array.of(0, 2, ...new Uint8Array(30));

const first = (words: Generator<bigint>, n: number): readonly bigint[] =>
  Array.from({ length: n }, () => words.next().value as bigint);

describe('the generator', () => {
  it('gives the words of the reference implementation', () => {
    // C++ `std::mt19937` and `std::mt19937_64`: the 10000th word of the default seed.
    expect(first(words(twister32, 5489n), 10_000).at(-1)).toBe(4123659995n);
    expect(first(words(twister64, 5489n), 10_000).at(-1)).toBe(9981545732273789042n);
  });
});

describe('from Durango on', () => {
  it('each slot has the proposer of the node', () => {
    const slots = [2, 0, 9, 7, 0, 3, 3, 3, 3, 3, 4, 0, 6, 3, 2, 1, 6, 0, 5, 1, 9, 6, 0, 8] as const;
    const at = (slot: number) =>
      scheduledProposerOf(validators, { chainID, height: 1n, slot: BigInt(slot) });
    expect(slots.map((_, slot) => at(slot))).toEqual(slots.map((i) => nodeIDs[i]));
    expect([at(720), at(721)]).toEqual([nodeIDs[4], nodeIDs[6]]);
  });

  it('another height has another proposer, the order of the validators has no effect', () => {
    const block = { chainID, height: 2n, slot: 0n };
    expect(scheduledProposerOf(validators, block)).toBe(nodeIDs[1]);
    expect(scheduledProposerOf(validators.toReversed(), block)).toBe(nodeIDs[1]);
  });

  it('anybody may propose where no validator is active', () => {
    const inactive = { nodeID: formatNodeID(new Uint8Array(20)), weight: 5n };
    const block = { chainID, height: 1n, slot: 0n };
    expect(scheduledProposerOf([], block)).toBeUndefined();
    expect(scheduledProposerOf([inactive], block)).toBeUndefined();
    expect(scheduledProposerOf([inactive, validators[0]!], block)).toBe(nodeIDs[0]);
  });

  it('refuses numbers that a node cannot have', () => {
    const block = { chainID, height: 1n, slot: 0n };
    const [a, b] = validators;
    expect(() => scheduledProposerOf([{ ...a!, weight: maxUint64 }, b!], block)).toThrow(
      'OutOfRange at validators',
    );
    expect(() => scheduledProposerOf(validators, { ...block, slot: -1n })).toThrow(
      'OutOfRange at slot',
    );
    expect(() => scheduledProposerOf(validators, { ...block, chainID: new Uint8Array(8) })).toThrow(
      'OutOfRange at chainID',
    );
  });
});

describe('until Durango', () => {
  /** The places of the validators in the list, by the index of the validator. */
  const delays = (height: bigint) => {
    const list = scheduledProposersOf(validators.slice(0, 6), { chainID, height });
    return nodeIDs.slice(0, 6).map((nodeID) => list.indexOf(nodeID));
  };

  it('the list is that of the node', () => {
    expect(delays(1n)).toEqual([2, 5, 3, 4, 0, 1]);
    expect(delays(2n)).toEqual([5, 1, 3, 4, 0, 2]);
  });

  it('it is no longer than the weight, and a heavy validator is in it more than once', () => {
    expect(scheduledProposersOf(validators.slice(0, 2), { chainID, height: 1n })).toHaveLength(2);
    const heavy = [{ nodeID: nodeIDs[0]!, weight: 10n }];
    const list = scheduledProposersOf(heavy, { chainID, height: 1n });
    expect(list).toEqual(Array.from({ length: 6 }, () => nodeIDs[0]));
    expect(scheduledProposersOf(heavy, { chainID, height: 1n }, 3)).toHaveLength(3);
  });
});

it('a slot has five seconds, and none is before the parent', () => {
  expect([-5n, -1n, 0n, 4n, 5n, 10n].map((t) => proposerSlotOf(100n, 100n + t))).toEqual([
    0n,
    0n,
    0n,
    0n,
    1n,
    2n,
  ]);
});
