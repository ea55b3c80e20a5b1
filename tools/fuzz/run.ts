import { setImmediate as turn } from 'node:timers/promises';
import type { OracleName } from '../../scripts/oracle.ts';
import { type Aspect, difference, type Input, lineOf, ourAnswer } from './compare.ts';
import { minimise } from './minimise.ts';
import { mutate, padded } from './mutate.ts';
import { type Node, type NodeAnswer, startNode } from './node.ts';
import { type Random, randomOf } from './random.ts';
import { makeSeeds, type Seeds } from './seeds.ts';
import { type Target, targets, titleOf } from './targets.ts';

/** An input, as small as could be made, on which the node and this library differ. */
export interface Disagreement {
  readonly title: string;
  readonly aspect: Aspect;
  /** What was done to a good value. */
  readonly done: string;
  /** For `--line`. */
  readonly line: string;
  readonly node: NodeAnswer;
  readonly ours: string;
}

/** What came of a target. */
export interface Row {
  readonly title: string;
  inputs: number;
  accepted: number;
  refused: number;
  /** Where the node's code panicked, which is a refusal. */
  panicked: number;
  disagreements: number;
}

export interface Options {
  readonly count: number;
  readonly seed: number;
  readonly chain?: string | undefined;
  readonly kind?: string | undefined;
  /** Told of every batch. */
  readonly onProgress?: (done: number) => void;
  readonly onDisagreement?: (found: Disagreement) => void;
}

const batchSize = 100;
/** Most bytes of the node's codecs: of warp payloads, X, vertices, P. A genesis has parts that are larger. */
const limits = [24_576, 1 << 18, 1 << 20, 1 << 21];
/** A target's disagreements that are made small and told; the rest is counted. */
const told = 5;

/** The `i`-th input of a target: mostly a damaged value, sometimes a good one or one as long as a codec takes. */
function inputOf({ type }: Target, seeds: Seeds, r: Random): Input & { readonly done: string } {
  const { bytes, network } = r.pick(seeds.inputs);
  if (r.below(8) === 0) return { bytes, network, done: 'nothing' };
  if (r.below(500) === 0) {
    const long = padded(type, bytes, r.pick(limits) + r.pick([-1, 0, 1, 1 << 13]), r);
    if (long) return { bytes: long, network, done: 'as long as it may be' };
  }
  if (r.below(2000) === 0) return { bytes: new Uint8Array(), network, done: 'no bytes at all' };
  return { network, ...mutate(type, bytes, seeds.donors, r) };
}

/** Both programs of the oracle, while `use` runs. */
export async function withNodes<T>(
  use: (node: (name: OracleName) => Node) => Promise<T>,
): Promise<T> {
  const nodes = { poracle: await startNode('poracle'), xoracle: await startNode('xoracle') };
  try {
    return await use((name) => nodes[name as keyof typeof nodes]);
  } finally {
    for (const node of Object.values(nodes)) node.stop();
  }
}

/** What both say of each input. */
async function askBoth<T extends Input>(node: Node, target: Target, inputs: readonly T[]) {
  const asked = node.ask(inputs.map((input) => lineOf(target, input)));
  const ours: string[] = [];
  for (const [i, input] of inputs.entries()) {
    // The oracle is to work as well: it gets its lines while this thread waits.
    if (i % 20 === 0) await turn();
    ours.push(ourAnswer(target, input));
  }
  return (await asked).map((answer, i) => ({ input: inputs[i]!, answer, ours: ours[i]! }));
}

/** The same disagreement on fewer bytes. */
async function reduced(
  node: Node,
  target: Target,
  input: Input & { readonly done: string },
  aspect: Aspect,
): Promise<Disagreement> {
  const ask = async (bytes: Uint8Array) => (await askBoth(node, target, [{ ...input, bytes }]))[0]!;
  const bytes = await minimise(input.bytes, async (bytes) => {
    const { input: less, answer, ours } = await ask(bytes);
    return difference(target, less, answer, ours) === aspect;
  });
  const { input: least, answer, ours } = await ask(bytes);
  const line = lineOf(target, least);
  return { title: titleOf(target), aspect, done: input.done, line, node: answer, ours };
}

/** Gives the same inputs to the node's parser and to `decode --stream`, and compares what they say. */
export async function fuzz(options: Options): Promise<readonly Row[]> {
  const { count, seed, chain, kind } = options;
  const chosen = targets.filter(
    (t) => (chain === undefined || t.chain === chain) && (kind === undefined || t.kind === kind),
  );
  if (chosen.length === 0)
    throw new Error(`${[chain, kind].filter(Boolean).join(' ')} is not compared`);
  const all = await makeSeeds(seed);
  const weights = chosen.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  let weighed = 0;
  return withNodes(async (nodeOf) => {
    const rows: Row[] = [];
    for (const target of chosen) {
      const title = titleOf(target);
      const seeds = all.get(target)!;
      const node = nodeOf(target.oracle);
      const random = randomOf(`${seed} ${title}`);
      const row = { title, inputs: 0, accepted: 0, refused: 0, panicked: 0, disagreements: 0 };
      rows.push(row);
      weighed += target.weight;
      const share = Math.round((count * weighed) / weights) - done;
      while (row.inputs < share) {
        const inputs = Array.from({ length: Math.min(batchSize, share - row.inputs) }, () =>
          inputOf(target, seeds, random),
        );
        for (const { input, answer, ours } of await askBoth(node, target, inputs)) {
          row.inputs++;
          row[answer.ok ? 'accepted' : 'refused']++;
          if (answer.panicked || answer.error?.startsWith('panic: ')) row.panicked++;
          const aspect = difference(target, input, answer, ours);
          if (aspect && row.disagreements++ < told)
            options.onDisagreement?.(await reduced(node, target, input, aspect));
        }
        done += inputs.length;
        options.onProgress?.(done);
      }
    }
    return rows;
  });
}
