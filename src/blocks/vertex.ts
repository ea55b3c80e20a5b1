import { sha256 } from '../crypto/hash.ts';
import { encode, versions } from '../wire/codec.ts';
import { type Declared, leaves, struct } from '../wire/declare.ts';
import type { Infer, Source, Type } from '../wire/type.ts';

const notes = {
  chainID: 'The chain: X.',
  height: 'One more than the highest of its parents.',
  parentIDs: 'Vertices that it stands on; sorted.',
};

const vertex = (s: Source) => ({
  type: 'vertex.BatchVertex' as const,
  chainID: s.id(),
  height: s.u64(),
  epoch: s.u32(),
  parentIDs: s.ids(),
  txs: s.list(leaves.base64),
});
/** A batch of transactions of the X-chain before it had blocks. Source: avalanchego `snow/engine/avalanche/vertex/stateless_vertex.go`. */
export interface BatchVertex extends Declared<typeof vertex> {}
export const BatchVertex: Type<BatchVertex> = /* @__PURE__ */ struct(
  'vertex.BatchVertex',
  vertex,
  { ...notes, epoch: 'Always 0.', txs: 'Signed transactions; sorted by their ids.' },
  { also: { version: { before: 'chainID', text: () => '0' } } },
);

const stopVertex = (s: Source) => ({
  type: 'vertex.StopVertex' as const,
  chainID: s.id(),
  height: s.u64(),
  parentIDs: s.ids(),
});
/** The last vertex of the X-chain: the parent of its first block. Source: avalanchego `snow/engine/avalanche/vertex/stateless_vertex.go`. */
export interface StopVertex extends Declared<typeof stopVertex> {}
export const StopVertex: Type<StopVertex> = /* @__PURE__ */ struct(
  'vertex.StopVertex',
  stopVertex,
  notes,
  {
    also: {
      version: { before: 'chainID', text: () => '1' },
      epoch: { before: 'parentIDs', text: () => '0' },
      txs: { before: null, text: () => 'null' },
    },
  },
);

/** A vertex of the X-chain before Cortina. Its version is the codec's. Source: avalanchego `snow/engine/avalanche/vertex/codec.go`. */
export const Vertex = /* @__PURE__ */ versions(
  'vertex',
  { 0: BatchVertex, 1: StopVertex },
  1024 * 1024,
);
export type Vertex = Infer<typeof Vertex>;

/** Returns the id of a vertex: the sha256 of its bytes. */
export function vertexIDOf(vertex: Vertex): Uint8Array {
  return sha256(encode(Vertex, vertex));
}
