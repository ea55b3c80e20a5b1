/**
 * Blocks: records of the index API, proposer VM wrappers and their proposers, vertices, C-chain blocks with their atomic
 * transactions, and blocks of the EVM of L1s.
 */

export {
  decodeEVMBlock,
  type EVMBlock,
  type EVMHeader,
  type EVMTransaction,
  extDataHashOf,
} from '../blocks/evm/block.ts';
export { verifyProposer } from '../blocks/proposer.ts';
export {
  Container,
  Epoch,
  innerBytesOf,
  outerIDOf,
  ProposerBlock,
  ProposerHeader,
  ProposerOption,
  proposerOf,
  StatelessBlock,
  StatelessGraniteBlock,
  StatelessUnsignedBlock,
  StatelessUnsignedGraniteBlock,
  unsignedBlockOf,
} from '../blocks/proposervm.ts';
export {
  type ProposedBlock,
  type ProposerCandidate,
  proposerSlotOf,
  scheduledProposerOf,
  scheduledProposersOf,
} from '../blocks/schedule.ts';
export { BatchVertex, StopVertex, Vertex, vertexIDOf } from '../blocks/vertex.ts';
export { decodeExtData, encodeExtData } from '../chain/cchain/tx.ts';
export { decode, encode } from '../wire/codec.ts';
export type { Type } from '../wire/type.ts';
export {
  type ContainerHint,
  type OpenedContainer,
  openContainer,
  openContainers,
} from './indexed.ts';
